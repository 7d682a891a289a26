"""The flicking finger: its line before each side, the blow of Routh, its spread, dice that wait, its traces."""

from __future__ import annotations

from math import asin, atan2, degrees, hypot, radians, sqrt

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun, replay
from skill.physics.attitude import matrices
from skill.physics.pose import turn
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.flick import COLUMNS, FlickTool

STEADY = {"flick.noise_dir_deg": 0.0, "flick.noise_speed": 0.0}
SCENE = load_scene("flickers", STEADY)
EDGE = SCENE.dice.edge_m
ONE = [Die("W")]
FLICK = (0.0, 0.0, 40.0, 1.9, 0.0, 0.0)
GRAVITY_STEPS = 4  # physics steps within the sample of the flick


def flicked(scene: Scene, flick: tuple[float, ...] = FLICK, seed: int = 1, dice: int = 1) -> AttemptRun:
    """Aim for one sample, then flick."""
    attempt = AttemptRun(scene, EMPTY, seed=seed, hand=ONE * dice)
    attempt.tick((*flick, 0.0))
    attempt.tick((*flick, 1.0))
    return attempt


def launched(attempt: AttemptRun) -> np.ndarray:
    """The velocity with which die 0 left the finger, m/s: that after the sample, without the fall in it."""
    fall = SCENE.engine.gravity_m_s2 * GRAVITY_STEPS * SCENE.step_s
    return np.array(attempt.world.body(0).velocity) * EDGE + (0.0, 0.0, fall)


def tool(attempt: AttemptRun) -> FlickTool:
    found: FlickTool = attempt.toolset.find("flick")
    return found


@pytest.mark.parametrize("side, ahead_deg", [(1, 90.0), (2, -30.0), (3, -150.0)])
def test_the_line_lies_before_the_players_own_side(side: int, ahead_deg: float) -> None:
    attempt = AttemptRun(load_scene("flickers", {**STEADY, "flick.side": side}), EMPTY, hand=ONE)
    place, ahead = tool(attempt).line(attempt.world, 0.0)
    assert degrees(ahead) == pytest.approx(ahead_deg)
    assert attempt.world.plate.beyond(place) * EDGE == pytest.approx(0.15) and place[2] * EDGE == pytest.approx(0.02)
    right, _ = tool(attempt).line(attempt.world, 2.0)
    step = np.array(right) - place
    assert hypot(*step) == pytest.approx(2.0)
    assert (degrees(atan2(step[1], step[0])) - ahead_deg) % 360.0 == pytest.approx(270.0)
    far, _ = tool(attempt).line(attempt.world, 99.0)
    assert hypot(*(np.array(far) - place)) == pytest.approx(6.0)


def test_a_central_blow_gives_the_speed_of_two_bodies_that_meet() -> None:
    mass = SCENE.material.density_kg_m3 * EDGE**3
    for finger_kg, restitution in ((0.002, 0.0), (0.006, 0.3), (0.05, 0.8)):
        given = {**STEADY, "flick.finger_kg": finger_kg, "flick.finger_restitution": restitution}
        attempt = flicked(load_scene("flickers", given))
        speed = 1.9 * (1 + restitution) * finger_kg / (finger_kg + mass)
        assert hypot(*launched(attempt)) == pytest.approx(speed, rel=1e-4)
        assert attempt.world.body(0).spin == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)


def test_a_flick_goes_where_it_is_aimed() -> None:
    vx, vy, vz = launched(flicked(SCENE, (1.0, 20.0, 35.0, 1.5, 0.0, 0.0)))
    assert degrees(atan2(vy, vx)) == pytest.approx(110.0, abs=1e-3)
    assert degrees(asin(vz / hypot(vx, vy, vz))) == pytest.approx(35.0, abs=1e-3)


