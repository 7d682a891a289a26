"""One world of the Bullet engine, its tunables set: the only file that imports pybullet. See `engine.Engine`.

Units: lengths in die edges, masses in dice, seconds, radians, because Bullet's tolerances are made for bodies of about
one unit. Frame: that of the plate, z up, for the world on the plate; the world's own for dice on a table. Bodies are
known by the numbers that Bullet gives them.

Dice and plate cubes are convex hulls shrunk by the rounding radius with a collision margin of that radius: exactly
rounded cubes, and three times as fast as hulls with a chamfer (36 against 102 us), since Bullet needs no search for the
penetration while the shrunk hulls stay apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from math import exp, sqrt
from typing import Any

import numpy as np

from skill.errors import EngineError, Words
from skill.lattice.dice import ORIENTATIONS
from skill.physics.attitude import QUATERNIONS, Array, matrices, matrices_of
from skill.physics.pose import FLAT_ARM, Quat, Vec, inverse, product, rotated
from skill.physics.scene import Scene
from skill.physics.solids import Solid
from skill.physics.versions import check_version, no_engine
from skill.physics.world.bullet_grips import ROOT_GRIP_AT_REST
from skill.physics.world.engine import FAR


@contextmanager
def _stderr_silenced() -> Iterator[None]:
    """Discard what C code writes to standard error: pybullet announces its build date on import."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


try:
    with _stderr_silenced():
        import pybullet
except ImportError as error:
    raise no_engine(
        "bullet",
        error,
        Words(
            "Ready-made for Python 3.11 to 3.13 on Linux and Windows with x86-64 processors and on macOS, with Intel"
            " processors up to Python 3.12: pip install pybullet-arm64."
            " Elsewhere, with a C++ compiler: pip install pybullet"
        ),
    ) from None
check_version("bullet", "pybullet>=3.2.6")
check_version("bullet", "pybullet-arm64>=3.2.8")

HEAP = 40
"""As many dice with grips are solved as a heap."""
WARM_START, WARM_START_IN_HEAP = 0.9, 1.0
"""Share of the last step's impulses with which the solver starts, 0 to 1. PyBullet's own 0.1 lets the full pyramid
creep: 0.09 of an edge in 3 s. In a heap 1.0 halves what 0.9 lets it move and saves iterations; a row of dice that lies
flat on a table trembles with it."""
RESIDUAL_IN_HEAP = 0.05
"""In a heap the solver stops before its last iteration once no contact is further off than this share of what gravity
adds to a speed in a step: the full pyramid takes 0.7 of the time. Few dice are solved to the end, for what slides is
off by some percent otherwise."""
FRICTION_ANCHOR = 0.2
"""Share of a contact's slip that friction takes back each step, 0 to 1. Without anchors (Bullet's default) tall
heaps creep for ever; with them the full pyramid moves 0.004 of an edge and stands."""
BOUNCE_MIN_M_S = 0.06
"""Impacts slower than this do not bounce, m/s: one step of gravity is 0.04 m/s, below that resting dice chatter."""
MIN_FRICTION = 1e-3
"""The least friction of a die: with none at all no other body could be rough to it."""
VESSEL_MASS = 1e6
"""Of a vessel in a hand, dice: nothing in it moves it."""

LATTICE_AXES = QUATERNIONS[ORIENTATIONS[0]]
"""Along the edges of all dice that stand in cells."""

_DYNAMIC_GROUP = 1  # the collision group in which Bullet puts bodies that have a mass
_NEVER_SLEEPS, _SLEEPS = 2, 8  # pybullet's activation states
_KEPT = 2
_free: list[int] = []  # connections of closed worlds: to connect anew takes 8 ms, to empty one 0.9 ms


def needs_grips(scene: Scene) -> bool:
    """Whether `bullet_grips` is to set the friction of dice in the grooves of this scene."""
    return scene.engine.grips and scene.plate.side != "none"


def new_bullet(scene: Scene, step_s: float, *, dice: int, on_lattice: bool) -> Bullet:
    """An empty world for about so many `dice`, most of which stand in cells if `on_lattice`.

    Raises `EngineError` when Bullet gives no further world.
    """
    grips = dice > 0 and needs_grips(scene)
    if dice >= HEAP and on_lattice:
        return TurnedBullet(scene, step_s, LATTICE_AXES, grips=grips, dice=dice)
    return Bullet(scene, step_s, grips=grips, dice=dice)


