"""A puff: one short blow at a die from behind, in the direction that is drawn.

A longer stroke blows harder. Over the edge between two dice the way leads up to a place on top of them: in Bullet only
the strongest breath, from above, lifts a die there. In Rapier, where air gets under it, half of that does: of 24 such
blows 7 lifted the die and 1 lost one, of 24 of the strongest 1 and 15. Figures: `skill/bots/planners/breath.py`.

In Rapier gentler puffs roll a die as well. At 76 steps of dice apart a strength of 0.2 to 0.5 took 9 to 21 % of them
alone there and lost a die in up to 20, one of 0.6 and more 1 to 11 and in 30 to 73; in Bullet 0.4 to 0.95 took 17 to 32
% and lost one in up to 26. Each step was tried four times with each strength, at the level of the book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skill.app.input.tools.stroke_preview import bearing_of
from skill.bots.planners.breath import Blow, BlowSampler, is_up
from skill.lattice.cells import Vector

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

FAR, LOW, AIM = 3.5, 0.5, -0.4  # of the lips from a die that is to roll, edges: behind it, above the plate; and the aim
UP_FAR, UP_LOW, UP_AIM = 3.5, 3.0, -0.6  # of one that is to go up
LENGTH_S = 0.3


class Strengths(NamedTuple):
    """Pressures at the lips, Pa."""

    weakest: float
    strongest: float
    up: float


STRENGTHS, IN_GAPS = Strengths(6000.0, 14250.0, 20000.0), Strengths(3000.0, 7500.0, 7500.0)
"""Where dice rock, and where air gets under them."""


def puff(running: AttemptRun, die: int, step: Vector, share: float) -> Blow:
    """The blow at a die that is to take a step; `share` of the longest stroke, 0 to 1."""
    limits, rate = running.scene.breath, running.scene.engine.sample_hz
    assert limits is not None
    at, bearing = running.reading().dice[die].at, bearing_of(step)
    strengths = IN_GAPS if running.scene.engine.holds_what_is_pressed else STRENGTHS
    goes_up = is_up(step)
    rolling = strengths.weakest + (strengths.strongest - strengths.weakest) * min(1.0, share)
    pressure = min(1.0, (strengths.up if goes_up else rolling) / limits.blow_max_pa)
    mouth = (UP_FAR, UP_LOW, UP_AIM) if goes_up else (FAR, LOW, AIM)
    return BlowSampler(running).blow(at, bearing, *mouth, pressure, round(LENGTH_S * rate))
