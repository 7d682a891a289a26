"""The pyramid and its motions, each as position text, motion, position text."""

from __future__ import annotations

import pickle
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill.errors import IllegalMove
from skill.lattice.cells import (
    ALL,
    AXES,
    BASE_MASK,
    CELLS,
    COORDS,
    COVERS,
    LEVEL,
    NAMES,
    NUMBER_OF,
    ZEROS,
    parse_cell,
)
from skill.lattice.dice import COLOUR_NAMES, ORIENTATIONS, Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid, right_angle_ends

FULL = Pyramid((cell, Die("R")) for cell in CELLS)


def random_heap(seed: int) -> Pyramid:
    """A heap grown by placing up to 165 random dice in random funnels."""
    rng = Random(seed)
    heap = EMPTY
    for _ in range(rng.randint(0, 165)):
        faces = rng.choice([None, *ORIENTATIONS])
        heap = heap.place(rng.choice(heap.funnels()), Die(rng.choice(list(COLOUR_NAMES)), faces))
    return heap


HEAPS = st.integers(0, 10_000).map(random_heap)


def names(some: object) -> str:
    return " ".join(NAMES[c] for c in some)  # type: ignore[attr-defined]


@given(HEAPS)
def test_funnels_and_free_dice_follow_the_definition(heap: Pyramid) -> None:
    for cell in CELLS:
        i, j, k = COORDS[cell]
        below = [parse_cell(f"{i + a}{j + b}{k + c}") for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1)) if LEVEL[cell]]
        assert heap.is_funnel(cell) == (cell not in heap and all(c in heap for c in below))
        assert heap.is_free(cell) == (cell in heap and not any(c in heap for c in COVERS[cell]))
    assert heap.funnels() == [c for c in CELLS if heap.is_funnel(c)]
    assert heap.free() == [c for c in CELLS if heap.is_free(c)]
    assert heap.sliding() == [c for c in CELLS if c in heap and sum(heap.is_bare(c, a) for a in AXES) >= 2]


@given(HEAPS)
def test_colours_are_counted_and_remain_without_pips(heap: Pyramid) -> None:
    assert heap.plain() == Pyramid((cell, Die(die.colour)) for cell, die in heap)
    for colour in COLOUR_NAMES:
        assert heap.count_of(colour) == len(heap.cells_of(colour)) == [die.colour for _, die in heap].count(colour)


@given(HEAPS)
def test_text_and_pickle_read_back(heap: Pyramid) -> None:
    assert parse_position(str(heap)) == heap
    assert str(parse_position(str(heap))) == str(heap)
    copy = pickle.loads(pickle.dumps(heap))
    assert (copy, hash(copy), copy.mask) == (heap, hash(heap), heap.mask)


@given(HEAPS)
def test_a_slide_keeps_every_other_die_and_leaves_a_heap_that_stands(heap: Pyramid) -> None:
    for cell in heap.sliding():
        after = heap.slide(cell)
        assert len(after) == len(heap) - 1
        assert not after.hanging()
        moved = {c for c in CELLS if heap[c] != after[c]}
        axis = heap.slide_axis(cell)
        if axis is None:
            assert moved == {cell}
        else:
            assert all(COORDS[c][a] == COORDS[cell][a] for c in moved for a in AXES if a != axis)


def test_full_pyramid() -> None:
    assert FULL.is_complete
    assert FULL.mask == ALL
    assert names(FULL.free()) == "000"
    assert names(FULL.sliding()) == "008 080 800 " + names(c for c in CELLS if LEVEL[c] > 0 and COORDS[c].count(0) >= 2)
    assert FULL.outside_tally() == {"R": 135}
    assert sum(FULL.is_visible(c) for c in CELLS) == 165 - 56


def test_outside_tally_of_an_incomplete_heap_counts_the_first_die_of_each_row() -> None:
    heap = parse_position("R422 R332 R323 G322")
    assert heap.outside_tally() == {"R": 6, "G": 3}


def test_funnel_numbers() -> None:
    heap = parse_position("R800:315 R710:132 R701:145")
    assert heap.funnel_numbers(parse_cell("700")) == (3, 3, 5)


def test_pulling_a_corner_slides_the_whole_edge() -> None:
    after = FULL.slide(parse_cell("800"))
    assert [NAMES[c] for c in CELLS if c not in after] == ["000"]
    coloured = parse_position("R800:654 G710 G701 K700:321 B620 B611 B602 B610 B601 O600:132")
    assert str(coloured.slide(parse_cell("800"))) == "B602 B611 B620 G701 G710 K800:321 B601 B610 O700:132"


def test_tip_turns_the_die() -> None:
    assert str(parse_position("R350:623").tip(parse_cell("350"), parse_cell("341"))) == "R341:635"
    assert str(parse_position("R341:623").tip(parse_cell("341"), parse_cell("350"))) == "R350:642"


