"""Screens without a scene: lists, texts and buttons all over the window."""

from __future__ import annotations

from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.screens.base import MARGIN, Screen, is_upright
from skill.app.widgets.pen import Pen
from skill.app.widgets.row_list import RowList
from skill.app.widgets.stops import Stops
from skill.app.widgets.theme import PAPER
from skill.draw.scene_view import SceneView

ROW = 34  # height of a title and of a button, at scale 1


class PanelScreen(Screen):
    """The panel fills the window. Its lists are scrolled, hovered over and clicked at here."""

    lists: tuple[RowList, ...] = ()
    shown_only: tuple[RowList, ...] = ()
    """The lists whose rows cannot be chosen."""
    pen: Pen
    _back: UIButton | None = None

    def scene(self) -> SceneView:
        return SceneView()

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        self.panel_rect, self.scene_rect = window, pygame.Rect(0, 0, 1, 1)
        self.pen = Pen(ui, scale)
        margin = round(MARGIN * scale)
        self.build_panel(ui, window.inflate(-2 * margin, -2 * margin), scale)

    def build_two_lists(
        self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, left_w: int, titles: tuple[str, str]
    ) -> tuple[pygame.Rect, pygame.Rect]:
        """Two lists under their titles, side by side or one below the other, and the way back; where the titles are."""
        margin, row = round(MARGIN * scale), round(ROW * scale)
        left = pygame.Rect(area.x, area.y, left_w, row)
        right = pygame.Rect(left.right + margin, area.y, area.right - left.right - margin, row)
        height = area.h - 2 * row - margin
        if is_upright(self.panel_rect):
            height = (area.h - 3 * row - margin) // 2
            left.w, right = area.w, pygame.Rect(area.x, area.y + row + height, area.w, row)
        for place, text, rows in zip((left, right), titles, self.lists, strict=True):
            UILabel(place, text, ui, object_id="#title")
            rows.place(pygame.Rect(place.x, place.bottom, place.w, height), scale)
        place = pygame.Rect(right.x, area.bottom - row, right.w, row)
        self._back = UIButton(place, tr("All games"), ui, object_id="#main_button")
        return left, right

    @property
    def dialog_area(self) -> pygame.Rect:
        return self.panel_rect

    def on_gui(self, event: pygame.event.Event) -> None:
        if not self.dialog and event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element is self._back:
            self.act(Act.BACK)

    def choose_row(self, rows: RowList, key: Any) -> None:
        """A row of a list was clicked at."""

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        rows = next((rows for rows in self.lists if rows.rect.collidepoint(at)), None)
        if event.type == pygame.MOUSEMOTION:
            for each in self.lists:
                self.panel_changed |= each not in self.shown_only and each.hover(at)
        elif rows and event.type == pygame.MOUSEWHEEL:
            rows.wheel(event.y)
            self.panel_changed = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and rows and rows not in self.shown_only:
            key = rows.at(at)
            if key is not None:
                self.choose_row(rows, key)

    def paint_under(self, surface: pygame.Surface) -> None:
        surface.fill(PAPER, self.panel_rect)
        for rows in self.lists:
            has_keys = rows is (self.focused.now if isinstance(self.focused, Stops) else self.focused)
            rows.paint(surface, self.pen, focused=has_keys)
