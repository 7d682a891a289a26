"""Funnels that fill themselves once their three dice are in place: what games 23 to 26 share.

Filling order: the lowest level first, within a level the smallest cell number; that is the order of cells themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from skill.lattice.cells import (
    BASE,
    BASE_MASK,
    COVER_MASK,
    SUPPORT_MASK,
    SUPPORTS,
    UPPER_MASK,
    ZEROS,
    Cell,
    all_neighbours,
    in_mask,
)
from skill.lattice.dice import UNKNOWN, Colour, Die
from skill.lattice.pyramid import ALL_DICE, Pyramid
from skill.rules.shared.kit import PLAIN

Filling = Callable[[list[Colour]], Colour | None]
"""The colour that fills a funnel over dice of these three colours; None leaves it open."""
_COLOURS = [die.colour if die else UNKNOWN for die in ALL_DICE]  # by the codes of a heap
_PLAIN_CODES = {colour: bytes([ALL_DICE.index(die)]) for colour, die in PLAIN.items()}


def fills(pyramid: Pyramid, changed: Iterable[Cell], filling: Filling) -> list[tuple[Cell, Die]]:
    """All fills above the dice at `changed` and above those fills, in filling order."""
    waiting = 0
    for cell in changed:
        waiting |= COVER_MASK[cell]
    empty, codes = ~pyramid.mask, pyramid.codes
    found: list[tuple[Cell, Die]] = []
    while waiting:
        own = waiting & -waiting
        waiting ^= own
        cell = own.bit_length() - 1
        if empty & (own | SUPPORT_MASK[cell]) != own:
            continue
        i, j, k = SUPPORTS[cell]
        if colour := filling([_COLOURS[codes[i]], _COLOURS[codes[j]], _COLOURS[codes[k]]]):
            codes = codes[:cell] + _PLAIN_CODES[colour] + codes[cell + 1 :]
            empty ^= own
            waiting |= COVER_MASK[cell]
            found.append((cell, PLAIN[colour]))
    return found


def filled(pyramid: Pyramid, changed: Iterable[Cell], filling: Filling) -> Pyramid:
    """The heap after all fills above the dice at `changed`."""
    found = fills(pyramid, changed, filling)
    return pyramid.put_all(found) if found else pyramid


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
