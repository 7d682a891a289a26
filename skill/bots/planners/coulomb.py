"""Two hands on the plate: three dice are brought together, and a fourth before two of them is walked up onto these.

Jolts come first, until a `Formation` stands. Then the plate leans, and push after push is rehearsed and given. Some
pushes take the fourth die up; each of these moves the three a little out of place, and others bring them home again. A
push is judged by where the fourth die lies on the two, wherever these are now: once it lies on them alone it goes home
with them. Halfway up, tips are tried as well. At a good moment several of many win, each under its own tremor; the best
of them under further tremors is given. A tip that fails still levels the plate, after which the formation mostly stands
again. If nothing has helped for some time, a less certain tip is given too.

Of the seeds 1 to 5 all but the last won, after 27 to 136 simulated seconds; in Rapier all, after 20 to 55.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, fsum, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import DieStep, SearchSettings, searched_samples, until_look
from skill.bots.planners.shared.rehearsals import Piece, Rehearsals
from skill.bots.planners.shared.stick_slip import (
    FORMATIONS,
    LEAN_DEG,
    Formation,
    Push,
    Tip,
    push_home,
    push_up,
    quick_tip,
    steady_push_up,
    tip,
)
from skill.bots.planners.tilt import Jolt, drawn_jolt
from skill.bots.planners.tilt import random_samples as random_jolts
from skill.lattice.cells import COORDS
from skill.lattice.reading import Reading
from skill.rules.game import AttemptSpec
from skill.rules.shared import kit

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

SETTINGS = SearchSettings(tremors=40)
FEW_TREMORS, RIM_TREMORS = 6, 24  # in place of these where dice lie still as soon as they have come down
ALONG, UP, LEANS_DEG, LEADS = (0.18, 0.38), (0.15, 0.5), (3, 10), (0, 2)  # of jolts there: edges, degrees, samples
REPEATS = 4  # samples for one of a jolt, which counts 60 a second
LEANING_SAMPLES = 180  # samples in which the plate is leant over, or levelled
REST_SAMPLES = 30  # samples of rest after it
SETTLING_SAMPLES = 120  # samples until dice that lie still count as settled
WAIT_SAMPLES = 40  # samples that hands wait for a better moment of their own tremor
GAIN_UP, GAIN_HOME = 0.02, 0.01  # edges that a push up, and one home, must promise
LOST = 20.0  # what losing a die counts, edges
HALFWAY = 0.84  # edges to go from which on tips are tried
TIPS, PROMISING = 16, 3  # tips tried for one choice, and how many must win, or the moment is not one for tips
TIP_ROUNDS = ((5, 4), (2, 8))  # how many of the best go on, and under how many more tremors each is tried
TIP_WINS, LEAST_WINS = 6, 3  # of all tremors of one, 13, that must put the fourth into place, and without patience
TIP_LOST = 2  # wins that losing a die outweighs
PATIENCE = 20  # choices that gained nothing after which a tip that may fail is given
GAINED = 0.01  # edges
PLACED = 0.35  # edges from its place at which a die counts as in it
ASTRAY = 0.4  # edges from its place at which one of the three is on its way out
BROKEN = 0.8  # at which it is out, and the fourth off its way
NEAREST = 8  # formations that are looked at when the distance to the best one is asked for


class Tries(NamedTuple):
    """How many pushes are tried for one choice."""

    any_ups: int
    steady_ups: int
    homes: int
    finalists: int
    """Of all these."""
    tremors: int
    """Under which each of the finalists is tried again."""


TRIPPED, FLAT = Tries(14, 0, 6, 3, 3), Tries(2, 4, 2, 2, 2)
"""Where dice trip as they are braked, and where they stay flat."""


class Jolts(NamedTuple):
    """A jolt at this scene's rate of samples."""

    jolt: Jolt

    @property
    def acting(self) -> int:
        """Samples until the plate stops."""
        return REPEATS * self.jolt.acting

    def samples(self) -> list[Sample]:
        """What to command."""
        return [sample for sample in self.jolt.samples() for _ in range(REPEATS)]

    def varied(self, rng: Random) -> Jolts:
        """One much like it."""
        return Jolts(self.jolt.varied(rng))


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Jolts without a plan."""
    for sample in random_jolts(running, seed):
        yield from [sample] * REPEATS


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that gather four dice in a small pyramid, for as long as they are asked for."""
    rng = Random(seed)
    while True:
        if formation := standing(running.reading()):
            yield from _climbed(running, formation, rng)
            yield from [running.toolset.rest] * SETTLING_SAMPLES
        else:
            yield from _gathered(running, rng)


