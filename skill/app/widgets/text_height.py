"""The height of a wrapped text."""

from __future__ import annotations

import pygame
import pygame_gui

from skill.app.widgets.text_box import TextBox


def text_height(html: str, width: int, ui: pygame_gui.UIManager, look: str | None = None) -> int:
    """The height of a text box of that width that needs no scroll bar, pixels; `look` is its id in the theme."""
    box = TextBox(html, pygame.Rect(0, 0, width, -1), ui, object_id=look)
    height: int = box.rect.h
    box.kill()
    return height
