"""The ladle: friction on its floor against closed forms, its size, what ends a pour, its limits, its traces."""

from __future__ import annotations

from math import atan, cos, degrees, hypot, radians, sin, sqrt

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun, replay
from skill.physics.pose import UNTURNED, Quat, Vec, inverse, product, rotated, turn
from skill.physics.scene import load_scene
from skill.physics.tools.ladle import BEGIN, COLUMNS, LadleTool
from skill.physics.world import World
from tests.engines import AT_WORK

STEADY = {"ladle.tremor_edges": 0.0, "ladle.tremor_deg": 0.0}
SCENE = load_scene("trulla", STEADY)
G = SCENE.engine.gravity_m_s2 / SCENE.dice.edge_m
DT = SCENE.step_s
RED = Die("R")


def filled(dice: int, capacity: int = 20, seed: int = 1, start: Pyramid = EMPTY, **given: float) -> AttemptRun:
    keys = {key.replace("__", "."): value for key, value in given.items()}
    return AttemptRun(
        load_scene("trulla", {**STEADY, "ladle.capacity": capacity, **keys}), start, seed=seed, hand=[RED] * dice
    )


def moved(attempt: AttemptRun, sample: tuple[float, ...], ticks: int) -> LadleTool:
    for _ in range(ticks):
        attempt.tick(sample)
    tool: LadleTool = attempt.toolset.find("ladle")
    return tool


def slid(friction: float, *, push: float = 0.0, tilt_deg: float = 0.0) -> float:
    """How far a die has slid on a vessel's floor in 0.2 s: pushed, in g, or tilted; edges."""
    scene = load_scene("trulla", {"material.friction": friction})
    world = World(scene, EMPTY, hand=[RED])
    world.vessel.build([((9.0, 9.0, 0.25), (0.0, 0.0, -0.25), UNTURNED)])
    tilt = radians(tilt_deg)
    turned = turn((0.0, tilt, 0.0))
    start = (0.5 * sin(tilt), 0.0, 20 + 0.5 * cos(tilt))
    n = world.take_from_stock(start, turned, fixed=False)
    x = speed = 0.0
    for _ in range(48):
        speed += push * G * DT
        world.vessel.move((x, 0.0, 20.0), turned, (speed, 0.0, 0.0))
        x += speed * DT
        world.step()
    at = world.body(n).position
    return hypot(at[0] - start[0] - x, at[2] - start[2])


def test_a_die_slides_on_the_floor_as_friction_says() -> None:
    mu, half_square = 0.4, G * 0.2**2 / 2
    critical = degrees(atan(mu))
    # Rapier's substeps hold against a vessel that gets faster a part of a step late.
    assert (
        slid(mu, push=0.9 * mu) < (0.02 if AT_WORK == "bullet" else 0.05) and slid(mu, tilt_deg=critical - 1.5) < 0.02
    )
    assert slid(mu, push=0.6) == pytest.approx((0.6 - mu) * half_square, rel=0.1)
    tilt = radians(critical + 10.0)
    assert slid(mu, tilt_deg=critical + 10.0) == pytest.approx((sin(tilt) - mu * cos(tilt)) * half_square, rel=0.1)


@pytest.mark.parametrize("capacity, dice", [(1, 1), (4, 4), (20, 20), (40, 40)])
def test_it_holds_what_it_is_said_to_hold(capacity: int, dice: int) -> None:
    attempt = filled(dice, capacity, seed=2)  # dice may be thrown in as a tower, which topples
    tool = moved(attempt, BEGIN, 30)
    assert tool.held == tuple(range(dice)) and not attempt.world.stock
    assert tool.width**3 >= 3 * capacity - 1e-6
    moved(attempt, (0.0, -4.0, 9.0, 90.0, 0.0), 90)
    assert len(tool.held) == dice and len(attempt.reading().held) == dice and not attempt.reading().loose


