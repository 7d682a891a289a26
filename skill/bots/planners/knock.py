"""Knocks: strokes at the dice, each tried under several errors of the hand.

A finger stands a little before a die and goes through or past its middle. Of 6,000 strokes of all kinds, the best one
goes downwards past the middle of the die, at half a right angle to the way that the die goes: with the hand's errors it
takes the die into the next funnel 20 to 45 times of 100. Two thirds of the strokes are chosen near that one. The others
come from all sides with all strengths.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, degrees, pi, radians, sin
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shot_search import raced
from skill.bots.planners.shared.shots import Shot, rest
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

ROUNDS = ((90, 1), (16, 3), (5, 8))  # strokes that are tried, and how often: see `race`
BEFORE = 2.0  # edges before the die at which the finger waits
ASIDE = 0.3  # edges by which a stroke may pass beside the middle
ELEVATIONS_DEG = (-50.0, 30.0)
SPEEDS = (0.1, 0.9)  # of the finger's greatest
WAYS = 6  # from a funnel to the next
ALL_SIDES = 1 / 3  # of the strokes
# The stroke to the next funnel, mean and spread; every other way is the mirror image of the one before.
BEARING_DEG, ELEVATION_DEG = (53.0, 7.0), (-38.0, 5.0)  # from the way of the die; above the horizontal
SPEED_M_S, PAST_EDGES, OVER_EDGES = (1.48, 0.1), (0.37, 0.05), (0.22, 0.07)


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that knock once, in the best way of many."""
    rng = Random(seed)
    yield from raced(spec, running, rng, partial(_drawn, running, rng), ROUNDS)
    yield from rest(running)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A knock at any die from anywhere."""
    yield from _stroke(running, Random(seed))
    yield from rest(running)


def _drawn(running: AttemptRun, rng: Random) -> Shot:
    """A stroke that is worth a try."""
    return _stroke(running, rng) if rng.random() < ALL_SIDES else _to_the_next(running, rng)


def _stroke(running: AttemptRun, rng: Random) -> Shot:
    """A stroke at one of the dice, from anywhere."""
    limits = running.scene.knock
    assert limits is not None
    bearing, elevation = rng.uniform(-pi, pi), radians(rng.uniform(*ELEVATIONS_DEG))
    aside, over = rng.uniform(-ASIDE, ASIDE), rng.uniform(-ASIDE, ASIDE)
    return _at_a_die(running, rng, bearing, elevation, aside, over, limits.speed_max_m_s * rng.uniform(*SPEEDS))


def _to_the_next(running: AttemptRun, rng: Random) -> Shot:
    """A stroke that may take one of the dice one step into any direction."""
    way = rng.randrange(WAYS)
    side = 1 if way % 2 == 0 else -1
    bearing = 2 * pi * way / WAYS + side * radians(rng.gauss(*BEARING_DEG))
    elevation, aside = radians(rng.gauss(*ELEVATION_DEG)), -side * rng.gauss(*PAST_EDGES)
    return _at_a_die(running, rng, bearing, elevation, aside, rng.gauss(*OVER_EDGES), rng.gauss(*SPEED_M_S))


def _at_a_die(
    running: AttemptRun, rng: Random, bearing: float, elevation: float, aside: float, over: float, speed_m_s: float
) -> Shot:
    """A stroke at one of the dice, so many edges to the left of its middle and over it; angles in radians."""
    world = running.world
    x, y, z = world.body(rng.choice(world.numbers)).position
    tip = (
        x - BEFORE * cos(elevation) * cos(bearing) - aside * sin(bearing),
        y - BEFORE * cos(elevation) * sin(bearing) + aside * cos(bearing),
        z - BEFORE * sin(elevation) + over,
    )
    aimed: Sample = (*tip, (degrees(bearing) + 180.0) % 360.0 - 180.0, degrees(elevation), speed_m_s)
    return [(*aimed, 0.0), (*aimed, 1.0)]
