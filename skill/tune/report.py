"""What the tuner found, for people: one HTML page with its plots in it.

Three plots: how far the fitted world is from each measurement, how much each measurement says about each parameter, and
which parameters the measurements cannot tell apart. A grid search gets one: how badly each of its points fits.
`say` puts the words of them into a language; by default they are in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import Words
from skill.files import PICTURE, form, place_of, write_text
from skill.physics.lab import EXPERIMENTS
from skill.plots import generator, html, page, pyplot, save, svg, table
from skill.tune.compare import Check, check, check_lines
from skill.tune.fit import CONFIDENCE, CORRELATED, Fit, offsets
from skill.tune.grid import GridSearch
from skill.tune.material import decimals, fitted
from skill.tune.measurements import Measured, Measurements, limits_of
from skill.tune.outliers import K
from skill.tune.sensitivity import (
    LeftOut,
    by_theory,
    disagreements,
    predicted,
    without_a_measurement,
    without_a_reading,
)
from skill.tune.toss_plot import toss_plot
from skill.tune.tosses import UNLIKE

Say = Callable[[Words], str]

MEASURED, SIMULATED = "#8a8a8a", "#b5382a"
COUNTS_LESS = 0.5  # readings that count less are named; of good ones it is one of 140
PAGE, SWEEP, COMMAND = "report.html", "sweep.png", "tune"
FORM = form(
    Words("a report of the tuner"),
    f'<!doctype html><html lang="[^"]+"><head><meta charset="utf-8">{generator(COMMAND)}',
)
UNCHECKED = Words(
    "nothing checks the fit, as there are no more measurements than parameters: values elsewhere in the ranges may fit "
    "as well"
)


def parameter_lines(measurements: Measurements, fit: Fit, say: Say = str) -> list[str]:
    """What was found, a line for each parameter."""
    width = max(map(len, fit.values))
    lines = [
        "   ".join([f"{name:<{width}}  {value} +- {margin}", *map(say, remarks)])
        for name, value, margin, remarks in parameter_rows(fit)
    ]
    return [*lines, *map(say, advice(measurements, fit))]


def parameter_rows(fit: Fit) -> list[tuple[str, str, str, list[Words]]]:
    """Name, value and margin of each parameter, both with two digits of the margin, and what is to be said of it."""
    rows = []
    for name, value in fit.values.items():
        digits, margin = decimals(fit.margins[name]), fit.margins[name]
        rows.append((name, f"{value:.{digits}f}", f"{margin:.{digits}f}", _remarks(fit, name)))
    return rows


def _remarks(fit: Fit, name: str) -> list[Words]:
    remarks = {
        Words("not determined"): name in fit.undetermined,
        Words("at the end of its range"): name in fit.at_end,
        Words("the readings are not explained"): fit.unexplained,
    }
    return [remark for remark, holds in remarks.items() if holds]


def advice(measurements: Measurements, fit: Fit) -> list[Words]:
    """What more would have to be measured, a line for each doubt."""
    lines = (
        [_unexplained(fit)] if fit.unexplained else [UNCHECKED] if fit.freedom <= 0 and not measurements.tosses else []
    )
    lines += _departures(measurements, fit)
    for row in fit.rows:
        for reading, weight in zip(row.readings, row.weights, strict=False):
            if weight < COUNTS_LESS:
                text = (
                    "{reading} {unit} of {measurement} counts only {weight}, as it is {times} times the spread of one "
                    "reading off"
                )
                at = {"reading": f"{reading:g}", "weight": f"{weight:.2g}", "times": f"{K / weight:.1f}"}
                lines.append(Words(text, unit=row.unit, measurement=row.label, **at))
    for rival in fit.rivals:
        values = ", ".join(f"{name} {value:.3g}" for name, value in rival.items())
        text = "{values} fits nearly as well, which the margins leave out: another experiment would decide"
        lines.append(Words(text, values=values))
    for name in fit.undetermined:
        known = {row.experiment for row in fit.rows}
        able = [each.name for each in EXPERIMENTS.values() if name in each.depends and each.predict]
        telling, done = [each for each in able if each not in known], [each for each in able if each in known]
        text = "{name} is not determined: these measurements say next to nothing about it"
        if telling:
            text = "{name} is not determined: these measurements say next to nothing about it; {experiments} would tell"
        elif done:
            text = "{name} is not determined: more readings of {done}, or a smaller spread, would tell"
        lines.append(Words(text, name=name, experiments=", ".join(telling), done=", ".join(done)))
    for name in fit.at_end:
        text = "{name} is at the end of its range: a wider one may fit better"
        ends, value = measurements.vary[name], fit.values[name]
        if min(ends, key=lambda end: abs(end - value)) in limits_of(name):
            text = "{name} is at the end of what it can be"
        lines.append(Words(text, name=name))
    for one, other in fit.correlated:
        text = "{name} and {other} cannot be told apart: raising one and lowering the other fits as well"
        lines.append(Words(text, name=one, other=other))
    return lines


def _unexplained(fit: Fit) -> Words:
    """What a chi square that is far too large means, or tosses that no world is near to."""
    if fit.tosses_apart is not None and fit.tosses_apart > UNLIKE:
        text = (
            "tosses are {apart} widths apart in the mean even from the nearest world: no values in these ranges "
            "explain them, or axes or rows are mixed up; the margins hold nothing for certain"
        )
        return Words(text, apart=f"{fit.tosses_apart:.2f}")
    text = (
        "chi square {chi2} is far above what the readings allow: no values in these ranges explain them, or the search "
        "ended in a wrong valley; the margins hold nothing for certain"
    )
    return Words(text, chi2=f"{fit.chi2:.3g}")


def _departures(measurements: Measurements, fit: Fit) -> list[Words]:
    """Where the fitted world is not what theory says, a line for each measurement, and what that does to the values."""
    lines = []
    for row, simulated, theory, margin in disagreements(measurements, fit):
        text = (
            "{measurement}: the fitted world answers {simulated} {unit}, the closed form {theory}, further apart than "
            "the margin of the readings, {margin}; see {command}"
        )
        at = {"simulated": f"{simulated:.4g}", "theory": f"{theory:.4g}", "margin": f"{margin:.2g}"}
        command = f"skillbox lab {row.experiment}"
        lines.append(Words(text, measurement=row.label, unit=row.unit, command=command, **at))
    others = by_theory(measurements, fit) if lines else {}
    if others:
        values = ", ".join(f"{name} {value:.{decimals(fit.margins[name])}f}" for name, value in others.items())
        lines.append(Words("by the closed forms {values} would fit, beyond the margins", values=values))
    return lines


class Plots(NamedTuple):
    """The plots of a page, as SVG."""

    fit: str = ""
    sensitivity: str = ""
    correlation: str = ""
    tosses: str = ""


def report_text(
    measurements: Measurements,
    fit: Fit,
    say: Say = str,
    language: str = "en",
    plots: Plots = Plots(),  # noqa: B008
    toss_lines: Sequence[Words] = (),
) -> str:
    """The page, in the language of that code."""
    title = " ".join(measurements.title.split())
    off = Words(
        "The last column counts standard errors. The closed form is theory at the fitted values; where the simulated "
        "world is known to depart from it, {command} says why. Values are those with which this world does what the "
        "real table did.",
        command="skillbox lab",
    )
    tenth = Words("The change of each answer, in its standard errors, for a tenth of the parameter's range.")
    left_out = Words(
        "Each reading and each measurement was left out in turn, the others being fitted again by straight lines about "
        "the best point. A parameter that changes by more than a margin rests on little."
    )
    together = Words(
        "Correlation of the errors of the fitted values; beyond {most} either way two parameters count as one.",
        most=f"{CORRELATED:g}",
    )

    def told(tag: str, words: Words) -> str:
        return f"<{tag}>{html(say(words))}</{tag}>"

    held = Words("Margins hold all true values together with 95 % probability.")
    doubts = "".join(told("li", line) for line in advice(measurements, fit))
    of_readings = (
        plots.fit,
        _against(measurements, fit, say),
        *(told("p", words) for words in _zeros(fit)),
        told("p", off),
        told("h2", Words("What each measurement says")),
        plots.sensitivity,
        told("p", tenth),
        told("h2", Words("What it rests on")),
        _resting(measurements, fit, say),
        told("p", left_out),
    )
    parts = [
        f"<h1>{html(title)}</h1>",
        told("h2", Words("What was found")),
        _found(measurements, fit, say),
        "" if fit.unexplained else told("p", held),
        told("p", verdict(fit)),
        f"<ul>{doubts}</ul>" if doubts else "",
        told("h2", Words("Fit against data")),
        *map(partial(told, "p"), toss_lines),
        plots.tosses,
        *(of_readings if measurements.rows else ()),
        told("h2", Words("What cannot be told apart")),
        plots.correlation,
        told("p", together),
    ]
    return page(title, parts, language, COMMAND)


def _found(measurements: Measurements, fit: Fit, say: Say) -> str:
    head = [
        say(Words("parameter")),
        say(Words("value")),
        say(Words("margin")),
        say(Words("looked for from")),
        say(Words("to")),
        "",
    ]
    rows = [
        (
            name,
            value,
            margin,
            f"{measurements.vary[name].low:g}",
            f"{measurements.vary[name].high:g}",
            ", ".join(map(say, remarks)),
        )
        for name, value, margin, remarks in parameter_rows(fit)
    ]
    return table(head, rows)


def _against(measurements: Measurements, fit: Fit, say: Say) -> str:
    head = [
        say(Words("measurement")),
        say(Words("unit")),
        say(Words("measured")),
        say(Words("standard error")),
        say(Words("fitted world")),
        say(Words("closed form there")),
        say(Words("off by")),
    ]
    return table(head, _rows(measurements, fit))


def _resting(measurements: Measurements, fit: Fit, say: Say) -> str:
    head = [
        say(Words("parameter")),
        say(Words("changes most without the reading")),
        say(Words("by, margins")),
        say(Words("without the measurement")),
        say(Words("by, margins")),
    ]
    return table(head, _left_out(measurements, fit, say))


def verdict(fit: Fit) -> Words:
    """How well the readings are explained, or tosses if there is nothing else or no world is near them."""
    if fit.tosses_apart is not None and (fit.freedom <= 0 or fit.tosses_apart > UNLIKE):
        text = (
            "Tosses are {apart} widths apart in the mean from the nearest world; from {unlike} on it would not explain "
            "them."
        )
        if fit.tosses_apart > UNLIKE:
            text = "Tosses are {apart} widths apart in the mean even from the nearest world: it does not explain them."
        return Words(text, apart=f"{fit.tosses_apart:.2f}", unlike=f"{UNLIKE:g}")
    at = {"chi2": f"{fit.chi2:.3g}", "degrees": fit.freedom}
    if fit.unexplained:
        text = "Chi square {chi2}, degrees of freedom: {degrees}. These values do not explain the readings."
    elif fit.freedom <= 0:
        text = "Chi square {chi2}, degrees of freedom: {degrees}. There are no more measurements than parameters."
    elif fit.worse:
        text = (
            "Chi square {chi2}, degrees of freedom: {degrees}. That is worse than the spread of the readings explains; "
            "the margins were widened for it."
        )
    else:
        text = "Chi square {chi2}, degrees of freedom: {degrees}. That is as good as the spread of the readings allows."
    return Words(text, **at)


def _rows(measurements: Measurements, fit: Fit) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for row, simulated, value in zip(fit.rows, fit.simulated, predicted(measurements, fit), strict=True):
        theory = "-" if value is None else f"{value:.4g}"
        off = (simulated - row.value) / row.error
        rows.append(
            (row.label, row.unit, f"{row.value:.4g}", f"{row.error:.2g}", f"{simulated:.4g}", theory, f"{off:+.1f}")
        )
    return rows


def _zeros(fit: Fit) -> list[Words]:
    """What the fit says of the zeros of the instruments that may be off."""
    text = "Offset of the instrument of {measurements}: {offset} {unit} with a zero error of {zero}."
    return [
        Words(
            text,
            measurements=", ".join(row.label for row in rows),
            offset=f"{offset:+.2g}",
            unit=rows[0].unit,
            zero=f"{rows[0].zero_error:g}",
        )
        for rows, offset in offsets(fit.rows, fit.simulated)
    ]


def _left_out(measurements: Measurements, fit: Fit, say: Say) -> list[tuple[str, ...]]:
    readings, wholes = without_a_reading(measurements, fit), without_a_measurement(measurements, fit)
    return [(name, *_told(readings[name], say), *_told(wholes[name], say)) for name in readings]


def _told(case: LeftOut, say: Say) -> tuple[str, str]:
    return case.name or "-", f"{case.change:+.1f}" if isfinite(case.change) else say(Words("rests on it alone"))


def check_report(folder: Path) -> None:
    """Raises `FileError` where a report would replace what no report has written."""
    place_of(folder / PAGE, FORM)
    place_of(folder / SWEEP, PICTURE)


def write_report(folder: Path, measurements: Measurements, fit: Fit, say: Say = str, language: str = "en") -> Path:
    """Write the page into a folder; its file. Raises `Unavailable` without matplotlib, `FileError`."""
    labels, names = [row.label for row in fit.rows], list(fit.values)
    reach = float(np.abs(fit.sensitivity).max()) or 1.0
    unit = say(Words("standard errors for a tenth of the range"))
    seen = check(measurements._replace(rows=()), fitted(measurements, fit))
    plots = Plots(
        svg(fit_plot(fit, say)),
        svg(_map(fit.sensitivity, labels, names, reach, unit)),
        svg(_map(fit.correlation, names, names, 1.0, say(Words("correlation")))),
        "".join(svg(toss_plot(each, say)) for each in seen.followed),
    )
    text = report_text(measurements, fit, say, language, plots, [*measurements.remarks, *check_lines(seen)])
    return write_text(folder / PAGE, text, FORM)


def write_check(folder: Path, found: Check, say: Say = str, language: str = "en") -> Path:
    """Write a page of what was measured beside what the world does, nothing being fitted. Raises as `write_report`."""
    title = " ".join(found.measurements.title.split())
    lines = [f"<li>{html(say(line))}</li>" for line in (*found.measurements.remarks, *check_lines(found))]
    parts = [f"<h1>{html(title)}</h1>", f"<ul>{''.join(lines)}</ul>", *_tosses_drawn(found, say)]
    return write_text(folder / PAGE, page(title, parts, language, COMMAND), FORM)


def _tosses_drawn(found: Check, say: Say) -> Iterator[str]:
    for each in found.followed:
        yield f"<h2>{html(say(Words('Tosses, measured and simulated')))}</h2>"
        yield svg(toss_plot(each, say))


def write_grid_plot(folder: Path, found: GridSearch, say: Say = str) -> Path:
    """Plot how badly each point of a grid search fits, over the first two parameters; the file."""
    figure, axes = pyplot().subplots(figsize=(6.4, 4.8), layout="constrained")
    others = tuple(range(2, found.chi2.ndim))
    chi2 = found.chi2.min(axis=others) if others else found.chi2
    if chi2.ndim == 1:
        axes.semilogy(found.axes[0], chi2, "o-", color=SIMULATED)
        axes.set_ylabel(say(Words("chi square")))
    else:
        shown = axes.pcolormesh(found.axes[1], found.axes[0], np.log10(chi2 + 1e-9), cmap="viridis", shading="nearest")
        figure.colorbar(shown, ax=axes, label=say(Words("log10 of chi square")))
        axes.set_xlabel(found.names[1])
    (axes.set_xlabel if chi2.ndim == 1 else axes.set_ylabel)(found.names[0])
    title = Words("How badly each point fits, the others at their best" if others else "How badly each point fits")
    axes.set_title(say(title))
    return save(figure, folder / SWEEP)


class Bar(NamedTuple):
    """A measurement with its 95 % interval, and the fitted world beside it, both in per cent of what was measured."""

    row: Measured
    half: float
    """Half the interval."""
    off: float
    """How far the world's answer is above what was measured."""


