"""Benchmarks: one file a question in this folder, run one after another, shown as tables, CSV and plots.

A benchmark is a module whose docstring begins with its question. It has `measure(quick, only)`, which gives the rows of
the cases with `only` in their names as they come, and `PLOT`: what is drawn over what. An installed package has none:
they need the peers and the tests beside them.
"""

from __future__ import annotations

import ast
import csv
import importlib
import io
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from skill.errors import UnknownName, Words
from skill.files import form
from skill.physics.scene import load_scene
from skill.physics.versions import versions_here, versions_text
from skill.plots import pyplot, save

PEERS = ("mujoco", "open_spiel", "sapien")
"""The distributions of the engines that ours are measured beside."""


WORLD = ("skill/physics", "scenes")
GAMES = ("skill/rules", "skill/lattice")
HANDS = (*WORLD, "skill/bots")
MEASURES: Mapping[str, Sequence[str]] = {
    "answering": ("skill/app", "skill/draw", *HANDS),
    "circle": WORLD,
    "costs": HANDS,
    "endgames": ("skill/bots", *GAMES),
    "frames": ("skill/draw", "skill/app/play", "skill/physics"),
    "hands": ("skill/app/input", "skill/app/play", "tests/app/persons", *WORLD, "skill/rules"),
    "home": ("skill/app", "skill/draw"),
    "laboratory": WORLD,
    "levels": (*HANDS, "skill/rules"),
    "mutants": ("skill", "tests"),
    "opponents": ("skill/bots", *GAMES),
    "parallel": ("skill/jobs.py", "skill/tune", "skill/analyse", *HANDS),
    "physics": (*WORLD, "benchmarks/peers"),
    "pieces": ("skill/jobs.py", "skill/env", "skill/analyse", "skill/tune", *HANDS),
    "plans": HANDS,
    "playouts": (*GAMES, "skill/env/openspiel.py"),
    "promises": ("skill/bots", *GAMES),
    "pythons": WORLD,
    "slides": WORLD,
    "solved": ("skill/analyse/solve.py", *GAMES),
    "startup": ("skill/cli", "skill/app", "skill/draw", "skill/bots", *GAMES),
    "tasks": ("skill/env/tasks", *HANDS),
    "thoughts": ("skill/bots", *GAMES),
    "tosses": ("skill/tune/tosses.py", *WORLD),
    "train": ("skill/env/tasks", "benchmarks/wrappers", *WORLD),
    "tuner-mujoco": ("skill/tune", *WORLD),
    "watchers": ("skill/net",),
    "wheels": ("pyproject.toml",),
}
"""By the benchmark, or by the file of results without its ending where there is none: the folders and files that it
measures. The benchmark itself is one more."""
ROOT = Path(__file__).parents[1]


class Row(NamedTuple):
    """One thing measured."""

    case: str
    engine: str
    """Whose figures they are: ours or a peer's, with its settings."""
    figures: Mapping[str, float]
    """By what is measured, with its unit."""
    remark: str = ""


class Plot(NamedTuple):
    """What is drawn: one figure over another as a line for each engine, or, without `over`, as bars for each case."""

    what: str
    over: str = ""
    log: bool = True
    """Whether both axes are logarithmic."""


class Benchmark(Protocol):
    """A module of `benchmarks/`."""

    __doc__: str
    PLOT: Plot
    measure: Callable[[bool, str], Iterator[Row]]


def ours(how: str = "") -> str:
    """Whose figures those of our world are: `ours` in Bullet, as before there was a choice, else the engine's name."""
    engine = load_scene("lab").engine.name
    return ("ours" if engine == "bullet" else engine) + f", {how}" * bool(how)


def names() -> list[str]:
    """The benchmarks there are, sorted: the modules beside this one."""
    here = Path(__file__)
    return sorted(path.stem for path in here.parent.glob("*.py") if path != here)


def find(name: str) -> Benchmark:
    """The benchmark of that name. Raises `UnknownName`."""
    if name not in names():
        raise UnknownName(f"benchmark {name!r}: expected one of {', '.join(names())}")
    return cast(Benchmark, importlib.import_module(f"benchmarks.{name}"))


def machine() -> str:
    """What it runs on, in one line."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"


def versions() -> str:
    """The versions on which figures of the world and of its peers rest, in pip's form."""
    found = dict(versions_here())
    for name in PEERS:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return versions_text(found)


