"""The finger that flicks a die from the line before the player's side: drawn back and let go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, degrees, radians, sin
from typing import TYPE_CHECKING

from skill.app.draw.camera import Camera
from skill.app.draw.scene_view import Stroke
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Controls, Gauge, Sample, arrow, beyond, scene_camera, share_of
from skill.app.input.tools.drag import Drag
from skill.app.input.tools.flight import LONG, RIM, flight, seen_from_afar
from skill.physics.tools.launch import heading, impact

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

ELEVATION_DEG, NOTCH_DEG = 25.0, 3.0
FLATTEST_DEG, STEEPEST_DEG = -20.0, 80.0
OFFSET_PER_S = 0.35  # edges by which a key moves the point that is hit, in a second


class Flick(Binding):
    """One finger. The die on the line follows the pointer until it is pressed; the way back aims."""

    tool = "flick"
    title = "Flick"
    ready = "Click or press {accept} to begin. Then hold the mouse button, drag back and let go to flick the die."
    hint = (
        "The pointer moves the die; hold the mouse button or {press}, draw back and let go. Wheel or {raise} "
        "{lower}: steeper, flatter; {twist_left} {twist_right} {less} {more}: the point that is hit."
    )
    help = (
        ("Along the line; back, while Space is held (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_DOWN)),
        ("Hold the finger; let go to flick (or the mouse button)", (Act.PRESS,)),
        ("Steeper, flatter (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Hit it further left, further right", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
        ("Hit it lower, higher", (Act.LESS, Act.MORE)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.flick is not None
        self._limits = scene.flick
        self._drag = Drag()
        self._along = 0.0
        self._elevation_deg = ELEVATION_DEG
        self._offset = [0.0, 0.0]

    def sample(self, controls: Controls, running: AttemptRun) -> Sample:
        limits = self._limits
        tilted = self._elevation_deg + NOTCH_DEG * controls.notches
        self._elevation_deg = max(FLATTEST_DEG, min(STEEPEST_DEG, tilted))
        for n, keys in enumerate(((Act.TWIST_LEFT, Act.TWIST_RIGHT), (Act.LESS, Act.MORE))):
            moved = self._offset[n] + controls.towards(*keys, OFFSET_PER_S)
            self._offset[n] = max(-limits.offset_max_edges, min(limits.offset_max_edges, moved))
        (x, y, z), ahead = running.toolset.find("flick").line(running.world, 0.0)
        if controls.pointer is not None and not controls.pressed and not self._drag.is_drawn:
            px, py, _ = controls.sight.on_plane(controls.pointer, z)
            along = (px - x) * sin(ahead) - (py - y) * cos(ahead)
            self._along = max(-limits.along_max_edges, min(limits.along_max_edges, along))
        goes = self._drag.follow(controls)
        speed = limits.speed_max_m_s * self._drag.strength if goes or self._drag.is_drawn else 0.0
        turned = (self._drag.bearing_deg(controls) - degrees(ahead) + 180) % 360 - 180 if speed else 0.0
        return (self._along, turned, self._elevation_deg, speed, *self._offset, float(goes))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        speed, most = sample[3], self._limits.speed_max_m_s
        right, up = sample[4:6]
        return Gauge(
            dial=(right / self._limits.offset_max_edges, up / self._limits.offset_max_edges)
            if self._limits.offset_max_edges
            else None,
            bars=(
                Bar("Speed", share_of(speed, most), f"{speed:.1f} of {most:g} m/s"),
                Bar("Upwards", max(0.0, sample[2]) / 90, f"{sample[2]:.0f}°"),
            ),
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool, world = running.toolset.find("flick"), running.world
        most = self._limits.along_max_edges
        yield Stroke(tool.line(world, -most)[0], tool.line(world, most)[0], "path", (0.1, 0.1))
        if tool.held is None:
            return
        along, bearing_deg, elevation_deg, speed, _, _, _ = sample
        place, ahead = tool.line(world, along)
        way = heading(ahead + radians(bearing_deg), radians(elevation_deg))
        share = share_of(speed, self._limits.speed_max_m_s) ** 0.5
        yield Stroke(beyond(place, way, -3.0 - 2 * share), beyond(place, way, -0.8 - 2 * share), "tool", (0.9, 0.6))
        if share == 0:
            return
        velocity, _ = impact(self.scene, self._limits, speed, way, (-way[0] / 2, -way[1] / 2, -way[2] / 2))
        vx, vy, vz = (self.scene.dice.edge_m * part for part in velocity)
        yield from flight(self.scene, place, (vx, vy, vz), self._limits.noise_dir_deg)
        yield from arrow(beyond(place, way, 0.8), beyond(place, way, 0.8 + LONG * share), "aim", 0.25)

    def camera(self) -> Camera:
        seat = replace(scene_camera(self.scene), azimuth_deg=120.0 * (self._limits.side - 1))
        return seen_from_afar(seat, RIM + self._limits.distance_m / self.scene.dice.edge_m)
