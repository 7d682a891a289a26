"""Flicks that hit a die on the plate: hard and flat, since a die that falls on it from above does not move it.

With the hand's errors, 3 degrees and 8 %, a die 15 edges away is missed more often than not. So many flicks are
rehearsed, and the one that succeeded most often is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import atan2, degrees, hypot, sqrt
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.flick import random_samples
from skill.bots.planners.shared.shot_search import raced
from skill.bots.planners.shared.shots import Shot, rest
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

__all__ = ["planned_samples", "random_samples"]

SPEEDS_M_S = (2.5, 5.0)  # of the finger
OVER_EDGES = (0.0, 0.4)  # above the middle of the die
BESIDE_EDGES = 0.3  # spread of the aim
OFFSETS_EDGES = (-0.2, 0.2)  # above the middle of the face that the finger hits
AIMING = 10  # samples for which the finger waits behind the die


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that flick the die in hand at one of those on the plate."""
    rng = Random(seed)
    yield from raced(spec, running, rng, partial(_hit, running, rng))
    yield from rest(running)


def _hit(running: AttemptRun, rng: Random) -> Shot:
    """A flick at a die, as flat as its speed allows."""
    scene, world, tool = running.scene, running.world, running.toolset.find("flick")
    assert scene.flick is not None
    edge, most = scene.dice.edge_m, scene.flick.along_max_edges
    g = scene.engine.gravity_m_s2 / edge
    x, y, z = world.body(rng.choice([n for n in world.numbers if n != tool.held])).position
    x, y, z = x + rng.gauss(0, BESIDE_EDGES), y + rng.gauss(0, BESIDE_EDGES), z + rng.uniform(*OVER_EDGES)
    while True:
        along = rng.uniform(-most, most)
        (from_x, from_y, from_z), ahead = tool.line(world, along)
        far, up = hypot(x - from_x, y - from_y), z - from_z
        finger = rng.uniform(*SPEEDS_M_S)
        speed = finger * (1 + scene.flick.finger_restitution) / (1 + scene.die_kg / scene.flick.finger_kg) / edge
        reach = speed**4 - g * (g * far**2 + 2 * up * speed**2)
        if reach >= 0:  # else too slow to get there
            break
    elevation = atan2(speed**2 - sqrt(reach), g * far)
    bearing = (degrees(atan2(y - from_y, x - from_x) - ahead) + 180.0) % 360.0 - 180.0
    aimed: Sample = (along, bearing, degrees(elevation), finger, 0.0, rng.uniform(*OFFSETS_EDGES))
    return [(*aimed, 0.0)] * AIMING + [(*aimed, 1.0)]
