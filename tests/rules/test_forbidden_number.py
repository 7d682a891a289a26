"""Worked example and rulings of game 12."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import parse_cell
from skill.lattice.notation import PLACE, ROLL, STOP, parse_position
from skill.rules.game import CHANCE
from skill.rules.games.forbidden_number import FORBID, GAME
from skill.rules.shared.rolled import State

EXAMPLE = "R422 R332 G323 R322 R800"


def begun(position: str = "-", **given: object) -> State:
    options = GAME.options_from({"first_player": 1, "forbidden": 2, **given})  # type: ignore[dict-item]
    return GAME.begin(3, options, parse_position(position))


@pytest.mark.parametrize(("strip", "left"), [("once", "G323 R332 R422"), ("cascade", "G323")])
def test_example_forbidden_two_strips_the_free_red_dice(strip: str, left: str) -> None:
    before = begun(EXAMPLE, strip=strip)
    state = GAME.play(before, ROLL(2))
    assert str(state.pyramid) == left
    assert sum(state.supplies) + len(state.pyramid) == sum(before.supplies) + len(before.pyramid) == 270
    assert (state.seat, GAME.to_move(state)) == (2, CHANCE)


def test_cascade_stops_below_a_foreign_die() -> None:
    state = GAME.play(begun("R422 R332 R323 G322 R800", strip="cascade"), ROLL(2))
    assert str(state.pyramid) == "R323 R332 R422 G322"


def test_forbidden_number_without_free_dice_does_nothing() -> None:
    state = GAME.play(begun("G800"), ROLL(2))
    assert (str(state.pyramid), state.seat) == ("G800", 2)


def test_other_numbers_place_as_many_dice() -> None:
    state = GAME.play(begun(EXAMPLE), ROLL(3))
    assert (GAME.to_move(state), state.left) == (1, 3)
    for name in ("710", "701", "700"):
        action = PLACE("R", parse_cell(name), None)
        GAME.check(state, action, 1)
        state = GAME.play(state, action)
    assert (state.seat, GAME.to_move(state)) == (2, CHANCE)


def test_a_player_without_dice_rolls_and_may_strip() -> None:
    state = begun("R800 R080")._replace(supplies=(0, 90, 90))
    assert GAME.to_move(state) is CHANCE
    assert GAME.play(state, ROLL(1)).seat == 2
    assert GAME.play(state, ROLL(2)).supplies == (2, 90, 90)


def test_the_forbidden_number_is_drawn_by_lot_once() -> None:
    state = begun(forbidden="random")
    assert list(GAME.moves(state)) == [FORBID(n) for n in range(1, 7)]
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, ROLL(2), CHANCE)
    state = GAME.play(state, FORBID(6))
    assert state.forbidden == 6
    assert list(GAME.moves(state)) == [ROLL(n) for n in range(1, 7)]


def test_stopping_early_needs_the_option_and_one_die() -> None:
    state = GAME.play(begun(placing="up_to"), ROLL(3))
    assert STOP() not in GAME.moves(state)
    state = GAME.play(state, PLACE("R", parse_cell("800"), None))
    assert STOP() in GAME.moves(state)
    assert GAME.play(state, STOP()).seat == 2


def test_hint_covers_own_free_dice() -> None:
    state = GAME.play(begun("R422 R332 R323 G242"), ROLL(1))
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth["place R322"] > worth["place R431"]
    assert worth["place R800"] == max(worth.values())


def test_everybody_is_told_the_forbidden_number_and_what_is_missing() -> None:
    state = begun("R800", forbidden="random")
    assert [fact.values for fact in GAME.facts(state, 1)] == [{"count": 164}]
    drawn = GAME.play(state, FORBID(6))
    assert [fact.values for fact in GAME.facts(drawn, 2)] == [{"number": 6}, {"count": 164}]


def test_what_the_forbidden_number_would_cost_now_is_told_and_comes_true() -> None:
    for strip in ("once", "cascade"):
        state = begun("R422 R332 R322 R800 G323", forbidden=2, strip=strip)
        stake, _ = GAME.facts(state, 1)
        after = GAME.play(state, ROLL(2))
        assert stake.values == {"number": 2, "count": len(state.pyramid) - len(after.pyramid)}