@cache
def code_digest(name: str) -> str:
    """A digest of what the results of that name measure: of the code without comments and docstrings, and of data."""
    paths = [ROOT / part for part in (*MEASURES[name], f"benchmarks/{name}.py")]
    files = [path for part in paths for path in ([part] if part.is_file() else sorted(part.rglob("*")))]
    found = sha256()
    for path in files:
        if path.suffix == ".py":
            found.update(f"{path.relative_to(ROOT)} {_bare(path.read_text(encoding='utf-8'))}".encode())
        elif path.suffix == ".toml":
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


@cache  # most files are measured by many
def _bare(source: str) -> str:
    """Python without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def columns(rows: Sequence[Row]) -> list[str]:
    """Everything that any of the rows has a figure of, in the order of first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row.figures))


def table(rows: Sequence[Row]) -> str:
    """The rows for people to read."""
    head = ["case", "engine", *columns(rows)]
    body = [[row.case, row.engine, *(_figure(row.figures.get(name)) for name in columns(rows))] for row in rows]
    widths = [max(len(cells[n]) for cells in [head, *body]) for n in range(len(head))]
    lines = []
    for cells, row in zip([head, *body], [None, *rows], strict=True):
        sized = enumerate(zip(cells, widths, strict=True))
        padded = [cell.ljust(width) if n < 2 else cell.rjust(width) for n, (cell, width) in sized]
        lines.append("  ".join([*padded, row.remark if row else ""]).rstrip())
    return "\n".join(lines)


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


FORM = form(Words("a table of benchmarks"), "benchmark,case,engine,figure,")


def csv_text(measured: Mapping[str, Sequence[Row]]) -> str:
    """All rows, a line for each figure: benchmark, case, engine, what, value, remark; where, when and with what, and
    the digest of the code that was measured."""
    file = io.StringIO()
    writer: Any = csv.writer(file, lineterminator="\n")
    writer.writerow(["benchmark", "case", "engine", "figure", "value", "remark", "machine", "versions", "date", "code"])
    made = (machine(), versions(), date.today().isoformat())
    for name, rows in measured.items():
        for row in rows:
            for what, value in row.figures.items():
                code = code_digest(name) if name in MEASURES else ""
                writer.writerow([name, row.case, row.engine, what, f"{value:.6g}", row.remark, *made, code])
    return file.getvalue()


def laid_into(kept: str, new: str) -> str:
    """A table with the rows of another one in place of those of the same cases, and what is new at its end.

    Of a case those stay that are of none of the new one's engines, whatever their settings.
    """
    head, *added = csv.reader(io.StringIO(new))
    _, *before = csv.reader(io.StringIO(kept))
    fresh: dict[tuple[str, ...], list[list[str]]] = {}
    for row in added:
        fresh.setdefault(_same(row), []).append(row)
    file = io.StringIO()
    writer: Any = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    left = dict(fresh)
    for row in before:
        if _same(row) not in fresh:
            writer.writerow(row + [""] * (len(head) - len(row)))
        else:
            writer.writerows(left.pop(_same(row), []))
    for rows in left.values():
        writer.writerows(rows)
    return file.getvalue()


def _same(row: Sequence[str]) -> tuple[str, str, str]:
    """Benchmark, case and the engine without its settings."""
    return row[0], row[1], re.split("[ ,]", row[2], maxsplit=1)[0]


def draw(name: str, plot: Plot, rows: Iterable[Row], into: Path) -> Path:
    """A picture of one benchmark; its file. Raises `Unavailable` without matplotlib, `FileError`."""
    shown = [row for row in rows if plot.what in row.figures and (not plot.over or plot.over in row.figures)]
    height = 4.8 if plot.over else 1.5 + 0.28 * len(shown)
    figure, axes = pyplot().subplots(figsize=(8, height), layout="constrained")
    if plot.over:
        for label in dict.fromkeys(f"{row.engine}, {row.case}" for row in shown):
            line = [row for row in shown if f"{row.engine}, {row.case}" == label]
            across, up = ([row.figures[what] for row in line] for what in (plot.over, plot.what))
            (axes.loglog if plot.log else axes.plot)(across, up, "o-", label=label)
        axes.set_xlabel(plot.over)
        axes.set_ylabel(plot.what)
        axes.legend(fontsize=8)
        axes.grid(True, which="both", alpha=0.3)
    else:
        engines = list(dict.fromkeys(row.engine.split()[0] for row in shown))
        colours = [f"C{engines.index(row.engine.split()[0])}" for row in shown]
        axes.barh(range(len(shown)), [row.figures[plot.what] for row in shown], color=colours)
        axes.set_yticks(range(len(shown)), [f"{row.case}: {row.engine}" for row in shown], fontsize=7)
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_xlabel(plot.what)
    axes.set_title(name)
    return save(figure, into / f"{name}.png")
