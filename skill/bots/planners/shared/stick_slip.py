"""Stick-slip motions of a leaning plate: a die rides on others while the plate speeds up, and slips on when the plate
stops.

Three dice stand side by side, at c+I, c+J and c+K, and a fourth before two of them, say at c+I+J-K. Lean the plate by
45 degrees towards the third, and the plane on which the fourth has to slide 1.41 edges to c, that of its own funnel's
wall and then of the faces of the two, rises by 9.7 degrees only. That is less than the 16.7 degrees that friction 0.3
holds, so the fourth stays wherever it is. By the tangents of sum and difference of both angles, a plate that gathers
speed up the slope at less than 100 edges/s2 moves no die, and one that is braked at more than 405 lets every die slip
on (in the simulated world 388 to 412, pitch 1 and 1.015). A swing acts on the fourth in another way than on the three:
it lies one edge further out, so a plate that stops turning while it brakes pushes it by an edge times the angular
acceleration more. The other way about, a plate that starts up the slope at more than 100 edges/s2 while it stops
turning brings the three home and leaves the fourth.

Lengths in edges, angles in radians unless a name says degrees, times in samples unless it says seconds.
"""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin, sqrt
from random import Random
from typing import NamedTuple

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import flat
from skill.lattice.cells import COORDS, LEVELS, NUMBER_OF, SUPPORTS, Cell

HZ = 240  # input samples a second that these motions take
LEAN_DEG = 45.0  # at which the plate is held
BACK, HIGH = -0.408, 0.866  # from the pivot to the middle of the two, level plate: along the way and up
OFF, HOME = 200.0, 45.0  # edges/s2 with which a plate sets off downhill and comes to rest: nothing slips
LOWER = 24  # samples in which the plate is leant back before a swing
REST = 6  # samples of rest after a push
FIRST, WAY = -1.9, 3.7  # edges: where a tip begins, and how far it goes
MARGIN = (1, 2)  # least coordinates of the top: along the lean, and of the others, so that no die is near the rim


class Formation(NamedTuple):
    """Three dice of level 0 side by side and one more before two of them."""

    top: Cell
    """The cell on the three."""
    three: tuple[Cell, ...]
    climber: Cell

    @property
    def bearing(self) -> float:
        """The way that the fourth has to go, counter-clockwise from +x."""
        (x, y), (a, b) = flat(COORDS[self.top]), flat(COORDS[self.climber])
        return atan2(y - b, x - a)

    def held(self, lean_deg: float, along: float = 0.0, up: float = 0.0) -> Sample:
        """The plate leaning by so much about a point below the top, shifted that way and up."""
        x, y = cos(self.bearing), sin(self.bearing)
        return (-lean_deg * y, lean_deg * x, 0.0, along * x, along * y, up, *flat(COORDS[self.top]))

    def swung(self, lean_deg: float, along: float, up: float) -> Sample:
        """As `held`, but the plate turns about the middle of the two dice, from where it is at `LEAN_DEG`."""
        (x, z), (far, high) = _turned(lean_deg), _turned(LEAN_DEG)
        return self.held(lean_deg, along + far - x, up + high - z)


def _turned(lean_deg: float) -> tuple[float, float]:
    """Where the middle of the two dice is from the pivot, along the way and up."""
    lean = radians(lean_deg)
    return BACK * cos(lean) + HIGH * sin(lean), HIGH * cos(lean) - BACK * sin(lean)


def _formations() -> list[Formation]:
    found = []
    for top in LEVELS[1]:
        for axis in range(3):
            if all(c >= MARGIN[n != axis] for n, c in enumerate(COORDS[top])):
                i, j, k = (c + (-1 if n == axis else 1) for n, c in enumerate(COORDS[top]))
                found.append(Formation(top, SUPPORTS[top], NUMBER_OF[i, j, k]))
    return found


FORMATIONS = _formations()
"""All that have some funnels to every side: a die that leaves the three goes down there, not off the plate."""


