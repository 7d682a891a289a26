"""Small endgames solved by the rules alone: what a seat wins if everybody plays for the win.

Every seat does what is best for it; among equally good actions it may take any (soft max^n: N. Sturtevant and M.
Bowling, "Robust game play against unknown opponents", 2006). The value of a state for each seat lies between two
bounds, which meet as the search looks further ahead (B. W. Ballard, "The *-minimax search procedure for trees
containing chance nodes", 1983); chance counts by expectation. As all shares of a win add up to 1, a sure win of a seat
holds whatever the others do: all their actions lose.

If a view hides something, a result holds for every whole state that agrees with the view. A sure win is reached by
actions that depend only on what the seat sees at the time; a sure loss would be one even if everybody saw everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import fsum, inf
from typing import Any, NamedTuple

from skill.bots.worlds import TooMany, agreeing
from skill.lattice.notation import Action
from skill.rules.game import CHANCE, AnyGame, Game, Seat, Turn, offered

LOST, WON = -1.0, 1.0
UNKNOWN = (LOST, WON)
DEEPEST = 60  # actions
VISITS = 8  # times as often as states that are new, states that are known may be looked at again
WORLDS = 60  # whole states that may agree with a view; where there are more nothing is said
UNSEEN = (1.0, 0.0)  # what an action promises that was not looked at
ROUNDING = 1e-9  # by which sums of shares may be off

Bounds = tuple[float, float]
"""Between which lies what a state is worth to the seat: from `LOST` to `WON`. A shared win lies between, and a game
that nobody wins counts as shared by all: with two seats both are 0."""
Shares = tuple[float, ...]
"""Of the win, one a seat."""


class Solution(NamedTuple):
    """What is proven about the actions of a seat."""

    best: Action | None
    """Surely none is better; among wins one of the fewest actions, among losses one of the most and, if it can be, one
    that leaves open who wins. None if unknown."""
    bounds: dict[Action, Bounds]
    """Of every legal action."""
    calls: int = 0
    """How many calls of the rules it took."""
    length: int | None = None
    """Within how many actions, those of chance among them, the best one ends the game; None where it is unknown."""
    means: frozenset[Action] = frozenset()
    """The actions whose worth is the mean of ends between which chance decides, or what is hidden."""

    @property
    def hopeful(self) -> list[Action]:
        """The actions that come into question: no other one is surely as good."""
        best = max(self.bounds, key=lambda action: self.bounds[action])
        return [action for action, (_, high) in self.bounds.items() if action == best or high > self.bounds[best][0]]


class Spent(Exception):
    """The states that may be looked at, or the calls of the rules, are used up."""


def shares_of(winners: Sequence[Seat], players: int) -> Shares:
    """What each seat has of the win, and nobody else; a seat that is alone plays against one more that never moves."""
    if players == 1:
        return (1.0, 0.0) if winners else (0.0, 1.0)
    share = 1 / (len(winners) or players)
    return tuple(share if not winners or n in winners else 0.0 for n in range(1, players + 1))


class Proven:
    """What is proven about a state: between which shares each seat's lies."""

    __slots__ = ("high", "is_mean", "length", "low")

    def __init__(self, shares: Shares) -> None:
        """`shares`: any of as many seats."""
        self.low: Shares = (0.0,) * len(shares)
        self.high: Shares = (1.0,) * len(shares)
        self.length = 0
        """Within how many actions it ends if it is exact."""
        self.is_mean = False
        """Whether chance may decide between ends that differ, so that shares of the win are no ends themselves."""

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def is_worse(self, low: float, own: int) -> bool:
        """Whether that seat would never choose it, having something that is surely worth `low` to it."""
        return self.high[own] < low - ROUNDING

    def choose(self, own: int, after: Iterable[Proven], unseen: bool = False) -> None:
        """Takes what follows from what is proven of the states after its actions, of some of which nothing is known."""
        known = [*after]
        low = max((one.low[own] for one in known), default=0.0)
        self.is_mean = any(one.is_mean for one in known if one.low[own] == low)
        if low == 1.0:
            share = tuple(float(n == own) for n in range(len(self.low)))
            self.tighten(share, share)
        elif unseen:
            self.tighten(tuple(low if n == own else 0.0 for n in range(len(self.low))), (1.0,) * len(self.low))
        else:
            may = [one for one in known if not one.is_worse(low, own)]
            lows = [min(of) for of in zip(*(one.low for one in may), strict=True)]
            lows[own] = low
            self.tighten(tuple(lows), tuple(max(of) for of in zip(*(one.high for one in may), strict=True)))

    def expect(self, after: Sequence[Proven], weights: Sequence[float]) -> None:
        """Takes the mean of what is proven of the states after what chance may do."""
        total = fsum(weights)
        self.is_mean = any(one.is_mean or (one.low, one.high) != (after[0].low, after[0].high) for one in after)

        def mean(of: tuple[float, ...]) -> float:
            return of[0] if min(of) == max(of) else fsum(w * one for w, one in zip(weights, of, strict=True)) / total

        self.tighten(
            tuple(mean(of) for of in zip(*(one.low for one in after), strict=True)),
            tuple(mean(of) for of in zip(*(one.high for one in after), strict=True)),
        )

    def tighten(self, low: Shares, high: Shares) -> None:
        """Takes these bounds where they are closer, and what follows from them as all shares add up to 1."""
        low = tuple(map(max, low, self.low))
        rest = 1.0 - fsum(low)
        high = tuple(min(b, old, a + rest) for a, b, old in zip(low, high, self.high, strict=True))
        over = 1.0 - fsum(high)
        low = tuple(max(a, b + over) for a, b in zip(low, high, strict=True))
        self.low = tuple(b if b - a < ROUNDING else a for a, b in zip(low, high, strict=True))
        self.high = high


