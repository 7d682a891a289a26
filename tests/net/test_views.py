"""Views on the wire: they come out as they went in, tell no face that is not seen, and run no code."""

from __future__ import annotations

import json
from typing import Any

import pytest

from skill.env.text import turn_word
from skill.lattice.cells import AXES
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.pyramid import Pyramid
from skill.net.views import UnreadableView, packed, packed_view, unpacked
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.net.test_door import match_of
from tests.rules.playouts import playout

FEW = 12  # actions of each game


def states(game: AnyGame) -> list[Any]:
    match = match_of(game)
    found = []
    for n, (state, _, _) in enumerate(playout(game, 3, len(match.seats), match.record.options)):
        found.append(state)
        if n == FEW:
            break
    return found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_views_come_out_as_they_went_in(game: AnyGame) -> None:
    for state in states(game):
        for seat in range(1, len(game.scores(state)) + 1):
            view = game.view(state, seat)
            assert unpacked(json.loads(json.dumps(packed(view))), game) == view
            told = unpacked(json.loads(json.dumps(packed_view(game, state, seat))), game)
            assert turn_word(game.to_move(told)) == turn_word(game.to_move(view))
            assert game.scores(told) == game.scores(view)
            if game.sides_seen(view, seat) == AXES:
                assert told == view
                assert game.view(told, seat) == view  # to look once more tells the same


def test_faces_that_are_not_seen_are_not_told() -> None:
    game = find_game("pack-rat")
    state = next(state for state in states(game) if hasattr(state, "pyramid") and state.pyramid.mask)
    turned = Pyramid((cell, alike(die)) for cell, die in state.pyramid)
    assert turned != state.pyramid
    assert packed_view(game, state, 1) == packed_view(game, state._replace(pyramid=turned), 1)
    assert packed_view(game, state, 2) != packed_view(game, state._replace(pyramid=turned), 2)


def alike(die: Die) -> Die:
    """One that looks the same from side I."""
    assert die.faces
    return Die(die.colour, next(f for f in ORIENTATIONS if f[0] == die.faces[0] and f != die.faces))


@pytest.mark.parametrize(
    "data",
    [
        {"of": "os:system", "is": ["true"]},
        {"of": "skill.rules.game:Game", "is": []},
        {"of": "skill.rules.lot:cast", "is": [1, 2]},
        {"of": "skill.rules.options:Options", "is": [{}]},
        {"of": "skill.rules.games.rasanto:State", "is": [1]},
        {"heap": [[0, "R", [1, 2, 3]]]},
        {"heap": [[900, "R"]]},
        {"heap": [[120, "R", [1, 1, 1]]]},
        {"heap": 3},
        {"unknown": 1},
        {"action": [3]},
        json.loads("[" * 600 + "]" * 600),
    ],
    ids=repr,
)
def test_what_is_no_view_is_refused(data: Any) -> None:
    with pytest.raises(UnreadableView):
        unpacked(data, find_game("rasanto"))
        raise UnreadableView("it was nested") if isinstance(data, list) else AssertionError
