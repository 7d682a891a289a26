"""What tools do in the hands of somebody who points, presses, turns the wheel and holds keys, and how they are drawn,
as digests in `aimed.txt`: so that nothing about them changes unnoticed. `python -m tests.app.input.aimed --write` after
a change that is meant.

The first line says with which numpy they were made: another one may round otherwise, which is soon seen in a heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import chain, pairwise, repeat
from pathlib import Path
from typing import NamedTuple

from skill.app.input.actions import Act
from skill.app.input.tools import ToolBindings
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView, Viewport
from skill.draw.scene_view import LEVEL_PLATE
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.versions import versions_here
from skill.table.attempts import begin_attempt
from tests.digests import all_coarse, of_numpy
from tests.physics import moved

KEPT = of_numpy(Path(__file__).with_name("aimed.txt"), versions_here()["numpy"])
SIZE = (960, 800)
LOOKS = 2  # samples, after which tools are looked at
PARTS = 5
OF_NO_GAME = ("knock", "pour")  # scenes
HEAP = parse_position("K332 G242 K233 G323 R232")
STOCK = [Die(colour) for colour in "RGBRGB"]
PARTS_OF_ONE = 1000  # that numbers are told in


def cases() -> dict[str, Callable[[], AttemptRun]]:
    """How to begin the first attempt of every game of hands, in each scene that an option gives it; and one with every
    tool that no game has."""
    games = {name: partial(begin_attempt, match) for name, match in moved.quick_cases().items()}
    others = {name: partial(AttemptRun, load_scene(name), HEAP, seed=1, hand=STOCK) for name in OF_NO_GAME}
    return {**games, **others}


class Doing(NamedTuple):
    """What somebody does for one sample."""

    pointer: InView | None
    pressed: bool = False
    notches: float = 0.0
    held: frozenset[Act] = frozenset()
    stick: InView = (0.0, 0.0)


def stroke(start: InView, way: InView, samples: int, **given: bool) -> Iterator[Doing]:
    """The pointer goes a way."""
    for n in range(samples + 1):
        yield Doing((start[0] + way[0] * n / samples, start[1] + way[1] * n / samples), **given)


def parts(bindings: ToolBindings, at: InView) -> Iterator[Iterator[Doing]]:
    """What somebody tries, each in an attempt of its own: a stroke at a die, one that is drawn back, the wheel, each
    key, two keys at once, the stick of a controller."""
    x, y = at
    yield chain(
        stroke((x - 0.3, y - 0.1), (0.3, 0.1), 6),
        stroke(at, (0.3, 0.2), 9, pressed=True),
        repeat(Doing((x + 0.3, y + 0.2)), 30),
    )
    yield chain(
        stroke(at, (-0.2, 0.25), 6, pressed=True),
        stroke((x - 0.2, y + 0.25), (0.2, -0.25), 3, pressed=True),
        repeat(Doing(at), 3),
        repeat(Doing(at, notches=1.0), 3),
        repeat(Doing((0.1, -0.4), notches=-2.0), 3),
        repeat(Doing((0.1, -0.4), True, 1.0), 3),
    )
    keys = [frozenset({act}) for act in dict.fromkeys(bindings.keys.values())]
    yield chain.from_iterable(repeat(Doing(at, held=held), 4) for held in keys)
    yield chain.from_iterable(
        chain(repeat(Doing(at, held=one | other), 3), repeat(Doing(at), 2)) for one, other in pairwise(keys)
    )
    yield chain(
        repeat(Doing(None, stick=(0.5, -0.4)), 6),
        chain.from_iterable(repeat(Doing(None, held=held), 2) for held in keys),
    )


def aimed(begin: Callable[[], AttemptRun]) -> str:
    """A digest for each tool that points and each part of what it does, shows and says now and then."""
    running = begin()
    running.close()
    tools = sum(binding.points for binding in ToolBindings(running.scene).bindings) or 1
    return " ".join(_tried(begin(), tool, part) for tool in range(tools) for part in range(PARTS))


def _tried(running: AttemptRun, tool: int, part: int) -> str:
    bindings, seen = ToolBindings(running.scene), sha256()
    for _ in range(tool):
        bindings.switch()
    numbers = running.world.numbers
    view = Viewport(bindings.camera(), SIZE, running)
    at = view.seen(running.world.body(numbers[0]).position) if numbers else (0.1, 0.0)
    for n, doing in enumerate(list(parts(bindings, at))[part]):
        viewport = Viewport(bindings.camera(), SIZE, running)
        pointer, pressed, notches, held, stick = doing
        given = ToolInput(viewport, pointer, pressed, notches, held, running.sample_s, stick)
        running.tick(bindings.sample(given, running))
        if n % LOOKS == 0 or running.done:
            seen.update(repr(looked_at(bindings, running)).encode())
        if running.done:
            break
    running.close()
    return seen.hexdigest()[:6]


def looked_at(bindings: ToolBindings, running: AttemptRun) -> object:
    """The command of the tools, and all that is seen of them."""
    said = (bindings.hint(), bindings.ready(by_keys=True), bindings.chance(running), bindings.ending(running))
    drawn = (bindings.strokes(running, LEVEL_PLATE), bindings.ghosts(running, LEVEL_PLATE))
    shown = (bindings.gauge(running, 20.0), bindings.camera(), *map(list, drawn))
    return all_coarse((running.trace.samples[-1], shown), PARTS_OF_ONE), said


if __name__ == "__main__":
    KEPT.main({name: aimed(begin) for name, begin in cases().items()})
