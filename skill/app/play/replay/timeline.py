"""The time line of a record: moves are short motions, attempts are simulated again from their traces. No pygame.

`prepare` steps attempts a little at a time. Every moment up to there can be seen in any order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skill.app.play.attempts.view import AttemptView
from skill.draw.animation import Motion, ways_of
from skill.draw.scene_view import SceneView, loose_view, pyramid_view
from skill.lattice.cells import AXES
from skill.lattice.notation import ATTEMPT, Loose
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact
from skill.rules.game import Seat
from skill.table.attempts import attempt_of
from skill.table.record import Played, Record, trace_name

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.trace import Trace

REST_S = 0.45  # for which a heap stands still after each action
EACH = 4  # samples from one kept picture of an attempt to the next


class Moment(NamedTuple):
    """One action of a record, and the time at which it is seen."""

    number: int
    """From 1."""
    line: Played
    begins_s: float
    length_s: float
    before: Pyramid
    after: Pyramid
    trace: Path | None = None
    """The file of an attempt's input, if it is one and the file is there."""
    is_missing: bool = False
    """Whether it is an attempt whose trace is not there: only its outcome is seen then."""
    loose: tuple[Loose, ...] = ()
    """The dice that lie loose after it."""
    told: tuple[Fact, ...] = ()
    """Of an attempt what it was, in sentences."""

    @property
    def ends_s(self) -> float:
        """The time at which the next one begins."""
        return self.begins_s + self.length_s


class ReplayTimeline:
    """The moments of a record whose traces lie in `folder`. Raises `FileError`, `IllegalMove`, `EngineError`."""

    def __init__(self, record: Record, folder: Path, rests_s: Sequence[float] = (), looker: Seat | None = None) -> None:
        """`rests_s` is for how long the heap stands still after each action, by default `REST_S`; with a `looker` what
        is hidden from that seat is not seen."""
        self.record = record
        game = record.game
        states = list(record.states())
        if looker is not None:
            states = [game.view(state, looker) for state in states]
        self._sides = AXES if looker is None else game.sides_seen(states[0], looker)
        self.start = game.pyramid(states[0])
        self.moments: list[Moment] = []
        self._traces: dict[int, Trace] = {}
        self._motions: dict[int, Motion] = {}
        self._replays: dict[int, _AttemptReplay] = {}
        begins_s, before = 0.0, self.start
        for number, (line, state) in enumerate(zip(record.played, states[1:], strict=True), 1):
            after, loose = game.pyramid(state), game.loose(state)
            name = trace_name(line.action)
            trace = folder / name if name else None
            is_missing = trace is not None and not trace.is_file()
            rest_s = rests_s[number - 1] if rests_s else REST_S
            length_s = rest_s + self._length(number, line, before, after, None if is_missing else trace)
            found = None if is_missing else trace
            is_attempt = line.action.verb == ATTEMPT.name
            told = game.told(states[number - 1], line.action, line.by, state) if is_attempt else ()
            self.moments.append(
                Moment(number, line, begins_s, length_s, before, after, found, is_missing, tuple(loose), tuple(told))
            )
            begins_s, before = begins_s + length_s, after
        self.length_s = begins_s
        self._begins = [moment.begins_s for moment in self.moments]

    def _length(self, number: int, line: Played, before: Pyramid, after: Pyramid, trace_file: Path | None) -> float:
        if trace_file is not None:
            from skill.physics.trace import Trace

            trace = self._traces[number] = Trace.read(trace_file)
            return len(trace.samples) / trace.rate_hz
        ways = ways_of(self.record.game.verb_of(line.action), line.action, before, after)
        motion = self._motions[number] = Motion(before, after, ways, self._sides)
        return motion.length_s

    # -- looking

    def moment_at(self, time_s: float) -> Moment | None:
        """The moment that is seen at a time; None for a record without actions."""
        number = bisect_right(self._begins, time_s) - 1
        return self.moments[max(0, number)] if self.moments else None

    def view(self, time_s: float) -> SceneView:
        """What is seen at a time: of an attempt that has not been stepped so far, its latest picture."""
        moment = self.moment_at(time_s)
        if moment is None:
            return pyramid_view(self.start, sides=self._sides)
        since_s = time_s - moment.begins_s
        if moment.trace is not None:
            return self._replay(moment).view(since_s)
        motion, loose = self._motions[moment.number], loose_view(moment.loose)
        if since_s >= motion.length_s:
            return pyramid_view(moment.after, extra=loose, sides=self._sides)
        moving = motion.on_the_way(since_s)
        hidden = motion.hidden(since_s)
        return pyramid_view(moment.after, hidden=hidden, extra=(*loose, *moving), sides=self._sides)

    def is_ready(self, time_s: float) -> bool:
        """Whether the attempt that is seen at a time has been stepped so far; True for all else."""
        moment = self.moment_at(time_s)
        return moment is None or moment.trace is None or self._replay(moment).reaches(time_s - moment.begins_s)

    def prepare(self, time_s: float, samples: int) -> bool:
        """Steps the attempt that is seen at a time, or the next one, by at most `samples`; whether there was one.

        Raises `EngineError`.
        """
        for moment in self.moments:
            if moment.trace is not None and moment.ends_s > time_s and not self._replay(moment).is_done:
                self._replay(moment).go_on(samples)
                return True
        return False

    def _replay(self, moment: Moment) -> _AttemptReplay:
        if moment.number not in self._replays:
            self._replays[moment.number] = _AttemptReplay(self._traces[moment.number])
        return self._replays[moment.number]

    def close(self) -> None:
        """Gives the engine's memory back."""
        for replay in self._replays.values():
            replay.close()


class _AttemptReplay:
    """Pictures of one attempt, as far as it has been stepped."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._running: AttemptRun | None = attempt_of(trace)
        self._watched = AttemptView(self._running)
        self._views: list[SceneView] = [self._watched.view()]
        self._played = 0

    @property
    def is_done(self) -> bool:
        """Whether it has been stepped to its end."""
        return self._played >= len(self._trace.samples)

    def reaches(self, since_s: float) -> bool:
        """Whether it has been stepped to a time, seconds since its beginning."""
        return self.is_done or self._played >= since_s * self._trace.rate_hz

    def view(self, since_s: float) -> SceneView:
        """What is seen at a time, seconds since its beginning."""
        return self._views[min(len(self._views) - 1, int(since_s * self._trace.rate_hz / EACH))]

    def go_on(self, samples: int) -> None:
        """Steps at most so many more samples."""
        assert self._running is not None
        for sample in self._trace.samples[self._played : self._played + samples]:
            self._running.tick(sample)
            self._played += 1
            if self._played % EACH == 0 or self.is_done:
                self._keep(self._watched.view())
        if self.is_done:
            self.close()

    def _keep(self, view: SceneView) -> None:
        """Keeps a picture. Dice that have not moved, which are most of them, are kept once for all pictures."""
        last = self._views[-1].dice
        if len(last) == len(view.dice):
            same = (old if old == new else new for old, new in zip(last, view.dice, strict=True))
            view = view._replace(dice=tuple(same))
        self._views.append(view)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None
