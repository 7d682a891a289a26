"""Plays the best action by the game's own estimate, one move deep; its hands follow a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from skill.bots.bot import Claim, reaction_s
from skill.rules.game import offered
from skill.rules.race import Race

if TYPE_CHECKING:
    from random import Random

    from skill.lattice.notation import Action
    from skill.physics.attempt import AttemptRun
    from skill.rules.game import AnyGame, AttemptSpec, Seat


class GreedyBot:
    """The best action by `Game.worth`; among equals one is drawn."""

    name, strength = "greedy", 2

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
        moves = offered(game, view, seat)
        worth = [game.worth(view, move, seat) for move in moves]
        most = max(worth)
        return most, rng.choice([move for move, value in zip(moves, worth, strict=True) if value == most])

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        from skill.bots.planners import planned_samples

        return planned_samples(spec, running, seed)


BOT = GreedyBot()
