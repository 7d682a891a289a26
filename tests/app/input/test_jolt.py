"""One jolt of the plate: what the hands choose, and what it does to dice in the world."""

from __future__ import annotations

from math import atan2, pi

import pytest

from skill.app.input.tools.jolt import HOPS_FROM, STAYS_TO, Jolt, Spot, jolt
from skill.lattice.cells import COORDS
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import Scene, load_scene
from tests.engines import of_any_engine

pytestmark = of_any_engine

QUICKER = {"tilt.rate_max_deg_s": 720.0, "tilt.angle_accel_max_deg_s2": 40000.0}
BOOK, QUICK = load_scene("faraday"), load_scene("faraday", QUICKER, "easy")
START = parse_position("R233 G323 K332")
WAY = (1, 0, -1)
SEEDS = 6


def spots(scene: Scene) -> list[Spot]:
    places = [point(COORDS[cell], scene.plate.pitch) for cell, _ in START]
    return [(x, y) for x, y, _ in places]


def bearing() -> float:
    x, y, _ = point(WAY)
    return atan2(y, x)


def hops(scene: Scene, given: Jolt) -> list[int]:
    """How often each of the dice of the start hops one funnel that way."""
    running = AttemptRun(scene, START, seed=1)
    for _ in range(30):
        running.tick(running.toolset.rest)
    state, count = running.state(), [0, 0, 0]
    for seed in range(SEEDS):
        running.follow(state, seed)
        rest = [(0.0,) * 6 + given.grip] * 20
        running.rehearse([*rest, *given.samples(scene.engine.sample_hz), *rest])
        for n, ((cell, _), die) in enumerate(zip(START, running.reading().dice, strict=True)):
            meant = tuple(a + b for a, b in zip(COORDS[cell], WAY, strict=True))
            count[n] += die.cell is not None and COORDS[die.cell] == meant
    running.close()
    return count


def test_quick_wrists_take_one_of_three_neighbours_alone() -> None:
    dice = spots(QUICK)
    given = jolt(QUICK, dice[1], bearing(), 52.0, dice)
    assert given.driven(dice[1]) > HOPS_FROM
    assert max(given.driven(dice[0]), given.driven(dice[2])) < STAYS_TO
    count = hops(QUICK, given)
    assert count[1] >= SEEDS / 2 and count[0] == count[2] == 0


def test_wrists_of_the_book_part_them_less() -> None:
    rivals = []
    for scene in (BOOK, QUICK):
        dice = spots(scene)
        given = jolt(scene, dice[1], bearing(), 52.0, dice)
        rivals.append(max(given.driven(dice[0]), given.driven(dice[2])))
    assert rivals[1] < rivals[0] - 2


def test_a_jolt_of_all_drives_all_alike_and_a_weak_one_moves_none() -> None:
    dice = spots(BOOK)
    given = jolt(BOOK, None, bearing(), 30.0, dice)
    assert {given.driven(at) for at in dice} == {30.0} and given.twist == (0.0, 0.0, 0.0)
    assert hops(BOOK, given) == [0, 0, 0]


@pytest.mark.parametrize("drawn", [n * pi / 18 for n in range(36)])
def test_it_goes_along_one_of_six_ways(drawn: float) -> None:
    given = jolt(BOOK, None, drawn, 44.0, spots(BOOK))
    assert abs((given.bearing - drawn + pi) % (2 * pi) - pi) < pi / 6 + 1e-9
    assert given.bearing / (pi / 3) == pytest.approx(round(given.bearing / (pi / 3)))
