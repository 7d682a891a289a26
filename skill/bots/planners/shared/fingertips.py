"""Samples for one hand, with fingers or a taped finger: to go somewhere, to act there, and to wait."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, inf
from typing import TYPE_CHECKING, Any, ClassVar

from skill.bots.planners import Sample
from skill.lattice.frame import normal

if TYPE_CHECKING:
    from skill.lattice.cells import Axis
    from skill.physics.attempt import AttemptRun

Place = tuple[float, float, float]

NEAR = 0.01  # edges from where a fingertip is wanted at which it is there
MAX_WAIT = 600  # samples that a plan waits at most for fingers or dice
NO_NEARER = 30  # samples in which fingers come no nearer, after which they are as near as they will be: they tremble


def out(place: Place, axis: Axis, distance: float) -> Place:
    """So far out from a place along the normal of that face of the pyramid."""
    x, y, z = (p + distance * q for p, q in zip(place, normal(axis), strict=True))
    return (x, y, z)


class Fingertip:
    """The tip of a tool of a running attempt, and where it was sent last; all other tools stay as they are."""

    name: ClassVar[str]

    def __init__(self, running: AttemptRun) -> None:
        hands = running.toolset
        self._running = running
        self._tool: Any = hands.find(self.name)
        self._place: Place = self._tool.place
        first = hands.columns.index(self._tool.columns[0])
        self._before, self._after = hands.rest[:first], hands.rest[first + len(self._tool.columns) :]

    @property
    def force_weights(self) -> float:
        """The force that it feels, die weights."""
        return float(self._tool.force_weights)

    def go(self, *places: Place, closed: bool) -> Iterator[Sample]:
        """To one place after the other, until it is there or as near as it will be."""
        for place in places:
            nearest, since = inf, 0
            for _ in range(MAX_WAIT):
                yield from self.at(place, closed=closed)
                away = dist(self._tool.place, place)
                nearest, since = (away, 0) if away < nearest else (nearest, since + 1)
                if away < NEAR or since > NO_NEARER:
                    break

    def at(self, place: Place, *, closed: bool) -> Iterator[Sample]:
        """One sample further on a way that is given point by point."""
        self._place = place
        yield self.sample(closed)

    def stay(self, samples: int, *, closed: bool) -> Iterator[Sample]:
        """Where it is."""
        for _ in range(samples):
            yield self.sample(closed)

    def until_still(self, seconds: float, *, closed: bool = False) -> Iterator[Sample]:
        """Where it is, until all dice that nobody holds have been still for so long."""
        for _ in range(MAX_WAIT):
            if self._running.reading().still_s >= seconds:
                return
            yield self.sample(closed)

    def sample(self, closed: bool) -> Sample:
        """To go where it was sent last."""
        return (*self._before, *self._place, *self._use(closed), *self._after)

    def _use(self, closed: bool) -> Sample:
        """What follows its place in a sample."""
        raise NotImplementedError


class GrippingHand(Fingertip):
    """The hand."""

    name = "hand"

    @property
    def die(self) -> int | None:
        """The number of the die that they hold."""
        held: int | None = self._tool.held
        return held

    def _use(self, closed: bool) -> Sample:
        return (0.0, float(closed))


class TapedFinger(Fingertip):
    """The finger with tape on it, and how far it is to pull."""

    name = "tape"

    def __init__(self, running: AttemptRun) -> None:
        super().__init__(running)
        self._pull_edges = 0.0

    @property
    def die(self) -> int | None:
        """The number of the die that it sticks to."""
        return None if self._tool.face is None else int(self._tool.face.n)

    def pull(self, edges: float) -> Iterator[Sample]:
        """Pull the die that far out of its place."""
        self._pull_edges = edges
        for _ in range(MAX_WAIT):
            yield self.sample(closed=True)
            if abs(self._tool.pull - edges) < NEAR:
                break
        self._pull_edges = 0.0

    def _use(self, closed: bool) -> Sample:
        return (self._pull_edges, float(closed))
