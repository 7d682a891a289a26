"""The same in MuJoCo: blocks and dice as sharp cubes, of which it has no rounded ones.

MuJoCo's contacts are soft: what keeps bodies apart is a spring whose time constant may not be less than two steps, so
stiffness comes with the step. `SETTINGS` are those that were worth keeping of all solvers, cones, steps and numbers of
iterations that were tried; a benchmark runs them all and compares with the fastest that is as true as ours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import package
from benchmarks.peers.setup import TABLE, Array, Motion, Setup
from skill.physics.pose import Pose, Vec


class Setting(NamedTuple):
    """How MuJoCo is to solve."""

    solver: str
    iterations: int
    hz: int
    cone: str
    sleep: float = 0.0
    """Speed, edges a second, below which bodies may sleep; 0 for never, which is MuJoCo's own default."""

    def __str__(self) -> str:
        sleeping = f", sleeps below {self.sleep:g}" if self.sleep else ""
        return f"MuJoCo {self.solver} {self.iterations}, {self.hz} Hz, {self.cone}{sleeping}"


SLEEPS_BELOW = 1.0  # edges a second; at 0.1 and below the pyramid stays awake, for its dice jitter faster

SETTINGS = (  # what may win comes first
    Setting("CG", 20, 480, "elliptic"),
    Setting("CG", 20, 240, "elliptic"),
    Setting("PGS", 20, 240, "elliptic"),
    Setting("CG", 8, 120, "pyramidal"),
    Setting("CG", 8, 240, "pyramidal"),
    Setting("CG", 20, 120, "pyramidal"),
    Setting("CG", 20, 120, "elliptic"),
    Setting("CG", 20, 240, "pyramidal"),
    Setting("CG", 20, 480, "pyramidal"),
    Setting("CG", 100, 240, "elliptic"),
    Setting("PGS", 8, 240, "pyramidal"),
    Setting("Newton", 10, 240, "elliptic"),
    Setting("Newton", 10, 480, "elliptic"),
)


class MujocoWorld:
    """One world, `benchmarks.peers.setup.Peer`. Raises `Unavailable` without MuJoCo."""

    def __init__(self, setup: Setup, setting: Setting) -> None:
        mujoco = self._mujoco = package("mujoco")
        self.step_s = 1 / setting.hz
        self.model = mujoco.MjModel.from_xml_string(_xml(setup, setting))
        if setting.sleep:
            self.model.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)
        self.data = mujoco.MjData(self.model)
        self._motion = Motion(setup.edge_m, setup.gravity, self.step_s)
        mujoco.mj_forward(self.model, self.data)

    def positions(self) -> Array:
        return self.data.xpos[1:]

    def step(self, plate: Pose | None = None) -> None:
        if plate is not None:
            self._motion.turn(plate)
            self.model.opt.gravity = self._motion.gravity
            data = self.data
            speeds = data.qvel.reshape(-1, 6)
            spins = np.einsum("nij,nj->ni", data.xmat[1:].reshape(-1, 3, 3), speeds[:, 3:])  # the die's own to ours
            push = data.xfrc_applied[1:]
            push[:, :3] = self._motion.forces(data.qpos.reshape(-1, 7)[:, :3], speeds[:, :3])
            push[:, 3:] = self._motion.torques(spins)
        self._mujoco.mj_step(self.model, self.data)

    def set_gravity(self, acceleration: Vec) -> None:
        self.model.opt.gravity = acceleration

    def push(self, velocity: Vec) -> None:
        self.data.qvel[:3] = velocity

    def take_away(self, n: int) -> None:
        """Put die `n` far down, weightless."""
        self.model.body_gravcomp[n + 1] = 1.0
        self.data.qpos.reshape(-1, 7)[n, :3] = (0.0, 0.0, -1000.0)
        self.data.qvel.reshape(-1, 6)[n] = 0.0

    def depths(self) -> list[float]:
        return [-distance for distance in self.data.contact.dist.tolist()]

    def snapshot(self) -> Any:
        """With what it warms up by and what it worked out last: without them a restored world goes another way."""
        size = self._mujoco.mj_stateSize(self.model, self._mujoco.mjtState.mjSTATE_INTEGRATION)
        state = np.empty(size)
        self._mujoco.mj_getState(self.model, self.data, state, self._mujoco.mjtState.mjSTATE_INTEGRATION)
        return state

    def restore(self, snapshot: Any) -> None:
        self._mujoco.mj_setState(self.model, self.data, snapshot, self._mujoco.mjtState.mjSTATE_INTEGRATION)
        self._mujoco.mj_forward(self.model, self.data)


def _xml(setup: Setup, setting: Setting) -> str:
    contact = f'solref="{2 / setting.hz} 1"'
    on_block = f'friction="{setup.block_friction} 0 0" priority="1" {contact}'  # goes before that of the dice
    parts = []
    for (x, y, z), (a, b, c, w), half in setup.blocks:
        if half == TABLE:
            parts.append(f'<geom type="plane" pos="{x} {y} {z + half[2]}" size="500 500 1" {on_block}/>')
        else:
            size = " ".join(map(str, half))
            parts.append(f'<geom type="box" pos="{x} {y} {z}" quat="{w} {a} {b} {c}" size="{size}" {on_block}/>')
    for (x, y, z), (a, b, c, w) in setup.dice:
        geom = f'<geom type="box" size="0.5 0.5 0.5" mass="1" friction="{setup.friction} 0 0" {contact}/>'
        parts.append(f'<body pos="{x} {y} {z}" quat="{w} {a} {b} {c}"><freejoint/>{geom}</body>')
    option = (
        f'<option timestep="{1 / setting.hz}" solver="{setting.solver}" iterations="{setting.iterations}" '
        f'cone="{setting.cone}" gravity="0 0 {-setup.gravity}" sleep_tolerance="{setting.sleep or 1e-4}"/>'
    )
    return f"<mujoco>{option}<worldbody>{''.join(parts)}</worldbody></mujoco>"
