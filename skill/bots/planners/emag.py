"""A tower on the bare table: die after die over the middle of the top three, until the next one is not worth the risk.

Each die is held just above its place until the trembling hand is near enough. A collapse costs nothing, so the tower
grows until a joint has less than two tremors of its face left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, hypot
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.fingertips import MAX_WAIT, GrippingHand, Place
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

TOP = 3  # dice at the top over whose middle the next one goes
STORE: Place = (6.0, 0.0, 2.0)  # where dice are taken up; the height is added to that of the tower
OVER = 0.03  # edges above its place at which a die is let go: it hangs a little below the fingertips
GOOD_ERROR = 0.4  # of the tremor: an error that is small enough to let go
MAX_AIM = 90  # samples after which any error is


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that build the tower, and stop where the next die is likely to bring it down."""
    hand, limits, material = GrippingHand(running), running.scene.hand, running.scene.material
    assert limits is not None and spec.score is not None
    while running.world.stock:
        tower = _tower(running)
        x, y = _middle(tower[-TOP:])
        margin = 0.5 - material.rounding_edges - _worst_joint([*tower, (x, y, 0.0)])
        if margin < 2 * limits.tremor_edges:
            return
        yield from _placed(running, hand, x, y, len(tower), GOOD_ERROR * limits.tremor_edges)
        for _ in range(MAX_WAIT):
            if spec.score(running.reading()) > len(tower):
                break
            yield hand.sample(closed=False)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """A tower of dice that are let go anywhere near the middle of the table."""
    rng, hand = Random(seed), GrippingHand(running)
    while running.world.stock:
        x, y, height = rng.gauss(0, 0.2), rng.gauss(0, 0.2), len(_tower(running))
        yield from _placed(running, hand, x, y, height, 1.0)
        yield from hand.until_still(0.5)


def _placed(running: AttemptRun, hand: GrippingHand, x: float, y: float, height: int, error: float) -> Iterator[Sample]:
    """The next die from the store to the top of a tower of that height."""
    store, over = (STORE[0], STORE[1], STORE[2] + height), (x, y, height + 2.0)
    yield from hand.go(store, closed=False)
    yield from hand.go(over, (x, y, height + 0.5 + OVER), closed=True)
    if hand.die is None:
        return
    for _ in range(MAX_AIM):
        yield hand.sample(closed=True)
        at = running.world.body(hand.die).position
        if hypot(at[0] - x, at[1] - y) < error:
            break
    yield from hand.stay(2, closed=False)
    yield from hand.go(over, closed=False)


def _tower(running: AttemptRun) -> list[Place]:
    """The centres of the dice that were let go, lowest first."""
    world = running.world
    centres = [world.body(n).position for n in world.numbers if not world.is_held(n)]
    return sorted(centres, key=lambda centre: centre[2])


def _middle(dice: list[Place]) -> tuple[float, float]:
    n = max(1, len(dice))
    return (fsum(x for x, _, _ in dice) / n, fsum(y for _, y, _ in dice) / n)


def _worst_joint(tower: list[Place]) -> float:
    """How far the centre of gravity of all dice above a die is from that die's own, where it is worst; edges."""
    worst = 0.0
    for n in range(1, len(tower)):
        x, y = _middle(tower[n:])
        worst = max(worst, hypot(x - tower[n - 1][0], y - tower[n - 1][1]))
    return worst
