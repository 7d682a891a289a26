"""The search for a shot: many are rehearsed once under an error of the hand, the better ones again under others.

Nobody can foresee what a blow does to rounded dice in funnels, and a hand strays. So a shot is valued by how often it
succeeds. Each round keeps the best and tries them more often, so that luck is not taken for skill (successive halving:
Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners.shared.rehearsals import Piece, Rehearsals
from skill.bots.planners.shared.shots import Shot, shot_to_the_end
from skill.lattice.reading import Reading
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

ROUNDS = ((48, 1), (16, 3), (5, 8))
"""How many shots are tried how often, round by round: 136 rehearsals."""
MISS = 1.0  # what a miss costs beside the distance that it leaves
FAR = 2.0  # the distance that counts half as much as a miss: it only tells misses from each other


def raced(
    spec: AttemptSpec,
    running: AttemptRun,
    rng: Random,
    drawn: Callable[[], Shot],
    rounds: Sequence[tuple[int, int]] = ROUNDS,
) -> Shot:
    """Of the shots that `drawn` gives the one that succeeds most often, or comes nearest."""
    state = running.state()
    rehearsals = Rehearsals(running, shot_to_the_end, sleep=True)
    shots = [drawn() for _ in range(rounds[0][0])]
    costs: dict[int, list[float]] = {n: [] for n in range(len(shots))}

    def cost(reading: Reading) -> float:
        after = reading.replace(settled=True)
        left = spec.distance(after)
        return 0.0 if spec.goal(after) else MISS + left / (left + FAR)

    def mean_cost(n: int) -> float:
        return fsum(costs[n]) / max(1, len(costs[n]))

    try:
        for count, times in rounds:
            best = sorted(costs, key=mean_cost)[:count]
            turns = [n for n in best for _ in range(times)]
            outcomes = rehearsals.of(state, [Piece(shots[n], rng.getrandbits(31)) for n in turns])
            costs = {n: costs[n] for n in best}
            for n, outcome in zip(turns, outcomes, strict=True):
                costs[n].append(cost(outcome.reading))
        return shots[min(costs, key=mean_cost)]
    finally:
        rehearsals.close()
