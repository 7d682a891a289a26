"""The legend of the marks on the plate: each on a die and in a funnel, with what it means, as one picture."""

from __future__ import annotations

from itertools import product

import numpy as np
import pygame
import pygame_gui

from skill.app.i18n import tr
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import INK, SMALL_TEXT
from skill.draw.die_look import PAINT, PIP_OFFSET, PIPS, make_in_use
from skill.draw.marks import (
    CHOSEN,
    COLOURS,
    DARK,
    GOAL,
    HINT,
    IN_FUNNEL,
    LAST,
    LEGAL,
    ON_DIE,
    OWNED,
    POINTED,
    Shape,
)
from skill.draw.palette import Rgb
from skill.draw.plate_look import plate_in_use
from skill.lattice.dice import BLUE, PEARL

MEANINGS: dict[str, str] = {
    LEGAL: "You may choose it",
    POINTED: "You point at it",
    CHOSEN: "Chosen; now choose what is to come of it",
    GOAL: "The goal",
    LAST: "Done last, and where a die went from",
    HINT: "A hint",
    OWNED: "It belongs to that player, or takes only that colour",
}
COLUMNS, ROW, TILE, GAP = 2, 46, 40, 6  # at scale 1, as all lengths here
FINE = 4  # as many times larger is it painted, so that edges are smooth


def legend(ui: pygame_gui.UIManager, scale: float, width: int) -> pygame.Surface:
    """The legend, `width` pixels wide."""
    row, tile, gap = (round(length * scale) for length in (ROW, TILE, GAP))
    rows, pen = -(-len(MEANINGS) // COLUMNS), Pen(ui, scale)
    picture = pygame.Surface((width, rows * row), pygame.SRCALPHA)
    for (column, line), (kind, meaning) in zip(product(range(COLUMNS), range(rows)), MEANINGS.items(), strict=False):
        x, y = column * width // COLUMNS, line * row
        picture.blit(_on_die(kind, tile), (x, y))
        picture.blit(_in_funnel(kind, tile), (x + tile + gap, y))
        left = x + 2 * (tile + gap)
        lines = pen.wrapped(tr(meaning), (column + 1) * width // COLUMNS - left - gap, SMALL_TEXT)
        high = pen.font(SMALL_TEXT).size(meaning)[1]
        for n, text in enumerate(lines):
            area = pygame.Rect(left, y + (tile - high * len(lines)) // 2 + n * high, width // COLUMNS, high)
            pen.write(picture, text, area, INK, SMALL_TEXT)
    return picture


def _on_die(kind: str, side: int) -> pygame.Surface:
    """A face of a die with that mark."""
    paint = PAINT[PEARL]
    tile = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    tile.fill(_screen(paint.body))
    for u, v in PIPS[3]:
        at = (np.array((u, v)) * PIP_OFFSET + 0.5) * side * FINE
        pygame.draw.circle(tile, _screen(paint.pips), at.tolist(), make_in_use().pip_radius * side * FINE)
    for part in (LEGAL, POINTED) if kind == POINTED else (kind,):
        _paint(tile, ON_DIE[part], _colour(part), DARK, side * FINE, 0.5)
    return pygame.transform.smoothscale(tile, (side, side))


def _in_funnel(kind: str, side: int) -> pygame.Surface:
    """A funnel of the plate with that mark, seen from above."""
    tile = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    tile.fill(_screen(plate_in_use().light))
    _paint(tile, IN_FUNNEL[kind], _colour(kind), plate_in_use().around, side * FINE * 0.46, 0.5 / 0.46)
    return pygame.transform.smoothscale(tile, (side, side))


def _paint(tile: pygame.Surface, shape: Shape, colour: Rgb, around: Rgb, unit: float, middle: float) -> None:
    """Paints a shape whose lengths have so many pixels each, y upwards, its middle so far from the corner."""
    for polygon in shape.filled:
        pygame.draw.polygon(tile, _screen(colour), ((polygon * (1, -1) + middle) * unit).tolist())
    for line in shape.lines:
        pygame.draw.lines(tile, _screen(around), True, ((line * (1, -1) + middle) * unit).tolist(), FINE)


def _colour(kind: str) -> Rgb:
    return COLOURS.get(kind, PAINT[BLUE].body)


def _screen(rgb: Rgb) -> tuple[int, ...]:
    return tuple(int(255 * c**0.5) for c in rgb)
