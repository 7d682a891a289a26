"""The levels above easy: thought for choices, see search.py, and able hands and eyes, see ability.py."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from skill.bots.ability import Ability, AbleBot
from skill.bots.greedy import GreedyBot
from skill.bots.search import Candidate, SearchBot, Thought
from skill.bots.solver import LOST, solved
from skill.rules.game import Game
from skill.rules.thinking import Thinking

if TYPE_CHECKING:
    from random import Random

    from skill.rules.game import AnyGame, Seat

SOLVES, PART = 15_000, 3  # calls of the rules from which a bot solves endgames, and what part of them that may take


class ThoughtfulBot(AbleBot, SearchBot):
    """Searches with a budget of calls of the rules, fewer where `seconds` are over before; its hands and eyes have an
    ability.
    """

    def __init__(self, name: str, strength: int, budget: int, ability: Ability, seconds: float = inf) -> None:
        super().__init__(name, strength, budget)
        self.ability, self.seconds = ability, seconds
        self.solves = budget >= SOLVES
        """Whether it looks first whether the game can be solved from there."""

    def budget_in(self, game: AnyGame) -> int:
        return int(min(self.budget, self.seconds * game.calls_a_second))

    def think(self, game: AnyGame, view: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """Searches where the game can be thought ahead of; elsewhere the greedy bot's choice is all there is."""
        budget = min(budget, self.budget_in(game))
        if can_be_thought(game):
            if self.solves and type(game).view is Game.view and len(game.scores(view)) == 2:
                return self._solved_or_thought(game, game.without_hands(view), seat, rng, budget)
            return super().think(game, view, seat, rng, budget)
        action, moves = GreedyBot.choose(self, game, view, seat, rng), game.moves(view, seat)
        return Thought(action, action, tuple(Candidate(move, 1 / len(moves), 0, (), inf) for move in moves), 0)

    def _solved_or_thought(self, game: AnyGame, state: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """What is proven to be best; else what is found by search, but nothing that is surely lost if aught is not."""
        found = solved(game, state, seat, budget // PART)
        if found.best is not None:
            each = 1 / len(found.bounds)
            candidates = [
                Candidate(move, each, 1, _shares(low, seat), 0.0) if low == high else Candidate(move, each, 0, (), inf)
                for move, (low, high) in found.bounds.items()
            ]
            return Thought(found.best, found.best, tuple(candidates), budget // PART)
        thought = super().think(game, state, seat, rng, budget)
        lost = {move for move, (_, high) in found.bounds.items() if high == LOST}
        if thought.action in lost:
            return thought._replace(action=next(one.action for one in thought.candidates if one.action not in lost))
        return thought


def _shares(value: float, seat: Seat) -> tuple[float, float]:
    """What two seats have of the win if it is worth so much to one of them."""
    own = (1 + value) / 2
    return (own, 1 - own) if seat == 1 else (1 - own, own)


def can_be_thought(game: AnyGame) -> bool:
    """Whether the game hides nothing, or draws whole states for what it hides."""
    own = type(game)
    return own.view is Game.view or own.determinized is not Thinking.determinized
