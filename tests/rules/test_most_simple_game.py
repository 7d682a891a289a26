"""Worked examples and rulings of game 10."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, COORDS, LEVEL, cells, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PLACE, ROLL, STOP, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.most_simple_game import GAME
from skill.rules.shared.rolled import State


def begun(position: str = "-", players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def placed(state: State, names: str) -> State:
    for cell in cells(names):
        action = PLACE("RGK"[state.seat - 1], cell, None)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def test_example_1_a_roll_of_four_on_the_empty_plate() -> None:
    state = GAME.play(begun(), ROLL(4))
    assert len(GAME.moves(state)) == 45
    state = placed(state, "800 710 701")
    assert state.seat == 1
    assert len(GAME.moves(state)) == 43
    assert PLACE("R", parse_cell("700"), None) in GAME.moves(state)
    state = placed(state, "700")
    assert (state.seat, GAME.to_move(state)) == (2, CHANCE)


def by_planes() -> Pyramid:
    return Pyramid((c, Die("R" if i == 0 else "G" if j == 0 else "K")) for c in CELLS for i, j, _ in [COORDS[c]])


def by_levels() -> Pyramid:
    return Pyramid((c, Die("R" if LEVEL[c] < 2 else "G" if LEVEL[c] < 4 else "K")) for c in CELLS)


@pytest.mark.parametrize(("pyramid", "faces"), [(by_planes(), (63, 44, 28)), (by_levels(), (51, 39, 45))])
def test_examples_2_and_3_faces_of_complete_pyramids(pyramid: Pyramid, faces: tuple[int, ...]) -> None:
    result = GAME.result(GAME.begin(3, GAME.options_from({"first_player": 1}), pyramid))
    assert (result.scores, result.winners) == (faces, (1,))
    assert sum(faces) == 135


def test_exact_placing_has_no_stop_and_up_to_only_after_the_first_die() -> None:
    assert STOP() not in GAME.moves(placed(GAME.play(begun(), ROLL(3)), "800"))
    state = GAME.play(begun(placing="up_to"), ROLL(3))
    assert STOP() not in GAME.moves(state)
    state = placed(state, "800")
    assert STOP() in GAME.moves(state)
    state = GAME.play(state, STOP())
    assert (state.seat, GAME.to_move(state)) == (2, CHANCE)


def without(names: str) -> str:
    """The complete pyramid, red on the two lowest levels and one more, green above, with these cells empty."""
    gaps = cells(names)
    return str(Pyramid((c, Die("R" if LEVEL[c] < 2 or c == 81 else "G")) for c in CELLS if c not in gaps))


def test_rest_of_a_roll_lapses_when_the_pyramid_is_complete() -> None:
    state = placed(GAME.play(begun(without("000")), ROLL(6)), "000")
    assert GAME.result(state) is not None


def test_duty_is_cut_to_the_supply_and_who_has_none_is_passed_over() -> None:
    state = begun(without("000 100 010 001 200 110 101"), players=2)
    assert state.supplies == (8, 14)
    state = GAME.play(state._replace(supplies=(2, 20)), ROLL(5))
    assert state.left == 2
    state = placed(state, "200 110")
    assert state.supplies == (0, 20)
    state = placed(GAME.play(state, ROLL(1)), "101")
    assert (state.seat, GAME.to_move(state)) == (2, CHANCE)


def test_a_die_must_stand_in_a_funnel_and_be_ones_own() -> None:
    state = GAME.play(begun(), ROLL(1))
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("R", parse_cell("700"), None), 1)
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("G", parse_cell("800"), None), 1)


def test_black_dice_are_refused_with_two_players_and_pips_always() -> None:
    with pytest.raises(IllegalMove, match="colour K"):
        begun("K800", players=2)
    with pytest.raises(IllegalMove, match="without orientation"):
        begun("R800:321")


def test_hint_prefers_the_edge_and_then_what_opens_least_to_the_next_player() -> None:
    state = GAME.play(begun("R080 G170"), ROLL(1))
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert max(worth.values()) == worth["place R800"] == 2
    assert worth["place R071"] < worth["place R305"]  # it opens 070


def test_the_outlook_counts_what_dice_will_show_in_the_end() -> None:
    """A die within the complete pyramid shows nothing then, though it is seen now."""
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), parse_position("R332 G800"))
    assert GAME.scores(state)[0] > 0
    assert GAME.outlook(state) == (0.0, 2.0)
