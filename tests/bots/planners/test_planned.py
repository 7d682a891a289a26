"""What hands plan stays as it is."""

from __future__ import annotations

import pytest

from skill.physics.versions import versions_here

pytest.importorskip("pybullet")
from tests.bots.planners.planned import GESTURES, attempts, gesture, kept, planned

ATTEMPTS = attempts()


def before(name: str) -> str:
    numpy, digests = kept()
    if numpy != versions_here()["numpy"]:
        pytest.skip(f"made with numpy {numpy}: another one may add in another order")
    return digests[name]


@pytest.mark.parametrize("name", ATTEMPTS)
def test_planners_begin_as_they_did(name: str) -> None:
    assert planned(ATTEMPTS[name]) == before(name), "if it is meant: python -m tests.bots.planners.planned --write"


@pytest.mark.parametrize("name", GESTURES)
def test_the_same_gestures_are_tried(name: str) -> None:
    assert gesture(name) == before(name), "if it is meant: python -m tests.bots.planners.planned --write"


def test_nothing_is_kept_that_nobody_plans() -> None:
    assert list(kept()[1]) == [*ATTEMPTS, *GESTURES]
