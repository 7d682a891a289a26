"""The time line of a record: moves are short motions. An attempt is shown from its film if one lies beside its trace,
else it is simulated again from the trace. No pygame.

`prepare` steps attempts a little at a time. Every moment up to there can be seen in any order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skill.app.play.attempts.view import AttemptView
from skill.app.play.replay.film import Film, parse_film
from skill.draw.animation import Motion, ways_of
from skill.draw.camera import Camera
from skill.draw.scene_view import SceneView, loose_view, pyramid_view
from skill.files import MOST_DATA, read_text
from skill.lattice.cells import AXES
from skill.lattice.notation import ATTEMPT, Loose
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact
from skill.rules.game import AttemptSpec, Seat
from skill.table.attempts import attempt_of
from skill.table.record import Played, Record, trace_name
from skill.table.shipped_examples import film_name

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.trace import Trace

REST_S = 0.45  # for which a heap stands still after each action
EACH = 4  # samples from one kept picture of an attempt to the next
SLOWLY = 3.0  # times as long takes what is in slow motion
SLOW_S, FAILS_S = 0.4, 1.0  # of it: after a touch begins, and before an attempt has failed


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

    def __init__(
        self,
        record: Record,
        folder: Path,
        rests_s: Sequence[float] = (),
        looker: Seat | None = None,
        *,
        shows_hands: bool = False,
    ) -> None:
        """`rests_s` is for how long the heap stands still after each action, by default `REST_S`; with a `looker` what
        is hidden from that seat is not seen. If it `shows_hands`, attempts are in slow motion where a tool begins to
        touch dice and where they fail, and what they leave comes to rest before the heap stands still."""
        self.record = record
        game = record.game
        states = list(record.states())
        turns = [game.to_move(state) for state in states] if shows_hands else []
        if looker is not None:
            states = [game.view(state, looker) for state in states]
        self._sides = AXES if looker is None else game.sides_seen(states[0], looker)
        self.start = game.pyramid(states[0])
        self.moments: list[Moment] = []
        self._traces: dict[int, Trace] = {}
        self._shows_hands = shows_hands
        self._begun: dict[int, AttemptSpec] = {}
        """Of each attempt whose hands are shown what was asked for."""
        self._ends_s: dict[int, list[float]] = {}
        """Of each attempt when each of its samples has been seen, seconds since its beginning."""
        self._motions: dict[int, Motion] = {}
        self._films: dict[int, Film] = {}
        self._replays: dict[int, _Pictures] = {}
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
            if turns and isinstance(spec := turns[number - 1], AttemptSpec):
                self._begun[number] = spec
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
            if (film := trace_file.with_name(film_name(trace_file.name))).is_file():
                self._films[number] = parse_film(read_text(film, MOST_DATA), str(film))
            ends_s = self._ends_s[number] = sample_ends_s(
                trace, in_slow_motion=self._shows_hands, has_failed=line.action[1] == "failure"
            )
            return ends_s[-1] if ends_s else 0.0
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

    def camera(self, time_s: float) -> Camera | None:
        """From where an attempt that is seen at a time is seen best; None where none is."""
        moment = self.moment_at(time_s)
        if moment is None or moment.trace is None:
            return None
        return self._replay(moment).camera(time_s - moment.begins_s)

    def hands_move(self, time_s: float) -> bool:
        """Whether hands are seen to move at a time."""
        moment = self.moment_at(time_s)
        if moment is None or not (ends_s := self._ends_s.get(moment.number)):
            return False
        return time_s - moment.begins_s < ends_s[-1]

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

    def film(self, number: int) -> Film:
        """The film of the attempt with that number, as far as it has been stepped."""
        return self._replay(self.moments[number - 1]).film

    def _replay(self, moment: Moment) -> _Pictures:
        if moment.number not in self._replays:
            number, trace, ends_s = moment.number, self._traces[moment.number], self._ends_s[moment.number]
            film = self._films.get(number)
            begun = self._begun.get(number)
            self._replays[number] = _Filmed(film, trace, ends_s) if film else _Stepped(trace, ends_s, begun)
        return self._replays[moment.number]

    def close(self) -> None:
        """Gives the engine's memory back."""
        for replay in self._replays.values():
            replay.close()


