"""All whole states that agree with what a seat sees. A proof needs all of them, not a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from random import Random
from typing import Any

from skill.rules.game import AnyGame, Game, Seat
from skill.rules.thinking import Thinking

MOST_WORLDS = 1000  # that are listed; where there are more nothing is proven
MOST_CHOICES = 500  # of one drawing, which may go on for ever where what was drawn does not agree


class TooMany(Exception):
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
            raise TooMany
        self.counts.append(n)
        if at == len(self.made):
            self.made.append(0)
        return self.made[at]

    def random(self) -> float:
        raise TooMany

    def getrandbits(self, k: int, /) -> int:
        raise TooMany


def _worlds(game: AnyGame, view: Any, seat: Seat, most: int) -> Iterator[tuple[Any, float]]:
    """Every way to draw a whole state that agrees with the view, with how likely it is drawn.

    Raises `TooMany` where there are more than `most`, and where the game does not say what it hides.
    """
    own = type(game)
    if own.view is Game.view:
        yield view, 1.0
        return
    if own.determinized is Thinking.determinized:
        raise TooMany
    script: list[int] = []
    for _ in range(most):
        drawn = _Script(script)
        yield game.determinized(view, seat, drawn), 1 / prod(drawn.counts)
        while script and script[-1] + 1 == drawn.counts[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
    raise TooMany


def agreeing(game: AnyGame, view: Any, seat: Seat, most: int) -> dict[Any, float]:
    """All whole states that agree with the view, each with how likely it is. Raises `TooMany`."""
    found: dict[Any, float] = {}
    for world, weight in _worlds(game, view, seat, MOST_WORLDS):
        if weight * MOST_WORLDS < 1 or (world not in found and len(found) == most):
            raise TooMany
        found[world] = found.get(world, 0.0) + weight
    return found


def holds_in_all(game: AnyGame, view: Any, seat: Seat, holds: Callable[[Any], bool], most: int = MOST_WORLDS) -> bool:
    """Whether something is so in every whole state that agrees with the view; also False where they are too many."""
    try:
        return all(holds(world) for world, _ in _worlds(game, view, seat, most))
    except TooMany:
        return False
