"""A person of the tests wins Faraday with the pointer, at the level easy."""

from __future__ import annotations

import pytest

pytest.importorskip("pybullet")
from benchmarks.hands import TASKS, played


@pytest.mark.slow
def test_a_person_brings_three_dice_into_the_corners() -> None:
    (task,) = (task for task in TASKS if task.game == "faraday" and "easy" in task.levels)
    assert played(task, "easy", 5) == task.least
