"""The levels above easy: thought for choices, see search.py, and able hands and eyes, see ability.py."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from skill.bots.ability import Ability, AbleBot
from skill.bots.greedy import GreedyBot
from skill.bots.search import Candidate, SearchBot, Thought
from skill.rules.game import Game
from skill.rules.thinking import Thinking

if TYPE_CHECKING:
    from random import Random

    from skill.rules.game import AnyGame, Seat


class ThoughtfulBot(AbleBot, SearchBot):
    """Searches with a budget of calls of the rules; its hands and eyes have an ability."""

    def __init__(self, name: str, strength: int, budget: int, ability: Ability) -> None:
        super().__init__(name, strength, budget)
        self.ability = ability

    def think(self, game: AnyGame, view: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """Searches where the game can be thought ahead of; elsewhere the greedy bot's choice is all there is."""
        if can_be_thought(game):
            return super().think(game, view, seat, rng, budget)
        action, moves = GreedyBot.choose(self, game, view, seat, rng), game.moves(view, seat)
        return Thought(action, action, tuple(Candidate(move, 1 / len(moves), 0, (), inf) for move in moves), 0)


def can_be_thought(game: AnyGame) -> bool:
    """Whether the game hides nothing, or draws whole states for what it hides."""
    own = type(game)
    return own.view is Game.view or own.determinized is not Thinking.determinized
