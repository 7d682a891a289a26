"""Plays as the greedy bot does, except that a quarter of its actions are random legal ones; its hands are unsteady."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill.bots.ability import Ability, AbleBot
from skill.rules.game import offered

if TYPE_CHECKING:
    from random import Random

    from skill.lattice.notation import Action
    from skill.rules.game import AnyGame, Seat

ANY = 0.25  # how often it does not care


class EasyBot(AbleBot):
    """Greedy, with a quarter of its actions at random."""

    name, strength = "easy", 1
    ability = Ability(slowness=2.0, mistakes=0.15, tremor=0.06, misjudges=0.5)

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        if rng.random() < ANY:
            return rng.choice(offered(game, view, seat))
        return super().choose(game, view, seat, rng)


BOT = EasyBot()
