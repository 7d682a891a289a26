"""Which material fits what was measured: weighted least squares over simulated experiments.

The search begins where the closed forms of the experiments fit best, if all of them have one. Without, or where that
ends at a chi square that the readings make unlikely, it begins at the best of a Sobol sequence over the ranges (Sobol,
1967), and again at others: a die that topples instead of sliding makes a valley of its own. It goes on by
Levenberg-Marquardt steps (Marquardt, 1963) with derivatives from central differences wide enough that the noise of the
simulation does not show. All evaluations of one round are independent of each other, and which they are depends on
nothing but the measurements, so one process, many, and a cluster find the same.

Means that share the zero error of an instrument are correlated; their residuals are made independent and of variance 1
by the Cholesky factor of their covariance, which finds the same as the offset of each instrument among the parameters
(D'Agostini, On the use of the covariance matrix to fit correlated data, NIM A 346, 1994, 306).

Uncertainty: the covariance (J' W J)^-1 of the linearised model at the best point, J in units of the ranges, W the
inverse variances of the means, these enlarged by the noise of the simulation, and by the reduced chi square where the
fit is worse than the spread explains (Press et al., Numerical Recipes, third edition, 2007, section 15.6), by Fisher's
F. J and the noise come from cubics through answers about the best point; what the cubics miss is the saw-tooth of the
world's answer. The distance of these answers from the best point is a share of the parameter's possible range, not of
the range that is searched, so the searched range does not change the margins. Where the spread was taken from a few
values it is itself uncertain: margins are those of Student's t with the degrees of freedom that Welch (1947) and
Satterthwaite (1946) give a sum of variances, wider where several means share the weight, as weights that are themselves
estimates make less of a mean than they seem (Meier, Variance of a weighted mean, Biometrics 9, 1953, 59), and wide
enough for all parameters at once (Bonferroni's share of the 5 % for each).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import Words
from skill.physics.lab import EXPERIMENTS
from skill.tune.evaluate import Answering, ClosedForms, Question
from skill.tune.measurements import Measured, Measurements, limits_of
from skill.tune.toss_fit import sobol_sequence, toss_rows
from skill.tune.tosses import UNLIKE

Array = NDArray[np.float64]

DESIGN = 16  # first points for each parameter that varies
STARTS = 3  # of the search at most, besides that of the closed forms; others only as long as the fit is bad
APART = 0.15  # how far a new start is from all earlier starts and ends, along some parameter, as a share of its range
STEPS = 8  # Levenberg-Marquardt rounds of one start at most
DAMPINGS = (0.0, 0.01, 0.1, 1.0, 10.0)  # tried beside each other in one round
WIDTH = 0.015  # half the width of a central difference, as a share of what the parameter can be
ABOUT = (-1.0, -0.73, -0.41, -0.17, 0.22, 0.47, 0.68, 1.0)  # of that, where answers about the best point are asked for
CONVERGED = 1e-3  # a round that moves less than this, as a share of the range,
GAINED = 0.01  # and betters chi square by less than this, is the last
UNDETERMINED = 0.25  # a parameter whose standard error is more than this share of its range is not determined
CORRELATED = 0.95  # parameters that are correlated more than this cannot be told apart
CONFIDENCE = 0.95  # the probability that the margins hold the true values
FEWER = 0.9  # degrees of freedom that Meier's formula, which is for many, counts too many: so margins hold from two on
NEAR = 0.25  # chi square of a good fit with no degree of freedom: where nothing averages out, only the noise is left
DOUBTFUL = 0.9  # the probability that a chi square is less, from which on the search begins again
WORSE = 0.95  # the probability that it is less, from which on margins widen and the fit is told to be worse
RIVAL = 4.0  # more than the best chi square, up to which another end of the search is as good as the best
UNLIKELY = 0.99  # the probability that it is less, from which on the readings are not explained
REWEIGHTINGS = 10  # of the readings at most
SAME_WEIGHTS = 0.01  # readings whose weights change less are not weighed anew
MANY = 1e9  # degrees of freedom that are as good as endless
FAR = (
    1e7  # standard errors that an answer without an end counts, far beyond those of precise readings over a wide range
)


class Fit(NamedTuple):
    """The material that fits best."""

    values: dict[str, float]
    rows: tuple[Measured, ...]
    """What it was fitted to, with the weights of the readings."""
    margins: dict[str, float]
    """Half the widths of the intervals that hold all true values together with 95 % probability."""
    correlation: Array
    """(n, n), in the order of `values`."""
    simulated: tuple[float, ...]
    """The best material's answer to each measurement."""
    sensitivity: Array
    """(measurements, n): change of each answer in `sigma` of its measurement for a tenth of the parameter's range."""
    chi2: float
    freedom: int
    """Measurements less parameters."""
    worse: bool
    """Whether chi square is more than the spread of the readings explains."""
    unexplained: bool
    """Whether chi square is far above what the readings allow, or tosses are far from every world: no values of the
    parameters explain them, or the search ended in a wrong valley. Then the margins, though widened, are not known to
    hold anything."""
    rivals: tuple[dict[str, float], ...]
    """Where else the search ended with a fit that is nearly as good, if it had to begin again."""
    undetermined: tuple[str, ...]
    correlated: tuple[tuple[str, str], ...]
    """Pairs that the data cannot tell apart."""
    at_end: tuple[str, ...]
    """Parameters that the data would have beyond their ranges."""
    tosses_apart: float | None = None
    """How far tosses are from the nearest world, the mean over them, 0 to 1, in widths."""


