"""Worked examples of game 29, and every chunk of a small cube found in another way."""

from __future__ import annotations

from itertools import chain, combinations, permutations, product
from random import Random

import pytest

from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import (
    ALL,
    CELLS,
    COORDS,
    EDGE_CONTACTS,
    FACE_CONTACTS,
    NUMBER_OF,
    SUPPORTS,
    Vector,
    cells,
    in_mask,
    mask_of,
    parse_cell,
)
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import PASS, STOP, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.games.quadrula_rasa import GAME, State
from skill.rules.shared.connected_sets import BREAK, CONES, connected_sets

Chunk = tuple[frozenset[Vector], frozenset[int]]


def begin(position: Pyramid = EMPTY, players: int = 2, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}), position)  # type: ignore[dict-item]


def played(state: State, *actions: str) -> State:
    for text in actions:
        action = GAME.parse(text)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def test_example_1_corner_piece_of_ten_on_the_empty_plate() -> None:
    state = played(begin(), "aim 422", "turn 422:563", "break 0,2,3", "break 0,1,3", "break 0,0,3")
    assert state.pyramid.mask == mask_of(cells("222 322 232 223 422 332 323 242 233 224"))
    assert set(state.chunk) == {(x, y, 3 - z) for x, y, z in product(range(3), repeat=3) if x + y + z <= 2}
    assert GAME.moves(state) == [STOP()]
    after = played(state, "stop")
    assert (after.seat, GAME.scores(after)) == (2, (54, 64))


def row_open() -> Pyramid:
    """The pyramid with apex 221 without its edge: a row of four can stand in 224, 223, 222, 221."""
    return Pyramid((c, Die("R")) for c in in_mask(CONES[parse_cell("221")] & ~mask_of(cells("221 222 223 224"))))


def test_example_2_a_die_brings_those_above_it() -> None:
    held = played(begin(row_open()), "aim 224", "turn 224:654")
    assert BREAK((0, 0, 0)) not in GAME.moves(held)
    state = played(held, "break 0,0,3")
    assert state.chunk == ((0, 0, 3),)
    assert STOP() in GAME.moves(state)
    column = played(state, "break 0,0,2", "break 0,0,1", "break 0,0,0")
    assert column.pyramid.mask == CONES[parse_cell("221")]
    assert column.cube[0] == 0


def test_column_comes_out_with_its_lowest_die() -> None:
    """Held the other way round the lowest die of the column leads, and three more follow it."""
    state = played(begin(row_open()), "aim 224", "turn 224:563")
    assert played(state, "break 0,0,0").chunk == ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))


def test_sizes_that_can_stand_on_the_empty_plate() -> None:
    assert [size for size in range(1, 11) if connected_sets(ALL, 0, size)] == [1, 4, 7, 9, 10]


def test_125_is_for_two() -> None:
    assert GAME.scores(begin(cube=125)) == (125, 125)
    with pytest.raises(UnknownName, match="players 3"):
        begin(players=3, cube=125)


def linked(places: frozenset[Vector]) -> bool:
    reached, waiting = set[Vector](), [min(places)]
    for x, y, z in waiting:
        if (x, y, z) in places and (x, y, z) not in reached:
            reached.add((x, y, z))
            waiting += [(x + s, y, z) for s in (-1, 1)] + [(x, y + s, z) for s in (-1, 1)]
            waiting += [(x, y, z + s) for s in (-1, 1)]
    return len(reached) == len(places)


def sign(order: tuple[int, ...]) -> int:
    return (-1) ** sum(order[a] > order[b] for a, b in combinations(range(3), 2))


ROTATIONS = [
    (order, signs)
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3))
    if sign(order) * signs[0] * signs[1] * signs[2] == 1
]
"""x, y, z go along the lattice axes `order`, each with its sign; both frames are right-handed."""


def all_chunks(state: State) -> set[Chunk]:
    """What may be broken off and placed, straight from the definition."""
    heights = {divmod(column, state.edge): height for column, height in enumerate(state.cube)}
    dice = [(x, y, z) for (x, y), height in heights.items() for z in range(height)]
    standing = state.pyramid.mask
    contacts = (
        FACE_CONTACTS if state.contact == "face" else [f + e for f, e in zip(FACE_CONTACTS, EDGE_CONTACTS, strict=True)]
    )
    found = set()
    for chosen in chain.from_iterable(combinations(dice, n) for n in range(1, min(len(dice), 10) + 1)):
        chunk = frozenset(chosen)
        lifts_out = all((x, y, above) in chunk for x, y, z in chunk for above in range(z, heights[x, y]))
        if not lifts_out or not linked(chunk):
            continue
        for (order, signs), cell in product(ROTATIONS, CELLS):
            image = [placed_at(place, chosen[0], order, signs, cell) for place in chosen]
            if any(c is None or standing >> c & 1 for c in image):
                continue
            filled = {c for c in image if c is not None}
            stands = all(standing >> s & 1 or s in filled for c in filled for s in SUPPORTS[c])
            if stands and any(standing >> near & 1 for c in filled for near in contacts[c]):
                found.add((chunk, frozenset(filled)))
    return found


