"""Scenes of a game as text: where it begins, what is legal, what is played. For worked examples."""

from __future__ import annotations

from typing import Any

from skill.lattice.notation import parse_position
from skill.rules.game import CHANCE, AnyGame, AttemptSpec, Seat


def begun(game: AnyGame, position: str = "", players: int | None = None, **given: Any) -> Any:
    """The first state, from `position` if one is given; seat 1 begins unless `first_player` says otherwise."""
    options = game.options_from({"first_player": 1, **given} if game.players[1] > 1 else given)
    return game.begin(players or game.players[0], options, parse_position(position) if position else None)


def legal(game: AnyGame, state: Any, seat: Seat | None = None) -> list[str]:
    """The legal actions as text, sorted."""
    return sorted(map(str, game.moves(state, seat)))


def played(game: AnyGame, state: Any, *lines: str) -> Any:
    """The state after these actions, each checked, each by whoever is to move."""
    for line in lines:
        action, turn = game.parse(line), game.to_move(state)
        by = turn.seat if isinstance(turn, AttemptSpec) else turn
        game.check(state, action, by)
        state = game.play(state, action, by)
    return state


def claimed(game: AnyGame, state: Any, *lines: str) -> Any:
    """The state after lines of a race such as `2: claim 700`; without a seat chance or the table acts."""
    for line in lines:
        who, _, text = line.rpartition(": ")
        action, by = game.parse(text), int(who) if who else CHANCE
        game.check(state, action, by)
        state = game.play(state, action, by)
    return state
