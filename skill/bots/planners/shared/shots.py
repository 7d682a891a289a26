"""What planners that let dice fly share: where a die is to lie, and the rehearsal of shots before one is made.

A hand strays, so a shot is valued by its average result: each is rehearsed under several errors, none of which is the
error to come. The first shot that is good enough is made, or in the end the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import dist, inf
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.bots.planners.shared.rehearsals import Piece, Rehearsals
from skill.lattice.cells import CELLS, COORDS, Cell
from skill.lattice.reading import Reading
from skill.physics.world import FORCED_S
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Shot = list[Sample]
"""The samples that make it, from the state in which it was planned; then hands rest until the dice do."""

SHOTS = 3  # tried at most for one choice
ERRORS = 2  # of a hand, under which each of them is tried
GOOD_COST = 1.2  # a cost at which a shot is made at once: on the plate, little harm, a cell beside the aim
LOOSE = 0.5  # steps that a die outside any cell counts
HARM = 1.0  # steps that a cell that is empty again counts
LOST = 4.0  # steps that losing a die counts, beside what the game's own distance says
STILL_S = 0.2  # for so long dice are still before a shot is judged
SLEEP_SAMPLES = 45  # samples in which dice fall asleep before a shot is planned: then rehearsals cost little
LOOK_SAMPLES, MAX_LOOKS = 6, 25  # samples between two looks; looks for which dice are waited for


def shot_samples(spec: AttemptSpec, running: AttemptRun, rng: Random, drawn: Callable[[], Shot]) -> Iterator[Sample]:
    """The best of some shots that `drawn` gives; then rest."""
    for _ in range(SLEEP_SAMPLES):
        if running.world.all_asleep:
            break
        yield running.toolset.rest
    yield from best(spec, running, rng, drawn)
    yield from rest(running)


def rest(running: AttemptRun) -> Iterator[Sample]:
    """Hands that do nothing until the dice lie still; if some never do, they give up."""
    for _ in range(round(FORCED_S * running.scene.engine.sample_hz)):
        yield running.toolset.rest


def best(spec: AttemptSpec, running: AttemptRun, rng: Random, drawn: Callable[[], Shot]) -> Shot:
    """The first shot that is good enough on average, or the best of all that were tried."""
    state, before = running.state(), running.reading()
    rehearsals = Rehearsals(running, shot_to_the_end, sleep=True)
    chosen, least = drawn(), inf
    try:
        shot = chosen
        for _ in range(SHOTS):
            tries = rehearsals.of(state, [Piece(shot, rng.getrandbits(31)) for _ in range(ERRORS)])
            shot_cost = mean(cost(spec, before, outcome.reading) for outcome in tries)
            if shot_cost < least:
                chosen, least = shot, shot_cost
            if least < GOOD_COST:
                break
            shot = drawn()
    finally:
        rehearsals.close()
    return chosen


def shot_to_the_end(rehearsal: AttemptRun, piece: Piece) -> bool:
    """As `to_the_end`."""
    return to_the_end(rehearsal, piece.samples)


def to_the_end(rehearsal: AttemptRun, shot: Sequence[Sample]) -> bool:
    """Rehearses a shot until dice lie still, or for as long as they are waited for; whether none fell off."""
    if not rehearsal.rehearse(shot):
        return False
    for _ in range(MAX_LOOKS):
        if not rehearsal.rehearse([rehearsal.toolset.rest] * LOOK_SAMPLES):
            return False
        if rehearsal.reading().still_s >= STILL_S:
            break
    return True


def cost(spec: AttemptSpec, before: Reading, after: Reading) -> float:
    """What is left to the goal, with dice that lie loose, that were pushed out of their cells and that are lost."""
    harm = len(before.cells - after.cells)
    loose = len(after.loose) - len(before.loose)
    return spec.distance(after) + LOOSE * loose + HARM * harm + LOST * len(after.off)


def aim(spec: AttemptSpec, reading: Reading) -> Cell:
    """The cell in which the die in hand had best come to rest, by the distance that it would leave.

    Of equals that with the most room to all other dice and to the edge of the plate.
    """
    places = [die.at for die in reading.dice if not die.held and not die.off]

    def rank(cell: Cell) -> tuple[float, float]:
        here = COORDS[cell]
        room = min(min(here) + 1.0, *(dist(here, place) for place in places), inf)
        return spec.distance(_lying(reading, cell)), -room

    return min(CELLS, key=rank)


def _lying(reading: Reading, cell: Cell) -> Reading:
    """The reading as if the die in hand had come to rest in a cell."""
    there = tuple(map(float, COORDS[cell]))
    dice = [die._replace(held=False, cell=cell, at=there) if die.held else die for die in reading.dice]  # type: ignore[arg-type]
    return reading.replace(dice=tuple(dice), settled=True)
