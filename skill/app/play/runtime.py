"""A match as it runs on screen: whose hands, pauses, fixed steps, undo. No pygame: the screen asks it and tells it.

The phases are those of the match; `paused` stops time in any of them. Where a game hides something, the heap is shown
as the person at the screen may see it, and `passes_to` says to whom the screen must be handed first. Beside the match
an attempt can be practised as often as one likes, and the last one can be seen again; neither changes the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from skill.bots.registry import HUMAN
from skill.errors import Unavailable
from skill.lattice.cells import Axis
from skill.lattice.dice import UNKNOWN, Die
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, AttemptSpec, Seat
from skill.table import attempts
from skill.table.match import Match
from skill.table.race import Referee

LONGEST_S = 0.06  # of a frame for which an attempt is stepped
SLOW = 0.25  # of real time that passes in slow motion
MOST_S = 0.1  # made up for in one frame: after a longer halt time is lost, not run through in a rush
BOT_PAUSE_S = 0.55  # so that eyes can follow
THINKING = object()


class Phase(Enum):
    """What the match waits for."""

    ITSELF = "chance or a bot"
    CHOICE = "a person's choice"
    RACE = "whoever is first"
    READY = "the first input of an attempt"
    HANDS = "an attempt that runs"
    OVER = "nothing"


class Purpose(Enum):
    """What the attempt that runs is for."""

    MATCH = "the match"
    PRACTICE = "practice"
    REPLAY = "to be seen again"


class Running(Protocol):
    """An attempt under way, as `skill.physics.attempt.AttemptRun` is one."""

    trace: Any
    """What hands did in it."""
    lingers: bool
    """Whether it waits for settled dice after its end only as it is asked to."""

    @property
    def done(self) -> bool:
        """Whether it has ended."""

    @property
    def time_s(self) -> float:
        """Simulated seconds since the first input."""

    @property
    def sample_s(self) -> float:
        """Simulated seconds that one sample lasts."""

    def tick(self, sample: Any) -> Any:
        """One sample of input."""

    def give_up(self) -> None:
        """Ends it without success."""

    def linger(self) -> bool:
        """After its end: waits one more step for dice that still move; whether there were any."""

    def report(self) -> Action:
        """What came of it once it is over."""

    def close(self) -> None:
        """Gives the engine's memory back."""


class Happening(NamedTuple):
    """Something for eyes and ears: the heap before and after an action, and who did it."""

    action: Action
    seat: Seat | None
    before: Pyramid
    after: Pyramid
    is_practice: bool = False
    """An attempt that was no part of the match."""


class Physics(NamedTuple):
    """How attempts come about; tests put something quicker in its place."""

    begin: Callable[[Match], Any] = attempts.begin_attempt
    finish: Callable[[Match, Any], None] = attempts.finish_attempt
    bot_samples: Callable[[Match, Any], Iterator[Any]] = attempts.bot_samples
    practise: Callable[[Match, int], Any] = attempts.practice_attempt
    again: Callable[[Any], Any] = attempts.attempt_of
    kept: Callable[[Match], Any] = attempts.no_trace


