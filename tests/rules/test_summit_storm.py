"""Worked examples of game 24."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, cells, parse_cell
from skill.lattice.notation import PLACE, parse_position
from skill.rules.game import CHANCE
from skill.rules.games.summit_storm import COLOURS, GAME
from tests.rules.playouts import playout

SEAT_1_FIRST = GAME.options_from({"first_player": 1})


@pytest.mark.parametrize(
    ("supports", "colour"), [("RGR", "R"), ("GGG", "K"), ("KKK", "R"), ("RRR", "G"), ("GKK", "K"), ("GGK", "G")]
)
def test_example_1_majority_and_the_left_neighbour(supports: str, colour: str) -> None:
    base = " ".join(c + cell for c, cell in zip(supports, ("422", "332", "323"), strict=True))
    state = GAME.begin(3, SEAT_1_FIRST, parse_position(base))
    assert str(state.pyramid[parse_cell("322")]) == colour
    assert GAME.to_move(state) == 1


def test_example_1_three_colours_roll_and_the_highest_roll_again() -> None:
    state = GAME.begin(3, SEAT_1_FIRST, parse_position("R422 G332 K323"))
    assert GAME.to_move(state) is CHANCE
    assert len(GAME.moves(state)) == 216
    for roll in ("rolls R3,G6,K6", "rolls G2,K5"):
        GAME.check(state, GAME.parse(roll), CHANCE)
        state = GAME.play(state, GAME.parse(roll), CHANCE)
    assert str(state.pyramid[parse_cell("322")]) == "K"
    assert GAME.to_move(state) == 1


def test_those_who_did_not_tie_roll_no_more() -> None:
    state = GAME.begin(3, SEAT_1_FIRST, parse_position("R422 G332 K323"))
    state = GAME.play(state, GAME.parse("rolls R3,G6,K6"), CHANCE)
    assert len(GAME.moves(state)) == 36
    with pytest.raises(IllegalMove):
        GAME.check(state, GAME.parse("rolls R2,K5"), CHANCE)


def test_example_2_whole_game_in_ascending_order_red_winning_every_dice_off() -> None:
    state = GAME.begin(3, SEAT_1_FIRST)
    dice_offs = 0
    for turn, cell in enumerate(BASE):
        action = PLACE(COLOURS[turn % 3], cell, None)
        GAME.check(state, action, turn % 3 + 1)
        state = GAME.play(state, action)
        while GAME.to_move(state) is CHANCE:
            state = GAME.play(state, GAME.parse("rolls R6,G1,K1"), CHANCE)
            dice_offs += 1
    assert dice_offs == 19
    assert [len(state.pyramid.cells_of(colour)) for colour in COLOURS] == [85, 56, 24]
    assert str(state.pyramid[parse_cell("000")]) == "R"
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((69, 47, 19), (1,))


def test_dice_are_placed_on_the_base_only_and_by_their_own_colour() -> None:
    state = GAME.begin(3, SEAT_1_FIRST, parse_position("R422 R332"))
    for wrong in ("place G800", "place R422", "place R412"):
        with pytest.raises(IllegalMove):
            GAME.check(state, GAME.parse(wrong), 1)


def test_dice_offs_are_rolled_in_filling_order() -> None:
    """Both `412` and `322` wait for `422`; the smaller cell number is filled first."""
    state = GAME.begin(3, SEAT_1_FIRST, parse_position("G332 K323 G512 K413"))
    state = GAME.play(state, PLACE("R", parse_cell("422"), None))
    state = GAME.play(state, GAME.parse("rolls R1,G6,K1"), CHANCE)
    first, second = cells("322 412")
    assert str(state.pyramid[first]) == "G"
    assert second not in state.pyramid


def test_every_random_game_fills_the_pyramid() -> None:
    *_, (state, _, _) = playout(GAME, 3, 3)
    assert sum(GAME.scores(state)) == 135


def test_position_with_another_colour_is_refused() -> None:
    with pytest.raises(IllegalMove, match="red, green and black"):
        GAME.begin(3, GAME.options_from({}), parse_position("B422"))
