"""Pictures of games for those who choose among them. No pygame."""

from __future__ import annotations

from skill.draw.scene_view import SceneView, pyramid_view
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.game import AnyGame
from skill.table.match import Match

SEED = 7
MOST_STEPS = 30


def game_preview(game: AnyGame) -> SceneView:
    """The pyramid with which a game begins; where that is empty, the one after some moves of random bots."""
    match = Match(game, game.players[0], seats=("random",) * game.players[0], seed=SEED)
    while match.seat is None and match.turn is not None:
        match.step()
    pyramid = match.pyramid
    return pyramid_view(_half_played(match) if pyramid == EMPTY else pyramid)


def _half_played(match: Match) -> Pyramid:
    """The pyramid after at most `MOST_STEPS` actions, before the first attempt."""
    for _ in range(MOST_STEPS):
        if match.needs_hands():
            break
        match.step()
    return match.pyramid
