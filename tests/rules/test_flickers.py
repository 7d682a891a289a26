"""Worked example and rulings of game 7."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import ATTEMPT, FIELDS, parse_position
from skill.rules.game import AttemptSpec, Result
from skill.rules.games.flickers import GAME, State


def begun(position: str, players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def flicked(state: State, position: str, loose: str = "-", off: str = "-") -> State:
    dice = FIELDS["loose"].parse(loose), FIELDS["dice"].parse(off)
    report = ATTEMPT("success", 3.0, parse_position(position), *dice, "-")
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    GAME.check(state, report, turn.seat)
    return GAME.play(state, report, turn.seat)


def test_example_a_die_that_stays_and_pushes_three_off() -> None:
    state = begun("R800 R710 R701 R620 G080 G170 G071 K008")
    assert state.hands == (1, 2, 4)
    state = flicked(state, "R800 R710 R701 W332 G080 K008", off="R5,G1,G2")
    assert state.hands == (1, 4, 4) and GAME.scores(state) == (4, 1, 1)
    assert GAME.result(state) is None
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec) and turn.seat == 2
    assert turn.adjust == (("flick.side", 2),) and len(turn.hand) == 1


def test_all_five_on_the_plate_loose_ones_too_win_at_once() -> None:
    state = flicked(begun("R800 R710 R701 R620"), "R800 R710 R701", "W3@3.10/2.90/1.20,R2@5.00/2.00/0.60")
    assert GAME.result(state) == Result((1,), (5, 0, 0), "The winner has all five dice on the plate.")


def test_only_the_one_who_flicks_can_win() -> None:
    state = flicked(begun("R800 R710 R701 R620"), "R800 R710 R701 R620", off="W4")
    assert state.hands == (1, 5, 5)
    state = flicked(state, "R800 R710 R701 R620 W332")
    assert GAME.result(state) is None and state.hands == (1, 4, 5)


def test_all_dice_in_hand_once() -> None:
    state = begun("R800 R710", 2, flicks_per_turn="all")
    assert state.left == 3
    state = flicked(state, "R800 R710", off="W1")
    state = flicked(state, "R800 R710 W233")
    assert state.left == 1 and isinstance(turn := GAME.to_move(state), AttemptSpec) and turn.seat == 1
    state = flicked(state, "R800", off="W1,R2,R3")
    assert (state.seat, state.left, state.hands) == (2, 5, (4, 5))


def test_the_most_dice_win_in_the_end() -> None:
    state = begun("R800", 2, round_cap=1)
    state = flicked(state, "R800", off="W1")
    state = flicked(state, "R800 W080")
    assert GAME.result(state) == Result((1, 2), (1, 1), "Dice on the plate count; the most win.")


@pytest.mark.parametrize("position", ["R800 R710 R701 R620 R611", "B800", "R800:321"])
def test_positions_it_cannot_begin_from(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(position)
