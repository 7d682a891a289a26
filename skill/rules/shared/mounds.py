"""Mounds that are moved from corner to corner by right-angle moves: how a move looks to a bot in games 37 and 38."""

from __future__ import annotations

from skill.lattice.cells import COORDS, SUPPORTS, Cell
from skill.lattice.pyramid import Pyramid


def gain(pyramid: Pyramid, cell: Cell, to: Cell, target: int, corner: Cell) -> float:
    """The worth of moving a die on its way to the mound `target`, a mask of cells, at the funnel `corner`.

    A move gains by coming nearer, by entering the mound and not leaving it, and by freeing dice that should leave.
    """
    after = pyramid.move(cell, to)
    entered = (target >> to & 1) - (target >> cell & 1)
    lighter = weight(pyramid, cell, target) - weight(after, to, target)
    return distance(cell, corner) - distance(to, corner) + 2 * entered + lighter


def weight(pyramid: Pyramid, cell: Cell, target: int) -> float:
    """The cost of the die in `cell` lying where it does: on dice of its own colour, or on dice that should leave the
    target. Below 0 where it is of use by holding others up."""
    colour, cost = pyramid.at(cell).colour, 0.0
    for below in SUPPORTS[cell]:
        is_own = pyramid.at(below).colour == colour
        if target >> below & 1:
            cost += 0 if is_own else 1.5
        else:
            cost += 0.5 if is_own else -0.1
    return cost


def distance(cell: Cell, corner: Cell) -> float:
    """Steps over the lattice between two cells, level or not."""
    return sum(abs(a - b) for a, b in zip(COORDS[cell], COORDS[corner], strict=True)) / 2
