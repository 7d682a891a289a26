"""The finger that flicks: it hits a die of the stock that waits on a line before the player's side of the plate.

A sample: `along`, where on that line the die waits (edges to the right of its middle, as the player sees it);
`bearing_deg` and `elevation_deg`, where the finger goes (counter-clockwise from straight ahead, above the horizontal);
`speed_m_s`, how fast it goes; `offset_x`, `offset_y`, the point of the die's face that it hits (edges to the right and
up from the middle of the face); `go`, 0.5 and more to flick, after which the next die waits as soon as `go` falls below
it. The die is held with a face square to the finger's way.

Models: `launch.py` gives the impact and its error. Its source for the greatest speed of a finger: Acharya and
others, The ultrafast snap of a finger is mediated by skin friction, Journal of the Royal Society Interface 18, 2021.
"""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING, Any

from skill.physics.pose import Quat, Vec, cross, product, turn
from skill.physics.scene import Scene
from skill.physics.tools.launch import LaunchNoise, heading, impact
from skill.physics.tools.tool import SWITCH, Range, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("along", "bearing_deg", "elevation_deg", "speed_m_s", "offset_x", "offset_y", "go")
GO = 0.5  # a `go` of at least this flicks
STEEPEST_DEG = 80.0  # of the finger's way, up or down: beyond it bearings mean little


class FlickTool(Tool):
    """One flicking finger. With `seed` None it hits as it is told."""

    name = "flick"
    columns = COLUMNS
    ranges = (
        either_way("edges", "along_max_edges"),
        Range("deg", -90.0, 90.0),
        Range("deg", -STEEPEST_DEG, STEEPEST_DEG),
        up_to("m/s", "speed_max_m_s"),
        *(either_way("edges", "offset_max_edges"),) * 2,
        SWITCH,
    )
    starts_far_away = True
    rest = (0.0,) * 7

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.flick is not None
        self._scene, self._limits = scene, scene.flick
        self._noise = LaunchNoise(scene.flick.noise_dir_deg, scene.flick.noise_speed, seed, 0xF11C)
        self._sample: Sample = self.rest
        self._die: int | None = None
        self._is_new = self._waits = False

    @property
    def held(self) -> int | None:
        """The number of the die that waits."""
        return self._die

    def prepare(self, world: World) -> None:
        """Put the next die of the stock on the line."""
        if world.stock:
            place, attitude, _ = self._stance(world)
            self._die = world.take_from_stock(place, attitude)

    def line(self, world: World, along: float) -> tuple[Vec, float]:
        """Where a die waits, edges, plate frame, and the bearing of straight ahead, radians from +x."""
        limits, edge = self._limits, self._scene.dice.edge_m
        at = max(-limits.along_max_edges, min(limits.along_max_edges, along))
        return world.plate.in_front(limits.side, at, limits.distance_m / edge, limits.height_m / edge)

    def _stance(self, world: World) -> tuple[Vec, Quat, Vec]:
        """Where the die waits, how it is turned, and the finger's way."""
        along, bearing_deg, elevation_deg, *_ = self._sample
        place, ahead = self.line(world, along)
        bearing = ahead + radians(bearing_deg)
        elevation = radians(max(-STEEPEST_DEG, min(STEEPEST_DEG, elevation_deg)))
        attitude = product(turn((0.0, 0.0, bearing)), turn((0.0, -elevation, 0.0)))
        return place, attitude, heading(bearing, elevation)

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return self._sample

    def aim(self, sample: Sample) -> None:
        """Command where the die waits, and whether and how it is hit."""
        self._sample, self._is_new = sample, True

    def act(self, world: World) -> None:
        """Carry the die along, flick it or take the next."""
        if not self._is_new:
            return
        self._is_new = False
        goes = self._sample[6] >= GO
        if self._die is None:
            self._waits = self._waits and goes
            if not self._waits:
                self.prepare(world)
            return
        place, attitude, way = self._stance(world)
        world.put(self._die, place, attitude)
        if goes:
            _, _, _, speed, right, up, _ = self._sample
            velocity, spin = self.blow(speed, way, right, up)
            world.release(self._die, self._noise.perturbed(velocity), spin)
            self._die, self._waits = None, True

    def blow(self, speed_m_s: float, way: Vec, right: float, up: float) -> tuple[Vec, Vec]:
        """What a die gets from a finger that moves along that unit vector and hits its face so far from the middle.

        Without errors: its velocity, edges a second, and its spin, radians a second. What is beyond the limits is
        brought to them.
        """
        limits, most = self._limits, self._limits.offset_max_edges
        right, up = max(-most, min(most, right)), max(-most, min(most, up))
        flat = cross(way, (0.0, 0.0, 1.0))
        length = (flat[0] ** 2 + flat[1] ** 2) ** 0.5
        aside: Vec = (flat[0] / length, flat[1] / length, 0.0)
        over = cross(aside, way)
        at: Vec = (
            right * aside[0] + up * over[0] - way[0] / 2,
            right * aside[1] + up * over[1] - way[1] / 2,
            up * over[2] - way[2] / 2,
        )
        return impact(self._scene, limits, max(0.0, min(limits.speed_max_m_s, speed_m_s)), way, at)

    def state(self) -> Any:
        """All that the finger's further motion depends on, the seed's future apart."""
        return (self._sample, self._die, self._is_new, self._waits)

    def restore(self, state: Any) -> None:
        """Take on the state of another finger of the same scene."""
        self._sample, self._die, self._is_new, self._waits = state
