"""One match of bots, observed for an analysis."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from skill.bots.registry import find_bot
from skill.lattice.cells import Cell
from skill.lattice.notation import FIRST, Action
from skill.rules.game import AnyGame, AttemptSpec, Result, Seat
from skill.rules.options import Options, Value
from skill.table.attempts import bot_attempt
from skill.table.match import Match

PLAYOUTS = 24  # from each moment whose chances are asked for: with 6 every ninth even match looks like a comeback


class Piece(NamedTuple):
    """One match that is to be played."""

    seats: tuple[str, ...]
    """The bot of each seat."""
    seed: int
    changed: tuple[tuple[str, Value], ...] = ()
    """Options that differ from those agreed."""
    barred: tuple[Seat, str] | None = None
    """A seat, and the kind of action that it takes only where it has no other."""
    moments: int = 0
    """How many moments, evenly spaced, each seat's chance to win is asked for."""

    @property
    def key(self) -> str:
        """Its name in a journal."""
        return json.dumps(self)


class Watched(NamedTuple):
    """One match that was played. All of it is plain data, the same on every machine."""

    has_ended: bool
    """False if it was given up after so many actions."""
    winners: Sequence[Seat]
    scores: Sequence[float]
    reason: str
    first: Seat | None
    """Who began; None where nobody does."""
    branching: Sequence[int]
    """How many actions were legal at each action of a seat, attempts aside."""
    draws: int
    """Actions of chance and of the table."""
    attempts: int
    chosen: Mapping[str, int]
    """How often each kind of action was taken by a seat."""
    open: Mapping[str, int]
    """At how many actions of a seat that kind was among the legal ones."""
    halfway: Sequence[float]
    """The scores after half of all actions."""
    course: Sequence[Sequence[float]]
    """At each of the moments asked for the share of playouts that each seat wins."""
    heap: Sequence[Cell] = ()
    """The cells in which dice lie at the end."""


class OutOfTimeError(Exception):
    """The time of an analysis is over in the middle of a match."""


class _Barred:
    """A game in which one kind of action is legal only where there is no other, for the bot that is barred from it."""

    def __init__(self, game: AnyGame, verb: str) -> None:
        self._game, self._verb = game, verb

    def moves(self, state: Any, seat: Seat | None = None) -> Sequence[Action]:
        moves = self._game.moves(state, seat)
        return [move for move in moves if move.verb != self._verb] or moves

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def watch(
    game: AnyGame, options: Options, most_actions: int, deadline: float | None, piece: Piece
) -> tuple[str, dict[str, Any] | None]:
    """Plays a match to its end or to the most actions; the name of the piece and what was seen, `Watched` as JSON has
    it. That is None if the clock of the machine, in seconds since 1970, came to the deadline before."""
    options = Options({**options, **dict(piece.changed)})
    match = Match(game, len(piece.seats), options, piece.seats, piece.seed)
    branching: list[int] = []
    chosen: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    attempts = 0
    try:
        while match.turn is not None and len(match.played) < most_actions:
            before = match.state
            attempts += isinstance(match.turn, AttemptSpec)
            _act(match, deadline, piece.barred)
            line = match.played[-1]
            if line.by is not None:
                chosen[line.action.verb] += 1
                if moves := game.moves(before, line.by):
                    branching.append(len(moves))
                    legal.update({move.verb for move in moves})
        course = []
        for moment in range(1, piece.moments + 1):
            at, seed = len(match.played) * moment // (piece.moments + 1), piece.seed * (piece.moments + 1) + moment
            course.append(_chances(match, at, seed * PLAYOUTS, most_actions, deadline))
    except OutOfTimeError:
        return piece.key, None
    result = match.result or Result((), match.game.scores(match.state), "")
    begun = [int(line.action[1]) for line in match.played if line.action.verb == FIRST.name]
    first = options.get("first_player", 1)
    seen = Watched(
        match.result is not None,
        result.winners,
        [float(score) for score in result.scores],
        result.reason,
        begun[0] if begun else int(first) if first != "random" else None,
        branching,
        sum(line.by is None for line in match.played),
        attempts,
        dict(chosen),
        dict(legal),
        [float(score) for score in game.scores(match.state_at(len(match.played) // 2))],
        course,
        [cell for cell, _ in match.game.pyramid(match.state)],
    )
    return piece.key, json.loads(json.dumps(seen._asdict()))  # lists and no tuples, as a journal gives it


def _act(match: Match, deadline: float | None, barred: tuple[Seat, str] | None = None) -> None:
    """Lets whoever is to move make one action."""
    if deadline is not None and time.time() > deadline:
        raise OutOfTimeError
    turn = match.turn
    if isinstance(turn, AttemptSpec):
        bot_attempt(match)
    elif barred is not None and turn == barred[0]:
        game, seat = cast(AnyGame, _Barred(match.game, barred[1])), barred[0]
        bot = find_bot(match.player(seat))
        match.play(bot.choose(game, match.view(seat), seat, match.generator(f"seat {seat}")), seat)
    else:
        match.step()


def _chances(match: Match, played: int, seed: int, most_actions: int, deadline: float | None) -> list[float]:
    """The share of playouts after that many actions that each seat wins."""
    won = [0.0] * len(match.seats)
    for n in range(PLAYOUTS):
        playout = match.branch(played, seed + n)
        while playout.turn is not None and len(playout.played) < most_actions:
            _act(playout, deadline)
        for seat in playout.result.winners if playout.result else ():
            won[seat - 1] += 1 / len(playout.result.winners)  # type: ignore[union-attr]
    return [wins / PLAYOUTS for wins in won]
