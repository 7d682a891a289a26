"""A person of the tests wins Faraday and Coulomb with the pointer, at the level easy."""

from __future__ import annotations

import pytest

pytest.importorskip("pybullet")
from benchmarks.hands import TASKS, played


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), [("faraday", 3), ("coulomb", 9)])
def test_a_person_shakes_dice_to_their_places(game: str, seed: int) -> None:
    (task,) = (task for task in TASKS if task.game == game and "easy" in task.levels)
    assert played(task, "easy", seed) == task.least
