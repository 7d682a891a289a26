"""What whoever launches a die sees: the way through the air as it is meant, and the plate beyond the hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, dist, radians, sin, sqrt, tan
from typing import TYPE_CHECKING

from skill.app.draw.camera import Camera
from skill.app.draw.scene_view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.scene import Scene

DOTS = 31  # and gaps
LEAST = 10.0  # gravity, edges a second squared: with less a way that is drawn would have no end
LANDS = 0.9  # height at which it ends: that of a die's centre on the plate
LONG = 7.0  # length of an arrow at full speed, edges
RIM = 8.0  # how far the plate reaches from its middle on the player's side, edges
LOOK_DEG = 38.0  # from above the horizon
WHOLE = 29.0  # distance from which the plate is seen as a whole, edges
NEARER, UPWARDS = 0.3, 3.0  # where the eye looks: share of the way to the hand, and edges above the plate


def flight(scene: Scene, begin: Point, velocity_m_s: Point, noise_dir_deg: float) -> Iterator[Stroke]:
    """The parabola from `begin`, dotted, and a cross as wide as the launch strays by direction where it comes down."""
    edge = scene.dice.edge_m
    vx, vy, vz = (v / edge for v in velocity_m_s)
    gravity = max(LEAST, scene.engine.gravity_m_s2 / edge)
    lasts_s = (vz + sqrt(max(0.0, vz * vz + 2 * gravity * (begin[2] - LANDS)))) / gravity
    if lasts_s <= 0:
        return
    times = [lasts_s * n / DOTS for n in range(DOTS + 1)]
    points = [(begin[0] + vx * t, begin[1] + vy * t, begin[2] + vz * t - gravity * t * t / 2) for t in times]
    for a, b in zip(points[::2], points[1::2], strict=False):
        yield Stroke(a, b, "path", (0.12, 0.12))
    x, y, z = points[-1]
    wide = max(0.3, dist(begin, points[-1]) * tan(radians(noise_dir_deg)))
    yield Stroke((x - wide, y, z), (x + wide, y, z), "path", (0.12, 0.12))
    yield Stroke((x, y - wide, z), (x, y + wide, z), "path", (0.12, 0.12))


def seen_from_afar(camera: Camera, out: float) -> Camera:
    """The camera moved back until a hand so far out on its side is in the view as well as the plate."""
    a, middle = radians(camera.azimuth_deg), NEARER * out
    return Camera(camera.azimuth_deg, LOOK_DEG, WHOLE + out, (-middle * sin(a), -middle * cos(a), UPWARDS))