def standing(reading: Reading) -> Formation | None:
    """The formation in which the four dice stand, if they do."""
    cells = {die.cell for die in reading.dice}
    return next((form for form in FORMATIONS if cells == {*form.three, form.climber}), None)


def distance(reading: Reading) -> float:
    """Steps that four dice have to go to the nearest formation, whichever goes where."""
    places = [die.at for die in reading.dice]
    middle = [fsum(parts) / len(places) for parts in zip(*places, strict=True)]
    near = sorted(FORMATIONS, key=lambda form: dist(middle, COORDS[form.top]))[:NEAREST]
    return kit.fewest_steps(places, [(*form.three, form.climber) for form in near])


def _gathered(running: AttemptRun, rng: Random) -> Iterator[Sample]:
    """Jolts until a formation stands at rest."""
    drawn, settings = _drawn_jolts, SETTINGS
    if running.scene.engine.holds_what_is_pressed:
        drawn, settings = _gentle_jolts, settings._replace(few_tremors=FEW_TREMORS, rim_tremors=RIM_TREMORS)
    for sample in searched_samples(distance, running, rng.getrandbits(31), drawn, settings):
        yield sample
        if running.reading().settled and standing(running.reading()):
            return


def _drawn_jolts(rng: Random, reading: Reading, steps: list[DieStep]) -> Jolts:
    return Jolts(drawn_jolt(rng, reading, steps))


def _gentle_jolts(rng: Random, reading: Reading, steps: list[DieStep]) -> Jolts:
    """Hardly harder than it takes to hop one die. As long as plans went on, of 691 much like these 26 % brought a die
    nearer and 32 % lost one; of 1,327 as drawn where dice rock 11 and 60 %."""
    return Jolts(
        drawn_jolt(rng, reading, steps)._replace(
            along=rng.uniform(*ALONG), up=rng.uniform(*UP), lean_deg=rng.uniform(*LEANS_DEG), lead=rng.randint(*LEADS)
        )
    )


class Climb:
    """The climber, the three and the two of these that it climbs, as they stand in a reading."""

    def __init__(self, form: Formation, reading: Reading) -> None:
        self.form = form
        self._n = next(n for n, die in enumerate(reading.dice) if die.cell == form.climber)
        self._homes = {n: COORDS[die.cell] for n, die in enumerate(reading.dice) if die.cell in form.three}
        self._top, foot = COORDS[form.top], COORDS[form.climber]
        self._up = [axis for axis in range(3) if foot[axis] > self._top[axis]]
        self._two = [n for n, home in self._homes.items() if any(home[a] > self._top[a] for a in self._up)]

    def astray(self, reading: Reading) -> float:
        """Edges by which the worst of the three is off its place."""
        return max(self._strays(reading))

    def is_up(self, reading: Reading) -> bool:
        """Whether the small pyramid stands, but for coming to rest."""
        return max(dist(reading.dice[self._n].at, self._top), self.astray(reading)) < PLACED

    def goes_on(self, reading: Reading) -> bool:
        """Whether pushes may still lead there: the three are together, the fourth lies on the faces or before them."""
        a, b = (self._off(reading, self._n, axis) for axis in self._up)
        return not self.is_up(reading) and max(abs(a - b), self.astray(reading)) < BROKEN

    def to_go(self, reading: Reading) -> float:
        """Edges up the faces of the two as these lie now; what is astray or aside counts as well."""
        a, b = (self._off(reading, self._n, axis) for axis in self._up)
        slid = fsum(self._off(reading, n, axis) for n in self._two for axis in self._up) - len(self._two)
        strays = self._strays(reading)
        cost = 2.5 * fsum(stray**2 for stray in strays) + LOST * max(0.0, max(strays) - ASTRAY)
        return (a + b - slid / 2) / sqrt(2) + (a - b) ** 2 / 2 + cost

    def _off(self, reading: Reading, n: int, axis: int) -> float:
        return reading.dice[n].at[axis] - self._top[axis]

    def _strays(self, reading: Reading) -> list[float]:
        return [dist(reading.dice[n].at, home) for n, home in self._homes.items()]


