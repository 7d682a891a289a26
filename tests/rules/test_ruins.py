"""Worked examples of game 25."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, CELLS, NAMES, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PLACE, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.ruins import COLOURS, GAME, State, filled

SEAT_1_FIRST = GAME.options_from({"first_player": 1})


@pytest.mark.parametrize(("third", "fills"), [("G", "K"), ("K", "G"), ("R", "G")])
def test_example_1_the_missing_colour_or_the_left_neighbour_fills(third: str, fills: str) -> None:
    seat = COLOURS.index(third) + 1
    state = GAME.begin(3, GAME.options_from({"first_player": seat}), parse_position("R422 R332"))
    action = GAME.parse(f"place {third}323")
    GAME.check(state, action, seat)
    state = GAME.play(state, action)
    assert str(state.pyramid) == f"{third}323 R332 R422 {fills}322"


def test_example_1_three_colours_stay_open() -> None:
    state = GAME.begin(3, GAME.options_from({"first_player": 3}), parse_position("R422 G332"))
    state = GAME.play(state, GAME.parse("place K323"))
    assert str(state.pyramid) == "K323 G332 R422"
    assert GAME.to_move(state) == 1
    assert "place R322" not in map(str, GAME.moves(state))


def test_example_2_whole_game_in_ascending_order() -> None:
    state = GAME.begin(3, SEAT_1_FIRST)
    for turn, cell in enumerate(BASE):
        action = PLACE(COLOURS[turn % 3], cell, None)
        GAME.check(state, action, turn % 3 + 1)
        state = GAME.play(state, action)
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((27, 24, 25), (1,))
    assert (len(state.pyramid), len(state.pyramid.funnels())) == (76, 12)


def test_a_die_stands_beside_another_once_there_is_one() -> None:
    state = GAME.begin(3, SEAT_1_FIRST)
    assert len(GAME.moves(state)) == 45
    state = GAME.play(state, PLACE("R", parse_cell("800"), None))
    assert [str(move) for move in GAME.moves(state)] == ["place G701", "place G710"]


def test_the_55th_die_ends_the_game_before_further_fills() -> None:
    """Green lacks one die and two funnels over three red dice wait: only the smaller cell is filled."""
    pyramid = parse_position("R008 R017 R107 R800 R710 R701")
    waiting = State(pyramid, 1, (6.0, 54.0, 0.0))
    state = filled(waiting, [cell for cell, _ in pyramid])
    assert [NAMES[cell] for cell in state.pyramid.cells_of("G")] == ["007"]
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((2,), (6, 55, 0))


def test_position_with_more_dice_than_the_box_is_refused() -> None:
    with pytest.raises(IllegalMove, match="55 at most"):
        GAME.begin(3, SEAT_1_FIRST, Pyramid((cell, Die("R")) for cell in CELLS[:60]))
    with pytest.raises(IllegalMove, match="colour B"):
        GAME.begin(3, SEAT_1_FIRST, parse_position("B800"))
