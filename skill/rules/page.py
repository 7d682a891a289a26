"""The page of a player in a game on paper: a sheet of squares, and the dice beside it."""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 2  # x counts half squares


class Square(NamedTuple):
    """One square of a sheet; others are named by their place in the sheet."""

    id: str
    x: int
    """Its left edge, in half squares."""
    y: int
    """Its row, 0 the lowest."""
    is_bottom: bool
    on: tuple[int, ...]
    """The squares that it lies on, from left to right."""
    left: int | None
    right: int | None

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The squares beside it."""
        return tuple(n for n in (self.left, self.right) if n is not None)


class PageDie(NamedTuple):
    """A die beside a sheet."""

    name: str
    """`d8`."""
    sides: int
    number: int
    """What it shows; 0 if it was not rolled."""
    in_set: bool
    is_used: bool


class Page(NamedTuple):
    """What one player has before him: his sheet, the dice, and the sheets of the others as he may know them."""

    squares: tuple[tuple[Square, int], ...]
    """Each square and what is written in it, 0 for nothing."""
    dice: tuple[PageDie, ...]
    others: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The seat of each, and what he has written, square by square."""
