"""Outliers: readings that are far from the others count less.

Huber's loss (Robust estimation of a location parameter, Annals of Mathematical Statistics 35, 1964, 73) grows as the
square of a residual up to K standard deviations of one reading and linearly beyond. It is minimised by least squares
in which a reading counts min(1, K / |residual|), solved and weighed anew until the weights stay (Holland and Welsch,
Robust regression using iteratively reweighted least-squares, Communications in Statistics A6, 1977, 813).
`scipy.optimize.least_squares` has the same loss, but its search asks for one point at a time, ours for many at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from statistics import median

import numpy as np

K = 1.345  # least squares would be 5 % more exact if all errors were normal
ROUNDS = 50  # of `spread_of`; it has converged long before
NORMAL = erf(K / sqrt(2)) - K * sqrt(2 / pi) * exp(-(K**2) / 2) + K**2 * (1 - erf(K / sqrt(2)))
"""The mean of min(|z|, K)^2 where z is normal."""
THIRD_QUARTILE = 0.6745  # of the normal distribution
FARTHEST = 1e3  # standard deviations that a reading is taken to be off at most


def weight(apart: float) -> float:
    """How much a reading counts that is so many standard deviations away, from 0 to 1."""
    return K / min(max(abs(apart), K), FARTHEST)


def spread_of(alike: Sequence[Sequence[float]]) -> float:
    """The standard deviation of one reading within lists of readings under the same conditions.

    Huber's proposal 2: the centres of the lists and the deviation are found together, such that the squares of the
    distances, cut off at K deviations, have the mean that they have for normal errors. 0 where more than half of the
    readings are at their centres.
    """
    centres = [median(values) for values in alike]
    freedom = sum(map(len, alike)) - len(alike)
    spread = median(_distances(alike, centres)) / THIRD_QUARTILE
    for _ in range(ROUNDS if spread else 0):
        for n, values in enumerate(alike):
            weights = [weight((value - centres[n]) / spread) for value in values]
            centres[n] = float(np.average(values, weights=weights))
        squares = sum(min(distance, K * spread) ** 2 for distance in _distances(alike, centres))
        spread = sqrt(squares / freedom / NORMAL)
    return spread


def _distances(alike: Sequence[Sequence[float]], centres: Sequence[float]) -> list[float]:
    return [abs(value - centre) for values, centre in zip(alike, centres, strict=True) for value in values]
