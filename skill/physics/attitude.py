"""How dice are turned: rotation matrices and quaternions, and the 24 orientations of a die in a cell as both."""

from __future__ import annotations

from math import copysign, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from skill.lattice import frame
from skill.lattice.dice import ORIENTATIONS, Faces
from skill.physics.pose import UNTURNED, Quat, turn

Array = NDArray[np.float64]

ROTATIONS: Array = np.array([frame.rotation(faces) for faces in ORIENTATIONS])
"""From a die's own frame, in which 1, 2, 3 look along x, y, z, to the plate's, in the order of `ORIENTATIONS`."""


def _quaternion(matrix: frame.Matrix) -> Quat:
    """The quaternion of a rotation matrix after Shepperd (1978), sign fixed.

    In plain floats, since what a linear algebra library gives differs in the last bit from one build to the next.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = matrix
    rows: tuple[Quat, ...] = (  # four times the quaternion, times each of its numbers
        (1 + xx - yy - zz, xy + yx, xz + zx, zy - yz),
        (xy + yx, 1 - xx + yy - zz, yz + zy, xz - zx),
        (xz + zx, yz + zy, 1 - xx - yy + zz, yx - xy),
        (zy - yz, xz - zx, yx - xy, 1 + xx + yy + zz),
    )
    n = max(range(4), key=lambda n: rows[n][n])
    x, y, z, w = rows[n]
    scale = copysign(0.5 / sqrt(rows[n][n]), w)
    return (x * scale, y * scale, z * scale, w * scale)


QUATERNIONS: dict[Faces, Quat] = {faces: _quaternion(frame.rotation(faces)) for faces in ORIENTATIONS}
"""The same as quaternions, by the faces."""
TOP_UP: dict[int, Quat] = {  # each number turned up from a die's own frame
    3: UNTURNED,
    4: turn((pi, 0.0, 0.0)),
    1: turn((0.0, -pi / 2, 0.0)),
    6: turn((0.0, pi / 2, 0.0)),
    2: turn((pi / 2, 0.0, 0.0)),
    5: turn((-pi / 2, 0.0, 0.0)),
}


def product3(a: Array, b: Array) -> Array:
    """The matrix product of (..., m, 3) and (..., 3, k), added up from the left on every machine.

    BLAS, by which numpy has it, differs in the last bit from one build and processor to the next.
    """
    columns = (
        a[..., 0] * b[..., 0, k, None] + a[..., 1] * b[..., 1, k, None] + a[..., 2] * b[..., 2, k, None]
        for k in range(b.shape[-1])
    )
    return np.stack(list(columns), axis=-1)


def _from_products() -> Array:
    """The matrix (16, 9) from all products of two quaternion components to a rotation matrix less the unit matrix."""
    made = np.zeros((4, 4, 3, 3))
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # 1 - 2 (bb + cc) on the diagonal, 2 (ab -+ cw) beside it
        made[b, b, a, a] = made[c, c, a, a] = -2.0
        made[a, b, a, b] = made[a, b, b, a] = 2.0
        made[c, 3, a, b], made[c, 3, b, a] = -2.0, 2.0
    return made.reshape(16, 9)


_FROM_PRODUCTS: Array = _from_products()
_UNIT: Array = np.eye(3)


def matrices(quaternions: Array) -> Array:
    """The rotation matrices (n, 3, 3) of unit quaternions (n, 4), x y z w."""
    products = quaternions[:, :, None] * quaternions[:, None, :]
    return _UNIT + (products.reshape(-1, 16) @ _FROM_PRODUCTS).reshape(-1, 3, 3)


def tops(up: Array) -> list[int]:
    """The numbers 1 to 6 that look up on n dice, given the vertical in the frame of each (n, 3)."""
    axis = np.abs(up).argmax(axis=1)
    high = up[np.arange(len(up)), axis] > 0
    return [int(a) + 1 if h else 6 - int(a) for a, h in zip(axis, high, strict=True)]
