"""The frame around the focused element; it is shown while keys are used."""

from __future__ import annotations

import pygame

from skill.app.widgets.theme import ACCENT


def paint_focus(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Paints it just within `rect`."""
    pygame.draw.rect(surface, ACCENT, rect, 2, border_radius=5)
