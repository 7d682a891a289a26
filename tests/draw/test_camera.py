from __future__ import annotations

import numpy as np
import pytest

from skill.draw.camera import HIGHEST_DEG, LOWEST_DEG, Camera, above, home
from skill.lattice.cells import CORNERS, I, J, K
from skill.lattice.frame import centre

SIZE = (1280, 800)


@pytest.mark.parametrize("size", [(1280, 800), (500, 900), (640, 480)])
@pytest.mark.parametrize("camera", [home(I), home(J), above(K), Camera(33, 20, 50, (1, 2, 0))])
def test_the_ray_through_a_points_pixel_meets_the_point(camera: Camera, size: tuple[int, int]) -> None:
    point = np.array((1.5, -2.0, 0.7))
    x, y = camera.project(point[None], size)[0]
    eye, direction = camera.ray((x, y), size)
    along = (point - eye) @ direction
    assert eye + along * direction == pytest.approx(point)


def test_projection_matrix_agrees_with_project() -> None:
    camera = home(J).turned(20, 10)
    point = np.array((2.0, 1.0, 3.0, 1.0))
    clip = camera.projection(SIZE) @ camera.view_matrix(SIZE) @ point
    x, y = clip[:2] / clip[3]
    expected = camera.project(point[None, :3], SIZE)[0]
    assert ((x + 1) / 2 * SIZE[0], (1 - y) / 2 * SIZE[1]) == pytest.approx(tuple(expected))


@pytest.mark.parametrize("side", [I, J, K])
def test_each_side_sees_its_opposite_corner_at_the_back_and_its_base_in_front(side: int) -> None:
    """Side I looks from the base cells 080 to 008, the left one of which is its left neighbour's."""
    corners = np.array([centre(corner) for corner in CORNERS])
    points = home(side).project(corners, SIZE)
    back, right, left = side, (side + 1) % 3, (side + 2) % 3
    assert points[back][1] < points[left][1] == pytest.approx(points[right][1])
    assert points[left][0] < points[back][0] < points[right][0]
    assert points[back][0] == pytest.approx(SIZE[0] / 2)


@pytest.mark.parametrize("size", [(1280, 800), (600, 900), (2000, 500)])
def test_the_plate_fits_in_any_window(size: tuple[int, int]) -> None:
    corners = np.array([centre(corner) for corner in CORNERS])
    for camera in (home(), above()):
        points = camera.project(corners, size)
        assert (points > 0).all()
        assert (points < size).all()


def test_orbit_keeps_within_limits_and_glides_the_short_way() -> None:
    assert home().turned(0, 200).elevation_deg == HIGHEST_DEG
    assert home().turned(0, -200).elevation_deg == LOWEST_DEG
    half = Camera(azimuth_deg=350).towards(Camera(azimuth_deg=10), 0.5)
    assert half.azimuth_deg % 360 == pytest.approx(0, abs=1e-9)
    assert home().towards(above(J), 1.0) == above(J)
    assert home().zoomed(0.001).distance < home().distance < home().zoomed(1000).distance
