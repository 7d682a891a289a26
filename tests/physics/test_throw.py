"""The throwing hand: free flight, what it may reach, handfuls, its spread, dice at rest, its traces."""

from __future__ import annotations

from math import dist, hypot, sqrt

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.cells import CELLS, parse_cell, small_pyramid
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.throw import COLUMNS, GAP, PLACES, ThrowTool

STEADY = {"throw.noise_dir_deg": 0.0, "throw.noise_speed": 0.0, "throw.tremor_edges": 0.0}
PLATE = load_scene("malicious-pleasure", STEADY)
EDGE, DT = PLATE.dice.edge_m, PLATE.step_s
ONE = [Die("W", (3, 2, 1))]
G = PLATE.engine.gravity_m_s2 / EDGE
THROW = (2.0, -20.0, 12.0, -0.2, 1.0, 1.5, 20.0, 0.0, -10.0)


def thrown(scene: Scene, throw: tuple[float, ...] = THROW, dice: int = 1, seed: int = 1, **given: object) -> AttemptRun:
    """Aim for one sample, then let go."""
    attempt = AttemptRun(scene, EMPTY, seed=seed, hand=ONE * dice, **given)  # type: ignore[arg-type]
    attempt.tick((*throw, 0.0))
    attempt.tick((*throw, 1.0))
    return attempt


def rested(attempt: AttemptRun) -> AttemptRun:
    while not (attempt.reading().settled and not attempt.reading().held):
        attempt.tick((*THROW, 0.0))
    attempt.give_up()
    return attempt


def tool(attempt: AttemptRun) -> ThrowTool:
    found: ThrowTool = attempt.toolset.find("throw")
    return found


def test_a_thrown_die_flies_on_a_parabola_and_keeps_its_spin() -> None:
    attempt = thrown(PLATE)
    for _ in range(11):
        attempt.tick((*THROW, 0.0))
    t = 12 / 60
    body = attempt.world.body(0)
    fall = G * t * (t + DT / PLATE.engine.substeps) / 2  # as engines integrate: first the speed, then the place
    there = (2.0 - 0.2 / EDGE * t, -20.0 + 1.0 / EDGE * t, 12.0 + 1.5 / EDGE * t - fall)
    assert body.position == pytest.approx(there, abs=1e-3)
    assert body.velocity == pytest.approx((-0.2 / EDGE, 1.0 / EDGE, 1.5 / EDGE - G * t), rel=1e-4)
    assert body.spin == pytest.approx((20.0, 0.0, -10.0), rel=1e-3, abs=1e-4)


def test_speed_and_spin_are_no_greater_than_a_hand_gives() -> None:
    attempt = thrown(PLATE, (0.0, -20.0, 12.0, 0.0, 30.0, 40.0, 300.0, 400.0, 0.0))
    limits, body = PLATE.throw, attempt.world.body(0)
    assert limits is not None
    assert np.array(body.velocity[:2]) * EDGE == pytest.approx((0.0, 0.6 * limits.speed_max_m_s), abs=1e-5)
    assert hypot(*body.spin) == pytest.approx(limits.spin_max_rad_s, rel=1e-3)


def test_the_hand_keeps_its_distance_from_plate_and_dice() -> None:
    for distance_m in (0.1, 0.2):
        scene = load_scene("malicious-pleasure", {**STEADY, "throw.distance_m": distance_m})
        heap = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS)
        attempt = AttemptRun(scene, heap, hand=ONE)
        for place in ((0.0, 0.0, 0.0), (0.0, -5.0, 1.0), (3.0, -8.0, -4.0), (0.0, -40.0, 0.0)):
            attempt.tick((*place, *(0.0,) * 7))
            at = attempt.world.body(len(heap)).position
            gaps = [dist(at, attempt.world.body(n).position) * EDGE for n in range(len(heap))]
            assert min(gaps) > distance_m - 1e-4 and at[2] >= -1e-9
            assert hypot(at[0], at[1]) == pytest.approx(hypot(*place[:2]), abs=1e-6)
        attempt.tick((0.0, -900.0, 0.0, *(0.0,) * 7))
        assert hypot(*attempt.world.body(len(heap)).position[:2]) * EDGE == pytest.approx(1.5)


