"""A decision of a bot with everything that it depends on, so that it comes out the same here and in another process."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from skill.bots.bot import Bot
from skill.jobs import Worker
from skill.lattice.notation import Action
from skill.rules.game import AnyGame, Seat


class Decision(NamedTuple):
    """Which action a seat is to choose, and by whom."""

    game: AnyGame
    """First of all: in another process a game from a file must be known before its states are."""
    bot: Bot
    view: Any
    """The state as the seat may know it."""
    seat: Seat
    seed: str
    """Of the generator from which the bot draws."""


def decided(decision: Decision) -> Action:
    """What the bot chooses."""
    game, bot, view, seat, seed = decision
    return bot.choose(game, view, seat, Random(seed))


def decided_in_turn(asked: tuple[Decision, Sequence[str]]) -> tuple[Action, ...]:
    """What the bot chooses, and then with each further seed what it chooses after that, as long as it is to move and
    does the same. Only the first may be asked for where a seat does not know the whole state."""
    decision, seeds = asked
    game, chosen = decision.game, [decided(decision)]
    for seed in seeds:
        after = game.play(decision.view, chosen[-1], decision.seat)
        if game.to_move(after) != decision.seat:
            break
        decision = decision._replace(view=after, seed=seed)
        if (action := decided(decision)).verb != chosen[0].verb:
            break
        chosen.append(action)
    return tuple(chosen)


class Thinker:
    """Has one thing at a time thought about in another process; where that cannot be, or fails, it is done here."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._key: Hashable = None
        self._work: Callable[[], Any] = _nothing
        """What is thought about, to be done here."""
        self._is_sent = False
        """Whether the other process is at it."""

    @property
    def is_thinking(self) -> bool:
        """Whether there is something whose answer has not been taken."""
        return self._key is not None

    def warm(self) -> None:
        """Has the other process ready, since there will be something to think about."""
        self._worker.warm()

    def ask(self, key: Hashable, function: Callable[[Any], Any], piece: Callable[[], Any]) -> None:
        """Has `function(piece())` worked out, in place of what was asked before, unless that has the same `key`.

        The function must be found by its name in another process, and not give None.
        """
        if key == self._key:
            return
        self.drop()
        asked = piece()
        self._key, self._work = key, partial(function, asked)
        try:
            self._worker.ask(function, asked)
            self._is_sent = True
        except (pickle.PicklingError, TypeError, AttributeError):  # as of states whose class another one has replaced
            self._is_sent = False

    def answer(self, key: Hashable) -> Any:
        """The answer to what was asked with that key, once; None until it is there. Raises what the function does."""
        if self._key is None or key != self._key:
            return None
        if self._is_sent and (done := self._worker.take()) is None:
            return None
        work, self._key, self._work = self._work, None, _nothing
        return done.result if self._is_sent and done and done.is_well else work()

    def drop(self) -> None:
        """Ends the thought at once."""
        self._key, self._work = None, _nothing
        self._worker.drop()

    def close(self) -> None:
        """Ends the thought and the other process."""
        self._key, self._work = None, _nothing
        self._worker.stop()


class AtOnce:
    """Does what a `Thinker` has done in another process here and at once."""

    is_thinking = False

    def __init__(self) -> None:
        self._key: Hashable = None
        self._answer: Any = None

    def warm(self) -> None:
        """Nothing has to be made ready."""

    def ask(self, key: Hashable, function: Callable[[Any], Any], piece: Callable[[], Any]) -> None:
        """Works out `function(piece())`."""
        self._key, self._answer = key, function(piece())

    def answer(self, key: Hashable) -> Any:
        """The answer to what was asked with that key."""
        return self._answer if key == self._key else None

    def drop(self) -> None:
        """There is no thought to end."""

    def close(self) -> None:
        """Nor another process."""


def _nothing() -> None:
    return None
