"""What is shown to a player who launches a die: the intended path through the air, and the plate beyond the hand.

A launch has errors: its direction, about two axes across it, and its speed stray by a normal error each. To first order
in these the places where the die comes down are normally distributed as well; the ring that is drawn holds two thirds
of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, inf, pi, radians, sin, sqrt, tan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from skill.app.input.tools.binding import CORNERS, ring_of
from skill.draw.camera import Camera
from skill.draw.scene_view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

Array = NDArray[np.float64]

STEP_S, DOT = 0.002, 3  # between the points of a way; so many steps long is each dot of it, and each gap
LEAST = 10.0  # gravity, edges a second squared: with less a way that is drawn would have no end
LANDS = 0.9  # height at which it ends: that of a die's centre on the plate
MEETS = 0.95  # edges between the centres of dice that touch
SPREADS = 1.5  # standard deviations from the middle to the ring: 68 % of a normal distribution in the plane
FINEST = 0.3  # radius of the smallest ring, edges
RIM = 8.0  # how far the plate reaches from its middle on the player's side, edges
LOOK_DEG = 38.0  # from above the horizon
WHOLE = 29.0  # distance from which the plate is seen as a whole, edges
NEARER, UPWARDS = 0.6, 3.0  # where the eye looks: share of the way to the hand, and edges above the plate


def speed_for(scene: Scene, away: float, up: float, elevation_deg: float) -> float:
    """The speed, m/s, of a die launched at that elevation that comes down so far away and so high up, edges.

    Endless where no speed is enough.
    """
    edge, e = scene.dice.edge_m, radians(elevation_deg)
    gravity = max(LEAST, scene.engine.gravity_m_s2 / edge)
    rise = away * tan(e) - up
    return edge * sqrt(gravity * away**2 / (2 * cos(e) ** 2 * rise)) if rise > 0 else inf


def flight(
    running: AttemptRun, begin: Point, velocity_m_s: Point, noise_dir_deg: float, noise_speed: float
) -> Iterator[Stroke]:
    """The parabola from `begin`, dotted, to what it meets first, and round its end a ring that holds two thirds.

    The ring of a way that ends beside the plate looks otherwise.

    `velocity_m_s` is what is meant; the errors are rms, of the direction about each of two axes and of the speed.
    """
    scene, edge = running.scene, running.scene.dice.edge_m
    gravity = max(LEAST, scene.engine.gravity_m_s2 / edge)
    velocity = np.array(velocity_m_s) / edge
    lasts_s = (velocity[2] + sqrt(max(0.0, velocity[2] ** 2 + 2 * gravity * (begin[2] - LANDS)))) / gravity
    times = np.append(np.arange(0.0, lasts_s, STEP_S), lasts_s)
    way = np.array(begin) + times[:, None] * velocity
    way[:, 2] -= gravity * times**2 / 2
    last = _end(running, way)
    for n in range(0, last, 2 * DOT):
        yield Stroke(_point(way[n]), _point(way[min(last, n + DOT)]), "path", (0.12, 0.12))
    is_aim = running.world.plate.beyond(_point(way[last])) <= 0
    ring = way[last] + _ring(velocity, gravity, times[last], radians(noise_dir_deg), noise_speed)
    yield from ring_of([_point(corner) for corner in ring], is_aim, 0.14)


def _end(running: AttemptRun, way: Array) -> int:
    """The number of the point of a way at which the die meets another one, else of the last."""
    world = running.world
    places, _ = world.observed
    others = places[[n for n in world.numbers if not world.is_held(n)]]
    near = np.linalg.norm(way[:, None] - others[None], axis=2).min(axis=1, initial=inf) < MEETS
    met = np.flatnonzero(near)
    return int(met[0]) if len(met) else len(way) - 1


def _ring(velocity: Array, gravity: float, time_s: float, noise_dir: float, noise_speed: float) -> Array:
    """The ring (n, 3) round the middle of all places where such launches are at the height of its end."""
    speed, flat = max(1e-9, float(np.linalg.norm(velocity))), hypot(velocity[0], velocity[1])
    ahead = np.array((velocity[0], velocity[1])) / flat if flat > 1e-9 else np.array((0.0, 1.0))
    left = np.array((-ahead[1], ahead[0]))
    falls = gravity * time_s - velocity[2]  # how fast it comes down
    # How far on it comes down for each part of velocity that it has more of: along, and upwards.
    per_along, per_up = time_s, (flat * time_s / falls if falls > 1e-9 else 0.0)
    aside = speed * noise_dir * time_s
    steeper = speed * noise_dir * (flat / speed * per_up - velocity[2] / speed * per_along)
    faster = noise_speed * (flat * per_along + velocity[2] * per_up)
    along = hypot(steeper, faster)
    turns = np.linspace(0, 2 * pi, CORNERS, endpoint=False)[:, None]
    ring = np.zeros((CORNERS, 3))
    ring[:, :2] = max(FINEST, SPREADS * along) * np.cos(turns) * ahead
    ring[:, :2] += max(FINEST, SPREADS * aside) * np.sin(turns) * left
    return ring


def seen_from_afar(camera: Camera, out: float) -> Camera:
    """The camera moved back until a hand so far out on its side is in the view as well as the plate."""
    a, middle = radians(camera.azimuth_deg), NEARER * out
    return Camera(camera.azimuth_deg, LOOK_DEG, WHOLE + out, (-middle * sin(a), -middle * cos(a), UPWARDS))


def _point(values: Array) -> Point:
    x, y, z = values.tolist()
    return (x, y, z)
