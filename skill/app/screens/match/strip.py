"""A strip at the top or the foot of the scene: a text and buttons beside it. It does not keep anybody from playing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel

from skill.app.input.actions import Act
from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_height import text_height

MARGIN, ROW, PADDING = 10, 32, 28


class Said(NamedTuple):
    """What a strip says."""

    html: str
    labels: Mapping[str, Act]
    """Of its buttons, with what they are for."""


class Strip:
    """The elements of the strip, at the top of an area or `at_foot`. `buttons` say what they are for."""

    def __init__(
        self,
        ui: pygame_gui.UIManager,
        area: pygame.Rect,
        scale: float,
        said: Said,
        *,
        or_else: Iterable[Said] = (),
        at_foot: bool = False,
    ) -> None:
        """`or_else` is what it may `show` later, with as many buttons: there is room for that too."""
        margin, row = round(MARGIN * scale), round(ROW * scale)
        font, sayings = Pen(ui, scale).font(), (said, *or_else)
        width = max(font.size(label)[0] for one in sayings for label in one.labels) + round(PADDING * scale)
        inner = area.w - width - 3 * margin
        html, labels = said
        buttons_h = len(labels) * (row + margin // 2) - margin // 2
        height = max(*(text_height(one.html, inner, ui) for one in sayings), buttons_h) + 2 * margin
        self.rect = pygame.Rect(area.x, area.y, area.w, min(height, area.h // 2))
        if at_foot:
            self.rect.bottom = area.bottom
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        self._panel = UIPanel(self.rect, 1, ui, object_id="#dialog", margins=none)
        place = pygame.Rect(margin, margin, inner, self.rect.h - 2 * margin)
        self._box = kept(TextBox(html, place, ui, container=self._panel), ("strip", html))
        self.said = said
        """What it says now."""
        self.buttons: dict[Any, Act] = {}
        for n, (label, act) in enumerate(labels.items()):
            place = pygame.Rect(area.w - width - margin, margin + n * (row + margin // 2), width, row)
            self.buttons[UIButton(place, label, ui, container=self._panel)] = act

    def show(self, said: Said) -> None:
        """Says that from now on; its buttons stay, since one of them may be held down."""
        self.said = said
        self._box.set_text(said.html)
        for button, label in zip(self.buttons, said.labels, strict=True):
            button.set_text(label)

    def say_only(self, html: str) -> None:
        """Says that from now on, in its place as before but without any buttons."""
        for button in self.buttons:
            button.kill()
        self.buttons = {}
        self.show(Said(html, {}))

    def kill(self) -> None:
        """Takes its elements off the screen."""
        self._panel.kill()  # type: ignore[no-untyped-call]
