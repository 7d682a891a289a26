"""Where cells and orientations are in space: the world frame that physics and screen share.

Right-handed, z up, origin on the plate's surface under the apex: a die in a base funnel stands with its lowest corner
at z = 0. Units: the die's edge unless `edge` says otherwise. Side I is at the front (towards -y): the corner `800` is
at the back, `080` front right, `008` front left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, sqrt

from skill.lattice.cells import AXES, COORDS, DEPTH, Axis, Cell
from skill.lattice.dice import Faces

Point = tuple[float, float, float]
Matrix = tuple[Point, Point, Point]

_BEARING = {axis: radians(90 - 120 * axis) for axis in AXES}  # I to the back, then clockwise
AXIS_VECTORS: Matrix = tuple(
    (sqrt(2 / 3) * cos(_BEARING[a]), sqrt(2 / 3) * sin(_BEARING[a]), -1 / sqrt(3)) for a in AXES
)  # type: ignore[assignment]
"""Unit vectors of the lattice axes I, J, K: orthonormal, right-handed, each falling 35.3 degrees."""

HALF_DIAGONAL = sqrt(3) / 2  # from a die's centre to the corner it stands on, in edges


def layer_height(pitch: float = 1.0) -> float:
    """The height of one layer above the next, in edges: dice a little apart sink a little deeper.

    Face contact along an axis keeps one edge between centres, measured along that axis.
    """
    return sqrt(3) * (1 - pitch * 2 / 3)


def centre(cell: Cell, edge: float = 1.0, pitch: float = 1.0) -> Point:
    """The centre of a die standing in `cell`: x, y, z in units of `edge`'s unit; `pitch` widens the plate."""
    x, y, z = point(COORDS[cell], pitch)
    return (edge * x, edge * y, edge * z)


def point(at: Sequence[float], pitch: float = 1.0) -> Point:
    """Where lattice coordinates are, whole or not: x, y, z in edges; `pitch` widens the plate."""
    i, j, k = at
    (ix, iy, _), (jx, jy, _), (kx, ky, _) = AXIS_VECTORS
    x, y = i * ix + j * jx + k * kx, i * iy + j * jy + k * ky  # no `sum`: it rounds otherwise from Python 3.12 on
    return (pitch * x, pitch * y, HALF_DIAGONAL + (DEPTH - (i + j + k)) * layer_height(pitch))


def _negative(v: Point) -> Point:
    return (-v[0], -v[1], -v[2])


def normal(axis: Axis) -> Point:
    """The outward normal of a die's upper face on `axis`, world frame."""
    return _negative(AXIS_VECTORS[axis])


def rotation(faces: Faces) -> Matrix:
    """The rotation matrix, rows first, from a die's own frame to the world frame.

    In a die's own frame the numbers 1, 2, 3 look along +x, +y, +z and 6, 5, 4 along -x, -y, -z.
    """
    columns: list[Point] = [(0.0, 0.0, 0.0)] * 3
    for axis, number in enumerate(faces):
        if number <= 3:
            columns[number - 1] = normal(axis)
        else:
            columns[6 - number] = AXIS_VECTORS[axis]
    x, y, z = columns
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))
