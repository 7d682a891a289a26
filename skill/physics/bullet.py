"""One private world of PyBullet with its tunables set. The only file that imports pybullet.

Units as inside the physical world: lengths in die edges, masses in dice, seconds; see `world.py`.

Dice and plate cubes are convex hulls shrunk by the rounding radius with a collision margin of that radius: exactly
rounded cubes, and three times as fast as hulls with a chamfer (36 against 102 us), since Bullet needs no penetration
search while cores stay apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import exp, sqrt

import numpy as np

from skill.errors import EngineError, Unavailable
from skill.physics.attitude import Array, matrices
from skill.physics.pose import INERTIA, Quat, Vec, rotated
from skill.physics.scene import Scene
from skill.physics.solids import Solid


@contextmanager
def _silent() -> Iterator[None]:
    """Without what C code writes to standard error: pybullet announces its build date on import."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


try:
    with _silent():
        import pybullet
except ImportError:
    raise Unavailable(
        "pybullet is not installed, so nothing can be tilted, shaken or thrown; every game without physics still works "
        "(pip install pybullet)"
    ) from None

WARM_START = 0.9
"""Share of the last step's impulses with which the solver starts, 0 to 1. PyBullet's own 0.1 lets the full pyramid
creep: 0.09 of an edge in 3 s against 0.037."""
FRICTION_ANCHOR = 0.2
"""Share of a contact's slip that friction takes back each step, 0 to 1. Without anchors (Bullet's default) tall
heaps creep for ever; with them the full pyramid moves 0.004 of an edge and stands."""
BOUNCE_MIN_M_S = 0.06
"""Impacts slower than this do not bounce, m/s: one step of gravity is 0.04 m/s, below that resting dice chatter."""
VESSEL_DICE = 1e6  # the mass of a vessel in a hand, dice: nothing in it moves it
SMOOTH = 1e-3  # the least friction of a die: with none at all no other body could be rough to it
FLAT_ARM = 0.3826  # mean distance of the points of a unit square from its middle: (sqrt 2 + log(1 + sqrt 2)) / 6
MOVING = 1  # the collision group in which Bullet puts bodies that have a mass
AWAKE, ASLEEP = 2, 8  # pybullet's words for a body that Bullet is never to put to sleep, and for one that sleeps
FAR = 1e3  # edges above the plate: where a vessel is until it is moved


