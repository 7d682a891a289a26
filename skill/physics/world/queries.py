"""Spatial queries: what lies where, what is in the way and what can be seen.

Frame: the plate's. Lengths in edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import numpy as np

from skill.lattice.frame import HALF_DIAGONAL
from skill.physics.attitude import Array
from skill.physics.pose import Vec
from skill.physics.world.dice import DiceArrays, Flags
from skill.physics.world.engine import Engine
from skill.physics.world.plate import Plate

BLOCKED_EDGES = 0.8  # Shared definitions: a die within this of a place blocks it
LOOKS_DOWN = 0.3
"""A face whose normal falls more than this looks down: 0 for an upright side, 0.58 below a die in a cell."""
SKIN_EDGES = 0.02  # a line of sight to a surface ends this much before it
ROUNDED = 1 + 1e-9
"""More than what the errors of a computed square add to it."""

Cubes = tuple[Array, Array]
"""Centres (m, 3) and attitudes (m, 3, 3)."""


class SpatialQueries:
    """What tools ask about the dice and the plate of a world."""

    def __init__(self, dice: DiceArrays, plate: Plate, engine: Engine) -> None:
        self._dice, self._plate, self._engine = dice, plate, engine

    def bare_faces(self, n: int) -> list[Vec]:
        """The outward normals of the faces of die `n` that look up or to the side and that no die is on.

        A die is on a face if its centre is within 0.8 edges of where that of a die face to face with it would be, as
        the shared definitions of the rules say of blocked cells.
        """
        numbers = self._dice.numbers
        positions, rotations = self._dice.poses(numbers)
        row = numbers.index(n)
        others = np.delete(positions, row, axis=0)
        normals = np.concatenate([rotations[row].T, -rotations[row].T])
        apart = np.linalg.norm(positions[row] + normals[:, None, :] - others[None], axis=2)
        bare = (normals[:, 2] > -LOOKS_DOWN) & (apart.min(axis=1, initial=inf) > BLOCKED_EDGES)
        return [(x, y, z) for x, y, z in normals[bare].tolist()]

    def cleared(self, point: Vec, distance: float) -> Vec:
        """The point, lifted until it is at least `distance` from the plate and from all dice that nobody holds.

        Dice count where they were last observed.
        """
        # The bits are those of numpy: Python's `hypot` and `**` end in others.
        x, y, z = point
        dice, squared, lift = self._dice, distance**2, z
        free = (dice.is_present & ~dice.is_held).tolist()
        for (a, b, below), is_free in zip(dice.positions.tolist(), free, strict=True):
            a, b = a - x, b - y
            if not is_free or below + distance <= lift or a * a + b * b > ROUNDED * squared:
                continue
            aside = float(np.hypot(a, b))  # of the few that are near
            if aside < distance:
                lift = max(lift, below + sqrt(max(0.0, squared - aside * aside)))
        below = self._plate.top
        if below + distance > lift and (aside := self._plate.beyond(point)) < distance:
            lift = max(lift, below + sqrt(max(0.0, squared - aside * aside)))
        return (x, y, lift)

    def first_hit(self, point: Vec, direction: Vec, reach: float) -> tuple[int, Vec] | None:
        """The die that a straight line from `point` hits first, and where; None if it is no die.

        `direction` is a unit vector, `reach` the length of the line.
        """
        x, y, z = (p + reach * d for p, d in zip(point, direction, strict=True))
        body, where = self._engine.cast_ray(point, (x, y, z))
        n = self._dice.number_of(body)
        return None if n is None else (n, where)

    def in_sight(self, point: Vec, targets: Array, cubes: Cubes) -> Flags:
        """Which of the `targets` (n, 3) are seen from `point`: none of the `cubes` is between; (n,).

        Cubes count as sharp ones. Bullet's own rays miss what is rounded of them, 0.3 of their width.
        """
        ends = targets - point
        ends = ends * (1 - SKIN_EDGES / np.maximum(np.linalg.norm(ends, axis=1, keepdims=True), SKIN_EDGES))
        positions, rotations = cubes
        # Where each way enters and leaves each cube, in shares of it, by the slabs between opposite faces.
        axes = rotations.transpose(2, 0, 1)  # (axes, cubes, 3)
        # (axes, cubes, targets); for so many `einsum` takes four times as long
        way = axes[:, :, 0, None] * ends[:, 0]
        for part in (1, 2):
            way += axes[:, :, part, None] * ends[:, part]
        way[np.abs(way) < 1e-12] = 1e-12
        start = np.einsum("amj,mj->am", axes, positions - point)[:, :, None]
        one, other = (start - 0.5) / way, (start + 0.5) / way
        enters, leaves = np.minimum(one, other).max(axis=0), np.maximum(one, other).min(axis=0)
        hidden: Flags = ((enters < np.minimum(leaves, 1.0)) & (leaves > 0)).any(axis=0)
        return ~hidden

    def filled(self, points: Array, cubes: Cubes) -> Flags:
        """Which of some `points` (n, 3) that lie near each other are in one of the `cubes`; (n,)."""
        positions, rotations = cubes
        low, high = (points.min(axis=0) - HALF_DIAGONAL).tolist(), (points.max(axis=0) + HALF_DIAGONAL).tolist()
        (low_x, low_y, low_z), (high_x, high_y, high_z) = low, high
        near = [
            (x, y, z, rotations[m].tolist())
            for m, (x, y, z) in enumerate(positions.tolist())
            if low_x < x < high_x and low_y < y < high_y and low_z < z < high_z
        ]
        return np.array([any(_is_inside(point, *cube) for cube in near) for point in points.tolist()], bool)

    def cubes(self) -> Cubes:
        """The dice and the cubes whose corners are the plate, as they are now."""
        both = zip(self._dice.poses(self._dice.numbers), self._plate.cubes, strict=True)
        positions, rotations = (np.concatenate(parts) for parts in both)
        return positions, rotations

    def contact_count(self) -> int:
        """How many contact points there are on the plate and between its dice now."""
        return len(self._engine.contacts())

    def depths(self) -> list[float]:
        """How deep each contact point is now, below 0 for what only comes near."""
        return [-apart for _, apart in self._engine.contacts()]


def _is_inside(point: Sequence[float], x: float, y: float, z: float, turned: Sequence[Sequence[float]]) -> bool:
    """Whether a point is in the cube with its centre at x, y, z that is `turned` by these rows of a matrix."""
    x, y, z = point[0] - x, point[1] - y, point[2] - z
    if x * x + y * y + z * z > HALF_DIAGONAL * HALF_DIAGONAL:
        return False
    (a, b, c), (d, e, f), (g, h, i) = turned
    return abs(x * a + y * d + z * g) < 0.5 and abs(x * b + y * e + z * h) < 0.5 and abs(x * c + y * f + z * i) < 0.5