class Runtime:
    """Runs one match. `new_match` makes it, and makes it again at a restart."""

    def __init__(self, new_match: Callable[[], Match], physics: Physics = Physics()) -> None:  # noqa: B008 (frozen)
        self._new_match, self._physics = new_match, physics
        self.match = new_match()
        self.paused = False
        self.running: Running | None = None
        self.purpose = Purpose.MATCH
        self.is_slow = False
        """Whether attempts run in slow motion."""
        self.happenings: list[Happening] = []
        """What the screen has not shown yet; the screen empties it."""
        self._waited_s = 0.0
        self._clock_s = 0.0
        self._acted_s: dict[str, float] = {}
        self._accumulated_s = 0.0
        self._source: _Source | None = None
        self._practised = 0
        self._last_trace: Any = None
        self._without_bot = 0
        """The revision of the match at which a bot did not know how to try."""
        self._raced_s = 0.0
        self._referee: Referee | None = None
        self._refereed = 0
        """The revision of the match that the referee knows."""
        self._looker: Seat | None = None
        self._settle_looker()

    # -- looking

    @property
    def phase(self) -> Phase:
        """What the match waits for now."""
        if self.running is not None:
            return Phase.HANDS
        if self.match.turn is None:
            return Phase.OVER
        if isinstance(self.match.turn, AttemptSpec):
            return Phase.READY
        if self.match.turn is ANYONE and self.people:
            return Phase.RACE
        return Phase.CHOICE if self.match.needs_hands() else Phase.ITSELF

    @property
    def is_bot_turn(self) -> bool:
        """Whether a bot is to move or to try, and knows how."""
        seat = self.match.seat
        return seat is not None and self.match.player(seat) != HUMAN and self._without_bot != self.match.revision

    @property
    def stands_in(self) -> bool:
        """Whether a person has to try for a bot that does not know how."""
        return self._without_bot == self.match.revision

    @property
    def can_practise(self) -> bool:
        """Whether the attempt that is asked for can be practised now."""
        if self.running is not None:
            return self.purpose is Purpose.PRACTICE
        return self.phase is Phase.READY and not self.is_bot_turn

    @property
    def can_replay(self) -> bool:
        """Whether there is an attempt to be seen again, and time for it."""
        free = self.running is None and not self.is_bot_turn and self.phase is not Phase.ITSELF
        return free and self.last_trace is not None

    @property
    def last_trace(self) -> Any:
        """What hands did in the last attempt, practice included: of this sitting, else as it was kept; or None."""
        if self._last_trace is None:
            self._last_trace = self._physics.kept(self.match)
        return self._last_trace

    @property
    def needs_time(self) -> bool:
        """Whether anything happens by itself: if not, nobody needs to call `advance`."""
        return not self.paused and (self.phase in (Phase.ITSELF, Phase.HANDS, Phase.RACE) or self.is_bot_turn)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have, alone or in a team."""
        return tuple(seat for seat, who in enumerate(self.match.seats, 1) if HUMAN in who.split("+"))

    @property
    def looker(self) -> Seat:
        """The seat through whose eyes the screen shows what is hidden from others: the person's who had it last."""
        seat, people = self.match.seat, self.people
        if self._looker is None and people:
            return seat if seat in people else people[0]
        return self._looker or seat or 1

    @property
    def passes_to(self) -> Seat | None:
        """The person to whom the screen must be handed before anything is shown; None while nobody has to look away."""
        seat = self.match.seat
        if self.phase is not Phase.CHOICE or seat is None or seat == self._looker:
            return None
        return seat

    @property
    def is_veiled(self) -> bool:
        """Whether nothing is shown that anybody must not see: while no person has the screen, or it is handed over."""
        people = self.people
        if self._looker is not None or self.phase in (Phase.RACE, Phase.OVER) or len(people) < 2:
            return self.passes_to is not None
        return any(self.match.view(seat) != self.match.view(people[0]) for seat in people[1:])

    def hand_over(self) -> None:
        """The person to move has the screen now."""
        self._looker = self.match.seat

    def _settle_looker(self) -> None:
        """Whoever is to move has the screen without more ado, if he may see what the last one saw, and no more."""
        seat = self.match.seat
        if self.phase is not Phase.CHOICE or seat is None or seat == self._looker:
            return
        others = self.people if self._looker is None else (self._looker,)
        secret = self.match.game.secrets(self.match.record.options)
        if others != (seat,) and any(action.verb in secret for action in self.match.moves()):
            return  # what is chosen now is for nobody else to see
        sees = self.match.view(seat)
        if all(self.match.view(other) == sees for other in others):
            self._looker = seat

    def pyramid(self) -> Pyramid:
        """The heap as whoever looks may see it; while nobody has the screen, nobody sees what any die is.

        Before an attempt it is the heap from which that begins.
        """
        return veiled(self.match.pyramid) if self.is_veiled else self._heap()

    @property
    def sides(self) -> tuple[Axis, ...]:
        """The sides whose faces whoever looks may know."""
        seats = self.people if self.phase is Phase.RACE else (self.looker,)
        seen = {side for seat in seats for side in self.match.game.sides_seen(self.match.state, seat)}
        return tuple(sorted(seen))

    def _heap(self) -> Pyramid:
        """The heap as the person who has the screen sees it; in a race all people look at once."""
        match = self.match
        if isinstance(match.turn, AttemptSpec):
            return match.turn.start
        if self.phase is Phase.RACE:
            return seen_by_any(match.pyramid, [match.game.pyramid(match.view(seat)) for seat in self.people])
        return match.game.pyramid(match.view(self.looker))

    # -- time

    def advance(self, elapsed_s: float, sample: Callable[[], Any]) -> int:
        """Lets `elapsed_s` seconds pass; `sample` gives the hands' input for one step. Returns the steps made."""
        if self.paused:
            return 0
        self._clock_s += elapsed_s
        if self.phase is Phase.HANDS:
            return self._advance_attempt(elapsed_s * (SLOW if self.is_slow else 1.0), sample)
        if self.phase is Phase.RACE:
            self._raced_s += elapsed_s
            self._note(lambda: self._race().advance(self._raced_s))
            self._refereed = self.match.revision
            return 0
        if self.phase is Phase.ITSELF or (self.phase is Phase.READY and self.is_bot_turn):
            self._waited_s += elapsed_s
            if self.match.seat is None or self._waited_s >= BOT_PAUSE_S:
                self._waited_s = 0.0
                if self.phase is Phase.READY:
                    self.begin_attempt()
                else:
                    self._note(self.match.step)
        return 0

    def since_s(self, verb: str) -> float:
        """Seconds since the last action with a verb, pauses not counted; endless if it was before this sitting."""
        return self._clock_s - self._acted_s.get(verb, -inf)

    def _advance_attempt(self, elapsed_s: float, sample: Callable[[], Any]) -> int:
        assert self.running is not None
        step_s = self.running.sample_s
        self._accumulated_s = min(self._accumulated_s + elapsed_s, MOST_S)
        steps, begin = 0, perf_counter()
        while self._accumulated_s >= step_s:
            if not self._step(sample):
                self._accumulated_s = 0.0
                break
            self._accumulated_s -= step_s
            steps += 1
            if perf_counter() - begin > LONGEST_S:  # a world that is slower than time
                self._accumulated_s = 0.0
        return steps

    def _step(self, sample: Callable[[], Any]) -> bool:
        """One step of the attempt that runs; whether there was one to make."""
        assert self.running is not None
        if self.running.done:
            if not self.running.linger():
                self._end_attempt()
                return False
            return True
        given = sample() if self._source is None else self._source.sample()
        if given is THINKING:  # its time does not run
            return False
        if given is None:
            self.running.give_up()
            return True
        self.running.tick(given)
        if self._source is not None and not self.running.done:
            self._source.think()
        return True

    # -- what people do

    def choose(self, action: Action) -> None:
        """Plays a person's action. Raises `IllegalMove`, and nothing has changed."""
        self._note(lambda: self.match.play(action))

    def claim(self, seat: Seat, action: Action) -> bool:
        """In a race: a person at `seat` acts now. Whether the hand was free to; who was first is judged in time."""
        return self.phase is Phase.RACE and not self.paused and self._race().claim(seat, action, self._raced_s)

    def _race(self) -> Referee:
        """The referee of the race; another one once anybody else has changed the match."""
        revision = self.match.revision
        if self._referee is None or self._refereed != revision:
            self._referee, self._refereed = Referee(self.match, self._raced_s), revision
        return self._referee

    def begin_attempt(self) -> None:
        """Takes the plate into the hands. Raises `Unavailable` where there is no physics."""
        if self.phase is not Phase.READY:
            return
        self._take(self._physics.begin(self.match), Purpose.MATCH)
        if self.is_bot_turn:
            try:
                self._source = _BotHands(self._physics.bot_samples(self.match, self.running))
            except Unavailable:
                self._drop_attempt()
                self._without_bot = self.match.revision
                raise

    def practise(self) -> None:
        """Begins the attempt that is asked for, or begins it anew, outside the match. Raises `Unavailable`."""
        if not self.can_practise:
            return
        self._drop_attempt()
        self._practised += 1
        self._take(self._physics.practise(self.match, self._practised), Purpose.PRACTICE)

    def replay(self) -> None:
        """Shows the last attempt again, from a new world. Raises `Unavailable`."""
        if not self.can_replay:
            return
        self._take(self._physics.again(self.last_trace), Purpose.REPLAY)
        self._source = _Recorded(self.last_trace.samples)

    def give_up(self) -> None:
        """Ends the attempt that runs."""
        if self.running is not None and not self.running.done and not isinstance(self._source, _BotHands):
            self.running.give_up()
            if not self.running.linger():
                self._end_attempt()

    def toggle_pause(self) -> None:
        """Stops or starts time."""
        self.paused = not self.paused

    def undo(self) -> bool:
        """Takes back the last action of a person, or drops an attempt that runs; whether anything changed."""
        if self.running is not None:
            self._drop_attempt()
            return True
        self._acted_s.clear()
        return self._note(self.match.undo)

    def redo(self) -> bool:
        """Plays again what was taken back; whether there was anything."""
        return self.running is None and self._note(self.match.redo)

    def restart(self) -> None:
        """Begins a new match of the same game with the same seats."""
        self.close()
        self.match = self._new_match()
        self.paused, self._waited_s, self._last_trace = False, 0.0, None
        self.happenings.clear()
        self._acted_s.clear()
        self._looker = None
        self._settle_looker()

    def close(self) -> None:
        """Lets go of an attempt and of a bot that thinks; an attempt that is done is finished first."""
        if self.running is not None and self.running.done:
            while self.running.linger():
                pass
            self._end_attempt()
        self._drop_attempt()

    # -- inside

    def _take(self, running: Running, purpose: Purpose) -> None:
        self.running, self.purpose, self._accumulated_s = running, purpose, 0.0
        running.lingers = True

    def _end_attempt(self) -> None:
        running = self.running
        assert running is not None
        try:
            if self.purpose is not Purpose.REPLAY:
                self._last_trace = running.trace
            if self.purpose is Purpose.PRACTICE:
                heap = self.pyramid()
                self.happenings.append(Happening(running.report(), self.match.seat, heap, heap, is_practice=True))
            elif self.purpose is Purpose.MATCH:
                self._note(lambda: self._physics.finish(self.match, running))
        finally:
            self._drop_attempt()

    def _drop_attempt(self) -> None:
        source, running = self._source, self.running
        self.running = self._source = None
        if running is not None and source is not None:
            source.close(running.close)
        elif running is not None:
            running.close()

    def _note(self, change: Callable[[], Any]) -> bool:
        """Carries out a change and notes what there is to see of it; the change's own answer."""
        before, count = self._heap(), len(self.match.played)
        answer = change()
        after = self._heap()
        self._settle_looker()
        for number, line in enumerate(self.match.played[count:], count + 1):
            self._acted_s[line.action.verb] = self._clock_s
            is_last = number == len(self.match.played)  # what several actions in one moment do is seen at once
            self.happenings.append(Happening(line.action, line.by, before, after if is_last else before))
        return bool(answer)


