"""How many of a hundred throws with the pointer come to rest where: `python -m tests.app.input.thrown` prints it for
hands that aim at the middle of a free funnel, and for careless ones, who miss it by an edge and a half each way.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from skill.app.input.tools import ToolBindings
from skill.app.input.tools.flight import LANDS
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import Viewport
from skill.lattice.cells import COORDS, LEVELS, Cell
from skill.lattice.dice import Die
from skill.lattice.frame import point
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.rules.games import hide_away
from skill.rules.shared.throws import IN_HAND

SIZE = (960, 800)
CARELESS = 1.5  # rms error of each coordinate of the pointer, edges
HEAP = hide_away.set_up(2)
STARTS: dict[str, tuple[Pyramid, list[Cell]]] = {
    "mucho": (EMPTY, [cell for cell in LEVELS[0] if min(COORDS[cell])]),
    "hide-away": (HEAP, [cell for cell in sorted(hide_away.front_and_below(1)) if HEAP.is_funnel(cell)]),
}
"""What lies on the plate in each game, and the funnels that are aimed at in turn."""


def thrown(name: str, seed: int, engine: str = "bullet", strays: float = 0.0) -> str:
    """Where one die comes to rest, aimed with such an error, edges: `there`, in an `other` funnel, `loose` on the
    plate, or `off` it."""
    start, aims = STARTS[name]
    running = AttemptRun(load_scene(name, {"engine.name": engine}), start, seed=seed, hand=(Die(IN_HAND),))
    bindings, rng = ToolBindings(running.scene), Random(seed)
    viewport, aim = Viewport(bindings.camera(), SIZE, running), aims[seed % len(aims)]
    x, y, z = point(COORDS[aim], running.scene.plate.pitch)
    at = viewport.seen((x + rng.gauss(0, strays), y + rng.gauss(0, strays), max(z, LANDS)))
    try:
        for pressed in (False, True, False):
            given = ToolInput(viewport, at, pressed, 0.0, (), running.sample_s)
            running.tick(bindings.sample(given, running))
        running.rehearse([running.toolset.rest] * 600, until_still=True)
        (die,) = (die for die in running.reading().dice if die.colour == IN_HAND)
    finally:
        running.close()
    if die.off:
        return "off"
    return "loose" if die.cell is None else "there" if die.cell == aim else "other"


def counted(name: str, engine: str = "bullet", strays: float = 0.0, throws: int = 100) -> Counter[str]:
    """Where dice come to rest with seeds 1 to `throws`."""
    return Counter(thrown(name, seed, engine, strays) for seed in range(1, throws + 1))


if __name__ == "__main__":
    for game in STARTS:
        for engine in sys.argv[1:] or ("bullet", "rapier"):
            for strays in (0.0, CARELESS):
                print(game, engine, strays, dict(sorted(counted(game, engine, strays).items())), flush=True)
