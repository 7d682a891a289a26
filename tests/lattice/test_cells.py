"""The numbers of MODEL: cells, tables, small pyramids, closures."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from random import Random

import pytest

from skill.errors import NotationError
from skill.lattice.cells import (
    ALL,
    BASE,
    BELOW,
    CELLS,
    COORDS,
    CORNER_CONTACTS,
    CORNERS,
    COVER_MASK,
    COVERS,
    EDGE_CONTACTS,
    EDGE_FUNNELS,
    FACE_CONTACTS,
    INTERIOR_FUNNELS,
    LEVEL,
    LEVELS,
    NAMES,
    NEIGHBOUR_MASK,
    NEIGHBOURS,
    ROWS,
    SUPPORT_MASK,
    SUPPORTS,
    ZEROS,
    I,
    J,
    all_covers,
    all_neighbours,
    all_supports,
    cell_at,
    cells,
    closure,
    contact_cells,
    corner_pyramid,
    in_mask,
    mask_of,
    parse_cell,
    plane,
    small_pyramid,
    turned,
)


def names(some: object) -> str:
    return " ".join(NAMES[c] for c in some)  # type: ignore[attr-defined]


def test_levels_hold_the_numbers_of_the_model() -> None:
    assert [len(level) for level in LEVELS] == [45, 36, 28, 21, 15, 10, 6, 3, 1]
    assert len(CELLS) == 165
    assert NAMES[CELLS[-1]] == "000"
    assert LEVEL[parse_cell("000")] == 8


def test_cells_are_in_the_order_of_the_notation() -> None:
    assert sorted(CELLS, key=lambda c: (LEVEL[c], NAMES[c])) == list(CELLS)


def test_supports_and_covers_are_inverse_and_three_inside() -> None:
    for cell in CELLS:
        assert len(SUPPORTS[cell]) == (3 if LEVEL[cell] else 0)
        assert len(COVERS[cell]) == 3 - ZEROS[cell]
        assert all(cell in COVERS[support] for support in SUPPORTS[cell])
    assert BELOW[parse_cell("800")] == (None, None, None)
    assert names(SUPPORTS[parse_cell("700")]) == "800 710 701"


def test_base_has_three_corners_24_edge_and_21_interior_funnels() -> None:
    assert names(CORNERS) == "800 080 008"
    assert (len(BASE), len(EDGE_FUNNELS), len(INTERIOR_FUNNELS)) == (45, 24, 21)


def test_contacts() -> None:
    """Of every two cells: they touch by as many coordinates as differ, all of them by one."""
    assert names(sorted(NEIGHBOURS[parse_cell("800")])) == "701 710"
    for cell in CELLS:
        found: dict[int, list[int]] = {1: [], 2: [], 3: []}
        for other in CELLS:
            differences = [abs(a - b) for a, b in zip(COORDS[cell], COORDS[other], strict=True)]
            if max(differences) == 1:
                found[sum(differences)].append(other)
        for contacts, apart in ((FACE_CONTACTS, 1), (EDGE_CONTACTS, 2), (CORNER_CONTACTS, 3)):
            assert sorted(contacts[cell]) == found[apart]


def test_rows_and_outside_faces() -> None:
    assert len(ROWS) == 135
    assert sum(ZEROS) == 135
    assert all(LEVEL[row[-1]] == 0 for row in ROWS)
    assert len(plane(I, 0)) == 45
    side = [cell for cell in plane(I, 0) if LEVEL[cell] == 0]
    assert len(side) == 9
    assert {names([side[0]]), names([side[-1]])} == {"008", "080"}


def test_small_pyramids() -> None:
    assert [len(small_pyramid(parse_cell("111"), n)) for n in (1, 2, 3, 4, 5, 6)] == [1, 4, 10, 20, 35, 56]
    base_of_core = [cell for cell in small_pyramid(parse_cell("111"), 6) if LEVEL[cell] == 0]
    assert sorted(base_of_core) == sorted(INTERIOR_FUNNELS)
    assert names(c for c in small_pyramid(parse_cell("222"), 3) if LEVEL[c] == 0) == "224 233 242 323 332 422"
    assert names(corner_pyramid(J, 2)) == "071 080 170 070"
    with pytest.raises(NotationError, match="expected 1 to 1 levels"):
        small_pyramid(parse_cell("800"), 2)


def test_closure_is_the_inverted_pyramid_below_a_cell() -> None:
    assert closure(parse_cell("000"), 0) == ALL
    assert names(in_mask(closure(parse_cell("700"), mask_of(cells("800"))))) == "701 710 700"
    assert closure(parse_cell("800"), mask_of(cells("800"))) == 0
    for cell in CELLS:
        wanted = closure(cell, 0)
        assert all(not SUPPORT_MASK[below] & ~wanted for below in in_mask(wanted))


def test_contact_cells_are_the_empty_covers() -> None:
    group = mask_of(cells("800 710"))
    assert names(in_mask(contact_cells(group, group))) == "610 700"
    assert names(in_mask(contact_cells(group, group | mask_of(cells("700"))))) == "610"


def test_a_third_of_a_turn_keeps_levels_and_neighbours() -> None:
    assert names(turned(c) for c in cells("800 080 008 341")) == "080 008 800 134"
    for cell in CELLS:
        assert turned(cell, 3) == cell
        assert {turned(n) for n in NEIGHBOURS[cell]} == set(NEIGHBOURS[turned(cell)])


def test_names_read_back() -> None:
    for cell in CELLS:
        assert parse_cell(NAMES[cell]) == cell
        assert cell_at(*COORDS[cell]) == cell
    assert cell_at(8, 1, 0) is None
    assert cell_at(-1, 1, 0) is None


@pytest.mark.parametrize("text", ["", "9", "900", "333", "34", "3411", "a00", "-10"])
def test_wrong_cells_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="three digits"):
        parse_cell(text)


@pytest.mark.parametrize(
    ("united", "of_one"),
    [(all_supports, SUPPORT_MASK), (all_covers, COVER_MASK), (all_neighbours, NEIGHBOUR_MASK)],
)
def test_what_adjoins_a_mask_is_what_adjoins_its_cells(united: Callable[[int], int], of_one: tuple[int, ...]) -> None:
    rng = Random(5)
    drawn = [rng.sample(CELLS, number) for number in (2, 7, 30, 165) for _ in range(20)]
    for some in [[], *([c] for c in CELLS), *drawn]:
        assert united(mask_of(some)) == reduce(or_, (of_one[c] for c in some), 0)
