"""The moving plate against closed forms: free flight, a funnel's threshold, a groove's acceleration, a slow turn."""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from skill.lattice.cells import parse_cell
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.notation import parse_position
from skill.physics.attitude import FEW, matrices, matrices_of
from skill.physics.pose import LEVEL, Pose, inverse, product, rotated, turn
from skill.physics.scene import load_scene
from skill.physics.world import World, dice
from skill.physics.world.dice import Stillness

G = 9.81


def world(position: str, **overrides: float) -> World:
    keys = {key.replace("__", "."): value for key, value in overrides.items()}
    return World(load_scene("faraday", keys), parse_position(position), sleep=False)


def swung(time_s: float) -> Pose:
    """A plate that turns about all axes at once and shifts, as wildly as hands can."""
    lean = (0.6 * sin(7 * time_s) ** 2, 0.4 * (1 - cos(9 * time_s)), 0.3 * sin(5 * time_s) ** 2)
    return Pose((0.02 * sin(11 * time_s) ** 2, 0.01 * time_s**2, 0.015 * (1 - cos(13 * time_s))), turn(lean))


def flown(steps_per_sample: int) -> tuple[float, float]:
    """How far a die that flies 0.2 s above a wildly swung plate ends from its ballistic place and attitude."""
    w = world("R233:321", engine__steps_per_sample=steps_per_sample)
    dt, edge = w.scene.step_s, w.scene.dice.edge_m
    start = w.state()
    (body,) = start.dice.bodies
    assert body is not None
    high = body._replace(position=(1.0, 2.0, 40.0), velocity=(10.0, 5.0, 0.0), spin=(3.0, -2.0, 1.0))
    w.restore(start._replace(dice=start.dice._replace(bodies=(high,)), exact=None))
    steps = 12 * steps_per_sample
    for n in range(steps):
        w.step(swung((n + 1) * dt))
    w.observe()
    positions, rotations, *_ = w.poses()
    t = steps * dt
    fall = G / edge * t * (t + dt) / 2  # as Bullet integrates: first the speed, then the place
    ballistic = np.array([1.0 + 10.0 * t, 2.0 + 5.0 * t, 40.0 - fall])
    spun = matrices(np.array([product(turn((3.0 * t, -2.0 * t, 1.0 * t)), body.quaternion)]))[0]
    angle = np.degrees(np.arccos((np.trace(spun.T @ rotations[0]) - 1) / 2))
    return float(np.abs(positions[0] - ballistic).max()), float(angle)


def test_a_flying_die_knows_nothing_of_the_plate() -> None:
    (coarse, turned), (fine, turned_less) = flown(4), flown(16)
    assert coarse < 0.5 and turned < 0.8  # of 16 edges of flight, 40 edges above the plate
    assert fine < coarse / 3 and turned_less < turned / 3  # the rest is the time step's


def pushed(friction: float, acceleration: float, time_s: float) -> tuple[float, float]:
    """How far a die in a funnel slid up the groove between faces J and K, edges, and how fast it goes, edges a second.

    Its plate accelerates towards the back for `time_s`, so the die is pushed to the front, along -I.
    """
    w = world("R233:321", material__friction=friction, engine__grips=True)
    dt = w.scene.step_s
    for n in range(round(time_s / dt)):
        t = (n + 1) * dt
        w.step(Pose((0.0, acceleration * t * t / 2, 0.0), LEVEL.quaternion))
        if (n + 1) % w.scene.engine.steps_per_sample == 0:
            w.observe()
    w.observe()
    along = -np.array(AXIS_VECTORS[0])
    return float(2 - w.plate.coordinates(w.observed[0])[0][0]), float(w.body(0).velocity @ along)


def threshold(friction: float) -> float:
    """The sideways acceleration at which a die in a funnel starts up the groove between two faces, m/s2.

    The faces' normals are orthonormal. Pushed along an axis the die loses the face on it when its own component of
    the apparent weight no longer presses, and slides when that exceeds the friction at the two others.
    """
    return G * (1 + 2 * friction) / (sqrt(2) * (1 - friction))


