"""Rotations as quaternions `(x, y, z, w)` and the pose of a plate, in plain floats: a step is too short for arrays."""

from __future__ import annotations

from math import acos, cos, hypot, sin, sqrt
from typing import NamedTuple

from skill.lattice.frame import AXIS_VECTORS

INERTIA = 1 / 6  # of a cube about any axis, its mass times its edge squared
FLAT_ARM = 0.3826
"""Mean distance of the points of a unit square from its middle, edges: (sqrt 2 + log(1 + sqrt 2)) / 6."""

Vec = tuple[float, float, float]
Quat = tuple[float, float, float, float]

UNTURNED: Quat = (0.0, 0.0, 0.0, 1.0)
STILL: Vec = (0.0, 0.0, 0.0)


class Pose(NamedTuple):
    """Where a body is: position in metres, and its rotation to the world frame. A plate's own origin is MODEL.md's."""

    position: Vec
    quaternion: Quat


LEVEL = Pose((0.0, 0.0, 0.0), UNTURNED)
"""The plate level and in its place: plate frame and world frame agree."""


def turn(vector: Vec) -> Quat:
    """The rotation about a vector by its length in radians."""
    angle = sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)
    half = sin(angle / 2) / angle if angle > 1e-9 else 0.5
    return (vector[0] * half, vector[1] * half, vector[2] * half, cos(angle / 2))


def product(p: Quat, q: Quat) -> Quat:
    """The rotation that is `q` first and then `p`."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


def inverse(q: Quat) -> Quat:
    """The rotation that undoes `q`, a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def rotated(q: Quat, v: Vec) -> Vec:
    """The vector `v` turned by the unit quaternion `q`."""
    x, y, z, w = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (
        v[0] + w * tx + y * tz - z * ty,
        v[1] + w * ty + z * tx - x * tz,
        v[2] + w * tz + x * ty - y * tx,
    )


def between(p: Quat, q: Quat) -> Vec:
    """The rotation vector from `p` to `q` in the frame of `p`, radians; for small ones, exact to second order."""
    (a, b, c, d), (x, y, z, w) = p, q  # of the product of p's inverse and q, written out: each step needs it
    double = 2.0 if d * w + a * x + b * y + c * z >= 0 else -2.0
    return (
        double * (d * x - a * w - b * z + c * y),
        double * (d * y + a * z - b * w - c * x),
        double * (d * z - a * y + b * x - c * w),
    )


def plus(a: Vec, b: Vec) -> Vec:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scaled(v: Vec, factor: float) -> Vec:
    """The vector times a number."""
    return (factor * v[0], factor * v[1], factor * v[2])


def within_reach(x: float, y: float, reach: float) -> tuple[float, float]:
    """The point (x, y), moved straight towards the origin until it is within `reach` of it."""
    if hypot(x, y) <= reach:
        return (x, y)
    share = min(1.0, reach / max(hypot(x, y), 1e-12))
    return (x * share, y * share)


def cross(a: Vec, b: Vec) -> Vec:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _upright(axis: Vec) -> Vec:
    """The horizontal rotation vector, radians, that turns the unit vector `axis` straight up."""
    x, y, z = axis
    angle = acos(z) / hypot(x, y)
    return (angle * y, -angle * x, 0.0)


SIDE_LEAN: Vec = _upright(AXIS_VECTORS[2])
"""How the plate leans when axis K points straight up: the rotation vector, radians."""
ON_SIDE = Pose(STILL, turn(SIDE_LEAN))
"""The plate on its side: what stands on side K of a pyramid lies on the table."""
