"""The taped finger and the hand that mount dice, under the rules of game 08."""

from __future__ import annotations

from itertools import pairwise, product
from math import dist

import pytest

from skill.bots.planners.mountaing import OVER, random_samples
from skill.lattice.cells import DEPTH
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from tests.bots.planners.tries import played


def mounted(seed: int, time_limit: float) -> float:
    """How many dice a bot mounted in that many seconds without a fall."""
    return played("mountaing", seed, time_limit=time_limit)[0]


def test_a_die_is_mounted_in_seven_seconds() -> None:
    assert mounted(1, 7.0) == 1


def test_a_die_is_let_go_a_little_above_its_place_against_a_face() -> None:
    running = AttemptRun(load_scene("mountaing"), EMPTY, seed=1, hand=[Die("R")])
    x, closed = (running.toolset.columns.index(name) for name in ("hand_x", "grip"))
    told = []
    for sample in random_samples(running, 1):
        running.tick(sample)
        told.append(sample)
    (let_go,) = (before[x : x + 3] for before, after in pairwise(told) if before[closed] > after[closed])
    faces = [at for at in product(range(-1, DEPTH), repeat=3) if at.count(-1) == 1 and sum(at) < DEPTH - 1]
    place = min(map(running.world.plate.point, faces), key=lambda at: dist(at, let_go))
    assert let_go == pytest.approx((*place[:2], place[2] + OVER))
    running.close()


@pytest.mark.slow
def test_three_dice_and_more_from_most_seeds() -> None:
    counts = [mounted(seed, 18.0) for seed in range(1, 4)]
    assert sum(count >= 3 for count in counts) >= 2, counts
