"""All whole states that agree with what a seat sees, not some that were drawn: what a proof is asked of."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from skill.rules.game import AnyGame, Seat

MOST_WORLDS = 1000  # that are listed; where there are more nothing is proven
MOST_CHOICES = 500  # of one drawing, which may go on for ever where what was drawn does not agree


class _TooMany(Exception):
    """What may be hidden cannot be listed."""


class _Script(Random):
    """Makes the choices that it is told to make, and the first there is from then on, and notes how many there were."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self.made = script
        self.counts: list[int] = []

    def _randbelow(self, n: int) -> int:
        at = len(self.counts)
        if at == MOST_CHOICES:
            raise _TooMany
        self.counts.append(n)
        if at == len(self.made):
            self.made.append(0)
        return self.made[at]

    def random(self) -> float:
        raise _TooMany

    def getrandbits(self, k: int, /) -> int:
        raise _TooMany


def holds_in_all(game: AnyGame, view: Any, seat: Seat, holds: Callable[[Any], bool], most: int = MOST_WORLDS) -> bool:
    """Whether something is so in every whole state that agrees with the view; also False where they are too many."""
    script: list[int] = []
    for _ in range(most):
        drawn = _Script(script)
        try:
            world = game.determinized(view, seat, drawn)
        except _TooMany:
            return False
        if not holds(world):
            return False
        while script and script[-1] + 1 == drawn.counts[len(script) - 1]:
            script.pop()
        if not script:
            return True
        script[-1] += 1
    return False
