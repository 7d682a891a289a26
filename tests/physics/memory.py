"""How much memory worlds take, counted in a process that does nothing else."""

from __future__ import annotations

import sys

from tests.processes import printed

COUNTED, OF = 25, 1000
"""Few: those of PyBullet take tens of megabytes each."""

PROGRAM = """
import sys
from resource import getpagesize
from skill.lattice.notation import parse_position
from skill.physics.scene import load_scene
from skill.physics.world import World

def resident():  # now; the most so far is that of the process that began this one, where that had more
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * getpagesize()

def made():
    world = World(scene, start, sleep=False)
    for _ in range(8):
        world.step()
    world.observe()
    return world

scene = load_scene("faraday", {"engine.name": sys.argv[1]})
start = parse_position("R800:321 G080:321 K008:321 R233:213")
kept = [made()]
before = resident()
kept += [made() for _ in range(int(sys.argv[2]))]
print(resident() - before)
"""


def can_count() -> bool:
    """Whether it can be counted here: it is read from /proc."""
    return sys.platform == "linux"


def thousand_worlds(engine: str) -> float:
    """Bytes that a thousand worlds of four dice take, counted from a few of them."""
    (grown,) = printed(sys.executable, PROGRAM, engine, str(COUNTED))
    return OF / COUNTED * int(grown)
