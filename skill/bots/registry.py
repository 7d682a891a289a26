"""Bots: who plays when no person does. A bot sees only its seat's view and draws only from its generator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from skill.errors import UnknownName
from skill.lattice.notation import Action
from skill.rules.game import AnyGame, AttemptSpec, Seat
from skill.rules.race import Race

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

HUMAN = "human"
REACTION_S, SPREAD_S, QUICKEST_S = 1.2, 0.3, 0.3  # of bots in races: mean, standard deviation, no quicker than that

Claim = tuple[float, Action]
"""Seconds from now, and the action."""


class Bot(Protocol):
    """What a bot can do: choose among legal actions, and move its hands."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        """One of the legal actions of `seat` in the state as it sees it."""

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """In a race: what `seat` will do if nobody acts before it, and in how many seconds; None to wait."""

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        """Input samples for a running attempt, one a tick, for as long as it is asked."""


class RandomBot:
    """Any legal action, each as likely; with its hands, pulses without a plan."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        return rng.choice(game.moves(view, seat))

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """Any legal action, after a reaction time."""
        moves = game.moves(view, seat)
        return (reaction_s(rng), rng.choice(moves)) if moves else None

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        from skill.bots.planners import random_samples

        return random_samples(running, seed)


class GreedyBot:
    """The action of most worth by the game's own estimate, one move deep; equals are drawn. Plans with its hands."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        return self._best(game, view, seat, rng)[1]

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """What the game's own guess says; without one the best action, if it is worth more than waiting."""
        if isinstance(game, Race) and (guess := game.guess(view, seat, rng)):
            return guess
        if not game.moves(view, seat):
            return None
        worth, action = self._best(game, view, seat, rng)
        return (reaction_s(rng), action) if worth > 0 else None

    def _best(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> tuple[float, Action]:
        moves = game.moves(view, seat)
        worth = [game.worth(view, move, seat) for move in moves]
        top = max(worth)
        return top, rng.choice([move for move, value in zip(moves, worth, strict=True) if value == top])

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        from skill.bots.planners import planned_samples

        return planned_samples(spec, running, seed)


def reaction_s(rng: Random) -> float:
    """How long a bot takes to see and to move, seconds."""
    return max(QUICKEST_S, rng.gauss(REACTION_S, SPREAD_S))


BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def find_bot(name: str) -> Bot:
    """The bot of that name. Raises `UnknownName`."""
    if name not in BOTS:
        raise UnknownName(f"bot {name!r}: expected one of {', '.join(BOTS)}")
    return BOTS[name]


def check_seats(seats: tuple[str, ...]) -> None:
    """Raises `UnknownName` unless every seat is `human`, a bot, or a team of them joined by `+`."""
    for seat in seats:
        for member in seat.split("+"):
            if member != HUMAN and member not in BOTS:
                raise UnknownName(f"seat {seat!r}: expected {HUMAN}, {', '.join(BOTS)}, or several joined by +")
