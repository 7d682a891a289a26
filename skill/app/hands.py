"""From pointer and held keys to the plate: sixty samples a second of where two hands are to hold it. No pygame.

A sample is what the tilt-and-shake tool takes: roll, pitch and yaw in degrees, shift and heave in edges, and the pivot
in edges, world frame.
"""

from __future__ import annotations

from collections.abc import Collection
from math import cos, hypot, pi, radians, sin

from skill.app.actions import Act
from skill.lattice.cells import DEPTH, I, J, K
from skill.lattice.frame import AXIS_VECTORS

Sample = tuple[float, ...]

SAMPLE_S = 1 / 60
TILT_MAX_DEG = 45.0
STILL_ZONE = 0.08  # of the way from the middle to the edge, in which the plate is level
KEY_TILT = 0.62  # of the way: how far an arrow key tilts
SHAKE_HZ = 5.0
SHAKE_EDGES = (0.3, 0.9)  # swing of a shake when it begins and once it has grown
SHAKE_GROWS_S = 2.0
SHAKE_HEAVE = 0.2  # of a shake's swing
YAW_DEG = 25.0
WHEEL_YAW_DEG, YAW_FADE_DEG_S = 8.0, 40.0
HEAVE_EDGES = 1.2
LIFT_DEG = 24.0
_LIFTS = {Act.LIFT_I: I, Act.LIFT_J: J, Act.LIFT_K: K}


def lowered(towards_x: float, towards_y: float, angle_deg: float) -> tuple[float, float]:
    """Roll and pitch that lower the plate in that direction: roll > 0 lifts the back, pitch > 0 lowers the right."""
    length = hypot(towards_x, towards_y)
    return (0.0, 0.0) if length == 0 else (-angle_deg * towards_y / length, angle_deg * towards_x / length)


class Hands:
    """What one player's hands are told, as seen from the camera's side of the plate."""

    def __init__(self) -> None:
        self.pointer: tuple[float, float] | None = None
        """From the plate's middle to the pointer, right and away, 1 at the edge of the view; None when it is off."""
        self._wheel_yaw = 0.0
        self._shaking_s = 0.0

    def wheel(self, notches: float) -> None:
        """A turn of the mouse wheel: a yaw that fades by itself."""
        self._wheel_yaw += WHEEL_YAW_DEG * notches

    def rest(self) -> None:
        """The plate goes back to level, whatever was held."""
        self.pointer, self._wheel_yaw, self._shaking_s = None, 0.0, 0.0

    def sample(self, held: Collection[Act], azimuth_deg: float) -> Sample:
        """The next sample, with the camera standing at `azimuth_deg`."""
        a = radians(azimuth_deg)
        across, away = self._lean(held)
        x, y = across * cos(a) + away * sin(a), -across * sin(a) + away * cos(a)
        strength = min(1.0, hypot(x, y))
        roll, pitch = lowered(x, y, TILT_MAX_DEG * strength**1.5)
        pivot = (0.0, 0.0)
        for act, axis in _LIFTS.items():
            if act in held:
                corner = AXIS_VECTORS[axis]
                more = lowered(-corner[0], -corner[1], LIFT_DEG)
                roll, pitch = roll + more[0], pitch + more[1]
                pivot = (-corner[0] * DEPTH / 2, -corner[1] * DEPTH / 2)  # in the middle of the side that stays down
        shift_x, shift_y, heave = self._shake(held, (x, y) if strength > STILL_ZONE else (cos(a), -sin(a)))
        if Act.HEAVE in held:
            heave += HEAVE_EDGES
        return (roll, pitch, self._yaw(held), shift_x, shift_y, heave, *pivot)

    def _lean(self, held: Collection[Act]) -> tuple[float, float]:
        across = KEY_TILT * ((Act.TILT_RIGHT in held) - (Act.TILT_LEFT in held))
        away = KEY_TILT * ((Act.TILT_AWAY in held) - (Act.TILT_TOWARDS in held))
        if self.pointer is not None and hypot(*self.pointer) > STILL_ZONE:
            share = 1 - STILL_ZONE / hypot(*self.pointer)
            across, away = across + self.pointer[0] * share, away + self.pointer[1] * share
        return across, away

    def _shake(self, held: Collection[Act], along: tuple[float, float]) -> tuple[float, float, float]:
        if Act.SHAKE not in held:
            self._shaking_s = 0.0
            return (0.0, 0.0, 0.0)
        self._shaking_s += SAMPLE_S
        swing = sin(2 * pi * SHAKE_HZ * self._shaking_s)
        grown = min(1.0, self._shaking_s / SHAKE_GROWS_S)
        swing *= SHAKE_EDGES[0] + (SHAKE_EDGES[1] - SHAKE_EDGES[0]) * grown
        length = hypot(*along)
        return (swing * along[0] / length, swing * along[1] / length, SHAKE_HEAVE * abs(swing))

    def _yaw(self, held: Collection[Act]) -> float:
        fade = YAW_FADE_DEG_S * SAMPLE_S
        self._wheel_yaw -= max(-fade, min(fade, self._wheel_yaw))
        return self._wheel_yaw + YAW_DEG * ((Act.YAW_LEFT in held) - (Act.YAW_RIGHT in held))
