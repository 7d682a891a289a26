"""Orientations, tipping and the dice sets."""

from __future__ import annotations

import pytest

from skill.errors import NotationError
from skill.lattice.cells import LEVEL_STEPS
from skill.lattice.dice import (
    ABACUS,
    AXES,
    KOSMOS,
    ORIENTATIONS,
    check_faces,
    faces_text,
    lower_face,
    parse_faces,
    tipped,
)

REAL = "124 132 145 153 213 236 241 264 315 321 356 362 412 426 451 465 514 531 546 563 623 635 642 654"


def test_the_24_orientations() -> None:
    assert " ".join(map(faces_text, ORIENTATIONS)) == REAL


def test_one_swap_or_one_opposite_leads_out_and_two_lead_back() -> None:
    for a, b, c in ORIENTATIONS:
        assert (b, a, c) not in ORIENTATIONS
        assert (7 - a, b, c) not in ORIENTATIONS
        assert (7 - b, a, c) in ORIENTATIONS
        assert (b, c, a) in ORIENTATIONS


def test_example_of_tipping() -> None:
    assert tipped((6, 2, 3), (0, 1, -1)) == (6, 4, 2)


@pytest.mark.parametrize("step", LEVEL_STEPS)
def test_tipping_there_and_back_and_four_times_round(step: tuple[int, int, int]) -> None:
    back = (-step[0], -step[1], -step[2])
    for faces in ORIENTATIONS:
        assert tipped(faces, step) in ORIENTATIONS
        assert tipped(tipped(faces, step), back) == faces
        assert tipped(tipped(tipped(tipped(faces, step), step), step), step) == faces
        unnamed = step.index(0)
        assert tipped(faces, step)[unnamed] == faces[unnamed]


def test_opposite_faces_sum_to_seven() -> None:
    assert [lower_face((6, 5, 4), axis) for axis in AXES] == [1, 2, 3]


def test_sets() -> None:
    assert sum(KOSMOS.values()) == 281
    assert sum(ABACUS.values()) == 166


@pytest.mark.parametrize("text", ["", "12", "127", "123", "666", "1234", "0ab"])
def test_wrong_orientations_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_faces(text)


def test_check_faces_returns_real_ones() -> None:
    assert check_faces((3, 2, 1)) == (3, 2, 1)