class Bullet:
    """One private Bullet world, empty at first, with gravity straight down.

    `grips` says that `set_grip` is asked for, `dice` about how many there will be. Raises `EngineError` when Bullet
    gives no further world.
    """

    def __init__(self, scene: Scene, step_s: float, *, grips: bool = False, dice: int = 0) -> None:
        self._client = _connection()
        if self._client < 0:
            raise EngineError("PyBullet gave no further world; close some that are not used")
        self._scene_name, self.material, self._inertia = scene.name, scene.material, scene.dice.inertia
        self.gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
        """Edges a second squared."""
        # Bullet lets rolling and spinning friction grow with the contact's impulse up to 1 alone, here less than the
        # weight of a die in one step: with this factor they are right up to a die's own weight.
        self._torsion = max(1.0, self.gravity * step_s)
        self._cube_shape: int | None = None
        self._solids: dict[int, Solid] = {}
        # What was asked for since the last step: a call of pybullet copies some 30 kB.
        self._poses: dict[int, tuple[Vec, Quat]] = {}
        self._velocities: dict[int, tuple[Vec, Vec]] = {}
        self._felt: Vec | None = None  # the gravity that all bodies were told of last, None if one was not
        self._grip = ROOT_GRIP_AT_REST if grips else 1.0
        heap = grips and dice >= HEAP
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=step_s,
            numSubSteps=1,
            numSolverIterations=scene.engine.solver_iterations,
            deterministicOverlappingPairs=1,
            warmStartingFactor=WARM_START_IN_HEAP if heap else WARM_START,
            frictionERP=FRICTION_ANCHOR,
            restitutionVelocityThreshold=BOUNCE_MIN_M_S / scene.dice.edge_m,
            physicsClientId=self._client,
        )
        if heap:
            pybullet.setPhysicsEngineParameter(
                solverResidualThreshold=(RESIDUAL_IN_HEAP * self.gravity * step_s) ** 2, physicsClientId=self._client
            )
        self.set_gravity((0.0, 0.0, -self.gravity))

    # -- bodies

    def add_die(self, position: Vec, quaternion: Quat) -> int:
        """A rounded cube of edge 1. Returns its number."""
        body = self._body(self._cube(), 1.0, position, quaternion)
        self.set_fixed(body, False)
        self._set_surface(body, self.material.friction, grips=2)
        return body

    def add_plate(self, positions: Sequence[Vec], quaternion: Quat) -> list[int]:
        """Rounded cubes of edge 1 that nothing moves, all turned alike. Returns their numbers.

        They sleep, and dice meet them all the same. Awake, their bounds would be found anew at each step: 30 % of the
        time of a step of one die, 16 % with four.
        """
        # All at once: ten times as fast as one by one.
        bodies: tuple[int, ...] = pybullet.createMultiBody(
            0.0,
            self._cube(),
            -1,
            positions[0],
            quaternion,
            useMaximalCoordinates=1,
            batchPositions=positions,
            physicsClientId=self._client,
        )
        surface = self._surface(self.material.on_plate, grips=2)
        for body in bodies:
            pybullet.changeDynamics(body, -1, activationState=_SLEEPS, **surface, physicsClientId=self._client)
        return list(bodies)

    def _cube(self) -> int:
        if self._cube_shape is None:
            half = 0.5 - self.material.rounding_edges
            corners = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
            self._cube_shape = self._hull(corners)
            # Only a body's shape can be rounded, and what sleeps keeps the bounds that it was made with.
            first = self._body(self._cube_shape, 0.0)
            self._round(first, self.material.rounding_edges)
            self.remove(first)
        return self._cube_shape

    def _round(self, body: int, rounding: float) -> None:
        """Round the shape of a body, and so of all that have it."""
        pybullet.changeDynamics(body, -1, collisionMargin=rounding, physicsClientId=self._client)

    def add_solid(self, solid: Solid) -> int:
        """A die of any kind, rounded as cubes are, at the origin. Returns its number."""
        rounding = self.material.rounding_edges * 2 * solid.inradius
        shape = self._hull((solid.corners * (1 - rounding / solid.inradius)).tolist())
        body = self._body(shape, solid.mass)
        self._round(body, rounding)
        self._solids[body] = solid
        self.set_fixed(body, False)
        self._set_surface(body, self.material.friction)
        return body

    def add_vessel(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> int:
        """A body of boxes that only `set_pose` and `set_velocity` move, far away at first. Returns its number.

        Each box: half lengths, middle and attitude in the vessel's own frame.
        """
        halves, middles, turns = map(list, zip(*boxes, strict=True))  # of tuples pybullet reads nonsense
        shape = pybullet.createCollisionShapeArray(
            [pybullet.GEOM_BOX] * len(boxes),
            halfExtents=halves,
            collisionFramePositions=middles,
            collisionFrameOrientations=turns,
            physicsClientId=self._client,
        )
        body = self._body(shape, 0.0, (0.0, 0.0, FAR))
        self._set_surface(body, self.material.friction, grips=1)
        # With a mass the solver heeds its velocity. Gravity does not move it: Bullet gives that to bodies alone that
        # had a mass when they were made. And as one that was static it would not meet the plate.
        pybullet.changeDynamics(
            body, -1, mass=VESSEL_MASS, localInertiaDiagonal=[VESSEL_MASS] * 3, physicsClientId=self._client
        )
        self.set_collides(body, True)
        return body

    def add_table(self, depth: float) -> int:
        """A level table whose top is `depth` below the origin. Returns its number."""
        material = self.material
        body = self._body(self._box([500, 500, 5]), 0.0, (0.0, 0.0, -depth - 5))
        # A face that lies flat is one contact point to Bullet, which slides nowhere when the die spins on it: what a
        # square of evenly pressed flat takes, mu times its mean distance from the middle, is given to the table.
        flat = FLAT_ARM * (1 - 2 * material.rounding_edges) * material.on_table
        self._set_surface(body, material.on_table, spinning=flat)
        # Without any rolling friction Bullet forgets the spinning one. And a fast die may not get through the margin
        # in one step: from the cores on Bullet finds no good contact points.
        rolling = max(1e-9, self._lever(material.rolling_friction, material.on_table))
        pybullet.changeDynamics(body, -1, rollingFriction=rolling, collisionMargin=0.5, physicsClientId=self._client)
        return body

    def add_side_table(self, top: Array, attitude: Quat) -> int:
        """A table, turned by `attitude`, under the die whose centre is at `top` (3,). Returns its number."""
        x, y, z = rotated(attitude, (0.0, 0.0, -1.5))
        body = self._body(self._box([20, 20, 1]), 0.0, (top[0] + x, top[1] + y, top[2] + z), attitude)
        self._set_surface(body, self.material.on_table, grips=1)
        return body

    def remove(self, body: int) -> None:
        """Take a body out."""
        self._forget(body)
        pybullet.removeBody(body, physicsClientId=self._client)

    def _hull(self, corners: Sequence[Sequence[float]]) -> int:
        vertices = _same(tuple(map(tuple, corners)))
        shape = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=vertices, physicsClientId=self._client)
        return int(shape)

    def _box(self, half_lengths: list[float]) -> int:
        shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=half_lengths, physicsClientId=self._client)
        return int(shape)

    def _body(
        self, shape: int, mass: float, position: Vec = (0.0, 0.0, 0.0), attitude: Quat = (0.0, 0.0, 0.0, 1.0)
    ) -> int:
        body = pybullet.createMultiBody(
            mass, shape, -1, position, attitude, useMaximalCoordinates=1, physicsClientId=self._client
        )
        return int(body)

    # -- what bodies are

    def set_fixed(self, body: int, fixed: bool) -> None:
        """Make a die static, or let it move again.

        Static is what has no mass. Such a die had one when it was made: Bullet gives gravity to such bodies alone.
        Bullet's own inertia would count the margin twice.
        """
        self._forget(body)
        self._felt = None  # Bullet tells neither those that sleep nor those without a mass
        solid = self._solids.get(body)
        mass, inertia = (solid.mass, solid.inertia) if solid else (1.0, self._inertia)
        mass, moments = (0.0, [0.0] * 3) if fixed else (mass, [inertia] * 3)
        pybullet.changeDynamics(body, -1, mass=mass, localInertiaDiagonal=moments, physicsClientId=self._client)

    def set_frozen(self, body: int, frozen: bool) -> None:
        """Make a die static and asleep, or let it move again.

        Bullet looks at every pair of bodies that touch unless both sleep, even if both are static: without their sleep
        165 frozen dice cost two and a half times as much. Their pairs are kept, so one that thaws is borne as before.
        """
        self.set_fixed(body, frozen)
        state = _SLEEPS if frozen else _NEVER_SLEEPS
        pybullet.changeDynamics(body, -1, activationState=state, physicsClientId=self._client)

    def set_collides(self, body: int, collides: bool) -> None:
        """Say whether a body collides with what it meets.

        Bullet keeps pairs of what it once saw near each other: 165 dice laid aside cost 6 ms a step, more than the
        pyramid they stood in, and 0.02 ms once they meet nothing.
        """
        group, mask = (_DYNAMIC_GROUP, -1) if collides else (0, 0)
        pybullet.setCollisionFilterGroupMask(body, -1, group, mask, physicsClientId=self._client)

    def _set_surface(self, body: int, pair: float, *, spinning: float = 0.0, grips: int = 0) -> None:
        """Give a body its `_surface`."""
        surface = self._surface(pair, spinning=spinning, grips=grips)
        pybullet.changeDynamics(body, -1, **surface, physicsClientId=self._client)

    def _surface(self, pair: float, *, spinning: float = 0.0, grips: int = 0) -> dict[str, float]:
        """What makes the `pair` friction of a die on a body; `spinning` friction of its own is a lever, edges.

        Bullet multiplies the frictions and the restitutions of two bodies, so a die has the root of the pair's. Where
        there are grips the body has the root of one that many times.
        """
        material = self.material
        keep = exp(-material.damping_per_s)
        return {
            "lateralFriction": pair * self._grip**grips / self._die_friction,
            "restitution": sqrt(material.restitution),
            "rollingFriction": self._lever(material.rolling_friction, pair),
            "spinningFriction": self._lever(material.spinning_friction, pair, spinning),
            "linearDamping": 1 - keep,
            "angularDamping": 1 - keep,
            "frictionAnchor": 1,
        }

    @property
    def _die_friction(self) -> float:
        """Bullet's friction of a die: the root of that of two dice."""
        return max(MIN_FRICTION, sqrt(self.material.friction)) * self._grip

    def _lever(self, lever: float, pair: float, more: float = 0.0) -> float:
        """Bullet's rolling or spinning friction of a body on which a die has that of a `lever`, and `more`, edges.

        Bullet multiplies that of each body with the sliding friction of the other and adds the two. Of two dice each
        gives half of the lever; of another body's sliding friction, `pair` with a die, the die's half is made more or
        less, so the body gives what is left. It gives none where the die gives more than all: above twice the dice's.
        """
        own = max(self.material.friction, MIN_FRICTION**2)
        return max(0.0, lever * (1 - pair / own / 2) + more) * self._torsion / self._die_friction

    def set_grip(self, body: int, along: Sequence[float]) -> None:
        """Scale the friction of a die in the directions of its own three axes.

        Bullet scales its directions of friction by these numbers, and with them what it applies. Unlike the friction of
        a body, which a contact point keeps as it was when it was made, they count at once.
        """
        pybullet.changeDynamics(body, -1, anisotropicFriction=along, physicsClientId=self._client)

    # -- motion

    def step(self) -> None:
        """Advance by one time step."""
        self._poses.clear()
        self._velocities.clear()
        pybullet.stepSimulation(self._client)

    def set_gravity(self, acceleration: Vec) -> None:
        """Set the acceleration that all bodies with a mass feel, edges a second squared."""
        if acceleration != self._felt:
            self._felt = x, y, z = acceleration
            pybullet.setGravity(x, y, z, self._client)

    def set_pose(self, body: int, position: Vec, quaternion: Quat) -> None:
        """Put a body elsewhere."""
        self._forget(body)
        pybullet.resetBasePositionAndOrientation(body, position, quaternion, physicsClientId=self._client)

    def set_velocity(self, body: int, velocity: Vec, spin: Vec) -> None:
        """Set how fast a body moves, edges a second, and turns, radians a second."""
        self._forget(body)
        pybullet.resetBaseVelocity(body, velocity, spin, physicsClientId=self._client)

    def apply_force(self, body: int, force: Vec, torque: Vec) -> None:
        """Apply a force at the centre of a body and a torque for the next step, in masses of a die, edges, seconds."""
        position, _ = self._seen(body)
        pybullet.applyExternalForce(body, -1, force, position, pybullet.WORLD_FRAME, self._client)
        if any(torque):
            pybullet.applyExternalTorque(body, -1, torque, pybullet.WORLD_FRAME, self._client)

    def apply_fictitious_forces(self, bodies: Sequence[int], spin: Vec, angular_acceleration: Vec) -> None:
        """Apply what dice feel for the next step in a frame that turns about its origin, rad/s and rad/s2.

        Each gets the Euler, centrifugal and Coriolis force and, its inertia being isotropic, the torque
        -I (dW/dt + W x w).
        """
        client, frame_of = self._client, pybullet.WORLD_FRAME
        seen, pose, motion = self._poses, pybullet.getBasePositionAndOrientation, pybullet.getBaseVelocity
        apply_force, apply_torque = pybullet.applyExternalForce, pybullet.applyExternalTorque
        (wx, wy, wz), (ex, ey, ez), inertia = spin, angular_acceleration, self._inertia
        for body in bodies:  # written out: this is most of a step's Python
            position, _ = seen.get(body) or pose(body, client)
            (vx, vy, vz), (sx, sy, sz) = motion(body, client)
            x, y, z = position
            ix, iy, iz = wy * z - wz * y + 2 * vx, wz * x - wx * z + 2 * vy, wx * y - wy * x + 2 * vz
            force = (
                ez * y - ey * z - (wy * iz - wz * iy),
                ex * z - ez * x - (wz * ix - wx * iz),
                ey * x - ex * y - (wx * iy - wy * ix),
            )
            torque = (
                -inertia * (ex + (wy * sz - wz * sy)),
                -inertia * (ey + (wz * sx - wx * sz)),
                -inertia * (ez + (wx * sy - wy * sx)),
            )
            apply_force(body, -1, force, position, frame_of, client)
            apply_torque(body, -1, torque, frame_of, client)

    # -- measurements

    def pose(self, body: int) -> tuple[Vec, Quat]:
        """Where a body is and how it is turned."""
        return self._seen(body)

    def _seen(self, body: int) -> tuple[Vec, Quat]:
        """The same as Bullet has it."""
        seen = self._poses.get(body)
        if seen is None:
            seen = self._poses[body] = pybullet.getBasePositionAndOrientation(body, self._client)
        return seen

    def poses(self, bodies: Iterable[int]) -> tuple[Array, Array]:
        """Where bodies are (n, 3) and how they are turned (n, 3, 3)."""
        seen = [self.pose(body) for body in bodies]
        return np.array([p for p, _ in seen], float).reshape(-1, 3), matrices_of([q for _, q in seen])

    def velocity(self, body: int) -> tuple[Vec, Vec]:
        """How fast a body moves, edges a second, and turns, radians a second."""
        seen = self._velocities.get(body)
        if seen is None:
            seen = self._velocities[body] = pybullet.getBaseVelocity(body, self._client)
        return seen

    def _forget(self, body: int) -> None:
        """Ask for its pose and velocity again."""
        self._poses.pop(body, None)
        self._velocities.pop(body, None)

    def contacts(self, body: int | None = None) -> list[tuple[int, float]]:
        """The contact points of the last step, of `body` alone if it is given.

        Of each the number of the second body, and how far apart the two are, negative where they overlap.
        """
        of = {} if body is None else {"bodyA": body}
        points = pybullet.getContactPoints(**of, physicsClientId=self._client)
        return [(point[2], point[8]) for point in points]

    def cast_ray(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        """The body that a straight line hits first, -1 for none, and where."""
        body, _, _, where, _ = pybullet.rayTest(begin, end, physicsClientId=self._client)[0]
        return body, where

    def __reduce__(self) -> Any:
        raise EngineError(
            "scene {scene}: a world of Bullet cannot be copied; expected its attempt, which is stepped again",
            scene=self._scene_name,
        )

    def snapshot(self) -> None:
        """None: what Bullet restores is neither compatible with sleeping nor repeatable (bullet3, issue 3993)."""

    def restore(self, snapshot: None) -> None:
        raise EngineError("the engine bullet restores no snapshot")

    def close(self) -> None:
        """Take all bodies out and give the connection back."""
        client, self._client = self._client, -1
        if client >= 0:
            with suppress(pybullet.error):
                _release(client)


class TurnedBullet(Bullet):
    """A world whose axes within Bullet lie otherwise: as `axes` are turned in the frame of whoever uses it.

    With axes along the edges of most dice their bounds, boxes along Bullet's axes, are tight: of the full pyramid 1,471
    pairs of bodies are near each other in place of 2,542, and a step takes 1.64 ms in place of 2.14.
    """

    def __init__(self, scene: Scene, step_s: float, axes: Quat, *, grips: bool = False, dice: int = 0) -> None:
        self._axes, self._back = axes, inverse(axes)
        super().__init__(scene, step_s, grips=grips, dice=dice)

    def add_plate(self, positions: Sequence[Vec], quaternion: Quat) -> list[int]:
        return super().add_plate([self._within(at) for at in positions], product(self._back, quaternion))

    def _body(
        self, shape: int, mass: float, position: Vec = (0.0, 0.0, 0.0), attitude: Quat = (0.0, 0.0, 0.0, 1.0)
    ) -> int:
        return super()._body(shape, mass, self._within(position), product(self._back, attitude))

    def set_gravity(self, acceleration: Vec) -> None:
        super().set_gravity(self._within(acceleration))

    def set_pose(self, body: int, position: Vec, quaternion: Quat) -> None:
        super().set_pose(body, self._within(position), product(self._back, quaternion))

    def set_velocity(self, body: int, velocity: Vec, spin: Vec) -> None:
        super().set_velocity(body, self._within(velocity), self._within(spin))

    def apply_force(self, body: int, force: Vec, torque: Vec) -> None:
        super().apply_force(body, self._within(force), self._within(torque))

    def apply_fictitious_forces(self, bodies: Sequence[int], spin: Vec, angular_acceleration: Vec) -> None:
        super().apply_fictitious_forces(bodies, self._within(spin), self._within(angular_acceleration))

    def pose(self, body: int) -> tuple[Vec, Quat]:
        position, quaternion = self._seen(body)
        return rotated(self._axes, position), product(self._axes, quaternion)

    def poses(self, bodies: Iterable[int]) -> tuple[Array, Array]:
        seen = [self._seen(body) for body in bodies]
        turn = matrices(np.array([self._axes]))[0]
        positions: Array = np.einsum("nj,ij->ni", np.array([p for p, _ in seen]).reshape(-1, 3), turn)
        inner = matrices_of([q for _, q in seen])
        return positions, np.einsum("ij,njk->nik", turn, inner)

    def velocity(self, body: int) -> tuple[Vec, Vec]:
        velocity, spin = super().velocity(body)
        return rotated(self._axes, velocity), rotated(self._axes, spin)

    def cast_ray(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        body, where = super().cast_ray(self._within(begin), self._within(end))
        return body, rotated(self._axes, where)

    def _within(self, vector: Vec) -> Vec:
        """A vector in Bullet's own axes."""
        return rotated(self._back, vector)


@lru_cache(maxsize=256)
def _same(corners: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    """The same objects for the same corners: PyBullet never lets go of those that it was given, 0.9 kB for a cube."""
    return corners


def _connection() -> int:
    """A connection to an empty world of Bullet, below 0 when there is none."""
    try:
        return _free.pop()
    except IndexError:
        return int(pybullet.connect(pybullet.DIRECT))


def _release(client: int) -> None:
    """Empty a connection's world for the next one, which goes as on a new connection: Bullet makes all of it anew."""
    if len(_free) < _KEPT:
        pybullet.resetSimulation(physicsClientId=client)
        _free.append(client)
    else:
        pybullet.disconnect(client)
