"""A puff: one short blow at a die from behind, in the direction that is drawn.

A longer stroke blows harder. Over the edge between two dice the way leads up to a place on top of them: in Bullet only
the strongest breath, from above, lifts a die there. In Rapier, where air gets under it, half of that does: of 24 such
blows 7 lifted the die and 1 lost one, of 24 of the strongest 1 and 15. Figures: `skill/bots/planners/breath.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill.app.input.tools.stroke_preview import bearing_of
from skill.bots.planners.breath import Blow, BlowSampler, is_up
from skill.lattice.cells import Vector

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

FAR, LOW, AIM = 3.5, 0.5, -0.4  # of the lips from a die that is to roll, edges: behind it, above the plate; and the aim
WEAKEST, STRONGEST = 0.4, 0.95  # with which it is blown at
UP_FAR, UP_LOW, UP_AIM, UP_STRENGTH = 3.5, 3.0, -0.6, 1.0
UP_BY_GAPS_PA = 7500.0  # at the lips, where the air that gets under a die lifts it
LENGTH_S = 0.3


def puff(running: AttemptRun, die: int, step: Vector, share: float) -> Blow:
    """The blow at a die that is to take a step; `share` of the longest stroke, 0 to 1."""
    rate, at, bearing = running.scene.engine.sample_hz, running.reading().dice[die].at, bearing_of(step)
    sampler = BlowSampler(running)
    if is_up(step):
        limits, strength = running.scene.breath, UP_STRENGTH
        if limits is not None and running.scene.engine.holds_what_is_pressed:
            strength = min(1.0, UP_BY_GAPS_PA / limits.blow_max_pa)
        return sampler.blow(at, bearing, UP_FAR, UP_LOW, UP_AIM, strength, round(LENGTH_S * rate))
    pressure = WEAKEST + (STRONGEST - WEAKEST) * min(1.0, share)
    return sampler.blow(at, bearing, FAR, LOW, AIM, pressure, round(LENGTH_S * rate))
