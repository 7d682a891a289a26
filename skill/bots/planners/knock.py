"""Knocks: strokes at the dice, from all sides and of all strengths, each tried under several errors of the hand.

A finger stands a little before a die and goes through or past its middle. What comes of a knock on rounded dice in
funnels nobody foresees, so many are rehearsed, and the one that leaves the least distance on average is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, degrees, pi, radians, sin
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import Shot, rest
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

STROKES = 40  # tried for one knock
FINALISTS, ERRORS = 4, 3  # of these, and errors of the hand under which each is tried again
BEFORE = 2.0  # edges before the die at which the finger waits
ASIDE = 0.3  # edges by which a stroke may pass beside the middle
ELEVATIONS_DEG = (-50.0, 30.0)
SPEEDS = (0.1, 0.9)  # of the finger's greatest
FLIGHT_SAMPLES = 60  # of a rehearsal: until the die lies about where it stays
LOST = 5.0  # steps that a die that falls off counts


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that knock once, in the best way of many."""
    rng = Random(seed)
    yield from _best(spec, running, rng)
    yield from rest(running)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A knock at any die from anywhere."""
    yield from _stroke(running, Random(seed))
    yield from rest(running)


def _best(spec: AttemptSpec, running: AttemptRun, rng: Random) -> Shot:
    state = running.state()
    rehearsal = running.rehearsal(sleep=True)

    def cost(shot: Shot) -> float:
        rehearsal.follow(state, rng.getrandbits(31))
        rehearsal.rehearse([*shot, *[running.toolset.rest] * FLIGHT_SAMPLES])
        after = rehearsal.reading()
        return spec.distance(after) + LOST * len(after.off)

    try:
        tried = sorted(((cost(shot), n, shot) for n, shot in enumerate(_strokes(running, rng))), key=lambda one: one[0])
        best = [(mean([first, *(cost(shot) for _ in range(ERRORS))]), n, shot) for first, n, shot in tried[:FINALISTS]]
        return min(best)[2]
    finally:
        rehearsal.close()


def _strokes(running: AttemptRun, rng: Random) -> Iterator[Shot]:
    for _ in range(STROKES):
        yield _stroke(running, rng)


def _stroke(running: AttemptRun, rng: Random) -> Shot:
    """A stroke at one of the dice."""
    world, limits = running.world, running.scene.knock
    assert limits is not None
    x, y, z = world.body(rng.choice(world.numbers)).position
    bearing, elevation = rng.uniform(-pi, pi), radians(rng.uniform(*ELEVATIONS_DEG))
    aside, over = rng.uniform(-ASIDE, ASIDE), rng.uniform(-ASIDE, ASIDE)
    tip = (
        x - BEFORE * cos(elevation) * cos(bearing) - aside * sin(bearing),
        y - BEFORE * cos(elevation) * sin(bearing) + aside * cos(bearing),
        z - BEFORE * sin(elevation) + over,
    )
    speed = limits.speed_max_m_s * rng.uniform(*SPEEDS)
    aimed: Sample = (*tip, degrees(bearing), degrees(elevation), speed)
    return [(*aimed, 0.0), (*aimed, 1.0)]