def test_a_die_in_the_hand_is_nobodys_until_it_leaves() -> None:
    attempt = AttemptRun(PLATE, EMPTY, hand=ONE * 2)
    for _ in range(60):
        attempt.tick((*THROW, 0.0))
    assert tool(attempt).held == (0,) and len(attempt.reading().held) == 1
    attempt.tick((*THROW, 1.0))
    assert tool(attempt).held == () and not attempt.reading().held and not attempt.reading().settled
    attempt.tick((*THROW, 1.0))
    assert tool(attempt).held == ()  # `go` is still on
    attempt.tick((*THROW, 0.0))
    assert tool(attempt).held == (1,) and not attempt.world.stock


def test_what_is_in_the_air_when_time_is_called_counts_once_it_lies() -> None:
    attempt = AttemptRun(PLATE, EMPTY, hand=ONE, score=lambda reading: float(len(reading.dice) - len(reading.held)))
    for _ in range(60):
        attempt.tick((*THROW, 0.0))
    assert attempt.reading().settled and attempt.reading().held
    attempt.tick((*THROW, 1.0))
    attempt.give_up()
    assert len(attempt.report()[3]) + len(attempt.report()[4]) + len(attempt.report()[5]) == 1


def test_a_handful_leaves_together_and_no_die_is_in_another() -> None:
    scene = load_scene("dice-tray")
    attempt = AttemptRun(scene, EMPTY, hand=ONE * 8, seed=2)
    attempt.tick((0.0, -20.0, 8.0, *(0.0,) * 7))
    assert len(tool(attempt).held) == 6 and len(attempt.world.stock) == 2
    places = np.array([attempt.world.body(n).position for n in range(6)])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(6)
    assert gaps.min() == pytest.approx(GAP) and sqrt(3) < GAP
    attempt.tick((0.0, -20.0, 8.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    speeds = np.array([attempt.world.body(n).velocity for n in range(6)])[:, 1] * EDGE
    assert speeds.std() > 0.03 and speeds.mean() == pytest.approx(1.0, abs=0.2)


def test_the_spread_of_a_hand_is_that_of_the_rules() -> None:
    scene = load_scene("dice-tray", {"throw.handful": 50, "throw.noise_dir_deg": 3.0, "throw.noise_speed": 0.06})
    meant, draws = np.array([0.0, 2.0, 2.0]), []
    for seed in range(4):
        attempt = AttemptRun(scene, EMPTY, hand=ONE * 50, seed=seed)
        attempt.tick((0.0, -20.0, 12.0, *meant, *(0.0,) * 3, 1.0))
        fallen = np.array([0.0, 0.0, -G * DT * scene.engine.steps_per_sample])
        draws += [np.array(attempt.world.body(n).velocity) - fallen for n in range(50)]
    speeds = np.linalg.norm(draws, axis=1) * EDGE
    angles = np.degrees(np.arccos(np.array(draws) @ meant / np.linalg.norm(meant) * EDGE / speeds))
    # 400 draws of each angle, 200 of the speed: known to 5 and to 10 % (two standard errors).
    assert sqrt((angles**2).mean()) == pytest.approx(3.0 * sqrt(2), rel=0.1)
    assert speeds.std() / np.linalg.norm(meant) == pytest.approx(0.06, rel=0.12)


def test_a_die_thrown_softly_comes_to_rest_on_the_plate() -> None:
    scene = load_scene("dora")
    lying = 0
    for seed in range(6):
        attempt = rested(thrown(scene, (0.0, 0.0, 9.0, *(0.0,) * 6), seed=seed))
        (die,) = attempt.reading().dice
        lying += not die.off
        assert die.off or die.cell is not None or die.top in range(1, 7)
    assert lying >= 4


HEAP = Pyramid((cell, Die("R", (3, 2, 1))) for cell in small_pyramid(parse_cell("111"), 6))
HEAP_CELLS = {cell for cell, _ in HEAP}


def test_a_heap_sleeps_from_the_start_until_a_throw_comes_near() -> None:
    attempt = AttemptRun(load_scene("dishing-up"), HEAP, seed=1, hand=ONE)
    attempt.tick((*THROW, 0.0))
    attempt.tick((5.0, -14.0, 20.0, *(0.0,) * 7))  # a hand that is carried is no blow
    assert attempt.world.all_asleep and attempt.reading().pyramid == HEAP
    attempt.tick((0.0, 0.0, 20.0, *(0.0,) * 6, 1.0))
    stirred = 0
    while not (attempt.reading().settled and not attempt.reading().held):
        attempt.tick((*THROW, 0.0))
        stirred += not attempt.world.all_asleep
    assert stirred > 10
    awake = AttemptRun(load_scene("dishing-up"), HEAP, seed=1, hand=ONE, sleep=False)
    awake.tick((*THROW, 0.0))
    assert not awake.world.all_asleep and awake.reading().pyramid == HEAP


@pytest.mark.parametrize("seed", [1, 2])
def test_a_heap_that_sleeps_takes_a_throw_like_one_that_is_awake(seed: int) -> None:
    left = []
    for sleep in (True, False):
        attempt = AttemptRun(load_scene("dishing-up"), HEAP, seed=seed, hand=ONE, sleep=sleep)
        attempt.tick((0.0, -2.0, 24.0, *(0.0,) * 7))
        attempt.tick((0.0, -2.0, 24.0, *(0.0,) * 6, 1.0))
        left.append(rested(attempt).reading().cells & HEAP_CELLS)
    assert len(left[0] ^ left[1]) <= 1  # the thrown die itself bounces as it likes


def test_a_trace_repeats_a_throw() -> None:
    scene = load_scene("dishing-up")
    heap = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS[:45])
    shot = (0.0, -20.0, 12.0, 0.0, 1.35, 1.2, 0.0, 0.0, 5.0)
    attempts = []
    for seed in (3, 4):
        attempt = AttemptRun(scene, heap, seed=seed, hand=ONE)
        attempt.tick((*shot, 0.0))
        attempt.tick((*shot, 1.0))
        attempts.append(rested(attempt))
    first, other = attempts
    again = replay(first.trace)
    assert again.report() == first.report()
    assert again.poses().positions.tobytes() == first.poses().positions.tobytes()
    assert other.poses().positions.tobytes() != first.poses().positions.tobytes()


def test_a_rehearsal_throws_the_die_in_hand_as_told() -> None:
    noisy = load_scene("malicious-pleasure")
    attempt = AttemptRun(noisy, EMPTY, seed=5, hand=ONE)
    attempt.tick((*THROW, 0.0))
    stage = attempt.rehearsal(sleep=True)
    assert stage.rehearse([(*THROW, 1.0)] + [(*THROW, 0.0)] * 5)
    velocity = np.array(stage.world.body(0).velocity) * EDGE
    assert velocity[:2] == pytest.approx(THROW[3:5])  # without a seed it does not stray
    assert attempt.reading().held  # the real hand has not thrown
    stage.close()


def test_a_sample_is_ten_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(PLATE, EMPTY, hand=ONE).tick((0.0,) * 9)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("throw.handful", 0, "greater than or equal to 1"),
        ("throw.handful", 2.5, "valid integer"),
        ("throw.noise_dir_deg", 90.0, "less than or equal to 45"),
        ("throw.distance_m", -0.1, "greater than or equal to 0"),
        ("throw.speed", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("dishing-up", {key: value})
    assert words in str(error.value) and key in str(error.value)


def test_a_handful_lies_in_the_hand_before_the_first_sample() -> None:
    attempt = AttemptRun(PLATE, EMPTY, seed=1, hand=ONE * 4)
    hand = tool(attempt)
    assert len(hand.held) == min(PLATE.throw.handful, 4)  # type: ignore[union-attr]
    at = hand.place(attempt.world, hand.rest, len(hand.held))
    for number, place in zip(hand.held, PLACES, strict=False):
        assert attempt.world.body(number).position == pytest.approx([a + b for a, b in zip(at, place, strict=True)])
    attempt.close()
