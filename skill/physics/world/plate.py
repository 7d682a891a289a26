"""The plate: its shape, the lattice on it, how it moves, and the forces that dice feel because it does.

Frames: the plate's (z up from the funnel bottoms, lengths in edges) unless the world's is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot, inf, pi, radians, sqrt
from typing import NamedTuple

import numpy as np

from skill.lattice import frame
from skill.lattice.cells import BASE, CELLS, DEPTH, NUMBER_OF
from skill.lattice.dice import ORIENTATIONS
from skill.physics.attitude import QUATERNIONS, Array, matrices
from skill.physics.pose import LEVEL, ON_SIDE, STILL, Pose, Vec, between, cross, inverse, plus, product, rotated, turn
from skill.physics.scene import Scene
from skill.physics.world.dice import Body
from skill.physics.world.engine import Engine

LIFTED_DEG = 10.0  # of a turn from its side by which a plate has left the table that it was held at
APEX = NUMBER_OF[(0, 0, 0)]
_HORIZONTAL: Array = np.array(frame.AXIS_VECTORS)[:, :2]


class Motion(NamedTuple):
    """How the plate moves within a step, and what that does to what is on it."""

    velocity: Vec
    """Of its origin, world frame, edges a second."""
    spin: Vec
    """Radians a second."""
    angular_acceleration: Vec
    """From the spin of the last step, radians a second squared."""
    gravity: Vec
    """That dice feel: gravity less the acceleration of the plate's origin, edges a second squared."""
    turns: bool
    """Whether there are fictitious forces beside that."""

    @property
    def is_still(self) -> bool:
        """Whether the plate keeps its place."""
        return self.velocity == STILL and self.spin == STILL


class PlateState(NamedTuple):
    """Where a plate is and how it moved in the last step; units and frames as in `Plate`."""

    pose: Pose
    velocity: Vec
    spin: Vec
    lies_on_side: bool
    """Whether it has not yet left the table at its side."""


