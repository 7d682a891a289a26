"""The command line: `skillbox`. Each command loads what it needs when it runs, so that all start in a blink.

Exit codes: 0 done, 1 a check failed, 2 bad input.
"""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from skill import __version__
from skill.errors import FileError, SkillboxError, UnknownName

if TYPE_CHECKING:
    from skill.rules.game import AnyGame
    from skill.rules.options import Options

app = typer.Typer(
    help="The sandbox for Reinhold Wittig's dice-pyramid games. Without a command it opens the front end.",
    epilog="Example: skillbox demo faraday --seed 3",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
scene_app = typer.Typer(help="Looks after scene files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(scene_app, name="scene")

DEMO_SEED = 6  # with it the bot brings Faraday home in some 10 simulated seconds
EVERY_CORE = -1  # in the place of a number of processes
GameName = Annotated[str, typer.Argument(metavar="GAME", help="Number, slug, beginning of a slug, or a .py file.")]
Settings = Annotated[
    list[str], typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; repeatable.")
]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Seed = Annotated[int, typer.Option(help="Seed of everything that is drawn.")]
Jobs = Annotated[int, typer.Option(help=f"Processes at once; {EVERY_CORE} for every core.")]
Players = Annotated[int | None, typer.Option(help="Number of seats; by default the fewest the game allows.")]


@app.callback(invoke_without_command=True)
def front(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Opens the front end if no command is given."""
    if version:
        typer.echo(f"skillbox {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from skill.app.main import run

        run()


@app.command(name="list", epilog="Example: skillbox list --family demolition --players 4")
def list_games(
    family: Annotated[str, typer.Option(help="Only this family.")] = "",
    players: Annotated[int | None, typer.Option(help="Only games for this many.")] = None,
    kind: Annotated[str, typer.Option(help="Only turns, race, hybrid or physics.")] = "",
    as_json: Json = False,
) -> None:
    """Lists the games of the catalogue."""
    from skill.rules.catalogue import all_games
    from skill.rules.game import FAMILIES, KINDS

    check_choice("family", family, FAMILIES)
    check_choice("kind", kind, KINDS)
    games = [
        game
        for game in all_games()
        if family in ("", game.family)
        and kind in ("", game.kind)
        and (
            players is None or any(low <= players <= high for low, high in (game.players, *game.players_with.values()))
        )
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
        return typer.echo(json.dumps(rows, indent=2))
    for row in rows:
        typer.echo(f"{row['number']:>3}  {row['slug']:<20} {row['players']:>4}  {row['kind']:<8} {row['summary']}")
    typer.echo(f"{len(rows)} game{'s' * (len(rows) != 1)}")


@app.command(epilog="Example: skillbox rules 39")
def rules(game_name: GameName, as_json: Json = False) -> None:
    """Prints the rules of one game, its options and their defaults."""
    game = game_named(game_name)
    if as_json:
        options = [option._asdict() | {"expected": option.expected} for option in game.all_options]
        text = game.text._asdict() | {"number": game.number, "title": game.title, "options": options}
        return typer.echo(json.dumps(text, indent=2))
    from skill.rules.game import rules_page

    typer.echo(rules_page(game))


@app.command(epilog="Example: skillbox play el-dado --players 3 --seat 2=greedy --seat 3=random --set fill=rich")
def play(
    game_name: GameName,
    players: Players = None,
    seat: Annotated[list[str], typer.Option(metavar="N=WHO", help="Who sits there: human, random, greedy.")] = [],  # noqa: B006
    settings: Settings = [],  # noqa: B006
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn; by default a new one.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this journal or record.")] = None,
) -> None:
    """Opens the front end at one game."""
    from skill.bots.registry import check_seats

    game = game_named(game_name)
    options = options_of(game, settings)
    count = seat_count(game, options, players)
    seats = seats_from(seat, count)
    check_seats(seats)
    game.begin(count, options)
    from skill.app.main import run

    run(game=game, players=count, options=options, seats=seats, seed=seed, resume=resume)


@app.command(epilog="Example: skillbox demo faraday --seed 3 --out corners.gif")
def demo(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game bots play.")] = "faraday",
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
    say = partial(typer.echo, err=True)
    options = options_of(game, settings)
    told = run_demo(game, seat_count(game, options, players), options, seed, out, record, say)
    if as_json:
        return typer.echo(json.dumps(told, indent=2))
    if "result" in told:  # it was written to files; a window has shown its result
        typer.echo(
            "\n".join([*told["attempts"], f"result {told['result']} ({told['reason']}), {told['actions']} actions"])
        )
        typer.echo(f"animation {told['animation']} ({told['frames']} frames), record {told['record']}")


@app.command(epilog="Example: skillbox simulate rasanto -n 200 --bots greedy,random --jobs 2")
def simulate(
    game_name: GameName,
    count: Annotated[int, typer.Option("-n", help="Number of matches.")] = 100,
    bots: Annotated[
        str, typer.Option(metavar="A,B", help="A bot for each seat; the last one sits on the rest.")
    ] = "random",
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = 1,
    settings: Settings = [],  # noqa: B006
    real_rolls: Annotated[bool, typer.Option("--real-rolls", help="Roll single dice in the physical world.")] = False,
    as_json: Json = False,
) -> None:
    """Plays many matches between bots and prints wins, scores, lengths and times."""
    from skill.table.simulate import simulate as run_matches
    from skill.table.simulate import summary

    check_jobs(jobs)
    game = game_named(game_name)
    names = bots.split(",")
    options = options_of(game, settings)
    number = max(seat_count(game, options, players), len(names) if players is None else 0)
    seats = tuple(names[:number] + names[-1:] * (number - len(names)))
    with progress(f"{game.slug}", count, quiet=as_json) as advance:
        outcomes = run_matches(
            game, number, options, seats, count, seed, jobs, on_done=lambda _: advance(), real_rolls=real_rolls
        )
    table = summary(outcomes)
    if as_json:
        return typer.echo(json.dumps({"game": game.slug, "bots": seats} | table._asdict(), indent=2))
    typer.echo(
        f"{game.title}: {table.matches} matches, {table.mean_actions:.1f} actions and {table.wall_s / count:.3f} s each"
    )
    for n, name in enumerate(seats):
        share = table.wins[n] / table.matches
        score = f"mean score {table.mean_scores[n]:10.2f}"
        typer.echo(f"  seat {n + 1} {name:<8} wins {table.wins[n]:8.1f} ({share:6.1%})  {score}")
    typer.echo(f"  shared {table.shared}, without a winner {table.nobody}")


@app.command(epilog="Example: skillbox suite --bots greedy,random,random")
def suite(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="By default A1 A2 A3 A4.")] = [],  # noqa: B006
    bots: Annotated[
        str, typer.Option(metavar="A,B", help="A bot for each seat; the last one sits on the rest.")
    ] = "greedy",
    players: Annotated[int, typer.Option(help="Number of seats.")] = 3,
    keep: Annotated[bool, typer.Option("--keep", help="Begin each game from the pyramid the last one left.")] = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Lets bots play several games one after another: 2 points for a win, 1 for a shared one."""
    from skill.rules.shared.kit import best
    from skill.table.suite import play_suite, suite_games

    names = bots.split(",")
    seats = tuple(names[:players] + names[-1:] * (players - len(names)))
    rows = []
    for played in play_suite(suite_games(games), players, seats, seed, keep):
        rows.append({"game": played.game.slug, "result": str(played.result), "points": played.points})
        if not as_json:
            points = " ".join(map(str, played.points))
            typer.echo(f"{played.game.title:<24} {played.result}  winners {played.result.winners}  points {points}")
        winners = best(played.points)
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
    else:
        typer.echo(f"most points: seat {', '.join(map(str, winners))}")


@app.command(epilog="Example: skillbox replay match.txt --check")
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
    from skill.table.replay import check_record, described

    found = read_record(record)
    if out is not None:
        refuse_same("--out", out, record)
    if window:
        from skill.app.main import run

        return run(record=record)
    if check:
        faults = check_record(found, record.parent)
        if as_json:
            typer.echo(json.dumps({"record": str(record), "actions": len(found.played), "faults": faults}, indent=2))
        else:
            typer.echo("\n".join(faults) or f"{record}: {len(found.played)} actions, result {found.result}: all agree")
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
        typer.echo(json.dumps(lines, indent=2) if as_json else "\n".join(lines))


@app.command(epilog="Example: skillbox perft rasanto --set first_player=1 --depth 3 --divide")
def perft(
    game_name: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many actions deep.")],
    players: Players = None,
    settings: Settings = [],  # noqa: B006
    position: Annotated[str, typer.Option("--from", metavar="POSITION", help="Begin from this position.")] = "",
    seed: Seed = 0,
    by_first: Annotated[bool, typer.Option("--divide", help="Split by the first action.")] = False,
    as_json: Json = False,
) -> None:
    """Counts the sequences of actions to a depth; set-ups too large to list are drawn from the seed."""
    from skill.lattice.notation import parse_position
    from skill.rules.perft import divide
    from skill.rules.perft import perft as count_sequences

    game = game_named(game_name)
    begin = parse_position(position) if position else None
    options = options_of(game, settings)
    state = game.begin(seat_count(game, options, players), options, begin)
    if not by_first:
        total = count_sequences(game, state, depth, seed)
        return typer.echo(json.dumps({"depth": depth, "count": total}) if as_json else total)
    counts = {str(action): n for action, n in divide(game, state, max(depth, 1), seed).items()}
    if as_json:
        return typer.echo(json.dumps({"depth": depth, "count": sum(counts.values()), "by_first": counts}, indent=2))
    for action, n in counts.items():
        typer.echo(f"{action}: {n}")
    typer.echo(sum(counts.values()))


@app.command(epilog="Example: skillbox new tower")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: small letters, digits, _.")],
    scene: Annotated[bool, typer.Option("--scene", help="Write a physical scene as well.")] = False,
) -> None:
    """Writes a small working game of your own with its test, into this folder."""
    from skill.new import write_game

    for path in write_game(name, Path(), scene):
        typer.echo(f"{path}: written")
    typer.echo(f"Next: pytest test_{name}.py, then skillbox play {name}.py")


@scene_app.command(name="list", epilog="Example: skillbox scene list")
def list_scenes(as_json: Json = False) -> None:
    """Lists the scenes that can be played."""
    from skill.physics.scene import load_scene, scene_names

    scenes = {name: load_scene(name).title for name in scene_names()}
    typer.echo(json.dumps(scenes, indent=2) if as_json else "\n".join(f"{n:<16} {t}" for n, t in scenes.items()))


@scene_app.command(name="new", epilog="Example: skillbox scene new tower")
def new_scene(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called: small letters, digits, - and _.")],
) -> None:
    """Writes a scene file to start from into this folder, a plate in two hands; what it leaves out is as usual."""
    from skill.new import write_scene

    path = write_scene(name, Path())
    typer.echo(f"{path}: written\nNext: edit it, then skillbox scene check {path}")


@scene_app.command(epilog="Example: skillbox scene check scenes/faraday.toml")
def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Scenes, materials, measurements, sheets of Roll to the Top."),
    ],
) -> None:
    """Checks scene, material, measurements and sheet files and says what is wrong where."""
    from skill.physics.scene import check as check_scene
    from skill.rules.shared.sheets import load_sheet, warnings

    for file in files:
        found: list[str] = []
        keys = keys_of(file)
        if keys & {"vary", "measurement"}:
            from skill.tune.measurements import load_measurements

            load_measurements(file)
        elif keys & {"slug", "squares"}:
            found = warnings(load_sheet(str(file)))
        else:
            check_scene(file)
        typer.echo("\n".join([f"{file}: good", *(f"  but {warning}" for warning in found)]))


