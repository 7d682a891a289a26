"""Between what a share lies: how often that holds of shares of known truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skill.analyse.measures import share
from skill.intervals import bound, mean_between, student, wilson

REPEATED = 2000
NEAR = 0.03
"""How far the part of intervals that hold the truth may be from what they promise."""


def matches(parts: tuple[float, ...], count: int) -> tuple[np.ndarray, np.ndarray]:
    """True shares and, of each, so many cases: with a chance of which the truth is drawn, since at a single one what
    few cases can show is a lattice, a case is one of the parts of a win rather than nothing."""
    rng = np.random.default_rng(11)
    chance = rng.uniform(0.1, 0.9, REPEATED)
    won = rng.random((REPEATED, count)) < chance[:, None]
    return chance * np.mean(parts), won * rng.choice(parts, (REPEATED, count))


@pytest.mark.parametrize("parts", [(1.0,), (1.0, 0.5), (1.0, 0.5, 0.5)])
@pytest.mark.parametrize("count", [20, 60])
def test_a_share_and_its_error_and_interval_cover_the_truth(parts: tuple[float, ...], count: int) -> None:
    found = [(truth, share(cases.tolist())) for truth, cases in zip(*matches(parts, count), strict=True)]
    within = np.mean([abs(truth - one["share"]) <= one["error"] for truth, one in found])
    between = np.mean([one["low"] <= truth <= one["high"] for truth, one in found])
    assert (abs(within - 0.683) <= NEAR, abs(between - 0.95) <= NEAR) == (True, True), (within, between)


@pytest.mark.parametrize("sure", [0.68, 0.95])
@pytest.mark.parametrize("count", [2, 3, 8, 40])
def test_the_interval_of_a_mean_covers_it_of_few_values_too(count: int, sure: float) -> None:
    rng = np.random.default_rng(13)
    found = [mean_between(values.tolist(), sure) for values in rng.normal(60, 9, (REPEATED, count))]
    covered = np.mean([low <= 60 <= high for low, high in found])
    assert abs(covered - sure) <= NEAR, covered


@pytest.mark.parametrize("count", [3, 8, 20])
@pytest.mark.parametrize(
    "drawn", [lambda rng, size: rng.geometric(0.1, size), lambda rng, size: np.where(rng.random(size) < 0.3, 30, 50)]
)
def test_the_interval_of_a_mean_covers_it_where_lengths_are_skewed_or_two(drawn: Any, count: int) -> None:
    rng = np.random.default_rng(13)
    mean = drawn(rng, 200_000).mean()
    found = [mean_between(values.tolist()) for values in drawn(rng, (REPEATED, count))]
    missed = np.mean([one is not None and not one[0] <= mean <= one[1] for one in found])
    assert missed <= 0.05 + NEAR, missed


def test_quantiles_of_t_are_those_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 200: 1.972}
    assert {freedom: student(freedom) for freedom in table} == pytest.approx(table, abs=6e-4)
    assert mean_between([]) is None and mean_between([4.0]) is None and mean_between([4.0, 4.0]) is None


def test_an_interval_of_nothing_and_of_all_the_same() -> None:
    assert wilson([]) == (0.0, 1.0)
    assert wilson([0.0] * 20) == pytest.approx((0.0, 1.96**2 / (20 + 1.96**2)), abs=1e-3)
    assert wilson([1.0] * 20)[1] == 1.0
    assert bound() == pytest.approx(1.96, abs=1e-2) and bound(comparisons=10) == pytest.approx(2.81, abs=1e-2)
