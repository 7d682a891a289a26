"""Two hands on the plate: jolts that hop one die at a time into the next funnel.

A jolt launches the dice: the plate is driven up and sideways by a fraction of an edge and stopped dead, so that they
fly on. It hops a die into the next funnel when the speed at its place is just above what the saddle takes, and that
threshold is sharp. A simultaneous turn about an axis through that die singles it out: it takes upward speed from the
dice on one side of the axis and gives it to those on the other.

Jolts take a die up onto three others by chance alone: a turn at 180 degrees a second gives neighbours speeds that
differ by 5 edges a second, while a die before two of the three needs 30 to 60 and these are to stay. 9,000 wide jolts,
the fourth die a step or two off, put none up; so Coulomb goes on with `shared/stick_slip.py`. Wrists that turn at 850
and more toss it up: see `shared/rehearsed_pulse.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import atan2, cos, fsum, sin
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import (
    RIM,
    DieStep,
    SearchSettings,
    drawn_step,
    flat,
    random_pulses,
    searched_samples,
)
from skill.lattice.reading import Reading
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

REST: Sample = (0.0,) * 8
RETURN_SAMPLES = 12  # samples over which the plate goes back to rest, so slowly that nothing hops
REST_SAMPLES = 8  # samples of rest before the dice are looked at
JOLT_HZ = 60  # samples a second of the jolts that are drawn
LEANS_DEG, ALONG, UP = (3.0, 10.0), (0.36, 0.52), (0.36, 0.56)  # of jolts that part dice
EARLY, HOLDS = (-1.0, 0.4), (2, 3)  # samples from the end of their turn to the push, and until that is taken back
OUTER_SHARE = 0.15  # of jolts for a die in the outermost funnels, or for one that goes there
# Where no jolt helps, soon another die is moved instead; one that may throw a die off is not taken for the goal either.
QUICK = SearchSettings(candidates=32, tremors=7, few_tremors=7, rim_tremors=12, explores=True, wins_a_loss=20)


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

    @property
    def acting(self) -> int:
        """Samples until the plate stops."""
        return self.lead + self.hold

    def samples(self) -> list[Sample]:
        """The targets to command, with a slow return and a moment of rest."""
        pivot = (self.pivot_x, self.pivot_y)
        lean = (self.lean_deg * sin(self.axis), -self.lean_deg * cos(self.axis), 0.0)
        push = (*lean, self.along * cos(self.bearing), self.along * sin(self.bearing), self.up)
        back = [tuple(part * (1 - n / RETURN_SAMPLES) for part in push) + pivot for n in range(1, RETURN_SAMPLES + 1)]
        rest = [(*REST[:6], *pivot)] * REST_SAMPLES
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


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that bring the distance of `spec` down to 0, for as long as they are asked for.

    In Bullet dice rock on after a jolt, by 0.02 of an edge from look to look where in Rapier they lie still: there a
    quick search saves little, and more of what it finds loses a die.
    """
    if running.scene.engine.holds_what_is_pressed:
        assert running.scene.tilt is not None
        inner = partial(_inner_jolt, rate_deg_s=running.scene.tilt.rate_max_deg_s)
        return searched_samples(spec.distance, running, seed, inner, QUICK)
    return searched_samples(spec.distance, running, seed, drawn_jolt)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Jolts without a plan: a random die in a random direction each time."""
    return random_pulses(running, seed, drawn_jolt)


def drawn_jolt(rng: Random, reading: Reading, steps: list[DieStep]) -> Jolt:
    """A jolt that may lead to one of the steps: push along the step, turn so that the others hop less."""
    n, step, _ = drawn_step(rng, steps)
    x, y = flat(reading.dice[n].at)
    others = [flat(die.at) for m, die in enumerate(reading.dice) if m != n and not die.off]
    away_x = x - fsum(a for a, _ in others) / max(1, len(others))
    away_y = y - fsum(b for _, b in others) / max(1, len(others))
    towards = flat(step)
    return Jolt(
        bearing=atan2(towards[1], towards[0]) + rng.gauss(0, 0.1),
        along=rng.uniform(0.27, 0.55),
        up=rng.uniform(0.27, 0.58),
        axis=atan2(away_y, away_x) + rng.gauss(0, 0.4),
        lean_deg=rng.uniform(2, 11),
        pivot_x=x,
        pivot_y=y,
        lead=rng.randint(1, 3),
        hold=rng.randint(3, 8),
    )


def _inner_jolt(rng: Random, reading: Reading, steps: list[DieStep], rate_deg_s: float) -> Jolt:
    """One that parts dice, mostly those that are not at the rim."""
    return parting_jolt(rng, reading, _inner_first(reading, steps), rate_deg_s)._replace(hold=HOLDS[-1])


def parting_jolt(rng: Random, reading: Reading, steps: list[DieStep], rate_deg_s: float) -> Jolt:
    """One with which hands that turn so fast part dice: the push begins about when the turn ends, and is short.

    A push long after it finds all dice alike, and a turn that is over long before flings off what lies far from the
    pivot. Of jolts with 1 to 3 samples of lead, 2 to 11 degrees and pushes from 0.22 up, 3 to 8 % took one of three
    dice its step alone; of these 12 to 22 %, with either engine at either level of Faraday.
    """
    lean_deg = rng.uniform(*LEANS_DEG)
    lead = max(0, round(JOLT_HZ * lean_deg / rate_deg_s + rng.uniform(*EARLY)))
    along, up, hold = rng.uniform(*ALONG), rng.uniform(*UP), rng.randint(*HOLDS)
    jolt = drawn_jolt(rng, reading, steps)
    return jolt._replace(along=along, up=up, lean_deg=lean_deg, lead=lead, hold=hold)


def _inner_first(reading: Reading, steps: list[DieStep]) -> list[DieStep]:
    """The same, but those from the outermost funnels and those to them are less likely: a die falls off from there
    alone, so most jolts for one that has far to go are spoilt by others that are there already."""
    found = []
    for n, step, gain in steps:
        at = reading.dice[n].at
        outer = (min(at) < RIM) + (min(a + b for a, b in zip(at, step, strict=True)) < RIM)
        found.append(DieStep(n, step, gain * OUTER_SHARE**outer))
    return found
