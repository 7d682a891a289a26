"""Plans by rehearsal: pulses of the hands are tried out in a copy of the world, and the best is given to the real ones.

A pulse is one short use of a tool, from dice at rest to dice at rest. Search: draw pulses for the dice and directions
that would bring the goal nearer, and about the best so far; play each in a rehearsal with a tremor of its own; play one
that looks good again under other tremors, and give the first that keeps what it promises, or in the end the best, to
the real hands; then look again. Where nothing gets nearer, restless hands stir a die that does no harm by it, and look
again from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist, inf
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skill.bots.planners import Sample
from skill.lattice.cells import COORDS, LEVEL_STEPS, LEVELS, NUMBER_OF, SUPPORTS, Vector
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.reading import Reading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Distance = Callable[[Reading], float]
Wish = tuple[int, Vector, float]
"""A way that a die is to go: its place in the reading, the lattice step, and how much nearer the goal would be."""

TREMORS = 20  # tremors under which a pulse must keep all dice on the plate
GAIN = 0.7  # steps nearer to the goal with which a choice is content at once: one die a step on
DOUBT = 3  # after so many of them a pulse that does not get nearer is dropped
LOST = 8.0  # steps that losing a die counts
OUTSIDE = -0.4  # a lattice coordinate below this is beyond the last saddle: the die is on its way off
STIRRED = 0.3  # cells from where it was at which a die has been stirred
HARM = 1.0  # steps away from the goal that stirring may cost
LOOSE = 0.4  # steps that a die outside any cell counts
ARRIVED = 0.3  # a distance below this is the goal itself, but for the dice coming to rest
PATIENCE = 40  # samples that hands wait at most for dice to stop


class Pulse(Protocol):
    """One short use of a tool."""

    def samples(self) -> list[Sample]:
        """What to command, ending with a moment of rest."""

    def varied(self, rng: Random) -> Pulse:
        """One much like it."""


Drawn = Callable[[Random, Reading, list[Wish]], Pulse]
"""A pulse that may fulfil one of the wishes."""


class Manner(NamedTuple):
    """How hands choose."""

    draws: int = 48
    """Pulses tried for one choice: two thirds afresh, one third about the best."""
    sleep: bool = False
    """Whether dice that sleep do so in rehearsals too, which saves time if pulses leave most of them alone."""
    restless: bool = False
    """Whether a die is stirred where nothing gets nearer."""
    prize: float = 0.0
    """Steps that the goal itself is worth on top, so that a small chance of it is taken."""
    leash: float = inf
    """How far a pulse may take a die, lattice coordinates; one that goes further counts as lost: it might go off."""


AS_USUAL = Manner()


def planned(
    distance: Distance, running: AttemptRun, seed: int, drawn: Drawn, manner: Manner = AS_USUAL
) -> Iterator[Sample]:
    """Samples for `running` that bring the distance down to 0, for as long as they are asked for."""
    rest = running.toolset.rest
    rng = Random(seed)
    stage = running.rehearsal(seed=rng.getrandbits(31), sleep=manner.sleep)
    try:
        while True:
            reading = running.reading()
            if distance(reading) < ARRIVED and all(die.cell is not None for die in reading.dice):
                yield rest
            elif pulse := _best_pulse(running, stage, distance, rng, drawn, manner):
                yield from pulse.samples()
                yield from _until_still(running)
            else:
                yield rest
    finally:
        stage.close()


def without_plan(running: AttemptRun, seed: int, drawn: Drawn) -> Iterator[Sample]:
    """Pulses for a random die in a random direction each time."""
    rng = Random(seed)
    while True:
        reading = running.reading()
        steps = [(n, step, 1.0) for n, die in enumerate(reading.dice) if not die.off for step in LEVEL_STEPS]
        yield from drawn(rng, reading, steps).samples() if steps else [running.toolset.rest]


def _until_still(running: AttemptRun) -> Iterator[Sample]:
    """Rest until the dice have all but stopped."""
    still = 0
    before = [die.at for die in running.reading().dice]
    for _ in range(PATIENCE):
        yield running.toolset.rest
        now = [die.at for die in running.reading().dice]
        moved = max(abs(a - b) for old, new in zip(before, now, strict=True) for a, b in zip(old, new, strict=True))
        before, still = now, still + 1 if moved < 0.005 else 0
        if still == 3:
            return


def _best_pulse(
    running: AttemptRun, stage: AttemptRun, distance: Distance, rng: Random, drawn: Drawn, manner: Manner
) -> Pulse | None:
    """A pulse that brings the goal nearer under any of several tremors; None if none was found."""
    reading = running.reading()
    wishes = _wishes(reading, distance)
    if not wishes:
        return None
    state, now = running.state(), _cost(reading, distance)

    def tried(pulse: Pulse) -> float:
        stage.follow(state, rng.getrandbits(31))
        if not stage.rehearse(pulse.samples()):
            return now + LOST
        cost = _cost(stage.reading(), distance)
        if cost < ARRIVED:
            return cost - manner.prize
        return cost if stirred() < manner.leash else now + LOST

    def proved(pulse: Pulse, first: float) -> float:
        costs = [first]
        while len(costs) < TREMORS and costs[-1] < now + LOST / 2:
            costs.append(tried(pulse))
            if len(costs) == DOUBT and sum(costs) > DOUBT * now:
                break
        return max(costs) if max(costs) >= now + LOST / 2 else sum(costs) / len(costs)

    def is_safe(pulse: Pulse) -> bool:
        return all(tried(pulse) < now + LOST / 2 for _ in range(TREMORS))

    def stirred() -> float:
        pairs = zip(stage.reading().dice, reading.dice, strict=True)
        return max(dist(after.at, before.at) for after, before in pairs)

    seen: list[tuple[float, Pulse]] = []
    stirring: list[Pulse] = []
    best, best_cost = None, now
    for n in range(manner.draws):
        pulse = seen[n % min(3, len(seen))][1].varied(rng) if n % 3 == 2 else drawn(rng, reading, wishes)
        cost = tried(pulse)
        if manner.restless and cost < now + HARM and stirred() > STIRRED:
            stirring.append(pulse)
        seen.append((cost, pulse))
        seen.sort(key=lambda pair: pair[0])
        if cost < best_cost - 0.1:
            cost = proved(pulse, cost)
            if cost < best_cost:
                best, best_cost = pulse, cost
            if best_cost < now - GAIN:
                break
    if best is None:
        rng.shuffle(stirring)
        return next((pulse for pulse in stirring if is_safe(pulse)), None)
    return best


def _cost(reading: Reading, distance: Distance) -> float:
    going = sum(die.off or min(die.at) < OUTSIDE for die in reading.dice)
    return distance(reading) + LOST * going + LOOSE * sum(die.cell is None for die in reading.dice)


def _wishes(reading: Reading, distance: Distance) -> list[Wish]:
    """Single steps of a die, and ways up onto others, that bring the goal nearer; any step if none does."""
    here = distance(reading)
    steps: list[Wish] = []
    for n, die in enumerate(reading.dice):
        if die.off:
            continue
        i, j, k = COORDS[die.cell] if die.cell is not None else (round(die.at[0]), round(die.at[1]), round(die.at[2]))
        taken = reading.cells - {die.cell}
        ways = [NUMBER_OF.get((i + a, j + b, k + c)) for a, b, c in LEVEL_STEPS]
        for there in ways + [cell for cell in LEVELS[1] if taken.issuperset(SUPPORTS[cell])]:
            if there is not None and there not in reading.cells:
                dice = list(reading.dice)
                dice[n] = die._replace(cell=there, at=tuple(map(float, COORDS[there])))  # type: ignore[arg-type]
                a, b, c = COORDS[there]
                steps.append((n, (a - i, b - j, c - k), here - distance(reading._replace(dice=tuple(dice)))))
    good = [wish for wish in steps if wish[2] > 0.2]
    return good or [(n, step, 1.0) for n, step, _ in steps]


def flat(at: Vector | tuple[float, float, float]) -> tuple[float, float]:
    """Where lattice coordinates are seen from above, edges."""
    return (
        sum(c * axis[0] for c, axis in zip(at, AXIS_VECTORS, strict=True)),
        sum(c * axis[1] for c, axis in zip(at, AXIS_VECTORS, strict=True)),
    )