class Position(Proven):
    """A state, and those after its actions as far as they were looked at."""

    __slots__ = ("after", "depth", "moves", "state", "turn")

    def __init__(self, state: Any, turn: Turn, shares: Shares) -> None:
        super().__init__(shares)
        self.state, self.turn = state, turn
        self.depth = 0
        """How many actions it was looked ahead of."""
        self.moves: Sequence[Action] | None = None
        self.after: dict[Action, Position] = {}


class Solver:
    """All that is known of the states of one match that follow from each other, each looked at once."""

    def __init__(self, game: AnyGame, players: int, states: int, calls: float = inf) -> None:
        self.game, self.players, self.left, self.most = game, players, states, calls
        self.seats = shares_of((), players)
        self.visits = VISITS * states
        self.open = 0
        """How many of the states that it looked at do not end the game."""
        self.calls = 0
        self.unseen = dict.fromkeys(range(1, players + 1), False)
        """Whether something may be hidden from a seat where it is to move."""
        self._hides = type(game).view is not Game.view
        self._known: dict[Any, Position] = {}

    def at(self, state: Any) -> Position:
        """What is known of a state. Raises `Spent`."""
        if (found := self._known.get(state)) is not None:
            return found
        self.left -= 1
        if self.left < 0:
            raise Spent
        turn = self.game.to_move(state)
        found = self._known[state] = Position(state, turn, self.seats)
        if turn is None:
            winners = self.game.result(state).winners  # type: ignore[union-attr]
            found.low = found.high = shares_of(winners, self.players)
        else:
            self.open += 1
        return found

    def moves(self, at: Position) -> Sequence[Action]:
        """What may be done there; nothing where hands decide or chance has too much to list."""
        if at.moves is None:
            self.calls += 1
            turn = at.turn
            if isinstance(turn, int):
                at.moves = offered(self.game, at.state, turn)
                if self._hides and not self.unseen[turn]:
                    self.unseen[turn] = self.game.view(at.state, turn) != at.state
            else:
                at.moves = self.game.moves(at.state) if turn is CHANCE else ()
        return at.moves

    def after(self, at: Position, move: Action) -> Position:
        """What is known of the state after an action. Raises `Spent`."""
        if (found := at.after.get(move)) is None:
            self.calls += 1
            if self.calls > self.most:
                raise Spent
            found = at.after[move] = self.at(self.game.play(at.state, move, at.turn))
        return found

    def look(self, at: Position, depth: int) -> Proven:
        """What is proven about a state within so many actions. Raises `Spent`."""
        while at.depth < depth and not at.is_exact:
            self.visits -= 1
            if self.visits < 0:
                raise Spent
            self._look_on(at, at.depth + 1)
            at.depth += 1
        return at if at.length <= depth or not at.is_exact else Proven(self.seats)

    def _look_on(self, at: Position, depth: int) -> None:
        moves = self.moves(at)
        if not moves:
            return
        if at.turn is CHANCE:
            at.expect([self.look(self.after(at, move), depth - 1) for move in moves], self.game.weights(at.state))
        elif isinstance(at.turn, int):
            own, found = at.turn - 1, []
            for move in self._hopeful(at, moves, own):
                found.append(one := self.look(self.after(at, move), depth - 1))
                if one.low[own] == 1.0:
                    break
            at.choose(own, found)
        if at.is_exact:
            at.length = depth

    def _hopeful(self, at: Position, moves: Sequence[Action], own: int) -> Iterator[Action]:
        """The actions that the seat may choose, those first that promised most before."""
        known = at.after
        if at.depth:
            hopes = {move: (one.high[own], one.low[own]) for move, one in known.items()}
            moves = sorted(moves, key=lambda move: hopes.get(move, UNSEEN), reverse=True)
        yield from (move for move in moves if move not in known or not known[move].is_worse(at.low[own], own))

    def surely_wins(self, positions: Sequence[Position], seat: Seat, depth: int) -> bool:
        """Whether the seat wins within so many actions, not knowing which of these states it is but by its views.

        Raises `Spent`.
        """
        own = seat - 1
        views: dict[Any, list[Position]] = {}
        waiting = list(dict.fromkeys(positions))
        while waiting:
            if any(self.look(at, depth).low[own] < 1.0 for at in waiting):  # not even if it knew
                return False
            after = []
            for at in waiting:
                if at.turn == seat:
                    views.setdefault(self.game.view(at.state, seat), []).append(at)
                elif at.turn is not None:
                    after += [self.after(at, move) for move in self.moves(at)]
            waiting, depth = list(dict.fromkeys(after)), depth - 1
        return all(
            any(
                self.surely_wins([self.after(at, move) for at in of], seat, depth)
                for move in self.moves(of[0])
                if all(move in self.moves(at) for at in of)
            )
            for of in views.values()
        )


