"""Who wins with best play on both sides, in how many actions, and how: a position or a whole game solved exactly.

The search is depth first, with a lower and an upper bound that meet once a value is proven. A window cuts it as in
alpha-beta, and at chance nodes as in Star1 (B. W. Ballard, "The *-minimax search procedure for trees containing chance
nodes", 1983). A table has all states met; actions that cut elsewhere are tried first (J. Schaeffer, "The history
heuristic", 1983). The first passes go one action deeper each, so that a short win is found in a large game; the last
one goes to the end. Chance counts by expectation, in fractions, so that bounds meet exactly.

What is proven holds under the rules alone, whatever bots think. A state in which its seat does not see everything ends
the search, since best play then depends on what may be hidden.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from skill.errors import UnknownName, Words
from skill.lattice.notation import Action
from skill.rules.game import CHANCE, AnyGame, Game, Seat, offered
from skill.rules.perft import opened
from skill.table.record import Played

Value = int | Fraction
Bounds = tuple[Value, Value]
"""Between which lies what a state is worth to seat 1: from `LOST` to `WON`; 0 is a shared win, or nobody's."""

LOST, WON = -1, 1
UNKNOWN: Bounds = (LOST, WON)
STATES = 200_000  # that are looked at unless more or fewer are asked for
DEEPEST = 300  # actions; a recursion of Python's own goes no deeper than three times that
FIRST_PASSES = 2000  # states that the first passes may take
EACH = 1000  # states between two calls of `on_states`


class Outcome(NamedTuple):
    """What chance may draw first."""

    action: Action
    part: Fraction
    """How likely it is."""
    low: Value
    high: Value
    """What the state after it is worth to seat 1."""


class Solution(NamedTuple):
    """What is proven of a state."""

    low: Value
    """What it is worth to seat 1 at the least: 1 is a sure win, -1 a sure loss, 0 a shared win, or nobody's. A fraction
    where chance has a part in it."""
    high: Value
    """And at the most; with best play on both sides it is worth `low` where both are the same."""
    actions: int | None
    """In how many actions of seats and chance, from here, whoever wins can win at the latest; None unless a seat surely
    wins. `is_shortest` says whether less was ruled out."""
    is_shortest: bool
    line: tuple[Played, ...]
    """Best play from here to the end or to the next draw of chance; no more than is proven. Who wins takes a shortest
    way, who loses a longest, if `is_shortest`."""
    states: int
    """How many were looked at."""
    stopped: Words | None
    """Why it is not solved, or why more is not known of how it is won; None where all was found."""
    is_over: bool = False
    """Whether the game is over there already."""
    is_mean: bool = False
    """Whether the value is a mean of ends between which chance decides with best play; a value of 0 is a draw where it
    is none."""
    outcomes: tuple[Outcome, ...] = ()
    """Where chance is first."""

    @property
    def is_solved(self) -> bool:
        return self.low == self.high

    @property
    def winner(self) -> Seat | None:
        """The seat that surely wins; None where no such thing is proven."""
        return 1 if self.low == WON else 2 if self.high == LOST else None


class _StoppedError(Exception):
    """Nothing more is looked at; its argument says why, as `Words`."""


def check_solvable(game: AnyGame, players: int) -> None:
    """Raises `UnknownName` unless best play decides the game: one seat or two, which choose in turns."""
    if game.kind not in ("turns", "hybrid"):
        raise UnknownName(
            "{game} is decided by hands or speed; expected a game that is played in turns", game=game.slug
        )
    if players > 2:
        text = (
            "{game} with {players} seats: what is best for one of them rests on which other it harms; expected 1 or 2"
        )
        raise UnknownName(text, game=game.slug, players=players)


