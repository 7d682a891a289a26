"""What games tell those who think ahead: that it fits the rules."""

from __future__ import annotations

from math import isfinite

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, AttemptSpec, Game
from skill.rules.lot import Lot
from tests.rules.playouts import playout

LAST_ONE_IN = {"slipped"}  # may be won by whoever did not call wrongly
SHORT = [game for game in all_games() if game.slug not in {"mound-mover", "diebylon", "spotted-cow", "sums", "finish"}]
"""Random games of the others last too long."""


@pytest.mark.parametrize("game", SHORT, ids=lambda game: game.slug)
def test_outlooks_are_of_every_seat_and_highest_for_the_winner(game: AnyGame) -> None:
    drawn = [state for state, _, _ in playout(game, 7, max(2, game.players[0])) if not isinstance(state, Lot)]
    states = [state for state in drawn if game.is_set_up(state)]
    for state in [*states[:: max(1, len(states) // 5)], states[-1]]:
        outlook = game.outlook(state)
        assert len(outlook) == len(game.scores(state)) and all(map(isfinite, outlook))
    result, outlook = game.result(states[-1]), game.outlook(states[-1])
    if result is not None and result.winners and game.slug not in LAST_ONE_IN:
        assert max(outlook) == pytest.approx(max(outlook[seat - 1] for seat in result.winners))


def test_without_hands_seats_choose_as_before() -> None:
    games = [game for game in all_games() if type(game).without_hands is not Game.without_hands]
    assert {game.slug for game in games} == {"dora", "mucho", "trulla", "malicious-pleasure"}
    for game in games:
        for state, by, _ in playout(game, 1, game.players[0]):
            turn = None if isinstance(state, Lot) else game.to_move(state)
            thought_of = None if isinstance(state, Lot) else game.to_move(game.without_hands(state))
            assert not isinstance(thought_of, AttemptSpec)
            if isinstance(turn, int) and turn == by:
                assert thought_of == turn
                assert list(game.moves(game.without_hands(state))) == list(game.moves(state))
