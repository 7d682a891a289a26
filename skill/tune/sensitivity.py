"""What a fit depends on: where its simulated world departs from theory, and how much each reading moves the result.

Both ask what the fit would be with other readings. The answers of the experiments are taken as linear about the best
point, with the slopes found there, so nothing has to be simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from skill.physics.lab import EXPERIMENTS, varied
from skill.tune.fit import CONFIDENCE, UNDETERMINED, Array, Fit, standardised, whitening
from skill.tune.measurements import TOSS, Measured, Measurements


class Disagreement(NamedTuple):
    """A measurement that would not be the same by theory as by the world, both with the fitted values."""

    row: Measured
    simulated: float
    predicted: float
    margin: float
    """Of the readings: half the width of the interval that holds the true value with 95 % probability."""


class LeftOut(NamedTuple):
    """The reading, or the measurement, without which a parameter changes most."""

    name: str
    change: float
    """In margins of the parameter; infinite if nothing else determines it."""


class Next(NamedTuple):
    """What to measure next: as many readings again as there are already."""

    parameter: str
    """The one whose margin is the widest, as a share of its range, of those that are determined."""
    measurement: str
    """The label of the measurement that narrows that margin most; of tosses, `toss`."""
    margin: float
    """That the parameter would have about then."""


def predicted(measurements: Measurements, fit: Fit) -> list[float | None]:
    """What the closed forms say of each measurement with the fitted values, where there is one."""
    scene = varied(measurements.scene, fit.values)
    forms = [EXPERIMENTS[row.experiment].predict for row in fit.rows]
    return [form(scene, row.conditions) if form else None for form, row in zip(forms, fit.rows, strict=True)]


def disagreements(measurements: Measurements, fit: Fit) -> list[Disagreement]:
    """Where world and closed form are further apart than the readings can be off."""
    from scipy.stats import t as student

    found = []
    for row, simulated, theory in zip(fit.rows, fit.simulated, predicted(measurements, fit), strict=True):
        margin = row.error * float(student.ppf((1 + CONFIDENCE) / 2, row.freedom))
        if theory is not None and simulated != theory and not abs(simulated - theory) <= margin:
            found.append(Disagreement(row, simulated, theory, margin))
    return found


def by_theory(measurements: Measurements, fit: Fit) -> dict[str, float]:
    """The values that would fit if the closed forms were right, of those that are then beyond their margins."""
    theory = predicted(measurements, fit)
    pairs = zip(fit.simulated, theory, strict=True)
    answers = [simulated if value is None or not isfinite(value) else value for simulated, value in pairs]
    change = _refitted(fit, fit.rows, answers)[0] - _refitted(fit, fit.rows, fit.simulated)[0]
    found = {}
    for (name, (low, high)), share in zip(measurements.vary.items(), change.tolist(), strict=True):
        if name not in fit.undetermined and abs(share) * (high - low) > fit.margins[name]:
            found[name] = min(max(fit.values[name] + share * (high - low), low), high)
    return found


def without_a_reading(measurements: Measurements, fit: Fit) -> dict[str, LeftOut]:
    """For each parameter that is determined the reading without which it changes most."""
    return _most(measurements, fit, _less_a_reading(fit.rows))


def without_a_measurement(measurements: Measurements, fit: Fit) -> dict[str, LeftOut]:
    """For each parameter that is determined the measurement without which it changes most."""
    return _most(measurements, fit, ((row.label, n, None) for n, row in enumerate(fit.rows)))


def next_measurement(measurements: Measurements, fit: Fit) -> Next | None:
    """What narrows the widest margin most; None where no parameter is determined, nothing narrows it, or the readings
    are not explained: more that are alike would not mend that.
    """
    if fit.unexplained:
        return None
    names = list(fit.values)
    widths = {name: fit.margins[name] / (high - low) for name, (low, high) in measurements.vary.items()}
    parameter = max((name for name in names if name not in fit.undetermined), key=lambda name: widths[name], default="")
    if not parameter:
        return None
    place = names.index(parameter)
    _, now = _refitted(fit, fit.rows, fit.simulated)
    errors: dict[str, float] = {}
    for row in fit.rows:
        label = TOSS if row.along else row.label
        twice = [_twice(each) if each is row or (row.along and each.along) else each for each in fit.rows]
        errors[label] = float(_refitted(fit, twice, fit.simulated)[1][place])
    label = min(errors, key=lambda label: errors[label])
    if errors[label] >= now[place]:
        return None
    return Next(parameter, label, fit.margins[parameter] * errors[label] / float(now[place]))


def _twice(row: Measured) -> Measured:
    """The same with as many readings again that are alike."""
    return row._replace(readings=2 * row.readings, weights=2 * row.weights)


def _less_a_reading(rows: Sequence[Measured]) -> Iterator[tuple[str, int, Measured | None]]:
    """A reading, the place of its measurement, and what is left of that."""
    for n, row in enumerate(rows):
        for m, reading in enumerate(row.readings):
            rest = row._replace(
                readings=row.readings[:m] + row.readings[m + 1 :], weights=row.weights[:m] + row.weights[m + 1 :]
            )
            yield f"{reading:g} {row.unit} of {row.label}", n, rest if rest.readings else None


def _most(
    measurements: Measurements, fit: Fit, cases: Iterator[tuple[str, int, Measured | None]]
) -> dict[str, LeftOut]:
    found = {name: LeftOut("", 0.0) for name in fit.values if name not in fit.undetermined}
    margins = {name: fit.margins[name] / (high - low) for name, (low, high) in measurements.vary.items()}
    all_of_them, _ = _refitted(fit, fit.rows, fit.simulated)
    for name, place, rest in cases:
        rows = [rest if n == place else row for n, row in enumerate(fit.rows)]
        values, errors = _refitted(fit, rows, fit.simulated)
        changes = zip(fit.values, (values - all_of_them).tolist(), errors.tolist(), strict=True)
        for parameter, share, error in changes:
            change = inf if error > UNDETERMINED else share / margins[parameter]
            if parameter in found and abs(change) > abs(found[parameter].change):
                found[parameter] = LeftOut(name, change)
    return found


def _refitted(fit: Fit, rows: Sequence[Measured | None], answers: Sequence[float]) -> tuple[Array, Array]:
    """How far the values move from the best point, and their standard errors, as shares of their ranges (n,).

    `rows` are the fit's own with others in their places, or none; `answers` those at the best point.
    """
    here = [n for n, row in enumerate(rows) if row is not None]
    left = [row for row in rows if row is not None]
    scale = np.array([fit.rows[n].sigma / rows_n.sigma for n, rows_n in zip(here, left, strict=True)])
    white = whitening(left)
    slope = white @ (10 * fit.sensitivity[here] * scale[:, None])
    away = white @ standardised(left, np.array(answers)[here])
    covariance = np.linalg.inv(slope.T @ slope + 12.0 * np.eye(len(fit.values)))
    return -covariance @ slope.T @ away, np.sqrt(np.diag(covariance))
