"""The world frame: where cells are, which way faces look."""

from __future__ import annotations

import pytest

from skill.lattice.cells import AXES, BELOW, CELLS, I, J, K, parse_cell
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.frame import AXIS_VECTORS, HALF_DIAGONAL, centre, normal, rotation


def dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def test_axes_are_orthonormal_right_handed_and_fall() -> None:
    for a in AXES:
        for b in AXES:
            assert dot(AXIS_VECTORS[a], AXIS_VECTORS[b]) == pytest.approx(float(a == b))
        assert AXIS_VECTORS[a][2] == pytest.approx(-(3**-0.5))
    assert dot(cross(AXIS_VECTORS[I], AXIS_VECTORS[J]), AXIS_VECTORS[K]) == pytest.approx(1)


def test_side_i_is_in_front_and_play_goes_clockwise() -> None:
    x, y, z = centre(parse_cell("800"))
    assert (x, z) == pytest.approx((0, HALF_DIAGONAL))
    assert y > 6
    assert centre(parse_cell("080"))[0] > 5
    assert centre(parse_cell("008"))[0] < -5


@pytest.mark.parametrize("pitch", [1.0, 1.015, 1.1])
def test_dice_touch_their_supports_face_to_face_at_every_pitch(pitch: float) -> None:
    for cell in CELLS:
        for axis, support in enumerate(BELOW[cell]):
            if support is not None:
                apart = [b - a for a, b in zip(centre(cell, 1, pitch), centre(support, 1, pitch), strict=True)]
                assert dot(tuple(apart), AXIS_VECTORS[axis]) == pytest.approx(1)


def test_scale_is_the_edge() -> None:
    assert centre(parse_cell("710"), 0.012) == pytest.approx([0.012 * x for x in centre(parse_cell("710"))])


def test_rotation_shows_the_faces() -> None:
    own = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 6: (-1, 0, 0), 5: (0, -1, 0), 4: (0, 0, -1)}
    for faces in ORIENTATIONS:
        matrix = rotation(faces)
        assert dot(cross(matrix[0], matrix[1]), matrix[2]) == pytest.approx(1)
        for axis, number in enumerate(faces):
            looks = tuple(dot(row, own[number]) for row in matrix)
            assert looks == pytest.approx(normal(axis))