@pytest.mark.parametrize(("capacity", "layer"), [(1, 1), (20, 4), (60, 9)])
def test_a_layer_of_dice_is_dropped_about_the_middle_of_the_floor(
    capacity: int, layer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, dropped = World.take_from_stock, []

    def seen(world: World, at: Vec, attitude: Quat | None = None, *, fixed: bool = True) -> int:
        dropped.append(at)
        return take(world, at, attitude, fixed=fixed)

    monkeypatch.setattr(World, "take_from_stock", seen)
    tool = moved(filled(layer, capacity), BEGIN, 0)
    turned = product(turn((0.0, 0.0, radians(BEGIN[3]))), turn((0.0, radians(BEGIN[4]), 0.0)))
    places = np.array([rotated(inverse(turned), tuple(np.subtract(at, BEGIN[:3]))) for at in dropped])
    (_, floor, _), *_ = tool.walls()
    assert len(places) == layer and places.mean(axis=0)[:2] == pytest.approx(floor[:2], abs=1e-6)


def test_a_pour_is_over_when_the_ladle_is_empty() -> None:
    attempt = filled(5)
    tool = moved(attempt, (0.0, -2.0, 4.0, 90.0, 0.0), 80)
    for tilt in range(30, 110, 2):
        if not tool.is_over:
            moved(attempt, (0.0, -2.0, 4.0, 90.0, float(tilt)), 3)
    assert tool.is_over and not tool.held and attempt.world.taken == 0
    assert attempt.world.settle()
    attempt.world.observe()
    assert len(attempt.world.reading().dice) == 5


@pytest.mark.parametrize("start, height", [("-", 0.0), ("R422:321 R332:321 R323:321 R322:321", 2.0)])
def test_a_ladle_that_touches_plate_or_dice_pours_no_more(start: str, height: float) -> None:
    attempt = filled(5, start=parse_position(start))
    tool = moved(attempt, (0.0, -3.0, 6.0, 90.0, 0.0), 80)
    assert not tool.is_over
    moved(attempt, (0.0, 1.5, height, 90.0, 0.0), 60)
    assert tool.is_over and attempt.world.taken == 5
    assert not attempt.reading().held and len(attempt.reading().dice) == len(parse_position(start))


def test_a_die_off_ends_the_pour_and_the_rest_is_laid_aside() -> None:
    attempt = filled(8)
    tool = moved(attempt, BEGIN, 10)
    for tilt in range(30, 121):
        if not tool.is_over:
            moved(attempt, (0.0, -20.0, 9.0, -90.0, float(tilt)), 1)
    moved(attempt, tool.rest, 60)
    reading = attempt.reading()
    assert tool.is_over and reading.off and len(reading.off) + attempt.world.taken == 8 and not reading.held


def test_a_hand_is_no_faster_than_a_hand_and_stays_in_its_reach() -> None:
    limits = SCENE.ladle
    assert limits is not None
    attempt = filled(1)
    tool, places = moved(attempt, BEGIN, 1), []
    for _ in range(180):
        attempt.tick((900.0, 0.0, 900.0, 900.0, -80.0))
        places.append(tool.place)
    speeds = np.abs(np.diff(np.array(places), axis=0) * SCENE.engine.sample_hz).max(axis=0)
    reach = limits.reach_edges
    assert places[-1] == pytest.approx((reach, 0.0, reach, 360.0, -limits.tilt_max_deg / 4)) and tool.held
    assert speeds[:3].max() == pytest.approx(limits.speed_max_edges_s, rel=1e-2)
    assert speeds[3] == pytest.approx(limits.tilt_rate_max_deg_s, rel=1e-2)


def test_hands_that_do_nothing_leave_it_where_it_is() -> None:
    attempt = filled(3)
    tool = moved(attempt, (0.0, -4.0, 7.0, 80.0, 0.0), 80)
    there = tool.place
    moved(attempt, tool.rest, 30)
    assert tool.place == there == (0.0, -4.0, 7.0, 80.0, 0.0) and len(tool.held) == 3


def test_the_tremor_has_the_rms_of_the_rules() -> None:
    scene = load_scene("trulla", {"engine.steps_per_sample": 1})
    ends = []
    for seed in range(150):
        tool = LadleTool(scene, seed)
        for _ in range(100):
            tool.aim(BEGIN)
            tool._tremor.step()
        ends.append(tool._tremor.at)
    rms = np.sqrt((np.array(ends) ** 2).mean(axis=0))
    assert sqrt((rms[:3] ** 2).mean()) == pytest.approx(0.05, rel=0.12)
    assert sqrt((rms[3:] ** 2).mean()) == pytest.approx(2.0, rel=0.15)


def test_a_trace_repeats_a_pour_and_another_seed_pours_otherwise() -> None:
    attempts = []
    for seed in (1, 2):
        attempt = filled(6, seed=seed, ladle__tremor_edges=0.05)
        for tilt in [0.0] * 70 + list(range(30, 100)):
            if not attempt.done:
                attempt.tick((0.0, -2.0, 4.0, 90.0, float(tilt)))
        attempt.give_up()
        attempts.append(attempt)
    first, other = attempts
    again = replay(first.trace)
    assert again.report() == first.report()
    assert again.poses().positions.tobytes() == first.poses().positions.tobytes()
    assert other.poses().positions.tobytes() != first.poses().positions.tobytes()


def test_a_rehearsal_goes_on_with_the_dice_in_the_ladle() -> None:
    attempt = filled(4)
    moved(attempt, (0.0, -2.0, 4.0, 90.0, 0.0), 80)
    stage = attempt.rehearsal(sleep=True)
    pour = [(0.0, -2.0, 4.0, 90.0, min(110.0, 30.0 + n)) for n in range(100)]
    stage.rehearse(pour)
    tool = moved(attempt, BEGIN, 0)
    assert len(tool.held) == 4 and not attempt.world.fallen  # the real ladle has not poured
    assert stage.toolset.find("ladle").is_over and len(stage.reading().dice) == 4
    stage.close()


def test_a_sample_is_five_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        filled(1).tick((0.0,) * 4)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("ladle.capacity", 0, "greater than or equal to 1"),
        ("ladle.capacity", 2.5, "valid integer"),
        ("ladle.tilt_max_deg", 300.0, "less than or equal to 180"),
        ("ladle.tremor_edges", -0.1, "greater than or equal to 0"),
        ("ladle.lip", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("trulla", {key: value})
    assert words in str(error.value) and key in str(error.value)
