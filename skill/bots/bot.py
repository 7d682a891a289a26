"""What a bot is. It sees only the view of its seat and draws only from the generator that it is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from random import Random

    from skill.lattice.notation import Action
    from skill.physics.attempt import AttemptRun
    from skill.rules.game import AnyGame, AttemptSpec, Seat

REACTION_S, SPREAD_S, QUICKEST_S = 1.2, 0.3, 0.3  # of bots in races: mean, standard deviation, no quicker than that

Claim = tuple[float, "Action"]
"""Seconds from now, and the action."""


class Bot(Protocol):
    """Chooses among legal actions, and moves its hands. A module of this folder has one as its `BOT`."""

    name: str
    strength: int
    """Its place where bots are listed, the weakest first."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        """One of the legal actions of `seat` in the state as it sees it."""

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """In a race: what `seat` will do if nobody acts before it, and in how many seconds; None to wait."""

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        """Input samples for a running attempt, one a tick, for as long as it is asked."""


def reaction_s(rng: Random) -> float:
    """How long a bot takes to see and to move, seconds."""
    return max(QUICKEST_S, rng.gauss(REACTION_S, SPREAD_S))
