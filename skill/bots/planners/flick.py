"""Flicks: a die is sent from the line before the player's side to its aim, at any elevation.

From the line to an aim that is r away and h above it a die flies at elevation e with the speed
sqrt(g r^2 / (2 cos^2 e (r tan e - h))); the finger has to be faster or slower than that by the ratio of the blow.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import atan2, cos, degrees, hypot, radians, sqrt, tan
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import Shot, aim, rest, shot_samples
from skill.lattice.cells import BASE, COORDS, Cell
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

ELEVATIONS_DEG = (35.0, 72.0)
SPREAD = 1.0  # edges by which a shot is aimed beside its cell
ALONG = 2.0  # edges to either side of the middle of the line
AIMING = 10  # samples for which the finger waits behind the die


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that flick the die at the cell from which the goal is nearest."""
    rng = Random(seed)
    at = aim(spec, running.reading())
    yield from shot_samples(spec, running, rng, partial(flick, running, rng, at))


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A flick at any funnel of the plate."""
    rng = Random(seed)
    yield from flick(running, rng, rng.choice(BASE))
    yield from rest(running)


def flick(running: AttemptRun, rng: Random, at: Cell) -> Shot:
    """A flick at a cell, through the middle of the die."""
    scene, world = running.scene, running.world
    assert scene.flick is not None
    edge = scene.dice.edge_m
    g = scene.engine.gravity_m_s2 / edge
    along = rng.uniform(-ALONG, ALONG)
    (x, y, z), ahead = running.toolset.find("flick").line(world, along)
    there = world.plate.point(COORDS[at])
    right, forward = there[0] + rng.gauss(0, SPREAD) - x, there[1] + rng.gauss(0, SPREAD) - y
    far, up = hypot(right, forward), there[2] - z
    elevation = radians(rng.uniform(*ELEVATIONS_DEG))
    speed = sqrt(g * far**2 / (2 * cos(elevation) ** 2 * (far * tan(elevation) - up)))
    finger = speed * edge * (1 + scene.die_kg / scene.flick.finger_kg) / (1 + scene.flick.finger_restitution)
    bearing = (degrees(atan2(forward, right) - ahead) + 180.0) % 360.0 - 180.0
    aimed: Sample = (along, bearing, degrees(elevation), finger, 0.0, 0.0)
    return [(*aimed, 0.0)] * AIMING + [(*aimed, 1.0)]
