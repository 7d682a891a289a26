"""Commands about games themselves: the catalogue, rules, counts of sequences of actions, a check of the contract."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from skill.cli import completion
from skill.cli.arguments import (
    GameName,
    Json,
    Players,
    Seed,
    Settings,
    Trust,
    game_named,
    options_of,
    seat_count,
)
from skill.cli.output import print_json, progress, remark, say, tell_written
from skill.errors import UnknownName, shortened

commands = typer.Typer()


@commands.command(name="list", epilog="Example: skillbox list --family demolition --players 4")
def list_games(
    family: Annotated[str, typer.Option(help="Only this family.")] = "",
    players: Annotated[int | None, typer.Option(help="Only games for this many.")] = None,
    kind: Annotated[str, typer.Option(help="Only turns, race, hybrid or physics.")] = "",
    as_json: Json = False,
) -> None:
    """Lists the games of the catalogue."""
    from skill.cli.completion import listed_games
    from skill.rules.listing import FAMILIES, KINDS

    check_choice("family", family, FAMILIES)
    check_choice("kind", kind, KINDS)
    games = [
        game
        for game in listed_games()
        if family in ("", game.family)
        and kind in ("", game.kind)
        and (players is None or any(low <= players <= high for low, high in game.seats))
    ]
    rows = [
        {
            "number": game.number,
            "slug": game.slug,
            "title": game.title,
            "family": game.family,
            "kind": game.kind,
            "players": f"{game.players[0]}-{game.players[1]}" if len({*game.players}) > 1 else str(game.players[0]),
            "summary": game.summary,
        }
        for game in games
    ]
    if as_json:
        return print_json(rows)
    from skill.app.i18n import tr

    width = max(len(tr(kind)) for kind in KINDS)
    for row in rows:
        kind, summary = tr(row["kind"]), tr(row["summary"])
        say(f"{row['number']:>3}  {row['slug']:<20} {row['players']:>4}  {kind:<{width}}  {summary}")
    say(tr("{count} games", one="One game", count=len(rows)))


@commands.command(epilog="Example: skillbox rules 39 --html --set fill=rich --out el-dado.html")
def rules(
    game_name: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="The game, or words: the words of the rules.", autocompletion=completion.games
        ),
    ],
    as_html: Annotated[bool, typer.Option("--html", help="A page to print, with a picture of the start.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Where that page goes.")] = None,
    players: Players = None,
    settings: Settings = [],  # noqa: B006
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Prints the rules of one game, its options and their defaults, or what the words of the rules mean."""
    from skill.app.i18n import tr
    from skill.rules.rules_page import WORDS_COMMAND, rules_page
    from skill.rules.words import WORDS

    if not as_html and (out is not None or players is not None or settings):
        raise UnknownName("--out, --set and --players are for a page: expected --html with them")
    game = None if game_name == "words" else game_named(game_name, trust)
    if as_html:
        from skill.app.play.said.printed_rules import check_page, game_page, words_page, write_page

        if out is None:
            out = Path(f"{game.slug if game else game_name}.html")
        check_page(out)
        if game is None:
            text = words_page()
        else:
            options = options_of(game, settings)
            text = game_page(game, seat_count(game, options, players), options)
        return tell_written(write_page(out, text))
    if game is None:
        meanings = [word.meaning for word in WORDS]
        return print_json(meanings) if as_json else say("\n".join(map(tr, meanings)))
    if as_json:
        listed = [
            {name: value for name, value in option._asdict().items() if name not in ("kept_as", "of_file")}
            | {"expected": option.expected, "takes_file": option.of_file is not None}
            | {"meanings": {str(value): meaning for value, meaning in option.meanings}}
            for option in game.all_options
        ]
        told = game.text._asdict() | {"number": game.number, "title": game.title, "options": listed}
        return print_json(told)
    say(rules_page(game, tr))
    say(f"{tr('Words of the rules, with pictures')}: {WORDS_COMMAND}")


@commands.command(epilog="Example: skillbox perft rasanto --set first_player=1 --depth 3 --divide")
def perft(
    game_name: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many actions deep.")],
    players: Players = None,
    settings: Settings = [],  # noqa: B006
    position: Annotated[str, typer.Option("--from", metavar="POSITION", help="Begin from this position.")] = "",
    seed: Seed = 0,
    by_first: Annotated[bool, typer.Option("--divide", help="Split by the first action.")] = False,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Counts the sequences of actions to a depth; set-ups too large to list are drawn from the seed."""
    from skill.lattice.notation import parse_position
    from skill.rules.perft import divide
    from skill.rules.perft import perft as count_sequences

    game = game_named(game_name, trust)
    begin = parse_position(position) if position else None
    options = options_of(game, settings)
    state = game.begin(seat_count(game, options, players), options, begin)
    if not by_first:
        total = count_sequences(game, state, depth, seed)
        return print_json({"depth": depth, "count": total}, indent=None) if as_json else say(total)
    counts = {str(action): n for action, n in divide(game, state, max(depth, 1), seed).items()}
    if as_json:
        return print_json({"depth": depth, "count": sum(counts.values()), "by_first": counts})
    for action, n in counts.items():
        say(f"{action}: {n}")
    say(sum(counts.values()))


@commands.command(epilog="Example: skillbox check tower.py --trust")
def check(
    game_name: GameName,
    count: Annotated[int, typer.Option("-n", min=1, help="Number of matches.")] = 1000,
    limit: Annotated[int, typer.Option(min=1, help="Actions after which a match has no end.")] = 5000,
    texts: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="Print instead what a catalogue of this language lacks, to be filled in.",
        ),
    ] = "",
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Plays random matches of a game and tells where it breaks the contract of games; exit code 1 if it does."""
    from skill.app.i18n import told, tr
    from skill.app.library.own_texts import missing_entries, text_faults
    from skill.table.contract import QUIET, check_game

    game = game_named(game_name, trust)
    with progress(game.slug, count, quiet=as_json) as advance:
        found = check_game(game, count, limit, advance, QUIET if texts else None)
    if texts:
        if found.matches < count and not found.faults:
            text = "{game}: {matches} matches were enough; the last {quiet} of them said nothing new"
            remark(tr(text, game=tr(game.title), matches=found.matches, quiet=QUIET))
        return say(missing_entries(game, texts, found.texts, found.plurals), nl=False)
    faults = [*found.faults, *text_faults(game, found.texts)]
    if as_json:
        kept = {"faults": faults, "untested": found.untested}
        print_json({"matches": found.matches, "actions": found.actions, **kept})
    else:
        for fault in (*faults, *found.untested):
            say(told(fault))
        title = tr(game.title)
        text = "{game}: {matches} matches with {actions} actions, {count} faults"
        one = "{game}: {matches} matches with {actions} actions, 1 fault"
        say(tr(text, one=one, game=title, matches=found.matches, actions=found.actions, count=len(faults)))
    if faults:
        raise typer.Exit(1)


def check_choice(name: str, value: str, known: Collection[str]) -> None:
    """Raises `UnknownName` unless `value` is empty or known."""
    if value and value not in known:
        values = {"name": name, "value": shortened(value), "known": ", ".join(known)}
        raise UnknownName("--{name} {value}: expected one of {known}", **values)
