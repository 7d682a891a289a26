"""Worked examples of game 28."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import ALL, AXES, NUMBER_OF, cells, mask_of, parse_cell
from skill.lattice.notation import PLACE, STOP, parse_position
from skill.rules.games.tabula_rasa import (
    BREAKS,
    COLOURS,
    GAME,
    KINDS,
    LENGTH,
    SLAB,
    STRIDE,
    WIDTH,
    Flat,
    State,
    breakable,
    gaps,
    parts_less_holes,
    shape_of,
)
from skill.rules.shared.connected_sets import BREAK, connected_sets, union
from tests.rules.test_squeezing import groups, named

BIT_OF = {action[1]: bit for bit, action in BREAKS.items()}
L_SHAPE = shape_of(mask_of(cells("322 422 332")))


def begin(position: str = "-", **given: object) -> State:
    return GAME.begin(3, GAME.options_from({"first_player": 1, **given}), parse_position(position))  # type: ignore[dict-item]


def placed(state: State, names: str) -> State:
    for cell in cells(names):
        action = PLACE(COLOURS[state.seat - 1], cell, None)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def broken(state: State, spots: str) -> State:
    for spot in spots.split():
        action = GAME.parse(f"break {spot}")
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def piece(spots: str) -> int:
    x_y = [tuple(map(int, spot.split(","))) for spot in spots.split()]
    return mask_of(BIT_OF[spot] for spot in x_y)


def is_linked(slab: int) -> bool:
    """Whether a slab hangs together by faces, or is empty."""
    reached, before = slab & -slab, 0
    while reached != before:
        before = reached
        reached |= (reached << 1 | reached >> 1 | reached << STRIDE | reached >> STRIDE) & slab
    return reached == slab


def everywhere(shape: Flat) -> list[int]:
    """Where a shape may lie in a full slab, turned and mirrored: column by column."""
    turns = [(0, 1, 1, 1), (0, 1, 1, -1), (0, 1, -1, 1), (0, 1, -1, -1)]
    turns += [(1, 0, *signs) for _, _, *signs in turns]
    copies = set()
    for a, b, p, q in turns:
        turned = [(p * place[a], q * place[b]) for place in shape]
        low_x, low_y = min(x for x, _ in turned), min(y for _, y in turned)
        copies.add(tuple(sorted((x - low_x, y - low_y) for x, y in turned)))
    return [
        mask_of(BIT_OF[x + right, y + up] for x, y in copy)
        for copy in sorted(copies)
        for right in range(WIDTH - max(x for x, _ in copy))
        for up in range(LENGTH - max(y for _, y in copy))
    ]


def test_example_1_an_l_leans_on_a_die_but_stands_not_alone() -> None:
    assert groups("322,422,332") <= named(begin("R323").sets)
    assert {s.bit_count() for s in begin().sets} == {1}
    state = placed(begin("R323"), "422 332 322")
    assert state.chunks


def test_example_2_six_dice_make_a_small_pyramid() -> None:
    state = placed(begin("R223 R323 R233 R224"), "422 332 242 322 232 222")
    after = broken(state, "0,0 1,0 2,0 0,1 1,1 0,2")
    assert (after.seat, after.slabs[0].bit_count()) == (2, 49)
    assert is_linked(after.slabs[0])
    assert len(after.pyramid) == 10


def test_example_3_a_piece_that_cuts_off_the_corner_is_illegal() -> None:
    pieces = set(breakable(SLAB, L_SHAPE))
    assert piece("1,0 1,1 0,1") not in pieces
    assert piece("0,0 1,0 0,1") in pieces
    state = broken(placed(begin("R323"), "422 332 322"), "1,0")
    with pytest.raises(IllegalMove, match="not legal"):
        broken(state, "1,1 0,1")


def test_sizes_and_stopping_between_them() -> None:
    state = placed(begin("R223 R323 R233 R224"), "422")
    assert STOP() in GAME.moves(state)
    state = placed(state, "332")
    assert STOP() not in GAME.moves(state)
    state = placed(state, "322")
    assert STOP() in GAME.moves(state)
    stopped = GAME.play(state, STOP())
    assert {m.bit_count() for m in stopped.chunks} == {3}
    assert not stopped.sets
    assert GAME.unplaced(stopped).total() == 3 * 55 - 3


def test_first_die_may_come_from_anywhere_in_the_slab() -> None:
    state = placed(begin(), "800")
    assert len(GAME.moves(state)) == 55
    assert broken(state, "4,10").seat == 2


@pytest.mark.parametrize("spots", ["0,0 1,0 2,0 0,1 1,1 0,2", "0,0 0,1 0,2 1,2 1,3 2,3", "0,5 0,6 0,7 0,8 0,9 0,10"])
def test_all_24_ways_to_hold_a_chunk_have_one_shape(spots: str) -> None:
    """Its x and y go along two different axes of the lattice, each with either sign."""
    places = [tuple(map(int, spot.split(","))) for spot in spots.split()]
    shapes, images = set(), set()
    for (a, b), (p, q) in product(permutations(AXES, 2), product((1, -1), repeat=2)):
        flat = []
        for x, y in places:
            coords = [0, 0, 0]
            coords[a], coords[b] = p * x, q * y
            flat.append(coords)
        low = [min(c[axis] for c in flat) for axis in AXES]
        image = [NUMBER_OF[(i - low[0], j - low[1], k - low[2])] for i, j, k in flat]
        shapes.add(shape_of(mask_of(image)))
        images.add(frozenset(image))
    assert len(shapes) == 1
    (shape,) = shapes
    assert piece(spots) in set(breakable(SLAB, shape))


def test_contact_where_agreed() -> None:
    apart = 1 << parse_cell("080")
    assert apart in begin("R800").sets
    assert apart not in begin("R800", contact="touch").sets
    assert apart in begin(contact="touch").sets
    assert 1 << parse_cell("710") in begin("R800", contact="touch").sets


@pytest.mark.parametrize("contact", ["none", "touch"])
def test_what_can_stand_is_the_same_found_anew_or_from_the_last_turn(contact: str) -> None:
    state, rng, turns = begin(contact=contact), Random(contact), 0
    while GAME.to_move(state) is not None:
        if not state.built:
            occupied, turns = state.pyramid.mask, turns + 1
            assert state.standing == tuple(connected_sets(ALL, occupied, size, within) for size, within in KINDS)
        moves = [move for move in GAME.moves(state) if move != STOP()]
        state = GAME.play(state, rng.choice(moves or [STOP()]))
    assert turns > 10


def test_empty_slab_wins_at_once() -> None:
    last = (1 << BIT_OF[(2, 3)], SLAB, SLAB)
    state = begin("R800")._replace(slabs=last, sets=(1 << parse_cell("710"),))
    state = broken(placed(state, "710"), "2,3")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (0, 55, 55))


def test_slab_is_five_by_eleven_and_pieces_hang_together() -> None:
    assert SLAB.bit_count() == len(BREAKS) == 5 * LENGTH == 55
    row = piece("0,4 1,4 2,4 3,4 4,4")
    assert not is_linked(SLAB ^ row) and parts_less_holes(SLAB ^ row) == 2
    assert union(breakable(SLAB, L_SHAPE)) == SLAB
    assert BREAK((0, 10)) in BREAKS.values()


def test_holes_are_gaps_and_lie_apart_only_where_no_corners_meet() -> None:
    assert len(gaps(SLAB)) == len(gaps(0)) == 1
    assert len(gaps(SLAB ^ piece("1,1 3,1 2,4 3,5 2,10"))) == 1 + 3
    assert parts_less_holes(SLAB ^ piece("1,1 3,1 2,4 3,5 2,10")) == 1 - 3


@pytest.mark.parametrize("seed", range(20))
def test_pieces_agree_with_the_definition_until_the_slab_is_used_up(seed: int) -> None:
    """The definition: any piece that lies in a full slab, lies in this one too, and leaves one that hangs together."""
    rng, slab = Random(seed), SLAB
    shapes = ["322", "322 422 332", "122 222 322", "422 332 242 322 232 222", "000 010 020 100 120 220"]
    while slab:
        shape = shape_of(mask_of(cells(rng.choice(shapes))))
        pieces = list(breakable(slab, shape))
        assert pieces == [one for one in everywhere(shape) if not one & ~slab and is_linked(slab ^ one)]
        slab ^= rng.choice(pieces or [0])
