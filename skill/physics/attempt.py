"""The attempt runner: a world, tools, a goal and a limit of time, stepped one input sample at a time.

It knows no rules: goal and failure are functions of a `Reading`. Its clock is simulated time from the first sample that
does more than aim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Literal, NamedTuple

from skill.errors import EngineError, IllegalMove
from skill.lattice.cells import COORDS
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, Action, Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.physics.scene import Scene
from skill.physics.tools import Toolset
from skill.physics.tools.tool import Sample
from skill.physics.trace import Trace
from skill.physics.versions import versions_here
from skill.physics.world import FORCED_S, Poses, World, WorldState

STILL_EDGES, STILL_LOOKS = 0.005, 3
"""Dice have stopped that go less far than this from one look to the next, so many times."""
SLOW_EDGES = 0.03
"""Dice that go less far stay in their funnels, though they may still rock there."""

Judge = Callable[[Reading], bool]
Score = Callable[[Reading], float]
Outcome = Literal["success", "failure", "time", "gave_up"]


def never(_reading: Reading) -> bool:
    """A goal that no reading meets."""
    return False


class Snapshot(NamedTuple):
    """An attempt at one moment, for `AttemptRun.restore`: plain data that can be pickled."""

    samples: tuple[Sample, ...]
    """All input so far: stepping a new attempt by it leads to the same bytes."""
    before: int
    """How many of them only aimed."""
    outcome: Outcome | None
    patience: int
    best: tuple[float, Reading] | None
    world: WorldState
    toolset: Toolset
    """With the tremor that is still to come."""
    is_exact: bool
    """Whether the samples lead there, byte for byte."""

    def check_exact(self) -> None:
        """Raises `EngineError` for a moment to which the samples do not lead."""
        _check_exact(self.is_exact)


def _check_exact(is_exact: bool) -> None:
    if not is_exact:
        raise EngineError(
            "an attempt that was restored in place or rehearses cannot be copied, since its samples do not lead to "
            "where it is; expected one that only took samples"
        )


class AttemptRun:
    """One try at a goal within `time_limit_s` of simulated time; `seed` settles the tremor and faces left open.

    `hand` are the dice for the tools to throw, pour or place, `loose` those that lie loose at the start, which come to
    rest before the clock runs. With a `score` the first settled moment with the highest one is reported.

    A copy (`copy.deepcopy`, pickle where goal and failure can be pickled) is made anew and stepped by the samples so
    far, so it goes on with the same bytes; that takes as long as the attempt took.
    """

    def __init__(
        self,
        scene: Scene,
        start: Pyramid,
        goal: Judge = never,
        failed: Judge = never,
        time_limit_s: float = float("inf"),
        seed: int = 0,
        *,
        hand: Sequence[Die] = (),
        loose: Sequence[Loose] = (),
        score: Score | None = None,
        sleep: bool = True,
        table: bool = True,
    ) -> None:
        self.scene = scene
        self.time_limit_s = time_limit_s
        versions = versions_here(scene.engine.name)
        self.trace = Trace(scene, seed, start, tuple(hand), tuple(loose), versions=versions)
        self.outcome: Outcome | None = None
        self.lingers = False
        self._is_exact = True  # whether its samples lead to where it is
        self.jobs = 1
        """Processes in which a planner rehearses: 1: this one; more: so many others; -1: as many as cores."""
        self._before = 0  # samples before the first input
        self._patience = 0  # samples for which it still waits for settled dice
        self._goal, self._failed, self._score = goal, failed, score
        self._sleep, self._table = sleep, table
        self._best: tuple[float, Reading] | None = None
        self.world = World(scene, start, hand=hand, loose=loose, seed=seed, sleep=sleep, table=table)
        self.toolset = Toolset(scene, seed)
        if self.toolset.starts_far_away:
            self.world.put_to_sleep()
        if loose:
            self.world.settle()
        self.toolset.prepare(self.world)
        self._reading: Reading | None = None

    @property
    def done(self) -> bool:
        """Whether it has an outcome; it takes no more samples then."""
        return self.outcome is not None

    @property
    def time_s(self) -> float:
        """Simulated seconds since the first input."""
        return (len(self.trace.samples) - self._before) / self.trace.rate_hz

    @property
    def sample_s(self) -> float:
        """Simulated seconds that one input sample lasts."""
        return 1 / self.trace.rate_hz

    def tick(self, sample: Sequence[float]) -> None:
        """Take one input sample and advance the world by its time.

        Raises `NotationError` for a bad sample and `IllegalMove` when it is done.
        """
        if self.outcome is not None:
            raise IllegalMove(
                "the attempt is over: {outcome} after {time_s} s", outcome=self.outcome, time_s=f"{self.time_s:.3f}"
            )
        sample = self.toolset.checked(sample)
        if self._before == len(self.trace.samples) and not self.toolset.acts_by(sample):
            self._before += 1
        self.trace.samples.append(sample)
        self._advance(sample)
        reading = self.reading()
        self._note_score(reading)
        if self._failed(reading):
            self._finish("failure")
        elif reading.settled and self._goal(reading):
            self._finish("success")
        elif self.time_s >= self.time_limit_s:
            self._finish("time")

    def _advance(self, sample: Sequence[float]) -> None:
        self._move(sample)
        self.world.observe()

    def _move(self, sample: Sequence[float]) -> None:
        self.toolset.aim(tuple(sample))
        for _ in range(self.scene.engine.steps_per_sample):
            self.toolset.step(self.world)
        self._reading = None

    def _note_score(self, reading: Reading) -> None:
        if self._score is not None and reading.settled:
            score = self._score(reading)
            if self._best is None or score > self._best[0]:
                self._best = (score, reading)

    def _finish(self, outcome: Outcome) -> None:
        """End it, and unless it `lingers` wait with the tools at rest, off the clock, until all dice have settled."""
        self.outcome = outcome
        self._patience = round(FORCED_S * self.trace.rate_hz)
        while not self.lingers and self.linger():
            pass

    def linger(self) -> bool:
        """After the end, wait for one sample's time unless all dice have settled or 10 s were waited.

        Returns whether it waited. What comes to rest meanwhile has its score, unless the attempt has failed. With
        `lingers` set the caller does the waiting, so that it can be shown; otherwise the attempt itself waits.
        """
        if self._patience == 0 or self.world.all_settled:
            return False
        self._patience -= 1
        self._advance(self.toolset.rest)
        if self._score is not None and self.outcome != "failure" and not self._failed(self.reading()):
            self._note_score(self.reading())
        return True

    def give_up(self) -> None:
        """End it without success; nothing happens if it is over."""
        if self.outcome is None:
            self._finish("gave_up")

    def reading(self) -> Reading:
        """What the dice show now."""
        if self._reading is None:
            self._reading = self.world.reading(self.time_s)
        return self._reading

    def poses(self) -> Poses:
        """All dice and the plate for drawing, as last observed; world frame, edges."""
        return self.world.poses()

    def report(self, name: str | None = None) -> Action:
        """The outcome as the action `attempt`, its trace named `name`, by default as the scene.

        Raises `IllegalMove` while it runs.
        """
        if self.outcome is None:
            raise IllegalMove(
                "the attempt still runs, {time_s} s so far; give it up first", time_s=f"{self.time_s:.3f}"
            )
        reading = self.reported()
        standing = reading.pyramid
        unsupported = [die for die in reading.dice if die.cell is not None and die.cell not in standing]
        dice = (*(die for _, die in self.trace.start), *self.trace.hand)
        if dice and all(die.faces is None for die in dice):  # pips do not matter here
            standing = standing.plain()
        return ATTEMPT(
            self.outcome,
            round(reading.time_s, 3),
            standing,
            tuple(map(_lying, (*reading.loose, *unsupported))),
            tuple((die.colour, die.top) for die in reading.off),
            self.trace.word(name) if self.trace.samples else "-",
        )

    def reported(self) -> Reading:
        """The reading that a report is made of: with a score the best so far, else that of now."""
        return self._best[1] if self._best is not None else self.reading()

    def rehearsal(self, seed: int | None = None, *, sleep: bool = False) -> AttemptRun:
        """A copy of this attempt as it is now, without a goal, in which samples can be tried out: see `follow`.

        With `sleep` the dice that sleep here sleep there too, which saves much time while the plate stands still.
        """
        copy = self.copier(sleep)()
        copy.follow(self.state(), seed)
        return copy

    def copier(self, sleep: bool) -> Callable[[], AttemptRun]:
        """Makes such copies as they were at the start, in any process: it can be sent by pickle."""
        trace = self.trace
        return partial(
            AttemptRun,
            self.scene,
            trace.start,
            seed=trace.seed,
            hand=trace.hand,
            loose=trace.loose,
            sleep=sleep,
            table=False,
        )

    def state(self) -> tuple[Any, ...]:
        """Where the world and the tools are, for `follow`."""
        return (self.world.state(), self.toolset.state())

    def follow(self, state: tuple[Any, ...], seed: int | None = None) -> None:
        """Go on from the `state` of an attempt of the same scene and start: close to it, not bit for bit.

        The tremor to come is not copied: it is drawn from `seed`, or there is none without one.
        """
        world, toolset = state
        self._put(world, Toolset(self.scene, seed))
        self.toolset.restore(toolset)

    def _put(self, world: WorldState, toolset: Toolset) -> None:
        """Take on where another attempt was; its own samples do not lead there."""
        self.world.restore(world)
        self.toolset = toolset
        self._reading, self._is_exact = None, False

    def snapshot(self) -> Snapshot:
        """Where the attempt is, for `restore` of it or of another one that began alike."""
        return Snapshot(
            tuple(self.trace.samples),
            self._before,
            self.outcome,
            self._patience,
            self._best,
            self.world.state(),
            self._copied(self.toolset),
            self._is_exact,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a snapshot of an attempt that began alike: fast, and in Rapier with the same bytes.

        In Bullet it is close to it, not bit for bit: contacts are found anew, and dice that were settled are so again
        0.5 s later. For the same bytes make a new attempt and give it the samples. It cannot be copied afterwards: they
        do not lead to where it is.
        """
        samples, self._before, self.outcome, self._patience, self._best, world, toolset, is_exact = snapshot
        self.trace.samples = list(samples)
        self._put(world, self._copied(toolset))
        self._is_exact = is_exact and world.exact is not None

    def _copied(self, toolset: Toolset) -> Toolset:
        """A toolset that goes on by itself; scenes never change, so it has the same."""
        return deepcopy(toolset, {id(self.scene): self.scene})

    def __getstate__(self) -> dict[str, Any]:
        _check_exact(self._is_exact)
        return {
            "made": (self._goal, self._failed, self.time_limit_s, self._score, self._sleep, self._table),
            "trace": (self.trace.seed, self.trace.start, self.trace.hand, self.trace.loose, tuple(self.trace.samples)),
            "scene": self.scene,
            "ended": (self.lingers, self.outcome, self._patience),
            "jobs": self.jobs,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        goal, failed, time_limit_s, score, sleep, table = state["made"]
        seed, start, hand, loose, samples = state["trace"]
        more: dict[str, Any] = {"hand": hand, "loose": loose, "score": score, "sleep": sleep, "table": table}
        AttemptRun.__init__(self, state["scene"], start, goal, failed, time_limit_s, seed, **more)
        lingers, outcome, patience = state["ended"]
        self.jobs, self.lingers = state["jobs"], lingers
        for sample in samples:
            self.tick(sample)
        if outcome == "gave_up":
            self.give_up()
        while self._patience > patience and self.linger():
            pass

    def rehearse(
        self, samples: Sequence[Sequence[float]], *, until_still: bool = False, acting: int | None = None
    ) -> bool:
        """Play samples without judging or recording them, until a die falls off. Returns whether none did.

        Dice are observed after every sample if they may sleep, else 60 times a second and after the last, and not while
        all sleep; so `settled` says nothing here. With `until_still` the equal samples at the end are no more than a
        wait for the dice to stop, if they may sleep; with `acting` all but the first so many are, and where
        no die may sleep it is enough that all are slow.
        """
        lost, every = len(self.world.fallen), max(1, round(self.trace.rate_hz / 60))
        waits, still = acting is not None, 0
        if acting is None:
            acting = len(samples)
            while until_still and acting and samples[acting - 1] == samples[-1]:
                acting -= 1
        for number, sample in enumerate(samples, 1):
            self._move(sample)
            if self.world.all_asleep:
                continue
            if self.world.may_sleep:
                self.world.observe()
                still = still + 1 if number > acting and self.world.greatest_stride < STILL_EDGES else 0
            elif number == len(samples):
                self.world.observe()
            elif number % every == 0:
                self.world.glance()
                still = still + 1 if waits and number > acting and self.world.greatest_stride < SLOW_EDGES else 0
            if len(self.world.fallen) > lost:
                return False
            if still == STILL_LOOKS:
                if not self.world.may_sleep:
                    self.world.observe()  # how dice are turned too
                break
        return True

    def close(self) -> None:
        """Give the engine's memory back."""
        self.world.close()


def _lying(die: DieReading) -> Loose:
    """A die for the list of loose ones in a report: one in a cell by its exact coordinates and its orientation."""
    if die.cell is not None:
        return (die.colour, die.top, tuple(map(float, COORDS[die.cell])), die.faces)
    return (die.colour, die.top, die.noted_at)


def replay(
    trace: Trace,
    goal: Judge = never,
    failed: Judge = never,
    time_limit_s: float = float("inf"),
    *,
    score: Score | None = None,
    sleep: bool = True,
) -> AttemptRun:
    """The attempt that a trace records, stepped again in a new world: bit for bit the same on the same machine.

    One that its samples do not end is given up after the last.
    """
    attempt = AttemptRun(
        trace.scene,
        trace.start,
        goal,
        failed,
        time_limit_s,
        trace.seed,
        hand=trace.hand,
        loose=trace.loose,
        score=score,
        sleep=sleep,
    )
    for sample in trace.samples:
        attempt.tick(sample)
        if attempt.done:
            break
    attempt.give_up()
    return attempt
