"""Counting: how many sequences of actions a game has to a given depth. The sharpest test of exact rules."""

from __future__ import annotations

from random import Random
from typing import Any

from skill.lattice.notation import Action
from skill.rules.game import ANYONE, CHANCE, AnyGame, Turn
from skill.rules.race import as_race


def opened(game: AnyGame, state: Any, seed: int) -> Any:
    """The state after set-up draws too many to list, taken from `seed`: they are played but not counted."""
    rng = Random(seed)
    while game.to_move(state) is CHANCE and not game.moves(state):
        state = game.play(state, game.draw(state, rng), CHANCE)
    return state


def perft(game: AnyGame, state: Any, depth: int, seed: int = 0) -> int:
    """Sequences of `depth` seat moves and listed chance outcomes from `state`; shorter ones that end do not count."""
    state = opened(game, state, seed)
    if depth == 0:
        return 1
    return sum(perft(game, after, depth - 1, seed) for _, after in _branches(game, state))


def divide(game: AnyGame, state: Any, depth: int, seed: int = 0) -> dict[Action, int]:
    """The count of `perft` split by the first action."""
    state = opened(game, state, seed)
    counts: dict[Action, int] = {}
    for action, after in _branches(game, state):
        counts[action] = counts.get(action, 0) + perft(game, after, depth - 1, seed)
    return counts


def _branches(game: AnyGame, state: Any) -> list[tuple[Action, Any]]:
    turn = game.to_move(state)
    movers: tuple[Turn, ...] = (*as_race(game).race_order(state), CHANCE) if turn is ANYONE else (turn,)
    return [
        (action, game.play(state, action, mover))
        for mover in movers
        for action in game.moves(state, mover if isinstance(mover, int) else None)
    ]
