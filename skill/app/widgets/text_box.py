"""A text that wraps, as pygame_gui's HTML."""

from __future__ import annotations

import pygame
from pygame_gui import UI_BUTTON_START_PRESS
from pygame_gui.core.text.line_break_layout_rect import LineBreakLayoutRect
from pygame_gui.elements import UITextBox

CLICKED = 0.25  # of what is seen of a text, by which a press of an arrow of its scroll bar moves it at once


class TextBox(UITextBox):
    """One in which no empty line follows a line that is just full: in pygame_gui a line break itself has a width, and
    goes to the next line where that has no room any more.
    """

    def parse_html_into_style_data(self) -> None:
        feed = self.parser.feed

        def feed_without_widths(data: str) -> None:
            feed(data)
            for part in self.parser.layout_rect_queue:
                if isinstance(part, LineBreakLayoutRect):
                    part.width = 0

        self.parser.feed = feed_without_widths  # type: ignore[method-assign]
        try:
            super().parse_html_into_style_data()
        finally:
            self.parser.feed = feed  # type: ignore[method-assign]

    def process_event(self, event: pygame.event.Event) -> bool:
        """A short press of an arrow of the scroll bar moves the text as well, by which else only a long one does."""
        bar = self.scroll_bar
        if bar is not None and event.type == UI_BUTTON_START_PRESS:
            way = (event.ui_element is bar.bottom_button) - (event.ui_element is bar.top_button)
            if way:
                bar.set_scroll_from_start_percentage(bar.start_percentage + way * CLICKED * bar.visible_percentage)
        return bool(super().process_event(event))

    def line_at(self, at: tuple[int, int]) -> int | None:
        """The number of the line, from 0, that is under a pixel of the window, however many rows it takes; lines end
        where the text itself breaks them. None beside them."""
        layout = self.text_box_layout
        if layout is None or not (self.visible and self.rect.collidepoint(at)):
            return None
        scrolled = self.scroll_bar.start_percentage * layout.layout_rect.height if self.scroll_bar else 0.0
        inset = self.padding[1] + self.border_width["top"] + self.shadow_width + self.rounded_corner_height_offsets[0]
        y, line = at[1] - self.rect.y - inset + scrolled, 0
        for row in layout.layout_rows:
            if row.top <= y < row.bottom:
                return line
            line += any(isinstance(part, LineBreakLayoutRect) for part in row.items)
        return None
