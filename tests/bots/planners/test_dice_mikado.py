"""The hand that takes dice out of the pyramid, under the rules of game 06."""

from __future__ import annotations

import pytest

from tests.bots.planners.tries import played


def taken(seed: int, time_limit: float) -> float:
    """How many dice a bot took in that many seconds while the top stayed."""
    return played("dice-mikado", seed, time_limit=time_limit)[0]


def test_two_dice_are_taken_in_five_seconds() -> None:
    assert taken(3, 5.0) == 2


@pytest.mark.slow
def test_five_dice_and_more_from_every_seed() -> None:
    counts = [taken(seed, 14.0) for seed in range(1, 4)]
    assert min(counts) >= 5, counts
