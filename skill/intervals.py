"""Confidence intervals of a mean, of a median, and of a share of cases that are true, false or partly true."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, cos, exp, floor, log10, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev

SURE = 0.95


def bound(sure: float = SURE, comparisons: int = 1) -> float:
    """How many standard errors chance leaves a normal figure within, with that probability; of several comparisons
    every one (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - sure) / (2 * comparisons))


def wilson(cases: Sequence[float], sure: float = SURE) -> tuple[float, float]:
    """Between what the mean of cases from 0 to 1 lies, with that probability; 0 and 1 of no case.

    The interval of E. B. Wilson (*Probable inference*, Journal of the American Statistical Association 22, 1927), with
    the variance of the cases themselves, which is less than that of a share where cases are parts.
    """
    count, squared = len(cases), bound(sure) ** 2
    total = sum(cases)
    spread = sum(case * case for case in cases) - (total * total / count if count else 0.0)
    centre = (total + squared / 2) / (count + squared)
    half = sqrt(squared * (max(0.0, spread) + squared / 4)) / (count + squared)
    return max(0.0, centre - half), min(1.0, centre + half)


def wilson_of(true: int, count: int) -> tuple[float, float]:
    """Between what a share lies with 95 % of which so many of `count` cases are true."""
    return wilson([1.0] * true + [0.0] * (count - true))


@cache
def student(freedom: int, sure: float = SURE) -> float:
    """How many standard errors chance leaves a figure within with that probability whose error is itself estimated with
    so many degrees of freedom: Student's t, by Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.3-4.
    """
    low, high = 0.0, pi / 2  # angles, of which sqrt(freedom) times the tangent is t
    for _ in range(60):
        angle = (low + high) / 2
        term, total = (cos(angle), 0.0) if freedom % 2 else (1.0, 0.0)
        for n in range(freedom % 2 + 2, freedom + 1, 2):
            total += term
            term *= (n - 1) / n * cos(angle) ** 2
        within = 2 / pi * (angle + sin(angle) * total) if freedom % 2 else sin(angle) * total
        low, high = (angle, high) if within < sure else (low, angle)
    return sqrt(freedom) * tan(low)


def mean_between(values: Sequence[float], sure: float = SURE) -> tuple[float, float] | None:
    """Between what the mean of positive values, such as lengths, lies with that probability; None of values that do not
    differ, which say nothing of its error.

    Student's t on a logarithmic scale: a few lengths of which some are long would else hold the mean too seldom.
    """
    if len(set(values)) < 2:
        return None
    mean = fmean(values)
    half = student(len(values) - 1, sure) * stdev(values) / sqrt(len(values)) / mean
    return mean * exp(-half), mean * exp(half)


def median_between(values: Sequence[float], least: float, most: float) -> tuple[float, float]:
    """Between what the median lies with 95 %, whatever the distribution: two of the values, or the ends that they can
    have where there are too few."""
    ordered, count = sorted(values), len(values)
    outside, below = 0.5**count, 0  # how likely at most so many of the values are below the median
    while outside <= (1 - SURE) / 2:
        below += 1
        outside += comb(count, below) * 0.5**count
    return (ordered[below - 1], ordered[count - below]) if below >= 1 else (least, most)


def decimals(error: float, most: int = 2) -> int:
    """With how many decimals a figure is told of which one standard error is this: as many as two of them bear."""
    return min(most, max(0, -floor(log10(2 * error)))) if error > 0 else most
