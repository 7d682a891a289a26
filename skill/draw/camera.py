"""The orbit camera: where the eye is, its matrices, the ray through a pixel. numpy only; world frame, edges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from skill.lattice.cells import Axis

Size = tuple[int, int]
Array = NDArray[np.float64]

FIELD_DEG = 28.0  # vertical field of view: narrow, so that dice at the back look hardly smaller
NEAR, FAR = 4.0, 160.0
WIDTH = 17.6  # what must fit in a window however narrow: the plate's width and a margin
LOWEST_DEG, HIGHEST_DEG = 8.0, 89.0
HOME_DISTANCE = 30.0
CLOSEST, FARTHEST = 12.0, 80.0


@dataclass(frozen=True)
class Camera:
    """An eye that looks at `target` from `distance`, `elevation_deg` above the horizon, standing at `azimuth_deg`.

    Azimuth 0 looks from side I (from -y towards +y) and grows clockwise as seen from above, like the seats.
    """

    azimuth_deg: float = 0.0
    elevation_deg: float = 54.0
    distance: float = HOME_DISTANCE
    target: tuple[float, float, float] = (0.0, 0.0, 1.2)

    def turned(self, azimuth_deg: float, elevation_deg: float = 0.0) -> Camera:
        """The camera after an orbit by these angles; elevation stays between low and straight above."""
        elevation = min(HIGHEST_DEG, max(LOWEST_DEG, self.elevation_deg + elevation_deg))
        return replace(self, azimuth_deg=(self.azimuth_deg + azimuth_deg) % 360, elevation_deg=elevation)

    def zoomed(self, factor: float) -> Camera:
        """The camera at `factor` times the distance, within limits."""
        return replace(self, distance=min(FARTHEST, max(CLOSEST, self.distance * factor)))

    def towards(self, other: Camera, share: float) -> Camera:
        """The camera `share` of the way to `other`, going round the shorter way."""
        way = (other.azimuth_deg - self.azimuth_deg + 180) % 360 - 180
        mix = tuple(a + (b - a) * share for a, b in zip(self.target, other.target, strict=True))
        return Camera(
            (self.azimuth_deg + way * share) % 360,
            self.elevation_deg + (other.elevation_deg - self.elevation_deg) * share,
            self.distance + (other.distance - self.distance) * share,
            (mix[0], mix[1], mix[2]),
        )

    @cached_property
    def frame(self) -> Array:
        """The eye's right, up and backward directions as rows."""
        a, e = radians(self.azimuth_deg), radians(self.elevation_deg)
        backward = np.array((-sin(a) * cos(e), -cos(a) * cos(e), sin(e)))
        right = np.array((cos(a), -sin(a), 0.0))
        return np.array((right, np.cross(backward, right), backward))

    def eye(self, size: Size) -> Array:
        """Where the eye is; in a narrow window it stands back so that the plate still fits."""
        widest = seen_width(self, size)
        back = max(1.0, WIDTH * min(1.0, self.distance / HOME_DISTANCE) / widest)
        return np.asarray(np.array(self.target) + self.frame[2] * self.distance * back)

    def view_matrix(self, size: Size) -> Array:
        """World to eye, 4 x 4, for column vectors."""
        matrix = np.eye(4)
        matrix[:3, :3] = self.frame
        matrix[:3, 3] = -self.frame @ self.eye(size)
        return matrix

    def projection(self, size: Size) -> Array:
        """Eye to clip space, 4 x 4, for column vectors."""
        f = 1 / tan(radians(FIELD_DEG) / 2)
        matrix = np.zeros((4, 4))
        matrix[0, 0], matrix[1, 1] = f * size[1] / size[0], f
        matrix[2, 2], matrix[2, 3] = (FAR + NEAR) / (NEAR - FAR), 2 * FAR * NEAR / (NEAR - FAR)
        matrix[3, 2] = -1.0
        return matrix

    def project(self, points: Array, size: Size) -> Array:
        """Pixel coordinates (n, 2) of world points (n, 3), origin at the top left."""
        seen = (np.asarray(points) - self.eye(size)) @ self.frame.T
        scale = self.pixels_per_edge(points, size)
        return np.column_stack((size[0] / 2 + seen[:, 0] * scale, size[1] / 2 - seen[:, 1] * scale))

    def pixels_per_edge(self, points: Array, size: Size) -> Array:
        """How many pixels one edge is long at each of these world points, across the line of sight."""
        depth = (self.eye(size) - np.asarray(points)) @ self.frame[2]
        return np.asarray(size[1] / 2 / tan(radians(FIELD_DEG) / 2) / depth)

    def ray(self, pixel: tuple[float, float], size: Size) -> tuple[Array, Array]:
        """The eye and the unit direction through a pixel, origin at the top left."""
        unit = 2 * tan(radians(FIELD_DEG) / 2) / size[1]
        seen = np.array(((pixel[0] - size[0] / 2) * unit, (size[1] / 2 - pixel[1]) * unit, -1.0))
        direction = seen @ self.frame
        return self.eye(size), direction / np.linalg.norm(direction)


def seen_width(camera: Camera, size: Size) -> float:
    """How much is seen from side to side at the distance of what is looked at, if the eye does not stand back."""
    return 2 * camera.distance * tan(radians(FIELD_DEG) / 2) * size[0] / size[1]


def home(side: Axis = 0) -> Camera:
    """The view of the player who sits at a side: I, J and K see the same picture turned by a third."""
    return Camera(azimuth_deg=120.0 * side)


def above(side: Axis = 0) -> Camera:
    """The view from high up with that side at the bottom, with room for a plate that is tilted and lifted."""
    return Camera(azimuth_deg=120.0 * side, elevation_deg=66.0, distance=35.0, target=(0.0, 0.0, 0.4))
