"""What plans do with one hand: samples of the hand tool that take it somewhere, take a die, let one go and wait."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING, Any

from skill.table.plans import Sample

if TYPE_CHECKING:
    from skill.physics.attempt import Attempt

Place = tuple[float, float, float]

NEAR = 0.01  # edges from where the fingertips are wanted at which they are there
PATIENCE = 600  # samples that a plan waits at most for fingers or dice


class Fingers:
    """The hand of a running attempt, and where it was sent last."""

    def __init__(self, running: Attempt) -> None:
        self._running = running
        self._tool: Any = running.hands.find("hand")
        self._place: Place = self._tool.place

    @property
    def die(self) -> int | None:
        """The number of the die that they hold."""
        held: int | None = self._tool.held
        return held

    @property
    def force_weights(self) -> float:
        """The force that they feel, die weights."""
        return float(self._tool.force_weights)

    def go(self, *places: Place, closed: bool) -> Iterator[Sample]:
        """To one place after the other, until they are there."""
        for place in places:
            self._place = place
            for _ in range(PATIENCE):
                yield self.sample(closed)
                if dist(self._tool.place, place) < NEAR:
                    break

    def at(self, place: Place, *, closed: bool) -> Iterator[Sample]:
        """One sample further on a way that is given point by point."""
        self._place = place
        yield self.sample(closed)

    def stay(self, samples: int, *, closed: bool) -> Iterator[Sample]:
        """Where they are."""
        for _ in range(samples):
            yield self.sample(closed)

    def until_still(self, seconds: float, *, closed: bool = False) -> Iterator[Sample]:
        """Where they are, until all dice that nobody holds have been still for so long."""
        for _ in range(PATIENCE):
            if self._running.reading().still_s >= seconds:
                return
            yield self.sample(closed)

    def sample(self, closed: bool) -> Sample:
        """To go where they were sent last."""
        return (*self._place, 0.0, float(closed))
