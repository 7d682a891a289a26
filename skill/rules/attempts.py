"""Games of skill in which each player tries the same thing with real dice in rotation, and his best try counts.

Source: *Attempt* in the shared definitions of games 01 to 20.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.notation import ATTEMPT, Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules import kit
from skill.rules.game import CHANCE, Attempt, Game, Option, Options, Result, Seat, Turn, in_range, one_of


class Try(NamedTuple):
    """What one attempt came to."""

    succeeded: bool
    time_s: float
    partial: float
    """How much of the goal was reached; compared only when nobody succeeds."""


class State(NamedTuple):
    options: Options
    seat: Seat
    tries: tuple[tuple[Try, ...], ...]
    """The attempts of each seat, in order."""
    start: Pyramid
    pyramid: Pyramid
    """The heap that the last attempt left, or the start position."""


def attempt_options(time_limit_s: float) -> tuple[Option, ...]:
    """The options that all attempt games share."""
    return (
        one_of("fastest", "best_time", "first_success", help="Whether the best time wins, or whoever succeeds first."),
        in_range("attempts", 3, 1, 20, help="Attempts of each player."),
        in_range("time_limit", time_limit_s, 5.0, 3600.0, help="Simulated seconds for one attempt."),
    )


class AttemptGame(Game[State]):
    """One attempt a turn. A subclass says what is tried: its scene, start position, goal, failure and partial score."""

    kind = "physics"
    players = (1, 8)
    verbs = (ATTEMPT,)
    scene: ClassVar[str]
    start_position: ClassVar[Pyramid]

    @abstractmethod
    def is_goal(self, reading: Reading) -> bool:
        """Whether these settled dice are a success."""

    @abstractmethod
    def is_failure(self, reading: Reading) -> bool:
        """Whether the attempt is lost."""

    @abstractmethod
    def distance(self, reading: Reading) -> float:
        """How far from the goal, in steps of a die to a neighbouring cell."""

    @abstractmethod
    def partial(self, pyramid: Pyramid) -> float:
        """How much of the goal the heap fulfils."""

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        first = kit.first_seat(options) if players > 1 else 1
        begin = self.start_position if position is None else position
        if len(begin) != len(self.start_position):
            raise IllegalMove(f"position {begin}: {self.slug} is played with {len(self.start_position)} dice")
        return State(options, first, ((),) * players, begin, begin)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        if state.seat == kit.UNDECIDED:
            return CHANCE
        limit = float(state.options["time_limit"])
        return Attempt(state.seat, self.scene, state.start, self.is_goal, self.is_failure, self.distance, limit)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        return kit.first_moves(len(state.tries)) if state.seat == kit.UNDECIDED else []

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("attempt", outcome, time_s, pyramid, *_):
                done = Try(outcome == "success", time_s, self.partial(pyramid))
                tries = tuple(t + (done,) * (s == state.seat) for s, t in enumerate(state.tries, 1))
                seat = kit.next_seat(state.seat, len(tries))
                return state._replace(seat=seat, tries=tries, pyramid=pyramid)
            case ("first", seat):
                return state._replace(seat=seat)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def _is_over(self, state: State) -> bool:
        if state.options["fastest"] == "first_success" and any(t.succeeded for tries in state.tries for t in tries):
            return True
        return all(len(tries) == state.options["attempts"] for tries in state.tries)

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        times = [min((t.time_s for t in tries if t.succeeded), default=None) for tries in state.tries]
        if fastest := min((t for t in times if t is not None), default=None):
            winners = tuple(seat for seat, time_s in enumerate(times, 1) if time_s == fastest)
            return Result(winners, tuple(t or 0 for t in times), "seconds of the fastest success, 0 for none")
        partial = self.scores(state)
        winners = kit.best(partial) if len(partial) > 1 else ()
        return Result(winners, partial, "nobody succeeded; best partial score")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(max((t.partial for t in tries), default=0) for tries in state.tries)