def _climbed(running: AttemptRun, form: Formation, rng: Random) -> Iterator[Sample]:
    """Lean the plate and push until a tip may do; or until the three are no longer together, and level it slowly."""
    climb = Climb(form, running.reading())
    for n in range(1, LEANING_SAMPLES + 1):
        yield form.held(LEAN_DEG * n / LEANING_SAMPLES)
    yield from [form.held(LEAN_DEG)] * REST_SAMPLES
    rehearsals = Rehearsals(running)
    try:
        least, waits = climb.to_go(running.reading()), 0
        while climb.goes_on(running.reading()):
            yield from until_look(running, form.held(LEAN_DEG))
            if last := _best_tip(running, rehearsals, climb, rng, TIP_WINS if waits < PATIENCE else LEAST_WINS):
                yield from last.samples(form)
                return
            push = _best_push(running, rehearsals, climb, rng)
            yield from push.samples(form) if push else [form.held(LEAN_DEG)] * WAIT_SAMPLES
            to_go = climb.to_go(running.reading())
            least, waits = (to_go, 0) if to_go < least - GAINED else (least, waits + 1)
    finally:
        rehearsals.close()
    for n in range(LEANING_SAMPLES, -1, -1):
        yield form.held(LEAN_DEG * n / LEANING_SAMPLES)


def _piece(running: AttemptRun, motion: Push | Tip, form: Formation, rng: Random) -> Piece:
    """A motion under a tremor of its own; where dice do not trip until all are slow after what moves them."""
    return Piece(motion.samples(form), rng.getrandbits(31), None if running.scene.engine.trips else motion.acting)


def _best_push(running: AttemptRun, rehearsals: Rehearsals, climb: Climb, rng: Random) -> Push | None:
    """The push after which there is least to go, on the average of several tremors, if it gains enough."""
    state = running.state()

    def rehearsed(some: list[Push]) -> list[float]:
        outcomes = rehearsals.of(state, [_piece(running, push, climb.form, rng) for push in some])
        return [climb.to_go(reading) if is_whole else LOST for is_whole, reading in outcomes]

    tried = TRIPPED if running.scene.engine.trips else FLAT
    ups = [push_up(rng) for _ in range(tried.any_ups)] + [steady_push_up(rng) for _ in range(tried.steady_ups)]
    pushes = ups + [push_home(rng) for _ in range(tried.homes)]
    first = sorted((cost, n) for n, cost in enumerate(rehearsed(pushes)))[: tried.finalists]
    again = rehearsed([pushes[n] for _, n in first for _ in range(tried.tremors)])
    means = [fsum(again[at : at + tried.tremors]) / tried.tremors for at in range(0, len(again), tried.tremors)]
    cost, n = min((mean, n) for mean, (_, n) in zip(means, first, strict=True))
    gain = climb.to_go(running.reading()) - cost
    return pushes[n] if gain > (GAIN_UP if n < len(ups) else GAIN_HOME) else None


def _best_tip(running: AttemptRun, rehearsals: Rehearsals, climb: Climb, rng: Random, least: int) -> Tip | None:
    """The tip that puts the fourth into place under most tremors, if they are at least so many, by halving."""
    if climb.to_go(running.reading()) > HALFWAY:
        return None
    state = running.state()

    def values(some: list[Tip]) -> list[int]:
        """Of each 1 if it puts the fourth into place under a tremor of its own, less than 0 if a die is lost."""
        outcomes = rehearsals.of(state, [_piece(running, each, climb.form, rng) for each in some])
        return [int(climb.is_up(reading)) if is_whole else -TIP_LOST for is_whole, reading in outcomes]

    drawn = tip if running.scene.engine.trips else quick_tip
    tips = [drawn(rng) for _ in range(TIPS)]
    won = values(tips)
    if sum(won) < PROMISING:
        return None
    left = list(range(TIPS))
    for count, tremors in TIP_ROUNDS:
        left = sorted(left, key=lambda n: -won[n])[:count]
        turns = [n for n in left for _ in range(tremors)]
        for n, value in zip(turns, values([tips[n] for n in turns]), strict=True):
            won[n] += value
    best = max(left, key=lambda n: won[n])
    return tips[best] if won[best] >= least else None
