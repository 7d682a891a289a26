"""Which dice an action moves from cell to cell; all other dice that change come or go.

A verb has one of these functions, or one of its game's own. It takes the heap before the action and the arguments, and
gives `Way`s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from skill.lattice.cells import Cell
from skill.lattice.pyramid import Pyramid


class Way(NamedTuple):
    """The way of one die."""

    start: Cell
    end: Cell
    tips: bool = False
    """Whether it tips over its edge into a neighbouring cell of its level; else it keeps its orientation."""


Ways = Callable[..., Sequence[Way]]
"""Called with the heap before an action and the arguments of the action."""


def none(_: Pyramid, *arguments: object) -> Sequence[Way]:
    """No die goes anywhere."""
    return ()


def carried(_: Pyramid, start: Cell, end: Cell) -> Sequence[Way]:
    """One die is lifted and set down."""
    return (Way(start, end),)


def tipped(_: Pyramid, start: Cell, end: Cell) -> Sequence[Way]:
    """One die tips into a neighbouring cell."""
    return (Way(start, end, tips=True),)


def swapped(_: Pyramid, cell: Cell, other: Cell) -> Sequence[Way]:
    """Two dice change places."""
    return (Way(cell, other), Way(other, cell))


def slid(pyramid: Pyramid, cell: Cell) -> Sequence[Way]:
    """One die is pulled out, and the column on its third face slides down one cell; none under two columns does."""
    column = pyramid.column(cell) if cell in pyramid.sliding() else []
    return [Way(upper, lower) for lower, upper in pairwise(column)]