class Point(NamedTuple):
    """One point of the search."""

    at: Array
    """(n,), from 0 to 1 over the ranges."""
    answers: Array
    """(measurements,), of the experiments."""
    away: Array
    """(measurements,), the residuals."""

    @property
    def chi2(self) -> float:
        """How badly it fits."""
        return float(self.away @ self.away)


def fit(measurements: Measurements, evaluator: Answering, on_round: Callable[[str], Any] = lambda text: None) -> Fit:
    """The best fit. `on_round` is told what the search is about to do. Raises `Unavailable` without scipy."""
    apart = None
    if measurements.tosses:
        told, apart = toss_rows(measurements, evaluator, on_round)
        measurements = measurements._replace(rows=(*measurements.rows, *told))
    model = Model(measurements, evaluator)
    first = None
    if all(row.along or EXPERIMENTS[row.experiment].predict for row in measurements.rows):
        by_theory = Model(measurements, ClosedForms(measurements.scene))
        first = min(_ends(by_theory, None, lambda text: None), key=lambda point: point.chi2).at
    ends = _ends(model, first, on_round)
    best = min(ends, key=lambda point: point.chi2)
    rivals = [end.at for end in ends if end.chi2 <= best.chi2 + RIVAL and np.abs(end.at - best.at).max() > APART]
    for number in range(1, REWEIGHTINGS + 1) if measurements.loss == "huber" else ():
        rows = reweighted(measurements.rows, best.answers.tolist())
        if np.abs(_weights(rows) - _weights(measurements.rows)).max() < SAME_WEIGHTS:
            break
        measurements = measurements._replace(rows=rows)
        on_round(Words("weighing the readings anew, {number}", number=number))
        model = Model(measurements, evaluator)
        best = _descend(model, model.points([best.at])[0], on_round)
    found = _result(measurements, model, best, rivals)
    if apart is None:
        return found
    return found._replace(tosses_apart=apart, unexplained=found.unexplained or apart > UNLIKE)


