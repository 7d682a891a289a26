"""Triangles of the plate and its funnels, which both renderers draw. numpy only; lengths in edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from math import hypot, pi

import numpy as np
from numpy.typing import NDArray

from skill.draw.scene_view import BOARD_DEPTH
from skill.lattice.cells import AXES, BASE, COORDS, DEPTH, Vector
from skill.lattice.frame import AXIS_VECTORS, HALF_DIAGONAL

Floats = NDArray[np.float32]

PLATE_DEPTH = DEPTH + 1
PLATE_CUBES: tuple[Vector, ...] = tuple(
    (i, j, k) for i, j, k in product(range(PLATE_DEPTH + 1), repeat=3) if i + j + k == PLATE_DEPTH
)
"""The 55 cubes whose tops are the plate's points."""
MARGIN = 0.6  # of the board beyond the outermost slopes
AXES_XYZ = np.array(AXIS_VECTORS)
"""Unit vectors of I, J, K as rows."""


def lattice_point(i: float, j: float, k: float, pitch: float) -> NDArray[np.float64]:
    """A point of the lattice in the plate's frame; cubes have whole coordinates at their centres.

    The funnels' bottoms are at height 0, whatever the pitch.
    """
    x, y, z = (i, j, k) @ AXES_XYZ
    return np.array((x * pitch, y * pitch, z + HALF_DIAGONAL + DEPTH / 3**0.5))


@cache
def plate_cubes(pitch: float, side: str = "top") -> NDArray[np.float64]:
    """The centres (n, 3) of the cubes whose upper halves the plate shows on a side, in the plate's frame.

    With the `underside` up they are the 45 dice that would fill the funnels, turned over; `none` is no plate.
    """
    if side == "none":
        return np.empty((0, 3))
    centres = np.array([lattice_point(*cube, pitch) for cube in PLATE_CUBES])
    if side == "top":
        return centres
    x, y, _ = np.array([lattice_point(*COORDS[cell], pitch) for cell in BASE]).T
    return np.column_stack([x, -y, np.full(len(x), centres[0][2])])


def plate_turn(side: str) -> NDArray[np.float64]:
    """The rotation, rows first, from the frame of those cubes to the plate's."""
    return np.asarray(AXES_XYZ.T if side == "top" else np.diag((1.0, -1.0, -1.0)) @ AXES_XYZ.T)


@cache
def plate_faces(pitch: float, side: str = "top") -> NDArray[np.float64]:
    """The four corners of each cube's upper faces, (n, 3, 4, 3): from the top point round, counter-clockwise."""
    below = ((), (2,), (1, 2), (1,))  # along which of the other axes, after its own, a corner lies lower than the top
    corners = [[np.isin((np.arange(3) - axis) % 3, steps) - 0.5 for steps in below] for axis in AXES]
    offsets = np.array(corners) @ AXES_XYZ * (pitch, pitch, 1.0)
    if side != "top":  # of a cube turned over one sees the lower faces: the upper ones mirrored across
        offsets = offsets[:, [0, 3, 2, 1]] * (-1.0, 1.0, 1.0)
    return np.asarray(plate_cubes(pitch, side)[:, None, None] + offsets)


class _Sheets:
    """Triangles being collected, each with its flat normal and a coordinate (u, v) within its face."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []

    def polygon(
        self, corners: NDArray[np.float64], uv: list[tuple[float, float]], normal: Sequence[float] | None = None
    ) -> None:
        """Adds a convex polygon, counter-clockwise from outside; (u, v) of 0.5 means far from any edge."""
        points = corners.tolist()
        if normal is None:  # written out: NumPy takes ten times as long for two vectors
            (a, b, c), (d, e, f) = (corners[1:3] - corners[0]).tolist()
            across = (b * f - c * e, c * d - a * f, a * e - b * d)
            normal = [part / hypot(*across) for part in across]
        for n in range(1, len(points) - 1):
            for m in (0, n, n + 1):
                self.rows.append([*points[m], *normal, *uv[m]])


def outline(pitch: float, grow: float, side: str = "top") -> NDArray[np.float64]:
    """The board's outline, a triangle `grow` beyond the outermost slopes, counter-clockwise from above."""
    tips = pitch * (PLATE_DEPTH if side == "top" else DEPTH) * AXES_XYZ[:, :2]
    radius = 0.82 * pitch + grow  # the outermost slopes reach 0.816 beyond the line through the tips' points
    points = []
    for axis in AXES:
        outwards = np.arctan2(tips[axis][1], tips[axis][0])
        arc = outwards + np.linspace(pi / 3, -pi / 3, 13)
        points.append(tips[axis] + radius * np.column_stack((np.cos(arc), np.sin(arc))))
    ring = np.concatenate(points)
    return ring[::-1] if side == "top" else ring * (1, -1)


@cache
def plate_mesh(pitch: float, side: str = "top") -> Floats:
    """Vertices (n, 8) of the plate's triangles: position, normal, (u, v) within the face; on a level plate.

    Funnels and outer slopes are the upper faces of the cubes; a skirt closes them down to the board's top.
    """
    sheets = _Sheets()
    faces = plate_faces(pitch, side)
    if not len(faces):
        return np.empty((0, 8), np.float32)
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    middle = [(0.5, 0.5)] * 40
    valleys = Counter(_middle(a, b) for face in faces.reshape(-1, 4, 3) for a, b in pairwise(face[1:]))
    for face in faces.reshape(-1, 4, 3):
        sheets.polygon(face, square)
        _, left, low, right = face
        if valleys[_middle(left, low)] == 1:  # a lower edge of an outer slope ends above the board
            sheets.polygon(np.array([left, (left[0], left[1], 0.0), low]), middle)
        if valleys[_middle(low, right)] == 1:
            sheets.polygon(np.array([low, (right[0], right[1], 0.0), right]), middle)
    rounded = ((-0.12, 0.0), (-0.03, -0.035), (0.0, -0.12), (0.0, -BOARD_DEPTH + 0.08), (-0.08, -BOARD_DEPTH))
    loops = [
        np.column_stack([ring := outline(pitch, MARGIN + grow, side), np.full(len(ring), z)]) for grow, z in rounded
    ]
    sheets.polygon(loops[0], middle, (0.0, 0.0, 1.0))
    sheets.polygon(loops[-1][::-1], middle, (0.0, 0.0, -1.0))
    for upper, lower in pairwise(loops):
        for n in range(len(upper)):
            m = (n + 1) % len(upper)
            sheets.polygon(np.array([upper[n], lower[n], lower[m], upper[m]]), middle)
    return np.array(sheets.rows, np.float32)


def _middle(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, ...]:
    """The middle of an edge, rounded so that the two faces that share it agree."""
    return tuple((np.round((a + b) / 2, 3) + 0.0).tolist())