def bars(fit: Fit) -> list[Bar]:
    """One for each measurement."""
    from scipy.stats import t as student

    found = []
    for row, simulated in zip(fit.rows, fit.simulated, strict=True):
        scale = 100 / (abs(row.value) or row.error)
        half = row.error * scale * float(student.ppf((1 + CONFIDENCE) / 2, row.freedom))
        found.append(Bar(row, half, (simulated - row.value) * scale))
    return found


def fit_plot(fit: Fit, say: Say) -> Any:
    """Each measurement with its 95 % interval, and the fitted world beside it, both over the measured value."""
    rows, found = fit.rows, bars(fit)
    figure, axes = pyplot().subplots(figsize=(8, 1.2 + 0.38 * len(rows)), layout="constrained")
    places = np.arange(len(rows))
    axes.axvline(0, color="#d0d0d0", zorder=0)
    axes.errorbar(
        np.zeros(len(rows)),
        places,
        xerr=[bar.half for bar in found],
        fmt="o",
        color=MEASURED,
        capsize=3,
        label=say(Words("measured")),
    )
    axes.plot([bar.off for bar in found], places, "D", color=SIMULATED, label=say(Words("fitted world")))
    axes.set_yticks(places, [f"{row.label}\n{row.value:.4g} {row.unit}" for row in rows], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel(say(Words("difference from what was measured, %; bars hold the truth with 95 % probability")))
    axes.legend(loc="best", fontsize=8)
    return figure


def _map(values: NDArray[np.float64], down: Sequence[str], across: Sequence[str], reach: float, unit: str) -> Any:
    """A table of numbers coloured from -reach to reach."""
    size = (3.2 + 0.9 * len(across), 1.6 + 0.36 * len(down))
    figure, axes = pyplot().subplots(figsize=size, layout="constrained")
    shown = axes.imshow(values, cmap="RdBu_r", vmin=-reach, vmax=reach, aspect="auto")
    axes.set_xticks(range(len(across)), across, rotation=35, ha="right", fontsize=8)
    axes.set_yticks(range(len(down)), down, fontsize=8)
    for (y, x), value in np.ndenumerate(values):
        colour = "white" if abs(value) > reach / 2 else "black"
        axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=7, color=colour)
    figure.colorbar(shown, ax=axes, label=unit)
    return figure