@pytest.mark.parametrize(
    ("heap", "cell", "expected"),
    [
        # on an otherwise empty plate: exactly the six adjacent funnels, two steps each
        ("R332", "332", {"242": 2, "233": 2, "422": 2, "323": 2, "431": 2, "341": 2}),
        ("R800", "800", {"710": 2, "701": 2}),
        # over a lone neighbour: the straight jump
        ("R332 G323", "332", {"242": 2, "233": 2, "422": 2, "431": 2, "341": 2, "314": 4}),
        # up from the base into a funnel of level 1 beside the die's own stack
        ("R512 G422 G332 G323", "512", {"602": 2, "521": 2, "611": 2, "503": 2, "322": 3, "413": 2}),
    ],
)
def test_right_angle_moves(heap: str, cell: str, expected: dict[str, int]) -> None:
    found = parse_position(heap).right_angle_moves(parse_cell(cell))
    assert {NAMES[c]: steps for c, steps in found.items()} == expected


def second_definition(heap: Pyramid, cell: int) -> dict[int, int]:
    """Right-angle moves path by path: every u and d of the model's definition, tried one by one."""
    lifted, found = heap.remove(cell), {}
    for a, b in permutations(AXES, 2):
        for u in range(1, 9):

            def place(up: int, down: int, a: int = a, b: int = b) -> tuple[int, ...]:
                return tuple(x - up * (axis == a) + down * (axis == b) for axis, x in enumerate(COORDS[cell]))

            solid = place(u - 1, 1)
            if sum(solid) != 9 and NUMBER_OF.get(solid, cell) not in lifted:  # type: ignore[call-overload]
                continue
            for d in range(1, 9):
                way = [NUMBER_OF.get(place(u, n)) for n in range(1, d + 1)]  # type: ignore[call-overload]
                if any(c is None or c in lifted for c in way):
                    break
                if lifted.is_funnel(way[-1]):
                    found[way[-1]] = min(u + d, found.get(way[-1], 99))
    return found


def check_right_angle_moves(heap: Pyramid) -> None:
    for cell in heap.free():
        assert heap.right_angle_moves(cell) == second_definition(heap, cell), (str(heap), NAMES[cell])


@pytest.mark.parametrize("seed", range(15))
def test_right_angle_moves_agree_with_the_definition_path_by_path(seed: int) -> None:
    check_right_angle_moves(random_heap(seed))


def test_right_angle_moves_end_where_the_definition_lets_them() -> None:
    """In any heap: so far up along one axis, and so far down along another."""
    for cell in CELLS:
        ends = set()
        for (a, b), up, down in product(permutations(AXES, 2), range(1, 9), range(1, 9)):
            to = tuple(x - up * (axis == a) + down * (axis == b) for axis, x in enumerate(COORDS[cell]))
            ends |= {(NUMBER_OF[to], up + down)} if to in NUMBER_OF else set()  # type: ignore[index]
        assert right_angle_ends(cell) == ends


@pytest.mark.slow
def test_right_angle_moves_agree_with_the_definition_on_ten_thousand_heaps() -> None:
    for seed in range(10_000):
        check_right_angle_moves(random_heap(seed))


def test_place_refuses_what_cannot_stand() -> None:
    for cell, why in (("700", "supports"), ("800", "a die stands there")):
        with pytest.raises(IllegalMove, match=why):
            parse_position("R800").place(parse_cell(cell), Die("R"))
    with pytest.raises(IllegalMove, match="no die can stand at 700"):
        Pyramid([(parse_cell("700"), Die("R"))])
    with pytest.raises(IllegalMove, match="two of its upper faces"):
        FULL.slide(parse_cell("440"))
    with pytest.raises(IllegalMove, match="no neighbours"):
        parse_position("R800").tip(parse_cell("800"), parse_cell("080"))


def test_moving_into_a_funnel_that_rests_on_the_die_itself_is_refused() -> None:
    with pytest.raises(IllegalMove, match="supports"):
        parse_position("R800 R710 R701").move(parse_cell("800"), parse_cell("700"))


def test_turning_the_plate_turns_cells_and_faces() -> None:
    assert str(parse_position("R800:654 G341").turned()) == "R080:465 G134"
    heap = random_heap(3)
    assert heap.turned().turned().turned() == heap


def test_place_and_remove_are_inverse() -> None:
    heap = random_heap(5)
    for cell in heap.funnels():
        assert heap.place(cell, Die("G")).remove(cell) == heap
    assert len(EMPTY.funnels(BASE_MASK)) == 45


def test_who_shows_an_outside_face_is_who_has_a_point_in_the_tally() -> None:
    heap = parse_position("R422 R332 R323 G322")
    assert heap.outside("G") == [parse_cell("322")]
    assert [NAMES[cell] for cell in heap.outside("R")] == ["323", "332", "422"]
    assert len(FULL.outside("R")) == sum(zeros > 0 for zeros in ZEROS)
