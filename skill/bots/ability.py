"""How the levels of bots differ in hands and eyes: pace and mistakes in races, tremor and judgement in attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import degrees, exp, hypot, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.bot import Claim
from skill.bots.greedy import GreedyBot

if TYPE_CHECKING:
    from skill.bots.planners import Sample
    from skill.lattice.reading import Reading
    from skill.physics.attempt import AttemptRun
    from skill.rules.game import AnyGame, AttemptSpec, Seat

STRAY_S = 0.25  # for which a hand strays to the same side
SWITCHES = ("grip", "stick", "go", "knock")  # columns of samples that turn something on or off, which no hand misses
LAUNCHES = frozenset(("go", "knock"))  # columns that let a die go or give it a blow
UNGUIDED = 2.5  # times as far strays what is launched: no eye corrects it on its way
CORRECTED_S, HELD = 0.5, 0.4  # time constant at which an eye takes back where a hand missed, and the part that stays
DIRECTIONS = ("bearing_deg", "elevation_deg")  # endings of columns: where a way leads strays as much for any direction
PLACES, SPEED = ("_x", "_y", "_z"), "_m_s"  # endings of columns: parts of a place or a vector; a speed
VELOCITIES = ("speed_", "spin_")  # beginnings of columns


class Ability(NamedTuple):
    """What a level can do apart from thinking; by default what the greedy bot can."""

    slowness: float = 1.0
    """How many times as long it takes in a race."""
    mistakes: float = 0.0
    """The share of its actions in a race that are any legal ones."""
    tremor: float = 0.0
    """By what part of their way from rest its hands stray, and directions as far to the side, standard deviation."""
    misjudges: float = 0.0
    """By what part at most it takes the way to the goal for shorter or longer than it is."""


class AbleBot(GreedyBot):
    """A bot whose hands and eyes are as good as its `ability`; how it chooses is for subclasses to say."""

    ability: Ability

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """What the greedy bot would do, later or sooner, and by mistake anything. There is no time to think ahead."""
        claim = GreedyBot.claim(self, game, view, seat, rng)
        if claim is None:
            return None
        seconds, action = claim
        if rng.random() < self.ability.mistakes:
            action = rng.choice(game.moves(view, seat))
        return seconds * self.ability.slowness, action

    def samples(self, spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
        from skill.bots.planners import planned_samples

        rng = Random(seed)
        if self.ability.misjudges:
            misjudged = Misjudged(spec.distance, self.ability.misjudges, rng.getrandbits(31))
            spec = spec._replace(distance=misjudged.seen)
        samples = planned_samples(spec, running, seed)
        return trembling(samples, running, self.ability.tremor, rng) if self.ability.tremor else samples


class Misjudged(NamedTuple):
    """A distance to the goal as somebody sees it who judges badly, by the same error for the same cells."""

    distance: Callable[[Reading], float]
    part: float
    seed: int

    def seen(self, reading: Reading) -> float:
        """The distance, or what it is taken for."""
        error = Random(f"{self.seed}:{sorted(reading.cells)}").uniform(-self.part, self.part)
        return self.distance(reading) * (1 + error)


def trembling(samples: Iterator[Sample], running: AttemptRun, tremor: float, rng: Random) -> Iterator[Sample]:
    """The samples of hands that stray by that part of what they do, to all sides alike; hands at rest do not.

    A hand that goes somewhere misses by part of its way, and sees that and mends it (R. S. Woodworth, "The accuracy of
    voluntary movement", 1899); a place from which something is launched is not seen so.
    """
    columns, rest = running.toolset.columns, running.toolset.rest
    launches = not LAUNCHES.isdisjoint(columns)
    spreads = [tremor * UNGUIDED if launches and _is_of_a_blow(column) else tremor for column in columns]
    kept = exp(-running.sample_s / STRAY_S)
    strays = [rng.gauss(0, spread) for spread in spreads]
    guided = None if launches else Guided(running.sample_s, rest)
    for sample in samples:
        new = (sqrt(1 - kept**2) * rng.gauss(0, spread) for spread in spreads)
        strays = [kept * stray + more for stray, more in zip(strays, new, strict=True)]
        ways = _ways(columns, sample, rest)
        if guided is not None:
            ways = guided.left(columns, sample, ways)
        yield tuple(
            value if way == 0.0 else _strayed(column, value, way, stray)
            for column, value, way, stray in zip(columns, sample, ways, strays, strict=True)
        )


class Guided:
    """Hands that an eye guides: how much of their ways is still missed."""

    def __init__(self, sample_s: float, rest: Sample) -> None:
        self._kept = exp(-sample_s / CORRECTED_S)
        self._before, self._missed = rest, 0.0

    def left(self, columns: Sequence[str], sample: Sample, ways: Sequence[float]) -> list[float]:
        """The ways with those to places as short as they now count."""
        places = [n for n, column in enumerate(columns) if column.endswith(PLACES)]
        moved = hypot(*(sample[n] - self._before[n] for n in places))
        self._before, self._missed = sample, self._kept * self._missed + moved
        return [min(way, HELD * way + self._missed) if n in places else way for n, way in enumerate(ways)]


def _ways(columns: Sequence[str], sample: Sample, rest: Sample) -> list[float]:
    """How far each number of a sample is from what it is at rest; for a place, that of the whole place."""
    places: dict[str, list[float]] = {}
    for column, value, at in zip(columns, sample, rest, strict=True):
        if column.endswith(PLACES):
            places.setdefault(column[:-2], []).append(value - at)
    whole = {name: hypot(*way) for name, way in places.items()}
    return [whole.get(column[:-2], value - at) for column, value, at in zip(columns, sample, rest, strict=True)]


def _strayed(column: str, value: float, way: float, stray: float) -> float:
    """A number of a sample as a hand brings it about that means `value`, after such a way from rest."""
    if column in SWITCHES:
        return value
    if column.endswith(DIRECTIONS):
        return value + degrees(stray)
    return value + stray * (way if column.endswith(PLACES) else value)  # others are 0 where nothing is done


def _is_of_a_blow(column: str) -> bool:
    """Whether it says, in a sample that may launch something, how fast and which way."""
    return column.startswith(VELOCITIES) or column.endswith((*DIRECTIONS, SPEED))
