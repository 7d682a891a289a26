"""The sticky finger: a piece of tape that pulls one die a little way out along the normal of a face.

A sample: `tape_x`, `tape_y`, `tape_z`, where the fingertip is to be (edges, plate frame); `tape_pull`, how far it pulls
(edges along the normal, from where it stuck); `stick`, 0.5 and more to press it on, 0 to take it off, less than 0 for a
finger that stays where and as it is. It sticks to the bare face whose middle is nearest, if that is within its reach,
and the face stays where its die is let go, at rest. The pull is slow, limited in length and in force.

Models: `spring.py` holds the die, `motion.py` moves the finger and makes it tremble. The finger touches nothing else.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.physics.pose import STILL, Quat, Vec, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.motion import Servo, Tremor
from skill.physics.tools.spring import Spring
from skill.physics.tools.tool import SWITCH, Sample, Tool, either_way, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("tape_x", "tape_y", "tape_z", "tape_pull", "stick")
STUCK = 0.5  # a stick of at least this is a finger pressed on
BEGIN: Vec = (0.0, -12.0, 8.0)
"""Where the finger is at the start: beside the plate, before the player of side I."""


class Face(NamedTuple):
    """The face to which the tape sticks."""

    n: int
    place: Vec
    """Where the centre of its die was as it stuck."""
    attitude: Quat
    normal: Vec


class TapeTool(Tool):
    """One finger with tape on it. With `seed` None it does not tremble."""

    name = "tape"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        up_to("edges", "reach_edges"),
        up_to("edges", "pull_max_edges"),
        SWITCH,
    )
    rest = (*BEGIN, 0.0, -1.0)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.tape is not None
        self._limits = limits = scene.tape
        self._spring = Spring(
            scene, limits.stiffness_weights_edge, limits.tape_force_weights, limits.twist_max_weights_edge
        )
        ways = [(limits.speed_max_edges_s, limits.accel_max_edges_s2)] * 3
        pulls = (limits.pull_speed_max_edges_s, limits.accel_max_edges_s2)
        self._servo = Servo([*ways, pulls], scene.step_s)
        self._servo.at[:3] = self._servo.target[:3] = BEGIN
        self._tremor = Tremor(scene, [limits.tremor_edges] * 3, limits.tremor_hz, seed, 0x7A9E)
        self._presses = self._is_pressed = False
        self._face: Face | None = None

    @property
    def face(self) -> Face | None:
        """The face to which it sticks."""
        return self._face

    @property
    def place(self) -> Vec:
        """Where the fingertip means to be now, tremor not counted; edges, plate frame."""
        x, y, z, _ = self._servo.at
        return (x, y, z)

    @property
    def pull(self) -> float:
        """How far it pulls now, edges."""
        return self._servo.at[3]

    @property
    def force_weights(self) -> float:
        """The force that the finger feels, die weights; 0 for one that sticks to nothing."""
        return 0.0 if self._face is None else self._spring.force

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return (*self._servo.at, float(self._is_pressed))

    def aim(self, sample: Sample) -> None:
        """Command where the finger is to be, whether it is pressed on, and how far it pulls."""
        x, y, z, pull, stick = sample
        if stick >= 0:
            reach = self._limits.reach_edges
            pull = max(0.0, min(self._limits.pull_max_edges, pull)) if self._face is not None else 0.0
            self._servo.target = [*within_reach(x, y, reach), max(0.0, min(reach, z)), pull]
            self._presses = stick >= STUCK
        self._tremor.draw()

    def act(self, world: World) -> None:
        """Move, press on or take off, and pull."""
        self._servo.step()
        self._tremor.step()
        if self._presses != self._is_pressed:
            self._is_pressed = self._presses
            if self._presses:
                self._press(world)
            elif self._face is not None:
                world.release(self._face.n, STILL, STILL)
                self._face = None
        if self._face is not None:
            n, (x, y, z), attitude, normal = self._face
            pull, wander = self.pull, self._tremor.at
            place = (
                x + pull * normal[0] + wander[0],
                y + pull * normal[1] + wander[1],
                z + pull * normal[2] + wander[2],
            )
            self._spring.apply(world, n, place, attitude)

    def _press(self, world: World) -> None:
        """Stick to the nearest bare face. The finger itself brings no force."""
        x, y, z = (at + wander for at, wander in zip(self.place, self._tremor.at, strict=True))
        near, best = self._limits.pinch_edges, None
        for n in world.numbers:
            body = world.body(n)
            if world.is_held(n) or dist(body.position, (x, y, z)) > 0.5 + near:
                continue
            for normal in world.queries.bare_faces(n):
                a, b, c = (p + 0.5 * q for p, q in zip(body.position, normal, strict=True))
                if (gap := dist((a, b, c), (x, y, z))) <= near:
                    wander = self._tremor.at
                    px, py, pz = body.position
                    near, best = gap, Face(n, (px - wander[0], py - wander[1], pz - wander[2]), body.quaternion, normal)
        if best is not None:
            world.grasp(best.n)
            self._face = best
            self._servo.at[3] = self._servo.target[3] = 0.0

    def state(self) -> Any:
        """All that the finger's further motion depends on, the seed's future apart."""
        return (self._servo.state(), self._tremor.state(), self._presses, self._is_pressed, self._face)

    def restore(self, state: Any) -> None:
        """Take on the state of another finger of the same scene."""
        drive, wander, self._presses, self._is_pressed, self._face = state
        self._servo.restore(drive)
        self._tremor.restore(wander)