class Push(NamedTuple):
    """The leaning plate gathers speed and is braked, while it swings to and fro, and goes back."""

    speed: float
    """The greatest, edges a second."""
    acceleration: float
    """Edges/s2."""
    braking: float
    """Edges/s2."""
    rise_deg: float
    """The angle of the way above the horizontal."""
    swing_deg_s: float
    """By which the rate of turning falls, from forward to backward."""
    snap: float
    """With what acceleration, radians/s2."""
    slow: float
    """That before and after, radians/s2."""
    lead: int
    """Samples by which the rate begins to fall before the brake."""

    @property
    def acting(self) -> int:
        """Samples until the plate goes back, by which nothing slips."""
        return len(self._out())

    def samples(self, form: Formation) -> list[Sample]:
        """The targets to command, from a plate that leans at rest to one."""
        path = self._out()
        lean, way = path[-1]
        path += [(lean + (LEAN_DEG - lean) * share, way * (1 - share)) for share in _downhill(way)]
        path += [(LEAN_DEG, 0.0)] * REST
        x, z = cos(radians(self.rise_deg)), sin(radians(self.rise_deg))
        return [form.swung(lean, place * x, place * z) for lean, place in path]

    def _out(self) -> list[tuple[float, float]]:
        """How the plate leans and how far it is along its way, sample by sample, until it has swung and stopped."""
        rise = max(1, round(self.speed / self.acceleration * HZ))
        rate = radians(self.swing_deg_s) / 2
        slow = max(1, round(rate / self.slow * HZ))
        begin = rise - self.lead - slow  # of the swing; of the way if that is later
        places = [0.0] * (max(0, -begin) + 1) + _run(_pulse(self.speed, self.acceleration, self.braking))
        leans = [0.0] * (max(0, begin) + 1) + _run(_swing(rate, slow, self.snap))
        count = max(len(places), len(leans))
        places += [places[-1]] * (count - len(places))
        leans += [leans[-1]] * (count - len(leans))
        low = LEAN_DEG - degrees(max(leans))
        path = [(LEAN_DEG + (low - LEAN_DEG) * n / LOWER, 0.0) for n in range(1, LOWER)]
        return path + [(low + degrees(lean), place) for lean, place in zip(leans, places, strict=True)]


class Tip(NamedTuple):
    """A longer push that takes a die over the edge, and levelling at once, so that it falls into place."""

    acceleration: float
    """Edges/s2."""
    braking: float
    """Edges/s2."""
    rise_deg: float
    """The angle of the way above the horizontal."""
    level_s: float
    """Seconds in which the plate is levelled."""
    delay: int
    """Samples between brake and levelling, negative for an earlier start."""
    drop: float
    """Edges by which the plate is dropped meanwhile."""

    @property
    def acting(self) -> int:
        """Samples until the plate is level and goes back."""
        return len(self._along()[0])

    def samples(self, form: Formation) -> list[Sample]:
        """The targets to command, from a plate that leans at rest to a level one."""
        places, begin, count = self._along()
        end = places[-1]
        path = []
        for n, place in enumerate(places):
            share = min(1.0, max(0.0, (n - begin + 1) / count))
            path.append((LEAN_DEG * (1 - share), place, self.drop * min(1.0, max(0.0, (n - begin + 1) / 12))))
        path += [(0.0, end * (1 - n / 60), self.drop * (1 - n / 60)) for n in range(1, 61)]
        path += [(0.0, 0.0, 0.0)] * 40
        x, z = cos(radians(self.rise_deg)), sin(radians(self.rise_deg))
        return [form.held(lean, place * x, place * z - drop) for lean, place, drop in path]

    def _along(self) -> tuple[list[float], int, int]:
        """How far the plate is along its way, sample by sample; with which it begins to be levelled, and for how
        many."""
        speed = sqrt(2 * WAY / (1 / self.acceleration + 1 / self.braking))
        places = [FIRST * share for share in _downhill(-FIRST)] + [FIRST] * 4
        places += [FIRST + way for way in _run(_pulse(speed, self.acceleration, self.braking))]
        begin, count = len(places) + self.delay, round(self.level_s * HZ)
        return places + [places[-1]] * (begin + count + 40 - len(places)), begin, count


