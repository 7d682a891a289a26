"""How long does a frame take? 165 moving dice in each renderer and quality, drawn until the pixels are there.

Dice swing a little about their places, so that every frame uploads them all and casts their shadows anew. The first
frames of each are untimed; the best, the median and the part of it that is not drawing (making the view) are told.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from math import sin

from skill.app.camera import Size, home
from skill.app.renderer import Renderer, software
from skill.app.view import SceneView, pyramid_view
from skill.bench import Plot, Row
from skill.errors import Unavailable
from skill.lattice.cells import CELLS
from skill.lattice.dice import Die
from skill.lattice.pyramid import Pyramid

WARM_UP, FRAMES, FEW = 3, 20, 3
SIZE = (1280, 800)
CASES = (("low", 0.75), ("low", 1.0), ("high", 1.0))
PLOT = Plot("median ms")
FULL = pyramid_view(Pyramid((cell, Die("RGK"[cell % 3])) for cell in CELLS))


def swinging(frame: int) -> SceneView:
    """The full pyramid with every die a little off its place."""
    dice = []
    for n, die in enumerate(FULL.dice):
        x, y, z = die.position
        dice.append(die._replace(position=(x, y, z + 0.02 * sin(frame + n))))
    return FULL._replace(dice=tuple(dice))


def finish(renderer: Renderer) -> None:
    """Waits until a graphics card, real or not, has done its work."""
    context = getattr(renderer, "context", None)
    if context is not None:
        context.finish()


def timed(renderer: Renderer, size: Size, quality: str, frames: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each frame, and of making each view."""
    drawing, making = [], []
    for frame in range(WARM_UP + frames):
        begin = time.perf_counter()
        view = swinging(frame)
        made = time.perf_counter()
        renderer.draw(view, home(), size, quality)
        finish(renderer)
        if frame >= WARM_UP:
            making.append(1000 * (made - begin))
            drawing.append(1000 * (time.perf_counter() - made))
    return drawing, making


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Each renderer there is here in each quality; what is missing is said."""
    found: list[Renderer] = []
    try:
        from skill.app.render_gl import standalone

        found.append(standalone())
    except (ImportError, Unavailable) as error:
        yield Row("OpenGL", "left out", {}, str(error))
    for renderer in [*found, software()]:
        for quality, scale in CASES:
            case = f"{quality} quality, {scale:g} of {SIZE[0]} x {SIZE[1]}"
            if only not in case:
                continue
            drawing, making = timed(renderer, scaled(scale), quality, FEW if quick else FRAMES)
            best, middle, view = min(drawing), statistics.median(drawing), statistics.median(making)
            yield Row(case, renderer.name, {"best ms": best, "median ms": middle, "of it view ms": view})


def scaled(scale: float) -> Size:
    """The window's size at a share of its width and height."""
    return (round(SIZE[0] * scale), round(SIZE[1] * scale))
