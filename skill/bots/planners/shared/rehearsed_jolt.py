"""A jolt that is rehearsed before it is given: variants of it in a copy of the world, and what the best would do.

Dice that lie in the same funnels never lie quite alike, and a thousandth of an edge decides where one comes down. So a
rehearsal waits for a moment of its own length before it jolts, and what counts is how often a jolt does what is wanted.
Halving (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013): all variants are tried
once, the better ones again.
"""

from __future__ import annotations

from collections import Counter
from math import atan2, fsum
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import OUTSIDE, flat
from skill.bots.planners.tilt import Jolt
from skill.lattice.cells import COORDS, LEVELS, NUMBER_OF, Cell, Vector
from skill.lattice.frame import point
from skill.physics.attempt import AttemptRun
from skill.physics.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skill.lattice.dice import Die
    from skill.lattice.notation import Loose
    from skill.lattice.pyramid import Pyramid
    from skill.lattice.reading import Reading

FRESH = 0.7  # share of the variants that are drawn afresh; the others are like the best of these
ROUNDS = ((8, 2), (4, 4), (2, 8), (1, 10))  # how many of the best go on, and how often each is tried again
OF_ONE = 12  # rehearsals where there is nothing to choose
WAITS = (2, 15)  # samples before a jolt, 60 a second
RESTS = 12  # samples after one that is as drawn, likewise; variants end with some of their own
OTHERS, FALLS = 0.8, 3.0  # what each die counts that leaves its place and is not meant, and one that falls off
LIKELY = 0.75  # share of its rehearsals that must come out well of a jolt that is good
SELDOM = 0.1  # share of the rehearsals; what dice do less often is not told
JOLT_HZ = 60  # samples a second of the jolts that are drawn

Place = tuple[float, float]
"""Seen from above, edges."""


class Question(NamedTuple):
    """A jolt that is meant, and the world in which; it can be sent to another process."""

    scene: Scene
    start: Pyramid
    hand: Sequence[Die]
    loose: Sequence[Loose]
    attempt_seed: int
    state: tuple[Any, ...]
    """Where world and tools are, as `AttemptRun.state` says."""
    seed: int
    """Of the variants and of what differs between rehearsals."""
    die: int
    """Which one is meant, by its place in the reading."""
    step: Vector
    """Lattice step that it is to take."""
    drawn: tuple[Sample, ...]
    """The jolt as it is drawn."""
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
    """The best jolt that was found, and what came of it."""

    samples: tuple[Sample, ...]
    share: float
    """Of its rehearsals in which the die that is meant took its step and all others stayed."""
    falls: float
    """Of its rehearsals in which a die fell off."""
    ways: tuple[Way, ...]

    @property
    def is_good(self) -> bool:
        """Whether it is likely to do what is wanted, and safe."""
        return self.share >= LIKELY and self.falls == 0.0


def question(running: AttemptRun, die: int, step: Vector, drawn: Sequence[Sample], variants: int) -> Question:
    """What is asked of an attempt as it is now; the same again where all input so far was the same."""
    trace = running.trace
    seed = Random(f"{trace.seed} {len(trace.samples)}").getrandbits(31)
    return Question(
        running.scene,
        trace.start,
        trace.hand,
        trace.loose,
        trace.seed,
        running.state(),
        seed,
        die,
        step,
        tuple(drawn),
        variants,
    )


class _Outcome(NamedTuple):
    cells: tuple[Cell | None, ...]
    places: tuple[Place, ...]
    fallen: tuple[bool, ...]