def push_up(rng: Random) -> Push:
    """One that may take the fourth up."""
    acceleration = rng.uniform(25, 55)
    speed = min(rng.uniform(6, 16), sqrt(3.6 * acceleration))  # in less than 2 edges
    braking, swing, snap = rng.uniform(300, 650), rng.uniform(60, 170), rng.uniform(120, 276)
    return Push(speed, acceleration, braking, rng.uniform(0, 50), swing, snap, 37.0, rng.randint(-3, 1))


def steady_push_up(rng: Random) -> Push:
    """One that takes a fourth up that stays flat as it is braked: so little harder than all dice are held, for as long
    as may be, that the swing alone lets it slip and the three stay."""
    acceleration, speed, braking = rng.uniform(44, 57), rng.uniform(11.5, 14.5), rng.uniform(355, 450)
    rise, swing, snap, slow = rng.uniform(30, 55), rng.uniform(150, 175), rng.uniform(150, 265), rng.uniform(37, 48)
    return Push(
        min(speed, sqrt(3.6 * acceleration)), acceleration, braking, rise, swing, snap, slow, rng.randint(-1, 0)
    )


def push_home(rng: Random) -> Push:
    """One that may take the three home: without a swing the fourth as well, from where it lies on two of them."""
    speed, acceleration = rng.uniform(2.5, 6), rng.uniform(120, 220)
    swing = rng.choice([0.0, rng.uniform(80, 170)])
    braking, rise = rng.uniform(300, 380), rng.uniform(-15, 15)
    return Push(speed, acceleration, braking, rise, swing, rng.uniform(80, 276), 45.0, round(speed / acceleration * HZ))


def tip(rng: Random) -> Tip:
    """Any tip."""
    acceleration, braking, rise, level_s = (
        rng.uniform(65, 85),
        rng.uniform(470, 700),
        rng.uniform(-2, 13),
        rng.uniform(0.2, 0.4),
    )
    return Tip(acceleration, braking, rise, level_s, rng.randint(0, 5), rng.uniform(0.6, 1.4))


def quick_tip(rng: Random) -> Tip:
    """Any tip of hands that brake as hard as they can and level the plate at once, before the die slides back."""
    acceleration, braking, rise, level_s = (
        rng.uniform(62, 80),
        rng.uniform(1500, 2050),
        rng.uniform(-4, 10),
        rng.uniform(0.05, 0.1),
    )
    return Tip(acceleration, braking, rise, level_s, rng.randint(-5, -1), rng.uniform(0.1, 0.4))


def _pulse(speed: float, acceleration: float, braking: float) -> list[float]:
    """Speeds, sample by sample, up to that one and down to none."""
    rise, fall = (max(1, round(speed / accel * HZ)) for accel in (acceleration, braking))
    return [speed * n / rise for n in range(1, rise + 1)] + [speed * (1 - n / fall) for n in range(1, fall + 1)]


def _swing(rate: float, slow: int, snap: float) -> list[float]:
    """Rates, sample by sample: slowly up to that one, quickly down to its opposite, slowly to none."""
    quick = max(1, round(2 * rate / snap * HZ))
    rates = [rate * n / slow for n in range(1, slow + 1)] + [rate * (1 - 2 * n / quick) for n in range(1, quick + 1)]
    return rates + [-rate * (1 - n / slow) for n in range(1, slow + 1)]


def _run(speeds: list[float]) -> list[float]:
    """Where these speeds lead to, sample by sample."""
    at, places = 0.0, []
    for speed in speeds:
        at += speed / HZ
        places.append(at)
    return places


def _downhill(way: float) -> list[float]:
    """Shares of a way down the slope, from rest to rest: quick off, slowly to rest."""
    places = _run(_pulse(sqrt(2 * way / (1 / OFF + 1 / HOME)), OFF, HOME))
    return [place / places[-1] for place in places]
