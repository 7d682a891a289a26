"""The same in Rapier as it comes: sharp cubes, its own settings but for the step, the iterations and the friction."""

from __future__ import annotations

import os
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import package
from benchmarks.peers.setup import Array, Motion, Setup
from skill.physics.pose import Pose, Quat, Vec


class Setting(NamedTuple):
    """How Rapier is to solve."""

    iterations: int
    hz: int
    friction: str
    """Its model: COULOMB at each point, SIMPLIFIED for a patch."""
    sleep: bool = False
    """Whether bodies may sleep, as they do by themselves."""

    def __str__(self) -> str:
        return f"Rapier {self.iterations}, {self.hz} Hz, {self.friction}" + ", sleeps" * self.sleep


SETTINGS = tuple(
    Setting(iterations, hz, friction)
    for friction in ("COULOMB", "SIMPLIFIED")
    for hz in (120, 240, 480)
    for iterations in (4, 12)
)


class RapierWorld:
    """One world, `benchmarks.peers.setup.Peer`. Raises `Unavailable` without Rapier."""

    def __init__(self, setup: Setup, setting: Setting) -> None:
        os.environ.setdefault("RAYON_NUM_THREADS", "1")  # ours uses one thread
        r = self._r = package("rapier3d")
        self.step_s = 1 / setting.hz
        self._world = r.PhysicsWorld()
        parameters = self._world.integration_parameters
        parameters.dt = self.step_s
        parameters.num_solver_iterations = setting.iterations
        parameters.friction_model = getattr(r.FrictionModel, setting.friction)
        parameters.normalized_max_linear_velocity = 1e6
        self.set_gravity((0.0, 0.0, -setup.gravity))
        own = sqrt(setup.friction)  # multiplied with that of the other body
        for position, attitude, half in setup.blocks:
            self._add(r.RigidBody.fixed(), half, position, attitude, setup.block_friction / own)
        cube = (0.5, 0.5, 0.5)
        kind = r.RigidBody.dynamic
        self._handles = [self._add(kind().can_sleep(setting.sleep), cube, *pose, own) for pose in setup.dice]
        self._find()
        self._motion = Motion(setup.edge_m, setup.gravity, self.step_s)

    def _add(self, body: Any, half: Vec, position: Vec, attitude: Quat, friction: float) -> Any:
        r = self._r
        x, y, z, w = attitude
        rule = r.CoefficientCombineRule.MULTIPLY
        collider = r.Collider.cuboid(*half).density(1.0).friction(friction).friction_combine_rule(rule)
        return self._world.add_body(body.position(r.Isometry3(position, r.Rotation3(w, x, y, z))), [collider])

    def _find(self) -> None:
        self._dice = [self._world.rigid_bodies[handle] for handle in self._handles]

    def positions(self) -> Array:
        return np.array([die.translation.to_tuple() for die in self._dice])

    def step(self, plate: Pose | None = None) -> None:
        if plate is not None:
            self._motion.turn(plate)
            self.set_gravity(self._motion.gravity)
            speeds = np.array([die.linvel.to_tuple() for die in self._dice])
            spins = np.array([die.angvel.to_tuple() for die in self._dice])
            forces, torques = self._motion.forces(self.positions(), speeds), self._motion.torques(spins)
            for die, force, torque in zip(self._dice, forces.tolist(), torques.tolist(), strict=True):
                die.reset_forces()
                die.reset_torques()
                die.add_force(tuple(force))
                die.add_torque(tuple(torque))
        self._world.step()

    def set_gravity(self, acceleration: Vec) -> None:
        self._world.gravity = self._r.Vec3(*acceleration)

    def push(self, velocity: Vec) -> None:
        self._dice[0].linvel = velocity

    def take_away(self, n: int) -> None:
        self._dice[n].is_enabled = False

    def depths(self) -> list[float]:
        pairs = self._world.narrow_phase.contact_pairs()
        return [-point.dist for pair in pairs for manifold in pair.manifolds for point in manifold.points]

    def snapshot(self) -> Any:
        return self._world.snapshot()

    def restore(self, snapshot: Any) -> None:
        self._world = self._r.PhysicsWorld.restore(snapshot)
        self._find()