@app.command(epilog="Example: skillbox lab slide-distance --set speed_m_s=0.8 --converge")
def lab(
    experiment_name: Annotated[str, typer.Argument(metavar="[EXPERIMENT]", help="One of them; by default all.")] = "",
    material: Annotated[str, typer.Option(help="A material's name or file; by default plastic.")] = "plastic",
    settings: Annotated[
        list[str], typer.Option("--set", metavar="CONDITION=VALUE", help="A condition of the experiment; repeatable.")
    ] = [],  # noqa: B006
    converge: Annotated[
        bool,
        typer.Option("--converge", help="Also at coarser and finer time steps, and with fewer and more iterations."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Asks the physical world questions with known answers: predicted against simulated."""
    from skill.physics.lab import EXPERIMENTS, REFINEMENTS, converged, find_experiment, run
    from skill.physics.scene import load_material, load_scene

    chosen = [find_experiment(experiment_name)] if experiment_name else list(EXPERIMENTS.values())
    if settings and not experiment_name:
        raise UnknownName(f"--set {settings[0]}: expected the name of one experiment before it")
    scene = load_scene("lab").model_copy(update={"material": load_material(material)})
    given = {name: number_of(name, value) for name, value in pairs_of(settings, "CONDITION")}
    rows: list[dict[str, Any]] = []
    with progress("experiments", len(chosen), as_json) as done:
        for experiment in chosen:
            if converge:
                found = [pair for setting in REFINEMENTS for pair in converged(experiment, scene, given, setting)]
            else:
                found = [(scene, run(experiment, scene, given))]
            for tried, answer in found:
                fineness = {"step_s": tried.step_s, "iterations": tried.engine.solver_iterations}
                rows.append({**fineness, **answer._asdict(), "error": answer.error})
            done()
    if as_json:
        return typer.echo(json.dumps(finite(rows), indent=2))
    head = f"{'experiment':<20} {'step ms':>8} {'iterations':>10}"
    typer.echo(f"{head} {'predicted':>10} {'simulated':>10} {'error':>8}  unit")
    for row in rows:
        predicted = "-" if row["predicted"] is None else f"{row['predicted']:.4g}"
        share = finite(row["error"])
        error = "-" if share is None else f"{100 * share:+.1f} %" if row["predicted"] else "abs."
        line = f"{row['experiment']:<20} {1000 * row['step_s']:>8.2f} {row['iterations']:>10}"
        typer.echo(f"{line} {predicted:>10} {row['simulated']:>10.4g} {error:>8}  {row['unit']}")
    for experiment in chosen:
        if experiment.caveat:
            typer.echo(f"\n{experiment.name}, {experiment.theory}: {experiment.caveat}")


@app.command(epilog="Example: skillbox tune --example > mine.toml; skillbox tune mine.toml --out mine-material.toml")
def tune(
    file: Annotated[Path | None, typer.Argument(metavar="MEASUREMENTS.toml", help="What was measured.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Write the material that fits best.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a report with plots.")] = None,
    grid: Annotated[int, typer.Option(metavar="N", help="Sweep a grid of N values each instead, as CSV.")] = 0,
    jobs: Jobs = 1,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to use instead.")] = None,
    example: Annotated[bool, typer.Option("--example", help="Print a measurements file with its procedure.")] = False,
    as_json: Json = False,
) -> None:
    """Fits friction and its fellows to what was measured on a real table.

    Every finished evaluation is kept in a journal beside the measurements, so that a run that was stopped goes on.
    """
    from skill.tune.measurements import example as example_text
    from skill.tune.measurements import load_measurements

    if example:
        return typer.echo(example_text(), nl=False)
    if file is None:
        raise UnknownName("tune: expected a measurements file; `skillbox tune --example` prints one")
    check_jobs(jobs)
    from skill.plots import write
    from skill.tune.evaluate import Evaluator
    from skill.tune.fit import fit
    from skill.tune.grid import csv_text, sweep
    from skill.tune.material import fitted, write_material
    from skill.tune.report import parameter_lines, write_report, write_sweep_plot

    measurements = load_measurements(file)
    journal = file.with_suffix(".journal")
    refuse_same("its journal", journal, file)
    if out is not None:
        refuse_same("--out", out, file, journal)
    say = partial(typer.echo, err=True)
    with rounds(quiet=as_json) as (on_round, on_start, on_done):
        evaluator = Evaluator(measurements.scene, journal, jobs, cluster, on_start, on_done)
        if evaluator.found:
            say(f"{journal}: {evaluator.found} evaluations are there already")
        try:
            if grid:
                on_round("sweep")
                swept = sweep(measurements, evaluator, grid)
            else:
                found = fit(measurements, evaluator, on_round)
        except KeyboardInterrupt:
            say(f"stopped: {evaluator.simulated} new evaluations are in {journal}; the same command goes on from there")
            raise
    if grid:
        if out is not None:
            write(out, csv_text(measurements, swept))
        if report is not None:
            say(f"{write_sweep_plot(report, swept)}: written")
        if as_json:
            return typer.echo(json.dumps(finite({"best": swept.best, "chi_square": float(swept.chi2.min())}), indent=2))
        table = csv_text(measurements, swept)
        return typer.echo(table if out is None else f"{out}: written, best at {swept.best}\n", nl=False)
    if out is not None:
        write_material(out, measurements, found)
        say(f"{out}: written")
    if report is not None:
        say(f"{write_report(report, measurements, found)}: written")
    if as_json:
        material = fitted(measurements, found).model_dump(exclude_none=True)
        told = {"material": material, "chi_square": found.chi2, "freedom": found.freedom}
        told |= {"undetermined": found.undetermined, "alike": found.correlated, "at_end": found.at_end}
        told |= {"simulated": evaluator.simulated}
        return typer.echo(json.dumps(finite(told), indent=2))
    typer.echo("\n".join(parameter_lines(measurements, found)))
    typer.echo(f"chi square {found.chi2:.3g}, {found.freedom} degrees of freedom, {evaluator.simulated} evaluations")


@app.command(epilog="Example: skillbox bench physics --only tilted --csv here.csv")
def bench(
    chosen: Annotated[list[str], typer.Argument(metavar="[NAME]...", help="Some of them; by default all.")] = [],  # noqa: B006
    quick: Annotated[bool, typer.Option("--quick", help="Fewer rounds and settings: figures to look at only.")] = False,
    only: Annotated[str, typer.Option(metavar="TEXT", help="Only cases with this in their name.")] = "",
    csv: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write every figure there.")] = None,
    plots: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw a picture of each benchmark there.")] = None,
    list_them: Annotated[bool, typer.Option("--list", help="Only say which there are.")] = False,
    as_json: Json = False,
) -> None:
    """Runs benchmarks: speed and truth, ours and the peers' in the same run."""
    from benchmarks.harness import csv_text, draw, find, machine, names, table
    from skill.plots import write

    found = {name: find(name) for name in chosen or names()}
    if list_them:
        return typer.echo("\n".join(f"{name:<12} {each.__doc__.splitlines()[0]}" for name, each in found.items()))
    measured = {}
    for name, each in found.items():
        rows = []
        with rounds(quiet=as_json) as (on_round, _, on_done):
            for row in each.measure(quick, only):
                on_round(f"{name}: {row.case}, {row.engine}")
                on_done()
                rows.append(row)
        measured[name] = rows
        if not as_json:
            typer.echo(f"{name}: {each.__doc__.splitlines()[0]}\n{machine()}\n\n{table(rows)}\n")
        if plots is not None and rows:
            typer.echo(f"{draw(name, each.PLOT, rows, plots)}: written", err=True)
    if csv is not None:
        write(csv, csv_text(measured))
    if as_json:
        told = {name: [row._asdict() for row in rows] for name, rows in measured.items()}
        typer.echo(json.dumps(finite(told), indent=2))


@app.command(epilog="Example: skillbox roll 3d6 d20 --seed 7")
def roll(
    dice: Annotated[list[str], typer.Argument(metavar="DICE...", help="d4, d6, d8, d12 or d20; 3d6 is three of them.")],
    seed: Seed = 0,
    scene: Annotated[
        str, typer.Option(help="The table that they are rolled on: a scene's name or file.")
    ] = "dice-tray",
    as_json: Json = False,
) -> None:
    """Rolls real dice on a table and reads what they show."""
    from skill.physics.rolls import rolled
    from skill.physics.scene import load_scene

    sides: list[int] = []
    for text in dice:
        match = re.fullmatch(r"(\d{0,3})d(\d+)", text)
        if not match or match[1].startswith("0"):
            raise UnknownName(f"dice {text!r}: expected such as d20 or 3d6")
        sides += [int(match[2])] * int(match[1] or 1)
    numbers = rolled(load_scene(scene), sides, seed)
    if as_json:
        return typer.echo(
            json.dumps([{"sides": n, "number": number} for n, number in zip(sides, numbers, strict=True)])
        )
    typer.echo(" ".join(f"d{n}:{number}" for n, number in zip(sides, numbers, strict=True)))


# -- what commands share


def game_named(name: str) -> AnyGame:
    """The game of that name, or the one in a `.py` file, after a warning that it is code."""
    from skill.rules.catalogue import find_game, load_game_file

    if name.endswith(".py"):
        typer.echo(f"warning: {name} is a program and will run with your rights; go on only if you trust it", err=True)
        return load_game_file(Path(name))
    return find_game(name)


def options_of(game: AnyGame, settings: list[str]) -> Options:
    """The game's options with these `name=value` settings; what is hardly meant is said. Raises `UnknownName`."""
    options = game.options_from(dict(pairs_of(settings, "OPTION")))
    for caution in game.cautions(options):
        typer.echo(f"warning: {caution}", err=True)
    return options


def pairs_of(settings: list[str], what: str) -> list[tuple[str, str]]:
    """Names and values from `name=value` settings. Raises `UnknownName`."""
    for setting in settings:
        if "=" not in setting:
            raise UnknownName(f"--set {setting}: expected {what}=VALUE")
    return [(name, value) for name, _, value in (setting.partition("=") for setting in settings)]


def keys_of(file: Path) -> set[str]:
    """The keys of a TOML file; none if it cannot be read, which whoever needs more of it tells."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return set(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()


def number_of(name: str, text: str) -> float:
    """The number that `text` is. Raises `UnknownName`."""
    try:
        return float(text)
    except ValueError:
        raise UnknownName(f"{name} = {text}: expected a number") from None


def seat_count(game: AnyGame, options: Options, players: int | None) -> int:
    """The number of seats asked for, by default the fewest."""
    return game.seats(options)[0] if players is None else players


def seats_from(given: list[str], players: int) -> tuple[str, ...]:
    """Who sits where, from `2=greedy` and the like; people on the rest. Raises `UnknownName`."""
    seats = ["human"] * players
    for text in given:
        number, equals, who = text.partition("=")
        if not equals or not number.isdigit() or not 1 <= int(number) <= players:
            raise UnknownName(f"--seat {text}: expected N=WHO with N from 1 to {players}, such as 2=greedy")
        seats[int(number) - 1] = who
    return tuple(seats)


def check_choice(name: str, value: str, known: Any) -> None:
    """Raises `UnknownName` unless `value` is empty or known."""
    if value and value not in known:
        raise UnknownName(f"--{name} {value}: expected one of {', '.join(known)}")


def check_jobs(jobs: int) -> None:
    """Raises `UnknownName` unless so many processes can be started."""
    if jobs < 1 and jobs != EVERY_CORE:
        raise UnknownName(f"--jobs {jobs}: expected at least 1, or {EVERY_CORE} for every core")


def refuse_same(what: str, path: Path, *read: Path) -> None:
    """Raises `FileError` if `what`, which is written at `path`, would go over one of the files that are read."""
    for other in read:
        if path.resolve() == other.resolve() or (path.exists() and other.exists() and path.samefile(other)):
            raise FileError(f"{what} {path}: would be written over {other}; expected another name")


def finite(data: Any) -> Any:
    """The same data with None for every number that is endless or none at all: JSON has no word for those."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return data if not isinstance(data, float) or isfinite(data) else None


def progress(title: str, total: int, quiet: bool) -> Any:
    """A progress bar on standard error, as a context that gives a function to advance it; nothing where unwanted."""
    from contextlib import contextmanager, nullcontext

    if quiet or not sys.stderr.isatty():
        return nullcontext(lambda: None)

    @contextmanager
    def bar() -> Any:
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task(title, total=total)
            yield lambda: shown.advance(task)

    return bar()


def rounds(quiet: bool) -> Any:
    """Progress of work that comes in rounds, on standard error, as a context that gives three functions: for the next
    round's name, for how much there is to do in it, and to advance; a line for each round where there is no terminal.
    """
    from contextlib import contextmanager, nullcontext

    if quiet or not sys.stderr.isatty():
        say = (lambda text: None) if quiet else partial(typer.echo, err=True)
        return nullcontext((say, lambda count: None, lambda: None))

    @contextmanager
    def bar() -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True)) as shown:
            task = shown.add_task("", total=0)
            yield (
                lambda text: shown.update(task, description=text),
                lambda count: shown.reset(task, total=count),
                lambda: shown.advance(task),
            )

    return bar()


def fail(message: str) -> NoReturn:
    """Says what is wrong with the input and ends with exit code 2."""
    typer.echo(f"skillbox: {message}", err=True)
    raise SystemExit(2)


def main() -> None:
    """The console script."""
    try:
        app()
    except SkillboxError as error:
        fail(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
