"""Which dice sleep: they lie still far from any that moves, and are static bodies until something near them moves.

A frozen die costs the engine next to nothing, and a world of frozen dice is not stepped at all. The limits for still
are a tenth of those for settled, so no reading depends on sleep; a test compares.
"""

from __future__ import annotations

import numpy as np

from skill.physics.world.dice import SETTLED_S, DiceArrays, Flags

REACH_EDGES = 2.2  # dice within this of a moving die stay awake: the cells it touches and those they touch
SLOW_EDGES = 0.1  # a die that goes further than this from one observation to the next reaches as much further


class Sleep:
    """Freezes and thaws the dice of a world; when not `allowed` it freezes none. Clocks are the world's, seconds."""

    def __init__(self, dice: DiceArrays, sample_hz: float, allowed: bool) -> None:
        self._dice, self._sample_hz = dice, sample_hz
        self.allowed = allowed

    def update(self, clock_s: float, plate_is_still: bool) -> None:
        """Freeze and thaw, after the dice were observed. While the plate moves all is left as it is."""
        if not self.allowed:
            return
        dice = self._dice
        dice.calm.update(dice.positions, dice.rotations, clock_s)
        if not plate_is_still:
            return
        moving = dice.is_present & (dice.is_held | (clock_s - dice.calm.since_s < SETTLED_S))
        near = self._near(moving)
        for n in np.flatnonzero(dice.is_present & ~dice.is_held & (dice.is_frozen != ~near)).tolist():
            dice.set_frozen(n, not near[n])

    def freeze(self, count: int, clock_s: float) -> None:
        """Freeze the first `count` dice as they stand, without waiting until they lie still."""
        if not self.allowed:
            return
        dice = self._dice
        dice.calm.since_s[:count] = clock_s - SETTLED_S
        for n in dice.numbers:
            if n < count:
                dice.set_frozen(n, True)

    def wake(self, n: int, clock_s: float, speed: float = 0.0) -> None:
        """Let die `n` and those near it move again.

        Near are also those that it can hit before the next observation at this `speed`, edges a second.
        """
        dice = self._dice
        dice.strides[n] = max(dice.strides[n], speed / self._sample_hz)
        one = np.zeros(len(dice), bool)
        one[n] = True
        for near in np.flatnonzero(self._near(one) & dice.is_present & ~dice.is_held).tolist():
            dice.calm.since_s[near] = dice.settled.since_s[near] = clock_s
            if dice.is_frozen[near]:
                dice.set_frozen(near, False)

    def wake_all(self, clock_s: float) -> None:
        """Let all dice move again."""
        dice = self._dice
        dice.calm.since_s[:] = clock_s
        for n in np.flatnonzero(dice.is_frozen & dice.is_present).tolist():
            dice.set_frozen(n, False)

    def _near(self, some: Flags) -> Flags:
        """The dice among or within reach of `some`, which are observed again only after a sample's time."""
        dice = self._dice
        apart = dice.positions[:, None, :] - dice.positions[None, some, :]
        stride = dice.strides[some]
        reach = REACH_EDGES + np.where(stride > SLOW_EDGES, stride, 0.0)
        near: Flags = ((apart**2).sum(axis=2) < reach**2).any(axis=1)
        return near