def _ends(model: Model, first: Array | None, on_round: Callable[[str], Any]) -> list[Point]:
    """Where the search ends from `first`, and from other starts as long as the fit is bad."""
    sobol = sobol_sequence(len(model.measurements.vary))
    doubtful = most_chi2(model.measurements, DOUBTFUL)
    ends, seen = [], []
    if first is not None:
        on_round(Words("beginning where the closed forms fit"))
        ends.append(_descend(model, model.points([first])[0], on_round))
        seen += [first, ends[0].at]
        if ends[0].chi2 <= doubtful:
            return ends
    on_round(Words("looking round"))
    design = sorted(model.points(list(sobol.random(DESIGN * sobol.d))), key=lambda point: point.chi2)
    for _ in range(STARTS):
        others = [point for point in design if all(np.abs(point.at - at).max() > APART for at in seen)]
        if not others:
            break
        if ends:
            chi2 = f"{min(end.chi2 for end in ends):.3g}"
            on_round(Words("beginning again, as chi square is {chi2}", chi2=chi2))
        end = _descend(model, others[0], on_round)
        seen += [others[0].at, end.at]
        ends.append(end)
        if end.chi2 <= doubtful:
            break
    return ends


def reweighted(rows: Sequence[Measured], answers: Sequence[float]) -> tuple[Measured, ...]:
    """The measurements with Huber's weights for the distances of their readings from the answers of the world."""
    off = {row.instrument: offset for mine, offset in offsets(rows, answers) for row in mine}
    pairs = zip(rows, answers, strict=True)
    return tuple(row.weighed(answer + off.get(row.instrument, 0.0)) for row, answer in pairs)


def _weights(rows: Sequence[Measured]) -> Array:
    return np.array([weight for row in rows for weight in row.weights])


def most_chi2(measurements: Measurements, sure: float) -> float:
    """The chi square that a right fit stays below with that probability; near 0 without degrees of freedom.

    Errors of means are themselves known from a few readings only, so it is Fisher's F times the degrees of freedom.
    """
    from scipy.stats import f as fisher

    freedom = len(measurements.rows) - len(measurements.vary)
    if freedom <= 0:
        return NEAR
    known = len(measurements.rows) / max(1e-6, sum(1 / row.freedom for row in measurements.rows))
    return float(freedom * fisher.ppf(sure, freedom, known))


def _usual_chi2(measurements: Measurements) -> float:
    """The chi square from which on margins widen: where all spreads are one, few right fits are beyond it."""
    from scipy.stats import f as fisher

    freedom = len(measurements.rows) - len(measurements.vary)
    known = min(MANY, sum(row.freedom for row in measurements.rows))
    return float(freedom * fisher.ppf(WORSE, freedom, known))


def _descend(model: Model, point: Point, on_round: Callable[[str], Any]) -> Point:
    """Where Levenberg-Marquardt steps from a point end."""
    for number in range(1, STEPS + 1):
        on_round(Words("step {number}, chi square {chi2}", number=number, chi2=f"{point.chi2:.3g}"))
        slope = model.slope(point.at)
        tries = [np.clip(point.at + _step(slope, point.away, damping), 0.0, 1.0) for damping in DAMPINGS]
        better = min(model.points(tries), key=lambda tried: tried.chi2)
        if better.chi2 >= point.chi2:
            break
        moved, gained = float(np.abs(better.at - point.at).max()), point.chi2 - better.chi2
        point = better
        if moved < CONVERGED and gained < GAINED:
            break
    return point


def _step(slope: Array, away: Array, damping: float) -> Array:
    normal = slope.T @ slope
    ridge = damping * np.diag(np.diag(normal))
    shortest = np.linalg.lstsq(normal + ridge, slope.T @ away)[0]  # where the data leave a choice
    return np.asarray(-shortest, dtype=np.float64)


