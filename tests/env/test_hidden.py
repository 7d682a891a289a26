"""No face tells more than the view: where two states look the same to a seat, all that it gets is the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from skill.env.observation import layout_of, observation
from skill.env.pettingzoo import parallel_env, raw_env
from skill.env.playing import Setting, setting
from skill.env.text import view_data, view_text
from skill.rules.catalogue import all_games
from skill.rules.game import ANYONE, AnyGame, Game
from tests.rules.playouts import playout

HIDING = [game for game in all_games() if type(game).view is not Game.view]
MOST = 40  # states of each game


def pairs(made: Setting) -> Iterator[tuple[Any, Any, int]]:
    """Two states with the same view of a seat, drawn in a random game."""
    game, found = made.game, 0
    for n, (state, _, _) in enumerate(playout(game, 2, made.players, made.options)):
        turn = game.to_move(state)
        if n % 3 or not (isinstance(turn, int) or turn is ANYONE):
            continue
        for seat in made.seats:
            view = game.view(state, seat)
            other = game.determinized(view, seat, Random(n))
            if other != state and game.view(other, seat) == view:
                found += 1
                yield state, other, seat
        if found > MOST:
            return
    assert found, game


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_equal_views_give_equal_observations(game: AnyGame) -> None:
    made = setting(game, max(2, game.players[0]), {"view": "own"} if game.slug == "slide" else {})
    layout = layout_of(made)
    turns = raw_env(game, made.players, made.options)
    ticks = parallel_env(game, made.players, made.options)
    ticks.reset(seed=1)
    for state, other, seat in pairs(made):
        seen, also = (game.view(one, seat) for one in (state, other))
        assert observation(made, layout, seen, seat).tobytes() == observation(made, layout, also, seat).tobytes()
        assert view_text(game, seen, seat) == view_text(game, also, seat)
        assert view_data(game, seen, seat) == view_data(game, also, seat)
        faces = [ticks] if game.to_move(state) is ANYONE else [turns, ticks]
        for face in faces:
            given = [_given(face, one, seat) for one in (state, other)]
            assert given[0]["observation"].tobytes() == given[1]["observation"].tobytes()
            assert np.array_equal(given[0]["action_mask"], given[1]["action_mask"])


def _given(face: Any, state: Any, seat: int) -> dict[str, np.ndarray]:
    """What an environment in that state gives a seat."""
    if isinstance(face, raw_env):
        face._now = state
    else:
        face._match._states[-1] = state
    given: dict[str, np.ndarray] = face._seen(f"seat_{seat}", False)
    return given
