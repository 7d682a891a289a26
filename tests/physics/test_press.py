"""The pressing finger: its force, what it holds on a plate turned over, its limits, its wobble, its traces."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from skill.errors import EngineError, FileError, NotationError
from skill.lattice.cells import CELLS, COORDS, ZEROS
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun, replay
from skill.physics.pose import UNTURNED
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.press import PressTool
from skill.physics.world import World

STEADY = {"press.wobble_deg": 0.0, "tilt.tremor_deg": 0.0, "tilt.tremor_edges": 0.0}
SCENE = load_scene("captain-flint", STEADY)
AIR = load_scene("captain-flint", {**STEADY, "plate.side": "none", "plate.pitch": 1.0})
FOUR = parse_position("R710:321 R701:321 R800:321 G700:321")
LEVEL = (0.0,) * 8


def pressed(attempt: AttemptRun, force: float, ticks: int, roll: float = 0.0) -> PressTool:
    """Hold plate and finger for some samples."""
    for _ in range(ticks):
        attempt.tick((roll, *LEVEL[1:], force))
    tool: PressTool = attempt.toolset.find("press")
    return tool


def test_a_die_in_the_air_goes_down_before_the_finger_as_fast_as_its_damping_lets_it() -> None:
    world, tool = World(AIR, EMPTY, hand=[Die("R", (3, 2, 1))]), PressTool(AIR, None)
    n = world.take_from_stock((0.0, 0.0, 9.0), UNTURNED, fixed=False)
    world.release(n)
    tool.aim((3.0,))
    for _ in range(100):
        tool.act(world)
        world.step()
    assert tool.force_weights == 3 and AIR.press is not None
    weight = AIR.engine.gravity_m_s2 / AIR.dice.edge_m
    rate = sqrt(AIR.press.stiffness_weights_edge * weight)
    damping = rate * (2 - rate * AIR.step_s)
    assert world.body(n).velocity == pytest.approx((0.0, 0.0, -4 * weight / damping), rel=0.01, abs=1e-3)


def test_the_force_grows_at_its_rate_up_to_the_greatest() -> None:
    limits = SCENE.press
    assert limits is not None
    attempt, forces = AttemptRun(SCENE, FOUR), []
    for _ in range(60):
        forces.append(pressed(attempt, 1e3, 1).force_weights)
    assert forces[-1] == limits.force_max_weights
    assert np.diff(forces).max() * 60 == pytest.approx(limits.force_rate_weights_s, rel=1e-3)
    assert attempt.world.drift().max() < 0.02
    assert pressed(attempt, 0.0, 1).force_weights == 0


def test_the_highest_die_is_pressed_and_a_negative_force_leaves_the_finger_as_it_is() -> None:
    attempt = AttemptRun(SCENE, FOUR)
    tool = pressed(attempt, 40.0, 30)
    assert tool.die == [die.colour for _, die in FOUR].index("G") and tool.force_weights == 40
    pressed(attempt, -1.0, 30)
    assert tool.die is not None and tool.force_weights == 40


def turned_over(force: float, scene: Scene = SCENE, seed: int = 1) -> AttemptRun:
    """A pyramid of four dice on a plate that is turned upside down and back."""
    attempt = AttemptRun(scene, FOUR, seed=seed)
    pressed(attempt, force, 30)
    for n in range(60):
        pressed(attempt, force, 1, roll=-3.0 * (n + 1))
    pressed(attempt, force, 40, roll=-180.0)
    assert attempt.reading().tilt_deg > 170
    for n in range(60):
        pressed(attempt, force, 1, roll=-180.0 + 3.0 * (n + 1))
    pressed(attempt, force, 90)
    return attempt


def test_dice_under_the_finger_stay_on_a_plate_turned_over() -> None:
    attempt = turned_over(40.0)
    assert attempt.reading().still_s > 0.8
    assert attempt.reading().pyramid == FOUR


def test_dice_that_nothing_presses_fall_on_the_table() -> None:
    attempt = turned_over(0.0)
    attempt.give_up()
    assert len(attempt.reading().off) == 4
    heights = attempt.poses().positions[:, 2] * SCENE.dice.edge_m
    assert heights == pytest.approx([0.006 - SCENE.plate.table_drop_m] * 4, abs=2e-3)


def test_a_finger_slips_off_a_die_that_gets_away() -> None:
    attempt = AttemptRun(SCENE, FOUR)
    tool = pressed(attempt, 5.0, 30)
    n = tool.die
    assert n is not None
    x, y, z = attempt.world.body(n).position
    attempt.world.put(n, (x, y, z + 0.6))
    assert pressed(attempt, 5.0, 1).die is None and tool.force_weights == 0


def test_an_empty_plate_is_pressed_by_nothing() -> None:
    assert pressed(AttemptRun(SCENE, EMPTY), 10.0, 5).die is None


def struts(force: float, ticks: int) -> AttemptRun:
    """The struts of trick strut under a finger, turned by 20 degrees off the table they lie on."""
    scene = load_scene("captain-flint-strut", STEADY)
    dice = [("R", 3, at, (3, 2, 1)) for cell in CELLS if ZEROS[cell] >= 2 and (at := tuple(map(float, COORDS[cell])))]
    attempt = AttemptRun(scene, EMPTY, loose=dice)
    roll, pitch, *rest, _ = attempt.toolset.rest
    for _ in range(30):
        attempt.tick((roll, pitch, *rest, force))
    for _ in range(ticks):
        attempt.tick((roll * 0.84, pitch * 0.84, *rest, force))
    return attempt


def test_struts_lie_on_the_table_until_the_plate_is_lifted() -> None:
    lying = struts(0.0, 0)
    assert lying.reading().still_s > 0.1 and lying.reading().tilt_deg == pytest.approx(125.3, abs=0.1)
    assert len(lying.reading().cells) == 25
    assert len(struts(60.0, 40).reading().cells) == 25
    assert len(struts(0.0, 40).reading().cells) < 15


def test_a_rehearsal_lies_on_the_table_as_well() -> None:
    for ticks in (0, 40):
        attempt = struts(0.0, ticks)
        stage = attempt.rehearsal()
        stage.rehearse([attempt.toolset.rest] * 20)
        for _ in range(20):
            attempt.tick(attempt.toolset.rest)
        ends = [a.world.body(0).position for a in (attempt, stage)]
        assert ends[0] == pytest.approx(ends[1], abs=0.05)


def test_the_wobble_has_the_rms_of_the_rules() -> None:
    scene, ends = load_scene("captain-flint"), []
    world = World(scene, EMPTY)
    for seed in range(60):
        tool = PressTool(scene, seed)
        for _ in range(60):
            tool.aim((10.0,))
            for _ in range(scene.engine.steps_per_sample):
                tool.act(world)
        ends.append(tool._tremor.at)
    # 120 independent draws: the rms is known to 6.5 %.
    assert np.degrees(sqrt((np.array(ends) ** 2).mean())) == pytest.approx(5.0, rel=0.2)


def test_a_trace_repeats_it_and_a_rehearsal_goes_on_under_the_finger() -> None:
    scene = load_scene("captain-flint")
    attempt = turned_over(40.0, scene, seed=3)
    attempt.give_up()
    again = replay(attempt.trace)
    assert again.poses().positions.tobytes() == attempt.poses().positions.tobytes()
    assert again.report() == attempt.report()
    attempt = AttemptRun(SCENE, FOUR)
    tool = pressed(attempt, 40.0, 5)
    stage = attempt.rehearsal()
    assert stage.rehearse([(*LEVEL, 40.0)] * 20)
    pressed(attempt, 40.0, 20)
    assert stage.toolset.find("press").state() == tool.state()
    assert stage.world.body(0).position == pytest.approx(attempt.world.body(0).position, abs=0.01)


def test_a_sample_is_plate_and_finger_together() -> None:
    with pytest.raises(NotationError, match="press_weights"):
        AttemptRun(SCENE, EMPTY).tick(LEVEL)


def test_flesh_too_stiff_for_the_steps_is_refused() -> None:
    with pytest.raises(EngineError, match="too stiff"):
        AttemptRun(load_scene("captain-flint", {"press.stiffness_weights_edge": 1500.0}), EMPTY)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("press.force_max_weights", 0.0, "greater than 0"),
        ("press.wobble_deg", 40.0, "less than or equal to 30"),
        ("press.slip_edges", "far", "valid number"),
        ("press.thumb", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("captain-flint", {key: value})
    assert words in str(error.value) and key in str(error.value)
