"""What the contract asks of races: games in which, at ANYONE nodes, time decides who acts."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, ClassVar

from skill.errors import FileError
from skill.lattice.notation import Action, Verb
from skill.rules.game import AnyGame, Game, Seat, State

CALL_STOP = Verb("stop", "call stop", told="{player} called stop.")  # ends what all do at once


class Race(Game[State]):
    """A game in which several seats may act at once: first come, first served."""

    calls: ClassVar[tuple[str, ...]] = ()
    """The names of verbs for what is called out: such an action need not wait for the hand, nor the hand for it,
    and of equal time stamps it comes last."""

    unpaced: ClassVar[tuple[str, ...]] = ()
    """The names of further verbs between which and the next action there need be no pause: see `pause_s`."""

    rolls_in_round: ClassVar[bool] = False
    """Whether chance acts in the midst of what all do at once, and not between two rounds alone."""

    def race_order(self, state: State) -> tuple[Seat, ...]:
        """The seats that race, in the order in which they act if their time stamps are equal."""
        return tuple(range(1, len(self.scores(state)) + 1))

    def pause_s(self, state: State) -> float:
        """The least time between two actions of one seat, seconds: a hand takes so long. See `calls`, `unpaced`."""
        return 0.0

    def pause_of_s(self, state: State, seat: Seat) -> float:
        """The same for one seat; games in which a mistake costs time override it."""
        return self.pause_s(state)

    def clock_s(self, state: State) -> float | None:
        """Seconds without an action after which the table acts; None for never."""
        return None

    def clock_runs_on(self, before: State, after: State) -> bool:
        """Whether the clock runs on over the action of a seat between these states; by default it begins anew."""
        return False

    def focus(self, state: State, seat: Seat) -> Hashable:
        """What a computer player at `seat` goes by: as long as it stays the same, actions of others do not make it
        begin anew. By default all that it sees, which any action changes."""
        return state

    def is_out(self, state: State, seat: Seat) -> bool:
        """Whether a mistake keeps that seat from acting until the next round."""
        return False

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """In how many seconds from now a computer player at `seat` acts, and how, if nobody acts before it.

        Races in which people must look before they act override it, and answer None only for a seat that has no
        action. By default a computer player acts as `worth` advises, after a moment's reaction.
        """
        return None


def as_race(game: AnyGame) -> Race[Any]:
    """The game, which is at an ANYONE node, as a race. Raises `FileError` if it is none."""
    if not isinstance(game, Race):
        raise FileError(
            "{game}: anyone may move, but GAME is {thing}; expected a skill.rules.race.Race",
            game=game.slug,
            thing=repr(game),
        )
    return game
