"""Worked examples of game 48."""

from __future__ import annotations

from functools import partial

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, cells, parse_cell
from skill.lattice.notation import parse_position
from skill.rules.games.witches_dance import GAME, LAYOUTS, State
from tests.rules import scenes


def begun(position: str | None = None, first: int = 1, layout: str = "grid") -> State:
    options = GAME.options_from({"first_player": first, "layout": layout})
    return GAME.begin(2, options, None if position is None else parse_position(position))


def texts(state: State) -> set[str]:
    return {str(move) for move in GAME.moves(state)}


played = partial(scenes.played, GAME)


def test_worked_example() -> None:
    state = begun()
    assert texts(state) == {"move 080>170", "move 080>071"}
    state = played(state, "move 080>170")
    assert str(state.pyramid[parse_cell("080")]) == str(state.pyramid[parse_cell("170")]) == "R"
    state = played(state, "move 008>107")
    assert texts(state) == {"move 170>161", "move 170>071", "move 170>350"}


def test_grid_is_the_even_funnels_without_the_starting_corners() -> None:
    assert LAYOUTS["grid"] == tuple(sorted(cells("800 620 602 440 422 404 260 242 224 206 062 044 026")))


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_have_thirteen_dice_and_a_mirror(name: str) -> None:
    layout = [COORDS[cell] for cell in LAYOUTS[name]]
    assert len(set(layout)) == 13
    assert {(i, k, j) for i, j, k in layout} == set(layout)
    assert len(begun(layout=name).pyramid) == 15


def test_who_cannot_move_is_out_and_the_other_goes_on() -> None:
    """Red is shut in at 080; green walks on alone, whoever begins."""
    walls = "K170 K071 K260 K161 K062"
    state = begun(f"R080 G008 {walls}")
    assert state.seat == 2
    state = played(state, "move 008>107", "move 107>206")
    assert (state.seat, state.fillers) == (2, (0, 2))
    lot = GAME.begin(2, GAME.options_from({}), parse_position(f"R080 G008 {walls}"))
    assert played(lot, "first 1").seat == 2


def test_game_is_over_when_neither_can_move() -> None:
    corner_j, corner_k = "K170 K071 K260 K161 K062", "K107 K017 K206 K116 K026"
    result = GAME.result(begun(f"R080 G008 {corner_j} {corner_k}"))
    assert (result.scores, result.winners) == ((0, 0), (1, 2))
    state = played(begun(f"R080 G008 {corner_j} {corner_k}".replace("K206 ", "")), "move 008>206")
    while GAME.result(state) is None:
        state = GAME.play(state, GAME.moves(state)[0])
    result = GAME.result(state)
    assert result.winners == (2,)


def test_the_other_moving_die_may_be_jumped() -> None:
    state = begun("R332 G422 K242")
    assert {"move 332>512", "move 332>152"} <= texts(state)
    assert played(state, "move 332>512").movers == cells("512 422")


def test_worth_counts_reach() -> None:
    """At 170 red can reach every empty funnel, and so can green."""
    state = begun()
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth == {"move 080>170": 0, "move 080>071": 0}
    shut_in = begun("R080 G008 K170 K071 K260 K062 K107 K206 K017")
    worth = {str(move): GAME.worth(shut_in._replace(seat=2), move, 2) for move in GAME.moves(shut_in)}
    assert worth == {"move 008>026": 35}


@pytest.mark.parametrize("position", ["R080", "R080 R008 G800", "R080 G008 B800", "R080 G800 K710 K701 K700"])
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(position)
