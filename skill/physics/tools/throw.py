"""The throwing hand: holds dice of the stock and lets them go with a speed and a spin.

A sample: `throw_x`, `throw_y`, `throw_z`, where the dice are to leave the hand (edges, plate frame); `speed_x`,
`speed_y`, `speed_z`, how fast (m/s); `spin_x`, `spin_y`, `spin_z`, how they turn (rad/s); `go`, 0.5 and more to let
them go, after which the next ones are in the hand as soon as `go` falls below it. A place beyond the hand's reach is
brought nearer, and lifted until every die in the hand is at least `distance_m` from the plate and from all other dice.

A hand shakes its dice: each comes into it turned at random, all attitudes alike, and a handful leaves it with a spread,
each die straying by itself as `launch.py` says, from a place that trembles. Between hand and plate dice fly freely; air
takes 2 % of a die's weight at 2 m/s, which is left out.
"""

from __future__ import annotations

from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Any

from skill.physics.pose import Vec, scaled, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.launch import LaunchNoise, limited
from skill.physics.tools.tool import SWITCH, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("throw_x", "throw_y", "throw_z", "speed_x", "speed_y", "speed_z", "spin_x", "spin_y", "spin_z", "go")
GO = 0.5  # a `go` of at least this lets go
BEGIN: Vec = (0.0, -18.0, 8.0)
"""Where the hand is at the start: before the player of side I."""
GAP = 1.75  # between the dice of a handful, edges: two half diagonals
PLACES = sorted(product((0.0, GAP, -GAP, 2 * GAP, -2 * GAP), repeat=3), key=lambda place: (hypot(*place), place))
"""Where the dice of a handful are, from the middle outward, edges."""


class ThrowTool(Tool):
    """One throwing hand. With `seed` None dice leave it as they are told, turned as their faces say."""

    name = "throw"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_m"),) * 2,
        up_to("edges", "reach_m"),
        *(either_way("m/s", "speed_max_m_s"),) * 3,
        *(either_way("rad/s", "spin_max_rad_s"),) * 3,
        SWITCH,
    )
    starts_far_away = True
    rest = (*BEGIN, *(0.0,) * 7)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.throw is not None
        self._limits = limits = scene.throw
        self._edge = scene.dice.edge_m
        self._noise = LaunchNoise(limits.noise_dir_deg, limits.noise_speed, seed, 0x7480)
        self._sample: Sample = self.rest
        self._dice: list[int] = []
        self._is_new = self._waits = False

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of the dice in the hand."""
        return tuple(self._dice)

    def prepare(self, world: World) -> None:
        """Take the next dice of the stock in the hand."""
        count = min(self._limits.handful, len(world.stock))
        point = self.place(world, self._sample, count)
        for x, y, z in PLACES[:count]:
            self._dice.append(world.take_from_stock((point[0] + x, point[1] + y, point[2] + z), self._noise.attitude()))

    def place(self, world: World, sample: Sample, count: int = 1) -> Vec:
        """Where the hand is when it is asked to be where `sample` says, with `count` dice in it; edges, plate frame."""
        limits = self._limits
        size = hypot(*PLACES[max(0, count - 1)])
        point = (*within_reach(sample[0], sample[1], limits.reach_m / self._edge), max(0.0, sample[2]))
        return world.queries.cleared(point, limits.distance_m / self._edge + size)

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return self._sample

    def aim(self, sample: Sample) -> None:
        """Command where the hand is, and whether and how it lets go."""
        self._sample, self._is_new = sample, True

    def act(self, world: World) -> None:
        """Carry the dice along, let them go or take the next."""
        if not self._is_new:
            return
        self._is_new = False
        goes = self._sample[9] >= GO
        if not self._dice:
            self._waits = self._waits and goes
            if not self._waits and world.stock:
                self.prepare(world)
            return
        point = self.place(world, self._sample, len(self._dice))
        for n, (x, y, z) in zip(self._dice, PLACES, strict=False):
            world.put(n, (point[0] + x, point[1] + y, point[2] + z))
        if goes:
            for n in self._dice:
                self._let_go(world, n)
            self._dice, self._waits = [], True

    def _let_go(self, world: World, n: int) -> None:
        limits = self._limits
        x, y, z = world.body(n).position
        dx, dy, dz = scaled(self._noise.normals(), limits.tremor_edges)
        world.put(n, (x + dx, y + dy, z + dz))
        _, _, _, vx, vy, vz, sx, sy, sz, _ = self._sample
        velocity = self._noise.perturbed(limited((vx, vy, vz), limits.speed_max_m_s))
        spin = self._noise.perturbed(limited((sx, sy, sz), limits.spin_max_rad_s))
        world.release(n, scaled(velocity, 1 / self._edge), spin)

    def state(self) -> Any:
        """All that the hand's further motion depends on, the seed's future apart."""
        return (self._sample, tuple(self._dice), self._is_new, self._waits)

    def restore(self, state: Any) -> None:
        """Take on the state of another hand of the same scene."""
        self._sample, dice, self._is_new, self._waits = state
        self._dice = list(dice)
