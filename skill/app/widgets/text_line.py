"""A line of text to write in. It takes only letters that can be shown, no line breaks, and no more than its greatest
length."""

from __future__ import annotations

from typing import Any
from unicodedata import bidirectional, normalize

import pygame
from pygame_gui.core.utility import clipboard_paste
from pygame_gui.elements import UITextEntryLine

from skill.errors import unstacked

LEFT_OUT = pygame.event.custom_type()
"""The type of the event that something was typed or pasted which cannot be written in a line."""
LONGEST = 1000  # letters: some more than a position of all dice has
LEFTWARD = ("R", "AL")  # of Unicode's kinds of letters: between these the cursor would be somewhere else


class TextLine(UITextEntryLine):
    """Takes what is pasted as one line, as much of it as there is room for; what no font has, and what is written
    leftward, is left out and told of by an event, `LEFT_OUT`.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.length_limit = LONGEST

    def _process_entered_character(self, character: str) -> bool:
        if not self._shown(character, after=self.text[: self.edit_position]):
            return True
        return bool(super()._process_entered_character(character))

    def _do_paste(self) -> None:
        low, high = sorted(self.select_range)
        if low == high:
            low = high = self.edit_position
        before, after = self.text[:low], self.text[high:]
        text = one_line(self._shown(one_line(clipboard_paste())))  # type: ignore[no-untyped-call]
        if self.length_limit is not None:
            text = text[: max(0, self.length_limit - len(before) - len(after))]
        if text and self.validate_text_string(text):
            self.set_text(before + text + after)
            self.edit_position, self.select_range = len(before) + len(text), [0, 0]
            self.cursor_has_moved_recently = True

    def _shown(self, text: str, after: str = "") -> str:
        """What of a text that comes `after` another can be shown in a line; tells of it if that is not all."""
        known = "".join(letter for letter in text if self._takes(letter))
        found = unstacked(after + known)[len(after) :]
        if found != text:
            pygame.event.post(pygame.event.Event(LEFT_OUT))
        return found

    def _takes(self, letter: str) -> bool:
        font: Any = self.font  # a WideFont
        return letter.isprintable() and bidirectional(letter) not in LEFTWARD and font.has(letter)


def one_line(text: str) -> str:
    """A text as one line: every run of white space is one space, and accents are part of their letters."""
    return " ".join(normalize("NFC", text).split())
