"""Pull and slide: a die is taken out of a random heap, and what then stands is compared with the lattice.

Heaps of all sizes, upright dice in random orientations; the die that is taken is covered on a single face.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from skill.lattice.cells import Cell
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.physics.scene import Scene
from skill.physics.world import World

MAX_SLIDE_S = 20.0  # for which a slide is waited for


class Slide(NamedTuple):
    """One die pulled out of one heap."""

    heap: Pyramid
    cell: Cell
    seen: Reading
    """The reading once the world had settled."""

    @property
    def column(self) -> list[Cell]:
        """The cells into which dice slide by the lattice, from the gap upwards."""
        return self.heap.column(self.cell)[:-1]

    @property
    def agrees(self) -> bool:
        """Whether the heap that stands is the lattice's, and nothing lies loose or fell off."""
        return self.seen.settled and not self.seen.loose and self.seen.pyramid == self.heap.slide(self.cell)

    @property
    def cause(self) -> str:
        """How the heap that stands differs from the lattice's, in words."""
        if not self.seen.settled:
            return "not at rest"
        if off := len(self.seen.off):
            return f"{off} fell off"
        expected, found = self.heap.slide(self.cell), self.seen.pyramid
        turned = sum(c in found and found[c] != expected[c] for c in self.column)
        missing = sum(c not in found for c in self.column)
        others = sum(found[c] != die for c, die in expected if c not in self.column)
        return f"of {len(self.column)} that slide {turned} turned, {missing} did not arrive; {others} others moved"


def random_heap(rng: random.Random, size: int) -> Pyramid:
    """A heap of `size` dice, each put into a funnel drawn at random."""
    heap = EMPTY
    for _ in range(size):
        heap = heap.put(rng.choice(heap.funnels()), Die(rng.choice((RED, GREEN, BLACK)), rng.choice(ORIENTATIONS)))
    return heap


def slides(scene: Scene, count: int, seed: int) -> Iterator[Slide]:
    """`count` slides, each in a random heap of its own."""
    rng = random.Random(seed)
    while count:
        heap = random_heap(rng, rng.randint(10, 165))
        sliding = [cell for cell in heap.sliding() if heap.slide_axis(cell) is not None]
        if sliding:
            count -= 1
            yield pull(scene, heap, rng.choice(sliding))


def pull(scene: Scene, heap: Pyramid, cell: Cell) -> Slide:
    """The slide that follows in the world when the die in `cell` is taken away."""
    world = World(scene, heap)
    world.settle()
    world.remove(cell)
    world.settle(MAX_SLIDE_S)
    seen = world.reading()
    world.close()
    return Slide(heap, cell, seen)
