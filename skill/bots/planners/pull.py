"""Fingers that draw a die out of the bottom row of a small pyramid, if every die above it keeps two supports."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.dice_mikado import random_samples as random_samples
from skill.bots.planners.dice_mikado import taken
from skill.bots.planners.shared.shots import rest
from skill.lattice.cells import AXES, BASE, COORDS, COVERS
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that take one die from the middle of a side and lay it aside."""
    rng = Random(seed)
    standing = running.reading().cells
    ways = [
        (cell, axis)
        for cell in sorted(standing.intersection(BASE))
        for axis in AXES
        if len(standing.intersection(COVERS[cell])) == 2
        and COORDS[cell][axis] == min(COORDS[other][axis] for other in standing)
    ]
    rng.shuffle(ways)
    for cell, axis in ways:
        if spec.distance(running.reading()) == 0:
            break
        yield from taken(running, cell, axis)
    yield from rest(running)
