"""Fingertips that tremble are taken as near to a place as they come, and no plan waits for more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from skill.bots.planners.shared.fingertips import MAX_WAIT, NEAR, NO_NEARER, GrippingHand

STEP = 0.1  # edges a sample


def samples_to(place: tuple[float, float, float], astray: float) -> int:
    """How many samples a hand is sent there that gets no nearer than so many edges."""
    tool = SimpleNamespace(place=(0.0, 0.0, 0.0), columns=("hand_x", "hand_y", "hand_z", "hand_yaw_deg", "hand_closed"))
    running: Any = SimpleNamespace(
        toolset=SimpleNamespace(find=lambda _: tool, columns=tool.columns, rest=(0.0,) * len(tool.columns))
    )
    hand, number = GrippingHand(running), 0
    for sample in hand.go(place, closed=False):
        number += 1
        assert sample == (*place, 0.0, 0.0)
        tool.place = (min(sample[0] - astray, tool.place[0] + STEP), *place[1:])
    return number


@pytest.mark.parametrize(("astray", "more"), [(0.0, 0), (0.9 * NEAR, 0), (2 * NEAR, NO_NEARER + 1)])
def test_a_hand_waits_half_a_second_where_it_comes_no_nearer(astray: float, more: int) -> None:
    assert samples_to((5.0, 0.0, 0.0), astray) == 50 + more


def test_a_hand_that_still_comes_nearer_is_not_given_up() -> None:
    assert samples_to((40.0, 0.0, 0.0), 0.0) == 400 < MAX_WAIT
