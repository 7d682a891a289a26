"""Connected sets: dice that a player places together although the rules place them one by one. No pygame.

A connected set is a mask of cells. Its shape is the set of steps from the cell under the pointer to each of its cells,
so that the same shape can be tried at another cell.
"""

from __future__ import annotations

from collections.abc import Iterable

from skill.lattice.cells import COORDS, NUMBER_OF, Cell, Vector, in_mask, mask_of
from skill.lattice.pyramid import Pyramid
from skill.rules.shared.connected_sets import union

Shape = frozenset[Vector]


class ConnectedSets:
    """The connected sets of two dice and more that may be placed now."""

    def __init__(self, masks: Iterable[int] = ()) -> None:
        masks = frozenset(masks)
        self._masks = frozenset(mask for mask in masks if mask.bit_count() > 1)
        self._single = union(masks - self._masks)

    def __bool__(self) -> bool:
        return bool(self._masks)

    def with_cell(self, cell: Cell) -> list[int]:
        """Those that fill `cell`, the smallest first."""
        return sorted((m for m in self._masks if m >> cell & 1), key=lambda mask: (mask.bit_count(), mask))

    def only(self, cell: Cell) -> int:
        """That one which fills `cell` if there is no choice, and no die may stand there alone; else 0."""
        found = self.with_cell(cell)
        return found[0] if len(found) == 1 and not self._single >> cell & 1 else 0

    def placed(self, shape: Shape | None, cell: Cell) -> int:
        """The connected set of that shape at `cell`, 0 if it cannot be placed there."""
        i, j, k = COORDS[cell]
        cells = [NUMBER_OF.get((i + a, j + b, k + c)) for a, b, c in shape or ()]
        mask = mask_of(c for c in cells if c is not None)
        return mask if None not in cells and mask in self._masks else 0

    def next_shape(self, shape: Shape | None, cell: Cell, by: int) -> Shape | None:
        """The shape of the set at `cell` that comes `by` after `shape`, round and round; None stands for no set."""
        ring = [0, *self.with_cell(cell)]
        mask = ring[(ring.index(self.placed(shape, cell)) + by) % len(ring)]
        return shape_of(mask, cell) if mask else None


def shape_of(mask: int, cell: Cell) -> Shape:
    """The steps from `cell` to each cell of the set."""
    i, j, k = COORDS[cell]
    return frozenset((a - i, b - j, c - k) for a, b, c in (COORDS[c] for c in in_mask(mask)))


def in_order(mask: int, pyramid: Pyramid) -> list[Cell]:
    """The empty cells of a set, the lowest levels first: each is a funnel when its turn comes."""
    return sorted(in_mask(mask & ~pyramid.mask), key=lambda cell: -sum(COORDS[cell]))


def continuations(masks: Iterable[int], mask: int) -> frozenset[int]:
    """For each of `masks` that contains all of `mask`: the cells that it has besides."""
    return frozenset(m & ~mask for m in masks if m & mask == mask)
