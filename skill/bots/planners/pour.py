"""The box held low over the middle of the plate, from which dice leave so slowly that each finds its place."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import rest
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

LOW = 1.0  # edges above the highest die at which the mouth is held
RATE = 2.0  # dice a second
AROUND = 1.5  # edges from the middle at which it circles
TURN_S = 2.0  # in which it goes once round


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that empty the box by and by."""
    rate_hz, n = running.scene.engine.sample_hz, 0
    while running.world.stock:
        around = 2 * pi * n / (TURN_S * rate_hz)
        highest = max((running.world.body(die).position[2] for die in running.world.numbers), default=0.0)
        yield (AROUND * cos(around), AROUND * sin(around), highest + LOW, RATE)
        n += 1
    yield from rest(running)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """From anywhere over the plate, at any rate."""
    rng, limits = Random(seed), running.scene.pour
    assert limits is not None
    over: Sample = (rng.uniform(-6, 6), rng.uniform(-6, 6), rng.uniform(3, 20), rng.uniform(0, limits.rate_max_per_s))
    while running.world.stock:
        yield over
    yield from rest(running)