def test_a_blow_off_the_middle_spins_the_die_and_drives_it_less() -> None:
    plain, aside = flicked(SCENE), flicked(SCENE, (*FLICK[:4], 0.3, 0.0))
    over = flicked(SCENE, (*FLICK[:4], 0.0, 0.3))
    most = flicked(SCENE, (*FLICK[:4], 9.0, 0.0))
    mass = SCENE.material.density_kg_m3 * EDGE**3
    push = mass / 0.006
    for attempt in (aside, over):
        share = hypot(*launched(attempt)) / hypot(*launched(plain))
        assert share == pytest.approx((push + 1) / (push + 1 + 6 * 0.3**2), rel=1e-3)
        spin = hypot(*attempt.world.body(0).spin)
        assert spin == pytest.approx(6 * 0.3 * hypot(*launched(attempt)) / EDGE, rel=1e-3)
    # Hit to the right of the middle it turns to the left of its way, above the middle forwards: over its leading edge.
    assert aside.world.body(0).spin[2] > 0 and over.world.body(0).spin[0] < 0
    assert hypot(*most.world.body(0).spin) == pytest.approx(
        6 * 0.35 * hypot(*launched(most)) / EDGE, rel=1e-3
    )  # no further than the limit


def test_a_die_waits_with_a_face_square_to_the_fingers_way() -> None:
    attempt = AttemptRun(SCENE, EMPTY, hand=ONE)
    attempt.tick((0.0, 30.0, 25.0, 0.0, 0.0, 0.0, 0.0))
    turned = matrices(np.array([attempt.world.body(0).quaternion]))[0]
    bearing = radians(120.0)
    flat = matrices(np.array([turn((0.0, 0.0, bearing))]))[0] @ (1.0, 0.0, 0.0)
    way = flat * np.cos(radians(25.0)) + (0.0, 0.0, np.sin(radians(25.0)))
    assert np.abs(turned.T @ way).max() == pytest.approx(1.0)


def test_dice_are_flicked_one_by_one_and_never_faster_than_a_finger() -> None:
    attempt = flicked(SCENE, (0.0, 0.0, 30.0, 99.0, 0.0, 0.0), dice=2)
    assert hypot(*launched(attempt)) < 1.3 * 5.0
    assert tool(attempt).held is None and not attempt.reading().held
    attempt.tick((*FLICK, 1.0))
    assert tool(attempt).held is None
    attempt.tick((*FLICK, 0.0))
    assert tool(attempt).held == 1 and len(attempt.reading().held) == 1


def test_the_errors_are_those_of_the_rules() -> None:
    scene, speeds, angles = load_scene("flickers"), [], []
    meant = launched(flicked(SCENE))
    for seed in range(200):
        v = launched(flicked(scene, seed=seed))
        speeds.append(hypot(*v) / hypot(*meant))
        angles.append(degrees(np.arccos(v @ meant / hypot(*v) / hypot(*meant))))
    assert sqrt(np.square(angles).mean()) == pytest.approx(3.0 * sqrt(2), rel=0.1)
    assert np.std(speeds) == pytest.approx(0.08, rel=0.12) and np.mean(speeds) == pytest.approx(1.0, abs=0.012)


def test_a_trace_repeats_a_flick() -> None:
    attempts = []
    for seed in (1, 2):
        attempt = flicked(load_scene("flickers"), seed=seed)
        while not attempt.reading().settled:
            attempt.tick((*FLICK, 0.0))
        attempt.give_up()
        attempts.append(attempt)
    first, other = attempts
    again = replay(first.trace)
    assert again.report() == first.report()
    assert again.poses().positions.tobytes() == first.poses().positions.tobytes()
    assert other.poses().positions.tobytes() != first.poses().positions.tobytes()


def test_a_sample_is_seven_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(SCENE, EMPTY, hand=ONE).tick((0.0, float("nan"), *(0.0,) * 5))


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("flick.side", 4, "less than or equal to 3"),
        ("flick.side", 1.0, "valid integer"),
        ("flick.finger_kg", 0.0, "greater than 0"),
        ("flick.finger_restitution", 1.0, "less than or equal to 0.95"),
        ("flick.sides", 1, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("flickers", {key: value})
    assert words in str(error.value) and key in str(error.value)
