"""Commands that play matches, show them, and look at their records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skill.bots.registry import check_seats, sitters
from skill.cli import completion
from skill.cli.arguments import (
    Bots,
    Cluster,
    DiceLook,
    Engine,
    GameName,
    Jobs,
    Json,
    Material,
    OwnGames,
    PlateLook,
    Players,
    SceneOf,
    Seed,
    Settings,
    Trust,
    check_jobs,
    check_looks,
    few_seats,
    game_named,
    material_named,
    none_with,
    options_of,
    refuse_same,
    scene_named,
    seat_count,
    take_up,
    variants_of,
)
from skill.cli.output import print_json, progress, remark, result_text, say, tell_engine, tell_written
from skill.errors import FileError, UnknownName, Words, shortened, words_of

if TYPE_CHECKING:
    from skill.physics.versions import Versions
    from skill.rules.game import AnyGame
    from skill.rules.options import Options
    from skill.table.record import Record
    from skill.table.simulate import Outcome

commands = typer.Typer()

DEMO_SEED = 1  # with it the bot brings Faraday home in some 9 simulated seconds
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
    context: typer.Context,
    game_name: GameName,
    players: Annotated[
        int | None, typer.Option(callback=few_seats, help="Number of seats; by default as in the window.")
    ] = None,
    seat: SeatsGiven = [],  # noqa: B006
    settings: Settings = [],  # noqa: B006
    material: Material = None,
    scene: SceneOf = None,
    engine: Engine = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn; by default a new one.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this journal or record.")] = None,
    trust: Trust = False,
) -> None:
    """Opens the front end at one game."""
    if resume is not None:
        none_with(context, "--resume", "--players", "--seat", "--set", "--material", "--scene", "--seed")
    game = game_named(game_name, trust)
    options = options_of(game, settings, material, scene, players)
    from skill.app.play.match.setup import usual_players, usual_seats

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
    material: Material = None,
    scene: SceneOf = None,
    engine: Engine = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.gif", help="Write an animation instead of a window.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Where the record goes; by default beside the animation.")] = None,
    plate: PlateLook = None,
    dice: DiceLook = None,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Lets bots play one game, with real dice where it has them, in a window or an animation, and prints the result."""
    from skill.app.demo import run_demo
    from skill.app.i18n import tr

    check_looks(out, plate, dice)
    game = game_named(game_name, trust)
    if any(option.name == "attempts" for option in game.options) and not any(
        s.startswith("attempts=") for s in settings
    ):
        settings = [*settings, "attempts=1"]
    options = options_of(game, settings, material, scene, players)
    shown = run_demo(game, seat_count(game, options, players), options, seed, out, record, remark)
    if as_json:
        return print_json(shown)
    if "result" in shown:  # it was written to files; a window has shown its result
        for attempt in shown["attempts"]:
            say(attempt)
        for name in shown["engines"]:
            tell_engine(name)
        say(result_text(shown["result"], shown["reason"], shown["actions"]))
        text = "animation {animation} ({frames} frames), record {record}"
        say(tr(text, animation=shown["animation"], frames=shown["frames"], record=shown["record"]))


