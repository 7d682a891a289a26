"""The commands that analyse a game for its designer, by matches of bots or by solving it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skill.cli import completion
from skill.cli.arguments import (
    JOURNAL,
    Cluster,
    GameName,
    Jobs,
    Json,
    OwnGames,
    Players,
    Seed,
    Settings,
    Trust,
    check_jobs,
    none_with,
    only_with,
    options_of,
    own_or_named,
    refuse_same,
    time_limit,
    two_seats,
    variants_of,
)
from skill.cli.output import plain, print_json, remark, rounds, tell_written

if TYPE_CHECKING:
    from skill.errors import Words

commands = typer.Typer()

LADDER = ("random", "easy", "medium", "expert")
STATES = 200_000
SECONDS = 45.0  # so that with starting and writing it is done in a minute


@commands.command(epilog="Example: skillbox analyse rasanto --seconds 300 --out rasanto.json --report rasanto.html")
def analyse(
    context: typer.Context,
    game_name: GameName,
    players: Players = None,
    settings: Settings = [],  # noqa: B006
    matches: Annotated[int, typer.Option("-n", help="Matches of the first series; the others have fewer.")] = 200,
    seconds: Annotated[
        float, typer.Option(callback=time_limit, help="How long it may take; 0 for as long as it takes.")
    ] = SECONDS,
    bot: Annotated[
        str,
        typer.Option(
            help="The bot on all seats, except where bots play against each other.", autocompletion=completion.bots
        ),
    ] = "greedy",
    ladder: Annotated[
        str,
        typer.Option(
            metavar="A,B,...",
            help="Bots, the weakest first: each plays against the one before it.",
            autocompletion=completion.bots,
        ),
    ] = ",".join(LADDER),
    most: Annotated[int, typer.Option(min=1, help="Actions after which a match is given up.")] = 3000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Write the numbers, and every match to a journal beside them."),
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots.")] = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Play no matches: prove who wins with best play on both sides.")
    ] = False,
    position: Annotated[
        str, typer.Option("--from", metavar="POSITION", help="With --solve: begin from this position.")
    ] = "",
    record: Annotated[
        Path | None, typer.Option(metavar="RECORD", help="With --solve: from a moment of this record.")
    ] = None,
    number: Annotated[int | None, typer.Option(help="With --record: which record of several, from 1.")] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="With --record: after so many actions; by default after all.")
    ] = None,
    states: Annotated[
        int, typer.Option(min=1, help="With --solve: how many states are looked at before it gives up.")
    ] = STATES,
    own: OwnGames = [],  # noqa: B006
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Tells what a designer asks of a game: length, choice, balance, course, depth of skill, what options change.

    Bots play many matches. With --out every finished one is kept, so that the same command with more time goes on.
    Where an option has several values, as in --set turns=3,6, each is played, and the variants stand side by side.
    With --solve it tells of a position, or of the whole game, who wins with best play, in how many actions, and how.
    """
    if solve:
        of_matches = ("-n", "--bot", "--ladder", "--most", "--jobs", "--cluster", "--out", "--report")
        none_with(context, "--solve", *of_matches)
        if record is None:
            only_with(context, "--record", "--at", "--number")
        else:
            none_with(context, "--record", "--set", "--players", "--seed", "--from")
        from skill.cli.solving import at_moment, positions
        from skill.cli.solving import solve as solve_positions

        game = own_or_named(game_name, own, trust)
        if record is None:
            asked_for = positions(game, settings, players, seed, position)
        else:
            asked_for = [at_moment(game, record, number, at)]
        return solve_positions(game, asked_for, states, seconds, as_json)
    only_with(context, "--solve", "--from", "--record", "--number", "--at", "--states")
    from skill.analyse.measures import FORM, measures
    from skill.analyse.page import check_page
    from skill.analyse.run import Asked, play
    from skill.app.i18n import tr
    from skill.files import place_of, write_text

    check_jobs(jobs)
    game = own_or_named(game_name, own, trust)
    variants = variants_of(game, settings)
    asked = {}
    for chosen in variants:
        options = options_of(game, chosen)
        count = two_seats(game, options) if players is None else players
        how = (bot, matches, seed, seconds / len(variants) or None, most, ladder.split(","))
        asked[" ".join(chosen)] = Asked(game, count, options, *how)
    journal = None
    if out is not None:
        journal = out.with_suffix(".journal")
        refuse_same(JOURNAL, journal, out)
        place_of(out, FORM)
        if report is not None:
            refuse_same("--report", report, out, journal)
    if report is not None:
        check_page(report)
    named = {}
    with rounds(quiet=as_json) as (on_series, on_start, on_done):
        try:
            for name, one in asked.items():
                begin = partial(_told_after, f"{name}: " if len(asked) > 1 else "", on_series)
                named[name] = measures(play(one, journal, jobs, cluster, begin, on_start, on_done))
        except KeyboardInterrupt:
            if journal is not None:
                text = "stopped: what was played is in {file}; the same command goes on from there"
                remark(tr(text, file=journal))
            raise
    found, *others = named.values()
    data = found
    if others:
        data = {"game": found["game"], "title": found["title"]}
        data["variants"] = [{"set": name.split(" "), **each} for name, each in named.items()]
    if out is not None:
        import json

        write_text(out, json.dumps(data, indent=1) + "\n", FORM)
        tell_written(out)
    if report is not None:
        from skill.analyse.page import write_page
        from skill.app.i18n import ENGLISH
        from skill.app.i18n import asked as language_asked_for
        from skill.app.library.findings import shown

        tell_written(write_page(report, named, shown, language_asked_for() or ENGLISH))
    print_json(data) if as_json else _print(named)


