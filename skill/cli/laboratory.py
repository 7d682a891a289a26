"""Commands that ask the physical world: experiments, the tuner, rolls of dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skill.cli import completion
from skill.cli.arguments import (
    JOURNAL,
    Cluster,
    Engine,
    Jobs,
    Json,
    Material,
    Seed,
    check_jobs,
    material_named,
    pairs_of,
    refuse_same,
)
from skill.cli.output import finite, print_json, progress, remark, rounds, say, tell_engine, tell_written
from skill.errors import UnknownName, quoted, shortened

if TYPE_CHECKING:
    from skill.tune.measurements import Measurements

commands = typer.Typer()


@commands.command(epilog="Example: skillbox lab slide-place --set time_s=0.05,0.1,0.15 --material wood")
def lab(
    experiment_name: Annotated[
        str | None, typer.Argument(metavar="[EXPERIMENT]", help="One of them; by default all.")
    ] = None,
    material: Annotated[str, typer.Option(help="A material's name or file; by default plastic.")] = "plastic",
    engine: Engine = None,
    settings: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="CONDITION=VALUE",
            help="A condition of the experiment; repeatable. Several values, separated by commas, make a series.",
        ),
    ] = [],  # noqa: B006
    converge: Annotated[
        bool,
        typer.Option("--converge", help="Also at coarser and finer time steps, and with fewer and more iterations."),
    ] = False,
    both: Annotated[bool, typer.Option("--both", help="In both engines, side by side.")] = False,
    as_json: Json = False,
) -> None:
    """Asks the physical world questions with known answers: predicted against simulated.

    Each experiment is done at the step that it needs; beside its error stand those at the step of a scene, as in play,
    and at half its own.
    """
    from skill.app.i18n import number_text, tr
    from skill.physics.lab import EXPERIMENTS, REFINEMENTS, converged, find_experiment, run
    from skill.physics.scene import ENGINES, load_material, load_scene

    if both and (converge or engine):
        raise UnknownName("--both: expected it without --engine and without --converge")

    chosen = list(EXPERIMENTS.values()) if experiment_name is None else [find_experiment(experiment_name)]
    if settings and experiment_name is None:
        raise UnknownName(
            "--set {setting}: expected the name of one experiment before it", setting=shortened(settings[0])
        )
    matter = {"material": load_material(material)}
    scene = load_scene("lab").model_copy(update=matter)
    # Overrides come after what SKILLBOX_ENGINE names.
    scenes = (
        [load_scene("lab", {"engine.name": name}).model_copy(update=matter) for name in ENGINES] if both else [scene]
    )
    given = {
        name: [number_of(name, value) for value in text.split(",")]
        for name, text in pairs_of(settings, "CONDITION").items()
    }
    rows: list[dict[str, Any]] = []
    sets = [dict(zip(given, values, strict=True)) for values in product(*given.values())]
    with progress(tr("experiments"), len(chosen) * len(sets), as_json) as done:
        for experiment, conditions in product(chosen, sets):
            if converge:
                found = [pair for setting in REFINEMENTS for pair in converged(experiment, scene, conditions, setting)]
            else:
                found = [(one, run(experiment, one, conditions)) for one in scenes]
            for tried, answer in found:
                row = {**answer._asdict(), "error": answer.error, "iterations": tried.engine.solver_iterations}
                row["engine"] = tried.engine.name
                if experiment.converges and not converge and not both:
                    row["error_at_scene_step"] = run(experiment, scene, conditions, 1).error
                    row["error_at_half_step"] = run(experiment, scene, conditions, 2 * experiment.finer).error
                rows.append(row)
            done()
    if as_json:
        return print_json(rows)
    varied = [name for name, values in given.items() if len(values) > 1]
    if both:
        return _print_side_by_side(rows, varied, ENGINES)
    tell_engine(scene.engine.name)
    _print_answers(rows, varied, converge)
    for experiment in chosen:
        if experiment.caveat:
            say(f"\n{experiment.name}, {tr(experiment.theory)}: {tr(experiment.caveat)}")
    for row in rows:
        at_half = finite(row.get("error_at_half_step"))
        if at_half is not None and abs(at_half - row["error"]) > find_experiment(row["experiment"]).tolerance:
            text = (
                "{experiment}: the answer depends on the step: at half of {step} ms it is {change} % of the predicted "
                "one away"
            )
            change = number_text(100 * (at_half - row["error"]), "+.1f")
            remark(tr(text, experiment=row["experiment"], step=number_text(1000 * row["step_s"], ".3g"), change=change))


def _print_answers(rows: list[dict[str, Any]], varied: list[str], converge: bool) -> None:
    """A table of answers, with the conditions that were `varied` in columns of their own."""
    from skill.app.i18n import tr

    head = "".join(f"{name:>11}" for name in varied)
    last = f"{tr('iterations'):>11}" if converge else f"{tr('scene step'):>14}{tr('half step'):>14}"
    names = f"{tr('predicted'):>11}{tr('simulated'):>11}{tr('error'):>10}{last}  {tr('unit')}"
    say(f"{tr('experiment'):<20}{head}{tr('step ms'):>9}{names}")
    for row in rows:
        at = "".join(f"{row['conditions'][name]:>11.4g}" for name in varied)
        predicted = "-" if row["predicted"] is None else f"{row['predicted']:.4g}"
        line = f"{row['experiment']:<20}{at}{1000 * row['step_s']:>9.2f}{predicted:>11}{row['simulated']:>11.4g}"
        if converge:
            last = f"{row['iterations']:>11}"
        else:
            last = f"{_share(row, 'error_at_scene_step'):>14}{_share(row, 'error_at_half_step'):>14}"
        low, high = row["spread"] or (0.0, 0.0)
        spread = ", " + tr("{low} to {high}", low=f"{low:.4g}", high=f"{high:.4g}") if row["spread"] else ""
        told = "".join(f", {name} {value:.3g}" for name, value in row["told"].items())
        say(f"{line}{_share(row, 'error'):>10}{last}  {row['unit']}{spread}{told}")


def _print_side_by_side(rows: list[dict[str, Any]], varied: list[str], engines: Sequence[str]) -> None:
    """A table of answers of each engine and how far the last one is from the first; their errors beside them."""
    from skill.app.i18n import tr

    head = "".join(f"{name:>11}" for name in varied)
    names = "".join(f"{name:>11}{tr('error'):>10}" for name in engines)
    say(f"{tr('experiment'):<20}{head}{tr('predicted'):>11}{names}{tr('difference'):>12}  {tr('unit')}")
    for first in range(0, len(rows), len(engines)):
        each = rows[first : first + len(engines)]
        row, last = each[0], each[-1]
        at = "".join(f"{row['conditions'][name]:>11.4g}" for name in varied)
        predicted = "-" if row["predicted"] is None else f"{row['predicted']:.4g}"
        answers = "".join(f"{one['simulated']:>11.4g}{_share(one, 'error'):>10}" for one in each)
        apart, is_share = last["simulated"] - row["simulated"], 0 not in (row["simulated"], row["predicted"])
        share = f"{100 * apart / row['simulated']:+.1f} %" if is_share else f"{apart:.3g}"
        say(f"{row['experiment']:<20}{at}{predicted:>11}{answers}{share:>12}  {row['unit']}")


def _share(row: dict[str, Any], which: str) -> str:
    """An error of a row of experiments in per cent of what is predicted, as it is where that is 0, or a dash."""
    error = finite(row.get(which))
    return "-" if error is None else f"{100 * error:+.1f} %" if row["predicted"] else f"{error:.3g}"


@commands.command(
    epilog="Example: skillbox tune --example > mine.toml; skillbox tune mine.toml --out mine-material.toml"
)
def tune(
    file: Annotated[Path | None, typer.Argument(metavar="MEASUREMENTS.toml", help="What was measured.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Write the material that fits best.")] = None,
    engine: Engine = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a report, a page with its plots in it.")
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Fit nothing: only say how far the world with a material is from each measurement."
        ),
    ] = False,
    material: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="With --check: a material's name or file; by default the file's own."),
    ] = None,
    grid: Annotated[
        int, typer.Option(metavar="N", help="Print a grid of N values of each parameter instead, as CSV.")
    ] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    example: Annotated[bool, typer.Option("--example", help="Print a measurements file with its procedure.")] = False,
    as_json: Json = False,
) -> None:
    """Fits friction, bounce and the like to what was measured on a real table.

    Every finished evaluation is kept in a journal beside the measurements, so that a run that was stopped goes on.
    """
    if example:
        from skill.app.i18n import tr
        from skill.tune.example import example as example_text

        return say(example_text(tr), nl=False)
    if file is None:
        raise UnknownName("tune: expected a measurements file; `skillbox tune --example` prints one")
    check_jobs(jobs)
    if check and (out is not None or grid):
        raise UnknownName("--check fits nothing; expected neither --out nor --grid")
    if material is not None and not check:
        raise UnknownName("--material {material}: expected --check beside it", material=quoted(material))
    from skill.app.i18n import ENGLISH, number_text, told, tr
    from skill.app.i18n import asked as language_asked_for
    from skill.files import place_of, write_text
    from skill.tune.compare import check as check_with
    from skill.tune.compare import check_lines
    from skill.tune.evaluate import Evaluator
    from skill.tune.fit import fit
    from skill.tune.found import journal_of
    from skill.tune.grid import FORM as SWEEP
    from skill.tune.grid import csv_text, grid_search
    from skill.tune.material import FORM as MATERIAL
    from skill.tune.material import fitted, write_material
    from skill.tune.measurements import load_measurements
    from skill.tune.report import advice, check_report, parameter_lines, write_grid_plot, write_report

    measurements = load_measurements(file)
    for left_out in measurements.remarks:
        remark(told(left_out))
    engine = measurements.scene.engine.name
    if not as_json:
        tell_engine(engine)
    if check:
        return _check(measurements, material, report, jobs, cluster, as_json)
    journal = journal_of(file)
    refuse_same(JOURNAL, journal, file, *measurements.inputs)
    if out is not None:
        refuse_same("--out", out, file, journal, *measurements.inputs)
        place_of(out, SWEEP if grid else MATERIAL)
    if report is not None:
        check_report(report)
    with rounds(quiet=as_json) as (on_round, on_start, on_done):
        evaluator = Evaluator(measurements.scene, journal, jobs, cluster, on_start, on_done)
        if evaluator.found:
            text = "{file}: {count} evaluations are there already"
            one = "{file}: one evaluation is there already"
            remark(tr(text, one=one, file=journal, count=evaluator.found))
        try:
            if grid:
                on_round(tr("sweep"))
                swept = grid_search(measurements, evaluator, grid)
            else:
                found = fit(measurements, evaluator, lambda text: on_round(told(text)))
        except KeyboardInterrupt:
            text = "stopped: new evaluations in {file}: {count}; the same command goes on from there"
            remark(tr(text, file=journal, count=evaluator.simulated))
            raise
    if grid:
        if out is not None:
            write_text(out, csv_text(measurements, swept), SWEEP)
        if report is not None:
            tell_written(write_grid_plot(report, swept, told))
        if as_json:
            return print_json({"best": swept.best, "chi_square": float(swept.chi2.min()), "engine": engine})
        table = csv_text(measurements, swept)
        if out is not None:
            return say(tr("{file}: written, best at {values}", file=out, values=swept.best))
        return say(table, nl=False)
    matter = fitted(measurements, found)
    if out is not None:
        write_material(out, measurements, found)
        tell_written(out)
    if report is not None:
        tell_written(write_report(report, measurements, found, told, language_asked_for() or ENGLISH))
    seen = check_with(measurements._replace(rows=()), matter, jobs, cluster)
    if as_json:
        data = matter.model_dump(exclude_none=True)
        answer = {"material": data, "chi_square": found.chi2, "freedom": found.freedom}
        answer |= {"undetermined": found.undetermined, "alike": found.correlated, "at_end": found.at_end}
        warnings = [*measurements.remarks, *advice(measurements, found)]
        answer |= {"values": found.values, "warnings": warnings, "simulated": evaluator.simulated, "engine": engine}
        if seen.told:
            answer["tosses"] = seen.told.data
        return print_json(answer)
    say("\n".join([*parameter_lines(measurements, found, told), *map(told, check_lines(seen))]))
    if not measurements.rows:
        return None
    text = "chi square {chi2}, {freedom} degrees of freedom, {count} evaluations"
    chi2 = number_text(found.chi2, ".3g")
    say(tr(text, chi2=chi2, freedom=found.freedom, count=evaluator.simulated))


def _check(
    measurements: Measurements,
    material: str | None,
    report: Path | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Says how far the world with a material is from what was measured."""
    from skill.app.i18n import ENGLISH, told, tr
    from skill.app.i18n import asked as language_asked_for
    from skill.physics.scene import load_material
    from skill.tune.compare import check, check_data, check_lines
    from skill.tune.report import check_report, write_check

    if report is not None:
        check_report(report)
    chosen = None if material is None else load_material(material)
    count = len(measurements.rows) + len(measurements.all_tosses)
    with progress(tr("experiments"), count, as_json) as done:
        found = check(measurements, chosen, jobs, cluster, on_done=done)
    if report is not None:
        tell_written(write_check(report, found, told, language_asked_for() or ENGLISH))
    if as_json:
        return print_json(check_data(found))
    say("\n".join(map(told, check_lines(found))))


