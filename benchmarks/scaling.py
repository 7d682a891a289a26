"""What does one more die cost? A step of standing pyramids of 1 to 165 dice, all awake, and the exponent of its growth.

The exponent is that of the power law that fits the larger half of the pyramids, by least squares of the logarithms;
processor time of one core, the best of several rounds in which all sizes take their turns.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Plot, Row
from benchmarks.peers.mujoco_world import MujocoWorld, Setting
from benchmarks.peers.setup import setup_of
from benchmarks.physics import Case, Ours, Run, heap, run
from skill.physics.scene import load_scene

PLOT = Plot("us a step", over="dice")
LEVELS = range(1, 10)
ROUNDS = 3
PEER = Setting("CG", 20, 240, "pyramidal")


def case(levels: int) -> Case:
    """The pyramid of so many levels."""
    return Case("awake", "pyramid", heap(levels), 0.1, 0.25)


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each size and engine, and one for each engine's exponent."""
    if only not in "awake":
        return
    scene = load_scene("pyramid")
    best: dict[tuple[str, int], Run] = {}
    for _ in range(1 if quick else ROUNDS):
        for levels in LEVELS:
            each = case(levels)
            poses = Ours(scene, each).poses
            for name, engine in (("ours", Ours(scene, each)), (str(PEER), MujocoWorld(setup_of(scene, poses), PEER))):
                made = run(engine, each)
                assert made is not None
                best[name, each.dice] = min(best.get((name, each.dice), made), made, key=lambda one: one.spent_s)
    for name in ("ours", str(PEER)):
        sizes = [dice for engine, dice in best if engine == name]
        costs = [best[name, dice].figures["us a step"] for dice in sizes]
        for dice in sizes:
            yield Row("awake", name, {"dice": dice, **best[name, dice].figures})
        half = len(sizes) // 2
        slope, _ = np.polyfit(np.log(sizes[half:]), np.log(costs[half:]), 1)
        yield Row("awake", name, {"exponent": float(slope)}, f"from {sizes[half]} dice on")