class Plate:
    """The plate of a scene, or the bare table where it has none, which makes its bodies in the engine."""

    def __init__(self, scene: Scene, engine: Engine) -> None:
        self._scene, self._engine = scene, engine
        self._edge, self._dt, self._pitch = scene.dice.edge_m, scene.step_s, scene.plate.pitch
        self._layer = frame.layer_height(self._pitch)
        self.pose = ON_SIDE if scene.plate.bed else LEVEL
        """Where it is: metres, world frame."""
        self.velocity: Vec = STILL
        """Of its origin in the last step, world frame, edges a second."""
        self.spin: Vec = STILL
        """In the last step, radians a second."""
        self._rest: Motion | None = None  # while it keeps its place
        self.cell_centres: Array = np.array([frame.centre(c, 1.0, self._pitch) for c in CELLS])
        """(165, 3): where dice in cells have their centres."""
        self.top = 0.0
        """The height of its points, 0 of a bare table."""
        self.bodies: list[int] = []
        """The cubes whose corners are its upper side, by their numbers in the engine."""
        self.cubes: tuple[Array, Array] = (np.zeros((0, 3)), np.zeros((0, 3, 3)))
        """Their centres (55, 3) and attitudes (55, 3, 3)."""
        # Its outline from above: a band from `_near` to `_far` along each of three directions.
        self._directions: Array = _HORIZONTAL / np.linalg.norm(_HORIZONTAL, axis=1, keepdims=True)
        self._near, self._far = -inf, inf
        self._bearings: list[list[float]] = self._directions.tolist()
        self._side_table: int | None = None  # on which dice lie until the plate is moved
        if scene.plate.side == "none":
            engine.add_table(0.0)
        else:
            self._build()
        engine.set_gravity(self._in_plate((0.0, 0.0, -engine.gravity)))

    def _build(self) -> None:
        """Lay out the cubes: the plate is a folded sheet, whose underside is that of the dice that fill its funnels."""
        plate, depth = self._scene.plate, DEPTH + 1
        self.top = 2 * frame.HALF_DIAGONAL - self._layer
        points = [(i, j, depth - i - j) for i in range(depth + 1) for j in range(depth + 1 - i)]
        flat = np.einsum("ni,ij->nj", np.array(points, float), _HORIZONTAL) * self._pitch
        hexagon = sqrt(2 / 3)
        across = self._across(flat)
        self._near, self._far = float(across.min()) - hexagon, float(across.max()) + hexagon
        z, turned = frame.HALF_DIAGONAL - self._layer, QUATERNIONS[ORIENTATIONS[0]]
        if plate.side == "underside":
            flat = self.cell_centres[list(BASE), :2] * (1, -1)
            turned = product(turn((pi, 0.0, 0.0)), turned)
            self._directions = self._directions * (1, -1)
            self._bearings = self._directions.tolist()
        self.bodies = self._engine.add_plate([(x, y, z) for x, y in flat.tolist()], turned)
        if plate.bed:
            self._side_table = self._engine.add_side_table(self.cell_centres[APEX], inverse(ON_SIDE.quaternion))
        centres = np.column_stack([flat, np.full(len(flat), z)])
        self.cubes = (centres, np.repeat(matrices(np.array([turned])), len(flat), axis=0))

    # -- motion

    def motion_to(self, end: Pose) -> Motion:
        """How the plate moves in a step that ends at `end`."""
        if end != self.pose or not self.is_still:
            return self._motion_to(end)
        if self._rest is None:
            self._rest = self._motion_to(end)
        return self._rest

    def _motion_to(self, end: Pose) -> Motion:
        dt, way = self._dt, self._edge * self._dt
        (ax, ay, az), here = self.pose
        (bx, by, bz), there = end
        vx, vy, vz = (bx - ax) / way, (by - ay) / way, (bz - az) / way
        ux, uy, uz = self.velocity
        felt = ((ux - vx) / dt, (uy - vy) / dt, (uz - vz) / dt - self._engine.gravity)
        tx, ty, tz = between(here, there)
        x, y, z = spin = (tx / dt, ty / dt, tz / dt)
        sx, sy, sz = self.spin
        change = ((x - sx) / dt, (y - sy) / dt, (z - sz) / dt)
        turns = spin != STILL or self.spin != STILL
        return Motion((vx, vy, vz), spin, change, rotated(inverse(here), felt), turns)

    def move(self, end: Pose, motion: Motion) -> None:
        """Finish the step that ends at `end`; one that lay on its side may leave the table there."""
        if self.lies_on_side and hypot(*between(ON_SIDE.quaternion, end.quaternion)) > radians(LIFTED_DEG):
            self._leave_side_table()
        if motion is not self._rest:
            self.pose, self.velocity, self.spin, self._rest = end, motion.velocity, motion.spin, None

    def _leave_side_table(self) -> None:
        if self._side_table is not None:
            self._engine.remove(self._side_table)
            self._side_table = None

    @property
    def lies_on_side(self) -> bool:
        """Whether it has not yet left the table at its side."""
        return self._side_table is not None

    def state(self) -> PlateState:
        """What a copy goes on from."""
        return PlateState(self.pose, self.velocity, self.spin, self.lies_on_side)

    def restore(self, state: PlateState) -> None:
        """Take on the state of another plate of this scene."""
        self.pose, self.velocity, self.spin, lies_on_side = state
        self._rest = None
        if not lies_on_side:
            self._leave_side_table()

    @property
    def is_still(self) -> bool:
        """Whether it kept its place in the last step."""
        return self.velocity == STILL and self.spin == STILL

    @property
    def is_upright(self) -> bool:
        """Whether it is tilted by less than a right angle."""
        x, y, _, _ = self.pose.quaternion
        return x * x + y * y < 0.5

    @property
    def tilt_deg(self) -> float:
        """The angle between its normal and the vertical, degrees."""
        up = rotated(self.pose.quaternion, (0.0, 0.0, 1.0))
        return degrees(atan2(hypot(up[0], up[1]), up[2]))

    @property
    def up(self) -> Vec:
        """The unit vector that is straight up in the world."""
        return self._in_plate((0.0, 0.0, 1.0))

    @property
    def shift(self) -> Vec:
        """Where its origin is: edges, world frame."""
        (x, y, z), edge = self.pose.position, self._edge
        return (x / edge, y / edge, z / edge)

    def to_world(self, body: Body) -> Body:
        """A body of the plate's frame as it is and moves in the world's."""
        q, velocity = self.pose.quaternion, plus(body.velocity, cross(self.spin, body.position))
        return Body(
            plus(rotated(q, body.position), self.shift),
            product(q, body.quaternion),
            plus(rotated(q, velocity), self.velocity),
            rotated(q, plus(body.spin, self.spin)),
        )

    def _in_plate(self, vector: Vec) -> Vec:
        return rotated(inverse(self.pose.quaternion), vector)

    # -- shape

    @property
    def has_cells(self) -> bool:
        """Whether its funnels are up, in which the cells are."""
        return self._scene.plate.side == "top"

    def coordinates(self, positions: Array) -> Array:
        """The lattice coordinates (n, 3) of points (n, 3): the inverse of `point`."""
        depth = DEPTH - (positions[:, 2:] - frame.HALF_DIAGONAL) / self._layer
        coordinates: Array = depth / 3 + np.einsum("ni,ji->nj", positions[:, :2], _HORIZONTAL) / self._pitch
        return coordinates

    def point(self, coordinates: Sequence[float]) -> Vec:
        """Where lattice coordinates, whole or not, are."""
        x, y = (np.einsum("i,ij->j", np.asarray(coordinates, float), _HORIZONTAL) * self._pitch).tolist()
        return (x, y, frame.HALF_DIAGONAL + (DEPTH - (coordinates[0] + coordinates[1] + coordinates[2])) * self._layer)

    def _across(self, places: Array) -> Array:
        """How far places seen from above (n, 2) lie along the three directions: (n, 3)."""
        across: Array = np.einsum("ni,ji->nj", places, self._directions)
        return across

    def beyond(self, position: Vec) -> float:
        """How far outside the outline a point lies, from above; 0 over the plate or a bare table."""
        x, y = position[:2]
        across = [a * x + b * y for a, b in self._bearings]
        return max(0.0, max(across) - self._far, self._near - min(across))

    def in_front(self, side: int, along: float, out: float, height: float) -> tuple[Vec, float]:
        """A point in front of side 1, 2 or 3 (I, J, K), and the bearing of its middle from there.

        `along` to the right as the player there sees it, `out` beyond the outline, `height` above the funnel bottoms.
        The bearing is that of straight ahead, radians counter-clockwise from +x. In front of a bare table all sides
        lead through the middle.
        """
        x, y = self._directions[side - 1].tolist()
        back = self._near - out if self._scene.plate.side != "none" else -out
        return (along * y + back * x, -along * x + back * y, height), atan2(y, x)

    def lost(self, places: Iterable[Sequence[float]], free: Iterable[bool]) -> list[int]:
        """The numbers of the dice at these places that fell off, of those that are `free`.

        They are outside the outline and below the plate, or with a steep plate below its nearest rim, or down to the
        table from a plate that is turned over.
        """
        upright, near, far, lost = self.is_upright, self._near, self._far, list[int]()
        if upright and far == inf:
            return []
        well_within = min(far, -near) ** 2
        table = 0.5 - (self._scene.plate.table_drop_m + self.pose.position[2]) / self._edge
        for n, ((x, y, z), is_free) in enumerate(zip(places, free, strict=True)):
            if not is_free or (upright and x * x + y * y < well_within):
                continue
            out_x = out_y = 0.0  # to it from the nearest point of the outline
            for a, b in self._bearings:
                across = a * x + b * y
                if not near <= across <= far:
                    beyond = across - (far if across > far else near)
                    out_x, out_y = out_x + beyond * a, out_y + beyond * b
            is_outside = out_x != 0.0 or out_y != 0.0
            if upright and not is_outside:
                continue
            ux, uy, uz = self.up
            is_below = is_outside and (z < 0 or out_x * ux + out_y * uy + z * uz < 0)
            if is_below or (not upright and x * ux + y * uy + z * uz < table):
                lost.append(n)
        return lost
