"""Search among pulses: each is tried in a copy of the world, and the best is given to the real hands.

A pulse is one short use of a tool, from dice at rest to dice at rest. Candidates are drawn for dice and steps that
would bring the goal nearer, or are changes of the best so far. Each is rehearsed with its own tremor, and a good one
again under other tremors. The first that stays good, or in the end the best, is played, and the search begins again
from the result. If no pulse brings the goal nearer, a planner may explore: it moves a die without harm and searches
again from there. Candidates may race (Maron and Moore, Hoeffding races, 1994), so that time is left for trying those
further by which dice are lost: the ones that move a die in the outermost funnels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import dist, fsum, inf
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from skill.bots.planners import Sample
from skill.bots.planners.shared.rehearsals import LANES, Outcome, Piece, Rehearsals
from skill.lattice.cells import COORDS, LEVEL_STEPS, LEVELS, NUMBER_OF, SUPPORTS, Vector
from skill.lattice.frame import point
from skill.lattice.reading import Reading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

GOOD_GAIN = 0.5  # steps nearer to the goal with which the search ends at once: one die a step on half the time
DOUBT = 3  # after so many rehearsals a pulse that does not get nearer is dropped
RIM = 0.5  # a lattice coordinate below this is in the outermost funnels
LOST = 8.0  # steps that losing a die counts
OUTSIDE = -0.4  # a lattice coordinate below this is beyond the last saddle: the die is on its way off
MOVED = 0.3  # cells from where it was at which a die counts as moved
EXPLORING_COST = 1.0  # steps away from the goal that exploring may cost
LOOSE = 0.4  # steps that a die outside any cell counts
ARRIVED = 0.3  # a distance below this is the goal itself, but for the dice coming to rest
LOOK_S = 1 / 60  # between two looks whether dice have stopped
MAX_WAIT = 40  # looks for which hands wait at most
FRUITLESS = 4  # searches on end in which no pulse moved a die, after which there is no use in going on
LEAST_GAIN = 0.2  # steps by which the step of a die must bring the goal nearer to be a candidate

Distance = Callable[[Reading], float]
"""Steps to the goal."""


class DieStep(NamedTuple):
    """A step that a die is to take."""

    die: int
    """Its place in the reading."""
    step: Vector
    gain: float
    """How much nearer the goal would be, steps."""


class Pulse(Protocol):
    """One short use of a tool."""

    @property
    def acting(self) -> int:
        """How many of the samples do something; after these the dice only come to rest."""

    def samples(self) -> list[Sample]:
        """What to command, ending with a moment of rest."""

    def varied(self, rng: Random) -> Pulse:
        """One much like it."""


DrawPulse = Callable[[Random, Reading, list[DieStep]], Pulse]
"""Draws a pulse that may lead to one of the steps."""


class SearchSettings(NamedTuple):
    """How pulses are searched for."""

    candidates: int = 48
    """Pulses tried for one choice: two thirds drawn afresh, one third like the best."""
    tremors: int = 20
    """Tremors under which a pulse must keep all dice on the plate."""
    few_tremors: int | None = None
    """With it candidates race: one that is worse than the best is dropped, one that neither lost a die nor reached
    the goal is tried under so many tremors, and what counts as good is the less, the more were tried. Rehearsals end
    when all dice are slow."""
    rim_tremors: int = 0
    """Further ones, under which a pulse must lose no die before it is given that moves one in the outermost funnels;
    where dice do not sleep, any pulse while one is there."""
    sleep: bool = False
    """Whether dice sleep in rehearsals too, which saves time if pulses leave most of them alone."""
    explores: bool = False
    """Whether a die is moved where nothing gets nearer."""
    goal_bonus: float = 0.0
    """Steps that the goal itself is worth on top, so that a small chance of it is taken."""
    good_chance: float = 0.0
    """Of the goal, with which the search ends at once; below it, the best of all candidates is looked for."""
    wins_a_loss: int = 3
    """How often a pulse must reach the goal for each time that it loses a die."""
    max_travel: float = inf
    """How far a pulse may take a die, lattice coordinates; one that goes further counts as lost: it might go off."""


DEFAULTS = SearchSettings()


def searched_samples(
    distance: Distance, running: AttemptRun, seed: int, draw: DrawPulse, settings: SearchSettings = DEFAULTS
) -> Iterator[Sample]:
    """Samples for `running` that bring the distance down to 0, for as long as they are asked for, or until search after
    search no pulse moves any die: then there is nothing that these hands could do."""
    rest = running.toolset.rest
    rng = Random(seed)
    fruitless = 0
    rehearsals = Rehearsals(running, sleep=settings.sleep)
    moving: list[tuple[float, Pulse]] = []
    try:
        while True:
            yield from until_look(running, rest)
            reading = running.reading()
            if distance(reading) < ARRIVED and all(die.cell is not None for die in reading.dice):
                yield rest
            elif pulse := _best_pulse(running, rehearsals, distance, rng, draw, settings, moving):
                moving.clear()
                fruitless = 0
                yield from pulse.samples()
                yield from _until_still(running)
            else:
                fruitless = 0 if moving else fruitless + 1
                if fruitless == FRUITLESS:
                    return
                yield rest
    finally:
        rehearsals.close()


def random_pulses(running: AttemptRun, seed: int, draw: DrawPulse) -> Iterator[Sample]:
    """Samples of pulses for a random die in a random direction each time."""
    rng = Random(seed)
    while True:
        reading = running.reading()
        steps = [DieStep(n, step, 1.0) for n, die in enumerate(reading.dice) if not die.off for step in LEVEL_STEPS]
        yield from draw(rng, reading, steps).samples() if steps else [running.toolset.rest]


def drawn_step(rng: Random, steps: list[DieStep]) -> DieStep:
    """One of the steps, the likelier the more it gains."""
    return rng.choices(steps, [step.gain for step in steps])[0]


def until_look(running: AttemptRun, held: Sample) -> Iterator[Sample]:
    """Hold still until a copy of the attempt sets the grips of its dice when the attempt itself does.

    Both do so 60 times a second (`bullet_grips.py`), the copy from the moment on at which it is made. With more samples
    than that, which one of a jolt it is decides whether a die stays: one of Coulomb that lost no die in 60 copies lost
    one in 15 of 15 attempts when it was given two samples later.
    """
    while len(running.trace.samples) % _look_samples(running):
        yield held


def _look_samples(running: AttemptRun) -> int:
    return max(1, round(LOOK_S / running.sample_s))


def _until_still(running: AttemptRun) -> Iterator[Sample]:
    """Rest until the dice have all but stopped."""
    still = 0
    before = [die.at for die in running.reading().dice]
    for _ in range(MAX_WAIT):
        yield from [running.toolset.rest] * _look_samples(running)
        now = [die.at for die in running.reading().dice]
        moved = max(abs(a - b) for old, new in zip(before, now, strict=True) for a, b in zip(old, new, strict=True))
        before, still = now, still + 1 if moved < 0.005 else 0
        if still == 3:
            return


def _best_pulse(
    running: AttemptRun,
    rehearsals: Rehearsals,
    distance: Distance,
    rng: Random,
    draw: DrawPulse,
    settings: SearchSettings,
    moving: list[tuple[float, Pulse]],
) -> Pulse | None:
    """A pulse that brings the goal nearer under any of several tremors; None if none was found.

    What moved a die is put into `moving`, the best first; it may be there from an earlier search of the same dice.
    """
    reading = running.reading()
    steps = _candidate_steps(reading, distance)
    if not steps:
        return None
    state, now = running.state(), _cost(reading, distance)
    races = settings.few_tremors is not None
    few = settings.tremors if settings.few_tremors is None else settings.few_tremors

    def rehearsed(pulses: Sequence[Pulse]) -> list[_Rehearsed]:
        """What comes of each, under a tremor of its own."""
        ends = races or settings.sleep
        outcomes = rehearsals.of(
            state, [Piece(one.samples(), rng.getrandbits(31), one.acting if ends else None) for one in pulses]
        )
        return [judged(outcome) for outcome in outcomes]

    def judged(outcome: Outcome) -> _Rehearsed:
        ways = [(before.at, after.at) for before, after in zip(reading.dice, outcome.reading.dice, strict=True)]
        travel = max(dist(*way) for way in ways)
        at_rim = any(min(map(min, way)) < RIM for way in ways if dist(*way) > MOVED or not settings.sleep)
        if not outcome.is_whole:
            return _Rehearsed(now + LOST, travel, False)
        cost = _cost(outcome.reading, distance)
        if cost < ARRIVED:
            return _Rehearsed(cost - settings.goal_bonus, travel, at_rim)
        return _Rehearsed(cost if travel < settings.max_travel else now + LOST, travel, at_rim)

    def confirmed(pulse: Pulse, first: _Rehearsed) -> tuple[_Rehearsed, float]:
        """With the mean cost under several tremors, or the worst if it loses too many dice; and how often it won."""
        tries, won, lost = [first], 0, 0
        while lost * settings.wins_a_loss <= won:
            is_decisive = lost or any(one.cost < ARRIVED - settings.goal_bonus for one in tries)
            left = (settings.tremors if is_decisive else few) - len(tries)
            doubted = len(tries) >= DOUBT if races else len(tries) == DOUBT
            bar = len(tries) * (best_cost if races else now)
            if left <= 0 or (doubted and fsum(one.cost for one in tries) > bar):
                break
            tries += rehearsed([pulse] * (DOUBT - 1 if len(tries) == 1 else min(LANES, left)))
            won = sum(one.cost < ARRIVED - settings.goal_bonus for one in tries[1:])
            lost = sum(one.cost >= now + LOST / 2 for one in tries[1:])
        costs = [one.cost for one in tries]
        cost = fsum(costs) / len(costs) if lost * settings.wins_a_loss <= won else max(costs)
        return _Rehearsed(cost, first.travel, any(one.at_rim for one in tries)), won / len(tries)

    def is_safe(pulse: Pulse, tremors: int) -> bool:
        batches = (min(LANES, tremors - done) for done in range(0, tremors, LANES))
        return all(one.cost < now + LOST / 2 for size in batches for one in rehearsed([pulse] * size))

    def is_given(pulse: Pulse, at_rim: bool) -> bool:
        return not at_rim or is_safe(pulse, settings.rim_tremors)

    def drawn(n: int) -> Pulse:
        return moving[n % min(3, len(moving))][1].varied(rng) if n % 3 == 2 and moving else draw(rng, reading, steps)

    exploring: list[tuple[Pulse, int]] = []
    best, best_cost, best_chance, best_at_rim = None, now, 0.0, False
    for begin in range(0, settings.candidates, LANES):
        pulses = [drawn(n) for n in range(begin, min(begin + LANES, settings.candidates))]
        left = 1 - begin / settings.candidates if races else 1.0
        for pulse, first in zip(pulses, rehearsed(pulses), strict=True):
            if first.travel > MOVED:
                if settings.explores and first.cost < now + EXPLORING_COST:
                    exploring.append((pulse, few + first.at_rim * settings.rim_tremors))
                moving.append((first.cost, pulse))
                moving.sort(key=lambda pair: pair[0])
            if first.cost < best_cost - 0.1:
                found, chance = confirmed(pulse, first)
                if found.cost < best_cost:
                    best, best_cost, best_chance, best_at_rim = pulse, found.cost, chance, found.at_rim
            is_likely = best_chance == 0.0 or best_chance >= settings.good_chance * left
            if best is not None and best_cost < now - GOOD_GAIN * left and is_likely:
                if is_given(best, best_at_rim):
                    return best
                best, best_cost, best_chance = None, now, 0.0
    if best is not None and is_given(best, best_at_rim):
        return best
    rng.shuffle(exploring)
    return next((pulse for pulse, tremors in exploring if is_safe(pulse, tremors)), None)


class _Rehearsed(NamedTuple):
    """What came of a pulse in one rehearsal."""

    cost: float
    travel: float
    """How far it took a die, lattice coordinates."""
    at_rim: bool
    """Whether one that may have moved was in the outermost funnels before or afterwards, and none fell off."""


def _cost(reading: Reading, distance: Distance) -> float:
    going = sum(die.off or min(die.at) < OUTSIDE for die in reading.dice)
    return distance(reading) + LOST * going + LOOSE * sum(die.cell is None for die in reading.dice)


def _candidate_steps(reading: Reading, distance: Distance) -> list[DieStep]:
    """Single steps of a die, and ways up onto others, that bring the goal nearer; any step if none does."""
    here = distance(reading)
    steps: list[DieStep] = []
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
                gain = here - distance(reading.replace(dice=tuple(dice)))
                steps.append(DieStep(n, (a - i, b - j, c - k), gain))
    return [step for step in steps if step.gain > LEAST_GAIN] or [step._replace(gain=1.0) for step in steps]


def flat(at: Vector | tuple[float, float, float]) -> tuple[float, float]:
    """Where lattice coordinates are seen from above, edges."""
    x, y, _ = point(at)
    return (x, y)