def placed_at(place: Vector, first: Vector, order: tuple[int, ...], signs: tuple[int, ...], cell: int) -> int | None:
    coords = list(COORDS[cell])
    for axis, s, here, origin in zip(order, signs, place, first, strict=True):
        coords[axis] += s * (here - origin)
    return NUMBER_OF.get((coords[0], coords[1], coords[2]))


def chunks_by_play(state: State) -> set[Chunk]:
    """What the actions of one turn lead to."""
    found, seen, waiting = set(), set(), [state]
    while waiting:
        here = waiting.pop()
        for action in GAME.moves(here):
            after = GAME.play(here, action)
            if after.seat != state.seat:
                found.add((frozenset(here.chunk), frozenset(in_mask(here.pyramid.mask & ~state.pyramid.mask))))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


@pytest.mark.parametrize("contact", ["touch", "face"])
@pytest.mark.parametrize(
    "heights", [{(0, 0): 2, (1, 0): 1, (0, 1): 1}, {(0, 0): 1, (1, 0): 3, (1, 1): 2}, {(0, 0): 2, (2, 2): 1}]
)
def test_play_reaches_exactly_the_legal_chunks(contact: str, heights: dict[tuple[int, int], int]) -> None:
    state = begin(parse_position("R431 R422 R332 R323 R322 R233 R800 R710"), contact=contact)
    cube = tuple(heights.get(divmod(column, 4), 0) for column in range(16))
    state = state._replace(cubes=(cube, state.cubes[1]))
    legal = {
        chunk for chunk in all_chunks(state) if len(chunk[0]) < sum(cube)
    }  # taking all ends the game before a stop
    assert {chunk for chunk in chunks_by_play(state) if len(chunk[0]) < sum(cube)} == legal
    assert legal


def test_contact_by_face_where_agreed() -> None:
    lone = parse_position("R440")
    assert len(GAME.moves(begin(lone))) == 4  # its neighbours on the plate touch it by an edge
    assert {str(m) for m in GAME.moves(begin(lone, contact="face"))} == {"aim 340", "aim 430"}
    assert played(begin(lone, contact="face"), "aim 430").faces is None


def test_pass_when_nothing_can_be_placed_and_the_fewest_left_win() -> None:
    one_die = (1, *(0,) * 15)
    state = begin(parse_position("R440"), contact="face")
    state = state._replace(cubes=(one_die, (1, 1, *(0,) * 14)))
    for _ in range(2):
        assert GAME.moves(state) == [PASS()]
        state = GAME.play(state, PASS())
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (1, 2))


def test_empty_cube_wins_at_once() -> None:
    state = begin(parse_position("R440"))._replace(cubes=((1, *(0,) * 15), (4,) * 16))
    state = played(state, "aim 431", "turn 431:321", "break 0,0,0")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (0, 64))


def test_a_die_under_others_is_refused_alone() -> None:
    state = played(begin(), "aim 800", "turn 800:321")
    with pytest.raises(IllegalMove, match="not legal"):
        played(state, "break 0,0,0")


def test_a_beginning_with_other_colours_or_with_faces_is_refused() -> None:
    for wrong in (Die("P"), Die("R", ORIENTATIONS[0])):
        with pytest.raises(IllegalMove, match="without orientation"):
            begin(Pyramid([(parse_cell("800"), wrong)]))


def test_a_large_piece_is_found_for_each_way_to_hold_the_cube_and_may_be_built_in() -> None:
    state, rng = begin(), Random(3)
    for _ in range(6):
        aim = rng.choice(GAME.moves(state))
        best, *steps = GAME.rest_of(state, aim)
        aimed, sizes = GAME.play(state, aim), {}
        assert steps == [*GAME.rest_of(aimed, best)]
        for way in GAME.moves(aimed):
            after, *further = GAME.play(aimed, way), *GAME.rest_of(aimed, way)
            for step in further:
                assert step in GAME.moves(after)
                sizes[way], after = len(after.chunk), GAME.play(after, step)
            assert after.seat != state.seat
            assert GAME.offered(aimed, way).values["count"] == sizes[way]
            if way == best:
                further_on = after
        assert sizes[best] == max(sizes.values())
        assert GAME.scores(state)[state.seat - 1] - GAME.scores(further_on)[state.seat - 1] == sizes[best]
        state = further_on
