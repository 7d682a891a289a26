"""The box from which dice are poured: the whole stock, one die after the other.

A sample: `pour_x`, `pour_y`, `pour_z`, where the middle of its mouth is (edges, plate frame), and `pour_per_s`, how
many dice leave it in a second.

Model: a steady stream. Dice leave at equal times, each at a place drawn evenly from the round mouth, turned at random
(all attitudes equally likely), with normal, independent velocities and spins, as if it had rubbed against its
neighbours in the box. A die waits while another is in its way. The dice in the box are not simulated: until they leave
they are stock.
"""

from __future__ import annotations

from math import cos, dist, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from skill.physics.pose import STILL, Quat, Vec, scaled, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.launch import random_attitude
from skill.physics.tools.tool import Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("pour_x", "pour_y", "pour_z", "pour_per_s")
ROOM = 1.75  # edges between the centres of dice that cannot touch: two half diagonals


class PourTool(Tool):
    """One box. With `seed` None dice leave the middle of its mouth, at rest and turned as their faces say."""

    name = "pour"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        up_to("edges", "reach_edges"),
        up_to("1/s", "rate_max_per_s"),
    )
    rest = (0.0, 0.0, 12.5, 0.0)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.pour is not None
        self._limits, self._dt = scene.pour, scene.step_s
        self._rng = None if seed is None else np.random.default_rng([seed, 0x9042])
        self._sample: Sample = self.rest
        self._due = 0.0

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return self._sample

    def aim(self, sample: Sample) -> None:
        """Command where the box is and how fast it pours."""
        self._sample = sample

    def act(self, world: World) -> None:
        """Let the next die fall if it is due and has room."""
        x, y, z, rate = self._sample
        limits = self._limits
        self._due += self._dt * max(0.0, min(limits.rate_max_per_s, rate))
        if self._due < 1.0 or not world.stock:
            return
        mouth: Vec = (*within_reach(x, y, limits.reach_edges), max(0.0, min(limits.reach_edges, z)))
        place, turned, velocity, spin = self._drawn(mouth)
        if any(dist(world.body(n).position, place) < ROOM for n in world.numbers):
            return
        self._due -= 1.0
        world.release(world.take_from_stock(place, turned), velocity, spin)

    def _drawn(self, mouth: Vec) -> tuple[Vec, Quat | None, Vec, Vec]:
        """Place, attitude, velocity and spin of the next die."""
        if self._rng is None:
            return mouth, None, STILL, STILL
        limits = self._limits
        out, bearing = limits.mouth_edges * sqrt(self._rng.random()), 2 * pi * self._rng.random()
        place = (mouth[0] + out * cos(bearing), mouth[1] + out * sin(bearing), mouth[2])
        *turned, vx, vy, vz, sx, sy, sz = self._rng.standard_normal(10).tolist()
        velocity, spin = scaled((vx, vy, vz), limits.speed_edges_s), scaled((sx, sy, sz), limits.spin_rad_s)
        return place, random_attitude(turned), velocity, spin

    def state(self) -> Any:
        """All that the box's further pouring depends on, the seed's future apart."""
        return (self._sample, self._due)

    def restore(self, state: Any) -> None:
        """Take on the state of another box of the same scene."""
        self._sample, self._due = state
