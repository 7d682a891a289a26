"""Giving up where passing is not allowed is a throw that missed: see *Attempt* in the shared definitions of games 01 to
20."""

from __future__ import annotations

import pytest

from skill.lattice.notation import ATTEMPT
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.rules.shared.throws import IN_HAND

PLAYERS = {"flickers": 2, "hide-away": 2, "trulla": 2, "malicious-pleasure": 2}


@pytest.mark.parametrize("slug", PLAYERS)
def test_an_attempt_that_is_given_up_leaves_what_a_miss_leaves(slug: str) -> None:
    game = find_game(slug)
    state = game.begin(PLAYERS[slug], game.options_from({"first_player": 1}))
    if not isinstance(game.to_move(state), AttemptSpec):
        state = game.play(state, game.moves(state)[0], 1)
    turn = game.to_move(state)
    assert isinstance(turn, AttemptSpec)
    hand = game.seat_colours[0] if slug == "trulla" else IN_HAND
    off = ((hand, 3),) * len(turn.hand)
    missed = game.play(state, ATTEMPT("success", 2.0, turn.start, turn.loose, off, "-"), 1)
    given_up = ATTEMPT("gave_up", 2.0, turn.start, turn.loose, (), "-")
    game.check(state, given_up, 1)
    after = game.play(state, given_up, 1)
    assert after == missed and after != state
    assert game.scores(after) == game.scores(state)


def test_who_gives_up_is_told_to_have_missed() -> None:
    game = find_game("hide-away")
    state = game.begin(2, game.options_from({"first_player": 1}))
    turn = game.to_move(state)
    assert isinstance(turn, AttemptSpec)
    action = ATTEMPT("gave_up", 2.0, turn.start, (), (), "-")
    told, *_ = game.told(state, action, 1, game.play(state, action, 1))
    assert "counts as a miss" in told.text


def test_a_leader_who_gives_up_does_not_end_trulla_while_others_gain() -> None:
    from tests.rules.test_trulla import begun, played, poured

    heap, state = "R800", begun("R800", 2, idle_rounds=1)
    for cell in ("080", "008", "440"):
        state = played(state, "ladle 1")
        state = played(state, str(ATTEMPT("gave_up", 0.0, state.pyramid, (), (), "-")))
        assert state.seat == 2 and state.idle == 0
        heap += f" G{cell}"
        state = poured(played(state, "ladle 1"), heap)
        assert state.seat == 1


def test_hide_away_counts_what_is_given_up_as_a_throw() -> None:
    game = find_game("hide-away")
    state = game.begin(2, game.options_from({"first_player": 1, "throw_cap": 3}))
    for _ in range(3):
        turn = game.to_move(state)
        assert isinstance(turn, AttemptSpec)
        state = game.play(state, ATTEMPT("gave_up", 0.0, turn.start, (), (), "-"), turn.seat)
    assert game.to_move(state) is None
