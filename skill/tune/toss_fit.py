"""What tosses tell about a material, as readings that a fit can use beside others.

The sum over tosses of how far a simulated one is from what was seen has no derivative to speak of: a cube tumbles
chaotically, and each toss by itself jumps as a parameter moves. Its mean over many is smooth but for noise. So a
quadratic surface is laid through its values at points of a Sobol sequence in a box, its lowest point is the middle of a
smaller one, and so on (Box and Wilson, On the experimental attainment of optimum conditions, Journal of the Royal
Statistical Society B 13, 1951, 1). Along each parameter a box is so wide that the sum rises by a certain share.

The last surface is laid through each toss as well: with the curvature H of the sum and the sum B of the products of the
tosses' slopes at its lowest point, the covariance of what is found is H^-1 B H^-1 (Huber, The behavior of maximum
likelihood estimates under nonstandard conditions, Proceedings of the Fifth Berkeley Symposium 1, 1967, 221). It assumes
that tosses are independent of each other, but not that the frames of a toss are, nor that the world is right. The noise
of the surface, estimated from its residuals, is added to B.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from skill.errors import FileError, Unavailable, Words
from skill.physics.attitude import Array
from skill.tune.evaluate import Answering, TossQuestion
from skill.tune.measurements import TOSS, Measured, Measurements
from skill.tune.tosses import Toss, counted

ROUNDS = 5  # of boxes, each in the one before; the last with all tosses
FEW = 24  # tosses from which the first boxes are laid
FEWEST = 8  # tosses, besides one for each parameter, from which margins can be told
POINTS = 2  # in a box, for each coefficient of the surface
RISE = 0.25  # of the least sum, by which it rises to the sides of a box,
LEAST = 0.15  # widths, that sum at least: where the world is as good as right only noise is left
NARROWER = 0.35  # a box is at least so wide as this share of the one before
NEAR = 1.5  # half widths of a box from its middle, up to which earlier points count too
SURE = 2.0  # standard errors by which a curvature is more than none
UNKNOWN = 1.0  # the standard error along what the tosses do not tell, as a share of the ranges


class Surface(NamedTuple):
    """A quadratic surface through the values at some points, for several sums beside each other."""

    slope: Array
    """(n, sums), at the middle."""
    curvature: Array
    """(n, n, sums)"""
    noise: Array
    """(n, n): the covariance of the slopes of the first sum, from what the surface misses."""
    curvature_noise: Array
    """(n, n): the standard errors of its curvature."""


def toss_rows(
    measurements: Measurements, evaluator: Answering, on_round: Callable[[str], Any]
) -> tuple[list[Measured], float]:
    """What the tosses tell: one reading along each of as many directions as there are parameters; and how far they are
    from the nearest world, the mean over tosses, in widths.

    Raises `FileError` for too few tosses, `Unavailable` without scipy.
    """
    tosses, names = measurements.all_tosses, list(measurements.vary)
    n = len(names)
    if len(tosses) < FEWEST + n:
        parameters = Words("{count} parameters", one="one parameter", count=n)
        text = "{where}: {tosses}; expected at least {fewest} for {parameters}"
        told = {"tosses": counted(len(tosses)), "fewest": FEWEST + n, "parameters": parameters}
        raise FileError(text, where=measurements.tosses[0].measurement, **told)
    search = _Search(measurements, evaluator)
    middle, half = np.full(n, 0.5), np.full(n, 0.5)
    few = tosses[:: max(1, len(tosses) // FEW)]
    surface, least = search.surface(few, middle, half, 0)
    for number in range(1, ROUNDS + 1):
        some = few if number < ROUNDS else tosses
        on_round(
            Words(
                "tosses: {number} of {rounds}, apart {apart} widths", number=number, rounds=ROUNDS, apart=f"{least:.3f}"
            )
        )
        middle = _lowest(surface, middle, half)
        bend = surface.curvature[..., 0].diagonal()
        wanted = np.sqrt(2 * RISE * max(least, LEAST) / np.maximum(bend, 1e-9))
        half = np.clip(wanted, NARROWER * half, half)
        surface, least = search.surface(some, middle, half, number)
    at = _lowest(surface, middle, half)
    covariance, known = _covariance(surface, at - middle, len(tosses))
    return _rows(names, at, covariance, known, len(tosses) - n), least


def sobol_sequence(dimensions: int) -> Any:
    """Points that fill the unit cube evenly, wherever one stops: `random(n)` gives the next ones, (n, dimensions).

    Raises `Unavailable` without scipy.
    """
    try:
        from scipy.stats import qmc
    except ImportError:
        raise Unavailable("the tuner needs scipy: pip install '.[tune]' in Skillbox's checkout") from None
    sequence = qmc.Sobol(dimensions, scramble=False)
    sequence.fast_forward(1)  # its first point is a corner
    return sequence


class _Search:
    """Points that were asked for, and what each toss is apart there."""

    def __init__(self, measurements: Measurements, evaluator: Answering) -> None:
        self._vary, self._evaluator = measurements.vary, evaluator
        self._sobol = sobol_sequence(len(measurements.vary))
        self._digests = {id(toss): toss.digest for toss in measurements.all_tosses}
        self._at: list[Array] = []

    def surface(self, tosses: Sequence[Toss], middle: Array, half: Array, number: int) -> tuple[Surface, float]:
        """The surfaces of the mean and of each toss about the middle of a box, and the least mean at a point of it."""
        n = len(middle)
        new = POINTS * (1 + n + n * (n + 1) // 2)
        for share in self._sobol.random(new):
            self._at.append(np.clip(middle + (2 * share - 1) * half, 0.0, 1.0))
        near = [at for at in self._at if (np.abs(at - middle) <= NEAR * half + 1e-9).all()][-2 * new :]
        values = self._apart(tosses, near)
        steps = np.array(near) - middle
        sums = np.column_stack([values.mean(axis=1), values])
        return _surface(steps, half, sums), float(sums[:, 0].min())

    def _apart(self, tosses: Sequence[Toss], places: Sequence[Array]) -> Array:
        """(points, tosses)"""
        materials = [
            tuple(
                (name, float(low + x * (high - low)))
                for (name, (low, high)), x in zip(self._vary.items(), at.tolist(), strict=True)
            )
            for at in places
        ]
        questions = [TossQuestion(toss, self._digests[id(toss)], each) for each in materials for toss in tosses]
        return np.array(self._evaluator.answers(questions)).reshape(len(places), -1)


def _surface(steps: Array, half: Array, sums: Array) -> Surface:
    """The surface through sums (points, sums) at steps (points, n) from the middle of a box of such half widths."""
    n = len(half)
    pairs = [(a, b) for a in range(n) for b in range(a, n)]
    x = steps / half
    columns = np.column_stack([np.ones(len(x)), x, *(x[:, a] * x[:, b] for a, b in pairs)])
    factors = np.linalg.lstsq(columns, sums, rcond=None)[0]
    missed = sums[:, 0] - columns @ factors[:, 0]
    spread = (missed @ missed) / max(1, len(x) - columns.shape[1]) * np.linalg.pinv(columns.T @ columns)
    curvature, errors = np.zeros((n, n, sums.shape[1])), np.zeros((n, n))
    for place, (a, b) in enumerate(pairs, 1 + n):
        twice = (2.0 if a == b else 1.0) / half[a] / half[b]
        curvature[a, b] = curvature[b, a] = twice * factors[place]
        errors[a, b] = errors[b, a] = twice * sqrt(spread[place, place])
    scale = np.outer(half, half)
    return Surface(factors[1 : 1 + n] / half[:, None], curvature, spread[1 : 1 + n, 1 : 1 + n] / scale, errors)


def _lowest(surface: Surface, middle: Array, half: Array) -> Array:
    """The lowest point of the first surface within its box and the ranges."""
    from scipy.optimize import minimize

    slope, bend = surface.slope[:, 0], surface.curvature[..., 0]
    low, high = np.maximum(-half, -middle), np.minimum(half, 1 - middle)
    starts = [np.zeros(len(half)), *(sign * side for side in np.diag(half) for sign in (-1.0, 1.0))]
    ends = [
        minimize(
            lambda step: (slope @ step + step @ bend @ step / 2, slope + bend @ step),
            np.clip(start, low, high),
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(low, high, strict=True)),
        )
        for start in starts
    ]
    found: Array = middle + min(ends, key=lambda end: float(end.fun)).x
    return np.clip(found, 0.0, 1.0)


def _covariance(surface: Surface, step: Array, tosses: int) -> tuple[Array, Array]:
    """The covariance (n, n) of the lowest point, and the directions (n, known) along which there is one."""
    bend = surface.curvature[..., 0]
    curvatures, directions = np.linalg.eigh(bend)
    noise = np.sqrt(np.einsum("ak,ab,bk->k", directions**2, surface.curvature_noise**2, directions**2))
    is_known = curvatures > np.maximum(SURE * noise, 1e-9)
    known = directions[:, is_known]
    slopes = surface.slope[:, 1:] + np.einsum("abs,b->as", surface.curvature[..., 1:], step)
    slopes -= slopes.mean(axis=1)[:, None]
    own = slopes @ slopes.T / tosses / max(1, tosses - len(step))
    back = known / curvatures[is_known] @ known.T
    return back @ (own + surface.noise) @ back, known


def _rows(names: Sequence[str], at: Array, covariance: Array, known: Array, freedom: int) -> list[Measured]:
    """A reading along each direction in which the errors are independent, and one along each that is not known."""
    inner = known.T @ covariance @ known
    variances, turned = np.linalg.eigh(inner)
    directions = [(known @ turned[:, k], sqrt(max(variances[k], 1e-12))) for k in range(known.shape[1])]
    if known.shape[1] < len(names):
        rest = np.linalg.svd(known, full_matrices=True)[0][:, known.shape[1] :] if known.size else np.eye(len(names))
        directions += [(direction, UNKNOWN) for direction in rest.T]
    return [
        Measured(
            TOSS,
            {},
            (float(direction @ at),),
            min(error, UNKNOWN),
            float(freedom),
            instrument=-1000 - number,
            measurement=f"{TOSS} {number}",
            along=tuple(zip(names, direction.tolist(), strict=True)),
        )
        for number, (direction, error) in enumerate(directions)
    ]
