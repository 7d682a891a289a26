"""The ladle: a vessel in the hand, full of dice from the stock, that is carried over the plate and tilted.

A sample: `ladle_x`, `ladle_y`, `ladle_z`, where the middle of its lip is to be (edges, plate frame);
`ladle_bearing_deg`, where the lip looks (counter-clockwise from +x seen from above); `ladle_tilt_deg`, how far it is
tilted forwards about the lip, negative backwards, and less than -90 for a hand that stays where and as it is.

It begins with the whole stock in it, shaken down before the clock runs. Its pour is over when it is empty, when it
touches the plate or a die that lies there, or when any die falls off: then what is left in it is laid aside.

Models. The ladle is a rigid body that its dice cannot move: a flat floor, a front that rises, two sides and a back. The
dice in it are simulated with the friction of the material, so a die begins to slide on the floor when the tangent of
the tilt is the friction (Coulomb, Theorie des machines simples, 1781). `motion.py` moves the hand and makes it tremble.
Left out: the roundness of a real ladle, and what the hand feels of it.
"""

from __future__ import annotations

from itertools import count
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any

from skill.physics.pose import Quat, Vec, between, inverse, plus, product, rotated, scaled, turn, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.launch import LaunchNoise
from skill.physics.tools.motion import Servo, Tremor
from skill.physics.tools.tool import Range, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("ladle_x", "ladle_y", "ladle_z", "ladle_bearing_deg", "ladle_tilt_deg")
STAYS_DEG = -90.0  # a tilt less than this leaves the ladle as it is
BEGIN: Sample = (0.0, -18.0, 9.0, 90.0, -20.0)
"""Where the ladle is at the start: before the player of side I."""
ROOM = 3.0  # volume of the ladle for each die, edges cubed: half of a heap of cubes is air, and it is not heaped
LEAST = 2.4  # width of the smallest ladle, edges: a die turns in it
THICK = 0.2  # of floor and walls, edges: more than a die goes in a step
FRONT_DEG, FRONT = 35.0, 0.5  # how steep the front rises, and its length as a share of the width
GAP = 1.75  # between dice that are dropped in, edges: two half diagonals
LAYER_S, CALM_S, CALM_EDGES_S = 0.1, 3.0, 0.5  # between two layers; for the last to lie still; what counts as that
PAST_LIP = 0.5  # edges before the lip at which a die has left the ladle
CLEAR_S = 0.5  # after which a die that has left it belongs to the heap
AWAY: Vec = (0.0, 0.0, 1e3)
"""Where the ladle is put when its pour is over, edges."""


