"""The throwing hand: it stands on the player's side, is drawn back and let go."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, dist, hypot, radians
from typing import TYPE_CHECKING

from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, drop_line, scene_camera, share_of, speed_bar
from skill.app.input.tools.drag import Drag
from skill.app.input.tools.flight import LANDS, RIM, flight, seen_from_afar, speed_for
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.camera import Camera
from skill.draw.scene_view import Stroke
from skill.physics.tools.launch import heading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

ASIDE = 0.5  # share of the least distance by which it stands beside the plate: the rest is height
HEIGHT = 5.0  # of the hand, edges; it is lifted as far as the least distance asks for
SIDEWAYS = 8.0  # how far to either side the pointer takes it
ELEVATION_DEG, NOTCH_DEG = 30.0, 3.0
BEFORE, BEYOND = 9.0, 11.0  # how far before and behind the middle of the plate dice come down at most, edges
LOWEST_DEG, HIGHEST_DEG = -60.0, 85.0
SPIN_PER_S = 0.8  # share of the greatest spin by which a key changes it in a second


class Throw(Binding):
    """One hand. Its direction is opposite to the way it is drawn back, and how far that is is how far the dice fly."""

    tool = "throw"
    title = "Throw"
    begins_pressed = True
    ready = "Hold the mouse button, drag back and let go to throw. {accept} begins without it."
    ready_by_keys = "Press {accept} to begin. Then hold {press}, draw back with {point_down}, and let go to throw."
    hint = (
        "Draw back and let go: the dice go where the ring is, two of three times. Wheel or {raise} {lower}: steeper, "
        "flatter; {less} {more}: the hand to the side."
    )
    hint_by_keys = (
        "Hold {press}, draw back with {point_down} and let go: the dice go where the ring is, two of three times. "
        "{raise} {lower}: steeper, flatter; {less} {more}: the hand to the side."
    )
    help = (
        ("Draw back, while Space is held (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_DOWN)),
        ("Hold the dice; let go to throw (or the mouse button)", (Act.PRESS,)),
        ("Steeper, flatter (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Spin backward, forward", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
        ("The hand to the left, to the right", (Act.LESS, Act.MORE)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.throw is not None
        self._limits = scene.throw
        plate, distance = RIM * (scene.plate.side != "none"), scene.throw.distance_m / scene.dice.edge_m
        self._out = min(scene.throw.reach_m / scene.dice.edge_m, plate + 2 + ASIDE * distance)
        self._drag = Drag()
        self._elevation_deg, self._spin, self._aside = ELEVATION_DEG, 0.0, 0.0

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        tilted = self._elevation_deg + NOTCH_DEG * given.notches
        self._elevation_deg = max(LOWEST_DEG, min(HIGHEST_DEG, tilted))
        turned = self._spin + given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, SPIN_PER_S)
        self._spin = max(-1.0, min(1.0, turned))
        self._aside = max(-SIDEWAYS, min(SIDEWAYS, self._aside + given.towards(Act.LESS, Act.MORE, SIDEWAYS)))
        goes = self._drag.follow(given)
        x, y = given.viewport.ahead(self._aside, -self._out)
        speed, bearing = 0.0, radians(90.0 - given.viewport.azimuth_deg)
        if (goes or self._drag.is_drawn) and self._drag.share > 0:
            tool = running.toolset.find("throw")
            _, _, z = tool.place(running.world, (x, y, HEIGHT), len(tool.held))
            ways = (max(-BEFORE, 1.0 - self._out), BEYOND)
            near, far = ((*given.viewport.ahead(self._aside, away), LANDS) for away in ways)
            there = self._drag.aim(given, near, far)
            bearing = atan2(there[1] - y, there[0] - x)
            wanted = speed_for(self.scene, dist(there[:2], (x, y)), LANDS - z, self._elevation_deg)
            speed = min(self._limits.speed_max_m_s, wanted)
        ahead = heading(bearing, radians(self._elevation_deg))
        velocity = [speed * part for part in ahead]
        roll = self._limits.spin_max_rad_s * self._spin / max(1e-9, hypot(ahead[0], ahead[1]))
        return (x, y, HEIGHT, *velocity, -roll * ahead[1], roll * ahead[0], 0.0, float(goes))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        speed, most = hypot(*sample[3:6]), self._limits.speed_max_m_s
        spin = hypot(*sample[6:9])
        return Gauge(
            bars=(
                speed_bar(speed, most),
                Bar("Upwards", max(0.0, self._elevation_deg) / 90, f"{self._elevation_deg:.0f}°"),
                Bar("Spin", share_of(spin, self._limits.spin_max_rad_s), f"{spin:.0f} rad/s"),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("throw")
        if not tool.held:
            return
        place = tool.place(running.world, sample, len(tool.held))
        yield from drop_line(running, place)
        velocity = (sample[3], sample[4], sample[5])
        if any(velocity):
            yield from flight(running, place, velocity, self._limits.noise_dir_deg, self._limits.noise_speed)

    def camera(self) -> Camera:
        return seen_from_afar(scene_camera(self.scene), self._out)
