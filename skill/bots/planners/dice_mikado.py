"""A hand that takes dice out of the pyramid: from the faces, never two that carry one and the same die.

A die that loses one of its three supports rests in the groove of the other two, if friction holds it; one that loses
two falls. So a die may be taken whose covers all have two supports left, and the columns of the edges, on which the top
stands, are left alone. It is drawn out straight and slowly, and let go again if it is held too fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.fingertips import GrippingHand, out
from skill.lattice.cells import AXES, COORDS, COVERS, SUPPORTS, ZEROS, Axis, Cell
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

BEFORE = 3.0  # edges before the face of a die, where the fingers start and to where they draw it
STEP = 0.05  # edges by which they draw in a sample
STUCK = 0.9  # of the force that fingers have: a die that takes as much is let go
CALM_S = 0.5  # for which the heap is watched before the next die
ASIDE_EDGES = 12.0  # edges from the middle of the plate at which a die is laid aside


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that take one die after the other, until none can be taken without the fall of another."""
    rng, refused = Random(seed), set[Cell]()
    while cells := [cell for cell in _safe(running) if cell not in refused]:
        low = min(sum(COORDS[cell]) for cell in cells)
        cell = rng.choice([cell for cell in cells if sum(COORDS[cell]) == low])
        refused.add(cell)
        yield from taken(running, cell)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Any dice of the faces, in any order."""
    rng = Random(seed)
    while cells := [cell for cell in running.reading().cells if ZEROS[cell] == 1]:
        yield from taken(running, rng.choice(sorted(cells)))


def _safe(running: AttemptRun) -> list[Cell]:
    """The dice inside the faces whose covers keep two supports."""
    standing = running.reading().cells
    return [
        cell
        for cell in sorted(standing)
        if ZEROS[cell] == 1
        and all(
            len(standing.intersection(SUPPORTS[cover]) - {cell}) >= 2 for cover in COVERS[cell] if cover in standing
        )
    ]


def taken(running: AttemptRun, cell: Cell, axis: Axis | None = None) -> Iterator[Sample]:
    """Draw the die of that cell out of its face and lay it aside, or let it go if it is stuck.

    The face is that of `axis`, by default the one of the complete pyramid that the cell is in.
    """
    hand, limits = GrippingHand(running), running.scene.hand
    assert limits is not None
    if axis is None:
        axis = next(axis for axis in AXES if COORDS[cell][axis] == 0)
    place = running.world.plate.point(COORDS[cell])
    yield from hand.go(out(place, axis, BEFORE), place, closed=False)
    yield from hand.stay(2, closed=True)
    for n in range(round(BEFORE / STEP)):
        if hand.die is None or hand.force_weights > STUCK * limits.pull_force_max_weights:
            break
        yield from hand.at(out(place, axis, n * STEP), closed=True)
    else:
        x, y, z = out(place, axis, BEFORE)
        share = ASIDE_EDGES / max(1.0, (x * x + y * y) ** 0.5)
        yield from hand.go((share * x, share * y, z), closed=True)
    yield from hand.stay(2, closed=False)
    yield from hand.until_still(CALM_S)