class LadleTool(Tool):
    """One ladle. With `seed` None the hand does not tremble, and dice fall into it turned as their faces say."""

    name = "ladle"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        up_to("edges", "reach_edges"),
        Range("deg", -360.0, 360.0),
        Range("deg", ("tilt_max_deg", -0.25), ("tilt_max_deg", 1.0)),
    )
    starts_far_away = True
    rest = (*BEGIN[:4], 2 * STAYS_DEG)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.ladle is not None
        self._limits = limits = scene.ladle
        self._dt = scene.step_s
        self.width = max(LEAST, (ROOM * limits.capacity) ** (1 / 3))
        """Inner width, depth and height, edges."""
        place = (limits.speed_max_edges_s, limits.accel_max_edges_s2)
        turning = (limits.tilt_rate_max_deg_s, limits.tilt_accel_max_deg_s2)
        self._servo = Servo([place] * 3 + [turning] * 2, scene.step_s)
        self._servo.at[:] = self._servo.target[:] = BEGIN
        rms = [limits.tremor_edges] * 3 + [limits.tremor_deg] * 2
        self._tremor = Tremor(scene, rms, limits.tremor_hz, seed, 0x1AD1)
        self._noise = LaunchNoise(0.0, 0.0, seed, 0x1AD2)
        self._dice: list[int] = []
        self._left_s: dict[int, float] = {}
        self._clock_s = 0.0
        self._is_over = False
        self.has_touched = False
        """Whether its pour is over because it touched the plate or a die that lies there."""

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of the dice in it."""
        return tuple(self._dice)

    @property
    def is_over(self) -> bool:
        """Whether its pour is over."""
        return self._is_over

    @property
    def place(self) -> Sample:
        """Where lip, bearing and tilt are meant to be now, tremor not counted, as in a sample."""
        return tuple(self._servo.at)

    def lies(self, n: int) -> bool:
        """Whether a die is one that lies on the plate: none in the ladle, and none that has just left it."""
        return n not in self._dice and self._clock_s - self._left_s.get(n, -CLEAR_S) >= CLEAR_S

    def walls(self) -> list[tuple[Vec, Vec, Quat]]:
        """The boxes that it is made of: half lengths, middle and attitude, edges, from its lip, which looks along x."""
        w, half, rise = self.width, THICK / 2, radians(FRONT_DEG)
        front, low = FRONT * w, -FRONT * w * sin(rise)
        begin = -front * cos(rise)  # of the floor
        upright: Quat = (0.0, 0.0, 0.0, 1.0)
        long, high = (w - begin) / 2, (w - low) / 2
        leaning = turn((0.0, -rise, 0.0))
        x, _, z = rotated(leaning, (-front / 2, 0.0, -half))
        return [
            ((w / 2, w / 2, half), (begin - w / 2, 0.0, low - half), upright),
            ((front / 2, w / 2, half), (x, 0.0, z), leaning),
            ((half, w / 2 + THICK, high), (begin - w - half, 0.0, low + high), upright),
            ((long, half, high), (begin / 2 - w / 2, w / 2 + half, low + high), upright),
            ((long, half, high), (begin / 2 - w / 2, -w / 2 - half, low + high), upright),
        ]

    def prepare(self, world: World) -> None:
        """Scoop: let the stock fall into the ladle, layer by layer, until it lies still there."""
        world.vessel.build(self.walls())
        lip, turned = self._pose()
        world.vessel.move(lip, turned)
        w = self.width
        floor = (-FRONT * w * cos(radians(FRONT_DEG)) - w / 2, 0.0, -FRONT * w * sin(radians(FRONT_DEG)))
        side = max(1, int(w / GAP))
        spots = [(GAP * (a - (side - 1) / 2), GAP * (b - (side - 1) / 2)) for a in range(side) for b in range(side)]
        for layer in count():
            if not world.stock:
                break
            height = 1.0 + max((self._seen(world, n)[2] - floor[2] for n in self._dice), default=0.0)
            for x, y in spots[: len(world.stock)]:
                at = plus(lip, rotated(turned, (floor[0] + x, floor[1] + y, floor[2] + height + 0.01 * layer)))
                self._dice.append(world.take_from_stock(at, self._noise.attitude(), fixed=False))
            self._let_fall(world, LAYER_S)
        self._let_fall(world, CALM_S)

    def _let_fall(self, world: World, seconds: float) -> None:
        """Wait for the dice in it, at most so long; one that fell beside it is thrown in again."""
        lip, turned = self._pose()
        middle = plus(lip, rotated(turned, (-self.width, 0.0, self.width)))
        for _ in range(round(seconds / self._dt)):
            world.vessel.move(lip, turned)
            world.step()
            fastest = max((hypot(*world.body(n).velocity) for n in self._dice), default=0.0)
            for n in self._dice:
                if self._is_out(world, n):
                    world.drop(n, middle)
            if seconds > LAYER_S and fastest < CALM_EDGES_S:
                break
        world.observe()

    def _seen(self, world: World, n: int) -> Vec:
        """Where a die is as seen from the lip."""
        lip, turned = self._pose()
        return rotated(inverse(turned), plus(world.body(n).position, scaled(lip, -1.0)))

    def _is_out(self, world: World, n: int) -> bool:
        x, y, z = self._seen(world, n)
        w = self.width
        return x > PAST_LIP or z < -FRONT * w * sin(radians(FRONT_DEG)) - 1.0 or abs(y) > w / 2 + 1.0 or x < -2.5 * w

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return self.place

    def aim(self, sample: Sample) -> None:
        """Command where the lip is to be, where it looks and how far it is tilted."""
        x, y, z, bearing, tilt = sample
        if tilt >= STAYS_DEG:
            limits = self._limits
            reach, most = limits.reach_edges, limits.tilt_max_deg
            self._servo.target = [
                *within_reach(x, y, reach),
                max(0.0, min(reach, z)),
                max(-360.0, min(360.0, bearing)),
                max(-most / 4, min(most, tilt)),
            ]
        self._tremor.draw()

    def act(self, world: World) -> None:
        """Move, and let go of what has left it; end the pour when it is time."""
        self._clock_s += self._dt
        if self._is_over:
            return
        lip, turned = self._pose()
        self._servo.step()
        self._tremor.step()
        then, turned_then = self._pose()
        rate = 1 / self._dt
        spin = scaled(rotated(turned, between(turned, turned_then)), rate)
        world.vessel.move(lip, turned, scaled(plus(then, scaled(lip, -1.0)), rate), spin)
        for n in [n for n in self._dice if self._is_out(world, n)]:
            self._dice.remove(n)
            self._left_s[n] = self._clock_s
            world.release(n)
        self.has_touched = any(map(self.lies, world.vessel.touched()))
        if not self._dice or world.fallen or self.has_touched:
            self._end(world)

    def _end(self, world: World) -> None:
        for n in self._dice:
            world.take_away(n)
        self._dice, self._is_over = [], True
        world.vessel.move(AWAY, (0.0, 0.0, 0.0, 1.0))

    def _pose(self) -> tuple[Vec, Quat]:
        """Lip and attitude with the tremor."""
        x, y, z, bearing, tilt = (a + b for a, b in zip(self._servo.at, self._tremor.at, strict=True))
        return (x, y, z), product(turn((0.0, 0.0, radians(bearing))), turn((0.0, radians(tilt), 0.0)))

    def state(self) -> Any:
        """All that its further pouring depends on, the seed's future apart."""
        return (
            self._servo.state(),
            self._tremor.state(),
            tuple(self._dice),
            dict(self._left_s),
            self._clock_s,
            self._is_over,
        )

    def restore(self, state: Any) -> None:
        """Take on the state of another ladle of the same scene."""
        drive, wander, dice, left_s, self._clock_s, self._is_over = state
        self._servo.restore(drive)
        self._tremor.restore(wander)
        self._dice, self._left_s = list(dice), dict(left_s)
