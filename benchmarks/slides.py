"""Pull and slide: does the world do what the lattice says when a die with two bare upper faces is pulled?

    python benchmarks/slides.py [--slides N] [--seed S] [--scene NAME]

Random heaps of all sizes, upright dice in random orientations; in each one die that is covered on a single face is
taken away, and what stands when all has come to rest is compared with the lattice, cell for cell and number for number.
Prints the share that agrees, by level of the pulled die and by length of the column, and every miss with its cause.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from skill.lattice.cells import ABOVE, LEVEL, NAMES, Cell
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.physics.scene import Scene, load_scene
from skill.physics.world import World

GREATEST_S = 20.0  # for which a slide is waited for


class Slide(NamedTuple):
    """One die pulled out of one heap."""

    heap: Pyramid
    cell: Cell
    seen: Reading
    """What the world came to."""

    @property
    def column(self) -> list[Cell]:
        """The cells into which dice slide by the lattice, from the gap upwards."""
        axis = self.heap.slide_axis(self.cell)
        assert axis is not None
        cells, upper = [], self.cell
        while (above := ABOVE[upper][axis]) is not None and above in self.heap:
            cells.append(upper)
            upper = above
        return cells

    @property
    def agrees(self) -> bool:
        """Whether the heap that stands is the lattice's, and nothing lies loose or fell off."""
        return self.seen.settled and not self.seen.loose and self.seen.pyramid == self.heap.slide(self.cell)

    @property
    def cause(self) -> str:
        """What differs."""
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
    """A heap of that many dice, each put into any funnel that is there."""
    heap = EMPTY
    for _ in range(size):
        heap = heap.put(rng.choice(heap.funnels()), Die(rng.choice((RED, GREEN, BLACK)), rng.choice(ORIENTATIONS)))
    return heap


def slides(scene: Scene, count: int, seed: int) -> Iterator[Slide]:
    """So many slides, each in a heap of its own."""
    rng = random.Random(seed)
    while count:
        heap = random_heap(rng, rng.randint(10, 165))
        sliding = [cell for cell in heap.sliding() if heap.slide_axis(cell) is not None]
        if sliding:
            count -= 1
            yield pulled(scene, heap, rng.choice(sliding))


def pulled(scene: Scene, heap: Pyramid, cell: Cell) -> Slide:
    """What the world does when the die in `cell` is taken away."""
    world = World(scene, heap)
    world.settle()
    world.remove(cell)
    world.settle(GREATEST_S)
    seen = world.reading()
    world.close()
    return Slide(heap, cell, seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slides", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scene", default="pyramid")
    arguments = parser.parse_args()
    tried, agreed = Counter[str](), Counter[str]()
    for n, slide in enumerate(slides(load_scene(arguments.scene), arguments.slides, arguments.seed), 1):
        for group in ("all", f"level {LEVEL[slide.cell]}", f"{len(slide.column)} sliding"):
            tried[group] += 1
            agreed[group] += slide.agrees
        if not slide.agrees:
            print(f"{n}: {len(slide.heap)} dice, {NAMES[slide.cell]} pulled: {slide.cause}", flush=True)
    for group in sorted(tried):
        print(f"{group:<12}{agreed[group]:>5} of {tried[group]:<5}{100 * agreed[group] / tried[group]:6.1f} %")


if __name__ == "__main__":
    main()
