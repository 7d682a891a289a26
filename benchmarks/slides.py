"""Pull and slide: does the world do what the lattice says when a die with two bare upper faces is pulled?

Random heaps of all sizes, upright dice in random orientations; in each one die that is covered on a single face is
taken away, and what stands when all has come to rest is compared with the lattice, cell for cell and number for number.
Told is the share that agrees, by level of the pulled die and by length of the column, and every miss with its cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.harness import Plot, Row
from skill.lattice.cells import LEVEL, NAMES
from skill.physics.lab.slides import slides
from skill.physics.scene import load_scene

SCENE, SEED, COUNT, FEW = "pyramid", 1, 200, 20
PLOT = Plot("agree %")


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for every miss with its cause, then the share that agrees: of all, by level and by length."""
    tried, agreed = Counter[str](), Counter[str]()
    for n, slide in enumerate(slides(load_scene(SCENE), FEW if quick else COUNT, SEED), 1):
        for group in ("all", f"level {LEVEL[slide.cell]}", f"{len(slide.column)} sliding"):
            tried[group] += 1
            agreed[group] += slide.agrees
        if not slide.agrees and only in "miss":
            yield Row(f"miss {n}", "ours", {"dice": len(slide.heap)}, f"{NAMES[slide.cell]} pulled: {slide.cause}")
    for group in sorted(tried):
        if only in group:
            share = 100 * agreed[group] / tried[group]
            yield Row(group, "ours", {"agree": agreed[group], "of": tried[group], "agree %": share})
