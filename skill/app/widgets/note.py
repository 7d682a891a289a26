"""A note: a line in front of everything, which goes away by itself."""

from __future__ import annotations

import pygame
import pygame_gui

from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import ACCENT, INK, PAPER, TEXT

MARGIN, PADDING, HEIGHT = 24, 16, 36  # at scale 1
SEEN_S = 2.0


class Note:
    """A line of text at the foot of an area, in its middle."""

    def __init__(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, text: str) -> None:
        self.text = text
        self._pen, self._left_s = Pen(ui, scale), SEEN_S
        width = self._pen.font(bold=True).size(text)[0] + 2 * round(PADDING * scale)
        self.rect = pygame.Rect(0, 0, min(width, area.w), round(HEIGHT * scale))
        self.rect.midbottom = (area.centerx, area.bottom - round(MARGIN * scale))

    def advance(self, elapsed_s: float) -> bool:
        """Lets time pass; whether it has been seen long enough."""
        self._left_s -= elapsed_s
        return self._left_s <= 0

    def paint(self, surface: pygame.Surface) -> None:
        """Paints it."""
        pygame.draw.rect(surface, PAPER, self.rect, border_radius=self.rect.h // 3)
        pygame.draw.rect(surface, ACCENT, self.rect, 2, border_radius=self.rect.h // 3)
        self._pen.write(surface, self.text, self.rect.inflate(-8, 0), INK, TEXT, bold=True, align="centre")
