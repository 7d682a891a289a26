"""Commands that play matches, watch them and look at what was kept of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from skill.bots.registry import check_seats, sitters
from skill.cli import completion
from skill.cli.arguments import (
    Bots,
    Cluster,
    GameName,
    Jobs,
    Json,
    Players,
    Seed,
    Settings,
    check_jobs,
    game_named,
    options_of,
    refuse_same,
    seat_count,
)
from skill.cli.output import print_json, progress, remark
from skill.errors import UnknownName, shortened

if TYPE_CHECKING:
    from skill.physics.versions import Versions

commands = typer.Typer()

DEMO_SEED = 6  # with it the bot brings Faraday home in some 10 simulated seconds
SeatsGiven = Annotated[
    list[str],
    typer.Option(
        "--seat",
        metavar="N=WHO",
        help=f"Who sits there: {', '.join(sitters())}. By default a person and bots, as in the window.",
        autocompletion=completion.seats,
    ),
]


@commands.command(epilog="Example: skillbox play el-dado --players 3 --seat 2=hard --seat 3=easy --set fill=rich")
def play(
    game_name: GameName,
    players: Annotated[int | None, typer.Option(help="Number of seats; by default as in the window.")] = None,
    seat: SeatsGiven = [],  # noqa: B006
    settings: Settings = [],  # noqa: B006
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn; by default a new one.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this journal or record.")] = None,
) -> None:
    """Opens the front end at one game."""
    game = game_named(game_name)
    options = options_of(game, settings)
    from skill.app.play.match_setup import usual_players, usual_seats

    count = usual_players(game, options) if players is None else players
    seats = seats_from(seat, usual_seats(game, count))
    check_seats(seats)
    game.begin(count, options)
    from skill.app.main import run

    run(game=game, players=count, options=options, seats=seats, seed=seed, resume=resume)


@commands.command(epilog="Example: skillbox demo faraday --seed 3 --out corners.gif")
def demo(
    game_name: Annotated[
        str, typer.Argument(metavar="GAME", help="The game bots play.", autocompletion=completion.games)
    ] = "faraday",
    seed: Seed = DEMO_SEED,
    players: Players = None,
    settings: Settings = [],  # noqa: B006
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.gif", help="Write an animation instead of a window.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Where the record goes; by default beside the animation.")] = None,
    as_json: Json = False,
) -> None:
    """Lets bots play one game, with real dice where it has them, in a window or an animation, and prints the result."""
    from skill.app.demo import run_demo

    game = game_named(game_name)
    if any(option.name == "attempts" for option in game.options) and not any(
        s.startswith("attempts=") for s in settings
    ):
        settings = [*settings, "attempts=1"]
    options = options_of(game, settings)
    shown = run_demo(game, seat_count(game, options, players), options, seed, out, record, remark)
    if as_json:
        return print_json(shown)
    if "result" in shown:  # it was written to files; a window has shown its result
        typer.echo(
            "\n".join([*shown["attempts"], f"result {shown['result']} ({shown['reason']}), {shown['actions']} actions"])
        )
        typer.echo(f"animation {shown['animation']} ({shown['frames']} frames), record {shown['record']}")


@commands.command(epilog="Example: skillbox simulate rasanto -n 200 --bots greedy,random --jobs 2")
def simulate(
    game_name: GameName,
    count: Annotated[int, typer.Option("-n", help="Number of matches.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Bots; the last one takes the seats left over, of more than seats some play at a time.",
            autocompletion=completion.bots,
        ),
    ] = "random",
    players: Annotated[
        int | None, typer.Option(help="Number of seats; by default one a bot, as far as the game allows.")
    ] = None,
    fixed: Annotated[
        bool, typer.Option("--fixed", help="Each bot keeps its seat; by default they take turns.")
    ] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    settings: Settings = [],  # noqa: B006
    real_rolls: Annotated[bool, typer.Option("--real-rolls", help="Roll single dice in the physical world.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Actions after which a match is broken off.")] = None,
    as_json: Json = False,
) -> None:
    """Plays many matches between bots; prints wins, scores and Elo of each bot, wins by seat, lengths and times."""
    from skill.table.simulate import seatings, standings, summary
    from skill.table.simulate import simulate as run_matches

    check_jobs(jobs)
    game = game_named(game_name)
    names = bots.split(",")
    options = options_of(game, settings)
    fewest, most = game.seats(options)
    number = min(max(fewest, len(names)), most) if players is None else players
    seated = [bots_from(names, number)] if fixed else seatings(names, number)
    begun = perf_counter()
    with progress(f"{game.slug}", count, quiet=as_json) as advance:
        outcomes = run_matches(
            game, options, seated, count, seed, jobs, lambda _: advance(), real_rolls, cluster, limit
        )
    took_s = perf_counter() - begun
    table, rows = summary(outcomes), standings(outcomes)
    if as_json:
        told = {"game": game.slug, "bots": [row._asdict() for row in rows], **table._asdict()}
        return print_json(told | {"took_s": took_s})
    typer.echo(
        f"{game.title}: {table.matches} matches, {table.mean_actions:.1f} actions and {table.wall_s / count:.3f} s each"
    )
    width = max((len(row.bot) for row in rows), default=0)
    over = max(1, table.matches - table.broken_off)
    for row in rows:
        elo = "" if row.elo is None else f"  Elo {row.elo:+5.0f} +- {row.error:.0f}"
        typer.echo(
            f"  {row.bot:<{width}}  won {row.won:8.1f} of {row.played} ({row.won / row.played:6.1%})"
            f"  mean score {row.mean_score:10.2f}{elo}"
        )
    for seat, (won, score) in enumerate(zip(table.wins, table.mean_scores, strict=True), 1):
        typer.echo(f"  seat {seat}  won {won:8.1f} ({won / over:6.1%})  mean score {score:10.2f}")
    broken_off = f", broken off {table.broken_off}" if table.broken_off else ""
    typer.echo(f"  shared {table.shared}, without a winner {table.nobody}{broken_off}")
    typer.echo(f"  {took_s:.1f} s, {table.wall_s / took_s:.2f} times as fast as the matches one after another")


@commands.command(epilog="Example: skillbox suite --bots greedy,random,random")
def suite(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="By default A1 A2 A3 A4.", autocompletion=completion.games)
    ] = [],  # noqa: B006
    bots: Bots = "greedy",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 3,
    keep: Annotated[bool, typer.Option("--keep", help="Begin each game from the pyramid the last one left.")] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Lets bots play several games one after another: 2 points for a win, 1 for a shared one."""
    from skill.rules.shared.kit import best
    from skill.table.suite import play_suite, suite_games

    check_jobs(jobs)
    seats = bots_from(bots.split(","), players)
    rows = []
    for played in play_suite(suite_games(games), players, seats, seed, keep, jobs):
        rows.append({"game": played.game.slug, "result": str(played.result), "points": played.points})
        if not as_json:
            points = " ".join(map(str, played.points))
            typer.echo(f"{played.game.title:<24} {played.result}  winners {played.result.winners}  points {points}")
        winners = best(played.points)
    if as_json:
        print_json(rows)
    else:
        typer.echo(f"most points: seat {', '.join(map(str, winners))}")


