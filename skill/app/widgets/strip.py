"""A strip at the top or the foot of the scene: a text and buttons beside it. It does not keep anybody from playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel, UITextBox

from skill.app.input.actions import Act
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_height import text_height

MARGIN, ROW, PADDING = 10, 32, 28


class Strip:
    """The elements of the strip, at the top of an area or `at_foot`. `buttons` say what they are for."""

    def __init__(
        self,
        ui: pygame_gui.UIManager,
        area: pygame.Rect,
        scale: float,
        html: str,
        labels: Mapping[str, Act],
        *,
        at_foot: bool = False,
    ) -> None:
        margin, row = round(MARGIN * scale), round(ROW * scale)
        font = Pen(ui, scale).font()
        width = max(font.size(label)[0] for label in labels) + round(PADDING * scale)
        inner = area.w - width - 3 * margin
        buttons_h = len(labels) * (row + margin // 2) - margin // 2
        height = max(text_height(html, inner, ui), buttons_h) + 2 * margin
        self.rect = pygame.Rect(area.x, area.y, area.w, min(height, area.h // 2))
        if at_foot:
            self.rect.bottom = area.bottom
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        self._panel = UIPanel(self.rect, 1, ui, object_id="#dialog", margins=none)
        UITextBox(html, pygame.Rect(margin, margin, inner, self.rect.h - 2 * margin), ui, container=self._panel)
        self.buttons: dict[Any, Act] = {}
        for n, (label, act) in enumerate(labels.items()):
            place = pygame.Rect(area.w - width - margin, margin + n * (row + margin // 2), width, row)
            self.buttons[UIButton(place, label, ui, container=self._panel)] = act

    def kill(self) -> None:
        """Takes its elements off the screen."""
        self._panel.kill()  # type: ignore[no-untyped-call]