def _result(measurements: Measurements, model: Model, best: Point, rivals: list[Array]) -> Fit:
    from scipy.stats import t as student

    names = list(measurements.vary)
    at = best.at
    slope, noise = model.slope_and_noise(best)
    chi2 = float(np.sum(best.away**2 / (1 + noise)))
    freedom = len(measurements.rows) - len(names)
    worse = max(1.0, chi2 / freedom) if freedom > 0 and chi2 > _usual_chi2(measurements) else 1.0
    weights = 1 / (worse * (1 + noise))
    # A parameter that nothing depends on is as uncertain as its range: a flat prior of that variance keeps it finite.
    covariance = np.linalg.inv((slope.T * weights) @ slope + 12.0 * np.eye(len(names)))
    variances = np.diag(covariance)
    # of each variance, as shares of it, that each measurement brings in by its own scatter, and by the world's noise
    shares = (covariance @ (slope.T * np.sqrt(weights)) @ model.whitening) ** 2 / variances[:, None]
    scatter, jitter = shares / (1 + noise), shares * noise / (1 + noise)
    # rows that share one spread are uncertain together
    same = np.equal.outer(*[[row.measurement for row in measurements.rows]] * 2)
    known = np.array([row.freedom for row in measurements.rows])
    uncertain = scatter / np.sqrt(known)
    inverse = np.einsum("na,ab,nb->n", uncertain, same, uncertain) + (jitter**2).sum(axis=1) / (len(ABOUT) - 3)
    freedoms = 1 / np.maximum(inverse, 1 / MANY)
    if worse > 1 and np.isinf(known).all():  # then the spread is what the misfit makes of it
        freedoms = np.minimum(freedoms, freedom)
    # Meier's, over the measurements: how much a row's own share of the variance is one that others could have
    estimated = 1 + 4 * (scatter * (1 - scatter @ same) / (known - FEWER)).sum(axis=1)
    errors = np.sqrt(variances * estimated)
    widths = errors * student.ppf(1 - (1 - CONFIDENCE) / 2 / len(names), freedoms)
    correlation = covariance / np.outer(errors, errors)
    ranges = np.array([high - low for low, high in measurements.vary.values()])
    close = np.argwhere(np.tril(np.abs(correlation), -1) > CORRELATED).tolist()
    pairs = [(names[a], names[b]) for a, b in close]
    return Fit(
        model.values(at),
        measurements.rows,
        dict(zip(names, (widths * ranges).tolist(), strict=True)),
        correlation,
        tuple(best.answers.tolist()),
        np.linalg.solve(model.whitening, slope) / 10,
        chi2,
        freedom,
        chi2 > most_chi2(measurements, WORSE),
        chi2 > most_chi2(measurements, UNLIKELY),
        tuple(model.values(rival) for rival in rivals),
        tuple(name for name, error in zip(names, errors.tolist(), strict=True) if error > UNDETERMINED),
        tuple(pairs),
        tuple(name for name, x in zip(names, at.tolist(), strict=True) if min(x, 1 - x) < CONVERGED),
    )


def whitening(rows: Sequence[Measured]) -> Array:
    """The matrix that makes (answer - measured) / sigma independent and of variance 1: unity without zero errors."""
    zero = np.array([row.zero_error / row.sigma for row in rows])
    same = np.equal.outer(*[[row.instrument for row in rows]] * 2)
    found: Array = np.linalg.inv(np.linalg.cholesky(np.eye(len(rows)) + np.outer(zero, zero) * same))
    return found


def standardised(rows: Sequence[Measured], answers: Array) -> Array:
    """(answer - measured) / sigma, for answers (..., measurements)."""
    measured, sigmas = np.array([row.value for row in rows]), np.array([row.sigma for row in rows])
    apart: Array = np.clip(np.nan_to_num((answers - measured) / sigmas, posinf=FAR), -FAR, FAR)
    return apart


def offsets(rows: Sequence[Measured], answers: Sequence[float]) -> list[tuple[list[Measured], float]]:
    """How far each instrument that has a zero error reads too much, with its rows, in their unit.

    With the zero error z, the variance of that offset before anything is read, it is the mean of (measured - answer)
    in weights of 1 / sigma^2, drawn towards 0 by a weight of 1 / z^2.
    """
    found = []
    for number in sorted({row.instrument for row in rows if row.zero_error}):
        mine = [
            (row, row.value - answer) for row, answer in zip(rows, answers, strict=True) if row.instrument == number
        ]
        weight = sum(row.sigma**-2 for row, _ in mine) + mine[0][0].zero_error ** -2
        found.append(([row for row, _ in mine], sum(apart * row.sigma**-2 for row, apart in mine) / weight))
    return found