@commands.command(epilog="Example: skillbox replay match.txt --check")
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record or journal.")],
    check: Annotated[bool, typer.Option("--check", help="Verify every action, attempt and the result.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.gif|png", help="Render it as an animation or picture.")
    ] = None,
    window: Annotated[bool, typer.Option("--window", help="Look at it in the window, on a time line.")] = False,
    as_json: Json = False,
) -> None:
    """Shows, verifies or renders a record."""
    from skill.table.record import naming, read_record
    from skill.table.replay import check_record, described, made_with

    found = read_record(record)
    if out is not None:
        refuse_same("--out", out, record)
    if window:
        from skill.app.main import run

        return run(record=record)
    if check:
        from skill.physics.versions import versions_here

        faults = check_record(found, record.parent)
        made, here = made_with(found, record.parent), versions_here()
        if as_json:
            told = {"record": str(record), "actions": len(found.played), "faults": faults}
            print_json(told | {"made_with": made, "here": here})
        else:
            typer.echo("\n".join(faults) or f"{record}: {len(found.played)} actions, result {found.result}: all agree")
            for line in version_lines(made, here, bool(faults)):
                typer.echo(line)
        if faults:
            raise typer.Exit(1)
    if out is not None:
        from skill.app.demo import render_record

        with naming(str(record)):
            render_record(found, record.parent, out)
        typer.echo(f"{out}: written", err=as_json)
    if not check and out is None:
        with naming(str(record)):
            lines = list(described(found))
        if as_json:
            return print_json(lines)
        typer.echo("\n".join(lines))


def version_lines(made: list[Versions], here: Versions, has_failed: bool) -> Iterator[str]:
    """A sentence for each set of versions with which traces were made and that are not those here.

    That traces do not say their versions is told if the check has failed.
    """
    from skill.physics.versions import apart

    for versions in made:
        then, now = apart(versions, here)
        may_differ = "; other versions may round otherwise, and then dice roll otherwise" if has_failed else ""
        if not versions and has_failed:
            yield f"traces do not say with what versions they were made; here are {listed(here)}"
        elif versions and (then or now):
            yield f"traces were made with {listed(then)}; here are {listed(now)}{may_differ}"


def listed(versions: Versions) -> str:
    """Versions for reading: `numpy 2.4.6, pybullet 3.2.7`."""
    return ", ".join(f"{name} {number}" for name, number in versions.items()) or "none of these"


def seats_from(given: list[str], usual: Sequence[str]) -> tuple[str, ...]:
    """Who sits where, from `2=hard` and the like; on the rest whoever usually does. Raises `UnknownName`."""
    seats, players = list(usual), len(usual)
    for text in given:
        number, equals, who = text.partition("=")
        if not equals or number not in map(str, range(1, players + 1)):
            wrong = "--seat {given}: expected N=WHO with N from 1 to {players}, such as 2=hard"
            raise UnknownName(wrong, given=shortened(text), players=players)
        seats[int(number) - 1] = who
    return tuple(seats)


def bots_from(names: list[str], players: int) -> tuple[str, ...]:
    """The bot of each seat; the last one named sits on the rest."""
    return tuple(names[:players] + names[-1:] * (players - len(names)))
