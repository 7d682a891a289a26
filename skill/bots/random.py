"""Plays any legal action, each as likely as the others; its hands move without a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from skill.bots.bot import Claim, reaction_s
from skill.rules.game import offered

if TYPE_CHECKING:
    from random import Random

    from skill.lattice.notation import Action
    from skill.physics.attempt import AttemptRun
    from skill.rules.game import AnyGame, AttemptSpec, Seat


class RandomBot:
    """Any legal action; in a race after a reaction time."""

    name, strength = "random", 0

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        return rng.choice(offered(game, view, seat))

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        moves = game.moves(view, seat)
        return (reaction_s(rng), rng.choice(moves)) if moves else None

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Any]:
        from skill.bots.planners import random_samples

        return random_samples(running, seed)


BOT = RandomBot()