def solved(game: AnyGame, view: Any, seat: Seat, states: int) -> Solution:
    """What is proven about the actions of `seat`, which is to move, by looking at so many states at most."""
    players = len(game.scores(view))
    return solution(Solver(game, players, states), view, seat)


def solution(solver: Solver, view: Any, seat: Seat, fully: bool = True) -> Solution:
    """What is proven about the actions of `seat`, which is to move, with the states that the solver has left.

    Fully: also what the best action is worth, not only that none is better.
    """
    game = solver.game
    moves = offered(game, view, seat)
    bounds = dict.fromkeys(moves, UNKNOWN)
    length: dict[Action, int] = {}
    means: set[Action] = set()
    spent, open_ = 0, 1  # states at the last depth, and those of them from which the game goes on
    try:
        roots, weights = _roots(solver, view, seat)
        for depth in range(DEEPEST if roots else 0):
            left, before_open, was, before = solver.left, solver.open, open_, spent
            for move in moves:
                if bounds[move][0] != bounds[move][1]:
                    bounds[move], is_mean = _agreed(solver, roots, weights, move, seat, depth)
                    length[move] = depth + 1
                    means = means | {move} if is_mean else means - {move}
                    if bounds[move][0] == WON:
                        return Solution(move, bounds, solver.calls, depth + 1, frozenset(means))
            best = max(moves, key=lambda move: bounds[move])
            low, high = bounds[best]
            if all(bounds[move][1] <= low for move in moves if move != best) and (low == high or not fully):
                if high == LOST:
                    best = max(moves, key=lambda move: (not _is_given_away(solver, roots, move), length[move]))
                ends = length[best] if low == high else None
                return Solution(best, bounds, solver.calls, ends, frozenset(means))
            spent, open_ = left - solver.left, solver.open - before_open
            if (depth and spent == before == 0) or spent / max(was, 1) * open_ > 2 * solver.left:
                break  # nothing new can be seen, or the next depth would hardly be looked at to its end
    except (Spent, TooMany):
        pass
    return Solution(None, bounds, solver.calls)


