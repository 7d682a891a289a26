"""What a throw is likely to come to: it is rehearsed in a copy of the world, each time with other errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.shots import to_the_end
from skill.lattice.cells import CELLS, COORDS
from skill.lattice.frame import Point, point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

TIMES = 5  # rehearsals of one question, so that slow machines answer soon


class Meant(NamedTuple):
    """A throw that is meant, and the world in which; it can be sent to another process."""

    copier: Callable[[], AttemptRun]
    state: tuple[Any, ...]
    """Where world and tools are, as `AttemptRun.state` says."""
    seed: int
    """Of the errors of the hand."""
    samples: tuple[Sample, ...]
    aim: Point
    """Where it is to come down, edges, plate frame."""


class Chances(NamedTuple):
    """Shares of the dice thrown in all rehearsals."""

    there: float
    """Of those that came to rest in the cell nearest to the aim."""
    in_cells: float
    """Of those that came to rest in any cell."""
    none_off: float
    """Of those with which no die fell off, loose ones or not."""
    dice: int
    """How many there were."""

    def with_more(self, more: Chances) -> Chances:
        """The shares in these rehearsals and in others of the same throw."""
        dice = self.dice + more.dice
        there, in_cells, none_off = (
            (own * self.dice + other * more.dice) / dice for own, other in zip(self[:3], more[:3], strict=True)
        )
        return Chances(there, in_cells, none_off, dice)


def meant(running: AttemptRun, samples: Sequence[Sample], aim: Point) -> Meant:
    """What is asked of an attempt as it is now; the same again where all input so far was the same."""
    trace = running.trace
    seed = Random(f"{trace.seed} {len(trace.samples)}").getrandbits(31)
    return Meant(running.copier(sleep=True), running.state(), seed, tuple(samples), aim)


def chances(asked: Meant) -> Chances:
    """Rehearses the throw; a die that never came to rest counts by where it was at last."""
    copy, rng = asked.copier(), Random(asked.seed)
    there = in_cells = none_off = dice = 0
    try:
        copy.follow(asked.state)
        pitch, before = copy.scene.plate.pitch, copy.reading()
        fallen = len(copy.world.fallen)
        thrown = [n for n, die in enumerate(before.dice) if die.held]
        aim = min(CELLS, key=lambda cell: dist(point(COORDS[cell], pitch), asked.aim))
        for _ in range(TIMES):
            copy.follow(asked.state, rng.getrandbits(31))
            to_the_end(copy, asked.samples)
            after = copy.reading()
            cells = [after.dice[n].cell for n in thrown]
            there += cells.count(aim)
            in_cells += len(cells) - cells.count(None)
            none_off += len(cells) * (len(copy.world.fallen) == fallen)
            dice += len(cells)
    finally:
        copy.close()
    return Chances(there / dice, in_cells / dice, none_off / dice, dice)
