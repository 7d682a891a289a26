"""A taped finger and a hand that mount dice: two neighbours of a row are pulled out, and a die is set between them.

The die leans with its whole face against the pyramid and stands on two strips as wide as its neighbours stand out. Its
weight is held if the pyramid pushes as far below the middle of its face as the strips are in front of it, so in theory
any strip will do; edges that are rounded by r make strips narrower by 2 r. A row of dice so mounted carries the next
without further pulls: each stands on two of them and leans against the face.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.fingertips import GrippingHand, TapedFinger, out
from skill.lattice.cells import AXES, DEPTH, Axis, Vector
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

BEFORE = 3.0  # edges before a face, where fingers start
FACE = 0.5  # from the centre of a die to its face
NEAR_BY = 0.5  # edges before its place at which a die begins to be set down slowly
SLOWLY = 25  # samples in which it is
OVER = 0.03  # edges above its place at which a die is let go: it hangs a little below the fingertips
CALM_S = 0.5  # for which the heap is watched before the next act


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that mount die after die, row upon row, one face after the other."""
    tape = running.scene.tape
    assert tape is not None
    for axis in AXES:
        for row in reversed(range(DEPTH)):
            for j in range(row + 1):
                if not running.world.stock:
                    return
                if row == DEPTH - 1:
                    for n in (0, 1) if j == 0 else (1,):
                        yield from pulled(running, axis, _place(axis, 0, j + n, DEPTH - j - n), tape.pull_max_edges)
                yield from _mounted(running, axis, _place(axis, -1, j, row - j))


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Dice set against the faces wherever it may be."""
    rng = Random(seed)
    while running.world.stock:
        j = rng.randrange(DEPTH)
        axis, k = rng.choice(AXES), rng.randrange(DEPTH - j)
        yield from _mounted(running, axis, _place(axis, -1, j, k))


def _place(axis: Axis, n: int, j: int, k: int) -> Vector:
    """The lattice coordinates that are `n` on that axis and `j`, `k` on the two others."""
    a, b, c = (n, j, k) if axis == 0 else (j, n, k) if axis == 1 else (j, k, n)
    return (a, b, c)


def pulled(running: AttemptRun, axis: Axis, cell: Vector, edges: float) -> Iterator[Sample]:
    """Pull the die of that cell out by so much."""
    finger, place = TapedFinger(running), running.world.plate.point(cell)
    yield from finger.go(out(place, axis, BEFORE), out(place, axis, FACE), closed=False)
    yield from finger.stay(2, closed=True)
    if finger.die is not None:
        yield from finger.pull(edges)
    yield from finger.stay(2, closed=False)
    yield from finger.go(out(place, axis, BEFORE), closed=False)
    yield from finger.until_still(CALM_S)


def _mounted(running: AttemptRun, axis: Axis, there: Vector) -> Iterator[Sample]:
    """Set a die of the stock on that place."""
    hand = GrippingHand(running)
    x, y, z = running.world.plate.point(there)
    place = (x, y, z + OVER)
    yield from hand.go(out(place, axis, BEFORE), closed=False)
    yield from hand.stay(2, closed=True)
    yield from hand.go(out(place, axis, NEAR_BY), closed=True)
    for n in range(1, SLOWLY + 1):
        yield from hand.at(out(place, axis, NEAR_BY * (1 - n / SLOWLY)), closed=True)
    yield from hand.go(place, closed=True)
    yield from hand.stay(2, closed=False)
    yield from hand.go(out(place, axis, BEFORE), closed=False)
    yield from hand.until_still(CALM_S)
