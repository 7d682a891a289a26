"""Attempts as they run: one at a time, in steps of fixed length. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.app.play.attempts.pace import Pace
from skill.app.play.attempts.samples import THINKING, BotSamples, LiveSamples, RecordedSamples, SampleSource
from skill.draw.plain_dice import Lying, left_by
from skill.errors import Unavailable
from skill.lattice.notation import Action
from skill.rules.game import Seat
from skill.table import attempts
from skill.table.match import Match

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

LONGEST_S = 0.06  # of a frame for which an attempt is stepped
SLOW = 0.25  # of real time that passes in slow motion
LATE_S = 0.3  # by which what another machine shows may be behind before it goes faster
MOST_S = 0.1  # made up for in one frame: after a longer halt time is lost, not run through in a rush


class Purpose(Enum):
    """What the attempt that runs is for."""

    MATCH = "the match"
    PRACTICE = "practice"
    REPLAY = "to be shown again"


class AttemptEnd(NamedTuple):
    """An attempt of a person that has come to its end."""

    seat: Seat
    purpose: Purpose
    """The match or practice."""
    report: Action
    lasted_s: float
    """How long it went on, as its clock showed. The time in the report of an attempt for points is that of its best
    moment."""


class Physics(NamedTuple):
    """How attempts come about; tests put something quicker in its place."""

    begin: Callable[[Match], Any] = attempts.begin_attempt
    finish: Callable[[Match, Any], None] = attempts.finish_attempt
    bot_samples: Callable[[Match, Any], Iterator[Any]] = partial(attempts.bot_samples, jobs=-1)
    practise: Callable[[Match, int], Any] = attempts.practice_attempt
    again: Callable[[Any], Any] = attempts.attempt_of
    kept: Callable[[Match], Any] = attempts.no_trace
    left: Callable[[Any, Lying], Lying] = left_by
    is_judged: Callable[[Any], bool] = lambda _running: True
    """Whether it is known what came of an attempt that has come to rest: where another machine judges it is asked."""


class AttemptRunner:
    """Runs attempts. `on_end` is called with each that has come to its end, before it is closed, and its purpose."""

    def __init__(self, physics: Physics, on_end: Callable[[AttemptRun, Purpose], None]) -> None:
        self.physics = physics
        self._on_end = on_end
        self.running: AttemptRun | None = None
        self.purpose = Purpose.MATCH
        self.is_slow = False
        """Whether attempts run in slow motion."""
        self.pace = Pace()
        """How fast the attempt runs, unless a bot is asked that thinks."""
        self._source: SampleSource | None = None
        """Who gives the samples; None for the person at the screen."""
        self._accumulated_s = 0.0
        self._practised = 0
        self._last_trace: Any = None

    def begin(self, match: Match) -> None:
        """Begins the attempt that the match asks for. Raises `Unavailable` where there is no physics."""
        self._start(self.physics.begin(match), Purpose.MATCH)

    def give_to_bot(self, match: Match) -> None:
        """Has the bot to move make the attempt that has begun. Drops it and raises `Unavailable` if it cannot."""
        try:
            self._source = BotSamples(self.physics.bot_samples(match, self.running))
        except Unavailable:
            self.drop()
            raise

    def watch(self, match: Match) -> None:
        """Shows the attempt that is made elsewhere now, as it is told. Raises `Unavailable`, `FileError`."""
        trace = match.attempt.trace
        self._start(self.physics.again(trace), Purpose.MATCH)
        self._source = LiveSamples(trace.samples, lambda: match.has_news)

    def practise(self, match: Match) -> None:
        """Begins the attempt that the match asks for, or begins it anew, outside the match. Raises `Unavailable`."""
        self.drop()
        self._practised += 1
        self._start(self.physics.practise(match, self._practised), Purpose.PRACTICE)

    def replay(self, match: Match) -> None:
        """Shows the last attempt again, in a new world. Raises `Unavailable`."""
        trace = self.last_trace(match)
        self._start(self.physics.again(trace), Purpose.REPLAY)
        self._source = RecordedSamples(trace.samples)

    def last_trace(self, match: Match) -> Any:
        """The trace of the last attempt of this sitting, practice included, else of the last one kept, else None."""
        if self._last_trace is None:
            self._last_trace = self.physics.kept(match)
        return self._last_trace

    def forget(self) -> None:
        """Begins again for another match: there is no last attempt."""
        self._last_trace = None

    def advance(self, elapsed_s: float, sample: Callable[[], Any]) -> int:
        """Lets `elapsed_s` seconds pass; `sample` gives a person's input for one step. Returns the number of steps."""
        assert self.running is not None
        step_s = self.running.sample_s
        asked_s = elapsed_s * self._haste
        self._accumulated_s = min(self._accumulated_s + asked_s, MOST_S)
        steps, begin = 0, perf_counter()
        while self._accumulated_s >= step_s:
            if not self._step(sample):
                self._accumulated_s = 0.0
                return steps
            self._accumulated_s -= step_s
            steps += 1
            if perf_counter() - begin > LONGEST_S:  # a world that is slower than time
                self._accumulated_s = 0.0
        self.pace.note(asked_s, steps * step_s, perf_counter() - begin)
        return steps

    @property
    def is_waiting(self) -> bool:
        """Whether nothing happens until another machine tells more of the attempt."""
        is_shown = isinstance(self._source, LiveSamples) and not self._source.behind
        return is_shown and self.running is not None and not self.running.done

    @property
    def _haste(self) -> float:
        """How fast time passes: what others do now is not shown slowly, and made up for where it is behind."""
        if isinstance(self._source, LiveSamples) and self.running:
            return max(1.0, self._source.behind * self.running.sample_s / LATE_S)
        return SLOW if self.is_slow else 1.0

    @property
    def due(self) -> int:
        """How many samples are still to be taken in this frame, at least one."""
        return 1 if self.running is None else max(1, int(self._accumulated_s / self.running.sample_s))

    def give_up(self) -> None:
        """Ends the attempt that runs, unless a bot makes it, or hands elsewhere."""
        is_others = isinstance(self._source, BotSamples | LiveSamples)
        if self.running is not None and not self.running.done and not is_others:
            self.running.give_up()
            if not self.running.linger():
                self._judge()

    def close(self) -> None:
        """Lets go of the attempt that runs, if any; one that is done is finished first."""
        if self.running is not None and self.running.done:
            while self.running.linger():
                pass
            self._judge()
        self.drop()

    def drop(self) -> None:
        """Lets go of the attempt that runs, if any, as if it had never begun."""
        source, running = self._source, self.running
        self.running = self._source = None
        if running is not None and source is not None:
            source.close(running.close)
        elif running is not None:
            running.close()

    def _start(self, running: AttemptRun, purpose: Purpose) -> None:
        self.running, self.purpose, self._accumulated_s = running, purpose, 0.0
        self.pace.forget()
        running.lingers = True

    def _step(self, sample: Callable[[], Any]) -> bool:
        """One step of the attempt that runs; whether there was one to make."""
        assert self.running is not None
        if self.running.done:
            if not self.running.linger():
                self._judge()
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
            self._source.go_on()
        return True

    def _judge(self) -> None:
        """Ends the attempt that has come to rest as soon as it is known what came of it."""
        assert self.running is not None
        if self.purpose is not Purpose.MATCH or self.physics.is_judged(self.running):
            self._end()

    def _end(self) -> None:
        assert self.running is not None
        try:
            if self.purpose is not Purpose.REPLAY:
                self._last_trace = self.running.trace
            self._on_end(self.running, self.purpose)
        finally:
            self.drop()
