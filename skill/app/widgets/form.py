"""Forms: a line for each value, with a stepper, a slider or a text entry. What the values mean is up to the screen."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

import pygame
import pygame_gui
from pygame_gui.elements import (
    UIButton,
    UIHorizontalSlider,
    UILabel,
    UIScrollingContainer,
)

from skill.app.widgets import pen
from skill.app.widgets.kept import kept
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_height import text_height
from skill.app.widgets.text_line import TextLine, one_line

ROW = 32  # height of a line at scale 1
HELP = 24
MOST_HELP = 0.45  # of the form's height
MEASURED = 3  # of the longest explanations
LINE = 60  # letters for which a line that is broken counts
LABEL_SHARE, VALUE_SHARE = 0.38, 0.30  # of a line: what is said of it; and of the rest, the value beside a slider
MOST_LABEL = 0.5  # of a line, where what is said of it needs more
FINEST = 100  # steps of a slider over numbers that need not be whole
_WRITTEN = (pygame_gui.UI_TEXT_ENTRY_CHANGED, pygame_gui.UI_TEXT_ENTRY_FINISHED)


class Line(NamedTuple):
    """One value that may be changed."""

    name: str
    label: str
    value: str
    """As it is shown."""
    help: str = ""
    number: float | None = None
    """Where the slider stands, for a value in a range."""
    range: tuple[float, float] = (0.0, 0.0)
    is_whole: bool = False
    is_written: bool = False
    is_live: bool = False
    """Whether a text is taken letter by letter, not only at Enter."""
    longest: int = 0
    """How many letters a text may have; 0 for any number."""


class Change(NamedTuple):
    """What a line asks for: a step forth (`way` 1) or back (-1), a number from a slider, or a text."""

    name: str
    way: int = 0
    number: float | None = None
    text: str | None = None


class Form:
    """The elements of a list of lines. `take` turns their events, `step` a key, into what is asked for.

    A line is explained below them, in a place of its own, where a long text scrolls.
    """

    def __init__(self) -> None:
        self.row = 0
        """The line that the keys change."""
        self.has_focus = True
        """Whether keys go to that line; a text is written there then."""
        self._ui: pygame_gui.UIManager | None = None
        self.lines: tuple[Line, ...] = ()
        self._values: list[Any] = []
        """What shows the value of each line."""
        self._steps: dict[Any, tuple[int, int]] = {}
        self._sliders: dict[Any, int] = {}
        self._entries: dict[Any, int] = {}
        self._box: UIScrollingContainer | None = None
        self.help: TextBox | None = None
        """What explains the line that is pointed at, or is chosen."""
        self._pointed: int | None = None
        """The line that the pointer has gone to since a line was chosen: it is explained then."""
        self._rests_at: tuple[int, int] | None = None
        """Where the pointer was when a line was chosen by keys: lines may come to lie under it."""
        self._row = 1
        self._label_width = 0

    # -- making

    def place(
        self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, lines: Sequence[Line], help_height: int = 0
    ) -> None:
        """Makes the elements, and below them what explains the line that is chosen: `help_height` pixels high, by
        default as high as the longest of `lines` needs.
        """
        self.lines, self._ui, self._pointed = tuple(lines), ui, None
        self.row = min(self.row, max(0, len(self.lines) - 1))
        self._row = round(ROW * scale)
        self._label_width = self._widest_label(ui)
        below = help_height or self._help_height(ui, area, round(HELP * scale))
        inner = pygame.Rect(area.x, area.y, area.w, max(self._row, area.h - below))
        self._box = kept(UIScrollingContainer(inner, ui, allow_scroll_x=False), self, line_height=self._row)
        self._box.set_scrollable_area_dimensions((inner.w - 20, self._row * len(self.lines)))
        self._steps, self._sliders, self._entries, self._values = {}, {}, {}, []
        for n, line in enumerate(self.lines):
            self._build(ui, pygame.Rect(0, n * self._row, inner.w - 24, self._row - 3), n, line)
        place = pygame.Rect(area.x, inner.bottom, area.w, below)
        self.help = kept(TextBox("", place, ui, object_id="#quiet_text"), (self, "help"))
        self._show_row()
        self._reveal()

    def _help_height(self, ui: pygame_gui.UIManager, area: pygame.Rect, least: int) -> int:
        """As high as the longest explanations, and above them a value that has no room in its line, but for a part of
        the area: what is longer still scrolls."""
        probe = UIButton(pygame.Rect(0, 0, -1, -1), "", ui)
        font: Any = probe.font
        probe.kill()  # type: ignore[no-untyped-call]
        room = area.w - 24 - self._label_room(area.w - 24) - 2 * self._row - 4
        cut = {line.name for line in self.lines if font.size(line.value)[0] > room}
        texts = {f"{line.value}\n{line.help}" if line.name in cut else line.help for line in self.lines}
        longest = sorted(texts, key=lambda text: len(text) + LINE * text.count("\n"))[-MEASURED:]
        heights = [text_height(escape(text), area.w, ui, "#quiet_text") for text in longest if text]
        return max(least, min(max(heights, default=0), round(MOST_HELP * area.h)))

    def _widest_label(self, ui: pygame_gui.UIManager) -> int:
        probe = UILabel(pygame.Rect(0, 0, -1, -1), "", ui)
        font: Any = probe.font
        probe.kill()  # type: ignore[no-untyped-call]
        return max((int(font.size(line.label)[0]) for line in self.lines), default=0) + 2

    def _label_room(self, width: int) -> int:
        """How much of a line that wide is for what is said of its value."""
        left = round(width * LABEL_SHARE)
        return left if self._label_width <= left else min(self._label_width, round(width * MOST_LABEL))

    def _build(self, ui: pygame_gui.UIManager, place: pygame.Rect, n: int, line: Line) -> None:
        left = self._label_room(place.w)
        UILabel(pygame.Rect(0, place.y, left, place.h), line.label, ui, container=self._box)
        rest = pygame.Rect(left, place.y, place.w - left, place.h)
        if line.is_written:
            entry = TextLine(rest, ui, container=self._box, initial_text=line.value)
            if line.longest:
                entry.set_text_length_limit(line.longest)
            kept(entry, (self, line.name), is_live=line.is_live)
            self._entries[entry] = n
            self._values.append(entry)
            return
        if line.number is not None:
            said = round(rest.w * VALUE_SHARE)
            low, high = line.range
            slider = UIHorizontalSlider(
                pygame.Rect(rest.x, rest.y, rest.w - said - 4, rest.h),
                min(high, max(low, line.number)),
                (low, high),
                ui,
                container=self._box,
                click_increment=self._increment(line),
            )
            self._sliders[slider] = n
            value = pygame.Rect(rest.right - said, rest.y, said, rest.h)
        else:
            value = pygame.Rect(rest.x + rest.h + 2, rest.y, rest.w - 2 * rest.h - 4, rest.h)
            back = UIButton(pygame.Rect(rest.x, rest.y, rest.h, rest.h), "<", ui, container=self._box)
            forth = UIButton(pygame.Rect(rest.right - rest.h, rest.y, rest.h, rest.h), ">", ui, container=self._box)
            self._steps[back], self._steps[forth] = (n, -1), (n, 1)
        button = UIButton(value, "", ui, container=self._box)
        button.set_text(self._fitting(button, line))
        self._steps[button] = (n, 1)
        self._values.append(button)

    @staticmethod
    def _increment(line: Line) -> float:
        return 1 if line.is_whole else (line.range[1] - line.range[0]) / FINEST

    # -- showing

    @staticmethod
    def _fitting(button: Any, line: Line) -> str:
        """The value of a line, or as much of it as has room, such as of a long name that a user gave a file."""
        return pen.fitting(line.value, button.font.size, button.rect.w)

    def show(self, lines: Sequence[Line]) -> None:
        """Shows other values of the same lines."""
        for n, (old, new) in enumerate(zip(self.lines, lines, strict=True)):
            shown = self._values[n]
            if old.value != new.value and not (new.is_written and one_line(shown.get_text()) == new.value):
                shown.set_text(new.value if new.is_written else self._fitting(shown, new))
        self.lines = tuple(lines)
        for slider, n in self._sliders.items():
            number = self.lines[n].number
            if number is not None and not slider.sliding_button.held:
                slider.set_current_value(number, False)
        self._show_row()

    def _show_row(self) -> None:
        for n, element in enumerate(self._values):
            if isinstance(element, UIButton):
                is_chosen = n == self.row and self.has_focus
                element.select() if is_chosen else element.unselect()  # type: ignore[no-untyped-call]
        self._write_in_row()
        if self.help and self.lines:
            told = self.row if self._pointed is None else self._pointed
            line, shown = self.lines[told], self._values[told]
            is_cut = isinstance(shown, UIButton) and shown.text != line.value
            self.help.set_text(escape(f"{line.value}\n{line.help}" if is_cut else line.help))

    def _write_in_row(self) -> None:
        """Letters go to the line that is chosen if a text is written there, and to no other one."""
        assert self._ui is not None
        chosen = next((entry for entry, n in self._entries.items() if n == self.row and self.has_focus), None)
        written = self._written
        if chosen is not None and chosen is not written:
            self._ui.set_focus_set(chosen)
        elif chosen is None and written is not None:
            self._ui.set_focus_set(None)

    @property
    def _written(self) -> TextLine | None:
        """The element of its own in which one writes now, if any."""
        focused = (self._ui.get_focus_set() or ()) if self._ui else ()  # type: ignore[no-untyped-call]
        return next((entry for entry in self._entries if entry in focused), None)

    def focus(self, has_focus: bool) -> None:
        """Keys go to its line from now on, or no longer."""
        self.has_focus = has_focus
        self._show_row()

    def look(self) -> bool:
        """Explains the line that the pointer has gone to; whether that is another one."""
        at = pygame.mouse.get_pos()
        if at == self._rests_at or self._box is None or not self._box.rect.collidepoint(at):
            return False
        under = next((n for n, shown in enumerate(self._values) if shown.rect.top <= at[1] < shown.rect.bottom), None)
        if under in (None, self._pointed):
            return False
        self._pointed = under
        self._show_row()
        return True

    def follow(self) -> bool:
        """Chooses the line in which the pointer has begun to write; whether it has."""
        written = self._written
        if written is None or (self.has_focus and self._entries[written] == self.row):
            return False
        self.row, self.has_focus = self._entries[written], True
        self._show_row()
        return True

    @property
    def focus_rect(self) -> pygame.Rect | None:
        """What shows that keys go to its line: where the value is, as far as it is scrolled into view."""
        if not self._values or self._box is None:
            return None
        rect: pygame.Rect = self._values[self.row].rect
        return rect.clip(self._box.rect)

    @property
    def chosen_rect(self) -> pygame.Rect:
        """The line that is chosen, in the window."""
        if not self._values or self._box is None:
            return pygame.Rect(0, 0, 0, 0)
        rect: pygame.Rect = self._values[self.row].rect
        return pygame.Rect(self._box.rect.x, rect.y, self._box.rect.w, rect.h).clip(self._box.rect)

    def move(self, way: int) -> None:
        """Chooses the next line (`way` 1) or the one before (-1), round and round."""
        self.choose((self.row + way) % max(1, len(self.lines)))

    def choose(self, row: int) -> None:
        """Chooses a line."""
        if not self.lines:
            return
        self.row, self._pointed, self._rests_at = row, None, pygame.mouse.get_pos()
        self._show_row()
        self._reveal()

    def _reveal(self) -> None:
        """Scrolls to the line that is chosen."""
        box = self._box
        if box and box.vert_scroll_bar and self._row * len(self.lines) > box.rect.h:
            box.vert_scroll_bar.set_scroll_from_start_percentage(max(0, self.row - 2) / len(self.lines))

    # -- what they ask for

    def take(self, event: pygame.event.Event) -> Change | None:
        """What an event asks for; None if it is of no element here."""
        element = getattr(event, "ui_element", None)
        if event.type == pygame_gui.UI_BUTTON_PRESSED and element in self._steps:
            self.row, way = self._steps[element]
            return self.step(way)
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and element in self._sliders:
            self.row = self._sliders[element]
            return self._moved(float(event.value))
        if event.type in _WRITTEN and element in self._entries:
            line = self.lines[self._entries[element]]
            if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and not line.is_live:
                return None
            self.row = self._entries[element]
            return Change(self.lines[self.row].name, text=event.text)
        return None

    def step(self, way: int) -> Change | None:
        """What a step of the chosen line asks for; None if text is written there."""
        if not self.lines or self.lines[self.row].is_written:
            return None
        line = self.lines[self.row]
        if line.number is None:
            return Change(line.name, way)
        low, high = line.range
        return self._moved(min(high, max(low, line.number + way * self._increment(line))))

    def _moved(self, number: float) -> Change:
        """What a slider asks for that was moved."""
        line = self.lines[self.row]
        return Change(line.name, number=round(number) if line.is_whole else number)

    @property
    def entry_rects(self) -> dict[str, pygame.Rect]:
        """Where texts are written in the window, by the name of their line."""
        return {self.lines[n].name: entry.rect for entry, n in self._entries.items()}

    @property
    def slider_rects(self) -> dict[str, pygame.Rect]:
        """Where the sliders' grips are in the window, by the name of their line."""
        return {self.lines[n].name: slider.sliding_button.rect for slider, n in self._sliders.items()}
