"""The sticky finger: its pull against statics, its limits, what it sticks to and leaves, its tremor, its traces."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
import pytest

from skill.errors import EngineError, FileError, NotationError
from skill.lattice.cells import CELLS, COORDS, NUMBER_OF
from skill.lattice.dice import Die
from skill.lattice.frame import centre, normal
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.tape import BEGIN, COLUMNS, TapeTool
from skill.physics.world import World
from tests.engines import of_bullet

STEADY = {"tape.tremor_edges": 0.0}
SCENE = load_scene("mountaing", STEADY)
PITCH = SCENE.plate.pitch
HEAP = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS)
IDLE = (0.0, -12.0, 8.0, 0.0, -1.0)  # the hand of the scene, which does nothing here


def face(coords: tuple[int, int, int], out: float = 0.5) -> tuple[float, ...]:
    """So far out from the centre of a die along the normal of its -I face, edges."""
    place = centre(NUMBER_OF[coords], 1.0, PITCH)
    return tuple(p + out * q for p, q in zip(place, normal(0), strict=True))


def moved(attempt: AttemptRun, place: tuple[float, ...], pull: float, stick: float, ticks: int) -> TapeTool:
    """Hold the finger's target there for some samples."""
    for _ in range(ticks):
        attempt.tick((*IDLE, *place, pull, stick))
    tool: TapeTool = attempt.toolset.find("tape")
    return tool


def pressed(scene: Scene, start: Pyramid, coords: tuple[int, int, int], seed: int = 1) -> tuple[AttemptRun, TapeTool]:
    """A finger that sticks to the -I face of that die."""
    attempt = AttemptRun(scene, start, seed=seed)
    moved(attempt, face(coords, 3.0), 0.0, 0.0, 75)
    moved(attempt, face(coords), 0.0, 0.0, 30)
    return attempt, moved(attempt, face(coords), 0.0, 1.0, 10)


@pytest.mark.parametrize("friction", [0.2, 0.4, 0.6])
def test_a_die_is_drawn_up_its_groove_by_its_weight_and_friction(friction: float) -> None:
    """Up the slope of 35.3 degrees: 1 / sqrt 3 of its weight, which its two faces carry too."""
    scene = load_scene("mountaing", {**STEADY, "material.friction": friction, "tape.twist_max_weights_edge": 10.0})
    attempt, tool = pressed(scene, parse_position("R800:321"), (8, 0, 0))
    forces = []
    for n in range(50):
        moved(attempt, face((8, 0, 0)), 0.01 * n, 1.0, 1)
        forces.append(tool.force_weights)
    assert np.mean(forces[20:]) == pytest.approx((1 + 2 * friction) / sqrt(3), rel=0.3)  # see bullet_grips.py


def test_the_tape_pulls_as_far_and_as_fast_as_it_may() -> None:
    limits = SCENE.tape
    assert limits is not None
    attempt, tool = pressed(SCENE, parse_position("R800:321"), (8, 0, 0))
    pulls = [tool.pull]
    for _ in range(90):
        moved(attempt, face((8, 0, 0)), 2.0, 1.0, 1)
        pulls.append(tool.pull)
    assert pulls[0] == 0 and pulls[-1] == pytest.approx(limits.pull_max_edges)
    assert np.diff(pulls).max() * 60 == pytest.approx(limits.pull_speed_max_edges_s, rel=1e-3)
    place = np.array(attempt.world.body(0).position) - centre(NUMBER_OF[(8, 0, 0)], 1.0, PITCH)
    assert place @ normal(0) == pytest.approx(0.5, abs=0.05)


def test_a_die_stays_in_its_groove_if_friction_holds_it() -> None:
    for friction, stays in ((0.6, True), (0.2, False)):
        scene = load_scene("mountaing", {**STEADY, "material.friction": friction})
        attempt, tool = pressed(scene, parse_position("R800:321"), (8, 0, 0))
        moved(attempt, face((8, 0, 0)), 0.4, 1.0, 70)
        assert attempt.reading().dice[0].at[0] == pytest.approx(7.6, abs=0.04)
        moved(attempt, face((8, 0, 0)), 0.4, 0.0, 60)
        assert tool.face is None and tool.force_weights == 0
        back = attempt.reading().dice[0].at[0]
        assert (back < 7.65) if stays else (back > 7.95), (friction, back)


@of_bullet
def test_a_die_of_a_face_is_held_by_those_above() -> None:
    attempt, _ = pressed(SCENE, HEAP, (0, 4, 4))
    n = [COORDS[cell] for cell, _ in HEAP].index((0, 4, 4))
    moved(attempt, face((0, 4, 4)), 0.3, 1.0, 60)
    moved(attempt, face((0, 4, 4)), 0.3, 0.0, 40)
    assert attempt.reading().dice[n].at[0] == pytest.approx(-0.3, abs=0.03)
    assert attempt.world.drift()[[m for m in range(len(HEAP)) if m != n]].max() < 0.1


def test_weak_tape_moves_nothing() -> None:
    weak = load_scene("mountaing", {**STEADY, "tape.tape_force_weights": 0.5})
    attempt, tool = pressed(weak, parse_position("R800:321"), (8, 0, 0))
    before = attempt.world.body(0).position
    moved(attempt, face((8, 0, 0)), 0.5, 1.0, 90)
    assert tool.force_weights == pytest.approx(0.5)
    assert attempt.world.body(0).position == pytest.approx(before, abs=0.02)


