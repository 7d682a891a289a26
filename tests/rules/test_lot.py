"""The lot for who begins, which the contract draws for every game."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from inspect import signature
from random import Random
from typing import NamedTuple

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS
from skill.lattice.dice import RED, Die
from skill.lattice.notation import FILL, FIRST, PASS, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import CHANCE, AnyGame, Game, Result, Seat, Turn
from skill.rules.lot import STEPS, VERBS, Lot
from skill.rules.options import Options
from skill.rules.telling import Telling
from skill.rules.thinking import Thinking
from tests.rules.great_pyramids import great

OPEN = 0


class State(NamedTuple):
    seat: Seat
    players: int


class Older(Game[State]):
    """A game that draws the lot itself, as all did once: seat 0 is to move until it is drawn."""

    slug, players, verbs = "older", (2, 3), (PASS,)

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        first = options["first_player"]
        return State(OPEN if first == "random" else int(first), players)

    def to_move(self, state: State) -> Turn:
        return None if self.result(state) else CHANCE if state.seat == OPEN else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self.result(state):
            return []
        return [FIRST(n + 1) for n in range(state.players)] if state.seat == OPEN else [PASS()]

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        return state._replace(seat=action[1] if action.verb == FIRST.name else state.seat + 1)

    def result(self, state: State) -> Result | None:
        return Result((1,), self.scores(state), "") if state.seat > state.players else None

    def pyramid(self, state: State) -> Pyramid:
        return EMPTY

    def scores(self, state: State) -> tuple[float, ...]:
        return (0,) * state.players


def with_lots() -> list[AnyGame]:
    return [game for game in all_games() if game.players[1] > 1 and game.has_lot]


def test_whatever_may_be_asked_of_a_first_state_may_be_asked_of_a_lot() -> None:
    """`start` and `begin` make it, only a seat asks for worth or thinks ahead, and `is_set_up` comes from the lot."""
    methods = {**vars(Telling), **vars(Thinking), **vars(Game)}
    asked = {name for name, verb in methods.items() if callable(verb) and "state" in signature(verb).parameters}
    assert asked - {"is_set_up", "worth", "check", "doer", "outlook", "without_hands", "fewer_wins"} == set(VERBS)
    assert {name for name, verb in methods.items() if callable(verb) and "after" in signature(verb).parameters} == {
        *STEPS
    }


def at_the_lot(game: AnyGame, players: int) -> Lot[object]:
    """The state in which the lot is drawn next."""
    state = game.begin(players, game.options_from({"first_player": "random"}))
    while not any(move.verb == FIRST.name for move in game.moves(state)):
        assert game.to_move(state) is CHANCE
        state = game.play(state, game.draw(state, Random(1)), CHANCE)
    assert isinstance(state, Lot)
    return state


@pytest.mark.parametrize("game", with_lots(), ids=lambda game: game.slug)
def test_the_lot_is_listed_and_fair_and_shows_all_but_who_begins(game: AnyGame) -> None:
    players = game.players[1]
    lot = at_the_lot(game, players)
    assert game.moves(lot) == [FIRST(seat) for seat in range(1, players + 1)]
    assert list(game.weights(lot)) == [1] * players
    assert {game.draw(lot, Random(seed)) for seed in range(200)} == set(game.moves(lot))
    assert game.result(lot) is None
    assert not any(game.turn_of(lot, seat) for seat in range(1, players + 1))
    assert hash(pickle.loads(pickle.dumps(lot))) == hash(lot)
    seen = game.view(lot, 1)
    assert (game.to_move(seen), game.moves(seen)) == (CHANCE, game.moves(lot))
    for seat in range(1, players + 1):
        state = game.play(lot, FIRST(seat), CHANCE)
        assert not isinstance(state, Lot)
        assert (game.pyramid(state), game.scores(state)) == (game.pyramid(lot), game.scores(lot))
        assert game.pyramid(seen) == game.pyramid(game.view(state, 1))


def test_a_seat_that_is_named_begins_as_if_the_lot_had_fallen_on_it() -> None:
    for slug in ("rasanto", "mucho", "dice-march", "squeezing"):
        game = find_game(slug)
        players = game.players[1]
        lot = game.begin(players, game.options_from({"first_player": "random"}))
        for seat in range(1, players + 1):
            named = game.begin(players, game.options_from({"first_player": seat}))
            assert game.play(lot, FIRST(seat), CHANCE) == named


def test_there_is_no_lot_for_one_player_nor_where_it_does_not_matter_who_begins() -> None:
    assert not isinstance(find_game("faraday").begin(1, find_game("faraday").options_from({})), Lot)
    golden = find_game("golden-centre")
    assert not isinstance(golden.begin(3, golden.options_from({})), Lot)


def test_the_lot_waits_for_what_is_set_up_before_it() -> None:
    game = find_game("slipped")
    state = game.begin(2, game.options_from({}))
    for action in (FILL(great({})), game.parse("aims 123456,aaaaa")):
        with pytest.raises(IllegalMove):
            game.check(state, FIRST(1), CHANCE)
        state = game.play(state, action, CHANCE)
    game.check(state, FIRST(1), CHANCE)


def test_the_view_of_a_lot_does_not_tell_what_the_set_up_hides() -> None:
    game = find_game("forced-memory")
    lot = at_the_lot(game, 2)
    assert lot.set_up
    assert game.view(lot, 1).set_up == ()
    plain = find_game("rasanto").begin(2, find_game("rasanto").options_from({}))
    assert find_game("rasanto").view(plain, 1) is plain


def test_a_position_in_which_the_game_is_over_needs_no_lot() -> None:
    game = find_game("rasanto")
    full = Pyramid((cell, Die(RED)) for cell in CELLS)
    state = game.begin(2, game.options_from({}), full)
    assert (game.to_move(state), list(game.moves(state))) == (None, [])
    result = game.result(state)
    assert result is not None and result.winners == (1,)


def test_a_game_that_draws_the_lot_itself_is_played_all_the_same() -> None:
    game = Older()
    state = game.begin(3, game.options_from({}))
    assert game.moves(state) == [FIRST(1), FIRST(2), FIRST(3)]
    state = game.play(state, FIRST(2), CHANCE)
    assert game.to_move(state) == 2
    state = game.play(game.play(state, PASS(), 2), PASS(), 3)
    assert game.to_move(state) is None
