"""The same in PhysX, by SAPIEN: sharp boxes, its own settings but for the step, the iterations and when bodies sleep.

`pip install sapien`. SAPIEN hands a scene its gravity once, so what turns with the plate is a force on each die.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import package
from benchmarks.peers.setup import Array, Motion, Setup
from skill.physics.pose import Pose, Quat, Vec


class Setting(NamedTuple):
    """How PhysX is to solve."""

    solver: str
    """TGS or PGS."""
    iterations: int
    hz: int
    sleep: bool = False
    """Whether bodies may sleep, at its own threshold."""

    def __str__(self) -> str:
        return f"PhysX {self.solver} {self.iterations}, {self.hz} Hz" + ", sleeps" * self.sleep


SETTINGS = (
    *(Setting("TGS", iterations, hz) for hz in (120, 240, 480) for iterations in (4, 10)),
    *(Setting("PGS", 10, hz) for hz in (240, 480)),
)


class PhysxWorld:
    """One world, `benchmarks.peers.setup.Peer`. Raises `Unavailable` without SAPIEN."""

    def __init__(self, setup: Setup, setting: Setting) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of drawing, which is not asked for
            self._sapien = package("sapien")
        physx = self._physx = package("sapien.physx")
        self.step_s = 1 / setting.hz
        physx.set_scene_config(gravity=(0.0, 0.0, 0.0), enable_tgs=setting.solver == "TGS")
        threshold = physx.get_body_config().sleep_threshold if setting.sleep else 0.0
        physx.set_body_config(solver_position_iterations=setting.iterations, sleep_threshold=threshold)
        self._system = physx.PhysxCpuSystem()
        self._system.set_timestep(self.step_s)
        self._scene = self._sapien.Scene([self._system])
        self._pull = np.array((0.0, 0.0, -setup.gravity), np.float32)
        self._gone: set[int] = set()
        on_block = 2 * setup.block_friction - setup.friction  # PhysX takes the mean of two bodies
        for position, attitude, half in setup.blocks:
            self._add(physx.PhysxRigidStaticComponent(), half, position, attitude, on_block)
        cube, kind = (0.5, 0.5, 0.5), physx.PhysxRigidDynamicComponent
        self._dice = [self._add(kind(), cube, *pose, setup.friction) for pose in setup.dice]
        self._motion = Motion(setup.edge_m, setup.gravity, self.step_s)

    def _add(self, body: Any, half: Vec, position: Vec, attitude: Quat, friction: float) -> Any:
        material = _material(friction)
        shape = self._physx.PhysxCollisionShapeBox(np.array(half, np.float32), material)
        if hasattr(shape, "set_density"):
            shape.set_density(1.0)
        body.attach(shape)
        entity = self._sapien.Entity()
        entity.add_component(body)
        x, y, z, w = attitude
        entity.set_pose(self._sapien.Pose(position, (w, x, y, z)))
        self._scene.add_entity(entity)
        return body

    def positions(self) -> Array:
        return np.array([die.entity_pose.p for die in self._dice], float)

    def step(self, plate: Pose | None = None) -> None:
        forces: Any = [self._pull] * len(self._dice)
        torques: Any = [np.zeros(3, np.float32)] * len(self._dice)
        if plate is not None:
            self._motion.turn(plate)
            speeds = np.array([die.linear_velocity for die in self._dice], float)
            spins = np.array([die.angular_velocity for die in self._dice], float)
            forces = (self._motion.forces(self.positions(), speeds) + self._motion.gravity).astype(np.float32)
            torques = self._motion.torques(spins).astype(np.float32)
        for n, die in enumerate(self._dice):
            if n not in self._gone and not die.is_sleeping:
                die.add_force_torque(forces[n], torques[n])
        self._system.step()

    def set_gravity(self, acceleration: Vec) -> None:
        self._pull = np.array(acceleration, np.float32)

    def push(self, velocity: Vec) -> None:
        self._dice[0].set_linear_velocity(np.array(velocity, np.float32))

    def take_away(self, n: int) -> None:
        die = self._dice[n]
        die.set_linear_velocity(np.zeros(3, np.float32))
        die.set_angular_velocity(np.zeros(3, np.float32))
        die.entity.set_pose(self._sapien.Pose((0.0, 0.0, -1000.0 - 3 * n)))
        self._gone.add(n)

    def depths(self) -> list[float]:
        return [-point.separation for each in self._system.get_contacts() for point in each.points]

    def snapshot(self) -> Any:
        return self._system.pack()

    def restore(self, snapshot: Any) -> None:
        self._system.unpack(snapshot)


@cache
def _material(friction: float) -> Any:
    """One for all shapes of the same friction: PhysX has room for 64,000 in a process."""
    return package("sapien.physx").PhysxMaterial(friction, friction, 0.0)