def solved(
    game: AnyGame,
    state: Any,
    most: int = STATES,
    deadline: float | None = None,
    on_states: Callable[[], Any] | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> Solution:
    """What is proven of a state of a game of one or two seats by looking at `most` states, or until `time.monotonic`
    comes to the deadline, or `is_stopped` says so; `on_states` is called after each `EACH` of them.

    Where hands would throw, chance decides where dice lie. Raises `UnknownName` where something is hidden from a seat
    that is to move, chance draws from more than can be listed, or states cannot be known again.
    """
    state = game.without_hands(state)
    try:
        hash(state)
    except TypeError:
        text = "{game}: a state has lists or sets in it; expected tuples and frozensets"
        raise UnknownName(text, game=game.slug) from None
    solver = _Solver(game, len(game.scores(state)), most, deadline, on_states, is_stopped)
    stopped = None
    try:
        low, high = solver.value(state)
        if low != high:
            stopped = Words("some play goes on for more than {count} actions", count=DEEPEST)
    except _StoppedError as error:
        low, high = solver.known.get(state, UNKNOWN)
        stopped = error.args[0]
    won, shortest, line = low == WON or high == LOST, False, []
    is_mean = isinstance(low, Fraction) and not won
    if low == high:
        try:
            is_mean = is_mean and solver.is_mean(state)
            if won:
                solver.shorten(state)
                shortest = True
            for played in solver.line(state, shortest):
                line.append(played)
        except _StoppedError as error:
            stopped = error.args[0]
    actions = solver.height.get(state, 0) if won else None
    turn = game.to_move(state)
    outcomes = tuple(solver.outcomes(state)) if turn is CHANCE else ()
    found = Solution(low, high, actions, shortest, tuple(line), solver.states, stopped)
    return found._replace(is_over=turn is None, is_mean=is_mean, outcomes=outcomes)


def begun(game: AnyGame, state: Any, seed: int) -> Any:
    """The state after draws of the set-up that are too many to list, taken from `seed`, hands left to chance."""
    return opened(game, game.without_hands(state), seed)


class _Solver:
    def __init__(
        self,
        game: AnyGame,
        players: int,
        most: int,
        deadline: float | None,
        on_states: Callable[[], Any] | None,
        is_stopped: Callable[[], bool] | None,
    ) -> None:
        self.game, self.players, self.most, self.deadline, self.on_states = game, players, most, deadline, on_states
        self.is_stopped = is_stopped
        self.hides = type(game).view is not Game.view
        self.states = 0
        self.known: dict[Any, Bounds] = {}
        self.height: dict[Any, int] = {}
        """Of states that a seat surely wins: in how many actions it can do so at the latest."""
        self._not_in: dict[Any, int] = {}
        """Of such states: in how many actions it surely cannot."""
        self._best: dict[Any, Action] = {}
        """Of states whose bounds meet: an action of the seat to move that keeps the value."""
        self._tried: dict[tuple[Any, Value, Value], int] = {}
        """How many actions deep a state was looked at in vain, with that window, in this pass."""
        self._cuts: Counter[Action] = Counter()

    def value(self, state: Any) -> Bounds:
        """The bounds of a state, which meet unless some play is longer than `DEEPEST`."""
        depth = 1
        while depth < DEEPEST and self.states < FIRST_PASSES:
            self._tried.clear()
            found = self._bounds(state, *UNKNOWN, depth)
            if found[0] == found[1]:
                return found
            depth += 1
        self._tried.clear()
        self._bounds(state, 0, WON, DEEPEST)  # of a search that is stopped at least something is known then
        return self._bounds(state, *UNKNOWN, DEEPEST)

    def shorten(self, state: Any) -> None:
        """Brings `height` of a state that a seat surely wins to the fewest actions in which it can."""
        winner = 1 if self.known.get(state, UNKNOWN)[0] == WON else 2
        while (height := self.height.get(state, 0)) and self._wins_in(state, winner, height - 1):
            pass

    def line(self, state: Any, shortest: bool) -> Any:
        """Best play from a state, action by action, to the end of the game or to the next draw of chance."""
        while (turn := self.game.to_move(state)) is not None and turn is not CHANCE:
            assert isinstance(turn, int)
            won = self._bounds(state, *UNKNOWN, DEEPEST)[0] == WON
            action = self._in_time(state, turn, 1 if won else 2) if shortest else self._best[state]
            yield Played(turn, action)
            state = self.game.play(state, action, turn)

    def is_mean(self, state: Any) -> bool:
        """Whether by best play from a state whose value is known chance decides between ends of another value."""
        value = self.known.get(state, UNKNOWN)[0]
        waiting, seen = [state], {state}
        while waiting:
            at = waiting.pop()
            turn = self.game.to_move(at)
            if turn is CHANCE:
                after = {self.game.play(at, move, turn) for move, _ in self._outcomes(at)}
                if any(self._bounds(each, *UNKNOWN, DEEPEST) != (value, value) for each in after):
                    return True
            elif turn is None:
                after = set()
            else:
                assert isinstance(turn, int)
                kept = (self.game.play(at, move, turn) for move in (self._best[at], *offered(self.game, at, turn)))
                after = {next(each for each in kept if self._bounds(each, *UNKNOWN, DEEPEST) == (value, value))}
            waiting += after - seen
            seen |= after
        return False

    def outcomes(self, state: Any) -> Iterator[Outcome]:
        """What chance may draw first, with what is known of the states after it."""
        for move, part in self._outcomes(state):
            after = self.game.play(state, move, CHANCE)
            yield Outcome(move, part, *self._known_of(after))

    def _known_of(self, state: Any) -> Bounds:
        return self._ended(state) if self.game.to_move(state) is None else self.known.get(state, UNKNOWN)

    def _in_time(self, state: Any, turn: Seat, winner: Seat) -> Action:
        """The action of whoever wins that takes no longer than it must, of whoever loses one that takes the longest."""
        self.shorten(state)
        after = self.height[state] - 1
        moves = offered(self.game, state, turn)
        if turn == winner:
            return next(m for m in moves if self._wins_in(self.game.play(state, m, turn), winner, after))
        return next(m for m in moves if not self._wins_in(self.game.play(state, m, turn), winner, after - 1))

    def _bounds(self, state: Any, alpha: Value, beta: Value, depth: int) -> Bounds:
        """What is proven about a state within so many actions: enough to compare it with the window."""
        known = self.known.get(state, UNKNOWN)
        if known[0] == known[1] or known[0] >= beta or known[1] <= alpha:
            return known
        if self._tried.get((state, alpha, beta), -1) >= depth:
            return known
        turn = self.game.to_move(state)
        if turn is None:
            return self._ended(state)
        if depth == 0:
            return known
        self._look(state, turn)
        if turn is CHANCE:
            low, high, height, best = *self._drawn(state, alpha, beta, depth), None
        else:
            assert isinstance(turn, int)  # as `_look` has seen
            low, high, height, best = self._chosen(state, turn, alpha, beta, depth)
        low, high = max(low, known[0]), min(high, known[1])
        if (low, high) != known:
            self.known[state] = low, high
            if low == WON or high == LOST:
                self.height[state] = height
        if low == high:
            if best is not None:
                self._best[state] = best
        elif alpha < high and low < beta:
            self._tried[state, alpha, beta] = depth
        return low, high

    def _chosen(
        self, state: Any, turn: Seat, alpha: Value, beta: Value, depth: int
    ) -> tuple[Value, Value, int, Action | None]:
        """Bounds, height and best action where a seat is to move."""
        if turn != 1:
            alpha, beta = -beta, -alpha
        low: Value = LOST
        high: Value = LOST
        height, best = 0, None
        moves = offered(self.game, state, turn)
        for move in sorted(moves, key=self._cuts.__getitem__, reverse=True) if len(moves) > 1 else moves:
            after = self.game.play(state, move, turn)
            least = max(alpha, low)
            if turn == 1:
                worst, most = self._bounds(after, least, beta, depth - 1)
            else:
                most, worst = (-bound for bound in self._bounds(after, -beta, -least, depth - 1))
            taken = 1 + self.height.get(after, 0)
            if best is None or worst > low:
                low, best = worst, move
                height = taken
            elif low == LOST:
                height = max(height, taken)
            high = max(high, most)
            if low >= beta:
                self._cuts[move] += 1
                high = WON
                break
        return (low, high, height, best) if turn == 1 else (-high, -low, height, best)

    def _drawn(self, state: Any, alpha: Value, beta: Value, depth: int) -> tuple[Value, Value, int]:
        """Bounds and height where chance draws."""
        low: Value = 0
        high: Value = 0
        rest: Value = 1
        height = 0
        for move, part in self._outcomes(state):
            rest -= part
            after = self.game.play(state, move, CHANCE)
            window = Fraction(alpha - high - rest * WON) / part, Fraction(beta - low - rest * LOST) / part
            least, most = self._bounds(after, *window, depth - 1)
            low, high = low + part * least, high + part * most
            height = max(height, 1 + self.height.get(after, 0))
            if low + rest * LOST >= beta or high + rest * WON <= alpha:
                break
        return low + rest * LOST, high + rest * WON, height

    def _outcomes(self, state: Any) -> list[tuple[Action, Fraction]]:
        """What chance may draw, and how likely each of it is. Raises `UnknownName`."""
        if not (moves := self.game.moves(state)):
            text = "{game}: chance draws from more than can be listed; expected a position after which it does not"
            raise UnknownName(text, game=self.game.slug)
        weights = [Fraction(weight) for weight in self.game.weights(state)]
        total = sum(weights)
        return [(move, weight / total) for move, weight in zip(moves, weights, strict=True) if weight]

    def _wins_in(self, state: Any, winner: Seat, actions: int) -> bool:
        """Whether a seat can win within so many actions, whatever the other does and chance draws."""
        turn = self.game.to_move(state)
        if turn is None:
            return actions >= 0 and self._ended(state)[0] == (WON if winner == 1 else LOST)
        low, high = self.known.get(state, UNKNOWN)
        if (high if winner == 1 else -low) < WON or actions <= self._not_in.get(state, 0):
            return False
        if (low if winner == 1 else -high) == WON and self.height[state] <= actions:
            return True
        self._look(state, turn)
        moves = (
            offered(self.game, state, turn) if isinstance(turn, int) else [move for move, _ in self._outcomes(state)]
        )
        found = (self._wins_in(self.game.play(state, move, turn), winner, actions - 1) for move in moves)
        if any(found) if turn == winner else all(found):
            self.known[state] = (WON, WON) if winner == 1 else (LOST, LOST)
            self.height[state] = actions
            return True
        self._not_in[state] = actions
        return False

    def _ended(self, state: Any) -> Bounds:
        """What the end of the game is worth."""
        result = self.game.result(state)
        assert result is not None
        winners = result.winners
        if self.players == 1:
            value = WON if winners else LOST
        else:
            value = 0 if len(winners) != 1 else WON if winners == (1,) else LOST
        return value, value

    def _look(self, state: Any, turn: Any) -> None:
        """Counts a state that is looked at. Raises `_StoppedError` where there is no more to be had, `UnknownName`."""
        if self.states >= self.most:
            text = "{count} states were not enough"
            raise _StoppedError(Words(text, one="one state was not enough", count=self.most))
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise _StoppedError(Words("the time was not enough"))
        if self.is_stopped is not None and self.is_stopped():
            raise _StoppedError(Words("it was stopped"))
        self.states += 1
        if self.on_states is not None and self.states % EACH == 0:
            self.on_states()
        if isinstance(turn, int):
            if self.hides and self.game.view(state, turn) != state:
                text = "{game} hides something from seat {seat}; expected a game in which each sees everything"
                raise UnknownName(text, game=self.game.slug, seat=turn)
        elif turn is not CHANCE:
            text = "{game}: hands or speed decide in this position; expected one in which a seat chooses"
            raise UnknownName(text, game=self.game.slug)
