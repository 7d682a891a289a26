"""A mouth that blows: short blows from behind a die that roll it a funnel or several on, and the last one up.

The mouth must keep its distance from the plate, so over the plate it blows from above, which presses dice into their
funnels; a blow that rolls one comes as level as may be, from near by, and is aimed below its middle. Faces that look
down lie on the plate, so nothing lifts a die out of its funnel onto three others at one stroke; but one in some dozens
of strong low blows leaves it leaning against two of them, half way up, and then one in ten takes it over the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, sin
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.lattice.reading import Reading
from skill.physics.tools.breath import blow_at
from skill.rules.game import Attempt as Spec
from skill.table.plans import Sample
from skill.table.plans.search import Wish, flat, planned, without_plan

if TYPE_CHECKING:
    from skill.physics.attempt import Attempt

Place = tuple[float, float, float]

DRAWS = 120  # blows tried for one choice: of those that move a die at all there is one in four
PRIZE = 3.0  # steps that the last lift is worth: a chance of one in ten is taken
APPROACH = 45  # samples in which the mouth gets nearly anywhere
CALM = 45  # samples of rest before the dice are looked at


class Blow(NamedTuple):
    """One blow; lengths in edges."""

    target: Place
    mouth: Place
    pressure: float
    length: int
    """Samples that it lasts."""

    def samples(self) -> list[Sample]:
        """Go there, blow, and wait."""
        there = blow_at(self.target, self.mouth, 0.0)
        return [there] * APPROACH + [blow_at(self.target, self.mouth, self.pressure)] * self.length + [there] * CALM

    def varied(self, rng: Random) -> Blow:
        """One much like it."""
        (x, y, z), (a, b, c) = self.target, self.mouth
        return Blow(
            (x + rng.gauss(0, 0.15), y + rng.gauss(0, 0.15), z + rng.gauss(0, 0.15)),
            (a + rng.gauss(0, 0.4), b + rng.gauss(0, 0.4), c + rng.gauss(0, 0.2)),
            min(1.0, self.pressure * rng.uniform(0.85, 1.15)),
            max(2, self.length + rng.randint(-3, 3)),
        )


def planned_samples(spec: Spec, running: Attempt, seed: int) -> Iterator[Sample]:
    """Samples for `running` that bring the distance of `spec` down to 0, for as long as they are asked for."""

    draw = _Draw(running)
    return planned(spec, running, seed, draw, draws=DRAWS, sleep=True, restless=True, prize=PRIZE)


def random_samples(running: Attempt, seed: int) -> Iterator[Sample]:
    """Blows without a plan: at a random die in a random direction each time."""
    return without_plan(running, seed, _Draw(running))


class _Draw:
    """Draws blows for a running attempt."""

    def __init__(self, running: Attempt) -> None:
        assert running.scene.breath is not None
        self._world, self._gap = running.world, running.scene.breath.mouth_gap_edges

    def __call__(self, rng: Random, reading: Reading, wishes: list[Wish]) -> Blow:
        """A blow that may fulfil one of the wishes: from behind the die, as low as the mouth may be."""
        n, step, _ = rng.choices(wishes, [gain for *_, gain in wishes])[0]
        x, y, z = self._world.point(reading.dice[n].at)
        to_x, to_y = flat(step)
        if sum(step) < 0:  # up onto others
            bearing, far, low = rng.gauss(0, 0.15), rng.uniform(3.0, 4.2), rng.uniform(2.5, 4.2)
            aim, pressure, length = rng.uniform(-0.6, -0.3), rng.uniform(0.8, 1.0), rng.randint(10, 28)
        else:
            bearing, far, low = rng.gauss(0, 0.15), rng.uniform(2.5, 7.0), rng.uniform(-1.0, 2.0)
            aim, pressure, length = rng.uniform(-0.6, 0.3), rng.uniform(0.4, 1.0), rng.randint(8, 50)
        bearing += atan2(to_y, to_x)
        mouth = self._world.cleared((x - far * cos(bearing), y - far * sin(bearing), low), self._gap)
        return Blow((x, y, z + aim), mouth, pressure, length)