class Bullet:
    """One private Bullet world with its tunables set."""

    def __init__(self, scene: Scene, step_s: float) -> None:
        self._id = pybullet.connect(pybullet.DIRECT)
        if self._id < 0:
            raise EngineError("PyBullet gave no further world; close some that are not used")
        self.material = scene.material
        self.gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
        # Bullet lets rolling and spinning friction grow with the contact's impulse up to 1 alone, here less than the
        # weight of a die in one step: with this factor they are right up to a die's own weight.
        self.torsion = max(1.0, self.gravity * step_s)
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=step_s,
            numSubSteps=1,
            numSolverIterations=scene.engine.solver_iterations,
            deterministicOverlappingPairs=1,
            warmStartingFactor=WARM_START,
            frictionERP=FRICTION_ANCHOR,
            restitutionVelocityThreshold=BOUNCE_MIN_M_S / scene.dice.edge_m,
            physicsClientId=self._id,
        )
        self._core: int | None = None

    def cube(self, mass: float, position: Vec, quaternion: Quat) -> int:
        """A rounded cube of edge 1."""
        if self._core is None:
            half = 0.5 - self.material.rounding_edges
            corners = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
            self._core = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=corners, physicsClientId=self._id)
        body = pybullet.createMultiBody(
            mass, self._core, -1, position, quaternion, useMaximalCoordinates=1, physicsClientId=self._id
        )
        pybullet.changeDynamics(body, -1, collisionMargin=self.material.rounding_edges, physicsClientId=self._id)
        self.weigh(body, mass)
        self.surface(body, self.material.friction if mass else self.material.on_plate)
        return int(body)

    def solid(self, kind: Solid) -> int:
        """A die of any kind, rounded as cubes are, at the origin."""
        radius = self.material.rounding_edges * 2 * kind.inradius
        core = (kind.corners * (1 - radius / kind.inradius)).tolist()
        shape = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=core, physicsClientId=self._id)
        body = pybullet.createMultiBody(kind.mass, shape, -1, useMaximalCoordinates=1, physicsClientId=self._id)
        pybullet.changeDynamics(body, -1, collisionMargin=radius, physicsClientId=self._id)
        self.weigh(body, kind.mass, kind.inertia)
        self.surface(body, self.material.friction)
        return int(body)

    def vessel(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> int:
        """A body of boxes, each with its half lengths, middle and attitude; gravity does not know it."""
        halves, middles, turns = map(list, zip(*boxes, strict=True))  # of tuples pybullet reads nonsense
        shape = pybullet.createCollisionShapeArray(
            [pybullet.GEOM_BOX] * len(boxes),
            halfExtents=halves,
            collisionFramePositions=middles,
            collisionFrameOrientations=turns,
            physicsClientId=self._id,
        )
        body = pybullet.createMultiBody(0, shape, -1, [0, 0, FAR], useMaximalCoordinates=1, physicsClientId=self._id)
        self.surface(body, self.material.friction)
        # With a mass the solver heeds its speed; gravity and motion Bullet gives to those alone that it first saw with
        # one. And as one that was not static it meets the plate.
        pybullet.changeDynamics(
            body, -1, mass=VESSEL_DICE, localInertiaDiagonal=[VESSEL_DICE] * 3, physicsClientId=self._id
        )
        self.meets(body, True)
        return int(body)

    def weigh(self, body: int, mass: float, inertia: float | None = None) -> None:
        """Set a die's mass, 0 for a static one, and its inertia, by default a cube's.

        Bullet's own inertia would count the margin twice.
        """
        moments = [INERTIA * mass if inertia is None else inertia] * 3
        pybullet.changeDynamics(body, -1, mass=mass, localInertiaDiagonal=moments, physicsClientId=self._id)

    def freeze(self, body: int, frozen: bool) -> None:
        """Make a die static, or let it move again.

        Bullet looks at every pair of bodies that touch unless both sleep, even if both are static: without their sleep
        165 frozen dice cost two and a half times as much. Their pairs are kept, so that who thaws is borne as before.
        """
        self.weigh(body, 0.0 if frozen else 1.0)
        pybullet.changeDynamics(body, -1, activationState=ASLEEP if frozen else AWAKE, physicsClientId=self._id)

    def meets(self, body: int, others: bool) -> None:
        """Whether a die collides with what it meets. Bullet keeps pairs of what it once saw near each other: 165 dice
        laid aside cost 6 ms a step, more than the pyramid they stood in, and 0.02 ms once they meet nothing.
        """
        group, mask = (MOVING, -1) if others else (0, 0)
        pybullet.setCollisionFilterGroupMask(body, -1, group, mask, physicsClientId=self._id)

    def surface(self, body: int, friction: float, spinning: float = 0.0) -> None:
        """Give a body what makes the pair friction of a die on it, with `spinning` friction of its own as a lever.

        Bullet multiplies the frictions and restitutions of two bodies, so a die has the root of the pair; rolling and
        spinning ones it multiplies cross-wise with the other body's friction, so each body gives half of the lever.
        """
        material = self.material
        root = max(SMOOTH, sqrt(material.friction))
        own = friction / root
        keep = exp(-material.damping_per_s)
        pybullet.changeDynamics(
            body,
            -1,
            lateralFriction=own,
            restitution=sqrt(material.restitution),
            rollingFriction=material.rolling_friction * self.torsion / (2 * root),
            spinningFriction=(material.spinning_friction / 2 + spinning) * self.torsion / root,
            linearDamping=1 - keep,
            angularDamping=1 - keep,
            frictionAnchor=1,
            physicsClientId=self._id,
        )

    def lay_table(self, depth: float) -> None:
        """A table `depth` edges below the origin, under gravity."""
        self.pull((0.0, 0.0, -self.gravity))
        slab = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[500, 500, 5], physicsClientId=self._id)
        table = pybullet.createMultiBody(
            0, slab, -1, [0, 0, -depth - 5], useMaximalCoordinates=1, physicsClientId=self._id
        )
        # A face that lies flat is one contact point to Bullet, which slides nowhere when the die spins on it: what a
        # square of evenly pressed flat takes, mu times its mean distance from the middle, is given to the table.
        material = self.material
        flat = FLAT_ARM * (1 - 2 * material.rounding_edges) * material.on_table
        self.surface(table, material.on_table, flat)
        # Without any rolling friction Bullet forgets the spinning one. And a fast die may not get through the margin
        # in one step: from the cores on Bullet finds no good contact points.
        rolling = max(1e-9, material.rolling_friction * self.torsion / (2 * max(SMOOTH, sqrt(material.friction))))
        pybullet.changeDynamics(table, -1, rollingFriction=rolling, collisionMargin=0.5, physicsClientId=self._id)

    def bed(self, top: Array, attitude: Quat) -> int:
        """A table, turned by `attitude`, under the die whose centre is at `top` and level with it."""
        slab = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[20, 20, 1], physicsClientId=self._id)
        x, y, z = rotated(attitude, (0.0, 0.0, -1.5))
        place = [top[0] + x, top[1] + y, top[2] + z]
        body = pybullet.createMultiBody(0, slab, -1, place, attitude, useMaximalCoordinates=1, physicsClientId=self._id)
        self.surface(body, self.material.on_table)
        return int(body)

    # -- moving bodies

    def step(self) -> None:
        """One time step."""
        pybullet.stepSimulation(physicsClientId=self._id)

    def pull(self, gravity: Vec) -> None:
        """Set the acceleration that all bodies with a mass feel."""
        pybullet.setGravity(*gravity, physicsClientId=self._id)

    def put(self, body: int, position: Vec, quaternion: Quat) -> None:
        """Put a body elsewhere."""
        pybullet.resetBasePositionAndOrientation(body, position, quaternion, physicsClientId=self._id)

    def drive(self, body: int, velocity: Vec, spin: Vec) -> None:
        """Set how a body moves."""
        pybullet.resetBaseVelocity(body, velocity, spin, physicsClientId=self._id)

    def push(self, body: int, force: Vec, torque: Vec) -> None:
        """A force at the centre of a body and a torque, for the next step."""
        where, _ = self.pose(body)
        pybullet.applyExternalForce(body, -1, force, where, pybullet.WORLD_FRAME, physicsClientId=self._id)
        if any(torque):
            pybullet.applyExternalTorque(body, -1, torque, pybullet.WORLD_FRAME, physicsClientId=self._id)

    def whirl(self, bodies: Sequence[int], spin: Vec, change: Vec) -> None:
        """The fictitious forces on dice in a frame that turns with `spin`, rad/s, which changes by `change`, rad/s2."""
        client, frame_of = self._id, pybullet.WORLD_FRAME
        pose, motion = pybullet.getBasePositionAndOrientation, pybullet.getBaseVelocity
        push, turn = pybullet.applyExternalForce, pybullet.applyExternalTorque
        (wx, wy, wz), (ex, ey, ez) = spin, change
        for body in bodies:  # written out: this is most of a step's Python
            place, _ = pose(body, client)
            (vx, vy, vz), (sx, sy, sz) = motion(body, client)
            x, y, z = place
            ix, iy, iz = wy * z - wz * y + 2 * vx, wz * x - wx * z + 2 * vy, wx * y - wy * x + 2 * vz
            force = (
                ez * y - ey * z - (wy * iz - wz * iy),
                ex * z - ez * x - (wz * ix - wx * iz),
                ey * x - ex * y - (wx * iy - wy * ix),
            )
            torque = (
                -INERTIA * (ex + (wy * sz - wz * sy)),
                -INERTIA * (ey + (wz * sx - wx * sz)),
                -INERTIA * (ez + (wx * sy - wy * sx)),
            )
            push(body, -1, force, place, frame_of, client)
            turn(body, -1, torque, frame_of, client)

    def remove(self, body: int) -> None:
        """Take a body out."""
        pybullet.removeBody(body, physicsClientId=self._id)

    # -- looking

    def pose(self, body: int) -> tuple[Vec, Quat]:
        """Where a body is and how it is turned."""
        position, quaternion = pybullet.getBasePositionAndOrientation(body, self._id)
        return position, quaternion

    def poses(self, bodies: Iterable[int]) -> tuple[Array, Array]:
        """Where bodies are (n, 3) and how they are turned (n, 3, 3)."""
        client = self._id
        seen = [pybullet.getBasePositionAndOrientation(body, client) for body in bodies]
        places: Array = np.array([p for p, _ in seen]).reshape(-1, 3)
        return places, matrices(np.array([q for _, q in seen]).reshape(-1, 4))

    def motion(self, body: int) -> tuple[Vec, Vec]:
        """How a body moves: velocity and spin."""
        velocity, spin = pybullet.getBaseVelocity(body, self._id)
        return velocity, spin

    def contacts(self, body: int | None = None) -> list[tuple[int, float]]:
        """The contact points of the last step, those of `body` if it is given: the second body of each, and how far
        apart the two are, negative where they overlap.
        """
        of = {} if body is None else {"bodyA": body}
        points = pybullet.getContactPoints(**of, physicsClientId=self._id)
        return [(point[2], point[8]) for point in points]

    def first_met(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        """The body that a straight way meets first, and where; -1 if it meets none."""
        body, _, _, where, _ = pybullet.rayTest(begin, end, physicsClientId=self._id)[0]
        return body, where

    def close(self) -> None:
        """Disconnect from Bullet."""
        if self._id >= 0:
            with suppress(pybullet.error):
                pybullet.disconnect(self._id)
            self._id = -1
