"""A whole chunk at a time, where a game has dice set one by one: a shape that follows the pointer and can be turned.

No pygame. A chunk is a mask of cells, a shape the steps from the cell under the pointer to each of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from skill.lattice.cells import COORDS, NUMBER_OF, Cell, Vector, in_mask, mask_of
from skill.lattice.pyramid import Pyramid

Shape = frozenset[Vector]


class Chunks:
    """The chunks of two dice and more that may be set now."""

    def __init__(self, sets: Iterable[int] = ()) -> None:
        self._all = frozenset(chunk for chunk in sets if chunk.bit_count() > 1)

    def __bool__(self) -> bool:
        return bool(self._all)

    def with_cell(self, cell: Cell) -> list[int]:
        """Those that fill `cell`, the small ones first."""
        return sorted((c for c in self._all if c >> cell & 1), key=lambda chunk: (chunk.bit_count(), chunk))

    def placed(self, shape: Shape | None, cell: Cell) -> int:
        """The chunk of that shape at `cell`, 0 if it cannot be set there."""
        i, j, k = COORDS[cell]
        cells = [NUMBER_OF.get((i + a, j + b, k + c)) for a, b, c in shape or ()]
        chunk = mask_of(c for c in cells if c is not None)
        return chunk if None not in cells and chunk in self._all else 0

    def turned(self, shape: Shape | None, cell: Cell, by: int) -> Shape | None:
        """The shape of the chunk at `cell` that comes `by` after the one shown, round and round; None is no chunk."""
        ring = [0, *self.with_cell(cell)]
        chunk = ring[(ring.index(self.placed(shape, cell)) + by) % len(ring)]
        return shape_of(chunk, cell) if chunk else None


def shape_of(chunk: int, cell: Cell) -> Shape:
    """How the cells of a chunk lie from `cell`."""
    i, j, k = COORDS[cell]
    return frozenset((a - i, b - j, c - k) for a, b, c in (COORDS[c] for c in in_mask(chunk)))


def in_order(chunk: int, pyramid: Pyramid) -> list[Cell]:
    """The cells of a chunk so that each, when its turn comes, is a funnel: the lowest levels first."""
    return sorted(in_mask(chunk & ~pyramid.mask), key=lambda cell: -sum(COORDS[cell]))


def leaves(sets: Iterable[int], chunk: int) -> frozenset[int]:
    """What those sets that hold the whole chunk lack once it stands."""
    return frozenset(s & ~chunk for s in sets if s & chunk == chunk)
