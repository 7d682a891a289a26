"""How often an action wins: counted in games that are played on from there to their end. If that takes too long,
nothing is said."""

from __future__ import annotations

from math import hypot, inf, sqrt
from random import Random
from typing import Any, NamedTuple

from skill.bots.bot import Bot
from skill.bots.ends import End, end_of
from skill.bots.registry import find_bot
from skill.lattice.notation import Action
from skill.rules.game import CHANCE, AnyGame, Result, Seat, Turn

PLAYER = "medium"  # sits on all seats of games that are played on
LEAST, MOST = 12, 60  # games after an action: fewer say nothing, more are not needed
LONGEST, TOLERANCE = 2.0, 1.2  # times as many calls as are fair one game may take, and all on average
SURE = 1.96  # standard errors of a margin: 95 of 100 lie within


class Chance(NamedTuple):
    """How often a seat won the games that were played on."""

    wins: int
    """That it won alone."""
    games: int
    draws: int = 0
    """Whose win it shared, or that nobody won while others played."""
    parts: float = 0.0
    """What it has of their wins: a half of each that two share, nothing of one that nobody won."""

    @property
    def share(self) -> float:
        """What it has of the wins, from 0 to 1: never quite either, however those went that were played (the mean that
        follows from Jeffreys' prior).
        """
        return self._rate(self.wins + self.parts)

    @property
    def win_rate(self) -> float:
        """The part of games that it wins alone, by the same rule."""
        return self._rate(self.wins)

    @property
    def draw_rate(self) -> float:
        """The part of games that are drawn."""
        return self._rate(self.draws)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return self._error(self.share)

    @property
    def margin(self) -> float:
        """By how much the share may be off, and the parts that are won and drawn where any are, in 95 of 100 cases."""
        rates = (self.win_rate, self.draw_rate) if self.draws else (self.share,)
        return SURE * max(map(self._error, rates))

    def is_surely_better_than(self, other: Chance) -> bool:
        """Whether the two differ by more than luck explains."""
        return self.share - other.share > SURE * hypot(self.error, other.error)

    def _rate(self, count: float) -> float:
        return (count + 0.5) / (self.games + 1)

    def _error(self, rate: float) -> float:
        return sqrt(rate * (1 - rate) / (self.games + 1))


class TooLong(Exception):
    """A game takes more calls of the rules than there were, or nobody knows how to play it on."""


def chance_of(game: AnyGame, view: Any, seat: Seat, action: Action, rng: Random, calls: int) -> Chance | None:
    """How often `seat` wins after `action`, by games for about that many calls of the rules.

    Each game begins from a whole state of its own that agrees with the view. None where fewer than `LEAST` games can be
    played so, or none at all since hands decide or seats act at once.
    """
    player = find_bot(PLAYER)
    view = game.without_hands(view)
    fair = calls / LEAST  # that a game may take
    counted, spent = Chance(0, 0), 0
    while counted.games < LEAST or (counted.games < MOST and spent < calls):
        try:
            result, more = played_to_its_end(
                game, game.determinized(view, seat, rng), seat, action, player, rng, LONGEST * fair
            )
        except TooLong:
            return None
        counted, spent = with_one_more(counted, result, seat), spent + more
        if spent > fair * max(LONGEST, TOLERANCE * counted.games):
            return None
    return counted


def with_one_more(chance: Chance, result: Result, seat: Seat) -> Chance:
    """The chance with one more game."""
    end = end_of(result, len(result.scores), seat)
    is_won, is_drawn = end is End.WIN, end in (End.DRAW, End.SHARE)
    part = share_of(result, seat) if is_drawn else 0.0
    return Chance(chance.wins + is_won, chance.games + 1, chance.draws + is_drawn, chance.parts + part)


def share_of(result: Result, seat: Seat) -> float:
    """What a seat has of the win."""
    return (seat in result.winners) / max(len(result.winners), 1)


def played_to_its_end(
    game: AnyGame, state: Any, seat: Seat, action: Action, player: Bot, rng: Random, calls: float = inf
) -> tuple[Result, int]:
    """How one game ends in which `seat` begins with that action, and how many calls of the rules it took.

    Raises `TooLong` after more than `calls`, or where hands decide or seats act at once.
    """
    spent = 0
    turn: Turn = seat
    while True:
        state = game.play(state, action, turn)
        spent += 1
        turn = game.to_move(state)
        if turn is None:
            break
        if spent > calls:
            raise TooLong
        if turn is CHANCE:
            action = game.draw(state, rng)
        elif isinstance(turn, int):
            thought = player.think(game, game.view(state, turn), turn, rng, player.budget)  # type: ignore[attr-defined]
            action, spent = thought.action, spent + max(thought.calls, 1)
        else:
            raise TooLong
    result = game.result(state)
    assert result is not None
    return result, spent
