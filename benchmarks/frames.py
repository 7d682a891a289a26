"""How long does a frame take? 165 moving dice in each renderer and quality, drawn until the pixels are there.

Besides, how long it takes to find what lies under the pointer, which every frame may ask.

A frame in a window is the scene beside the panel, put on screen together; its details are those that the application
chooses among. A frame without a window is the scene alone, over the whole size.

Dice swing a little about their places, so that every frame uploads them all and casts their shadows anew. The first
frames of each are untimed; the best, the median and the part of it that is not drawing (making the view) are shown.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from math import sin
from random import Random

from benchmarks.harness import Plot, Row
from skill.draw.camera import Size, home
from skill.draw.detail import DETAILS, Detail
from skill.draw.picking import cast
from skill.draw.renderer import Renderer, software
from skill.draw.scene_view import SceneView, pyramid_view
from skill.errors import Unavailable
from skill.lattice.cells import CELLS
from skill.lattice.dice import Die
from skill.lattice.pyramid import Pyramid

WARM_UP, FRAMES, FEW = 3, 20, 3
POINTERS = 50
SIZE = (1280, 800)
WINDOWS = {"OpenGL": "offscreen", "software": "dummy"}
"""Windows that nobody sees: what draws, and SDL's driver."""
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
        with context:
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


def in_window(driver: str, is_software: bool, detail: Detail, frames: int) -> tuple[list[float], str]:
    """Milliseconds of each whole frame in a window, the panel's unchanged pixels among them, and the window's kind."""
    os.environ.update(SDL_VIDEODRIVER=driver, SDL_AUDIODRIVER="dummy")
    import pygame

    from skill.app.screens.base import PANEL_WIDTH
    from skill.app.window import open_window

    pygame.display.quit()
    window = open_window(SIZE, "frames", is_software)
    scene = pygame.Rect(0, 0, SIZE[0] - PANEL_WIDTH, SIZE[1])
    panel = pygame.Rect(scene.w, 0, PANEL_WIDTH, SIZE[1])
    whole = []
    for frame in range(WARM_UP + frames):
        view = swinging(frame)
        begin = time.perf_counter()
        window.draw_scene(view, home(), scene.size, detail)
        window.show(scene, [panel], [panel] if frame == 0 else [])
        window.wait_until_drawn()
        if frame >= WARM_UP:
            whole.append(1000 * (time.perf_counter() - begin))
    return whole, type(window).__name__


def picking() -> list[float]:
    """Milliseconds for each of some places of the pointer."""
    rng, spent = Random(0), []
    for _ in range(POINTERS):
        ray = home().ray((rng.uniform(0, SIZE[0]), rng.uniform(0, SIZE[1])), SIZE)
        begin = time.perf_counter()
        cast(FULL, *ray)
        spent.append(1000 * (time.perf_counter() - begin))
    return spent


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Each renderer there is here in each quality; what is missing is said."""
    found: list[Renderer] = []
    try:
        from skill.draw.opengl import standalone

        found.append(standalone())
    except (ImportError, Unavailable) as error:
        yield Row("OpenGL", "left out", {}, str(error))
    for renderer in [*found, software()]:
        for detail in DETAILS:
            case = f"{detail.quality} quality, {detail.scale:g} of {SIZE[0]} x {SIZE[1]}"
            if only not in case:
                continue
            drawing, making = timed(renderer, scaled(detail.scale), detail.quality, FEW if quick else FRAMES)
            best, middle, view = min(drawing), statistics.median(drawing), statistics.median(making)
            yield Row(case, renderer.name, {"best ms": best, "median ms": middle, "of it view ms": view})
    for engine, driver in WINDOWS.items():
        for detail in DETAILS:
            case = f"{detail.quality} quality, {detail.scale:g} of a window of {SIZE[0]} x {SIZE[1]}"
            if only in case:
                whole, kind = in_window(driver, engine == "software", detail, FEW if quick else FRAMES)
                yield Row(case, engine, {"best ms": min(whole), "median ms": statistics.median(whole)}, f"a {kind}")
    case = f"what lies under the pointer, {len(FULL.dice)} dice"
    if only in case:
        spent = picking()
        yield Row(case, "NumPy", {"best ms": min(spent), "median ms": statistics.median(spent)})


def scaled(scale: float) -> Size:
    """The window's size at a share of its width and height."""
    return (round(SIZE[0] * scale), round(SIZE[1] * scale))