def test_the_nearest_bare_face_is_stuck_to() -> None:
    numbers = [COORDS[cell] for cell, _ in HEAP]
    attempt, tool = pressed(SCENE, HEAP, (0, 3, 3))
    assert tool.face is not None and tool.face.n == numbers.index((0, 3, 3))
    assert tool.face.normal == pytest.approx(normal(0), abs=0.02)
    moved(attempt, face((0, 3, 3)), 0.0, 0.0, 2)
    inside = face((2, 3, 3))
    assert moved(attempt, inside, 0.0, 0.0, 60).face is None
    assert moved(attempt, inside, 0.0, 1.0, 5).face is None  # no face there is bare
    moved(attempt, face((0, 3, 3), 2.0), 0.0, 0.0, 60)
    assert moved(attempt, face((0, 3, 3), 2.0), 0.0, 1.0, 5).face is None  # and none is near


def test_a_negative_stick_leaves_everything_as_it_is() -> None:
    attempt, tool = pressed(SCENE, parse_position("R800:321"), (8, 0, 0))
    moved(attempt, face((8, 0, 0)), 0.2, 1.0, 60)
    place, pull, stuck = tool.place, tool.pull, tool.face
    moved(attempt, (0.0, 0.0, 0.0), 0.0, -1.0, 60)
    assert (tool.place, tool.pull, tool.face) == (place, pull, stuck)


def test_a_finger_is_no_faster_than_a_finger_and_stays_in_its_reach() -> None:
    tool, limits, world = TapeTool(SCENE, None), SCENE.tape, World(SCENE, EMPTY)
    assert limits is not None
    tool.aim((100.0, 0.0, -5.0, 1.0, 0.0))
    places = [tool.place]
    for _ in range(720):
        tool.act(world)
        places.append(tool.place)
    speeds = np.diff(np.array(places), axis=0) * 240
    assert places[0] == BEGIN and places[-1] == (limits.reach_edges, 0.0, 0.0) and tool.pull == 0
    assert 0.99 * limits.speed_max_edges_s < np.abs(speeds).max() < 1.001 * limits.speed_max_edges_s
    assert np.abs(np.diff(speeds, axis=0)).max() * 240 < 1.001 * limits.accel_max_edges_s2


def test_a_trace_repeats_a_pull_and_another_seed_trembles_otherwise() -> None:
    ends = []
    for seed in (4, 5):
        attempt, _ = pressed(load_scene("mountaing"), parse_position("R800:321 R710:321"), (8, 0, 0), seed)
        moved(attempt, face((8, 0, 0)), 0.3, 1.0, 60)
        moved(attempt, face((8, 0, 0)), 0.3, 0.0, 10)
        attempt.give_up()
        ends.append(attempt)
    again = replay(ends[0].trace)
    assert again.poses().positions.tobytes() == ends[0].poses().positions.tobytes()
    assert again.report() == ends[0].report()
    assert ends[1].poses().positions.tobytes() != ends[0].poses().positions.tobytes()


def test_a_rehearsal_goes_on_with_the_die_on_the_tape() -> None:
    attempt, tool = pressed(SCENE, parse_position("R800:321"), (8, 0, 0))
    moved(attempt, face((8, 0, 0)), 0.3, 1.0, 20)
    stage = attempt.rehearsal()
    on = [(*IDLE, *face((8, 0, 0)), 0.3, 1.0)] * 30
    assert stage.rehearse(on)
    for sample in on:
        attempt.tick(sample)
    assert stage.toolset.find("tape").state() == tool.state()
    assert stage.world.body(0).position == pytest.approx(attempt.world.body(0).position, abs=0.02)


def test_the_tremor_has_the_rms_of_the_rules() -> None:
    scene, ends = load_scene("mountaing"), []
    world = World(scene, EMPTY)
    for seed in range(150):
        tool = TapeTool(scene, seed)
        for _ in range(90):
            tool.aim((*BEGIN, 0.0, 0.0))
            for _ in range(4):
                tool.act(world)
        ends.append(tool._tremor.at)
    # 450 independent draws: the rms is known to 3 %.
    assert sqrt((np.array(ends) ** 2).mean()) == pytest.approx(0.02, rel=0.15)


def test_a_die_that_was_let_go_is_at_rest() -> None:
    attempt, tool = pressed(SCENE, parse_position("R800:321"), (8, 0, 0))
    moved(attempt, face((8, 0, 0)), 0.5, 1.0, 20)
    assert hypot(*attempt.world.body(0).velocity) > 0.1
    tool.aim((*face((8, 0, 0)), 0.5, 0.0))
    tool.act(attempt.world)
    assert hypot(*attempt.world.body(0).velocity) == 0


def test_a_sample_is_hand_and_tape_together() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(SCENE, EMPTY).tick((0.0,) * 5)


def test_a_tape_too_stiff_for_the_steps_is_refused() -> None:
    with pytest.raises(EngineError, match="too stiff"):
        AttemptRun(load_scene("mountaing", {**STEADY, "tape.stiffness_weights_edge": 90.0}), EMPTY)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("tape.pull_max_edges", 0.0, "greater than 0"),
        ("tape.tape_force_weights", -3.0, "greater than 0"),
        ("tape.tremor_hz", 9.0, "less than or equal to 5"),
        ("tape.glue", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("mountaing", {key: value})
    assert words in str(error.value) and key in str(error.value)