@commands.command(epilog="Example: skillbox analyse-catalogue --missing -n 100 --seconds 120")
def analyse_catalogue(
    context: typer.Context,
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME...", help="By default all that are not for hands.", autocompletion=completion.games
        ),
    ] = [],  # noqa: B006
    missing: Annotated[bool, typer.Option("--missing", help="Only games that are not in the file yet.")] = False,
    matches: Annotated[int, typer.Option("-n", help="Matches of the first series; the others have fewer.")] = 100,
    seconds: Annotated[float, typer.Option(callback=time_limit, help="How long each game may take.")] = 60.0,
    ladder: Annotated[
        str, typer.Option(metavar="A,B,...", help="Bots, the weakest first.", autocompletion=completion.bots)
    ] = ",".join(LADDER),
    ladder_only: Annotated[
        bool, typer.Option("--ladder-only", help="Only try bots on each other, in games that are in the file.")
    ] = False,
    shares: Annotated[
        bool,
        typer.Option("--shares", help="Only measure what chance decides and thinking wins, in games that are there."),
    ] = False,
    journals: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="With --shares: keep every match in a journal there.")
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
) -> None:
    """Analyses the games of the catalogue and writes the project's file of findings, which the screens show."""
    from skill.analyse.kept import FILE, keep, keep_ladder, keep_shares, kept
    from skill.analyse.measures import measures
    from skill.analyse.run import Asked, play
    from skill.analyse.shares import measured
    from skill.app.i18n import told, tr
    from skill.rules.catalogue import all_games, find_game

    if not shares:
        only_with(context, "--shares", "--journals")
    check_jobs(jobs)
    chosen = [find_game(name) for name in games] or [game for game in all_games() if game.kind in ("turns", "race")]
    for game in chosen:
        if (missing and game.slug in kept()) or ((ladder_only or shares) and game.slug not in kept()):
            continue
        remark(tr(game.title))
        options = game.options_from({})
        if shares:
            journal = journals / f"{game.slug}.journal" if journals else None
            if parts := measured(game, kept()[game.slug]["players"], options, seconds, journal):
                keep_shares(game.slug, parts)
            continue
        asked = Asked(game, two_seats(game, options), options, matches=matches, seed=seed, seconds=seconds)
        asked = asked._replace(ladder=ladder.split(","), kinds=("ladder",) if ladder_only else asked.kinds)
        with rounds(quiet=False) as (on_series, on_start, on_done):
            found = measures(play(asked, None, jobs, cluster, lambda name: on_series(told(name)), on_start, on_done))
        if "matches" in found:
            keep(found)
        elif found["ladder"]:
            keep_ladder(found)
    tell_written(FILE)


def _told_after(prefix: str, on_series: Callable[[str], Any], name: Words) -> None:
    """Tells what is played, after the variant that it is of."""
    from skill.app.i18n import told

    on_series(prefix + told(name))


def _print(named: dict[str, dict[str, Any]]) -> None:
    """Prints the sections of the report as tables, those of several variants side by side, and where dice lie."""
    from rich.console import Console
    from rich.table import Table

    from skill.analyse.report import heap_map, sections, side_by_side
    from skill.app.i18n import tr
    from skill.app.library.findings import shown

    console = Console()
    found, *others = named.values()
    text, one = (
        "{game}, {count} seats; in brackets, between what a figure lies with 95 %",
        "{game}, one seat; in brackets, between what a figure lies with 95 %",
    )
    console.print(plain(tr(text, one=one, game=tr(found["title"]), count=found["players"])))
    for section in side_by_side(named) if others else sections(found):
        console.print()
        console.print(plain(shown(section.heading)), style="bold")
        table = Table(box=None, show_header=bool(section.head), pad_edge=False, padding=(0, 2, 0, 0))
        for cell in section.head or section.rows[0]:
            table.add_column(plain(shown(cell)))
        for row in section.rows:
            table.add_row(*(plain(shown(cell)) for cell in row))
        console.print(table)
    for name, each in named.items():
        if lines := heap_map(each):
            text = "Where dice lie at the end: tenths of the matches; . never, * always; one triangle a level"
            console.print()
            console.print(plain(tr(text)), style="bold")
            for line in [name] * bool(others) + lines:
                console.print(plain(line), soft_wrap=True)