def veiled(pyramid: Pyramid) -> Pyramid:
    """The same heap with nothing to be seen of its dice but that they are there."""
    return Pyramid((cell, Die(UNKNOWN)) for cell, _ in pyramid)


def seen_by_any(heap: Pyramid, views: Sequence[Pyramid]) -> Pyramid:
    """A heap that several look at together: a die is unknown if it is to all of them."""
    return Pyramid((c, die if any(view.at(c).colour != UNKNOWN for view in views) else Die(UNKNOWN)) for c, die in heap)


class _Source(Protocol):
    """Whoever gives samples in place of the person at the screen."""

    def sample(self) -> Any | None:
        """The next sample, `THINKING`, or None when there are no more. It stays the next until `think`."""

    def think(self) -> None:
        """Goes on to the sample after the one that has just been used."""

    def close(self, then: Callable[[], None]) -> None:
        """Nothing more is asked for; `then` is called as soon as the attempt is no longer used, if not at once."""


class _Recorded:
    """The samples of an attempt that is seen again."""

    def __init__(self, samples: Sequence[Any]) -> None:
        self._samples = list(samples)
        self._used = 0

    def sample(self) -> Any | None:
        """The next sample."""
        return self._samples[self._used] if self._used < len(self._samples) else None

    def think(self) -> None:
        """Goes on."""
        self._used += 1

    def close(self, then: Callable[[], None]) -> None:
        """Nothing is left open."""
        then()


class _BotHands:
    """A bot's samples, thought out beside the screen so that the screen stays alive."""

    def __init__(self, samples: Iterator[Any]) -> None:
        self._samples = samples
        self._thinking = ThreadPoolExecutor(1)
        self._next: Future[Any] = self._thinking.submit(next, samples, None)

    def sample(self) -> Any | None:
        """The next sample, `THINKING`, or None when the bot has no more. It stays the next until `think`."""
        return self._next.result() if self._next.done() else THINKING

    def think(self) -> None:
        """Starts on the sample after the one that has just been used."""
        self._next = self._thinking.submit(next, self._samples, None)

    def close(self, then: Callable[[], None]) -> None:
        """Ends the thinking; what is being thought is finished first, since it uses the attempt, but nobody waits."""
        self._next.add_done_callback(lambda _: then())
        self._thinking.shutdown(wait=False)