class _Pictures:
    """What is seen of one attempt, all of it or as far as it has been stepped."""

    def __init__(self, film: Film, ends_s: Sequence[float]) -> None:
        """`ends_s` is when each sample has been seen."""
        self.film, self._ends_s = film, [*ends_s]

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to step."""
        return True

    def reaches(self, since_s: float) -> bool:
        """Whether what is seen at a time is there, seconds since its beginning."""
        return True

    def view(self, since_s: float) -> SceneView:
        """What is seen at a time, seconds since its beginning."""
        return self.film.views[self._place(since_s)]

    def camera(self, since_s: float) -> Camera:
        """From where it is seen best then."""
        return self.film.cameras[self._place(since_s)]

    def _place(self, since_s: float) -> int:
        return min(len(self.film.views) - 1, bisect_right(self._ends_s, since_s) // EACH)

    def go_on(self, samples: int) -> None:
        """Steps at most so many more samples."""

    def close(self) -> None:
        """Gives the engine's memory back."""


class _Filmed(_Pictures):
    """Pictures that were kept."""

    def __init__(self, film: Film, trace: Trace, ends_s: Sequence[float]) -> None:
        super().__init__(film, ends_s)
        while len(self._ends_s) < EACH * (len(film.views) - 1):  # at the end all were waited for that had not settled
            self._ends_s.append(self._ends_s[-1] + 1 / trace.rate_hz)


class _Stepped(_Pictures):
    """Pictures of an attempt that is stepped once more."""

    def __init__(self, trace: Trace, ends_s: Sequence[float], spec: AttemptSpec | None) -> None:
        """With what was asked for it goes on until all is at rest."""
        self._trace, self._spec = trace, spec
        self._running: AttemptRun | None = attempt_of(trace, spec)
        self._running.lingers = True
        self._watched = AttemptView(self._running)
        self._views, self._cameras = [self._watched.view()], [self._watched.camera()]
        super().__init__(Film(self._views, self._cameras), ends_s)
        self._played = 0

    @property
    def is_done(self) -> bool:
        return self._running is None

    def reaches(self, since_s: float) -> bool:
        return self.is_done or self._played >= bisect_right(self._ends_s, since_s)

    def go_on(self, samples: int) -> None:
        for _ in range(samples):
            has_moved = self._step()
            self._played += has_moved
            is_over = not has_moved or (self._spec is None and self._played == len(self._trace.samples))
            if is_over or self._played % EACH == 0:
                self._keep()
            if is_over:
                self.close()
                return

    def _step(self) -> bool:
        """Steps one sample, or after the last one waits for as long; whether there was anything to wait for."""
        running, samples = self._running, self._trace.samples
        assert running is not None
        if self._played < len(samples) and not running.done:
            running.tick(samples[self._played])
            return True
        if self._spec is None:
            return False
        running.give_up()
        if running.linger():
            self._ends_s.append(self._ends_s[-1] + 1 / self._trace.rate_hz)
            return True
        return False

    def _keep(self) -> None:
        """Keeps a picture. Dice that have not moved, which are most of them, are kept once for all pictures."""
        view, camera = self._watched.view(), self._watched.camera()
        self._cameras.append(self._cameras[-1] if camera == self._cameras[-1] else camera)
        last = self._views[-1].dice
        if len(last) == len(view.dice):
            same = (old if old == new else new for old, new in zip(last, view.dice, strict=True))
            view = view._replace(dice=tuple(same))
        self._views.append(view)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None


def sample_ends_s(trace: Trace, *, in_slow_motion: bool, has_failed: bool = False) -> list[float]:
    """When each sample of an attempt has been seen, seconds since its beginning.

    In slow motion whatever follows for `SLOW_S` on the moment at which a tool begins to touch dice takes longer, and so
    do the last `FAILS_S` of an attempt that has failed.
    """
    from skill.physics.tools import Toolset

    if not in_slow_motion:
        return [n / trace.rate_hz for n in range(1, len(trace.samples) + 1)]
    toolset, slow = Toolset(trace.scene, None), round(SLOW_S * trace.rate_hz)
    before: tuple[bool, ...] = ()
    lasting, end_s, ends_s = 0, 0.0, list[float]()
    fails = len(trace.samples) - round(FAILS_S * trace.rate_hz) if has_failed else len(trace.samples)
    for number, sample in enumerate(trace.samples):
        touching = toolset.touches(sample)
        begins = any(now and not then for now, then in zip_longest(touching, before, fillvalue=False))
        before = touching
        lasting = slow if begins else max(0, lasting - 1)
        end_s += (SLOWLY if lasting or number >= fails else 1.0) / trace.rate_hz
        ends_s.append(end_s)
    return ends_s