def proven_of(solver: Solver, view: Any, seat: Seat, move: Action) -> tuple[Bounds, bool]:
    """What is proven of one action of `seat`, which is to move, with the states that the solver has left; and whether
    that is a mean of ends.
    """
    found: tuple[Bounds, bool] = UNKNOWN, False
    try:
        roots, weights = _roots(solver, view, seat)
        for depth in range(DEEPEST if roots else 0):
            found = _agreed(solver, roots, weights, move, seat, depth)
            if found[0][0] == found[0][1]:
                break
    except (Spent, TooMany):
        pass
    return found


def loses_at_once(solver: Solver, view: Any, seat: Seat, move: Action) -> bool:
    """Whether whoever is next has surely won after an action, with one of its own, in every state that there may be."""
    try:
        after = [solver.look(solver.after(at, move), 1) for at in _roots(solver, view, seat)[0]]
    except (Spent, TooMany):
        return False
    return bool(after) and all(one.high[seat - 1] == 0.0 for one in after)


def _roots(solver: Solver, view: Any, seat: Seat) -> tuple[list[Position], list[float]]:
    """The states that agree with the view, and how likely each is; none in races, where anyone may be next.

    Raises `Spent` and `TooMany`.
    """
    worlds = agreeing(solver.game, view, seat, WORLDS) if _is_hashable(view) else {}
    solver.calls += len(worlds)
    roots = [solver.at(world) for world in worlds]
    return (roots, list(worlds.values())) if all(at.turn == seat for at in roots) else ([], [])


def _agreed(
    solver: Solver, roots: Sequence[Position], weights: Sequence[float], move: Action, seat: Seat, depth: int
) -> tuple[Bounds, bool]:
    """What is proven of an action in all these states, of which the seat does not know which it is; and whether its
    worth is a mean.
    """
    own = seat - 1
    after = [solver.after(at, move) for at in roots]
    of = Proven(solver.seats)
    of.expect([solver.look(at, depth) for at in after], weights)
    low, high = of.low[own], of.high[own]
    goes_on = any(at.turn is not None for at in after)
    if (
        goes_on
        and (len(roots) > 1 or solver.unseen[seat])
        and not (low == 1.0 and solver.surely_wins(after, seat, depth))
    ):
        low = 0.0  # what it would choose then depends on what it does not see
    return (2 * low - 1, 2 * high - 1), of.is_mean


def _is_given_away(solver: Solver, roots: Sequence[Position], move: Action) -> bool:
    """Whether the win of another seat is sure after an action; else the seats that may win must agree on it."""
    return any(1.0 in solver.after(at, move).low for at in roots)


def _is_hashable(state: Any) -> bool:
    """Whether a state can be known again, as one with a list in it cannot."""
    try:
        hash(state)
    except TypeError:
        return False
    return True
