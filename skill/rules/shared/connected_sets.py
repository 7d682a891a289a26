"""Sets of dice that are built together, linked by faces: lists all that can stand, and builds one of them die after
die.

A set of cells is a mask. While a set is being built, a tuple of masks says what it may become: for each set that is
still possible, the cells that are missing. An empty mask among them means that the placed dice are a set already.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_

from skill.lattice.cells import ALL, AXES, BELOW, CELLS, Cell, closure, contact_cells, in_mask
from skill.lattice.notation import Verb
from skill.lattice.pyramid import Pyramid

Sets = tuple[int, ...]
Kind = tuple[int, int]
"""Sets of that many cells, all of which are in that mask."""

BREAK = Verb("break <spot>", "break it off", told="{player} broke off a die.")
"""By its place in a block beside the plate: x and y, or x, y and z."""

CONES: Sets = tuple(closure(c, 0) for c in CELLS)
"""For each cell itself and all below it: what stands when a die stands there."""


@lru_cache(maxsize=1 << 11)
def connected_sets(roots: int, occupied: int, size: int, within: int = ALL) -> Sets:
    """The sets of `size` empty cells that can stand on what is occupied, are linked by faces and hold one of `roots`.

    All their cells are in `within`. Adding to a set a cell that lies on it, with what that cell needs below it, keeps
    it linked and standing; every such set grows in this way from a root and what the root needs.
    """
    empty, outside = ALL & ~occupied, ~within
    found = {s for c in in_mask(roots & empty) if (s := CONES[c] & empty).bit_count() <= size and not s & outside}
    complete = [s for s in found if s.bit_count() == size]
    growing = [(s, contact_cells(s, occupied) & within) for s in found if s.bit_count() < size]
    for connected, covers in growing:  # it grows while it is walked
        on_it = covers & ~connected
        while on_it:
            cell = on_it.bit_length() - 1
            on_it ^= 1 << cell
            added = CONES[cell] & empty & ~connected
            larger = connected | added
            if larger not in found and (count := larger.bit_count()) <= size and not added & outside:
                found.add(larger)
                if count == size:
                    complete.append(larger)
                else:
                    growing.append((larger, covers | contact_cells(added, occupied) & within))
    return tuple(sorted(complete))


def renewed(standing: Iterable[Sets], kinds: Iterable[Kind], filled: int, occupied: int) -> tuple[Sets, ...]:
    """All sets of each of these kinds that can stand, if `standing` did before `filled` was added to what is occupied.

    What can stand now and could not before holds a cell that lies on a filled one.
    """
    found, above = [], contact_cells(filled, occupied)
    for sets, (size, within) in zip(standing, kinds, strict=True):
        left = tuple([s for s in sets if not s & filled])
        new = connected_sets(above & within, occupied, size, within) if above & within else ()
        found.append(tuple(sorted(left + new)) if new else left)
    return tuple(found)


def next_cells(sets: Sets, pyramid: Pyramid) -> list[Cell]:
    """The funnels into which the next die of one of these sets may go."""
    return pyramid.funnels(union(sets))


def narrowed(sets: Sets, cell: Cell) -> Sets:
    """What the sets that hold `cell` lack once it is filled."""
    bit = 1 << cell
    return tuple(s ^ bit for s in sets if s & bit)


def union(sets: Iterable[int]) -> int:
    """The mask of the cells in any of the sets."""
    return reduce(or_, sets, 0)


@lru_cache(maxsize=1 << 14)
def longest_row(group: int) -> int:
    """How many dice the longest straight row of face contacts in `group` has."""
    longest = 0
    for start in in_mask(group):
        for axis in AXES:
            length, below = 1, BELOW[start][axis]
            while below is not None and group >> below & 1:
                length, below = length + 1, BELOW[below][axis]
            longest = max(longest, length)
    return longest
