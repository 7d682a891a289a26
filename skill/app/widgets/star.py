"""A star; the fonts have none."""

from __future__ import annotations

from math import cos, pi, sin

import pygame

from skill.app.widgets.theme import ACCENT, QUIET

INNER = 0.45  # radius of the inner points, of that of the outer ones


def paint_star(surface: pygame.Surface, area: pygame.Rect, *, is_filled: bool) -> None:
    """Paints a star in the middle of the area, filled or as a faint outline."""
    radius = min(area.size) * 0.3
    points = []
    for n in range(10):
        reach, angle = radius * (INNER if n % 2 else 1), pi * n / 5
        points.append((area.centerx + reach * sin(angle), area.centery - reach * cos(angle)))
    if is_filled:
        pygame.draw.polygon(surface, ACCENT, points)
    else:
        pygame.draw.aalines(surface, QUIET, True, points)
