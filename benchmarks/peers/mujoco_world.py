"""The same scene in MuJoCo: the plate's cubes, dice as sharp cubes (it has no rounded ones), the plate as the frame.

MuJoCo's contacts are soft: what keeps bodies apart is a spring whose time constant may not be less than two steps, so
stiffness comes with the step. `SETTINGS` are those that were worth keeping of all solvers, cones, steps and numbers of
iterations that were tried; a benchmark runs them all and compares with the fastest that is as true as ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers import package
from skill.lattice import frame
from skill.lattice.cells import DEPTH
from skill.physics.pose import LEVEL, Pose, Quat, Vec, between, inverse, rotated
from skill.physics.scene import Scene

Array = NDArray[np.float64]


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


SETTINGS = (
    Setting("CG", 8, 240, "pyramidal"),
    Setting("CG", 20, 120, "elliptic"),
    Setting("CG", 20, 240, "pyramidal"),
    Setting("CG", 20, 240, "elliptic"),
    Setting("CG", 20, 480, "pyramidal"),
    Setting("CG", 100, 240, "elliptic"),
    Setting("PGS", 8, 240, "pyramidal"),
    Setting("PGS", 20, 240, "elliptic"),
    Setting("Newton", 10, 240, "elliptic"),
)


class MujocoWorld:
    """Dice at poses (edges, seconds), over the plate or on a bare table. Raises `Unavailable` without MuJoCo."""

    def __init__(self, scene: Scene, poses: Sequence[tuple[Vec, Quat]], setting: Setting) -> None:
        mujoco = self._mujoco = package("mujoco")
        self.step_s = 1 / setting.hz
        self.model = mujoco.MjModel.from_xml_string(_xml(scene, poses, setting))
        if setting.sleep:
            self.model.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)
        self.data = mujoco.MjData(self.model)
        self._gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
        self._edge = scene.dice.edge_m
        self.plate, self._velocity, self._spin = LEVEL, np.zeros(3), np.zeros(3)
        mujoco.mj_forward(self.model, self.data)
        self.start = self.positions().copy()

    def positions(self) -> Array:
        """The dice's centres (n, 3), edges."""
        return self.data.xpos[1:]

    def step(self, plate: Pose | None = None) -> None:
        """One time step, at the end of which the plate is at `plate`, as `World.step` has it."""
        if plate is not None:
            self._turn(plate)
        self._mujoco.mj_step(self.model, self.data)

    def _turn(self, plate: Pose) -> None:
        """Gravity, and the fictitious forces of a plate whose motion goes over into this step's."""
        dt, data = self.step_s, self.data
        velocity = np.subtract(plate.position, self.plate.position) / (self._edge * dt)
        spin = np.array(between(self.plate.quaternion, plate.quaternion)) / dt
        px, py, pz = ((self._velocity - velocity) / dt).tolist()
        self.model.opt.gravity = rotated(inverse(self.plate.quaternion), (px, py, pz - self._gravity))
        onward = _crossing((spin - self._spin) / dt)
        around = _crossing(spin)
        places, speeds = data.qpos.reshape(-1, 7)[:, :3], data.qvel.reshape(-1, 6)
        spins = np.einsum("nij,nj->ni", data.xmat[1:].reshape(-1, 3, 3), speeds[:, 3:])  # MuJoCo's are in body frames
        push = data.xfrc_applied[1:]
        push[:, :3] = -(places @ onward.T + (places @ around.T + 2 * speeds[:, :3]) @ around.T)
        push[:, 3:] = -(spins @ around.T + (spin - self._spin) / dt) / 6
        self.plate, self._velocity, self._spin = plate, velocity, spin

    def take_away(self, n: int) -> None:
        """Put die `n` where it touches nothing, weightless."""
        self.model.body_gravcomp[n + 1] = 1.0
        self.data.qpos.reshape(-1, 7)[n, :3] = (0.0, 0.0, -1000.0)
        self.data.qvel.reshape(-1, 6)[n] = 0.0

    def deepest(self) -> float:
        """How deep the deepest contact is, edges."""
        return float(max(0.0, -self.data.contact.dist.min(initial=0.0)))


def _crossing(w: Array) -> Array:
    """The matrix that takes r to w x r."""
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def _xml(scene: Scene, poses: Sequence[tuple[Vec, Quat]], setting: Setting) -> str:
    pitch = scene.plate.pitch
    contact = f'solref="{2 / setting.hz} 1"'

    def box(friction: float) -> str:
        return f'type="box" size="0.5 0.5 0.5" mass="1" friction="{friction} 0 0" {contact}'

    parts = []
    if scene.plate.side == "none":
        friction = scene.material.on_table
        parts.append(f'<geom type="plane" size="500 500 1" friction="{friction} 0 0" {contact}/>')
    else:
        upright = frame.rotation((3, 2, 1))
        axes = " ".join(str(row[column]) for column in (0, 1) for row in upright)
        z, depth = frame.HALF_DIAGONAL - frame.layer_height(pitch), DEPTH + 1
        points = [(i, j, depth - i - j) for i in range(depth + 1) for j in range(depth + 1 - i)]
        for x, y in (np.array(points) @ np.array(frame.AXIS_VECTORS)[:, :2] * pitch).tolist():
            parts.append(f'<geom pos="{x} {y} {z}" xyaxes="{axes}" {box(scene.material.on_plate)}/>')
    for (x, y, z), (a, b, c, w) in poses:
        geom = f"<freejoint/><geom {box(scene.material.friction)}/>"
        parts.append(f'<body pos="{x} {y} {z}" quat="{w} {a} {b} {c}">{geom}</body>')
    gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
    option = (
        f'<option timestep="{1 / setting.hz}" solver="{setting.solver}" iterations="{setting.iterations}" '
        f'cone="{setting.cone}" gravity="0 0 {-gravity}" sleep_tolerance="{setting.sleep or 1e-4}"/>'
    )
    return f"<mujoco>{option}<worldbody>{''.join(parts)}</worldbody></mujoco>"
