"""The finger that knocks at the pointer: drawn back and let go."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians
from typing import TYPE_CHECKING

from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, beyond, share_of, speed_bar
from skill.app.input.tools.drag import Drag
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.scene_view import Stroke
from skill.lattice.frame import Point
from skill.physics.tools.launch import heading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

BEFORE = 0.6  # share of a stroke at which the fingertip waits before what it hits
NOTCH_DEG = 3.0
STEEPEST_DEG = 80.0
HEIGHT = 1.0  # above the plate, at which a pointer beside all dice aims
FINGER = 2.4  # length of the finger that is drawn, edges


class Knock(Binding):
    """One finger. It waits before what is pointed at; the way back turns the stroke and gives it speed."""

    tool = "knock"
    title = "Knock"
    begins_pressed = True
    ready = "Hold the mouse button on a die, drag back and let go to knock. {accept} begins without it."
    ready_by_keys = "Press {accept} to begin. Then hold {press}, draw back with {point_down}, and let go to knock."
    hint = (
        "Point at a die; hold the mouse button or {press}, draw back with mouse or arrow keys and let go to knock. "
        "Wheel or {raise} {lower}: from lower, from higher."
    )
    hint_by_keys = (
        "{point_left} {point_right} aim. Hold {press}, draw back with {point_down} and let go to knock. "
        "{raise} {lower}: from lower, from higher."
    )
    help = (
        ("Aim; back, while Space is held (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_DOWN)),
        ("Hold the finger; let go to knock (or the mouse button)", (Act.PRESS,)),
        ("Upwards, downwards (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.knock is not None
        self._limits = scene.knock
        self._drag = Drag()
        self._elevation_deg = 0.0
        self._aim: Point = (0.0, 0.0, HEIGHT)

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        tilted = self._elevation_deg + NOTCH_DEG * given.notches
        self._elevation_deg = max(-STEEPEST_DEG, min(STEEPEST_DEG, tilted))
        viewport = given.viewport
        if given.pointer is not None and not given.pressed and not self._drag.is_drawn:
            hit = viewport.hit(given.pointer)
            self._aim = hit.point if hit and hit.die is not None else viewport.on_plane(given.pointer, HEIGHT)
        goes = self._drag.follow(given)
        launched = goes or (self._drag.is_drawn and self._drag.strength > 0)
        bearing = self._drag.bearing_deg(given) if launched else 90.0 - viewport.azimuth_deg
        speed = self._limits.speed_max_m_s * self._drag.strength if launched else 0.0
        self.last_speed = speed if goes else self.last_speed
        way = heading(radians(bearing), radians(self._elevation_deg))
        tip = beyond(self._aim, way, -BEFORE * self._limits.stroke_edges)
        return (*tip, bearing, self._elevation_deg, speed, float(goes))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        speed, most = sample[5], self._limits.speed_max_m_s
        return Gauge(
            bars=(
                speed_bar(speed, most, self.last_speed),
                Bar("Upwards", abs(sample[4]) / 90, f"{sample[4]:.0f}°"),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tip = (sample[0], sample[1], sample[2])
        way = heading(radians(sample[3]), radians(sample[4]))
        share = share_of(sample[5], self._limits.speed_max_m_s) ** 0.5
        yield Stroke(beyond(tip, way, -FINGER), tip, "grip" if share else "tool", (0.8, 0.5))
        yield from arrow(tip, beyond(tip, way, self._limits.stroke_edges), "aim", 0.08 + 0.2 * share)
        for turned in (-self._limits.noise_dir_deg, self._limits.noise_dir_deg):  # two of three go between these
            aside = heading(radians(sample[3] + turned), radians(sample[4]))
            yield Stroke(tip, beyond(tip, aside, self._limits.stroke_edges), "path", (0.06, 0.06))
