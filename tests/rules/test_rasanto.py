"""Worked examples of game 23."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PLACE, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.rasanto import COLOURS, GAME


def test_example_1_majority_and_the_other_colour() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), parse_position("R422 R332 G242 G323 R233"))
    state = GAME.play(state, PLACE("R", parse_cell("224"), None))
    filled = {cell: str(state.pyramid[parse_cell(cell)]) for cell in ("322", "232", "223", "222")}
    assert filled == {"322": "R", "232": "R", "223": "R", "222": "G"}


@pytest.mark.parametrize("fill", ["immediate", "deferred"])
def test_example_2_whole_game_in_ascending_order(fill: str) -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1, "fill": fill}))
    for turn, cell in enumerate(BASE):
        action = PLACE(COLOURS[turn % 2], cell, None)
        GAME.check(state, action, turn % 2 + 1)
        state = GAME.play(state, action)
    assert (len(state.pyramid.cells_of("R")), len(state.pyramid.cells_of("G"))) == (85, 80)
    assert str(state.pyramid[parse_cell("000")]) == "R"
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((73, 62), (1,))


def test_nothing_fills_before_the_base_is_complete_when_deferred() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1, "fill": "deferred"}))
    for turn, cell in enumerate(BASE[:-1]):
        state = GAME.play(state, PLACE(COLOURS[turn % 2], cell, None))
        assert len(state.pyramid) == turn + 1
    assert GAME.play(state, PLACE("R", BASE[-1], None)).pyramid.is_complete


def test_position_with_an_open_funnel_above_the_base_is_filled_at_once() -> None:
    state = GAME.begin(2, GAME.options_from({}), parse_position("R422 R332 G323"))
    assert str(GAME.pyramid(state)) == "G323 R332 R422 R322"


def test_position_with_another_colour_is_refused() -> None:
    with pytest.raises(IllegalMove, match="red and green"):
        GAME.begin(2, GAME.options_from({}), parse_position("K422"))


def test_deferred_filling_begins_at_once_over_a_full_base() -> None:
    full = Pyramid((cell, Die("R")) for cell in BASE)
    assert GAME.pyramid(GAME.begin(2, GAME.options_from({"fill": "deferred"}), full)).is_complete
