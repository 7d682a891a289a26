"""Throws: a die is let go on the thrower's side of its aim and above it, at the slowest speed that reaches it.

From a place that sees the aim at the height h above it and r aside, the slowest throw that arrives has the speed sqrt(g
(sqrt(h^2 + r^2) - h)): the parabola of safety touches the aim (Torricelli, De motu proiectorum, 1644). The bot does not
look at how the die is turned in the shaken hand, so it plans neither attitude nor number.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin, sqrt
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import Shot, aim, rest
from skill.lattice.cells import CELLS, COORDS, Cell
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

LEANS_DEG = (0.0, 15.0)  # from the vertical above the aim, towards the thrower: flatter throws roll on
SIDE_DEG = 15.0  # spread of the bearing from which is thrown
SPREAD = 0.2  # edges by which a shot is aimed beside the middle of its cell
SPINS = (0.0, 2.0)  # radians a second: dice that hardly turn bounce least
AIMING = 10  # samples for which the hand is held where it is to throw


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that throw the die in hand, if there is one, at the cell from which the goal is nearest."""
    rng = Random(seed)
    if running.reading().held:
        yield from lob(running, rng, aim(spec, running.reading()), spec.seat)
    yield from rest(running)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A throw at any cell."""
    rng = Random(seed)
    if running.reading().held:
        yield from lob(running, rng, rng.choice(CELLS), rng.randint(1, 3))
    yield from rest(running)


def lob(running: AttemptRun, rng: Random, at: Cell, seat: int) -> Shot:
    """A throw at a cell from about the side of that seat."""
    world, tool, limits = running.world, running.toolset.find("throw"), running.scene.throw
    assert limits is not None
    edge, g = running.scene.dice.edge_m, running.scene.engine.gravity_m_s2 / running.scene.dice.edge_m
    x, y, z = world.plate.point(COORDS[at])
    x, y = x + rng.gauss(0, SPREAD), y + rng.gauss(0, SPREAD)
    lean = radians(rng.uniform(*LEANS_DEG))
    bearing = radians(-90.0 - 120.0 * (seat - 1) + rng.gauss(0, SIDE_DEG))
    away = limits.distance_m / edge
    aside = away * sin(lean)
    wanted = (x + aside * cos(bearing), y + aside * sin(bearing), z + away * cos(lean))
    place = tool.place(world, (*wanted, *(0.0,) * 7))
    gap = (x - place[0], y - place[1], z - place[2])
    # The slowest throw takes the time at which speed squared, |gap - g t^2 / 2|^2 / t^2, is least.
    time_s = sqrt(2 * hypot(*gap) / g)
    dt = running.scene.step_s
    speed = (gap[0] / time_s, gap[1] / time_s, gap[2] / time_s + g * (time_s + dt) / 2)
    spin = rng.uniform(*SPINS) / max(1e-9, hypot(*(axis := [rng.gauss(0, 1) for _ in range(3)])))
    throw = (*place, *(part * edge for part in speed), *(part * spin for part in axis))
    return [(*throw, 0.0)] * AIMING + [(*throw, 1.0)]
