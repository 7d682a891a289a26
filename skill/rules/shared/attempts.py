"""Games of skill in which each player tries the same thing with real dice in rotation, and his best try counts.

Source: *Attempt* in the shared definitions of games 01 to 20.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import fsum, inf
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CELLS, COORDS, LEVELS, SUPPORTS, Cell, in_mask, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, Lasting, Player, fact
from skill.rules.game import AttemptSpec, Game, Result, Seat, Turn
from skill.rules.options import REAL_DICE, SKILL_LEVEL, Option, Options, in_range, one_of
from skill.rules.shared import kit
from skill.rules.telling import Note

BY_TIME = "The fastest success wins."
BY_PARTIAL = "Nobody succeeded; whoever came furthest wins."
NOTHING = "There is no winner, since nobody came further than the start."
ALONE = "No attempt succeeded."
"""Why a match of attempts ended as it did, where its score alone does not say."""
IN_ALL = (
    "The players take turns after every attempt. The best attempt of each counts, and equal results share the win.",
    "An attempt also ends when its time is up, if a limit is set. The clock starts with the first thing that you do.",
    "Whoever gets no further than the start has reached nothing; if that is everybody, nobody wins.",
)
"""What holds in all of these games."""
LEVEL_ENOUGH_DEG = 5.0  # a plate that is held counts as level within this
COLOURS = (RED, GREEN, BLACK)  # of dice whose colour does not matter
COMPLETE = Pyramid((cell, Die(COLOURS[cell % 3])) for cell in CELLS)


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


def attempts(count: int = 3) -> Option:
    """The option for how often each player may try."""
    return in_range("attempts", count, 1, 20, help="Attempts of each player.")


def time_limit(seconds: float) -> Option:
    """The option for how long an attempt may take."""
    return in_range("time_limit", seconds, 5.0, 3600.0, help="Seconds for one attempt.")


FASTEST = one_of(
    "fastest",
    "best_time",
    "first_success",
    help="Who wins among those who succeed.",
    meanings={"best_time": "whoever needs the least time", "first_success": "whoever succeeds in the earliest turn"},
)


class AttemptGame(Game[State]):
    """One attempt a turn. A subclass says what is tried, in `attempt`, and what a report is worth, in `partial`.

    Where an attempt can succeed the fastest success wins; where it is for points, `is_scored`, the highest score.
    """

    kind = "physics"
    family = "skill"
    players = (1, 8)
    verbs = (ATTEMPT,)
    start_position: ClassVar[Pyramid] = EMPTY
    is_scored: ClassVar[bool] = False
    time_breaks_ties: ClassVar[bool] = False
    """Where the highest score wins: whether of equals the quicker does."""
    what_counts: ClassVar[str]
    """What the score counts, in a sentence: where an attempt can succeed what `partial` counts."""
    lost: ClassVar[str] = "A die fell off the plate."
    """Why an attempt has failed, as players are told."""
    reached: ClassVar[tuple[str, str]]
    """How far an attempt came, as players are told: one sentence for a `partial` of 1, one for any other `{count}`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "text" in vars(cls):
            cls.text = cls.text._replace(readings=(*cls.text.readings, *IN_ALL))

    @property
    def all_options(self) -> tuple[Option, ...]:
        return (SKILL_LEVEL, *REAL_DICE, *super().all_options)

    @abstractmethod
    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        """What that seat is to try."""

    @abstractmethod
    def partial(self, report: Action, options: Options) -> float:
        """How much of the goal a report fulfils, or its score."""

    def at_start(self, options: Options) -> float:
        """How much of the goal the start already is, or its score: whoever comes no further has reached nothing."""
        return 0

    def reached_fact(self, report: Action, options: Options) -> Fact:
        """How far the attempt of a report came."""
        one, other = self.reached
        return fact(other, one=one, count=int(self.partial(report, options)))

    def set_up(self, options: Options) -> Pyramid:
        """The heap from which every attempt begins."""
        return self.start_position

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        usual = self.set_up(options)
        begin = usual if position is None else position
        if len(begin) != len(usual):
            raise IllegalMove(
                "position {begin}: {game} begins with {count} dice on the plate",
                begin=begin,
                game=self.slug,
                count=len(usual),
            )
        return State(options, kit.first_seat(options), ((),) * players, begin, begin)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return self.attempt(state.seat, state.start, state.options).agreed(state.options)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        return []

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("attempt", outcome, time_s, pyramid, *_):
                done = Try(outcome == "success", time_s, self.partial(action, state.options))
                tries = kit.replaced(state.tries, state.seat, (*state.tries[state.seat - 1], done))
                seat = kit.next_seat(state.seat, len(tries))
                return state._replace(seat=seat, tries=tries, pyramid=pyramid)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def _is_over(self, state: State) -> bool:
        first_wins = state.options.get("fastest") == "first_success"
        if first_wins and any(t.succeeded for tries in state.tries for t in tries):
            return True
        count = state.options["attempts"]
        return all(len(tries) == count for tries in state.tries)

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        if self.is_scored:
            return self._result_by_score(state)
        times = [best_time(state, seat) for seat in range(1, len(state.tries) + 1)]
        fastest = min((t for t in times if t is not None), default=None)
        if fastest is not None:
            winners = tuple(seat for seat, time_s in enumerate(times, 1) if time_s == fastest)
            return Result(winners, tuple(inf if t is None else t for t in times), BY_TIME)
        partial = self.scores(state)
        winners = kit.best(partial) if len(partial) > 1 and self._has_got_on(state) else ()
        return Result(winners, partial, BY_PARTIAL if winners else NOTHING if len(partial) > 1 else ALONE)

    def _result_by_score(self, state: State) -> Result:
        best = [max((t.partial, -t.time_s * self.time_breaks_ties) for t in tries) for tries in state.tries]
        scores = tuple(score for score, _ in best)
        if len(best) == 1:
            return Result((), scores, self.what_counts)
        if not self._has_got_on(state):
            return Result((), scores, NOTHING)
        winners = tuple(seat for seat, reached in enumerate(best, 1) if reached == max(best))
        return Result(winners, scores, self.what_counts)

    def _has_got_on(self, state: State) -> bool:
        """Whether anybody came further than the start already is."""
        return max(self.scores(state)) > self.at_start(state.options)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        begun = 0 if self.is_scored else self.at_start(state.options)
        return tuple(max((t.partial for t in tries), default=begun) for tries in state.tries)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """Which attempt comes now, what the scores count, and how long an attempt may last."""
        limit, count = float(state.options["time_limit"]), state.options.whole("attempts")
        number = min(len(state.tries[state.seat - 1]) + 1, count)
        which = fact("This is attempt {number} of {count}.", number=number, count=count)
        return (which, Fact(self.what_counts), *((limit_fact(limit),) if limit else ()))

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """The fastest success, where that decides."""
        fastest = None if self.is_scored else best_time(state, seat)
        return None if fastest is None else fact("done in {time}", time=Lasting(fastest))

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        times = {seat: best_time(state, seat) for seat in range(1, len(state.tries) + 1)}
        done = [time_s for time_s in times.values() if time_s is not None]
        if self.is_scored or not done:
            return super().leading(state, options)
        first = [seat for seat, time_s in times.items() if time_s == min(done)]
        return first if len(first) < len(times) else ()

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Points where they decide; a part of the goal is no points, and is told in words."""
        return super().notes(before, action, by, after) if self.is_scored else ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        """How the attempt ended and why, and where that decides how far it came."""
        if action.verb != ATTEMPT.name:
            return super().told(before, action, by, after)
        _, outcome, time_s, *_ = action
        who = Player(by or before.seat)
        if self.is_scored:
            text, you = _SCORED[outcome]
            ended: tuple[Fact, ...] = (fact(text, you=you, player=who, time=Lasting(time_s)),)
        else:
            ended = super().told(before, action, by, after)
        if outcome == "failure":
            ended += (Fact(self.lost),)
        if outcome == "success" and not self.is_scored:
            return ended
        return (*ended, self.reached_fact(action, before.options))


def best_time(state: State, seat: Seat) -> float | None:
    """Seconds of the fastest success of a seat; None if it has none."""
    return min((t.time_s for t in state.tries[seat - 1] if t.succeeded), default=None)


_SCORED = {  # an attempt for points that ends early has not failed; its time is that of the best moment
    "success": ("{player} did it in {time}.", ""),
    "failure": ("{player}'s attempt is over.", "Your attempt is over."),
    "time": ("{player} ran out of time.", ""),
    "gave_up": ("{player} stopped.", ""),
}


def limit_fact(limit_s: float) -> Fact:
    """How long an attempt may last: from a minute on in minutes, such as 2 or 2:30."""
    minutes, seconds = divmod(limit_s, 60)
    if not minutes:
        return fact("An attempt may last {seconds} seconds.", seconds=plain(limit_s))
    if not seconds:
        text, one = "An attempt may last {count} minutes.", "An attempt may last a minute."
        return fact(text, one=one, count=int(minutes))
    return fact("An attempt may last {time} minutes.", time=f"{minutes:.0f}:{seconds:02.0f}")


def plain(number: float) -> int | float:
    """A number of an option as it is told: without decimals where it has none."""
    return int(number) if number.is_integer() else number


def nothing(_reading: Reading) -> bool:
    """What never holds: the goal of an attempt that is for points, or the failure of one that cannot fail."""
    return False


def one_off(reading: Reading) -> bool:
    """Whether a die fell off the plate."""
    return bool(reading.off)


def is_at_rest(reading: Reading) -> bool:
    """Whether all dice lie still and the plate is level."""
    return reading.settled and reading.tilt_deg <= LEVEL_ENOUGH_DEG


def cells_of(report: Action) -> list[Cell | None]:
    """The cell of each die on the plate, None for one that is in none.

    A die in a cell without dice below it is no part of a heap: a report names it loose, with its cell and orientation.
    """
    _, _, _, pyramid, loose, *_ = report
    return in_mask(pyramid.mask) + list(map(kit.cell_of_loose, loose))


# -- four dice in a small pyramid: games 02 and 04

APART = parse_position("R800 G080 K008 R233")
"""A die in each corner and one beside the middle, in the funnel nearest to side I."""
_SMALL = tuple((cell, *SUPPORTS[cell]) for cell in LEVELS[1])
_SMALL_MASKS = tuple(map(mask_of, _SMALL))
_NEAREST = 8  # small pyramids that are looked at when the distance to the best one is asked for


def is_gathered(reading: Reading) -> bool:
    """Whether some small pyramid of four is complete and the plate is level."""
    return is_at_rest(reading) and most_gathered(reading.cells) == 4


def most_gathered(cells: Iterable[Cell | None]) -> int:
    """The most dice in the four cells of one small pyramid."""
    mask = mask_of(cell for cell in cells if cell is not None)
    return max([(mask & four).bit_count() for four in _SMALL_MASKS])


def gathering_distance(reading: Reading) -> float:
    """Steps that four dice have to go to the small pyramid that is nearest to all of them, whichever goes where."""
    places = [die.at for die in reading.dice]
    middle = [fsum(place[axis] for place in places) / len(places) for axis in AXES]
    near = sorted(_SMALL, key=lambda four: kit.steps(middle, COORDS[four[0]]))[:_NEAREST]
    return kit.fewest_steps(places, near)


class GatheringGame(AttemptGame):
    """Four dice that stand apart are to be brought together; a subclass says how, and its scene has its hands."""

    score_unit = ("1 of 4 dice in place", "{count} of 4 dice in place")
    start_position = APART
    what_counts = "Without a success, the dice of one small pyramid count; a die alone is 1."
    reached = (
        "No two dice came together.",
        "{count} of the four dice came together.",
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        limit = float(options["time_limit"])
        return AttemptSpec(seat, self.slug, start, is_gathered, one_off, gathering_distance, limit)

    def at_start(self, options: Options) -> float:
        return most_gathered(cell for cell, _ in self.start_position)

    def partial(self, report: Action, options: Options) -> float:
        return most_gathered(cells_of(report))

    def progress(self, state: State, reading: Reading) -> Fact | None:
        """How many dice of one small pyramid stand now: a single one is 1."""
        return fact("Dice of one small pyramid: {count} of 4.", count=most_gathered(reading.cells))
