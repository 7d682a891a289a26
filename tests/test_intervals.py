"""Between what a share lies: how often that holds of shares of known truth."""

from __future__ import annotations

import numpy as np
import pytest

from skill.analyse.measures import share
from skill.intervals import bound, wilson

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


def test_an_interval_of_nothing_and_of_all_the_same() -> None:
    assert wilson([]) == (0.0, 1.0)
    assert wilson([0.0] * 20) == pytest.approx((0.0, 1.96**2 / (20 + 1.96**2)), abs=1e-3)
    assert wilson([1.0] * 20)[1] == 1.0
    assert bound() == pytest.approx(1.96, abs=1e-2) and bound(comparisons=10) == pytest.approx(2.81, abs=1e-2)
