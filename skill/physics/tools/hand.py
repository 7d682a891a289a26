"""The hand: its fingertips take a die from the heap or the stock, carry it and let it go gently.

A sample: `hand_x`, `hand_y`, `hand_z`, where the fingertips are to be (edges, plate frame); `hand_yaw_deg`, how far
they are to be turned about the vertical; `grip`, 0.5 and more to close them, 0 to open them, less than 0 for a hand
that stays where and as it is. When the fingers close, they take the die whose centre is nearest, if it is within their
reach and has a bare face above or at the side; if no die is near, they get the next die of the stock, if there is one.
They keep the die's attitude, turn it with the hand, and lose it when they are pulled too far from it. When they open,
the die keeps at most the slow speed at which a hand lets go; beyond the plate's outline it is laid aside.

Models: `spring.py` holds the die, `motion.py` moves the hand and makes it tremble in place and attitude. The fingers
themselves touch nothing.
"""

from __future__ import annotations

from math import dist, hypot, radians
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.physics.pose import UNTURNED, Quat, Vec, inverse, product, turn, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.motion import Servo, Tremor
from skill.physics.tools.spring import Spring
from skill.physics.tools.tool import SWITCH, Range, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("hand_x", "hand_y", "hand_z", "hand_yaw_deg", "grip")
CLOSED = 0.5  # a grip of at least this is a closed hand
BEGIN: Vec = (0.0, -12.0, 8.0)
"""Where the hand is at the start: beside the plate, before the player of side I."""
ROOM = 1.75  # fingers closer than this to a die's centre have no room for one from the stock: two half diagonals
YAW_RATE = 360.0, 7200.0  # degrees a second, degrees a second squared: a wrist that turns a die on its way


class Held(NamedTuple):
    """The die in the fingers."""

    n: int
    offset: Vec
    """Where its centre was seen from the fingertips as they closed, edges."""
    attitude: Quat
    """Its own, seen from the hand."""


class HandTool(Tool):
    """One hand with a thumb and two fingers. With `seed` None it does not tremble."""

    name = "hand"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        up_to("edges", "reach_edges"),
        Range("deg", -180.0, 180.0),
        SWITCH,
    )
    rest = (*BEGIN, 0.0, -1.0)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.hand is not None
        self._limits = limits = scene.hand
        self._spring = Spring(
            scene, limits.stiffness_weights_edge, limits.pull_force_max_weights, limits.twist_max_weights_edge
        )
        self._servo = Servo([(limits.speed_max_edges_s, limits.accel_max_edges_s2)] * 3 + [YAW_RATE], scene.step_s)
        self._servo.at[:3] = self._servo.target[:3] = BEGIN
        rms = [limits.tremor_edges] * 3 + [radians(limits.tremor_deg)] * 3
        self._tremor = Tremor(scene, rms, limits.tremor_hz, seed, 0x4A7D)
        self._closes = self._is_closed = False
        self._held: Held | None = None

    @property
    def held(self) -> int | None:
        """The number of the die in the fingers."""
        return None if self._held is None else self._held.n

    @property
    def place(self) -> Vec:
        """Where the fingertips mean to be now, tremor not counted; edges, plate frame."""
        x, y, z, _ = self._servo.at
        return (x, y, z)

    @property
    def force_weights(self) -> float:
        """The force that the fingers feel, die weights; 0 for empty ones."""
        return 0.0 if self._held is None else self._spring.force

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return (*self._servo.at, float(self._is_closed))

    def aim(self, sample: Sample) -> None:
        """Command where the fingertips are to be and whether they are closed."""
        x, y, z, yaw, grip = sample
        if grip >= 0:
            reach = self._limits.reach_edges
            self._servo.target = [*within_reach(x, y, reach), max(0.0, min(reach, z)), max(-180.0, min(180.0, yaw))]
            self._closes = grip >= CLOSED
        self._tremor.draw()

    def act(self, world: World) -> None:
        """Move, close or open, and pull the die along."""
        self._servo.step()
        self._tremor.step()
        fingers, turned = self._pose()
        if self._closes != self._is_closed:
            self._is_closed = self._closes
            if self._closes:
                self._close(world, fingers, turned)
            elif self._held is not None:
                self._open(world, self._held.n)
        if self._held is not None:
            n, offset, attitude = self._held
            place = (fingers[0] + offset[0], fingers[1] + offset[1], fingers[2] + offset[2])
            if self._spring.apply(world, n, place, product(turned, attitude)) > self._limits.slip_edges:
                world.release(n)
                self._held = None

    def _pose(self) -> tuple[Vec, Quat]:
        """Fingertips and attitude of the hand with its tremor."""
        (x, y, z, yaw), wander = self._servo.at, self._tremor.at
        place = (x + wander[0], y + wander[1], z + wander[2])
        return place, product(turn((wander[3], wander[4], wander[5])), turn((0.0, 0.0, radians(yaw))))

    def _close(self, world: World, fingers: Vec, turned: Quat) -> None:
        gaps = {n: dist(world.body(n).position, fingers) for n in world.numbers if not world.is_held(n)}
        near = min(gaps, key=gaps.__getitem__, default=-1)
        if gaps and gaps[near] <= self._limits.pinch_edges:
            if self._limits.takes == "any" and world.queries.bare_faces(near):
                body = world.body(near)
                x, y, z = body.position
                offset = (x - fingers[0], y - fingers[1], z - fingers[2])
                self._held = Held(near, offset, product(inverse(turned), body.quaternion))
                world.grasp(near)
        elif world.stock and (not gaps or gaps[near] > ROOM):
            flat = turned if self._limits.stands == "flat" else None
            n = world.take_from_stock(fingers, flat, fixed=False)
            self._held = Held(n, (0.0, 0.0, 0.0), UNTURNED if flat else world.body(n).quaternion)

    def _open(self, world: World, n: int) -> None:
        body = world.body(n)
        if world.plate.beyond(body.position) > self._limits.aside_edges:
            world.take_away(n)
        else:
            speed = hypot(*body.velocity)
            x, y, z = body.velocity
            share = min(1.0, self._limits.release_speed_edges_s / max(speed, 1e-12))
            world.release(n, (share * x, share * y, share * z), (0.0, 0.0, 0.0))
        self._held = None

    def state(self) -> Any:
        """All that the hand's further motion depends on, the seed's future apart."""
        return (self._servo.state(), self._tremor.state(), self._closes, self._is_closed, self._held)

    def restore(self, state: Any) -> None:
        """Take on the state of another hand of the same scene."""
        drive, wander, self._closes, self._is_closed, self._held = state
        self._servo.restore(drive)
        self._tremor.restore(wander)
