"""The report of an analysis: one HTML page, with plots if matplotlib is installed.

`say` puts its texts into a language, whose code is `language`; by default they are in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from skill.analyse.report import PLACES, Section, plain, sections, side_by_side
from skill.errors import FileError, SkillboxError, Unavailable, Words
from skill.files import form, place_of, write_text
from skill.lattice.cells import BASE, COORDS
from skill.plots import generator, html, pyplot, svg, table
from skill.plots import page as page_of
from skill.rules.fact import Fact

FORM = form(
    Words("the page of an analysis"),
    f'<!doctype html><html lang="[^"]+"><head><meta charset="utf-8">'
    f"({generator()}|<title>[^<]*</title><style>\nbody {{)",
)
"""Earlier versions left out the generator."""
BRACKETS = "In brackets stands between what a figure lies with 95 %; bars of error show the same."
MAIN, FAIR = "#b5382a", "#8a8a8a"


Say = Callable[[Fact], str]
Named = Mapping[str, Mapping[str, Any]]
"""What was found of a game, by the options of each variant; of one alone, whatever it is called."""


def write_page(path: Path, named: Named, say: Say = plain, language: str = "en") -> Path:
    """Writes the page of what `measures` found. Raises `FileError` like `check_page`."""
    check_page(path)
    return write_text(path, page(named, say, language), FORM)


def check_page(path: Path) -> None:
    """Raises `FileError` where no page can be written: for a name that is none of one, or in place of another file."""
    if path.suffix != ".html":
        raise FileError("{path}: expected a name that ends in .html", path=path)
    place_of(path, FORM)


def page(named: Named, say: Say = plain, language: str = "en") -> str:
    """The page, whole, with its plots; several variants stand side by side."""
    found, *others = named.values()
    made = found["made"]
    agreed = [] if others else [f"{name}={value}" for name, value in found["options"].items()]
    about = Fact("{count} seats", {"count": found["players"]}, one="one seat")
    seed = Fact("seed {seed}", {"seed": found["seed"]})
    versions = f"Skillbox {made['skillbox']}, Python {made['python']}, {made['date']}"
    plots = ""
    try:
        for name, each in named.items():
            plots += f"<h2>{html(name)}</h2>" * bool(others) + (_plots(each, say) if "matches" in each else "")
    except Unavailable as missing:
        plots = f"<p>{html(_told(missing, say))}</p>"
    title = say(Fact(found["title"]))
    parts = [
        f"<h1>{html(title)}</h1><p>{html(', '.join([say(about), *agreed, say(seed)]))}. {html(versions)}.</p>",
        plots,
        *(_section(section, say) for section in (side_by_side(named) if others else sections(found))),
        f"<p>{html(say(Fact(BRACKETS)))}</p>",
    ]
    return page_of(title, parts, language)


def _told(error: SkillboxError, say: Say) -> str:
    return say(Fact(error.text, error.values))


def _section(section: Section, say: Say) -> str:
    rows = [[say(cell) for cell in row] for row in section.rows]
    return f"<h2>{html(say(section.heading))}</h2>{table([say(cell) for cell in section.head], rows)}"


def _plots(found: Mapping[str, Any], say: Say) -> str:
    """The plots as SVG. Raises `Unavailable` without matplotlib."""

    def said(text: str, **values: object) -> str:
        return say(Fact(text, values))

    figure, axes = pyplot().subplots(2, 4, figsize=(14, 5.6), layout="constrained")
    lengths, branching, seats, scores, course, kinds, skill, heap = axes.flat
    lengths.hist(found["length"]["each"], bins="auto", color=MAIN)
    _name(lengths, said("length"), said("actions of players in a match"), said("matches"))
    if found["branching"]:
        tenths = found["branching"]["by_tenth"]
        branching.plot([5 + 10 * n for n in range(len(tenths))], [n or float("nan") for n in tenths], "o-", color=MAIN)
        branching.set_ylim(bottom=0)
    _name(branching, said("legal actions"), said("% of the match"), said("legal actions, mean"))
    shares = found["seats"]
    ordered = found["has_order"]
    names = [
        said(PLACES[n]) if ordered and n < len(PLACES) else said("seat {seat}", seat=n + 1) for n in range(len(shares))
    ]
    _bars(seats, names, [_range(s["share"], s["low"], s["high"], 100) for s in shares])
    seats.axhline(100 / found["players"], color=FAIR, linestyle="--")
    _name(seats, said("wins in the order of play"), "", said("% of matches won"))
    if found["course"]:
        curve = found["course"]["chance_of_winner"]
        course.plot([100 * n / (len(curve) - 1) for n in range(len(curve))], [100 * y for y in curve], "o-", color=MAIN)
        course.set_ylim(0, 105)
    _name(course, said("chance of the later winner"), said("% of the match"), "%")
    rows = found["kinds"]
    kinds.barh([said(row["kind"]) for row in rows], [100 * row["of_all"] for row in rows], color=MAIN)
    kinds.invert_yaxis()
    _name(kinds, said("kinds of action"), said("% of all"), "")
    rated = found["elo"]
    _bars(skill, [row["bot"] for row in rated], [_range(row["elo"], row["low"], row["high"]) for row in rated])
    _name(skill, said("strength"), "", "Elo")
    if found["scores"]:
        scores.hist([one for one, count in found["scores"]["each"] for _ in range(count)], bins="auto", color=MAIN)
    _name(scores, said("scores at the end"), said("points"), said("seats"))
    if found["heap"]:
        shares = [found["heap"]["cells"][cell] for cell in BASE]
        across, up = zip(*((k - j, i) for i, j, k in (COORDS[cell] for cell in BASE)), strict=True)
        heap.scatter(across, up, s=90, c=shares, vmin=0, vmax=1, cmap="Reds", edgecolors=FAIR)
        heap.set_axis_off()
    _name(heap, said("dice on the plate at the end"), "", "")
    return svg(figure)


def _range(value: float, low: float | None, high: float | None, factor: float = 1.0) -> tuple[float, float, float]:
    """A value and how far its range goes below and above it, not at all where it has no end."""
    below, above = (0.0 if end is None else abs(end - value) for end in (low, high))
    return factor * value, factor * below, factor * above


def _bars(axes: Any, names: Sequence[str], ranges: Sequence[tuple[float, float, float]]) -> None:
    values, below, above = zip(*ranges, strict=True) if ranges else ((), (), ())
    axes.bar(names, values, yerr=[below, above], color=MAIN, capsize=4, ecolor="#333")


def _name(axes: Any, title: str, across: str, up: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(across, fontsize=8)
    axes.set_ylabel(up, fontsize=8)
    axes.tick_params(labelsize=8)
