"""The way of a die through the air as it is meant, for the eyes of whoever launches it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from skill.app.view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.scene import Scene

STEP_S = 0.012  # from one point of the way to the next
MOST = 80  # points
LANDS = 0.9  # height at which it ends: that of a die's centre on the plate
SPREAD = 1.0  # of the errors that are shown where it ends, in standard deviations


def flight(scene: Scene, begin: Point, velocity_m_s: Point, noise_dir_deg: float) -> Iterator[Stroke]:
    """The parabola from `begin`, dotted, and a cross as wide as the launch strays by direction where it comes down."""
    edge, gravity = scene.dice.edge_m, scene.engine.gravity_m_s2 / scene.dice.edge_m
    vx, vy, vz = (v / edge for v in velocity_m_s)
    if hypot(vx, vy, vz) == 0:
        return
    times = [n * STEP_S for n in range(MOST)]
    points = [
        (begin[0] + vx * t, begin[1] + vy * t, begin[2] + vz * t - gravity * t * t / 2)
        for t in times
        if begin[2] + vz * t - gravity * t * t / 2 > LANDS or vz > gravity * t
    ]
    for n, (a, b) in enumerate(pairwise(points)):
        if n % 2 == 0:
            yield Stroke(a, b, "path", (0.12, 0.12))
    if not points or len(points) == MOST:
        return
    x, y, z = points[-1]
    out = hypot(x - begin[0], y - begin[1], z - begin[2])
    wide = max(0.3, SPREAD * out * noise_dir_deg * 0.01745)
    yield Stroke((x - wide, y, z), (x + wide, y, z), "path", (0.12, 0.12))
    yield Stroke((x, y - wide, z), (x, y + wide, z), "path", (0.12, 0.12))
