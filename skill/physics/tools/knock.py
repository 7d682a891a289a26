"""The finger that knocks: a quick straight stroke that hits the first die on its way.

A sample: `knock_x`, `knock_y`, `knock_z`, where the fingertip waits (edges, plate frame); `knock_bearing_deg` and
`knock_elevation_deg`, where the stroke goes (counter-clockwise from +x seen from above, above the horizontal);
`knock_m_s`, how fast; `knock`, 0.5 and more for one stroke, and below it before the next. A stroke ends at the first
thing that it meets: a die gets its impact, the plate nothing.

Models: `launch.py` gives the impact and its error. The skin does not slip, so the impulse is along the stroke wherever
it hits. The blow is computed for a single die; the world takes care of what stands behind it.
"""

from __future__ import annotations

from math import hypot, radians
from typing import TYPE_CHECKING, Any

from skill.physics.pose import Vec, scaled, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.launch import LaunchNoise, heading, impact
from skill.physics.tools.tool import SWITCH, Range, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("knock_x", "knock_y", "knock_z", "knock_bearing_deg", "knock_elevation_deg", "knock_m_s", "knock")
GO = 0.5  # a `knock` of at least this is a stroke


class KnockTool(Tool):
    """One knocking finger. With `seed` None it hits as it is told."""

    name = "knock"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        up_to("edges", "reach_edges"),
        Range("deg", -180.0, 180.0),
        Range("deg", -90.0, 90.0),
        up_to("m/s", "speed_max_m_s"),
        SWITCH,
    )
    rest = (0.0, -12.0, 8.0, 90.0, 0.0, 0.0, 0.0)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.knock is not None
        self._scene, self._limits = scene, scene.knock
        self._noise = LaunchNoise(scene.knock.noise_dir_deg, scene.knock.noise_speed, seed, 0x4A0C)
        self._sample: Sample = self.rest
        self._is_new = self._is_done = False

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return self._sample

    def aim(self, sample: Sample) -> None:
        """Command where the finger is, and whether and how it knocks."""
        self._sample, self._is_new = sample, True

    def act(self, world: World) -> None:
        """Knock, once for every time it is asked to."""
        if not self._is_new:
            return
        self._is_new = False
        x, y, z, bearing, elevation, speed, go = self._sample
        if go < GO or self._is_done:
            self._is_done = go >= GO
            return
        self._is_done = True
        limits = self._limits
        reach = limits.reach_edges
        tip = (*within_reach(x, y, reach), max(0.0, min(reach, z)))
        way = self._noise.perturbed(heading(radians(bearing), radians(elevation)))
        length = hypot(*way)
        way = scaled(way, 1 / length)
        met = world.queries.first_hit(tip, way, limits.stroke_edges)
        if met is None:
            return
        n, (px, py, pz) = met
        centre = world.body(n).position
        at: Vec = (px - centre[0], py - centre[1], pz - centre[2])
        velocity, spin = impact(self._scene, limits, max(0.0, min(limits.speed_max_m_s, speed)) * length, way, at)
        world.wake(n, hypot(*velocity))
        rate = 1 / self._scene.step_s
        world.apply_force(n, scaled(velocity, rate), scaled(spin, self._scene.dice.inertia * rate))

    def state(self) -> Any:
        """All that the finger's further motion depends on, the seed's future apart."""
        return (self._sample, self._is_new, self._is_done)

    def restore(self, state: Any) -> None:
        """Take on the state of another finger of the same scene."""
        self._sample, self._is_new, self._is_done = state
