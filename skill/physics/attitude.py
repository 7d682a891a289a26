"""How dice are turned: rotation matrices and quaternions, and the 24 orientations of a die in a cell as both.

Where there are few dice, plain floats are counted in the same order as numpy does: its code is out of the processor's
caches after each step of an engine, so that what takes 5 us in a loop of its own takes 30 between two steps.

Products of matrices are written as `einsum` throughout: `@` uses BLAS, which adds in another order on another
processor, and a difference in the last bit is enough for two attempts to part.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

from skill.lattice import frame
from skill.lattice.dice import ORIENTATIONS, Faces
from skill.physics.pose import UNTURNED, Quat, turn

Array = NDArray[np.float64]

FEW = 12
"""For so many dice plain floats are quicker than arrays."""

ROTATIONS: Array = np.array([frame.rotation(faces) for faces in ORIENTATIONS])
"""From a die's own frame, in which 1, 2, 3 look along x, y, z, to the plate's, in the order of `ORIENTATIONS`."""


TOP_UP: dict[int, Quat] = {  # each number turned up from a die's own frame
    3: UNTURNED,
    4: turn((pi, 0.0, 0.0)),
    1: turn((0.0, -pi / 2, 0.0)),
    6: turn((0.0, pi / 2, 0.0)),
    2: turn((pi / 2, 0.0, 0.0)),
    5: turn((-pi / 2, 0.0, 0.0)),
}


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
    turns: Array = np.einsum("ni,ij->nj", products.reshape(-1, 16), _FROM_PRODUCTS)
    return _UNIT + turns.reshape(-1, 3, 3)


def matrices_of(attitudes: Sequence[Quat]) -> Array:
    """The same bytes (n, 3, 3) for quaternions that an engine gives one by one."""
    if len(attitudes) > FEW:
        return matrices(np.array(attitudes))
    rows = []
    for x, y, z, w in attitudes:
        xx, yy, zz, xy, xz, yz, xw, yw, zw = x * x, y * y, z * z, x * y, x * z, y * z, x * w, y * w, z * w
        # 0 is added as there, so that no zero has a sign
        rows.append(
            (
                (1.0 + (-2.0 * yy - 2.0 * zz), 0.0 + (2.0 * xy - 2.0 * zw), 0.0 + (2.0 * xz + 2.0 * yw)),
                (0.0 + (2.0 * xy + 2.0 * zw), 1.0 + (-2.0 * xx - 2.0 * zz), 0.0 + (2.0 * yz - 2.0 * xw)),
                (0.0 + (2.0 * xz - 2.0 * yw), 0.0 + (2.0 * yz + 2.0 * xw), 1.0 + (-2.0 * xx - 2.0 * yy)),
            )
        )
    return np.array(rows, float).reshape(-1, 3, 3)


def _to_products() -> Array:
    """The matrix (9, 16) from a rotation matrix less the unit matrix to four times the products of two components."""
    made = np.zeros((3, 3, 4, 4))
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        made[a, a, a, a] = made[a, a, 3, 3] = 1.0
        made[a, a, b, b] = made[a, a, c, c] = -1.0
        made[a, b, a, b] = made[b, a, a, b] = made[a, b, b, a] = made[b, a, b, a] = 1.0
        made[b, a, c, 3] = made[b, a, 3, c] = 1.0
        made[a, b, c, 3] = made[a, b, 3, c] = -1.0
    return made.reshape(9, 16)


_TO_PRODUCTS: Array = _to_products()
_UNIT_PRODUCTS: Array = np.eye(4).reshape(16)


def quaternions(rotations: Array) -> Array:
    """The unit quaternions (n, 4), x y z w with w >= 0, of rotation matrices (n, 3, 3)."""
    products = np.einsum("ni,ij->nj", rotations.reshape(-1, 9), _TO_PRODUCTS) + _UNIT_PRODUCTS
    products = products.reshape(-1, 4, 4)
    largest = products.diagonal(axis1=1, axis2=2).argmax(axis=1)
    found: Array = products[np.arange(len(products)), largest]
    found /= np.sqrt(np.einsum("ni,ni->n", found, found))[:, None]
    found[found[:, 3] < 0] *= -1.0
    return found


def tops(up: Array) -> list[int]:
    """The numbers 1 to 6 that look up on n dice, given the vertical in the frame of each (n, 3)."""
    axis = np.abs(up).argmax(axis=1)
    high = up[np.arange(len(up)), axis] > 0
    return [int(a) + 1 if h else 6 - int(a) for a, h in zip(axis, high, strict=True)]


QUATERNIONS: dict[Faces, Quat] = {
    faces: (x, y, z, w) for faces, (x, y, z, w) in zip(ORIENTATIONS, quaternions(ROTATIONS).tolist(), strict=True)
}
"""The orientations as quaternions, by the faces."""
