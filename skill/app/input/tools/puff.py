"""A puff: one short blow at a die, the way that is drawn, from behind it.

A longer stroke blows harder. Across the edge between two dice that carry a third place the way leads up: onto these
only the strongest breath from above lifts a die. Figures: `skill/bots/planners/breath.py`.
"""

from __future__ import annotations

from math import atan2, cos
from typing import TYPE_CHECKING

from skill.bots.planners.breath import Blow, BlowSampler, is_up
from skill.bots.planners.shared.pulse_search import flat
from skill.lattice.cells import COORDS, LEVEL_STEPS, LEVELS, NUMBER_OF, SUPPORTS, Vector

if TYPE_CHECKING:
    from skill.lattice.reading import Reading
    from skill.physics.attempt import AttemptRun

UP_STEPS: tuple[Vector, ...] = ((1, -1, -1), (-1, 1, -1), (-1, -1, 1))
"""Up onto three dice, from before two of them."""
FAR, LOW, AIM = 3.5, 0.5, -0.4  # of the lips from a die that is to roll, edges: behind it, above the plate; and the aim
WEAKEST, STRONGEST = 0.4, 0.95  # with which it is blown at
UP_FAR, UP_LOW, UP_AIM, UP_STRENGTH = 3.5, 3.0, -0.6, 1.0
LENGTH_S = 0.3


def step_towards(reading: Reading, die: int, bearing: float) -> Vector:
    """The lattice step of a die that lies nearest a way, counter-clockwise from +x: to a funnel, or up onto three."""
    cell = reading.dice[die].cell
    steps = list(LEVEL_STEPS)
    if cell is not None:
        taken = reading.cells - {cell}
        for step in UP_STEPS:
            i, j, k = (a + b for a, b in zip(COORDS[cell], step, strict=True))
            top = NUMBER_OF.get((i, j, k))
            if top in LEVELS[1] and top not in taken and taken.issuperset(SUPPORTS[top]):
                steps.append(step)
    return max(steps, key=lambda step: cos(bearing - bearing_of(step)))


def bearing_of(step: Vector) -> float:
    """Which way a lattice step leads as it is seen from above, counter-clockwise from +x."""
    x, y = flat(step)
    return atan2(y, x)


def puff(running: AttemptRun, die: int, step: Vector, share: float) -> Blow:
    """The blow at a die that is to take a step; `share` of the longest stroke, 0 to 1."""
    rate, at, bearing = running.scene.engine.sample_hz, running.reading().dice[die].at, bearing_of(step)
    sampler = BlowSampler(running)
    if is_up(step):
        return sampler.blow(at, bearing, UP_FAR, UP_LOW, UP_AIM, UP_STRENGTH, round(LENGTH_S * rate))
    pressure = WEAKEST + (STRONGEST - WEAKEST) * min(1.0, share)
    return sampler.blow(at, bearing, FAR, LOW, AIM, pressure, round(LENGTH_S * rate))