def promised(asked: Question) -> Promise:
    """Rehearses the jolt, or variants of it."""
    rng = Random(asked.seed)
    copy = AttemptRun(
        asked.scene,
        asked.start,
        seed=asked.attempt_seed,
        hand=asked.hand,
        loose=asked.loose,
        sleep=False,
        table=False,
    )
    try:
        copy.follow(asked.state)
        before = copy.reading()
        cells = tuple(die.cell for die in before.dice)
        goal = _goal(asked, cells)
        repeats = max(1, asked.scene.engine.sample_hz // JOLT_HZ)

        def rehearsed(samples: tuple[Sample, ...], rests: int = 0) -> _Outcome:
            copy.follow(asked.state, rng.getrandbits(31))
            held = (*copy.toolset.rest[:6], *samples[0][6:])
            copy.rehearse([held] * (repeats * rng.randint(*WAITS)) + list(samples) + [held] * (repeats * rests))
            dice = copy.reading().dice
            return _Outcome(
                tuple(die.cell for die in dice),
                tuple(point(die.at, asked.scene.plate.pitch)[:2] for die in dice),
                tuple(die.off or min(die.at) < OUTSIDE for die in dice),
            )

        def given(jolt: Jolt) -> tuple[Sample, ...]:
            return tuple(sample for sample in jolt.samples() for _ in range(repeats))

        def is_clean(outcome: _Outcome) -> bool:
            return _worth(outcome, asked.die, cells, goal) == 1.0

        def mean(outcomes: list[_Outcome]) -> float:
            return fsum(_worth(outcome, asked.die, cells, goal) for outcome in outcomes) / len(outcomes)

        if goal is None or asked.variants == 1:
            samples = asked.drawn
            outcomes = [rehearsed(samples, RESTS) for _ in range(OF_ONE)]
        else:
            found: list[tuple[Jolt, list[_Outcome]]] = []
            for n in range(asked.variants):
                is_like = n >= FRESH * asked.variants and mean(found[0][1]) > 0
                jolt = found[n % 2][0].varied(rng) if is_like else _variant(rng, asked, before)
                found.append((jolt, [rehearsed(given(jolt))]))
                found.sort(key=lambda one: -mean(one[1]))
            for count, more in ROUNDS:
                found = found[:count]
                for jolt, so_far in found:
                    so_far += [rehearsed(given(jolt)) for _ in range(more)]
                found.sort(key=lambda one: -mean(one[1]))
            samples, outcomes = given(found[0][0]), found[0][1]
        count = len(outcomes)
        return Promise(
            samples,
            sum(map(is_clean, outcomes)) / count,
            sum(any(outcome.fallen) for outcome in outcomes) / count,
            tuple(_ways(cells, outcomes)),
        )
    finally:
        copy.close()


def _variant(rng: Random, asked: Question, before: Reading) -> Jolt:
    """A jolt that may take the die that is meant its step: along it, and turned so that the others hop less."""
    x, y = flat(before.dice[asked.die].at)
    others = [flat(die.at) for n, die in enumerate(before.dice) if n != asked.die and not die.off]
    away_x = x - fsum(a for a, _ in others) / max(1, len(others))
    away_y = y - fsum(b for _, b in others) / max(1, len(others))
    towards = flat(asked.step)
    return Jolt(
        bearing=atan2(towards[1], towards[0]) + rng.gauss(0, 0.1),
        along=rng.uniform(0.27, 0.52),
        up=rng.uniform(0.22, 0.52),
        axis=atan2(away_y, away_x) + rng.gauss(0, 0.5),
        lean_deg=rng.uniform(2, 11),
        pivot_x=x,
        pivot_y=y,
        lead=rng.randint(1, 3),
        hold=rng.randint(2, 5),
    )


def _goal(asked: Question, cells: tuple[Cell | None, ...]) -> Cell | None:
    """The funnel where the die that is meant is to go, if there is one and it is empty."""
    if (cell := cells[asked.die]) is None:
        return None
    i, j, k = (a + b for a, b in zip(COORDS[cell], asked.step, strict=True))
    goal = NUMBER_OF.get((i, j, k))
    return goal if goal in LEVELS[0] and goal not in cells else None


def _worth(outcome: _Outcome, meant: int, before: tuple[Cell | None, ...], goal: Cell | None) -> float:
    """1 where the die that is meant goes where it is to go and nothing else happens."""
    others = sum(a != b for n, (a, b) in enumerate(zip(before, outcome.cells, strict=True)) if n != meant)
    hops = goal is not None and outcome.cells[meant] == goal
    return hops - OTHERS * others - FALLS * any(outcome.fallen)


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
