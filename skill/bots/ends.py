"""How a match ends for a seat, and what of it is proven of an action: at once by the rules, or by best play."""

from __future__ import annotations

from enum import Enum
from typing import Any

from skill.bots.search import Candidate
from skill.bots.solver import ROUNDING
from skill.bots.worlds import holds_in_all
from skill.lattice.notation import Action
from skill.rules.game import AnyGame, Result, Seat


class End(Enum):
    """How a match ends for a seat."""

    LOSS = "loss"
    DRAW = "draw"
    """Everybody shares the win, or nobody has won."""
    SHARE = "share"
    """It wins, alone or with others; where that is surely with others not with all."""
    WIN = "win"
    """It alone wins."""


def end_of(result: Result, players: int, seat: Seat) -> End:
    """How a match that is over has ended for a seat. A seat that plays alone wins or loses."""
    winners = result.winners
    if players > 1 and len(winners) in (0, players):
        return End.DRAW
    if seat not in winners:
        return End.LOSS
    return End.WIN if winners == (seat,) else End.SHARE


def proven_end(game: AnyGame, view: Any, seat: Seat, action: Action, candidate: Candidate | None) -> End | None:
    """What surely comes of an action, whatever the seat does not see may be; None where that is not proven.

    `candidate`: what a thought found out about it, if there was one.
    """
    at_once = end_at_once(game, view, seat, action)
    if at_once is not None or candidate is None or not is_proof(game, view, candidate):
        return at_once
    share, even = candidate.values[seat - 1], 1 / len(candidate.values)
    if share in (0.0, 1.0):
        return End.WIN if share else End.LOSS
    if candidate.is_mean or share < even - ROUNDING:
        return None
    return End.SHARE if share > even + ROUNDING else End.DRAW


def is_proof(game: AnyGame, view: Any, candidate: Candidate) -> bool:
    """Whether what a thought found is proven: not where hands will throw, which it leaves to chance."""
    return candidate.is_proven and game.without_hands(view) == view


def end_at_once(game: AnyGame, view: Any, seat: Seat, action: Action) -> End | None:
    """How the match ends with an action in every world that agrees with the view; None where it may go on."""
    ends: set[End] = set()
    is_among = True

    def ended(world: Any) -> bool:
        nonlocal is_among
        result = game.result(game.play(world, action, seat))
        if result is not None:
            ends.add(end_of(result, len(result.scores), seat))
            is_among = is_among and seat in result.winners
        return result is not None and (is_among or len(ends) == 1)

    if not holds_in_all(game, view, seat, ended):
        return None
    return next(iter(ends)) if len(ends) == 1 else End.SHARE
