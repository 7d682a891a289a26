"""The levels above easy: thought for choices, see search.py, and able hands and eyes, see ability.py."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from skill.bots.ability import Ability, AbleBot
from skill.bots.greedy import GreedyBot
from skill.bots.search import Candidate, Search, SearchBot, Thought
from skill.bots.solver import Solver, loses_at_once, solution
from skill.rules.game import Game
from skill.rules.thinking import Thinking

if TYPE_CHECKING:
    from random import Random

    from skill.lattice.notation import Action
    from skill.rules.game import AnyGame, Seat

SOLVES, PART = 15_000, 3  # calls of the rules from which a bot solves endgames, and states it then looks at for each
CHEAPER = 2  # times as many calls as it searches with a bot makes in the same time as it solves: no playout, no worth
CHECKED = 500  # more states that may be looked at to see whether what was chosen loses at once


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
        return int(min(self.budget, self.seconds * game.calls_a_second / game.shared_by))

    def think(self, game: AnyGame, view: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """Searches where the game can be thought ahead of; elsewhere the greedy bot's choice is all there is."""
        budget = min(budget, self.budget_in(game))
        if can_be_thought(game):
            if self.solves:
                return self._solved_or_thought(game, game.without_hands(game.view(view, seat)), seat, rng, budget)
            return super().think(game, view, seat, rng, budget)
        action, moves = GreedyBot.choose(self, game, view, seat, rng), game.moves(view, seat)
        return Thought(action, action, tuple(Candidate(move, 1 / len(moves), 0, (), inf) for move in moves), 0)

    def _solved_or_thought(self, game: AnyGame, state: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """What is proven to be best; else what is found by search, but nothing that is surely lost if aught is not."""
        players = len(game.scores(state))
        solver = Solver(game, players, budget // PART, budget)
        found = solution(solver, state, seat, fully=False)
        if found.best is None:
            thought = Search(game, state, seat, rng, budget - found.calls // CHEAPER, found.hopeful).thought()
            solver.left, solver.most = solver.left + CHECKED, solver.calls + CHECKED
            by_visits = (one.action for one in thought.candidates if one.action in found.hopeful)
            tried = dict.fromkeys((thought.action, *by_visits))
            safe = (action for action in tried if not loses_at_once(solver, state, seat, action))
            return thought._replace(action=next(safe, thought.action), calls=thought.calls + found.calls)
        each = 1 / len(found.bounds)
        candidates = [
            proven_candidate(move, each, low, seat, players, move in found.means)
            if low == high
            else Candidate(move, each, 0, (), inf)
            for move, (low, high) in found.bounds.items()
        ]
        return Thought(found.best, found.best, tuple(candidates), found.calls)


def proven_candidate(action: Action, prior: float, value: float, seat: Seat, players: int, is_mean: bool) -> Candidate:
    """An action of a seat that is proven to be worth so much to it."""
    return Candidate(action, prior, 1, _shares(value, seat, players), 0.0, is_mean)


def _shares(value: float, seat: Seat, players: int) -> tuple[float, ...]:
    """The shares of the win if that of a seat is worth so much to it; of the others all have alike."""
    own = (1 + value) / 2
    return tuple(own if n == seat else (1 - own) / max(players - 1, 1) for n in range(1, players + 1))


def can_be_thought(game: AnyGame) -> bool:
    """Whether the game hides nothing, or draws whole states for what it hides."""
    own = type(game)
    return own.view is Game.view or own.determinized is not Thinking.determinized
