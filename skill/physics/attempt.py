"""The attempt runner: a world, a tool and a goal that somebody else states, stepped one input sample at a time.

It knows no rules: goal and failure are functions of a `Reading`. Its clock is simulated time from the first input.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from skill.errors import IllegalMove
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.physics.pose import Pose
from skill.physics.scene import Scene
from skill.physics.tilt import REST, TiltTool, checked
from skill.physics.trace import Trace
from skill.physics.world import FORCED_S, Poses, World

Judge = Callable[[Reading], bool]
Outcome = Literal["success", "failure", "time", "gave_up"]


def never(_reading: Reading) -> bool:
    """The goal of a rehearsal: no reading ends it."""
    return False


class Attempt:
    """One try at a goal. Time-limited by `time_limit_s` of simulated time; `seed` settles the tremor and open faces."""

    def __init__(
        self,
        scene: Scene,
        start: Pyramid,
        goal: Judge = never,
        failed: Judge = never,
        time_limit_s: float = float("inf"),
        seed: int = 0,
        *,
        sleep: bool = True,
        table: bool = True,
    ) -> None:
        self.scene = scene
        self.time_limit_s = time_limit_s
        self.trace = Trace(scene, seed, start)
        self.outcome: Outcome | None = None
        self._goal, self._failed = goal, failed
        self.world = World(scene, start, seed=seed, sleep=sleep, table=table)
        self.hands = TiltTool(scene, seed)
        self._reading: Reading | None = None

    @property
    def done(self) -> bool:
        """Whether it has an outcome; it takes no more samples then."""
        return self.outcome is not None

    @property
    def time_s(self) -> float:
        """Simulated seconds since the first input."""
        return len(self.trace.samples) / self.trace.rate_hz

    def tick(self, sample: Sequence[float]) -> None:
        """Take one input sample and advance the world by its time. Raises `NotationError`, `IllegalMove` when done."""
        if self.outcome is not None:
            raise IllegalMove(f"the attempt is over: {self.outcome} after {self.time_s:.3f} s")
        sample = checked(sample)
        self.trace.samples.append(sample)
        self._advance(sample)
        reading = self.reading()
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
        self.hands.aim(tuple(sample))
        for _ in range(self.scene.engine.steps_per_sample):
            self.world.step(self.hands.pose())
        self._reading = None

    def _finish(self, outcome: Outcome) -> None:
        """End it. Unless all lies still the hands level the plate and wait, off the clock, for settled dice."""
        self.outcome = outcome
        for _ in range(round(FORCED_S * self.trace.rate_hz)):
            if self.world.all_settled:
                break
            self._advance(REST)

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
        """All dice and the plate for drawing, world frame, metres."""
        return self.world.poses()

    @property
    def plate(self) -> Pose:
        """Where the plate is."""
        return self.world.plate

    def report(self, name: str | None = None) -> Action:
        """What came of it, as the action `attempt`; `name` for its trace, by default the scene's.

        Raises `IllegalMove` while it runs.
        """
        if self.outcome is None:
            raise IllegalMove(f"the attempt still runs, {self.time_s:.3f} s so far; give it up first")
        reading = self.reading()
        standing = reading.pyramid
        if all(die.faces is None for _, die in self.trace.start):  # pips do not matter where the start leaves them open
            standing = Pyramid((cell, Die(die.colour)) for cell, die in standing)
        where_not = [die for die in reading.dice if die.cell is not None and die.cell not in standing]
        return ATTEMPT(
            self.outcome,
            round(self.time_s, 3),
            standing,
            tuple((die.colour, die.top) for die in (*reading.loose, *where_not)),
            tuple((die.colour, die.top) for die in reading.off),
            self.trace.word(name) if self.trace.samples else "-",
        )

    def rehearsal(self, seed: int | None = None) -> Attempt:
        """Another attempt of this scene for trying samples out from here on, without a goal; see `follow`."""
        copy = Attempt(self.scene, self.trace.start, seed=self.trace.seed, sleep=False, table=False)
        copy.follow(self.state(), seed)
        return copy

    def state(self) -> tuple[Any, ...]:
        """Where world and hands are, for `follow`."""
        return (self.world.state(), self.hands.state())

    def follow(self, state: tuple[Any, ...], seed: int | None = None) -> None:
        """Go on from the `state` of an attempt of the same scene and start: close to it, not bit for bit.

        Nobody knows the tremor to come: it trembles by a `seed` of its own, or not at all.
        """
        world, hands = state
        self.world.restore(world)
        self.hands = TiltTool(self.scene, seed)
        self.hands.restore(hands)
        self._reading = None

    def rehearse(self, samples: Sequence[Sequence[float]]) -> bool:
        """Play samples without judging or recording them; whether all dice stayed on the plate. Stops when one falls.

        It looks only every fourth sample and after the last, which is fast; `settled` means nothing here.
        """
        lost = len(self.world.fallen)
        for number, sample in enumerate(samples, 1):
            self._move(sample)
            if number % 4 == 0 or number == len(samples):
                self.world.observe()
                if len(self.world.fallen) > lost:
                    return False
        return True

    def close(self) -> None:
        """Give the engine's memory back."""
        self.world.close()


def replay(
    trace: Trace, goal: Judge = never, failed: Judge = never, time_limit_s: float = float("inf"), *, sleep: bool = True
) -> Attempt:
    """The attempt that a trace records, stepped again from a new world: bit for bit the same on the same machine.

    If its samples do not end it, it was given up after the last.
    """
    attempt = Attempt(trace.scene, trace.start, goal, failed, time_limit_s, trace.seed, sleep=sleep)
    for sample in trace.samples:
        attempt.tick(sample)
        if attempt.done:
            break
    attempt.give_up()
    return attempt