@commands.command(epilog="Example: skillbox simulate rasanto -n 200 --bots greedy,random --jobs 2")
def simulate(
    game_name: GameName,
    count: Annotated[int, typer.Option("-n", help="Number of matches.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Bots. The last one takes the seats left over; of more bots than seats, some play at a time.",
            autocompletion=completion.bots,
        ),
    ] = "random",
    players: Annotated[
        int | None,
        typer.Option(callback=few_seats, help="Number of seats; by default one a bot, as far as the game allows."),
    ] = None,
    fixed: Annotated[
        bool, typer.Option("--fixed", help="Each bot keeps its seat; by default they take turns.")
    ] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    settings: Settings = [],  # noqa: B006
    material: Material = None,
    scene: SceneOf = None,
    engine: Engine = None,
    real_rolls: Annotated[bool, typer.Option("--real-rolls", help="Roll single dice in the physical world.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Actions after which a match is broken off.")] = None,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Plays many matches between bots; prints wins, scores and Elo of each bot, wins by seat, lengths and times.

    Where an option has several values, as in --set turns=3,6, each is played, and the variants stand side by side.
    """
    from skill.analyse.report import elo_fact
    from skill.app.i18n import number_text, tr
    from skill.app.library.findings import shown
    from skill.intervals import decimals
    from skill.table.simulate import seatings, standings, summary
    from skill.table.simulate import simulate as run_matches

    check_jobs(jobs)
    game = game_named(game_name, trust)
    names = bots.split(",")
    variants = variants_of(game, settings)

    def agreed(chosen: list[str]) -> tuple[Options, list[tuple[str, ...]]]:
        """The options of a variant, and who sits where in it."""
        options = options_of(game, chosen, material, scene, players)
        fewest, most = game.seats(options)
        number = min(max(fewest, len(names)), most) if players is None else players
        return options, [bots_from(names, number)] if fixed else seatings(names, number)

    if len(variants) > 1:
        played = [(chosen, *agreed(chosen)) for chosen in variants]
        with progress(f"{game.slug}", count * len(variants), quiet=as_json) as advance:
            how = (count, seed, jobs, lambda _: advance(), real_rolls, cluster, limit)
            found = [(chosen, run_matches(game, options, seated, *how)) for chosen, options, seated in played]
        return tell_variants(game, found, as_json)
    options, seated = agreed(settings)
    begun = perf_counter()
    with progress(f"{game.slug}", count, quiet=as_json) as advance:
        outcomes = run_matches(
            game, options, seated, count, seed, jobs, lambda _: advance(), real_rolls, cluster, limit
        )
    took_s = perf_counter() - begun
    table, rows = summary(outcomes), standings(outcomes)
    engines = sorted(set().union(*(outcome.engines for outcome in outcomes)))
    if as_json:
        told = {"game": game.slug, "engines": engines, "bots": [row._asdict() for row in rows], **table._asdict()}
        return print_json(told | {"took_s": took_s})
    text = "{game}: {count} matches, {actions} actions and {time} s each"
    one = "{game}: one match, {actions} actions and {time} s"
    time = number_text(table.wall_s / count, ".3f")
    actions = number_text(table.mean_actions)
    say(tr(text, one=one, game=tr(game.title), count=table.matches, actions=actions, time=time))
    for name in engines:
        tell_engine(name)
    width = max((len(row.bot) for row in rows), default=0)
    over = max(1, table.matches - table.broken_off)
    share_form = f"6.{decimals(50 / sqrt(over), 1)}%"  # as many digits as so many matches bear
    for row in rows:
        elo = ""
        if row.elo is not None:
            elo = f"  Elo {0 if row is rows[0] else shown(elo_fact(row.elo, row.low, row.high))}"
        won, share = number_text(row.won, "8.1f"), number_text(row.won / row.played, share_form)
        text = "  {bot}  won {won} of {played} ({share})  mean score {score}"
        score = number_text(row.mean_score, "10.2f")
        line = tr(text, bot=f"{row.bot:<{width}}", won=won, played=row.played, share=share, score=score)
        say(line + elo)
    for seat, (wins, mean) in enumerate(zip(table.wins, table.mean_scores, strict=True), 1):
        won, share, score = number_text(wins, "8.1f"), number_text(wins / over, share_form), number_text(mean, "10.2f")
        say(tr("  seat {seat}  won {won} ({share})  mean score {score}", seat=seat, won=won, share=share, score=score))
    text = "  shared {shared}, without a winner {nobody}"
    if table.broken_off:
        text = "  shared {shared}, without a winner {nobody}, broken off {broken_off}"
    say(tr(text, shared=table.shared, nobody=table.nobody, broken_off=table.broken_off))
    text = "  {time} s, {faster} times as fast as the matches one after another"
    say(tr(text, time=number_text(took_s), faster=number_text(table.wall_s / took_s, ".2f")))


def tell_variants(game: AnyGame, found: list[tuple[list[str], list[Outcome]]], as_json: bool) -> None:
    """Prints variants side by side: of each the share of each seat and the mean length with what they lie between with
    95 %, and how scores are distributed."""
    from skill.analyse.measures import quarters
    from skill.app.i18n import number_text, tr
    from skill.intervals import mean_between, wilson
    from skill.table.simulate import summary

    if as_json:
        return print_json({"game": game.slug, "variants": [{"set": s, **summary(o)._asdict()} for s, o in found]})
    say(tr("{game}: {count} matches of each variant", game=tr(game.title), count=len(found[0][1])))
    for chosen, outcomes in found:
        lengths = [float(outcome.actions) for outcome in outcomes]
        say(" ".join(chosen))
        text = "  actions {actions} ({low} to {high})" if (between := mean_between(lengths)) else "  actions {actions}"
        low, high = map(number_text, between or (0.0, 0.0))
        say(tr(text, actions=number_text(fmean(lengths)), low=low, high=high))
        over = [outcome.result for outcome in outcomes if outcome.result]
        for seat in range(1, len(outcomes[0].seats) + 1):
            shares = [(seat in result.winners) / len(result.winners) if result.winners else 0.0 for result in over]
            low, high = (number_text(value, ".0%") for value in wilson(shares))
            share = number_text(fmean(shares) if shares else 0.0, ".0%")
            spread = " ".join(number_text(score, "g") for score in quarters([r.scores[seat - 1] for r in over]))
            text = "  seat {seat}  won {share} ({low} to {high})  scores {scores}"
            say(tr(text, seat=seat, share=share, low=low, high=high, scores=spread or "-"))
    say(tr("In brackets stands between what a figure lies with 95 %."))
    say(tr("Scores: the lowest, a quarter, the middle, three quarters, the highest."))


@commands.command(epilog="Example: skillbox suite --bots greedy,random,random")
def suite(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="By default A1 A2 A3 A4.", autocompletion=completion.games)
    ] = [],  # noqa: B006
    bots: Bots = "greedy",
    players: Annotated[int, typer.Option(callback=few_seats, help="Number of seats.")] = 3,
    keep: Annotated[bool, typer.Option("--keep", help="Begin each game from the pyramid the last one left.")] = False,
    minutes: Annotated[int | None, typer.Option(help="Choose three to five games that last so long in all.")] = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Lets bots play several games one after another: 2 points for a win, 1 for a shared one.

    In the window the same is an evening of games, between people too, which is kept and gone on with.
    """
    from skill.app.i18n import tr
    from skill.rules.shared.kit import best
    from skill.table.evening import chosen_games
    from skill.table.suite import play_suite, suite_games

    check_jobs(jobs)
    seats = bots_from(bots.split(","), players)
    if minutes is not None and games:
        raise UnknownName("--minutes {minutes}: chooses the games; expected none to be named", minutes=minutes)
    played_games = suite_games(games) if minutes is None else chosen_games(players, minutes, seed)
    rows = []
    for played in play_suite(played_games, players, seats, seed, keep, jobs):
        rows.append({"game": played.game.slug, "result": str(played.result), "points": played.points})
        if not as_json:
            points = " ".join(map(str, played.points))
            text = "{game} {result}  winners {winners}  points {points}"
            winners = ", ".join(map(str, played.result.winners)) or "-"
            title = f"{tr(played.game.title):<24}"
            say(tr(text, game=title, result=played.result, winners=winners, points=points))
        ahead = best(played.points)
    if as_json:
        print_json(rows)
    else:
        say(tr("most points: seat {seats}", seats=", ".join(map(str, ahead))))


@commands.command(epilog="Example: skillbox replay match.txt --check")
def replay(
    context: typer.Context,
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record or journal, or several in one file.")],
    number: Annotated[int | None, typer.Option(help="Which record of several, from 1.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Verify every action, attempt and the result.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.gif|png", help="Render it as an animation or picture.")
    ] = None,
    plate: PlateLook = None,
    dice: DiceLook = None,
    window: Annotated[bool, typer.Option("--window", help="Look at it in the window, on a time line.")] = False,
    own: OwnGames = [],  # noqa: B006
    trust: Trust = False,
    material: Material = None,
    scene: SceneOf = None,
    as_json: Json = False,
) -> None:
    """Shows, verifies or renders a record; of several in one file it lists or verifies all, unless one is named.

    With --material or --scene, this is what the same hands would have done with such dice or in such a scene.
    """
    from skill.app.i18n import told, tr
    from skill.table.record import Record, naming, read_records
    from skill.table.replay import described

    for option, value in (("--material", material), ("--scene", scene)):
        if value is not None and not check and out is None:
            raise UnknownName(
                "{option} {value}: expected --check or --out with it", option=option, value=shortened(value)
            )
    check_looks(out, plate, dice)
    other = (material, scene)
    if window:
        none_with(context, "--window", "--check", "--out", "--json")
    if out is not None:
        from skill.files import PICTURE, place_of

        refuse_same("--out", out, record)
        place_of(out, PICTURE)
    games = take_up(own, trust)
    several = read_records(record)
    for each in several:
        if isinstance(each, Record) and each.changed:
            remark(tr("warning: {text}", text=told(each.changed)))
    if number is None and len(several) > 1:
        if out is not None or window:
            wrong = "{file}: {count} records; expected --number with a number from 1 to {count}"
            raise UnknownName(wrong, file=record, count=len(several))
        return check_all(several, record, other, as_json) if check else list_records(several, record, as_json)
    if not 1 <= (number or 1) <= len(several) or number == 0:
        wrong = "{source}: record {number}; expected a number from 1 to {count}"
        raise UnknownName(wrong, source=record, number=number, count=len(several))
    found = several[(number or 1) - 1]
    if isinstance(found, FileError):
        raise found
    if window:
        from skill.app.main import run

        return run(record=record, number=number, own=games)
    if check:
        answer = checked(found, record, *other)
        if as_json:
            print_json(answer)
        else:
            tell_checked(found, answer, record)
        if answer["faults"]:
            raise typer.Exit(1)
    if out is not None:
        from skill.app.demo import render_record

        with naming(str(record)):
            render_record(found, record.parent, out, material_named(material), scene_of(found, scene))
        tell_written(out, err=as_json)
    if not check and out is None:
        with naming(str(record)):
            lines = list(described(found))
        if as_json:
            return print_json(lines)
        say("\n".join(map(told, lines)))


def scene_of(found: Record, scene: str | None) -> str:
    """A scene by its name or file, at the level of a record. Raises `FileError`."""
    return scene_named(scene, str(found.options.get("level", "book")))


def checked(found: Record, file: Path, material: str | None, scene: str | None) -> dict[str, Any]:
    """What the check of a record finds, with the dice of a material, in a scene; its traces lie beside its file."""
    from skill.physics.versions import versions_here
    from skill.table.record import naming
    from skill.table.replay import check_record, made_with

    with naming(str(file)):
        faults = check_record(found, file.parent, material_named(material), scene_of(found, scene))
    made = made_with(found, file.parent)
    answer = {"record": str(file), "actions": len(found.played), "faults": faults}
    return answer | {"made_with": made, "here": versions_here()}


def tell_checked(found: Record, answer: Mapping[str, Any], name: Path | str) -> None:
    """Prints what the check of a record has found."""
    from skill.app.i18n import told, tr

    for fault in answer["faults"]:
        say(told(fault))
    if not answer["faults"]:
        text = "{file}: {count} actions, result {result}: all agree"
        one = "{file}: one action, result {result}: all agree"
        say(tr(text, one=one, file=name, count=len(found.played), result=found.result))
    for line in version_lines(answer["made_with"], answer["here"], bool(answer["faults"])):
        say(told(line))


def check_all(
    several: Sequence[Record | FileError], file: Path, other: tuple[str | None, str | None], as_json: bool
) -> None:
    """Checks every record of a file; what is wrong with one does not keep the others from being checked."""
    from skill.app.i18n import told, tr

    answers = []
    for number, found in enumerate(several, 1):
        if isinstance(found, FileError):
            answer: dict[str, Any] = {"record": str(file), "faults": [words_of(found)]}
        else:
            answer = checked(found, file, *other)
        answers.append({"number": number, **answer})
        if as_json:
            continue
        if answer["faults"]:
            say(tr("record {number}:", number=number))
        if isinstance(found, FileError):
            say(told(found))
        else:
            tell_checked(found, answer, tr("record {number}", number=number))
    wrong = sum(bool(answer["faults"]) for answer in answers)
    if as_json:
        print_json(answers)
    else:
        text = "{file}: {count} records, {wrong} with faults"
        one = "{file}: 1 record, {wrong} with faults"
        say(tr(text, one=one, file=file, count=len(several), wrong=wrong))
    if wrong:
        raise typer.Exit(1)


def list_records(several: Sequence[Record | FileError], file: Path, as_json: bool) -> None:
    """Prints a line for each record of a file."""
    from skill.app.i18n import told, tr

    lines, data = [], []
    for number, found in enumerate(several, 1):
        if isinstance(found, FileError):
            lines.append(f"{number:4}  {told(found)}")
            data.append({"number": number, "fault": words_of(found)})
        else:
            lines.append(f"{number:4}  {tr(found.game.title)}  {' '.join(found.seats)}  {found.result}")
            about = {
                "game": found.game.slug,
                "seats": found.seats,
                "actions": len(found.played),
                "result": found.result,
            }
            data.append({"number": number, **about})
    if as_json:
        return print_json(data)
    say(tr("{file}: {count} records; --number N shows one", file=file, count=len(several)))
    say("\n".join(lines))


def version_lines(made: list[Versions], here: Versions, has_failed: bool) -> Iterator[Words]:
    """A sentence for each set of versions with which traces were made and that are not those here.

    That traces do not say their versions is told if the check has failed.
    """
    from skill.physics.versions import apart

    for versions in made:
        then, now = apart(versions, here)
        if not versions and has_failed:
            yield Words("traces do not say with what versions they were made; here are {here}", here=listed(here))
        elif versions and (then or now):
            text = "traces were made with {versions}; here are {here}"
            if has_failed:
                text = (
                    "traces were made with {versions}; here are {here}; other versions may round otherwise, and then "
                    "dice roll otherwise"
                )
            yield Words(text, versions=listed(then), here=listed(now))


def listed(versions: Versions) -> str:
    """Versions for reading: `numpy 2.4.6, pybullet 3.2.7`."""
    return ", ".join(f"{name} {number}" for name, number in versions.items()) or Words("none of these")


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
