"""Funnels that fill themselves once their three dice are in place: what games 23 to 26 share.

Filling order: the lowest level first, within a level the smallest cell number; that is the order of cells themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from skill.lattice.cells import BASE, BASE_MASK, COVER_MASK, SUPPORTS, UPPER_MASK, ZEROS, Cell, all_neighbours, in_mask
from skill.lattice.dice import Colour
from skill.lattice.pyramid import Pyramid
from skill.rules.shared.kit import PLAIN

Filling = Callable[[list[Colour]], Colour | None]
"""The colour that fills a funnel over dice of these three colours; None leaves it open."""


def cascade(pyramid: Pyramid, changed: Iterable[Cell], filling: Filling) -> Iterator[tuple[Colour, Pyramid]]:
    """Each fill above the dice at `changed` and above those fills, in filling order: its colour, and the heap then."""
    waiting = 0
    for cell in changed:
        waiting |= COVER_MASK[cell]
    while waiting:
        lowest = waiting & -waiting
        waiting ^= lowest
        cell = lowest.bit_length() - 1
        if not pyramid.is_funnel(cell):
            continue
        if colour := filling(pyramid.colours_at(SUPPORTS[cell])):
            pyramid = pyramid.put(cell, PLAIN[colour])
            waiting |= COVER_MASK[cell]
            yield colour, pyramid


def cascaded(pyramid: Pyramid, changed: Iterable[Cell], filling: Filling) -> Pyramid:
    """The heap after the last fill of the cascade above the dice at `changed`."""
    for _, after in cascade(pyramid, changed, filling):
        pyramid = after
    return pyramid


def open_funnels(pyramid: Pyramid) -> list[Cell]:
    """The funnels above the base layer, in filling order."""
    return pyramid.funnels(UPPER_MASK)


def funnels_beside(pyramid: Pyramid) -> Sequence[Cell]:
    """The empty base funnels with a taken one beside them; all of them if none is taken."""
    mask = pyramid.mask & BASE_MASK
    return in_mask(all_neighbours(mask) & BASE_MASK & ~mask) if mask else BASE


def outside_faces(pyramid: Pyramid, colours: Iterable[Colour]) -> tuple[float, ...]:
    """How many of the complete pyramid's 135 outside faces each colour already has."""
    faces = dict.fromkeys(colours, 0)
    for cell, die in pyramid:
        faces[die.colour] += ZEROS[cell]
    return tuple(faces.values())
