"""The taped finger and the hand that mount dice, under the rules of game 08."""

from __future__ import annotations

import pytest

from tests.bots.planners.tries import played


def mounted(seed: int, time_limit: float) -> float:
    """How many dice a bot mounted in that many seconds without a fall."""
    return played("mountaing", seed, time_limit=time_limit)[0]


def test_a_die_is_mounted_in_seven_seconds() -> None:
    assert mounted(1, 7.0) == 1


@pytest.mark.slow
def test_three_dice_and_more_from_most_seeds() -> None:
    counts = [mounted(seed, 18.0) for seed in range(1, 4)]
    assert sum(count >= 3 for count in counts) >= 2, counts
