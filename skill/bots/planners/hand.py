"""Fingers that set a die, from the stock or from the plate, where the distance from the goal becomes least.

The die is brought over its place and let down slowly, for a die that is let go higher jumps into another funnel.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.fingertips import GrippingHand
from skill.bots.planners.shared.shots import rest
from skill.lattice.cells import CELLS, COORDS, Cell
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

OVER = 2.5  # edges above a place at which a die begins to be let down
SLOWLY = 40  # samples in which it is
HAIR = 0.03  # edges above its place at which a die is let go: it hangs a little below the fingertips
CALM = 20  # samples that the hand waits with the die in its place, until its own motion has died down
STORE = (0.0, -11.0, 6.0)  # where dice of the stock are taken up
LEAST_GAIN = 0.2  # steps by which the goal is to come nearer


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that set one die after the other where the distance of `spec` becomes least."""
    hand = GrippingHand(running)
    while (move := _best_move(spec, running)) is not None:
        n, to = move
        x, y, z = running.world.plate.point(COORDS[to])
        if n is None:
            yield from hand.go(STORE, closed=False)
        else:
            place = running.world.body(n).position
            yield from hand.go((place[0], place[1], place[2] + OVER), place, closed=False)
        yield from hand.stay(3, closed=True)
        if n is not None:
            yield from hand.go((place[0], place[1], place[2] + OVER), closed=True)
        yield from hand.go((x, y, z + OVER), closed=True)
        for step in range(SLOWLY, -1, -1):
            yield from hand.at((x, y, z + HAIR + OVER * step / SLOWLY), closed=True)
        yield from hand.stay(CALM, closed=True)
        yield from hand.stay(2, closed=False)
        yield from hand.go((x, y, z + OVER), closed=False)
        yield from hand.until_still(0.6)
    yield from rest(running)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Dice of the stock let go anywhere over the plate."""
    rng, hand = Random(seed), GrippingHand(running)
    while running.world.stock:
        x, y, z = running.world.plate.point(COORDS[rng.choice(CELLS)])
        yield from hand.go(STORE, closed=False)
        yield from hand.stay(3, closed=True)
        yield from hand.go((x, y, z + OVER), closed=True)
        yield from hand.stay(2, closed=False)
    yield from rest(running)


def _best_move(spec: AttemptSpec, running: AttemptRun) -> tuple[int | None, Cell] | None:
    """Which die is to go where: its number, None for the next of the stock, and the cell; None if nothing helps."""
    reading, world = running.reading(), running.world
    heap = reading.pyramid
    here = spec.distance(reading)
    ways: list[tuple[float, int, Cell]] = []
    if world.stock:
        colour = world.stock[0].colour
        for cell in heap.funnels():
            ways.append((spec.distance(_with(reading, None, colour, cell)), -1, cell))
    else:
        for n, die in enumerate(reading.dice):
            if die.cell is not None and heap.is_free(die.cell):
                left = heap.remove(die.cell)
                ways += [(spec.distance(_with(reading, n, die.colour, cell)), n, cell) for cell in left.funnels()]
    distance, n, cell = min(ways, default=(here, 0, 0))
    if distance > here - LEAST_GAIN:
        return None
    return (None if n < 0 else world.numbers[n], cell)


def _with(reading: Reading, n: int | None, colour: str, cell: Cell) -> Reading:
    """The reading as if that die, or a further one, stood in a cell."""
    i, j, k = map(float, COORDS[cell])
    there = DieReading(colour, cell, None, (i, j, k))
    dice = reading.dice if n is None else (*reading.dice[:n], *reading.dice[n + 1 :])
    return reading.replace(dice=(*dice, there) if n is None else (*dice[:n], there, *dice[n:]))
