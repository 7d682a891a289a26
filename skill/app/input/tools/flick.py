"""The finger that flicks a die from the line before the player's side: drawn back and let go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import atan2, cos, degrees, dist, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING

from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, beyond, scene_camera, share_of, speed_bar
from skill.app.input.tools.drag import Drag
from skill.app.input.tools.flight import LANDS, RIM, flight, seen_from_afar, speed_for
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.camera import Camera
from skill.draw.scene_view import DieView, Stroke, from_quaternion
from skill.lattice.cells import DEPTH
from skill.lattice.dice import Die
from skill.lattice.frame import Point
from skill.physics.pose import product, turn
from skill.physics.tools.launch import heading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

ELEVATION_DEG, NOTCH_DEG = 52.0, 3.0  # flatter dice roll on, steeper ones stray more
FLATTEST_DEG, STEEPEST_DEG = -20.0, 80.0
SHORT, FAR = 3.0, 18.0  # how far before and beyond the rim of the plate dice come down at most, edges
AIMS = 3.0  # length of the arrow of a finger that is not drawn back, edges
OFFSET_PER_S = 0.35  # edges by which a key moves the point that is hit, in a second


class Flick(Binding):
    """One finger. The die on the line follows the pointer until it is pressed; the way back aims.

    How far it is drawn back is how far the die flies: every pixel counts alike between too short and too far.
    """

    tool = "flick"
    title = "Flick"
    begins_pressed = True
    ready = (
        "Hold the mouse button, drag back and let go: the violet finger flicks the die, the farther back the harder. "
        "{accept} begins without it."
    )
    ready_by_keys = (
        "Press {accept} to begin. Then hold {press}, draw back with {point_down}, and let go to flick the die."
    )
    hint = (
        "Draw back and let go: the die goes where the ring is, two of three times. Wheel or {raise} {lower}: steeper, "
        "flatter."
    )
    hint_by_keys = (
        "Hold {press}, draw back with {point_down} and let go: the die goes where the ring is, two of three times. "
        "{point_left} {point_right}: along the line; {raise} {lower}: steeper, flatter."
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

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        limits = self._limits
        tilted = self._elevation_deg + NOTCH_DEG * given.notches
        self._elevation_deg = max(FLATTEST_DEG, min(STEEPEST_DEG, tilted))
        for n, keys in enumerate(((Act.TWIST_LEFT, Act.TWIST_RIGHT), (Act.LESS, Act.MORE))):
            moved = self._offset[n] + given.towards(*keys, OFFSET_PER_S)
            self._offset[n] = max(-limits.offset_max_edges, min(limits.offset_max_edges, moved))
        tool = running.toolset.find("flick")
        (x, y, z), ahead = tool.line(running.world, 0.0)
        if given.pointer is not None and not given.pressed and not self._drag.is_drawn:
            px, py, _ = given.viewport.on_plane(given.pointer, z)
            along = (px - x) * sin(ahead) - (py - y) * cos(ahead)
            self._along = max(-limits.along_max_edges, min(limits.along_max_edges, along))
        goes = self._drag.follow(given)
        speed = turned = 0.0
        if (goes or self._drag.is_drawn) and self._drag.share > 0:
            (x, y, z), _ = tool.line(running.world, self._along)
            out = limits.distance_m / self.scene.dice.edge_m
            near, far = ((x + r * cos(ahead), y + r * sin(ahead), LANDS) for r in (max(1.0, out - SHORT), out + FAR))
            there = self._drag.aim(given, near, far)
            bearing = atan2(there[1] - y, there[0] - x)
            turned = (degrees(bearing - ahead) + 180) % 360 - 180
            way = heading(bearing, radians(self._elevation_deg))
            gain = self.scene.dice.edge_m * hypot(*tool.blow(1.0, way, *self._offset)[0])
            wanted = speed_for(self.scene, dist(there[:2], (x, y)), LANDS - z, self._elevation_deg) / gain
            speed = min(limits.speed_max_m_s, wanted)
            self.last_speed = speed if goes else self.last_speed
        return (self._along, turned, self._elevation_deg, speed, *self._offset, float(goes))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        speed, most = sample[3], self._limits.speed_max_m_s
        right, up, limit = sample[4], sample[5], self._limits.offset_max_edges
        return Gauge(
            dial=(right / limit, up / limit) if right or up else None,  # where it is hit, if not in the middle
            bars=(
                speed_bar(speed, most, self.last_speed),
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
        yield from _finger(place, way, share)
        if share == 0:
            return
        velocity, _ = tool.blow(speed, way, *sample[4:6])
        vx, vy, vz = (self.scene.dice.edge_m * part for part in velocity)
        yield from flight(running, place, (vx, vy, vz), self._limits.noise_dir_deg, self._limits.noise_speed)

    def asked(self, hand: Sequence[Die]) -> tuple[list[DieView], list[Stroke]]:
        middle, ahead = self._line(0.0)
        way, most = heading(ahead, radians(self._elevation_deg)), self._limits.along_max_edges
        line = Stroke(self._line(-most)[0], self._line(most)[0], "path", (0.1, 0.1))
        turned = product(turn((0.0, 0.0, ahead)), turn((0.0, -radians(self._elevation_deg), 0.0)))
        dice = [DieView(middle, from_quaternion(*turned), die.colour) for die in hand[:1]]
        return dice, [line, *_finger(middle, way, 0.0)]

    def _line(self, along: float) -> tuple[Point, float]:
        """Where a die waits and the bearing of straight ahead, as the tool will have them once there is a world."""
        limits, edge, plate = self._limits, self.scene.dice.edge_m, self.scene.plate
        rim = 0.0 if plate.side == "none" else (DEPTH + 1) / 2 * plate.pitch + 1.0  # a cube's corner reaches beyond it
        back = -sqrt(2 / 3) * rim - limits.distance_m / edge
        ahead = radians(90.0 - 120.0 * (limits.side - 1)) * (-1 if plate.side == "underside" else 1)
        x, y = cos(ahead), sin(ahead)
        return (along * y + back * x, -along * x + back * y, limits.height_m / edge), ahead

    def camera(self) -> Camera:
        seat = replace(scene_camera(self.scene), azimuth_deg=120.0 * (self._limits.side - 1))
        return seen_from_afar(seat, RIM + self._limits.distance_m / self.scene.dice.edge_m)


def _finger(place: Point, way: Point, share: float) -> Iterator[Stroke]:
    """The finger behind its die, drawn back by a share; one that is not yet shows which way it would go."""
    yield Stroke(beyond(place, way, -3.0 - 2 * share), beyond(place, way, -0.8 - 2 * share), "tool", (0.9, 0.6))
    if share == 0:
        yield from arrow(beyond(place, way, 0.8), beyond(place, way, 0.8 + AIMS), "aim", 0.15)
