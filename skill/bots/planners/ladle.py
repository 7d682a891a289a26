"""Pours: the ladle is carried high over its aim, brought down to a hair above what lies there, and tilted slowly.

The aim is one of the lowest empty funnels, away from loose dice and near the middle; the ladle comes from the pourer's
side. Once dice begin to leave it, it is tilted slowly further, so that they come down one after the other. Nothing is
rehearsed: nobody can foresee where a die comes to rest after it has slid past three others.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, dist, hypot, radians, sin
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import Shot, rest
from skill.lattice.cells import CELLS, COORDS, LEVEL, Cell
from skill.lattice.frame import HALF_DIAGONAL, layer_height
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

CLEAR = 1.3  # edges between the lip and what lies below it: the rules' lip height and the tremor
HIGH = 12.0  # edges at which the ladle travels: above the full pyramid
BEFORE = 1.5  # edges before the aim at which the lip is: dice leave it forwards
ROOM = 1.5  # edges from a funnel to the next loose die
TRAVEL, SINK, POUR = 45, 25, 55  # samples for the way, for coming down, for tilting on
LIFT_DEG = 25.0  # at which nothing leaves the ladle, and nothing of it is much lower than its lip
POUR_DEG = (60.0, 115.0)  # between which dice leave it
LIFT = 1.0  # edges by which it is lifted from dice that it may lean on
SHAKES, SHAKE, SHAKE_DEG = 20, 10, 40.0  # how often, samples each way, by how much
NEAR = 4  # funnels among which the aim is drawn
SIDE_DEG = 15.0  # spread of the bearing from which is poured


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that pour the ladle over empty funnels."""
    rng = Random(seed)
    reading = running.reading()
    loose = [die.at for die in reading.loose]

    def rank(cell: Cell) -> tuple[int, bool, int]:
        at = COORDS[cell]
        return LEVEL[cell], any(dist(at, place) < ROOM for place in loose), max(at) - min(at)

    funnels = sorted(reading.pyramid.funnels(), key=rank)[:NEAR]
    yield from _emptied(running, _drawn(running, rng, funnels or list(CELLS), spec.seat))


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A pour over any funnel."""
    rng = Random(seed)
    yield from _emptied(running, _drawn(running, rng, running.reading().pyramid.funnels() or list(CELLS), 1))


def _emptied(running: AttemptRun, shot: Shot) -> Iterator[Sample]:
    """That pour; then the ladle is lifted a little and shaken until nothing sticks in it; then rest."""
    yield from shot
    x, y, z, bearing, steepest = shot[-1]
    for n in range(SHAKES):
        if running.toolset.find("ladle").is_over:
            break
        yield from [(x, y, z + LIFT, bearing, steepest - SHAKE_DEG * (n % 2 == 0))] * SHAKE
    yield from rest(running)


def _drawn(running: AttemptRun, rng: Random, cells: list[Cell], seat: int) -> Shot:
    return pour(running, rng.choice(cells), -90.0 - 120.0 * (seat - 1) + rng.gauss(0, SIDE_DEG))


def pour(running: AttemptRun, at: Cell, from_deg: float) -> Shot:
    """A pour over a cell by a hand that stands in that direction of it."""
    x, y, z = running.world.plate.point(COORDS[at])
    way = radians(from_deg)
    lip_x, lip_y = x + BEFORE * cos(way), y + BEFORE * sin(way)
    low = max(_below(running, lip_x, lip_y, way) + CLEAR, z)
    bearing = degrees(atan2(-sin(way), -cos(way)))
    over: Sample = (lip_x, lip_y, HIGH, bearing, LIFT_DEG)
    down: Sample = (lip_x, lip_y, low, bearing, LIFT_DEG)
    first, last = POUR_DEG
    tilts = [first + (last - first) * n / POUR for n in range(POUR + 1)]
    return [over] * TRAVEL + [down] * SINK + [(*down[:4], tilt) for tilt in tilts]


def _below(running: AttemptRun, lip_x: float, lip_y: float, way: float) -> float:
    """How high dice reach, or the plate, where the ladle with its lip there can touch them, edges."""
    width = running.toolset.find("ladle").width
    highest = 2 * HALF_DIAGONAL - layer_height(running.scene.plate.pitch)  # the points of the plate
    for n in running.world.numbers:
        px, py, pz = running.world.body(n).position
        out = (px - lip_x) * cos(way) + (py - lip_y) * sin(way)
        across = -(px - lip_x) * sin(way) + (py - lip_y) * cos(way)
        is_under = -1.0 < out < 2 * width and abs(across) < width / 2 + 1.0
        if is_under and not running.world.is_held(n) and hypot(px, py) < HIGH:
            highest = max(highest, pz + HALF_DIAGONAL)
    return highest
