"""The panel beside the table: whose turn it is, scores, clock, gauge, buttons, and what was played last."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from math import hypot

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel, UITextBox

from skill.app.action_list import ActionList
from skill.app.actions import Act
from skill.app.hands.binding import Gauge
from skill.app.palette import PAINT, Rgb
from skill.app.report import PanelText
from skill.app.text import tr
from skill.app.theme import ACCENT, INK, LINE

ROW = 26  # height of a line at scale 1
GAUGE = 120
LIST_SHARE = 0.6  # of the room below the message, at most, for the list of actions
BARS = 3  # of a gauge
MESSAGE = 108  # four lines
NO_GAUGE = Gauge((0.0, 0.0))


def _write(label: UILabel, text: str) -> None:
    """Shows the text, or as much of it as the label has room for."""
    assert label.font is not None
    label.set_text(fitting(text, label.font.size, label.relative_rect.w))


def _write_on(element: UILabel | UIButton, text: str) -> None:
    """Shows the text on a label or a button."""
    if isinstance(element, UILabel):
        _write(element, text)
    else:
        element.set_text(_fitted(element, text))


def _fitted(button: UIButton, text: str) -> str:
    """The text, or as much of it as the button has room for."""
    assert button.font is not None
    return fitting(text, button.font.size, button.relative_rect.w - 10)


def fitting(text: str, size: Callable[[str], tuple[int, int]], width: float) -> str:
    """The text, or as much of its beginning as is no wider than `width` in a font that measures with `size`."""
    if size(text)[0] <= width:
        return text
    shown = bisect_right(range(len(text)), width, key=lambda n: size(text[: n + 1].rstrip() + "…")[0])
    return text[:shown].rstrip() + "…"


class Panel:
    """The elements of the panel. `show` changes only what differs."""

    def __init__(
        self,
        ui: pygame_gui.UIManager,
        area: pygame.Rect,
        scale: float,
        title: str,
        seats: int,
        has_attempts: bool,
        is_race: bool = False,
    ) -> None:
        """In a race the lines of the seats are buttons, `seat_buttons`: they say for whom a click claims."""
        self._ui, self._area, self._scale = ui, area, scale
        self._shown: PanelText | None = None
        self._y = area.y
        row = round(ROW * scale)
        self._label(title, "#title", round(34 * scale))
        self._turn = self._label("", "#turn", row)
        self.seat_buttons: dict[object, int] = {}
        self._seats = [self._seat(seat, row, round(24 * scale), is_race) for seat in range(1, seats + 1)]
        self._clock = self._label("", "#clock", round(40 * scale)) if has_attempts else None
        self._best = self._label("", "#quiet", row) if has_attempts else None
        self._gauge: pygame.Rect | None = None
        self._bars: list[UILabel] = []
        if has_attempts:
            self._gauge = pygame.Rect(0, self._y, round(GAUGE * scale), round(GAUGE * scale))
            self._gauge.centerx = area.centerx
            self._bars = [UILabel(self._bar(n, None), "", ui, object_id="#quiet") for n in range(BARS)]
            self._y += self._gauge.h + round(8 * scale)
        self.buttons: dict[object, Act] = {}
        top_of_buttons = self._build_buttons(scale, has_attempts)
        message = pygame.Rect(area.x, self._y, area.w, round(MESSAGE * scale))
        self._message = UITextBox("", message, ui)
        self._y = message.bottom + round(4 * scale)
        self._rest = pygame.Rect(area.x, self._y, area.w, max(2 * row, top_of_buttons - self._y - round(6 * scale)))
        listed = pygame.Rect(self._rest.topleft, (area.w, round(LIST_SHARE * self._rest.h)))
        self.actions = ActionList(ui, listed, row, _fitted)
        self._history = UITextBox("", self._rest, ui)

    def _seat(self, seat: int, row: int, indent: int, is_button: bool) -> UILabel | UIButton:
        if not is_button:
            return self._label("", "label", row, indent)
        place = pygame.Rect(self._area.x + indent, self._y, self._area.w - indent, row - 2)
        self._y += row
        button = UIButton(place, "", self._ui, object_id="#game")
        self.seat_buttons[button] = seat
        return button

    def _label(self, text: str, look: str, height: int, indent: int = 0) -> UILabel:
        place = pygame.Rect(self._area.x + indent, self._y, self._area.w - indent, height)
        self._y += height
        label = UILabel(place, "", self._ui, object_id=look)
        _write(label, text)
        return label

    def _build_buttons(self, scale: float, has_attempts: bool) -> int:
        gap, height = round(6 * scale), round(32 * scale)
        trying = (
            (tr("Practise"), Act.PRACTISE),
            (tr("Again"), Act.REPLAY),
            (tr("Slow"), Act.SLOW),
            (tr("Give up"), Act.GIVE_UP),
        )
        tool = ((tr("Tool"), Act.SWITCH_TOOL),)
        rows = (
            *((trying,) if has_attempts else ()),
            ((tr("Undo"), Act.UNDO), (tr("Redo"), Act.REDO), (tr("Hint"), Act.HINT)),
            ((tr("Pause"), Act.PAUSE), (tr("Restart"), Act.RESTART), (tr("Sound"), Act.MUTE)),
            ((tr("Save"), Act.SAVE), (tr("Load"), Act.LOAD), (tr("Help"), Act.HELP)),
            (*(tool if has_attempts else ()), (tr("All games"), Act.LEAVE)),
        )
        top = self._area.bottom - len(rows) * (height + gap) + gap
        for n, row in enumerate(rows):
            width = (self._area.w - gap * (len(row) - 1)) // len(row)
            for m, (text, act) in enumerate(row):
                place = pygame.Rect(self._area.x + m * (width + gap), top + n * (height + gap), width, height)
                self.buttons[UIButton(place, text, self._ui)] = act
        return top

    def show(self, text: PanelText) -> bool:
        """Says this from now on; whether anything changed."""
        if text == self._shown:
            return False
        old, self._shown = self._shown, text
        _write(self._turn, text.turn)
        for label, line in zip(self._seats, text.seats, strict=True):
            _write_on(label, line.text)
        if self._clock and self._best:
            _write(self._clock, text.clock)
            _write(self._best, text.best)
            self._name_bars(text.gauge)
        if old is None or old.message != text.message:
            self._message.set_text(text.message)
        if old is None or old.history != text.history:
            self._history.set_text(text.history)
        if old is None or (old.listed, old.focus) != (text.listed, text.focus):
            self._show_listed(text)
        return True

    def _show_listed(self, text: PanelText) -> None:
        before = self.actions.height
        self.actions.show(text.listed, text.focus)
        if self.actions.height != before:
            top = self._rest.y + self.actions.height
            self._history.set_relative_position((self._rest.x, top))
            self._history.set_dimensions((self._rest.w, self._rest.bottom - top))

    def paint(self, surface: pygame.Surface) -> None:
        """Draws the seats' colours and the gauge."""
        if self._shown is None:
            return
        for label, line in zip(self._seats, self._shown.seats, strict=True):
            if line.colour:
                chip = pygame.Rect(0, 0, round(15 * self._scale), round(15 * self._scale))
                chip.midright = (label.rect.left - round(5 * self._scale), label.rect.centery)
                pygame.draw.rect(surface, _on_screen(PAINT[line.colour].body), chip, border_radius=3)
                if line.is_on_turn:
                    pygame.draw.rect(surface, ACCENT, chip.inflate(6, 6), 2, border_radius=5)
        if self._gauge:
            self._paint_gauge(surface, self._gauge, self._shown.gauge or NO_GAUGE)

    def _bar(self, number: int, gauge: Gauge | None) -> pygame.Rect:
        """Where the name and the strip of a bar are: beside the dial, if there is one."""
        assert self._gauge is not None
        left = self._area.x + (self._gauge.w + round(10 * self._scale) if gauge and gauge.dial else 0)
        height = self._gauge.h // BARS
        return pygame.Rect(left, self._gauge.y + number * height, self._area.right - left, height)

    def _name_bars(self, gauge: Gauge | None) -> None:
        bars = gauge.bars if gauge else ()
        for n, label in enumerate(self._bars):
            place = self._bar(n, gauge)
            place.h = place.h * 3 // 5
            if label.relative_rect != place:
                label.set_relative_position(place.topleft)
                label.set_dimensions(place.size)
            _write(label, f"{tr(bars[n].label)}: {bars[n].text}" if n < len(bars) else "")

    def _paint_gauge(self, surface: pygame.Surface, rect: pygame.Rect, gauge: Gauge) -> None:
        for n, bar in enumerate(gauge.bars):
            place = self._bar(n, gauge)
            strip = pygame.Rect(place.x, place.y + place.h * 3 // 5, place.w, place.h // 5)
            filled = pygame.Rect(strip.topleft, (round(strip.w * bar.share), strip.h))
            pygame.draw.rect(surface, "#fffdf8", strip, border_radius=strip.h // 2)
            pygame.draw.rect(surface, ACCENT, filled, border_radius=strip.h // 2)
            pygame.draw.rect(surface, LINE, strip, 1, border_radius=strip.h // 2)
        if gauge.dial is not None:
            self._paint_dial(surface, rect.move((self._area.x - rect.x) if gauge.bars else 0, 0), gauge.dial)

    def _paint_dial(self, surface: pygame.Surface, rect: pygame.Rect, way: tuple[float, float]) -> None:
        radius = rect.w // 2 - 4
        pygame.draw.circle(surface, "#fffdf8", rect.center, radius)
        pygame.draw.circle(surface, LINE, rect.center, radius, 2)
        for share in (1 / 9, 0.5):
            pygame.draw.circle(surface, LINE, rect.center, round(radius * share), 1)
        pygame.draw.line(surface, LINE, (rect.centerx - radius, rect.centery), (rect.centerx + radius, rect.centery))
        pygame.draw.line(surface, LINE, (rect.centerx, rect.centery - radius), (rect.centerx, rect.centery + radius))
        reach = radius / max(1.0, hypot(*way))
        at = (rect.centerx + reach * way[0], rect.centery - reach * way[1])
        pygame.draw.line(surface, ACCENT, rect.center, at, 2)
        pygame.draw.circle(surface, ACCENT, at, max(4, radius // 9))
        pygame.draw.circle(surface, INK, at, max(4, radius // 9), 1)


def _on_screen(rgb: Rgb) -> tuple[int, int, int]:
    r, g, b = (int(255 * c**0.5) for c in rgb)
    return (r, g, b)
