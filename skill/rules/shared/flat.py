"""What games on the base layer share: steps to adjacent funnels and straight jumps over one die."""

from __future__ import annotations

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, LEVEL_STEPS, NEIGHBOURS, Cell, ray
from skill.lattice.pyramid import Pyramid


def _hops(cell: Cell) -> tuple[tuple[Cell, Cell], ...]:
    lines = (list(ray(cell, step))[1:3] for step in LEVEL_STEPS)
    return tuple((line[0], line[1]) for line in lines if len(line) == 2)


HOPS: tuple[tuple[tuple[Cell, Cell], ...], ...] = tuple(_hops(cell) for cell in BASE)
"""For each base cell its straight jumps: the neighbour that is crossed, and the funnel behind it."""
STEPS = tuple((cell, NEIGHBOURS[cell]) for cell in BASE)
"""For each base cell where a step from it leads."""
LEAPS = tuple((cell, (*NEIGHBOURS[cell], *(to for _, to in HOPS[cell]))) for cell in BASE)
"""For each base cell where a step or a straight jump from it leads."""


def steps(pyramid: Pyramid, cell: Cell) -> list[Cell]:
    """The adjacent empty funnels."""
    empty = ~pyramid.mask
    return [to for to in NEIGHBOURS[cell] if empty >> to & 1]


def hops(pyramid: Pyramid, cell: Cell) -> list[tuple[Cell, Cell]]:
    """The straight jumps over one die into the empty funnel behind it: what is crossed, and where it lands."""
    mask = pyramid.mask
    return [(over, to) for over, to in HOPS[cell] if mask >> over & 1 and not mask >> to & 1]


def check_flat(pyramid: Pyramid) -> None:
    """Raises `IllegalMove` if a die stands above the base layer."""
    if pyramid.mask >> len(BASE):
        raise IllegalMove("position {pyramid}: expected dice on the base layer only", pyramid=pyramid)
