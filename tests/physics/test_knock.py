"""The knocking finger: what it meets, the blow that it gives, one stroke at a time, its traces."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.cells import CELLS, NUMBER_OF
from skill.lattice.dice import Die
from skill.lattice.frame import centre
from skill.lattice.notation import Loose
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import load_scene
from skill.physics.tools.knock import COLUMNS

STEADY = {"knock.noise_dir_deg": 0.0, "knock.noise_speed": 0.0}
BARE = {"plate.side": "none", "plate.pitch": 1.0, "material.friction": 0.0, "engine.gravity_m_s2": 0.0}
AFLOAT = load_scene("knock", {**STEADY, **BARE})
"""A die that floats over a bare table, so that nothing but the finger touches it."""
HEAP = load_scene("knock", STEADY)
EDGE = HEAP.dice.edge_m
MASS = HEAP.material.density_kg_m3 * EDGE**3
UP = (1.0, 1.0, 1.0)  # lattice coordinates 9 edges and more above the table
DIE: Loose = ("R", 3, UP, (3, 2, 1))


def afloat() -> tuple[AttemptRun, tuple[float, float, float]]:
    attempt = AttemptRun(AFLOAT, EMPTY, loose=[DIE])
    return attempt, attempt.world.body(0).position


def test_a_stroke_through_the_centre_drives_the_die_as_two_bodies_that_meet() -> None:
    attempt, (x, y, z) = afloat()
    attempt.tick((x, y - 3.0, z, 90.0, 0.0, 2.0, 1.0))
    speed = 2.0 * 1.3 * 0.006 / (0.006 + MASS) / EDGE
    vx, vy, vz = attempt.world.body(0).velocity
    assert (vx, vy, vz) == pytest.approx((0.0, speed, 0.0), abs=1e-3)


def test_a_finger_that_is_kept_out_knocks_once() -> None:
    attempt, _ = afloat()
    speeds = []
    for _ in range(4):
        x, y, z = attempt.world.body(0).position
        attempt.tick((x, y - 3.0, z, 90.0, 0.0, 0.5, 1.0))
        speeds.append(attempt.world.body(0).velocity[1])
    assert speeds[0] > 1.0 and speeds == pytest.approx([speeds[0]] * 4)


def test_a_stroke_off_the_centre_spins_it() -> None:
    attempt, (x, y, z) = afloat()
    attempt.tick((x + 0.2, y - 3.0, z, 90.0, 0.0, 2.0, 1.0))
    body = attempt.world.body(0)
    speed = 2.0 * 1.3 / (MASS / 0.006 + 1 + 6 * 0.2**2) / EDGE
    assert body.velocity[1] == pytest.approx(speed, rel=1e-3)
    assert body.spin == pytest.approx((0.0, 0.0, 6 * 0.2 * speed), rel=1e-2, abs=1e-2)


def test_a_stroke_meets_nothing_beyond_its_length_and_no_more_than_one_die() -> None:
    attempt, (x, y, z) = afloat()
    attempt.tick((x, y - 5.0, z, 90.0, 0.0, 2.0, 1.0))
    assert hypot(*attempt.world.body(0).velocity) == 0.0
    pair = AttemptRun(AFLOAT, EMPTY, loose=[DIE, ("G", 3, (-0.5, 2.0, 2.0), (3, 2, 1))])
    a, b = (np.array(pair.world.body(n).position) for n in (0, 1))
    way = (b - a) / np.linalg.norm(b - a)
    tip = a - 1.5 * way
    bearing, elevation = np.degrees(np.arctan2(way[1], way[0])), np.degrees(np.arcsin(way[2]))
    pair.tick((*tip, bearing, elevation, 0.5, 1.0))
    assert hypot(*pair.world.body(0).velocity) > 10.0 and hypot(*pair.world.body(1).velocity) == 0.0


def test_it_knocks_once_for_every_time_it_is_asked_to() -> None:
    attempt, (x, y, z) = afloat()
    stroke = (x, y - 3.0, z, 90.0, 0.0, 0.1)
    speeds = []
    for go in (0.0, 1.0, 1.0, 0.0, 1.0):
        attempt.tick((*stroke, go))
        speeds.append(attempt.world.body(0).velocity[1])
    assert speeds[0] == 0.0 and speeds[1] == speeds[2] == speeds[3] > 0 and speeds[4] == pytest.approx(2 * speeds[1])


def test_the_plate_stops_a_stroke() -> None:
    attempt = AttemptRun(HEAP, Pyramid([(NUMBER_OF[(8, 0, 0)], Die("R", (3, 2, 1)))]))
    x, y, z = centre(NUMBER_OF[(8, 0, 0)], 1.0, HEAP.plate.pitch)
    attempt.tick((x, y, 2.0, 90.0, -89.0, 3.0, 0.0))
    attempt.tick((0.0, 0.0, 3.0, 0.0, -90.0, 3.0, 1.0))
    assert attempt.reading().still_s > 0
    assert attempt.world.body(0).position == pytest.approx((x, y, z), abs=0.01)


def knocked(seed: int) -> AttemptRun:
    """The top of a full pyramid is knocked off."""
    heap = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS)
    scene = load_scene("knock")
    attempt = AttemptRun(scene, heap, seed=seed)
    x, y, z = centre(NUMBER_OF[(0, 0, 0)], 1.0, scene.plate.pitch)
    for go in [0.0] * 40 + [1.0] + [0.0] * 60:
        attempt.tick((x, y - 3.0, z + 0.2, 90.0, 0.0, 2.0, go))
    attempt.give_up()
    return attempt


def test_the_top_die_is_knocked_off_a_sleeping_heap_and_a_trace_repeats_it() -> None:
    first, other = knocked(1), knocked(2)
    gone = [die for die in first.reading().dice if die.cell is None]
    assert len(first.reading().pyramid) >= 150 and len(gone) >= 1
    assert NUMBER_OF[(0, 0, 0)] not in first.reading().cells
    again = replay(first.trace)
    assert again.report() == first.report()
    assert again.poses().positions.tobytes() == first.poses().positions.tobytes()
    assert other.poses().positions.tobytes() != first.poses().positions.tobytes()


def test_a_sample_is_seven_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(HEAP, EMPTY).tick((0.0,) * 6)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("knock.stroke_edges", 0.0, "greater than 0"),
        ("knock.speed_max_m_s", 50.0, "less than or equal to 20"),
        ("knock.finger_kgs", 0.1, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("knock", {key: value})
    assert words in str(error.value) and key in str(error.value)
