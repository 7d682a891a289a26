"""A small plot: curves, dots, two axes with round numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

import pygame

from skill.app.i18n import number_text
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import INK, LINE, QUIET, SMALL_TEXT

COLOURS = ("#c8553d", "#3d6fb5")
"""Of the first and the second series."""
TICKS = 4


class Series(NamedTuple):
    """Theory as a curve, simulation as dots, both of (x, y); and the x of the present value."""

    curve: Sequence[tuple[float, float]]
    dots: Sequence[tuple[float, float]]
    here: float


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from `low` to `high`, at most `TICKS` + 1."""
    if high <= low:
        return [low]
    raw = (high - low) / TICKS
    size = 10.0 ** floor(log10(raw))
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= raw)
    first = -floor(-low / step + 1e-9)
    return [n * step for n in range(first, floor(high / step + 1e-9) + 1)]


def paint_plot(
    surface: pygame.Surface,
    pen: Pen,
    area: pygame.Rect,
    series: Sequence[Series],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
    labels: tuple[str, str],
) -> None:
    """Paints the plot in `area`. `labels` name the axes: across, and up."""
    row = round(18 * pen.scale)
    left = round(46 * pen.scale)
    across, up = labels
    title = pen.wrapped(up, area.w, SMALL_TEXT, bold=True)
    above = row * len(title)
    box = pygame.Rect(area.x + left, area.y + above, area.w - left - 8, area.h - above - 2 * row)
    low, high = y_range
    high += (high - low) * 0.08 or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - x_range[0]) / ((x_range[1] - x_range[0]) or 1.0)
        return (box.x + across * box.w, box.bottom - (y - low) / (high - low) * box.h)

    pygame.draw.rect(surface, "#fffdf8", box)
    for value in ticks(*x_range):
        x, _ = at(value, low)
        pygame.draw.line(surface, LINE, (x, box.top), (x, box.bottom))
        place = pygame.Rect(0, box.bottom + 2, left, row)
        place.centerx = round(x)
        pen.write(surface, number_text(value, "g"), place, QUIET, SMALL_TEXT, align="centre")
    for value in ticks(low, high):
        _, y = at(x_range[0], value)
        pygame.draw.line(surface, LINE, (box.left, y), (box.right, y))
        place = pygame.Rect(area.x, 0, left - 6, row)
        place.centery = round(y)
        pen.write(surface, number_text(value, "g"), place, QUIET, SMALL_TEXT, align="right")
    clip = surface.get_clip()
    surface.set_clip(box.clip(clip))
    for colour, one in zip(COLOURS, series, strict=False):
        x, _ = at(one.here, low)
        pygame.draw.line(surface, colour, (x, box.top), (x, box.bottom), 1)
        if len(one.curve) > 1:
            pygame.draw.aalines(surface, colour, False, [at(*pair) for pair in one.curve])
        for pair in one.dots:
            pygame.draw.aacircle(surface, colour, at(*pair), 4.5 * pen.scale)
    surface.set_clip(clip)
    pygame.draw.rect(surface, QUIET, box, 1)
    for n, line in enumerate(title):
        pen.write(surface, line, pygame.Rect(area.x, area.y + n * row, area.w, row), INK, SMALL_TEXT, bold=True)
    below = pygame.Rect(box.x, box.bottom + row, box.w, row)
    pen.write(surface, across, below, INK, SMALL_TEXT, bold=True, align="right")
