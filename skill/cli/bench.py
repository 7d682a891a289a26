"""The command that runs benchmarks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

import skill
from skill.cli.arguments import Engine, Json, Material, material_named
from skill.cli.output import print_json, rounds, say, tell_written
from skill.errors import Unavailable, UnknownName, shortened

commands = typer.Typer()

OF_GAMES = ("hands", "plans", "tasks")
"""The benchmarks in which the dice of games are moved."""


@contextmanager
def asking_for_what_it_needs(name: str) -> Iterator[None]:
    """Tells which library of the peers or of the tests a benchmark lacks. Raises `Unavailable`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Unavailable(
            "benchmark {name}: {module} is not installed: pip install -e '.[bench]' in Skillbox's checkout",
            name=name,
            module=error.name,
        ) from None


def load_harness() -> Any:
    """The module that runs benchmarks, of the checkout that this package is in. Raises `Unavailable` outside one."""
    checkout = Path(skill.__file__).parents[1]
    if not (checkout / "benchmarks" / "harness.py").is_file():
        raise Unavailable(
            "benchmarks are part of a checkout, not of an installed package: they need tests and peers beside them; "
            "clone the repository, then pip install -e '.[bench]'"
        )
    if str(checkout) not in sys.path:
        sys.path.append(str(checkout))
    return import_module("benchmarks.harness")


@commands.command(epilog="Example: skillbox bench physics --only tilted --csv here.csv")
def bench(
    chosen: Annotated[list[str], typer.Argument(metavar="[NAME]...", help="Some of them; by default all.")] = [],  # noqa: B006
    quick: Annotated[bool, typer.Option("--quick", help="Fewer rounds and settings: figures to look at only.")] = False,
    only: Annotated[str, typer.Option(metavar="TEXT", help="Only cases with this in their name.")] = "",
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Write every figure there; rows of other cases stay as they are."),
    ] = None,
    plots: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw a picture of each benchmark there.")] = None,
    material: Material = None,
    engine: Engine = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the benchmarks and run none.")] = False,
    as_json: Json = False,
) -> None:
    """Runs benchmarks: speed and truth, ours and the peers' in the same run."""

    from skill.files import place_of, write_text

    harness = load_harness()
    if csv is not None:
        place_of(csv, harness.FORM)
    found = {}
    for name in chosen or harness.names():
        with asking_for_what_it_needs(name):
            found[name] = harness.find(name)
    if list_them:
        return say("\n".join(f"{name:<12} {each.__doc__.splitlines()[0]}" for name, each in found.items()))
    more = {} if material is None else {"material": material_named(material)}
    for name, each in found.items():
        if more and "material" not in signature(each.measure).parameters:
            text = "--material {material}: benchmark {name} moves no dice of a game; expected one of {known}"
            raise UnknownName(text, material=shortened(str(material)), name=name, known=", ".join(OF_GAMES))
    if csv is not None:
        for name in found.keys() & harness.MEASURES.keys():
            harness.code_digest(name)  # of the code that runs, which may be changed while it does
    measured: dict[str, list[Any]] = {}
    before = csv.read_text("utf-8") if csv is not None and csv.exists() else ""
    for name, each in found.items():
        rows = measured[name] = []
        with asking_for_what_it_needs(name), rounds(quiet=as_json) as (on_round, _, on_done):
            for row in each.measure(quick, only, **more):
                on_round(f"{name}: {row.case}, {row.engine}")
                on_done()
                rows.append(row._replace(case=f"{row.case}, {material}") if more else row)
                if csv is not None:  # after each, so that nothing is lost if the next one ends everything
                    text = harness.csv_text(measured)
                    write_text(csv, harness.laid_into(before, text) if before else text, harness.FORM)
        if not as_json:
            say(f"{name}: {each.__doc__.splitlines()[0]}\n{harness.machine()}\n\n{harness.table(rows)}\n")
        if plots is not None and rows:
            tell_written(harness.draw(name, each.PLOT, rows, plots))
    if as_json:
        print_json({name: [row._asdict() for row in rows] for name, rows in measured.items()})
