"""Pull and slide: does the world do what the lattice says when a die with two bare upper faces is pulled?

Random heaps of all sizes, upright dice in random orientations; in each one die that is covered on a single face is
taken away, and what stands when all has come to rest is compared with the lattice, cell for cell and number for number.
Told is for each friction the share that agrees, by level of the pulled die and by length of the column, and every miss
with its cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.harness import Plot, Row, ours
from skill.lattice.cells import LEVEL, NAMES
from skill.physics.lab.slides import slides
from skill.physics.scene import load_scene

SCENE, SEED, COUNT, FEW = "pyramid", 1, 100, 10
FRICTIONS = (0.2, 0.3, 0.4)
PLOT = Plot("agree %")


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for every miss with its cause, then the share that agrees: of all, by level and by length."""
    for friction in FRICTIONS:
        yield from _measured(friction, FEW if quick else COUNT, only)


def _measured(friction: float, count: int, only: str) -> Iterator[Row]:
    tried, agreed, case = Counter[str](), Counter[str](), f"friction {friction}"
    scene = load_scene(SCENE, {"material.friction": friction})
    for n, slide in enumerate(slides(scene, count, SEED), 1):
        for group in ("all", f"level {LEVEL[slide.cell]}", f"{len(slide.column)} sliding"):
            tried[group] += 1
            agreed[group] += slide.agrees
        if not slide.agrees and only in f"{case}, miss":
            yield Row(f"{case}, miss {n}", ours(), {"dice": len(slide.heap)}, f"{NAMES[slide.cell]}: {slide.cause}")
    for group in sorted(tried):
        if only in f"{case}, {group}":
            share = 100 * agreed[group] / tried[group]
            yield Row(f"{case}, {group}", ours(), {"agree": agreed[group], "of": tried[group], "agree %": share})
