"""Hands that plan: input samples for a running attempt, found by trying jolts out in a copy of the world.

A jolt launches the dice: the plate is driven up and sideways by a fraction of an edge and stopped dead, so that they
fly on. It hops a die into the next funnel when the speed at its place is just above what the saddle takes, and that
threshold is sharp. What makes it choose among dice is a turn at the same moment about an axis through the die meant to
hop: it takes upward speed from the dice on one side of the axis and gives it to those on the other.

Search: draw jolts for the dice and directions that would bring the goal nearer, and about the best so far; play each in
a rehearsal with a tremor of its own; play one that looks good again under other tremors, and give the first that keeps
what it promises, or in the end the best, to the real hands; then look again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, sin
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.lattice.cells import COORDS, LEVEL_STEPS, NUMBER_OF, Vector
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.reading import Reading
from skill.rules.game import Attempt as Spec
from skill.table.plans import Sample

if TYPE_CHECKING:
    from skill.physics.attempt import Attempt

Distance = Callable[[Reading], float]

REST: Sample = (0.0,) * 8
DRAWS = 48  # jolts tried at most for one choice: two thirds drawn afresh, one third about the best so far
GAIN = 0.7  # steps nearer to the goal with which a choice is content at once: one die a step on
TREMORS = 20  # tremors under which a jolt must keep all dice on the plate
DOUBT = 3  # after so many of them a jolt that does not get nearer is dropped
LOST = 8.0  # steps that losing a die counts
OUTSIDE = -0.4  # a lattice coordinate below this is beyond the last saddle: the die is on its way off
LOOSE = 0.4  # steps that a die outside any cell counts
ARRIVED = 0.3  # a distance below this is the goal itself, but for the dice coming to rest
RETURN = 12  # samples over which the plate goes back to rest, so slowly that nothing hops
CALM = 8  # samples of rest before the dice are looked at
PATIENCE = 40  # samples that hands wait at most for dice to stop


class Jolt(NamedTuple):
    """One pulse of both hands; angles in radians, lengths in edges, times in samples."""

    bearing: float
    """Direction of the sideways part, counter-clockwise from +x."""
    along: float
    up: float
    axis: float
    """Direction of the side that the turn lifts."""
    lean_deg: float
    pivot_x: float
    pivot_y: float
    lead: int
    """Samples by which the turn begins before the push: it takes longer to gather speed."""
    hold: int

    def samples(self) -> list[Sample]:
        """The targets to command, with a slow return and a moment of rest."""
        pivot = (self.pivot_x, self.pivot_y)
        lean = (self.lean_deg * sin(self.axis), -self.lean_deg * cos(self.axis), 0.0)
        push = (*lean, self.along * cos(self.bearing), self.along * sin(self.bearing), self.up)
        back = [tuple(part * (1 - n / RETURN) for part in push) + pivot for n in range(1, RETURN + 1)]
        rest = [(*REST[:6], *pivot)] * CALM
        return [(*lean, 0.0, 0.0, 0.0, *pivot)] * self.lead + [(*push, *pivot)] * self.hold + back + rest

    def varied(self, rng: Random) -> Jolt:
        """One much like it."""
        return self._replace(
            bearing=self.bearing + rng.gauss(0, 0.08),
            along=self.along * rng.uniform(0.88, 1.12),
            up=self.up * rng.uniform(0.88, 1.12),
            axis=self.axis + rng.gauss(0, 0.25),
            lean_deg=self.lean_deg * rng.uniform(0.7, 1.3) + rng.uniform(0, 1),
            pivot_x=self.pivot_x + rng.gauss(0, 0.4),
            pivot_y=self.pivot_y + rng.gauss(0, 0.4),
            hold=max(3, self.hold + rng.randint(-1, 1)),
        )


def planned_samples(spec: Spec, running: Attempt, seed: int) -> Iterator[Sample]:
    """Samples for `running` that bring the distance of `spec` down to 0, for as long as they are asked for."""
    distance = spec.distance
    rng = Random(seed)
    stage = running.rehearsal(seed=rng.getrandbits(31))
    try:
        while True:
            reading = running.reading()
            if distance(reading) < ARRIVED and all(die.cell is not None for die in reading.dice):
                yield REST
            elif jolt := _best_jolt(running, stage, distance, rng):
                yield from jolt.samples()
                yield from _until_still(running)
            else:
                yield REST
    finally:
        stage.close()


def _until_still(running: Attempt) -> Iterator[Sample]:
    """Rest until the dice have all but stopped."""
    still = 0
    before = [die.at for die in running.reading().dice]
    for _ in range(PATIENCE):
        yield REST
        now = [die.at for die in running.reading().dice]
        moved = max(abs(a - b) for old, new in zip(before, now, strict=True) for a, b in zip(old, new, strict=True))
        before, still = now, still + 1 if moved < 0.005 else 0
        if still == 3:
            return


def random_samples(running: Attempt, seed: int) -> Iterator[Sample]:
    """Jolts without a plan: a random die in a random direction each time."""
    rng = Random(seed)
    while True:
        reading = running.reading()
        steps = [(n, step, 1.0) for n, die in enumerate(reading.dice) if not die.off for step in LEVEL_STEPS]
        yield from _drawn(rng, reading, steps).samples() if steps else [REST]


def _best_jolt(running: Attempt, stage: Attempt, distance: Distance, rng: Random) -> Jolt | None:
    """A jolt that brings the goal nearer under any of several tremors; None if none was found."""
    reading = running.reading()
    wishes = _wishes(reading, distance)
    if not wishes:
        return None
    state, now = running.state(), _cost(reading, distance)

    def tried(jolt: Jolt) -> float:
        stage.follow(state, rng.getrandbits(31))
        return _cost(stage.reading(), distance) if stage.rehearse(jolt.samples()) else now + LOST

    def proved(jolt: Jolt, first: float) -> float:
        costs = [first]
        while len(costs) < TREMORS and costs[-1] < now + LOST / 2:
            costs.append(tried(jolt))
            if len(costs) == DOUBT and sum(costs) > DOUBT * now:
                break
        return max(costs) if max(costs) >= now + LOST / 2 else sum(costs) / len(costs)

    seen: list[tuple[float, Jolt]] = []
    best, best_cost = None, now
    for n in range(DRAWS):
        jolt = seen[n % min(3, len(seen))][1].varied(rng) if n % 3 == 2 else _drawn(rng, reading, wishes)
        cost = tried(jolt)
        seen.append((cost, jolt))
        seen.sort(key=lambda pair: pair[0])
        if cost < best_cost - 0.1:
            cost = proved(jolt, cost)
            if cost < best_cost:
                best, best_cost = jolt, cost
            if best_cost < now - GAIN:
                break
    return best


def _cost(reading: Reading, distance: Distance) -> float:
    going = sum(die.off or min(die.at) < OUTSIDE for die in reading.dice)
    return distance(reading) + LOST * going + LOOSE * sum(die.cell is None for die in reading.dice)


def _wishes(reading: Reading, distance: Distance) -> list[tuple[int, Vector, float]]:
    """Single steps of a die that bring the goal nearer, with their gain; any step if none does."""
    here = distance(reading)
    taken = reading.cells
    steps = []
    for n, die in enumerate(reading.dice):
        if die.off:
            continue
        i, j, k = COORDS[die.cell] if die.cell is not None else map(round, die.at)
        for step in LEVEL_STEPS:
            there = NUMBER_OF.get((i + step[0], j + step[1], k + step[2]))
            if there is not None and there not in taken:
                dice = list(reading.dice)
                dice[n] = die._replace(cell=there, at=tuple(map(float, COORDS[there])))  # type: ignore[arg-type]
                steps.append((n, step, here - distance(reading._replace(dice=tuple(dice)))))
    good = [wish for wish in steps if wish[2] > 0.2]
    return good or [(n, step, 1.0) for n, step, _ in steps]


def _drawn(rng: Random, reading: Reading, wishes: list[tuple[int, Vector, float]]) -> Jolt:
    """A jolt that may fulfil one of the wishes: push along the step, turn so that the others hop less."""
    n, step, _ = rng.choices(wishes, [gain for *_, gain in wishes])[0]
    x, y = _flat(reading.dice[n].at)
    others = [_flat(die.at) for m, die in enumerate(reading.dice) if m != n and not die.off]
    away_x = x - sum(a for a, _ in others) / max(1, len(others))
    away_y = y - sum(b for _, b in others) / max(1, len(others))
    towards = _flat((float(step[0]), float(step[1]), float(step[2])))
    return Jolt(
        bearing=atan2(towards[1], towards[0]) + rng.gauss(0, 0.1),
        along=rng.uniform(0.27, 0.55),
        up=rng.uniform(0.27, 0.7),
        axis=atan2(away_y, away_x) + rng.gauss(0, 0.4),
        lean_deg=rng.uniform(0, 14) if rng.random() < 0.85 else 0.0,
        pivot_x=x,
        pivot_y=y,
        lead=rng.randint(1, 3),
        hold=rng.randint(3, 8),
    )


def _flat(at: tuple[float, float, float]) -> tuple[float, float]:
    """Where lattice coordinates are seen from above, edges."""
    return (
        sum(c * axis[0] for c, axis in zip(at, AXIS_VECTORS, strict=True)),
        sum(c * axis[1] for c, axis in zip(at, AXIS_VECTORS, strict=True)),
    )