class Model:
    """The measurements as a function of parameters that go from 0 to 1 over their ranges."""

    def __init__(self, measurements: Measurements, evaluator: Answering) -> None:
        self.measurements, self._evaluator = measurements, evaluator
        self.whitening = whitening(measurements.rows)
        """What makes residuals in units of `sigma` independent."""

    def values(self, at: Array) -> dict[str, float]:
        """The parameters themselves."""
        ranges = self.measurements.vary.items()
        return {name: low + float(x) * (high - low) for (name, (low, high)), x in zip(ranges, at, strict=True)}

    def answers(self, points: list[Array]) -> Array:
        """What the experiments answer (points, measurements)."""
        rows, names = self.measurements.rows, list(self.measurements.vary)
        found = np.empty((len(points), len(rows)))
        for column, row in enumerate(rows):
            if row.along:
                found[:, column] = np.array(points) @ [dict(row.along)[name] for name in names]
        asked = [column for column, row in enumerate(rows) if not row.along]
        questions = [
            Question(row.experiment, tuple(row.conditions.items()), tuple(self.values(point).items()))
            for point in points
            for row in (rows[column] for column in asked)
        ]
        found[:, asked] = np.array(self._evaluator.answers(questions)).reshape(len(points), -1)
        return found

    def residuals_of(self, answers: Array) -> Array:
        """(points, measurements): (answer - measured) / standard error, independent of each other."""
        residuals: Array = standardised(self.measurements.rows, answers) @ self.whitening.T
        return residuals

    def points(self, places: list[Array]) -> list[Point]:
        """What the experiments answer there, and how far that is from what was measured."""
        answers = self.answers(places)
        return [Point(*point) for point in zip(places, answers, self.residuals_of(answers), strict=True)]

    def slope(self, at: Array) -> Array:
        """The derivatives (measurements, parameters) of the residuals, by central differences."""
        residuals, steps = self._about(at, (-1.0, 1.0))
        slope: Array = ((residuals[:, 1] - residuals[:, 0]).T / (steps[:, 1] - steps[:, 0])).reshape(-1, len(at))
        return slope

    def slope_and_noise(self, point: Point) -> tuple[Array, Array]:
        """The same by cubics through several answers about a point, and the variance (measurements,) that they miss.

        That is the noise of the simulation, the largest along any parameter: along others there may be none.
        """
        residuals, steps = self._about(point.at, ABOUT)
        slope = np.empty((len(point.away), len(point.at)))
        noise = np.zeros(len(point.away))
        for n, away in enumerate(residuals):
            x = np.append(steps[n], 0.0) / np.abs(steps[n]).max()
            columns = np.stack([np.ones(len(x)), x, x**2, x**3], axis=1)
            answers = np.vstack([away, point.away])
            factors = np.linalg.lstsq(columns, answers)[0]
            missed = ((answers - columns @ factors) ** 2).sum(axis=0) / (len(x) - len(factors))
            slope[:, n] = factors[1] / np.abs(steps[n]).max()
            noise = np.maximum(noise, missed)
        return slope, noise

    def _about(self, at: Array, shares: Sequence[float]) -> tuple[Array, Array]:
        """The residuals (parameters, points, measurements) about a place along each parameter, and the steps to there.

        They may lie beyond the ranges, but not beyond what the parameters can be.
        """
        ends = self.measurements.vary.values()
        spans = [high - low for low, high in ends]
        limits = [limits_of(name) for name in self.measurements.vary]
        steps = np.empty((len(at), len(shares)))
        places = []
        for n, (span, (low, _), (least, most)) in enumerate(zip(spans, ends, limits, strict=True)):
            wanted = at[n] + np.array(shares) * WIDTH * (most - least) / span
            held = np.clip(wanted, (least - low) / span, (most - low) / span)
            steps[n] = held - at[n]
            for step in steps[n]:
                place = at.copy()
                place[n] += step
                places.append(place)
        return self.residuals_of(self.answers(places)).reshape(len(at), len(shares), -1), steps
