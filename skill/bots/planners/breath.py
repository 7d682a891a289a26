"""A mouth that blows: weak blows herd dice, one at a time, towards three that carry a fourth; strong ones lift that.

The mouth must keep its distance from the plate, so over the plate it blows from above, which presses dice into their
funnels; a blow that is to roll a die comes from near by, as level as possible, and is aimed below its middle. To lift a
die onto three others, the die has to stand across the edge between two of them, and the breath has to be the strongest,
from as near as possible: three edges behind, two above, aimed most of an edge below the middle. Of 1,600 such blows 6 %
succeeded, and 1 % blew a die off; of blows from four edges behind, aimed a third of an edge below the middle, 3 % and 4
%. The best of some dozens succeed one time in five. That is so in Bullet, where no air gets under a die. In Rapier it
does, and half the breath lifts as well: of 360 blows of a quarter to three fifths of it 4 % succeeded, and one blew a
die off; of 60 of the strongest 3 %, and 60 % blew one off. So the dice are herded into a rhombus, three dice and the
fourth across an edge, away from the plate's edge, and from there the mouth tries again and again.

When a blow makes a die jump, the die may go anywhere: one in three of the blows that moved a die out of a corner blew
it off the plate. So a blow is rejected if a die went three steps in any rehearsal, and a lift is rejected unless it
reached the goal eight times as often as it lost a die.

In Rapier weak blows from near by, below the middle, are the better ones also where a die is to roll: of 1,800 blows at
dice in the corners, 2.5 to 7 edges behind them and with a fifth to nine tenths of the breath, 25 % lost one and 34 %
came nearer to the goal; of the 104 of these that were less than 4 edges behind, with less than 0.45 of the breath and
aimed a tenth of an edge or more below the middle, 3 and 58. Of blows chosen because they lost no die in 40 rehearsals
some lose one in up to eight of a hundred others, all of them in the outermost funnels; so blows that move a die there
are rehearsed a hundred times more before they are given.

In Bullet the seeds 1 to 5 won, after 37 to 55 simulated seconds; in Rapier as well, after 19 to 35.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import atan2, cos, dist, fsum, inf, sin, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import (
    DieStep,
    SearchSettings,
    drawn_step,
    random_pulses,
    searched_samples,
)
from skill.lattice.cells import COORDS, DEPTH, LEVELS, NUMBER_OF, SUPPORTS, Cell
from skill.lattice.reading import Reading
from skill.physics.tools.breath import TURN_RATE, blow_at
from skill.rules.game import AttemptSpec
from skill.rules.shared import kit

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Place = tuple[float, float, float]

LIFT = 2.0  # steps that a lift counts, though its way is one and a half: a die that is half way up is nearer
LEFT_FUNNEL = DEPTH - 0.3  # sum of lattice coordinates below which a die has left its funnel
IN_PLACE = 0.6  # steps that three dice together may be from their places to carry a fourth
SPARE_SAMPLES = 3  # samples that the mouth is given on top of the least it needs to get somewhere
REST_SAMPLES = 30  # samples of rest before the dice are looked at
HERD = 4  # dice that are to be brought together
EDGE_MARGIN = 1  # the least coordinate of the funnels in which the dice are brought together
# A lift is worth so much that a small chance is taken where there is no better one; no die is to be blown three steps.
SETTINGS = SearchSettings(
    candidates=60,
    tremors=40,
    sleep=True,
    explores=True,
    goal_bonus=6.0,
    max_travel=4.0,
    good_chance=0.2,
    wins_a_loss=8,
)
FEW_TREMORS, RIM_TREMORS = 12, 100  # in place of these where air gets under dice


class Draws(NamedTuple):
    """From where and how blows are drawn that may take a die its step; lengths in edges."""

    astray: float
    """RMS of the bearing, radians."""
    far: tuple[float, float]
    """Of the mouth behind the die, seen from above."""
    low: tuple[float, float]
    """Of the mouth above the plate."""
    aim: tuple[float, float]
    """Above the middle of the die."""
    pressure_pa: tuple[float, float]
    """At the lips."""
    length: tuple[int, int]
    """Samples."""


ROLLS = Draws(0.15, (2.5, 7.0), (-1.0, 2.0), (-0.6, 0.3), (3000.0, 13500.0), (3, 30))
LIFTS = Draws(0.1, (2.4, 3.1), (0.8, 2.6), (-1.05, -0.65), (13800.0, 15000.0), (6, 28))
# Where air gets under dice:
GAP_ROLLS = Draws(0.15, (2.4, 4.0), (-1.0, 2.0), (-0.6, -0.1), (3000.0, 6750.0), (3, 30))
GAP_LIFTS = Draws(0.1, (2.4, 4.8), (0.6, 3.0), (-1.1, -0.4), (4950.0, 9000.0), (3, 33))


class Blow(NamedTuple):
    """One blow; lengths in edges."""

    target: Place
    mouth: Place
    pressure: float
    length: int
    """Samples that it lasts."""
    approach: int = 0
    """Samples that the mouth has to get there."""

    @property
    def acting(self) -> int:
        """Samples until the mouth is shut."""
        return self.approach + self.length

    def samples(self) -> list[Sample]:
        """Go there, blow, and wait."""
        there = blow_at(self.target, self.mouth, 0.0)
        blowing = blow_at(self.target, self.mouth, self.pressure)
        return [there] * self.approach + [blowing] * self.length + [there] * REST_SAMPLES

    def varied(self, rng: Random) -> Blow:
        """One much like it."""
        (x, y, z), (a, b, c) = self.target, self.mouth
        return self._replace(
            target=(x + rng.gauss(0, 0.1), y + rng.gauss(0, 0.1), z + rng.gauss(0, 0.1)),
            mouth=(a + rng.gauss(0, 0.3), b + rng.gauss(0, 0.3), c + rng.gauss(0, 0.2)),
            pressure=min(1.0, self.pressure * rng.uniform(0.85, 1.15)),
            length=max(2, self.length + rng.randint(-3, 3)),
        )


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` towards the goal, for as long as they are asked for: four dice are brought together."""
    distance = herding_distance if len(running.trace.start) == HERD else spec.distance
    settings = SETTINGS
    if running.scene.engine.holds_what_is_pressed:
        settings = settings._replace(few_tremors=FEW_TREMORS, rim_tremors=RIM_TREMORS)
    return searched_samples(distance, running, seed, BlowSampler(running), settings)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Blows without a plan: at a random die in a random direction each time."""
    return random_pulses(running, seed, BlowSampler(running))


def _across(top: Cell) -> tuple[Cell, ...]:
    """The funnels across the edges between two of the three dice that carry `top`."""
    i, j, k = COORDS[top]
    around = [(i - 1, j + 1, k + 1), (i + 1, j - 1, k + 1), (i + 1, j + 1, k - 1)]
    return tuple(NUMBER_OF[there] for there in around if min(there) >= EDGE_MARGIN)


_SMALL = [(top, SUPPORTS[top], _across(top)) for top in LEVELS[1] if min(COORDS[top]) >= EDGE_MARGIN]
"""The tops of small pyramids, the funnels of what carries them, and those from which they are lifted."""
_ORDERS = tuple(permutations(range(4)))


def herding_distance(reading: Reading) -> float:
    """Steps that four dice have to go to the nearest rhombus from which one is lifted, and for the lift; 0 at the goal.

    Only onto three that stand in their places is a die on its way up: under it there is no room for another.
    """
    places = [die.at for die in reading.dice]
    best = inf
    for top, three, across in _SMALL:
        table = [[kit.steps(place, COORDS[cell]) for cell in three] for place in places]
        lift = [LIFT + min(kit.steps(place, COORDS[cell]) for cell in across) for place in places]
        climb = [kit.steps(place, COORDS[top]) if fsum(place) < LEFT_FUNNEL else inf for place in places]
        for a, b, c, d in _ORDERS:
            base = table[a][0] + table[b][1] + table[c][2]
            if base < best:
                best = min(best, base + (min(lift[d], climb[d]) if base < IN_PLACE else lift[d]))
    return best


def is_up(step: Place) -> bool:
    """Whether a lattice step leads up onto others."""
    return fsum(step) < 0


class BlowSampler:
    """Draws blows for a running attempt."""

    def __init__(self, running: AttemptRun) -> None:
        assert running.scene.breath is not None
        self._running, self._world = running, running.world
        limits = running.scene.breath
        self._gap, self._motion_limits = limits.mouth_gap_edges, (limits.speed_max_edges_s, limits.accel_max_edges_s2)
        self._rate, self._most_pa = running.scene.engine.sample_hz, limits.blow_max_pa
        self._into_gaps = running.scene.engine.holds_what_is_pressed

    def __call__(self, rng: Random, reading: Reading, steps: list[DieStep]) -> Blow:
        """A blow that may lead to one of the steps: from behind the die, as low as the mouth may be."""
        n, step, _ = drawn_step(rng, steps)
        return self.drawn(rng, reading.dice[n].at, step)

    def drawn(self, rng: Random, at: Place, step: Place, lifts: Draws = LIFTS, rolls: Draws = ROLLS) -> Blow:
        """A blow at a die in that place of the lattice that is to take a lattice step.

        Where dice rock it is drawn from `lifts` or `rolls`; where air gets under them, from those for gaps.
        """
        if self._into_gaps:
            lifts, rolls = GAP_LIFTS, GAP_ROLLS
        draws = lifts if is_up(step) else rolls
        to_x, to_y, _ = self._world.plate.point(step)
        bearing = atan2(to_y, to_x) + rng.gauss(0, draws.astray)
        far, low, aim = rng.uniform(*draws.far), rng.uniform(*draws.low), rng.uniform(*draws.aim)
        pressure = min(1.0, rng.uniform(*draws.pressure_pa) / self._most_pa)
        return self.blow(at, bearing, far, low, aim, pressure, rng.randint(*draws.length))

    def blow(self, at: Place, bearing: float, far: float, low: float, aim: float, pressure: float, length: int) -> Blow:
        """A blow at a die in that place of the lattice, the way of the bearing.

        The mouth is so `far` behind it, seen from above, `low` edges above the plate or as much more as it must be, and
        blows `aim` edges above the die's middle. Radians, edges.
        """
        x, y, z = self._world.plate.point(at)
        mouth = self._world.queries.cleared((x - far * cos(bearing), y - far * sin(bearing), low), self._gap)
        blow = Blow((x, y, z + aim), mouth, pressure, length)
        return blow._replace(approach=self._approach(blow))

    def _approach(self, blow: Blow) -> int:
        """Samples in which the mouth gets from where it is to where it blows from, at the speed and turn of a head."""
        here, there = self._running.toolset.find("breath").mouth, blow_at(blow.target, blow.mouth, 0.0)
        way = dist(here[:3], there[:3])
        turn = max(abs((there[3] - here[3] + 180) % 360 - 180), abs(there[4] - here[4]))
        time_s = max(_least_time_s(way, *self._motion_limits), _least_time_s(turn, *TURN_RATE))
        return SPARE_SAMPLES + round(self._rate * time_s)


def _least_time_s(way: float, speed: float, accel: float) -> float:
    """Seconds for a way from rest to rest under limits of speed and acceleration."""
    return way / speed + speed / accel if way > speed**2 / accel else 2 * sqrt(way / accel)