@commands.command(epilog="Example: skillbox roll 3d6 d20 --seed 7")
def roll(
    dice: Annotated[list[str], typer.Argument(metavar="DICE...", help="d4, d6, d8, d12 or d20; 3d6 is three of them.")],
    seed: Seed = 0,
    scene: Annotated[
        str,
        typer.Option(
            help="The table that they are rolled on: a scene's name or file.", autocompletion=completion.scenes
        ),
    ] = "dice-tray",
    material: Material = None,
    engine: Engine = None,
    as_json: Json = False,
) -> None:
    """Rolls real dice on a table and reads what they show."""
    from skill.physics.rolls import rolled
    from skill.physics.scene import load_scene, own_scene

    sides: list[int] = []
    for text in dice:
        match = re.fullmatch(r"([0-9]{0,3})d([0-9]{1,3})", text)
        if not match or match[1].startswith("0"):
            raise UnknownName("dice {text}: expected such as d20 or 3d6", text=quoted(text))
        sides += [int(match[2])] * int(match[1] or 1)
    table = load_scene(own_scene(scene), material=material_named(material))
    shown = list(zip(sides, rolled(table, sides, seed), strict=True))
    if as_json:
        engine = table.engine.name
        return print_json([{"sides": n, "number": number, "engine": engine} for n, number in shown], indent=None)
    tell_engine(table.engine.name)
    say(" ".join(f"d{n}:{number}" for n, number in shown))


def number_of(name: str, text: str) -> float:
    """The number that `text` is. Raises `UnknownName`."""
    try:
        return float(text)
    except ValueError:
        raise UnknownName("{name} = {text}: expected a number", name=name, text=shortened(text)) from None
