"""What a seat may not know is drawn: whole states that look to it as its view does, and every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from skill.bots.search import SearchBot
from skill.bots.worlds import MOST_WORLDS, TooMany, agreeing
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, Game, Seat
from skill.rules.lot import Lot
from tests.rules.playouts import MOST_ACTIONS, playout, random_action

HIDDEN: Mapping[str, Mapping[str, Any]] = {
    **{name: {} for name in ("el-dado", "asparagus", "doubles", "favourite", "cui-bono", "cui-bono-abacus")},
    **{name: {} for name in ("greedy-grabber", "pack-rat", "storing-scores", "forced-memory", "wolf", "slipped")},
    "slide": {"view": "own", "round_cap": 20},
    "roll-to-the-top": {"stall_rolls": 3},
}
"""The games in which anything is hidden, with options under which it is and they do not last."""
LOOKS = 6  # at states of a game
FEW_DICE = 3  # of a roll, with which not too much can have been written


def looks(name: str, given: Mapping[str, Any], seed: int = 1, players: int | None = None) -> Iterator[tuple[Any, Seat]]:
    """Some states of a random game, each with a seat that looks."""
    states = [state for state, _, _ in playout(find_game(name), seed, players, given) if not isinstance(state, Lot)]
    seats = len(find_game(name).scores(states[0]))
    for n, state in enumerate(states[:: max(1, len(states) // LOOKS)]):
        yield state, n % seats + 1


def test_every_game_with_a_view_of_its_own_is_here() -> None:
    assert {game.slug for game in all_games() if type(game).view is not Game.view} == set(HIDDEN)
    for game in all_games():
        assert (type(game).determinized is Game.determinized) == (game.slug not in HIDDEN)


def play_on(game: AnyGame, state: Any, rng: Random, actions: int) -> None:
    """Plays at random, all of it checked."""
    for _ in range(actions):
        turn = game.to_move(state)
        if turn is None:
            break
        by, action = random_action(game, state, turn, rng)
        game.check(state, action, by)
        state = game.play(state, action, by)


@pytest.mark.parametrize("name", HIDDEN)
def test_whole_states_look_as_the_view_does_and_can_be_played_on(name: str) -> None:
    game, rng = find_game(name), Random(1)
    for state, seat in looks(name, HIDDEN[name]):
        view = game.view(state, seat)
        whole = game.determinized(view, seat, rng)
        assert game.view(whole, seat) == view
        assert game.to_move(whole) == game.to_move(state)
        if isinstance(turn := game.to_move(state), int) and turn == seat:
            assert list(game.moves(whole, seat)) == list(game.moves(state, seat))
        play_on(game, whole, rng, 30)


@pytest.mark.parametrize(
    ("name", "seed", "players"), [("cui-bono", 5, 6), ("el-dado", 1, 2), ("storing-scores", 1, 2), ("wolf", 1, 2)]
)
def test_the_true_state_is_among_those_that_agree(name: str, seed: int, players: int) -> None:
    """Near the end, where they can be listed: earlier positions that may not come again belong to it."""
    game, listed = find_game(name), 0
    for state, seat, _ in list(playout(game, seed, players, {}))[-30:]:
        if isinstance(seat, int):
            try:
                worlds = agreeing(game, game.view(state, seat), seat, MOST_WORLDS)
            except TooMany:
                continue
            assert state in worlds
            listed += 1
    assert listed


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_whole_states_can_be_played_to_the_end(name: str) -> None:
    game, rng = find_game(name), Random(2)
    for state, seat in looks(name, HIDDEN[name], seed=2):
        play_on(game, game.determinized(game.view(state, seat), seat, rng), rng, MOST_ACTIONS)


@pytest.mark.parametrize("name", HIDDEN)
def test_every_hidden_die_comes_up_as_it_is(name: str) -> None:
    game, rng = find_game(name), Random(3)
    state, seat = list(looks(name, HIDDEN[name], 3, 2 if game.players[0] <= 2 else None))[-2]
    view = game.view(state, seat)
    drawn = [game.pyramid(game.determinized(view, seat, rng)) for _ in range(150)]
    for cell, die in game.pyramid(state):
        assert die in {pyramid[cell] for pyramid in drawn}, f"{die} at {cell} never comes up"


@pytest.mark.parametrize(
    ("name", "given"),
    [("wolf", {}), ("slipped", {"deck": "custom", "cards": "abcabc,aabbcc,ababab,aaaaa"}), ("roll-to-the-top", {})],
)
def test_the_true_state_is_among_those_drawn(name: str, given: Mapping[str, Any]) -> None:
    game, rng, found = find_game(name), Random(4), 0
    for state, by, _ in playout(game, 4, 2, given):
        for seat in (1, 2):
            view = state if isinstance(state, Lot) else game.view(state, seat)
            is_small = getattr(state, "in_set", 0).bit_count() <= FEW_DICE
            if view != state and isinstance(by, int) and is_small:
                assert any(game.determinized(view, seat, rng) == state for _ in range(4000))
                found += 1
        if found > 3:
            return
    assert found


@pytest.mark.parametrize("name", HIDDEN)
def test_a_bot_does_not_look_behind_the_view(name: str) -> None:
    game = find_game(name)
    for state, _ in list(looks(name, HIDDEN[name]))[1:4]:
        if isinstance(seat := game.to_move(state), int):
            bot = SearchBot("search", 9, 100)
            knowing, seeing = (bot.think(game, s, seat, Random(5), 100) for s in (state, game.view(state, seat)))
            assert knowing == seeing
