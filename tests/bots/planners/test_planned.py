"""What hands plan stays as it is."""

from __future__ import annotations

import pytest

from tests.bots.planners.planned import GESTURES, KEPT, THOUGHTS, gesture, planned, thought
from tests.engines import of_bullet
from tests.physics.moved import quick_cases

pytestmark = of_bullet

ATTEMPTS = quick_cases()
SLOW = {"dune dune"}
"""Its breath rehearses for long before it blows. `test_breath.py` blows in the fast tests as well."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in ATTEMPTS]
)
def test_planners_begin_as_they_did(name: str) -> None:
    assert planned(ATTEMPTS[name]) == KEPT.kept(name), "if it is meant: python -m tests.bots.planners.planned --write"


@pytest.mark.parametrize("name", GESTURES)
def test_the_same_gestures_are_tried(name: str) -> None:
    assert gesture(name) == KEPT.kept(name), "if it is meant: python -m tests.bots.planners.planned --write"


@pytest.mark.parametrize("name", THOUGHTS)
def test_positions_are_thought_of_as_before(name: str) -> None:
    assert thought(name) == KEPT.kept(name), "if it is meant: python -m tests.bots.planners.planned --write"


def test_nothing_is_kept_that_nobody_plans() -> None:
    assert KEPT.names() == [*ATTEMPTS, *GESTURES, *THOUGHTS]
