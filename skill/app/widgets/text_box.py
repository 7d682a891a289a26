"""A text that wraps, as pygame_gui's HTML."""

from __future__ import annotations

from pygame_gui.core.text.line_break_layout_rect import LineBreakLayoutRect
from pygame_gui.elements import UITextBox


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
