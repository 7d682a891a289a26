"""The dice of Roll to the Top as solids: corners, faces with their numbers, and what shows when they lie.

Lengths in edges of a six-sided die, every solid in its own frame with its centre at the origin. All are regular, so
they have one inertia about every axis. A number is read where players read it: from the upper face, or, on a d4, from
the upper corner, whose number is that of the face that lies down. Opposite faces add up to the number of faces plus one
(7 on a d6, which has 1, 2, 3 along x, y, z); how the other numbers are arranged differs between makers.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import cos, hypot, radians, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import UnknownName

Array = NDArray[np.float64]

GOLDEN = (1 + sqrt(5)) / 2
COCKED_DEG = 10.0  # rule R1: a die with no face within this of level is rolled again


class Solid(NamedTuple):
    """One kind of die."""

    sides: int
    corners: Array
    """(n, 3)"""
    normals: Array
    """(sides, 3): unit vectors out of the faces, that of number n at n - 1."""
    inradius: float
    """From the centre to every face."""
    mass: float
    """In six-sided dice of the same stuff."""
    inertia: float
    """About any axis: the same times edges squared."""

    @property
    def is_read_below(self) -> bool:
        """Whether the number is that of the face that lies down."""
        return self.sides == 4

    def number(self, up: Array) -> int | None:
        """The number that it shows, given the vertical in its own frame (3,); None if it is cocked."""
        heights = np.einsum("ni,i->n", self.normals, up)
        if self.is_read_below:
            heights = -heights
        best = int(heights.argmax())
        return best + 1 if heights[best] >= cos(radians(COCKED_DEG)) else None


def solid(sides: int) -> Solid:
    """The die with that many sides: 4, 6, 8, 12 or 20. Raises `UnknownName` for any other number."""
    if sides not in SOLIDS:
        raise UnknownName(
            "a die with {sides} sides: expected one of {known}", sides=sides, known=", ".join(map(str, SOLIDS))
        )
    return SOLIDS[sides]


def _signed(*lengths: float) -> list[tuple[float, ...]]:
    """All points with these coordinates, of either sign and in cyclic order, sorted."""
    x, y, z = lengths
    turned = [(x, y, z), (y, z, x), (z, x, y)]
    signs = list(product((1, -1), repeat=3))
    return sorted({tuple(s * c for s, c in zip(sign, point, strict=True)) for point in turned for sign in signs})


_CUBE = _signed(1, 1, 1)
_OCTAHEDRON = _signed(1, 0, 0)
_TETRAHEDRON = [point for point in _CUBE if point[0] * point[1] * point[2] > 0]
_DODECAHEDRON = _CUBE + _signed(0, 1 / GOLDEN, GOLDEN)
_ICOSAHEDRON = _signed(0, 1, GOLDEN)
_NORMALS_12 = _signed(0, GOLDEN, 1)
_NORMALS_20 = _CUBE + _signed(0, GOLDEN, 1 / GOLDEN)
_INRADII = {4: 0.38, 6: 0.5, 8: 0.5, 12: 0.6, 20: 0.65}  # edges: as dice of common sets look beside a d6; assumed


def _numbered(normals: list[tuple[float, ...]]) -> Array:
    """The unit normals in the order of the numbers: opposite faces are n and sides + 1 - n, where there are any."""
    units = [tuple(float(c) for c in np.array(n) / hypot(*n)) for n in normals]
    if len(units) == 4:
        return np.array(units)
    upper = sorted(n for n in units if n > tuple(-c for c in n))
    upper.reverse()  # of a d6 these are +x, +y, +z
    return np.array(upper + [tuple(-c for c in n) for n in reversed(upper)])


def _solid(sides: int, corners: list[tuple[float, ...]], normals: list[tuple[float, ...]]) -> Solid:
    """The regular solid with corners and face normals along these, scaled to its inradius."""
    faces = _numbered(normals)
    points = np.array(corners, float)
    points *= _INRADII[sides] / float((points * faces[0]).sum(axis=1).max())
    # Pyramids from the centre over the faces: each is cut in tetrahedra, whose second moments are known.
    volume, moment = 0.0, 0.0
    for normal in faces:
        ring = points[(points * normal).sum(axis=1) > _INRADII[sides] - 1e-9]
        spokes = ring - ring.mean(axis=0)
        angles = np.arctan2((spokes * np.cross(normal, spokes[0])).sum(axis=1), (spokes * spokes[0]).sum(axis=1))
        ring = ring[angles.argsort()]
        for a, b in pairwise(ring[1:]):
            part = float((ring[0] * np.cross(a, b)).sum()) / 6
            total = ring[0] + a + b
            volume += part
            moment += part / 20 * float((ring[0] ** 2 + a**2 + b**2 + total**2).sum())
    return Solid(sides, points, faces, _INRADII[sides], volume, moment * 2 / 3)


SOLIDS = {
    4: _solid(4, _TETRAHEDRON, [tuple(-c for c in point) for point in _TETRAHEDRON]),
    6: _solid(6, _CUBE, _OCTAHEDRON),
    8: _solid(8, _OCTAHEDRON, _CUBE),
    12: _solid(12, _DODECAHEDRON, _NORMALS_12),
    20: _solid(20, _ICOSAHEDRON, _NORMALS_20),
}
"""The five kinds by their number of sides."""
