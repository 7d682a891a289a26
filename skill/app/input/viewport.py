"""A camera's view of an attempt: rays through points of the view, and what they hit. numpy only.

A point of the view is measured from its middle, right and up, 1 at its nearer edge. Everything else is in the plate's
frame, edges of a die.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.camera import Camera, Size
from skill.draw.geometry import plate_cubes, plate_turn
from skill.draw.picking import first_faces
from skill.draw.scene_view import from_quaternion
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Array = NDArray[np.float64]
InView = tuple[float, float]

FARTHEST = 120.0  # how far a ray is followed to a plane that it hardly meets, edges


class SurfaceHit(NamedTuple):
    """The first solid thing on a ray."""

    point: Point
    normal: Point
    """Outwards, of the face that it enters."""
    die: int | None
    """The number of the die, None for the plate."""


def first_hit(running: AttemptRun, start: Point, way: Point) -> SurfaceHit | None:
    """What a ray from `start` along the unit vector `way` hits first: a die that nobody holds, or the plate."""
    world, plate = running.world, running.scene.plate
    places, attitudes = world.observed
    numbers = [n for n in world.numbers if not world.is_held(n)]
    cubes = plate_cubes(plate.pitch, plate.side)
    centres = np.concatenate([places[numbers], cubes])
    if not len(centres):
        return None
    walls = np.broadcast_to(plate_turn(plate.side), (len(cubes), 3, 3))
    turns = np.concatenate([attitudes[numbers], walls])
    direction = np.array(way)
    distance, axis = first_faces(centres, turns, np.array(start), direction)
    nearest = int(np.argmin(distance))
    if not np.isfinite(distance[nearest]):
        return None
    normal = turns[nearest][:, axis[nearest]]
    normal = normal if normal @ direction < 0 else -normal
    point = np.array(start) + direction * distance[nearest]
    return SurfaceHit(_point(point), _point(normal), numbers[nearest] if nearest < len(numbers) else None)


class Viewport:
    """A camera's view, in a window of `size` pixels, of an attempt under way."""

    def __init__(self, camera: Camera, size: Size, running: AttemptRun) -> None:
        self._camera, self._size, self._running = camera, size, running
        plate = running.world.plate
        self._turn = np.array(from_quaternion(*plate.pose.quaternion))
        self._shift = np.array(plate.shift)

    @property
    def azimuth_deg(self) -> float:
        """Where the player stands, clockwise from side I."""
        return self._camera.azimuth_deg

    def ahead(self, right: float, away: float) -> InView:
        """x and y of a way along the table as the player sees it."""
        a = radians(self.azimuth_deg)
        return (right * cos(a) + away * sin(a), -right * sin(a) + away * cos(a))

    def ray(self, at: InView) -> tuple[Point, Point]:
        """The eye and the unit vector through a point of the view."""
        width, height = self._size
        reach = min(self._size) / 2
        eye, way = self._camera.ray((width / 2 + reach * at[0], height / 2 - reach * at[1]), self._size)
        return _point((eye - self._shift) @ self._turn), _point(way @ self._turn)

    def on_plane(self, at: InView, z: float) -> Point:
        """Where the ray through a point of the view meets the plane at height `z`."""
        eye, way = self.ray(at)
        far = (z - eye[2]) / way[2] if way[2] < 0 else FARTHEST
        far = min(far, FARTHEST) if far > 0 else FARTHEST
        return (eye[0] + far * way[0], eye[1] + far * way[1], z)

    def hit(self, at: InView) -> SurfaceHit | None:
        """What is seen at a point of the view: a die that nobody holds, or the plate."""
        return first_hit(self._running, *self.ray(at))

    def centre(self, die: int) -> Point:
        """Where a die is."""
        return self._running.world.body(die).position

    def scale(self, point: Point) -> float:
        """How long an edge across the line of sight is there in the view."""
        place = self._turn @ np.array(point) + self._shift
        return float(self._camera.pixels_per_edge(place[None], self._size)[0]) / (min(self._size) / 2)

    def seen(self, point: Point) -> InView:
        """Where a point is in the view."""
        place = self._turn @ np.array(point) + self._shift
        x, y = self._camera.project(place[None], self._size)[0]
        reach = min(self._size) / 2
        return (float(x - self._size[0] / 2) / reach, float(self._size[1] / 2 - y) / reach)


def _point(values: Array) -> Point:
    x, y, z = values.tolist()
    return (x, y, z)
