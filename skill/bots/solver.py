"""Small endgames of two seats solved by the rules alone: won, lost or how likely, with best play on both sides.

Deeper and deeper, to the end of the game or until the states that may be looked at are used up. A value lies between
two bounds that meet once it is proven (B. W. Ballard, "The *-minimax search procedure for trees containing chance
nodes", 1983); chance counts by expectation. Nothing is solved where a view hides something.
"""

from __future__ import annotations

from math import fsum
from typing import Any, NamedTuple

from skill.lattice.notation import Action
from skill.rules.game import CHANCE, AnyGame, Seat, offered

LOST, WON = -1.0, 1.0
UNKNOWN = (LOST, WON)
DEEPEST = 60  # actions

Bounds = tuple[float, float]
"""Between which lies what a state is worth to the seat: from `LOST` to `WON`; a shared win is 0, and so is none."""


class Solution(NamedTuple):
    """What is proven about the actions of a seat."""

    best: Action | None
    """Surely none is better; among wins one of the fewest actions, among losses one of the most. None if unknown."""
    bounds: dict[Action, Bounds]
    """Of every legal action."""


class _Spent(Exception):
    """The states that may be looked at are used up."""


class _Solver:
    def __init__(self, game: AnyGame, seat: Seat, states: int) -> None:
        self.game, self.seat, self.left = game, seat, states
        self._known: dict[Any, Bounds] = {}
        """Of states whose bounds meet, however deep they were looked at."""
        self._seen: dict[tuple[Any, int], Bounds] = {}

    def bounds(self, state: Any, depth: int) -> Bounds:
        """What is proven about a state within so many actions."""
        if known := self._known.get(state) or self._seen.get((state, depth)):
            return known
        self.left -= 1
        if self.left < 0:
            raise _Spent
        found = self._looked_at(state, depth)
        if found[0] == found[1]:
            self._known[state] = found
        else:
            self._seen[state, depth] = found
        return found

    def _looked_at(self, state: Any, depth: int) -> Bounds:
        turn = self.game.to_move(state)
        if turn is None:
            winners = self.game.result(state).winners  # type: ignore[union-attr]
            value = 0.0 if len(winners) != 1 else WON if self.seat in winners else LOST
            return value, value
        if depth == 0:
            return UNKNOWN
        if turn is CHANCE:
            moves = self.game.moves(state)
            if not moves:
                return UNKNOWN
            weights = self.game.weights(state)
            after = [self.bounds(self.game.play(state, move, CHANCE), depth - 1) for move in moves]
            total = fsum(weights)
            low, high = (fsum(w * one[n] for w, one in zip(weights, after, strict=True)) / total for n in (0, 1))
            return low, high
        if not isinstance(turn, int):
            return UNKNOWN
        best, sign = None, 1 if turn == self.seat else -1
        for move in offered(self.game, state, turn):
            low, high = self.bounds(self.game.play(state, move, turn), depth - 1)
            if best is None:
                best = low, high
            else:
                best = (max(best[0], low), max(best[1], high)) if sign > 0 else (min(best[0], low), min(best[1], high))
            if (best[0] == WON) if sign > 0 else (best[1] == LOST):
                break
        assert best is not None
        return best


def solved(game: AnyGame, state: Any, seat: Seat, states: int) -> Solution:
    """What is proven about the actions of `seat`, which is to move, by looking at so many states at most."""
    moves = offered(game, state, seat)
    bounds = dict.fromkeys(moves, UNKNOWN)
    solver = _Solver(game, seat, states)
    if not _is_hashable(state):
        return Solution(None, bounds)
    spent = 0
    last: Action | None = None  # that was not yet lost
    try:
        for depth in range(DEEPEST):
            left = solver.left
            for move in moves:
                low, high = bounds[move]
                if low != high:
                    bounds[move] = solver.bounds(game.play(state, move, seat), depth)
                    if bounds[move][0] == WON:
                        return Solution(move, bounds)
            if all(low == high for low, high in bounds.values()):
                best = max(moves, key=lambda move: bounds[move][0])
                return Solution(last if bounds[best][0] == LOST and last else best, bounds)
            last = next(move for move in moves if bounds[move][0] != bounds[move][1])
            before, spent = spent, left - solver.left
            if spent == 0 or (before and spent * spent / before > 2 * solver.left):
                break  # nothing new can be seen, or the next depth would hardly be looked at to its end
    except _Spent:
        pass
    return Solution(None, bounds)


def _is_hashable(state: Any) -> bool:
    """Whether a state can be known again, as one with a list in it cannot."""
    try:
        hash(state)
    except TypeError:
        return False
    return True
