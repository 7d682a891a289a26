"""A taped finger that pulls one die out of its face, as far as the goal says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.mountaing import pulled
from skill.bots.planners.mountaing import random_samples as random_samples
from skill.bots.planners.shared.shots import rest
from skill.lattice.cells import AXES, COORDS, Axis
from skill.lattice.reading import Reading
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

PULLS = tuple(n / 20 for n in range(1, 11))  # edges


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that pull the die that brings the distance of `spec` down most."""
    reading = running.reading()
    ways = [
        (spec.distance(_pulled_out(reading, n, axis, edges)), n, axis, edges)
        for n, die in enumerate(reading.dice)
        for axis in AXES
        for edges in PULLS
        if die.cell is not None
    ]
    _, n, axis, edges = min(ways)
    cell = reading.dice[n].cell
    assert cell is not None
    yield from pulled(running, axis, COORDS[cell], edges)
    yield from rest(running)


def _pulled_out(reading: Reading, n: int, axis: Axis, edges: float) -> Reading:
    """The reading as if that die stood so far out along an axis."""
    die = reading.dice[n]
    i, j, k = (at - edges * (other == axis) for other, at in enumerate(die.at))
    return reading.replace(dice=(*reading.dice[:n], die._replace(at=(i, j, k), cell=None), *reading.dice[n + 1 :]))
