"""A pulse that is rehearsed before it is given: its variants are tried in a copy of the world, and the best one is
chosen.

A pulse is a jolt of the plate, or one blow. Dice in the same funnels never lie exactly alike, and a thousandth of an
edge decides where one comes down. Also the hands tremble on until a jolt is given. So a jolt is rehearsed from several
later moments, each after its own tremor and a wait; it is judged by how often it does what is wanted. All variants are
tried once, the better ones again (successive halving: Karnin, Koren and Somekh, Almost optimal exploration in
multi-armed bandits, 2013). The chance that is promised comes from the last round alone. That round chooses nothing,
while figures by which a variant was chosen are too good.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from math import atan2, cos, dist, fsum, hypot, inf, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from skill.bots.planners import Sample
from skill.bots.planners.breath import BlowSampler, Draws, is_up
from skill.bots.planners.shared.pulse_search import OUTSIDE, DieStep, Pulse, flat
from skill.bots.planners.tilt import JOLT_HZ, Jolt, parting_jolt
from skill.intervals import wilson_of
from skill.lattice.cells import COORDS, LEVELS, NUMBER_OF, SUPPORTS, Cell, Vector
from skill.lattice.frame import point
from skill.physics.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from skill.lattice.reading import Reading
    from skill.physics.attempt import AttemptRun

FRESH = 0.7  # share of the variants that are drawn afresh; the others are like the best of these
JOLT_ROUNDS = ((8, 2), (4, 4), (2, 8), (1, 20))  # how many of the best go on, and how often each is tried again
BLOW_ROUNDS = ((5, 2), (2, 4), (1, 14))  # likewise: a blow takes longer
OF_ONE = 12  # rehearsals where there is nothing to choose
MOMENTS, LATER = 8, (30, 75)  # from which jolts are rehearsed, and samples until then, 60 a second
WAITS = (2, 15)  # samples before a jolt, likewise
RESTS = 12  # samples after one that is as drawn, likewise; variants end with some of their own
OTHERS, FALLS = 0.8, 3.0  # what each die counts that leaves its place and is not meant, and one that falls off
WILD = 1.0  # what it counts that a die is blown so far that it may fall off another time
BLOWN_FAR = 3.5  # lattice coordinates
LIFTS = Draws(0.11, (2.6, 4.1), (2.0, 4.2), (-0.8, -0.35), (18000.0, 20000.0), (8, 28))
ROLLS = Draws(0.11, (2.5, 5.0), (-1.0, 3.0), (-0.75, -0.15), (6000.0, 14200.0), (8, 28))
"""Of the breath of the level easy, with which two of seven do what is wanted."""
LIKELY = 0.75  # share of its rehearsals that must come out well of a jolt that is good
SELDOM = 0.1  # share of the rehearsals; what dice do less often is not told

Place = tuple[float, float]
"""Seen from above, edges."""


class Question(NamedTuple):
    """A pulse that is meant, and the world in which; it can be sent to another process."""

    scene: Scene
    copier: Callable[[], AttemptRun]
    """Makes copies of the attempt in which it is meant."""
    state: tuple[Any, ...]
    """Where world and tools are, as `AttemptRun.state` says."""
    seed: int
    """Of the variants and of what differs between rehearsals."""
    die: int
    """Which one is meant, by its place in the reading."""
    step: Vector
    """Lattice step that it is to take."""
    drawn: tuple[Sample, ...]
    """The pulse as it is drawn."""
    variants: int
    """How many are tried; where it is one, or the die cannot go there, that is the one that is drawn."""


class Way(NamedTuple):
    """Where a die may go."""

    die: int
    end: Place
    share: float
    """Of the rehearsals."""
    falls: bool


class Promise(NamedTuple):
    """The best pulse that was found, and what came of it."""

    samples: tuple[Sample, ...]
    share: float
    """Of its rehearsals in which the die that is meant took its step and all others stayed."""
    falls: float
    """Of its rehearsals in which a die fell off."""
    ways: tuple[Way, ...]
    rehearsals: int
    """How many, those that chose it aside."""

    def between(self, share: float) -> tuple[float, float]:
        """Between what the chance lies with 95 % of which that share of the rehearsals was seen."""
        return wilson_of(round(share * self.rehearsals), self.rehearsals)

    @property
    def is_good(self) -> bool:
        """Whether it is likely to do what is wanted, and no die fell in its rehearsals; `between` says how safe it is
        at least."""
        return self.share >= LIKELY and self.falls == 0.0


def question(running: AttemptRun, die: int, step: Vector, drawn: Sequence[Sample], variants: int) -> Question:
    """What is asked of an attempt as it is now; the same again where all input so far was the same."""
    trace = running.trace
    seed = Random(f"{trace.seed} {len(trace.samples)}").getrandbits(31)
    copier = running.copier(sleep=running.scene.breath is not None)  # a blow leaves most dice alone
    return Question(running.scene, copier, running.state(), seed, die, step, tuple(drawn), variants)


class _Outcome(NamedTuple):
    cells: tuple[Cell | None, ...]
    places: tuple[Place, ...]
    fallen: tuple[bool, ...]
    is_wild: bool
    """Whether a die went so far that it may fall off another time."""


class _Jolts:
    """How jolts are varied, and given to a copy of the world."""

    rounds = JOLT_ROUNDS
    farthest = inf

    def __init__(self, asked: Question, copy: AttemptRun, before: Reading) -> None:
        self._asked, self._before, self._rest = asked, before, copy.toolset.rest
        self._repeats = max(1, asked.scene.engine.sample_hz // JOLT_HZ)

    def variant(self, rng: Random) -> Jolt:
        """One that may take the die that is meant its step: along it, and turned so that the others hop less."""
        asked = self._asked
        assert asked.scene.tilt is not None
        if is_up(asked.step):
            return _tossing(rng, flat(self._before.dice[asked.die].at), flat(asked.step))
        step = DieStep(asked.die, asked.step, 1.0)
        return parting_jolt(rng, self._before, [step], asked.scene.tilt.rate_max_deg_s)

    def moments(self, copy: AttemptRun, rng: Random) -> list[tuple[Any, ...]]:
        """Where world and tools may be when the jolt is given."""
        found = []
        held = (*self._rest[:6], *self._asked.drawn[0][6:])
        for _ in range(MOMENTS):
            copy.follow(self._asked.state, rng.getrandbits(31))
            copy.rehearse([held] * rng.randint(*(self._repeats * count for count in LATER)))
            found.append(copy.state())
        return found

    def given(self, pulse: Pulse) -> tuple[Sample, ...]:
        """The samples of one."""
        return tuple(sample for sample in pulse.samples() for _ in range(self._repeats))

    def rehearsed(self, samples: tuple[Sample, ...], rng: Random, rests: int) -> list[Sample]:
        """The samples of a rehearsal: wait, jolt and rest.

        The wait may be any number of samples: grips are set 60 times a second (`bullet_grips.py`), and which step of a
        jolt that is decides whether a die far from it stays.
        """
        held = (*self._rest[:6], *samples[0][6:])
        waits = rng.randint(*(self._repeats * count for count in WAITS))
        return [held] * waits + list(samples) + [held] * (self._repeats * rests)


def _tossing(rng: Random, at: Place, step: Place) -> Jolt:
    """One that may toss a die up onto three others: the plate rises and turns about a pivot between it and these, as
    quickly as may be, which flings it up over them; they go up half as fast, and come down where they were.

    From 850 degrees a second on the best of 24 puts the fourth up in all or nearly all of 25 rehearsals. At 720 it does
    so where the plate turns about both of its axes at once, and never where it turns about one of them alone; at 500
    none does.
    """
    bearing, far = atan2(step[1], step[0]), hypot(*step) - rng.uniform(0.4, 1.6)
    return Jolt(
        bearing=bearing,
        along=rng.uniform(0.0, 0.06),
        up=rng.uniform(0.7, 0.9),
        axis=bearing + pi + rng.gauss(0, 0.04),
        lean_deg=rng.uniform(21, 25),
        pivot_x=at[0] + far * cos(bearing),
        pivot_y=at[1] + far * sin(bearing),
        lead=0,
        hold=rng.randint(3, 4),
    )


class _Blows:
    """How blows are varied, and given to a copy of the world."""

    rounds = BLOW_ROUNDS
    farthest = BLOWN_FAR

    def __init__(self, asked: Question, copy: AttemptRun, before: Reading) -> None:
        self._sampler, self._before, self._asked = BlowSampler(copy), before, asked

    def variant(self, rng: Random) -> Pulse:
        """One that may take the die that is meant its step."""
        die, step = self._asked.die, self._asked.step
        return self._sampler.drawn(rng, self._before.dice[die].at, step, LIFTS, ROLLS)

    def moments(self, copy: AttemptRun, rng: Random) -> list[tuple[Any, ...]]:
        """The mouth begins where it is now."""
        return [self._asked.state]

    def given(self, pulse: Pulse) -> tuple[Sample, ...]:
        """The samples of one."""
        return tuple(pulse.samples())

    def rehearsed(self, samples: tuple[Sample, ...], rng: Random, rests: int) -> list[Sample]:
        """The samples of a rehearsal: the mouth has a way of its own to go, and its rest is in them."""
        return list(samples)


def promised(asked: Question) -> Promise:
    """Rehearses the pulse, or variants of it."""
    rng = Random(asked.seed)
    copy = asked.copier()
    try:
        copy.follow(asked.state)
        before = copy.reading()
        cells = tuple(die.cell for die in before.dice)
        goals = _goals(asked, before)
        hands = (_Blows if asked.scene.breath is not None else _Jolts)(asked, copy, before)
        moments = cycle(hands.moments(copy, rng))

        def rehearsed(samples: tuple[Sample, ...], rests: int = 0) -> _Outcome:
            copy.follow(next(moments), rng.getrandbits(31))
            copy.rehearse(hands.rehearsed(samples, rng, rests), until_still=True)
            dice = copy.reading().dice
            return _Outcome(
                tuple(die.cell for die in dice),
                tuple(point(die.at, asked.scene.plate.pitch)[:2] for die in dice),
                tuple(die.off or min(die.at) < OUTSIDE for die in dice),
                any(dist(die.at, old.at) > hands.farthest for die, old in zip(dice, before.dice, strict=True)),
            )

        def variant() -> Pulse:
            copy.follow(asked.state)  # a blow begins where the mouth is now
            return hands.variant(rng)

        def is_clean(outcome: _Outcome) -> bool:
            return _worth(outcome, asked.die, cells, goals) == 1.0

        def mean(outcomes: list[_Outcome]) -> float:
            return fsum(_worth(outcome, asked.die, cells, goals) for outcome in outcomes) / len(outcomes)

        if not goals or asked.variants == 1:
            samples = asked.drawn
            outcomes = [rehearsed(samples, RESTS) for _ in range(OF_ONE)]
        else:
            found: list[tuple[Pulse, list[_Outcome]]] = []
            for n in range(asked.variants):
                is_like = n >= FRESH * asked.variants and mean(found[0][1]) > 0
                pulse = found[n % 2][0].varied(rng) if is_like else variant()
                found.append((pulse, [rehearsed(hands.given(pulse))]))
                found.sort(key=lambda one: -mean(one[1]))
            best, outcomes = halved(found, hands.rounds, lambda pulse: rehearsed(hands.given(pulse)), mean)
            samples = hands.given(best)
        count = len(outcomes)
        return Promise(
            samples,
            sum(map(is_clean, outcomes)) / count,
            sum(any(outcome.fallen) for outcome in outcomes) / count,
            tuple(_ways(cells, outcomes)),
            count,
        )
    finally:
        copy.close()


Variant = TypeVar("Variant")
Come = TypeVar("Come")


def halved(
    found: list[tuple[Variant, list[Come]]],
    rounds: Sequence[tuple[int, int]],
    tried: Callable[[Variant], Come],
    mean: Callable[[list[Come]], float],
) -> tuple[Variant, list[Come]]:
    """The best of variants after all rounds, and what came of it in the last of them, into which one goes alone."""
    for count, more in rounds:
        found = [(one, so_far + [tried(one) for _ in range(more)]) for one, so_far in found[:count]]
        found.sort(key=lambda pair: -mean(pair[1]))
    (best, outcomes), *_ = found
    return best, outcomes[-more:]


def _goals(asked: Question, before: Reading) -> set[Cell]:
    """Where the die that is meant is to go: an empty funnel, or above three others; from between two funnels either."""
    die, cells = before.dice[asked.die], before.cells
    home = die.cell if die.cell is not None else min(LEVELS[0], key=lambda cell: dist(COORDS[cell], die.at))
    i, j, k = (a + b for a, b in zip(COORDS[home], asked.step, strict=True))
    goal = NUMBER_OF.get((i, j, k))
    goals = {home} if die.cell is None else set()
    if goal is not None and (goal in LEVELS[0] or cells - {home} >= {*SUPPORTS[goal]}):
        goals.add(goal)
    return goals - cells


def _worth(outcome: _Outcome, meant: int, before: tuple[Cell | None, ...], goals: set[Cell]) -> float:
    """1 where the die that is meant goes where it is to go and nothing else happens."""
    others = sum(a != b for n, (a, b) in enumerate(zip(before, outcome.cells, strict=True)) if n != meant)
    hops = outcome.cells[meant] in goals
    return hops - OTHERS * others - FALLS * any(outcome.fallen) - WILD * outcome.is_wild


def _ways(before: tuple[Cell | None, ...], outcomes: list[_Outcome]) -> list[Way]:
    """Where dice that leave their places go, not too seldom."""
    ways = []
    for n, cell in enumerate(before):
        ends = Counter((outcome.cells[n], outcome.fallen[n]) for outcome in outcomes)
        for (end, falls), times in ends.items():
            if times > SELDOM * len(outcomes) and (end != cell or falls):
                places = [one.places[n] for one in outcomes if (one.cells[n], one.fallen[n]) == (end, falls)]
                x, y = (fsum(part) / times for part in zip(*places, strict=True))
                ways.append(Way(n, (x, y), times / len(outcomes), falls))
    return ways
