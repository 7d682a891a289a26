"""Worked examples of game 32."""

from __future__ import annotations

from itertools import combinations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import ALL, CELLS, COVERS, FACE_CONTACTS, ZEROS, cells, in_mask, mask_of, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PLACE, STOP
from skill.lattice.pyramid import Pyramid
from skill.rules.games.triops import COLOURS, GAME, State, best_die, joined
from skill.rules.shared.connected_sets import CONES, longest_row
from tests.rules.test_squeezing import groups, named


def begin(players: int = 2, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}))  # type: ignore[dict-item]


def placed(state: State, names: str) -> State:
    for cell in cells(names):
        action = PLACE(COLOURS[state.seat - 1], cell, None)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def heap(mask: int, colour: str = "R") -> Pyramid:
    return Pyramid((c, Die(colour)) for c in in_mask(mask))


@pytest.mark.parametrize(
    ("start", "threes"),
    [
        ("800", "700,710,701"),
        ("440", "430,530,431 340,350,341"),
        ("332", "331,431,341 322,422,323 232,242,233"),
    ],
)
def test_example_1_second_turn(start: str, threes: str) -> None:
    state = placed(begin(), start)
    assert state.seat == 2
    assert named(state.sets) == groups(threes)


def test_example_2_positions_of_threes_and_pairs() -> None:
    pairs = {frozenset((c, there)) for c in CELLS for there in FACE_CONTACTS[c]}
    threes = {frozenset((a, c, b)) for c in CELLS for a, b in combinations(FACE_CONTACTS[c], 2)}
    rows = [three for three in threes if longest_row(mask_of(three)) == 3]
    assert (len(threes) - len(rows), len(rows), len(pairs)) == (1116, 252, 360)


def test_example_3_outside_faces() -> None:
    assert [ZEROS[c] for c in cells("700 710 701 080")] == [2, 1, 1, 2]
    state = placed(placed(begin(), "800"), "710 701 700")
    assert GAME.scores(state) == (2, 4)


def row_ready() -> Pyramid:
    """A heap on which the row 700, 600, 500 can stand."""
    return heap(CONES[parse_cell("500")] & ~mask_of(cells("700 600 500")))


@pytest.mark.parametrize(("bonus", "may_stop"), [("must", False), ("may", True)])
def test_bonus_die_after_a_row(bonus: str, may_stop: bool) -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1, "bonus": bonus}), row_ready())
    state = placed(state, "700 600 500")
    assert (state.seat, state.is_bonus) == (1, True)
    moves = GAME.moves(state)
    assert {m[2] for m in moves if m.verb == "place"} == set(state.pyramid.funnels())
    assert (STOP() in moves) == may_stop
    assert placed(state, "080").seat == 2
    if may_stop:
        assert GAME.play(state, STOP()).seat == 2
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("R", parse_cell("000"), None), 1)


def test_no_bonus_after_an_l() -> None:
    assert placed(placed(begin(), "800"), "710 701 700").seat == 1


def test_isolated_bonus_die_is_no_contact_until_faces_join_it() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), row_ready())
    state = placed(state, "700 600 500 260")
    apart = 1 << parse_cell("260")
    assert not state.main & apart
    assert not any(s & mask_of(COVERS[parse_cell("260")]) for s in state.sets)


def test_die_that_bridges_joins_what_stood_apart() -> None:
    apart = mask_of(cells("440 350 341 233"))
    main = 1 << parse_cell("440")
    assert joined(main, parse_cell("331"), apart | 1 << parse_cell("331")) == main
    assert joined(main, parse_cell("340"), apart | 1 << parse_cell("340")) == mask_of(cells("440 350 341 340"))


@pytest.mark.parametrize(("missing", "size"), [("000 100 010", 3), ("000 100", 2), ("000", 1)])
def test_pair_only_without_a_three_and_single_only_without_a_pair(missing: str, size: int) -> None:
    options = GAME.options_from({"first_player": 1})
    state = GAME.begin(2, options, heap(ALL & ~mask_of(cells(missing))))
    assert {s.bit_count() for s in state.sets} == {size}


def test_whole_game_ends_complete_with_135_faces() -> None:
    state = begin(3)
    while GAME.to_move(state) is not None:
        state = GAME.play(state, GAME.moves(state)[-1])
    result = GAME.result(state)
    assert result is not None
    assert sum(result.scores) == 135


def test_position_with_a_third_colour_is_refused_between_two() -> None:
    with pytest.raises(IllegalMove, match="dice of R, G"):
        GAME.begin(2, GAME.options_from({}), heap(1, "K"))


@pytest.mark.parametrize("row", ["700 600 500", "070 060 050", "007 006 005"])
def test_the_first_row_on_a_position_earns_its_bonus_in_every_corner(row: str) -> None:
    """Only dice that were placed in the turn count as its row, none that lay there before."""
    below = CONES[cells(row)[-1]] & ~mask_of(cells(row))
    state = placed(GAME.begin(2, GAME.options_from({"first_player": 1}), heap(below)), row)
    assert (state.seat, state.is_bonus) == (1, True)


def test_no_single_die_is_best_where_none_can_be_placed() -> None:
    full = Pyramid((cell, Die("R")) for cell in CELLS)
    assert best_die(full) == 0
    assert best_die(full.remove(parse_cell("000"))) == 3


def test_each_die_of_a_turn_has_a_sentence_of_its_own() -> None:
    state, said = begin(), []
    for name in ["800", "710", "701", "700"]:
        said.append(GAME.deciding_rule(state, {"place"}))
        state = placed(state, name)
    row = GAME.begin(2, GAME.options_from({"first_player": 1}), row_ready())
    bonus = placed(row, "700 600 500")
    texts = [rule.text for rule in [*said, GAME.deciding_rule(bonus, {"place"})] if rule]
    assert [text.split(":")[0] for text in texts] == [
        "The start die",
        "Put the first of three dice",
        "Put the second of your three dice",
        "Put the last of your three dice",
        "Your row earned a bonus die",
    ]


def test_a_place_tells_before_it_is_filled_that_a_row_can_stand_there() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), row_ready())
    first, second, last = cells("700 600 500")
    assert first in GAME.labels(state, 1) and not GAME.labels(state, 2)
    state = placed(placed(state, "700"), "600")
    assert last in GAME.labels(state, 1)
    assert {*GAME.labels(state, 1)} <= {move[2] for move in GAME.moves(state)}
    offered = GAME.offered(state, PLACE("R", last, None))
    assert offered and offered.text == "Last of three: a row, then a bonus die"
    assert second not in GAME.labels(state, 1)


@pytest.mark.parametrize(("missing", "begins"), [("000 100", "No three dice fit"), ("000", "Only a single die fits")])
def test_a_pair_and_a_single_die_are_asked_for_as_such(missing: str, begins: str) -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), heap(ALL & ~mask_of(cells(missing))))
    rule = GAME.deciding_rule(state, {"place"})
    assert rule and rule.text.startswith(begins)
