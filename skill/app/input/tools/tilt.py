"""The plate in two hands: it leans towards the pointer, keys shake, turn, heave and lift it."""

from __future__ import annotations

from collections.abc import Collection
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from skill.app.draw.camera import Camera, above
from skill.app.input import actions
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Binding, Gauge, Sample
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView
from skill.lattice.cells import DEPTH, I, J, K
from skill.lattice.frame import AXIS_VECTORS
from skill.physics.pose import SIDE_LEAN

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

STILL_ZONE = 0.08  # of the way from the middle to the edge, in which the plate is level
KEY_TILT = 0.62  # of the way: how far an arrow key tilts
SHAKE_HZ = 5.0
SHAKE_EDGES = (0.3, 0.9)  # swing of a shake when it begins and once it has grown
SHAKE_GROWS_S = 2.0
SHAKE_HEAVE = 0.2  # of a shake's swing
YAW_DEG = 25.0
WHEEL_YAW_DEG, YAW_FADE_DEG_S = 8.0, 40.0
HEAVE_EDGES = 1.2
BESIDE = (-80.0, -28.0)  # degrees by which one stands aside and lower to see below a plate that lies
RAISED_AT, RAISE_PER_S = 0.8, 0.4  # in the view; share of the way from its side to level in a second
LIFT_DEG = 24.0
_LIFTS = {Act.LIFT_I: I, Act.LIFT_J: J, Act.LIFT_K: K}


def lowered(towards_x: float, towards_y: float, angle_deg: float) -> tuple[float, float]:
    """Roll and pitch that lower the plate in that direction: roll > 0 lifts the back, pitch > 0 lowers the right."""
    length = hypot(towards_x, towards_y)
    return (0.0, 0.0) if length == 0 else (-angle_deg * towards_y / length, angle_deg * towards_x / length)


class Tilt(Binding):
    """Two hands on the plate: it leans, turns and lifts as the player sees it, from whichever side."""

    tool = "tilt"
    title = "Plate"
    keys = actions.TILTING
    idle = Gauge((0.0, 0.0))
    ready = "Click or press {accept} to take the plate. It then leans towards the pointer; hold {shake} to shake."
    hint = (
        "The mouse tilts; {shake} or its button shakes, {lift_i} {lift_j} {lift_k} lift a corner, {heave} heaves, "
        "{yaw_left} {yaw_right} turn."
    )
    help = (
        ("Take the plate (or click)", (Act.ACCEPT,)),
        ("Tilt (or move the mouse: the plate leans towards the pointer)", (Act.TILT_LEFT, Act.TILT_RIGHT)),
        ("Tilt away, towards you; raise a plate that lies, lay it down", (Act.TILT_AWAY, Act.TILT_TOWARDS)),
        ("Shake, while held (or the mouse button)", (Act.SHAKE,)),
        ("Turn the plate (or the mouse wheel)", (Act.YAW_LEFT, Act.YAW_RIGHT)),
        ("Heave it; let go and it drops", (Act.HEAVE,)),
        ("Lift one corner, which separates dice", (Act.LIFT_I, Act.LIFT_J, Act.LIFT_K)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.tilt is not None
        self._tilt_max_deg = scene.tilt.tilt_max_deg
        self._lies_deg = tuple(map(degrees, SIDE_LEAN[:2])) if scene.plate.bed else None
        """Roll and pitch of a plate that lies on its side at the start."""
        self._raised = 0.0
        """How far that has been raised, 0 to 1."""
        self._wheel_yaw = 0.0
        self._shaking_s = 0.0

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        held, viewport = given.held, given.viewport
        self._wheel_yaw += WHEEL_YAW_DEG * given.notches
        across, away = self._lean(held, given.pointer, given.stick)
        x, y = viewport.ahead(across, away)
        strength = min(1.0, hypot(x, y))
        roll, pitch = lowered(x, y, self._tilt_max_deg * strength**1.5)
        if self._lies_deg is not None:
            self._raise(given)
            roll, pitch = ((1 - self._raised) * angle for angle in self._lies_deg)
        pivot = (0.0, 0.0)
        for act, axis in _LIFTS.items():
            if act in held:
                corner = AXIS_VECTORS[axis]
                more = lowered(-corner[0], -corner[1], LIFT_DEG)
                roll, pitch = roll + more[0], pitch + more[1]
                pivot = (-corner[0] * DEPTH / 2, -corner[1] * DEPTH / 2)  # in the middle of the side that stays down
        shakes = Act.SHAKE in held or given.pressed
        swing = self._swing(given.dt) if shakes else self._stop()
        along = (x, y) if strength > STILL_ZONE else viewport.ahead(1.0, 0.0)
        length = hypot(*along)
        shift_x, shift_y = swing * along[0] / length, swing * along[1] / length
        heave = SHAKE_HEAVE * abs(swing) + HEAVE_EDGES * (Act.HEAVE in held)
        return (roll, pitch, self._yaw(held, given.dt), shift_x, shift_y, heave, *pivot)

    def _raise(self, given: ToolInput) -> None:
        """A plate that lies is raised as far as the pointer is above the middle of the view, at an even pace."""
        most = RAISE_PER_S * given.dt
        way = given.towards(Act.TILT_TOWARDS, Act.TILT_AWAY, RAISE_PER_S) + most * given.stick[1]
        if given.pointer is not None and way == 0:
            wanted = max(0.0, min(1.0, given.pointer[1] / RAISED_AT))
            way = max(-most, min(most, wanted - self._raised))
        self._raised = max(0.0, min(1.0, self._raised + way))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        roll, pitch = running.toolset.find("tilt").lean_deg
        strength, way = hypot(roll, pitch) / self._tilt_max_deg, atan2(-roll, pitch) + radians(azimuth_deg)
        return Gauge((strength * cos(way), strength * sin(way)))

    def camera(self) -> Camera:
        return above().turned(*BESIDE) if self.scene.plate.bed else above()

    def _lean(self, held: Collection[Act], pointer: InView | None, stick: InView) -> InView:
        across = KEY_TILT * ((Act.TILT_RIGHT in held) - (Act.TILT_LEFT in held)) + stick[0]
        away = KEY_TILT * ((Act.TILT_AWAY in held) - (Act.TILT_TOWARDS in held)) + stick[1]
        if pointer is not None and hypot(*pointer) > STILL_ZONE:
            share = 1 - STILL_ZONE / hypot(*pointer)
            across, away = across + pointer[0] * share, away + pointer[1] * share
        return across, away

    def _swing(self, dt: float) -> float:
        self._shaking_s += dt
        grown = min(1.0, self._shaking_s / SHAKE_GROWS_S)
        most = SHAKE_EDGES[0] + (SHAKE_EDGES[1] - SHAKE_EDGES[0]) * grown
        return most * sin(2 * pi * SHAKE_HZ * self._shaking_s)

    def _stop(self) -> float:
        self._shaking_s = 0.0
        return 0.0

    def _yaw(self, held: Collection[Act], dt: float) -> float:
        fade = YAW_FADE_DEG_S * dt
        self._wheel_yaw -= max(-fade, min(fade, self._wheel_yaw))
        return self._wheel_yaw + YAW_DEG * ((Act.YAW_LEFT in held) - (Act.YAW_RIGHT in held))
