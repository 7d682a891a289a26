"""The same in PyBullet as it comes: sharp boxes, its own settings but for the step, the iterations and damping."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import package
from benchmarks.peers.setup import TABLE, Array, Motion, Setup
from skill.physics.pose import Pose, Vec


class Setting(NamedTuple):
    """How Bullet is to solve."""

    iterations: int
    hz: int

    def __str__(self) -> str:
        return f"PyBullet {self.iterations}, {self.hz} Hz"


SETTINGS = tuple(Setting(iterations, hz) for hz in (120, 240, 480) for iterations in (10, 50))


class BulletWorld:
    """One world, `benchmarks.peers.setup.Peer`. Raises `Unavailable` without PyBullet."""

    def __init__(self, setup: Setup, setting: Setting) -> None:
        p = self._p = package("pybullet")
        self.step_s = 1 / setting.hz
        self._of = {"physicsClientId": p.connect(p.DIRECT)}
        p.setPhysicsEngineParameter(
            fixedTimeStep=self.step_s,
            numSolverIterations=setting.iterations,
            deterministicOverlappingPairs=1,
            **self._of,
        )
        self.set_gravity((0.0, 0.0, -setup.gravity))
        own = sqrt(setup.friction)  # Bullet multiplies those of two bodies
        for position, attitude, half in setup.blocks:
            body = self._body(0.0, half, position, attitude, setup.block_friction / own)
            assert body >= 0
        cube = (0.5, 0.5, 0.5)
        self._dice = [self._body(1.0, cube, position, attitude, own) for position, attitude in setup.dice]
        self._motion = Motion(setup.edge_m, setup.gravity, self.step_s)

    def _body(self, mass: float, half: Vec, position: Vec, attitude: tuple[float, ...], friction: float) -> int:
        p, of = self._p, self._of
        if half == TABLE:
            shape, position = (
                p.createCollisionShape(p.GEOM_PLANE, **of),
                (position[0], position[1], position[2] + half[2]),
            )
        else:
            shape = p.createCollisionShape(p.GEOM_BOX, halfExtents=half, **of)
        body = p.createMultiBody(mass, shape, -1, position, attitude, **of)
        # Its damping grows with the square of the speed, of which there is much where lengths are edges.
        p.changeDynamics(body, -1, lateralFriction=friction, linearDamping=0.0, angularDamping=0.0, **of)
        return int(body)

    def positions(self) -> Array:
        p, of = self._p, self._of
        return np.array([p.getBasePositionAndOrientation(die, **of)[0] for die in self._dice])

    def step(self, plate: Pose | None = None) -> None:
        p, of = self._p, self._of
        if plate is not None:
            self._motion.turn(plate)
            self.set_gravity(self._motion.gravity)
            places = self.positions()
            moving = np.array([p.getBaseVelocity(die, **of) for die in self._dice])
            forces = self._motion.forces(places, moving[:, 0]).tolist()
            torques = self._motion.torques(moving[:, 1]).tolist()
            for die, force, torque, place in zip(self._dice, forces, torques, places.tolist(), strict=True):
                p.applyExternalForce(die, -1, force, place, p.WORLD_FRAME, **of)
                p.applyExternalTorque(die, -1, torque, p.WORLD_FRAME, **of)
        p.stepSimulation(**of)

    def set_gravity(self, acceleration: Vec) -> None:
        self._p.setGravity(*acceleration, **self._of)

    def push(self, velocity: Vec) -> None:
        self._p.resetBaseVelocity(self._dice[0], velocity, **self._of)

    def take_away(self, n: int) -> None:
        """Put die `n` far aside and make it static."""
        p, of = self._p, self._of
        p.resetBasePositionAndOrientation(self._dice[n], (0.0, 0.0, -1000.0), (0, 0, 0, 1), **of)
        p.changeDynamics(self._dice[n], -1, mass=0.0, **of)

    def depths(self) -> list[float]:
        return [-point[8] for point in self._p.getContactPoints(**self._of)]

    def snapshot(self) -> Any:
        return self._p.saveState(**self._of)

    def restore(self, snapshot: Any) -> None:
        self._p.restoreState(snapshot, **self._of)

    def __del__(self) -> None:
        self._p.disconnect(**self._of)
