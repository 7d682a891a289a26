"""What an engine of others is given: what stands still, dice, friction, and the forces of a plate that moves.

Lengths in die edges, masses in dice, seconds, radians; dice are sharp cubes. The frame is that of the plate, so what
hands do to a plate comes as gravity that turns and as fictitious forces, as in our own world.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from skill.lattice import frame
from skill.lattice.cells import DEPTH
from skill.lattice.dice import ORIENTATIONS
from skill.physics.attitude import QUATERNIONS
from skill.physics.pose import LEVEL, STILL, UNTURNED, Pose, Quat, Vec, between, inverse, rotated, turn
from skill.physics.scene import Scene

Array = NDArray[np.float64]
Poses = Sequence[tuple[Vec, Quat]]

TABLE = (500.0, 500.0, 5.0)
GROOVE_DEG = 25.0  # how far the groove leans in which dice slide
GROOVE_S, PUSH_S = 0.1, 1.0
LET_LIE_S = 0.2
PUSHED = 40.0  # edges a second
PUSH_HEADING_DEG = 30.0
SLIDING_FRICTION = 0.2


class Block(NamedTuple):
    """A box that nothing moves."""

    position: Vec
    attitude: Quat
    half: Vec
    """`TABLE` for one that is there for its level top alone, for which engines may take a plane."""


class Setup(NamedTuple):
    """All that is there as the clock begins to run."""

    blocks: Sequence[Block]
    dice: Poses
    friction: float
    """Of a die on another."""
    block_friction: float
    """Of a die on a block."""
    gravity: float
    edge_m: float = 0.012


class Peer(Protocol):
    """One world of an engine of others."""

    step_s: float

    def step(self, plate: Pose | None = None) -> None:
        """One time step, at the end of which the plate is at `plate`."""

    def positions(self) -> Array:
        """The dice's centres (n, 3)."""

    def push(self, velocity: Vec) -> None:
        """Set how fast the first die moves."""

    def take_away(self, n: int) -> None:
        """Put die `n` where it touches nothing."""

    def depths(self) -> list[float]:
        """How deep each contact point is, below 0 for what only comes near."""

    def snapshot(self) -> Any:
        """What `restore` takes; None where the engine cannot give it."""

    def restore(self, snapshot: Any) -> None:
        """Go back to that moment."""

    def set_gravity(self, acceleration: Vec) -> None:
        """What all dice feel."""


def setup_of(scene: Scene, dice: Poses) -> Setup:
    """A scene's plate, or a bare table, and dice at poses."""
    edge, material = scene.dice.edge_m, scene.material
    gravity = scene.engine.gravity_m_s2 / edge
    if scene.plate.side == "none":
        table = Block((0.0, 0.0, -TABLE[2]), UNTURNED, TABLE)
        return Setup([table], dice, material.friction, material.on_table, gravity, edge)
    pitch, depth = scene.plate.pitch, DEPTH + 1
    z, upright = frame.HALF_DIAGONAL - frame.layer_height(pitch), QUATERNIONS[ORIENTATIONS[0]]
    points = [(i, j, depth - i - j) for i in range(depth + 1) for j in range(depth + 1 - i)]
    places = (np.array(points) @ np.array(frame.AXIS_VECTORS)[:, :2] * pitch).tolist()
    blocks = [Block((x, y, z), upright, (0.5, 0.5, 0.5)) for x, y in places]
    return Setup(blocks, dice, material.friction, material.on_plate, gravity, edge)


class Motion:
    """A plate's motion: what dice feel in its frame."""

    def __init__(self, edge_m: float, gravity: float, step_s: float) -> None:
        self._edge, self._gravity, self._dt = edge_m, gravity, step_s
        self._plate, self._velocity, self._spin = LEVEL, np.zeros(3), np.zeros(3)
        self.gravity: Vec = (0.0, 0.0, -gravity)
        self._around, self._onward, self._rate = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros(3)

    def turn(self, plate: Pose) -> None:
        """The plate's motion goes over into that of the step at the end of which it is at `plate`."""
        dt = self._dt
        velocity = np.subtract(plate.position, self._plate.position) / (self._edge * dt)
        spin = np.array(between(self._plate.quaternion, plate.quaternion)) / dt
        x, y, z = ((self._velocity - velocity) / dt).tolist()
        self.gravity = rotated(inverse(self._plate.quaternion), (x, y, z - self._gravity))
        self._rate = (spin - self._spin) / dt
        self._onward, self._around = _crossing(self._rate), _crossing(spin)
        self._plate, self._velocity, self._spin = plate, velocity, spin

    def forces(self, places: Array, speeds: Array) -> Array:
        """On dice of mass 1 there, so fast: Euler, centrifugal and Coriolis force (n, 3)."""
        return -(places @ self._onward.T + (places @ self._around.T + 2 * speeds) @ self._around.T)

    def torques(self, spins: Array) -> Array:
        """On dice that turn so, the spins in the plate's frame (n, 3)."""
        return -(spins @ self._around.T + self._rate) / 6


def _crossing(w: Array) -> Array:
    """The matrix that takes r to w x r."""
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


# -- how truly an engine slides


def groove(gravity: float) -> Setup:
    """A die on its edge in a level V of two blocks that meet at a right angle, along x."""
    quarter = turn((radians(45), 0.0, 0.0))
    away = 0.5 + 2.0  # of a block's middle from the die's, across the face on which it lies
    blocks = [Block((0.0, side * away / sqrt(2), -away / sqrt(2)), quarter, (50.0, 2.0, 2.0)) for side in (-1, 1)]
    return Setup(blocks, [(STILL, quarter)], SLIDING_FRICTION, SLIDING_FRICTION, gravity)


def groove_error(peer: Peer, gravity: float) -> float:
    """By what share of friction's part the acceleration down that groove is wrong: Coulomb's is mu sqrt 2 g cos a."""
    lean = radians(GROOVE_DEG)
    peer.set_gravity((0.0, 0.0, -gravity))
    _go(peer, LET_LIE_S)
    peer.set_gravity((gravity * sin(lean), 0.0, -gravity * cos(lean)))
    places = [float(peer.positions()[0, 0])]
    for _ in range(2):
        _go(peer, GROOVE_S)
        places.append(float(peer.positions()[0, 0]))
    time_s = round(GROOVE_S / peer.step_s) * peer.step_s
    found = (places[2] - 2 * places[1] + places[0]) / time_s**2
    held = SLIDING_FRICTION * sqrt(2) * gravity * cos(lean)
    return abs((gravity * sin(lean) - found) / held - 1)


def flat(gravity: float) -> Setup:
    """A die that lies flat on a table."""
    table = Block((0.0, 0.0, -TABLE[2]), UNTURNED, TABLE)
    return Setup([table], [((0.0, 0.0, 0.5), UNTURNED)], SLIDING_FRICTION, SLIDING_FRICTION, gravity)


def push_error(peer: Peer, gravity: float) -> float:
    """By what share of its way a die that is pushed askew to its edges comes to lie elsewhere than theory says."""
    heading = radians(PUSH_HEADING_DEG)
    _go(peer, LET_LIE_S)
    x, y, _ = peer.positions()[0].tolist()
    peer.push((PUSHED * cos(heading), PUSHED * sin(heading), 0.0))
    _go(peer, PUSH_S)
    way = PUSHED**2 / (2 * SLIDING_FRICTION * gravity)
    off = peer.positions()[0, :2] - (x + way * cos(heading), y + way * sin(heading))
    return float(np.linalg.norm(off)) / way


def _go(peer: Peer, time_s: float) -> None:
    for _ in range(round(time_s / peer.step_s)):
        peer.step()
