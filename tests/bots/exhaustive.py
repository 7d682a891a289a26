"""Endgames solved by every line to its end, without anything that bots use: what a bot is measured against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from skill.lattice.notation import Action
from skill.rules.game import CHANCE, AnyGame, Game, Seat
from skill.rules.thinking import Thinking
from tests.rules.playouts import playout

Value = Callable[[tuple[Seat, ...]], float]
"""What a game is worth to somebody that these have won."""

DEEPEST, PLAYS = 100, 4  # actions of a line; plays for each state that may be looked at
WORLDS, DRAWS = 40, 400  # whole states that may agree with a view, and how often one is drawn to find them all


class TooLarge(Exception):
    """There are more states than may be looked at, or outcomes that cannot be listed."""


class Exhaustive:
    """The value of states to one seat, against all others together, with chance by expectation."""

    def __init__(self, game: AnyGame, seat: Seat, value: Value, states: int) -> None:
        self.game, self.seat, self.value, self.states = game, seat, value, states
        self.known: dict[Any, float | None] = {}
        self.depth = self.plays = 0

    def of(self, state: Any) -> float:
        """What it is worth. Raises `TooLarge`."""
        self.plays += 1
        if self.plays > PLAYS * self.states or len(self.known) >= self.states or self.depth == DEEPEST:
            raise TooLarge
        if state in self.known:
            if (known := self.known[state]) is None:
                raise TooLarge  # the game goes round
            return known
        self.known[state] = None
        self.depth += 1
        self.known[state] = found = self._of(state)
        self.depth -= 1
        return found

    def _of(self, state: Any) -> float:
        turn = self.game.to_move(state)
        if turn is None:
            result = self.game.result(state)
            assert result is not None
            return self.value(result.winners)
        if not (turn is CHANCE or isinstance(turn, int)) or not (moves := self.game.moves(state)):
            raise TooLarge
        values = [self.of(self.game.play(state, move, turn)) for move in moves]
        if turn is CHANCE:
            weights = self.game.weights(state)
            return sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
        return max(values) if turn == self.seat else min(values)


class Endgame(NamedTuple):
    """A position, and which of its actions are without a mistake."""

    game: AnyGame
    state: Any
    seat: Seat
    right: list[Action]


def endgames(
    game: AnyGame, seeds: range, most: int, states: int = 20_000, players: int | None = None
) -> Iterator[Endgame]:
    """Up to `most` from each random game, the last ones first, in which some actions are mistakes and others are not.

    With two seats that see everything all are that lose some of the value; else those that lose a sure win, or that
    give another seat a sure win where that could be avoided.
    """
    for seed in seeds:
        given = {"throw_model": "lattice"} if any(option.name == "throw_model" for option in game.options) else {}
        played = [(state, turn) for state, turn, _ in playout(game, seed, players or max(2, game.players[0]), given)]
        found = 0
        for state, turn in reversed(played):
            if not isinstance(turn, int) or len(game.moves(state, turn)) < 2:
                continue
            try:
                right = without_mistake(game, game.without_hands(state), turn, states)
            except TooLarge:
                break
            if len(right) < len(game.moves(state, turn)):
                yield Endgame(game, state, turn, right)
                found += 1
                if found == most:
                    break


def without_mistake(game: AnyGame, state: Any, seat: Seat, states: int) -> list[Action]:
    """The actions that are none. Raises `TooLarge`."""
    seats = range(1, len(game.scores(state)) + 1)
    moves, worlds = game.moves(state, seat), worlds_of(game, state, seat)
    if len(seats) == 2 and type(game).view is Game.view:
        own = Exhaustive(game, seat, lambda winners: (len(winners) == 1) * (1 if seat in winners else -1), states)
        values = {move: own.of(game.play(state, move, seat)) for move in moves}
    else:
        sure = {n: Exhaustive(game, n, lambda winners, n=n: float(winners == (n,)), states) for n in seats}
        values = {}
        for move in moves:
            after = [game.play(world, move, seat) for world in worlds]
            lost = any(all(sure[n].of(one) == 1 for one in after) for n in seats if n != seat)
            values[move] = 2 * wins_unseen(sure[seat], after) - lost
    return [move for move in moves if values[move] > max(values.values()) - 1e-9]


def worlds_of(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """The whole states that agree with what a seat sees of this one. Raises `TooLarge`."""
    own = type(game)
    if own.view is Game.view:
        return [state]
    if own.determinized is Thinking.determinized:
        raise TooLarge
    view, found = game.view(state, seat), {state: None}
    for n in range(DRAWS):
        found[game.determinized(view, seat, Random(n))] = None
        if len(found) > WORLDS:
            raise TooLarge
    return [*found]


def wins_unseen(sure: Exhaustive, worlds: Sequence[Any]) -> bool:
    """Whether the seat wins from all these states by actions that follow from its views. Raises `TooLarge`.

    `sure`: its sure wins if everybody saw everything.
    """
    game, seat = sure.game, sure.seat
    views: dict[Any, list[Any]] = {}
    waiting = [*worlds]
    while waiting:
        if any(sure.of(world) != 1 for world in waiting):  # not even if it knew
            return False
        after = []
        for world in waiting:
            turn = game.to_move(world)
            if turn == seat:
                views.setdefault(game.view(world, seat), []).append(world)
            elif turn is not None:
                moves = game.moves(world, turn if isinstance(turn, int) else None)
                after += [game.play(world, move, turn) for move in moves]
        waiting = after
    return all(
        any(
            wins_unseen(sure, [game.play(world, move, seat) for world in of])
            for move in game.moves(of[0], seat)
            if all(move in game.moves(world, seat) for world in of)
        )
        for of in views.values()
    )


def losing_at_once(game: AnyGame, state: Any, seat: Seat) -> list[Action]:
    """The actions after which whoever is next, another seat, can win at once."""
    found = []
    for move in game.moves(state, seat):
        after = game.play(state, move, seat)
        turn = game.to_move(after)
        if isinstance(turn, int) and turn != seat:
            ends = (game.result(game.play(after, reply, turn)) for reply in game.moves(after, turn))
            if any(end is not None and end.winners == (turn,) for end in ends):
                found.append(move)
    return found
