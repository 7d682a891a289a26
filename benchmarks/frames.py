"""How long a frame takes: 165 moving dice on the plate in each renderer and quality, drawn until the pixels are there.

    python benchmarks/frames.py [--size 1280x800] [--frames N]

Dice swing a little about their places, so that every frame uploads them all and casts their shadows anew. The first
frames of each are untimed; the best, the median and the part of it that is not drawing (making the view) are told.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from math import sin
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from skill.app.camera import Size, home
from skill.app.renderer import Renderer, software
from skill.app.view import SceneView, pyramid_view
from skill.errors import Unavailable
from skill.lattice.cells import CELLS
from skill.lattice.dice import Die
from skill.lattice.pyramid import Pyramid

WARM_UP = 3
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


def renderers() -> list[Renderer]:
    """Every renderer there is here; what is missing is said."""
    found: list[Renderer] = []
    try:
        from skill.app.render_gl import standalone

        gl = standalone()
        print(f"OpenGL: {gl.context.info['GL_RENDERER']}")
        found.append(gl)
    except (ImportError, Unavailable) as error:
        print(f"left out: {error}")
    return [*found, software()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1280x800", help="pixels, width x height")
    parser.add_argument("--frames", type=int, default=20)
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    print(f"{len(FULL.dice)} moving dice, {width}x{height}, {given.frames} frames; milliseconds a frame")
    print(f"{'renderer':24} {'quality':8} {'scale':>5} {'best':>8} {'median':>8} {'view':>8}")
    for renderer in renderers():
        for quality, scale in (("low", 0.75), ("low", 1.0), ("high", 1.0)):
            size = (round(width * scale), round(height * scale))
            drawing, making = timed(renderer, size, quality, given.frames)
            best, middle, view = min(drawing), statistics.median(drawing), statistics.median(making)
            print(f"{renderer.name:24} {quality:8} {scale:5} {best:8.1f} {middle:8.1f} {view:8.2f}")


if __name__ == "__main__":
    main()
