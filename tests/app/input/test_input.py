"""Actions, hands, choices of detail and texts: the parts that need no window."""

from __future__ import annotations

import subprocess
import sys
from math import hypot
from types import SimpleNamespace

import numpy as np
import pytest

from skill.app.input import actions
from skill.app.input.actions import Act, Actions, Key, key_name
from skill.app.input.tools.tilt import HEAVE_EDGES, KEY_TILT, LIFT_DEG, SHAKE_EDGES, STILL_ZONE, YAW_DEG, Tilt
from skill.app.input.tools.tool_input import InputCollector, ToolInput
from skill.app.input.viewport import Viewport
from skill.app.widgets.pen import fitting
from skill.draw.camera import Camera
from skill.draw.detail import BEST, DETAILS, FRAMES, DetailControl
from skill.lattice.frame import AXIS_VECTORS
from skill.physics.pose import LEVEL
from skill.physics.scene import load_scene


def test_importing_the_app_is_light() -> None:
    code = (
        "import sys, skill.app, skill.app.main; print([m for m in ('pygame', 'moderngl', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pygame" not in done.stdout
    assert "moderngl" not in done.stdout


def test_keys_become_acts_and_are_held_until_released() -> None:
    acts = Actions(actions.EVERYWHERE, actions.CHOOSING)
    assert acts.press(Key("z", held=("ctrl",))) is Act.UNDO
    assert acts.press(Key("z", held=("ctrl", "shift"))) is Act.REDO
    assert acts.press(Key("Tab", held=("shift",))) is Act.PREVIOUS
    assert acts.press(Key("left")) is Act.LEFT
    assert all(acts.press(Key("left", held=(modifier,))) is None for modifier in actions.MODIFIERS)
    assert acts.press(Key("x")) is None
    assert Act.LEFT in acts.held
    assert acts.release(Key("left")) is Act.LEFT
    assert Act.LEFT not in acts.held
    acts.release_all()
    assert not acts.held
    assert key_name("Z", ["shift", "ctrl"]) == "ctrl+shift+z"
    assert acts.keys_of(Act.HELP) == ["f1", "h", "pad back"]


def test_a_key_that_went_down_and_up_in_one_frame_is_taken_once() -> None:
    acts = Actions(actions.TILTING)
    acts.press(Key("space"))
    acts.release(Key("space"))
    assert not acts.held
    assert acts.take() == {Act.SHAKE}
    assert not acts.take()
    acts.press(Key("space"))
    assert acts.take() == acts.take() == {Act.SHAKE}
    acts.release_all()
    assert not acts.take()


def test_every_act_has_a_key() -> None:
    assert {act for group in actions.GROUPS.values() for act in group.values()} == set(Act)


def level(sample: tuple[float, ...]) -> bool:
    return all(abs(value) < 1e-9 for value in sample)


FLAT = SimpleNamespace(plate=SimpleNamespace(pose=LEVEL, shift=LEVEL.position), numbers=())
"""What a viewport asks of a world whose plate lies level."""


class Plate:
    """The plate in hands that a test moves."""

    def __init__(self) -> None:
        self.scene = load_scene("faraday")
        self.binding = Tilt(self.scene)

    def sample(self, *held: Act, at=None, azimuth=0.0, notches=0.0, pressed=False) -> tuple[float, ...]:
        tools = SimpleNamespace(find=lambda tool: SimpleNamespace(lean_deg=(0.0, 0.0)))
        still = SimpleNamespace(world=FLAT, scene=self.scene, toolset=tools)
        viewport = Viewport(Camera(azimuth), (900, 800), still)
        return self.binding.sample(ToolInput(viewport, at, pressed, notches, held, 1 / 60), still)

    def leant(self, *held: Act, **given) -> tuple[float, ...]:
        """What it is a second and a half later."""
        return [self.sample(*held, **given) for _ in range(90)][-1]


def level_nearly(sample: tuple[float, ...]) -> bool:
    return all(abs(value) < 0.01 for value in sample[:6])


def test_the_plate_leans_towards_the_pointer_as_the_player_sees_it() -> None:
    hands = Plate()
    assert level(hands.sample())
    roll, pitch, *_ = hands.leant(at=(1.0, 0.0))
    assert (abs(roll) < 0.01, pitch > 0) == (True, True)  # lowers the right
    roll, pitch, *_ = hands.leant(at=(0.0, 1.0))
    assert (roll < 0, abs(pitch) < 0.01) == (True, True)  # lowers the back
    roll, pitch, *_ = hands.leant(at=(1.0, 0.0), azimuth=90)  # from the left: what is right there is the front
    assert (roll > 0, abs(pitch) < 0.01) == (True, True)
    assert hypot(*hands.leant(at=(5.0, 5.0))[:2]) == pytest.approx(hands.scene.tilt.tilt_max_deg, abs=0.01)
    assert abs(hands.leant(at=(0.02, 0.02))[0]) < 0.01


def test_the_plate_leans_so_softly_that_no_die_moves() -> None:
    hands = Plate()
    pitches = [hands.sample(at=(1.0, 0.0))[1] for _ in range(60)]
    rates = np.diff([0.0, *pitches]) * 60
    assert max(rates) < 400 and max(abs(np.diff(rates)) * 60) < 16_000


def test_a_shake_is_as_wide_as_the_pointer_is_far_from_the_middle_from_the_first() -> None:
    for far in (0.3, 0.9):
        hands = Plate()
        swings = [hands.sample(Act.SHAKE, at=(far, 0.0))[3] for _ in range(72)]
        assert max(swings[12:24]) == pytest.approx(max(swings))
        assert max(swings) == pytest.approx((far - STILL_ZONE) * SHAKE_EDGES, rel=0.06)
    assert [hands.sample(Act.SHAKE, at=(0.01, 0.0))[3] for _ in range(40)] == [0.0] * 40


def test_a_stroke_is_one_jolt_the_way_it_goes_and_the_plate_is_level_before_and_after() -> None:
    hands = Plate()
    hands.leant(at=(0.5, 0.0))
    drawn = [hands.sample(at=(x, 0.0), pressed=True) for x in (0.1, *[0.25] * 90)]
    assert level_nearly(drawn[-1])
    given = [hands.sample(at=(0.25, 0.0)) for _ in range(60)]
    far = max(sample[3] for sample in given)
    assert far > 0.1 and max(sample[5] for sample in given) > 0.1
    assert all(abs(sample[4]) < 0.1 * far for sample in given)
    assert level_nearly(given[-1])  # it follows the pointer again once that has gone away
    assert not level_nearly(hands.leant(at=(0.7, 0.0)))


def test_a_longer_stroke_is_a_stronger_jolt_and_none_is_none() -> None:
    pushes = []
    for length in (0.02, 0.1, 0.15, 0.2):
        hands = Plate()
        for x in (0.0, length):
            hands.sample(at=(x, 0.0), pressed=True)
        pushes.append(max(hands.sample(at=(length, 0.0))[3] for _ in range(20)))
    assert pushes[0] < 0.01 < pushes[1] < pushes[2] < pushes[3]


def test_a_short_press_of_the_shaking_key_is_one_jolt_the_way_the_plate_leans() -> None:
    hands = Plate()
    for _ in range(6):
        hands.sample(Act.SHAKE, Act.TILT_RIGHT)
    given = [hands.sample(Act.TILT_RIGHT) for _ in range(60)]
    assert max(sample[3] for sample in given) > 0.2 > abs(given[-1][3])


def taken(collector: InputCollector, *held: Act, stick=(0.0, 0.0), keys_point=True) -> ToolInput:
    still = SimpleNamespace(world=FLAT, scene=load_scene("faraday"))
    return collector.take(held, stick, Viewport(Camera(), (900, 800), still), 1 / 60, keys_point=keys_point)


def test_a_stroke_of_the_mouse_gives_its_places_and_the_wheel_its_notches_once() -> None:
    collector = InputCollector()
    collector.point((0.9, 0.0))
    collector.press(False, (0.5, 0.5))  # nothing was pressed
    collector.press(True, (0.1, 0.2))
    collector.press(False, (0.3, 0.4))
    collector.wheel(2)
    collector.wheel(1)
    given = [taken(collector) for _ in range(4)]
    assert [(g.pointer, g.pressed) for g in given] == [
        ((0.1, 0.2), False),
        ((0.1, 0.2), True),
        ((0.3, 0.4), True),
        ((0.9, 0.0), False),
    ]
    assert [g.notches for g in given] == [3, 0, 0, 0]


def test_keys_and_stick_are_pressed_pointed_and_turned_with_as_the_mouse_is() -> None:
    collector = InputCollector()
    assert taken(collector).pointer is None
    assert taken(collector, Act.PRESS).pressed
    assert taken(collector, Act.RAISE).notches == pytest.approx(8 / 60)
    assert taken(collector, Act.LOWER).notches == pytest.approx(-8 / 60)
    steps = [taken(collector, Act.POINT_RIGHT).pointer[0] for _ in range(120)]
    assert 0 < steps[0] < 0.5 * (steps[-1] - steps[-2])  # slowly at first
    assert taken(collector, stick=(0.0, 1.0)).pointer[1] > 0
    assert taken(collector, stick=(0.0, 1.0), keys_point=False).pointer is None  # the stick tilts, the mouse does not
    assert taken(collector, stick=(0.0, 1.0), keys_point=False).stick == (0.0, 1.0)


def test_keys_tilt_shake_heave_turn_and_lift() -> None:
    hands = Plate()
    assert hands.sample(Act.TILT_RIGHT)[1] > 0
    assert hands.sample(Act.TILT_AWAY)[0] < 0
    assert hands.sample(Act.HEAVE)[5] == HEAVE_EDGES
    assert hands.sample(Act.YAW_LEFT)[2] == YAW_DEG
    swings = [hands.sample(Act.SHAKE)[3] for _ in range(240)]
    assert max(swings) == pytest.approx(KEY_TILT * SHAKE_EDGES, rel=0.05)
    assert min(swings) < 0
    assert level_nearly(hands.leant())
    turns = [hands.sample(notches=1)[2], *(hands.sample()[2] for _ in range(60))]
    assert turns[0] > 0
    assert turns[-1] == pytest.approx(0)


@pytest.mark.parametrize(("act", "axis"), [(Act.LIFT_I, 0), (Act.LIFT_J, 1), (Act.LIFT_K, 2)])
def test_lifting_a_corner_lowers_the_other_side_about_a_pivot_there(act: Act, axis: int) -> None:
    roll, pitch, *_, pivot_x, pivot_y = Plate().leant(act)
    corner = AXIS_VECTORS[axis]
    rise = (roll * corner[1] - pitch * corner[0]) / hypot(corner[0], corner[1])  # of rotation vector x place
    assert rise == pytest.approx(LIFT_DEG)
    assert pivot_x * corner[0] + pivot_y * corner[1] < -2


def test_detail_is_given_up_when_frames_are_slow_and_taken_back() -> None:
    assert [detail.scale for detail in DETAILS] == sorted((detail.scale for detail in DETAILS), reverse=True)
    control = DetailControl(slow_start=False)
    assert control.moving == BEST
    for _ in range(FRAMES):
        control.drawn(0.05)
    assert control.moving == DETAILS[1]
    for _ in range(10 * FRAMES):
        control.drawn(0.05)
    assert control.moving == DETAILS[-1]
    for _ in range(10 * FRAMES):
        control.drawn(0.001)
    assert control.moving == BEST


@pytest.mark.parametrize(("width", "shown"), [(10, "Rasanto"), (7, "Rasanto"), (6, "Rasan…"), (1, "…"), (0, "…")])
def test_a_text_without_room_is_cut_short(width: int, shown: str) -> None:
    assert fitting("Rasanto", lambda text: (len(text), 1), width) == shown
