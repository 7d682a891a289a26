"""A fit with all that is told of it, worked out for whoever shows it: none of it needs scipy any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import Words
from skill.tune.compare import check, check_lines
from skill.tune.evaluate import Evaluator
from skill.tune.fit import Fit, fit
from skill.tune.material import fitted
from skill.tune.measurements import Measurements, load_measurements
from skill.tune.report import Bar, advice, bars, parameter_rows, verdict
from skill.tune.sensitivity import LeftOut, Next, next_measurement, without_a_measurement, without_a_reading


class Progress(NamedTuple):
    """How far a fit is."""

    round: Words
    """What the search does now."""
    asked: int
    """Answers that it waits for in this round."""
    answered: int
    """Of these, those that are there."""
    kept: int
    """Answers that are in the journal, those of earlier fits too."""


class Found(NamedTuple):
    """What came of a fit."""

    measurements: Measurements
    fit: Fit
    bars: list[Bar]
    """Of the readings."""
    parameters: list[tuple[str, str, str, list[Words]]]
    """Name, value, margin and remarks of each."""
    verdict: Words
    advice: list[Words]
    readings: dict[str, LeftOut]
    """By parameter, the reading without which it changes most; none where all are tosses."""
    wholes: dict[str, LeftOut]
    """By parameter, the measurement without which it changes most; none where all are tosses."""
    next: Next | None
    tosses: list[Words]
    """Which tosses are left out and why, and how far the fitted world is from the others."""


def journal_of(file: Path) -> Path:
    """Where the answers of the simulated world are kept that fits of a measurements file have asked for."""
    return file.with_suffix(".journal")


def found_in(file: Path, tell: Callable[[Progress], Any] = lambda progress: None) -> Found:
    """The fit of a measurements file, which goes on from its journal. Raises `FileError`, `Unavailable`."""
    measurements = load_measurements(file)
    now = Progress(Words("looking round"), 0, 0, 0)

    def say(**changes: Any) -> None:
        nonlocal now
        now = now._replace(**changes)
        tell(now)

    evaluator = Evaluator(
        measurements.scene,
        journal_of(file),
        on_start=lambda count: say(asked=count, answered=0),
        on_done=lambda: say(answered=now.answered + 1, kept=evaluator.found + evaluator.simulated),
    )
    say(kept=evaluator.found)
    found = fit(measurements, evaluator, lambda words: say(round=words))
    seen = check(measurements._replace(rows=()), fitted(measurements, found))
    return Found(
        measurements,
        found,
        [bar for bar in bars(found) if not bar.row.along],
        parameter_rows(found),
        verdict(found),
        advice(measurements, found),
        without_a_reading(measurements, found) if measurements.rows else {},
        without_a_measurement(measurements, found) if measurements.rows else {},
        next_measurement(measurements, found),
        [*measurements.remarks, *check_lines(seen)],
    )