@pytest.mark.parametrize("friction", [0.0, 0.2, 0.3, 0.4])
def test_a_die_on_a_plate_accelerated_sideways_slides_when_it_should(friction: float) -> None:
    assert abs(pushed(friction, 0.93 * threshold(friction), 0.1)[0]) < 0.03
    assert pushed(friction, 1.1 * threshold(friction), 0.1)[0] > 0.15


@pytest.mark.parametrize("friction", [0.0, 0.1, 0.2, 0.3, 0.4])
def test_it_slides_along_the_groove_as_fast_as_it_should(friction: float) -> None:
    push = 1.6 * threshold(friction)
    along = push * sqrt(2 / 3) - G / sqrt(3)
    pressing = 2 * (G / sqrt(3) + push * sqrt(2 / 3) / 2)
    (_, early), (_, late) = pushed(friction, push, 4.1 / 240), pushed(friction, push, 12.1 / 240)
    measured = (late - early) * 0.012 / (8 / 240)
    assert (along - measured) / pressing == pytest.approx(friction, rel=0.27, abs=0.06)  # at two g it hops


def test_a_die_on_a_turning_plate_keeps_its_place() -> None:
    w = world("R008:321 R332:321 R080:321")
    dt, full = w.scene.step_s, radians(180)
    angle = 0.0
    for n in range(480):
        angle += full * min(1.0, n * dt / 0.2) * dt
        w.step(Pose((0.0, 0.0, 0.0), turn((0.0, 0.0, angle))))
    w.observe()
    assert w.drift().max() < 0.01
    assert w.plate.tilt_deg == pytest.approx(0, abs=1e-6)


def test_a_tilted_plate_at_rest_holds_its_dice_below_the_threshold_and_lets_them_go_above() -> None:
    limit = np.degrees(np.arctan(threshold(0.3) / G))  # 58 degrees
    for angle, stays in ((limit - 5, True), (limit + 12, False)):
        w = world("R332:321")
        quarter = round(0.5 / w.scene.step_s)
        for n in range(2 * quarter):
            w.step(Pose((0.0, 0.0, 0.0), turn((radians(angle) * min(1.0, n / quarter), 0.0, 0.0))))
        w.observe()
        assert rotated(w.plate.pose.quaternion, (0.0, -1.0, 0.0))[2] < 0  # the front is low
        assert (w.drift()[0] < 0.1) == stays, angle


def test_quaternions_turn_as_matrices_do() -> None:
    q, r = turn((0.3, -0.2, 1.1)), turn((0.0, pi / 3, 0.0))
    a, b, both = matrices(np.array([q, r, product(q, r)]))
    assert np.allclose(a @ b, both)
    v = (0.2, -1.0, 0.5)
    assert np.allclose(a @ v, rotated(q, v))
    assert np.allclose(rotated(inverse(q), rotated(q, v)), v)


@pytest.mark.parametrize("count", [0, 1, 5, FEW, FEW + 1])
def test_few_dice_are_counted_to_the_same_bytes_as_many(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(count)
    drawn = rng.standard_normal((count, 4)) * rng.integers(0, 2, (count, 4)) * rng.choice([-1.0, 1.0], (count, 4))
    attitudes = [(x, y, z, w) for x, y, z, w in drawn.tolist()]
    turned, places = matrices_of(attitudes), rng.standard_normal((count, 3))
    assert turned.tobytes() == matrices(drawn).tobytes()
    since = []
    for few in (FEW, -1):
        monkeypatch.setattr(dice, "FEW", few)
        still = Stillness(0.1, 180.0)
        for _ in range(count):
            still.append()
        still.update(places, turned, 1.0)
        still.update(places + np.linspace(0.0, 0.12, 3 * count).reshape(-1, 3), turned, 2.0)
        since.append([part.tobytes() for part in still.state()])
    assert since[0] == since[1]


def test_corner_800_is_at_the_back() -> None:
    w = world("R800:321")
    assert parse_cell("800") == w.reading().dice[0].cell
    assert w.poses().positions[0][1] * w.scene.dice.edge_m > 0.07
    assert AXIS_VECTORS[0][1] > 0


def test_a_hand_over_a_bare_table_keeps_clear_of_it() -> None:
    bare = World(load_scene("dice-tray"), parse_position("-"))
    assert bare.queries.cleared((0.3, 0.2, -3.0), 1.5) == pytest.approx((0.3, 0.2, 1.5))
    bare.close()
