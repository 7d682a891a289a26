"""The preview of a pulse: while the player draws and holds it, it is rehearsed, and its effect is shown before it is
given."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import atan2, cos, dist
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input.tools.binding import Bar, Rehearser, Sample, along, arrow, circle, closed, ring_of
from skill.bots.planners.breath import is_up
from skill.bots.planners.shared.pulse_search import flat
from skill.bots.planners.shared.rehearsed_pulse import Promise, promised, question
from skill.draw.scene_view import Stroke
from skill.lattice.cells import COORDS, LEVEL_STEPS, LEVELS, NUMBER_OF, SUPPORTS, Vector
from skill.lattice.frame import Point, layer_height, point

if TYPE_CHECKING:
    from skill.lattice.reading import Reading
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

RESTS_S = 0.2  # for which a stroke stays as it is before it is rehearsed: by then hands have their grip
RING, RING_WIDTH = 0.6, 0.12  # round the funnel where the die is to go, edges
MEANT = 0.8  # radius of the ring round the die that is to go there
NARROW, WIDE = 0.06, 0.24  # arrows of what is seldom, and of what is sure

UP_STEPS: tuple[Vector, ...] = ((1, -1, -1), (-1, 1, -1), (-1, -1, 1))
"""Up onto three dice, from before two of them."""


class Preview:
    """Of one pulse after another, as they are drawn; of each so many `variants` are rehearsed."""

    def __init__(self, scene: Scene, variants: int) -> None:
        self._scene, self.variants = scene, variants
        self._key: Hashable = None
        """Of the pulse that is drawn."""
        self._rested_s = 0.0
        """For how long it has been the same."""
        self._asked: tuple[int, int, Hashable] | None = None
        """What is being rehearsed: of which attempt, when, and which pulse."""
        self._die, self._step = 0, LEVEL_STEPS[0]
        self.promise: Promise | None = None
        """Of the pulse that is drawn, once it is there."""

    def forget(self) -> None:
        """No pulse is drawn."""
        self._key = self.promise = None

    def follow(
        self,
        running: AttemptRun,
        die: int,
        step: Vector,
        strength: int,
        samples: Callable[[], Sequence[Sample]],
        dt: float,
        rehearser: Rehearser,
    ) -> None:
        """For another `dt` seconds this pulse is drawn, and all is as it will be when it is given.

        Pulses of one `strength` count as one, and of any strength where variants are rehearsed.
        """
        key = (die, step) if self.variants > 1 else (die, step, strength)
        self._rested_s = self._rested_s + dt if key == self._key else 0.0
        if key != self._key:
            rehearser.warm()
            self._key, self._die, self._step, self.promise = key, die, step, None
        if self._asked is None and self.promise is None and self._rested_s >= RESTS_S:
            self._asked = (running.trace.seed, len(running.trace.samples), key)
            asked = question(running, die, step, samples(), self.variants)
            rehearser.ask(self._asked, promised, lambda: asked)
        if self._asked is not None and (found := rehearser.answer(self._asked)) is not None:
            self.promise = found if self._asked[-1] == key else None  # another stroke is drawn by now
            self._asked = None

    def bars(self) -> tuple[Bar, ...]:
        """How likely it is that it does what is wanted, and that a die falls off: what was seen, and with 95 % between
        what it lies."""
        if (promise := self.promise) is None:
            return ()
        bars = (("Likely", promise.share), ("A die falls", promise.falls))
        return tuple(Bar(label, share, self._between(*promise.between(share))) for label, share in bars)

    @staticmethod
    def _between(low: float, high: float) -> str:
        return tr("{low} to {high}", low=number_text(low, ".0%"), high=number_text(high, ".0%"))

    def strokes(self, dice: dict[int, Point]) -> Iterator[Stroke]:
        """A ring where the die is to go, red unless it is likely to get there and no die fell, a paler one round the
        die itself, and an arrow for each die that may leave."""
        promise = self.promise
        if promise is None or self._die not in dice:
            return
        x, y, z = dice[self._die]
        dx, dy, _ = point(self._step, self._scene.plate.pitch)
        dz = layer_height(self._scene.plate.pitch) if is_up(self._step) else 0.0
        there = (x + dx, y + dy, z + dz)
        yield from hopper((x, y, z), there)
        yield from ring_of(circle(there, RING), promise.is_good, RING_WIDTH)
        for way in promise.ways:
            if way.die in dice:
                begin = dice[way.die]
                is_meant = way.die == self._die and not way.falls
                width = NARROW + (WIDE - NARROW) * way.share
                yield from arrow(begin, (*way.end, begin[2]), "aim" if is_meant else "miss", width)


def hopper(die: Point, there: Point) -> Iterator[Stroke]:
    """The die that is meant: a paler ring round it, and a line to where it is to go."""
    yield from closed(circle(die, MEANT), "path", RING_WIDTH)
    yield Stroke(along(die, there, MEANT / max(MEANT, dist(die, there))), there, "path", (NARROW, NARROW))


def step_towards(reading: Reading, die: int, bearing: float) -> Vector:
    """The lattice step of a die that lies nearest a way, counter-clockwise from +x: to a funnel, or up onto three."""
    return max([*LEVEL_STEPS, *steps_up(reading, die)], key=lambda step: cos(bearing - bearing_of(step)))


def steps_up(reading: Reading, die: int) -> Iterator[Vector]:
    """The steps of a die that lead up onto three others."""
    cell = reading.dice[die].cell
    if cell is None:
        return
    taken = reading.cells - {cell}
    for step in UP_STEPS:
        i, j, k = (a + b for a, b in zip(COORDS[cell], step, strict=True))
        top = NUMBER_OF.get((i, j, k))
        if top in LEVELS[1] and top not in taken and taken.issuperset(SUPPORTS[top]):
            yield step


def chance_up(reading: Reading) -> str:
    """What to do where a die can go up onto three others: a sentence, or nothing."""
    if any(any(steps_up(reading, die)) for die in range(len(reading.dice))):
        return tr(
            "A die stands before two of three: draw it across the edge between these, and it goes up onto all three."
        )
    return ""


def bearing_of(step: Vector) -> float:
    """Which way a lattice step leads as it is seen from above, counter-clockwise from +x."""
    x, y = flat(step)
    return atan2(y, x)
