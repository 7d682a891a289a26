"""The panel of a match: whose turn it is, scores, clock, gauge, buttons, and what was played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Gauge
from skill.app.play.said.panel import PanelText, SeatLine
from skill.app.screens.match.action_list import ActionList
from skill.app.screens.match.panel_layout import BELOW_GAUGE, BELOW_MESSAGE, CLOCK, LEAST_ROWS, ROW, TITLE, panel_layout
from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen, fitting
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_height import text_height
from skill.app.widgets.theme import ACCENT, INK, LINE, TITLE_TEXT
from skill.draw.die_look import PAINT
from skill.draw.palette import Rgb

LIST_SHARE = 0.6  # of the room below the message, at most, for the list of actions
BY_HAND_ROWS = 3  # of a list of what is chosen by hand as well
BARS = 3  # of a gauge
NAMED = 30  # the height at scale 1 from which on a bar has its name above it and not beside it
INSIDE = 10  # pixels between the sides of a button and its text, both together
CLOCK_SHARE = 0.45  # of the width, for the clock, where the best time is beside it
NO_GAUGE = Gauge()


def _write(label: UILabel, text: str, end: str = "") -> None:
    """Shows the text, or as much of it before its `end` as the label has room for."""
    assert label.font is not None
    label.set_text(fitting(text, label.font.size, label.relative_rect.w, end))


def _write_on(element: UILabel | UIButton, text: str, end: str) -> None:
    """Shows the text on a label or a button."""
    if isinstance(element, UILabel):
        _write(element, text, end)
    else:
        element.set_text(_fitted(element, "", text, end))


def _fitted(button: UIButton, start: str, text: str, end: str = "") -> str:
    """The text, or as much of it before its `end` as the button has room for after a `start`."""
    assert button.font is not None
    return fitting(text, button.font.size, button.relative_rect.w - INSIDE - button.font.size(start)[0], end)


def _with(line: SeatLine, *more: str) -> tuple[str, str]:
    """What is said of a seat with more after it, and what of that is shown however long the name is."""
    text, end = line.text, line.end
    for each in filter(None, more):
        text, end = (tr("{score}, {better}", score=score, better=each) for score in (text, end))
    return text, end


def _whole(line: SeatLine) -> tuple[str, str]:
    """What is said of a seat where there is room for all."""
    return _with(line, line.rank, line.better)


def _ranked(line: SeatLine) -> tuple[str, str]:
    return _with(line, line.rank)


def _with_unit(line: SeatLine) -> tuple[str, str]:
    return line.text, line.end


def _bare(line: SeatLine) -> tuple[str, str]:
    return line.text.removesuffix(line.end) + line.bare, line.bare


def _bare_ranked(line: SeatLine) -> tuple[str, str]:
    text, end = _bare(line)
    return _with(line._replace(text=text, end=end), line.rank)


def _has_room(element: UILabel | UIButton, text: str) -> bool:
    assert element.font is not None
    return element.font.size(text)[0] <= element.relative_rect.w - INSIDE


class MatchPanel:
    """The elements of the panel. `show` changes only what differs."""

    def __init__(
        self,
        ui: pygame_gui.UIManager,
        area: pygame.Rect,
        scale: float,
        title: str,
        seats: int,
        has_attempts: bool,
        *,
        has_clock: bool,
        is_race: bool = False,
    ) -> None:
        """In a race the lines of the seats are buttons, `seat_buttons`: they say for whom a click claims."""
        self._ui, self._area, self._scale = ui, area, scale
        self.shown: PanelText | None = None
        """What it says now."""
        self.buttons: dict[UIButton, Act] = {}
        self._captions: dict[Act, str] = {}
        """Those of the buttons, without their keys."""
        self._is_wide = area.w > area.h
        """Whether it is below the scene, and not beside it."""
        bottom = self._build_buttons(scale, has_attempts) - round(6 * scale)
        title_w = Pen(ui, scale).font(TITLE_TEXT, bold=True).size(title)[0]
        is_shared = self._is_wide and title_w <= area.w // 2  # a line by title and turn
        height = bottom - area.y - (round(ROW * scale) if self._is_wide and not is_shared else 0)
        self._layout = layout = panel_layout(
            height, scale, seats, has_attempts, has_clock=has_clock, is_wide=self._is_wide
        )
        self._y, row = area.y, layout.row
        look = "#turn" if title_w > area.w else "#title"
        title_w = area.w // 2 if is_shared else area.w
        self._label(title, look, round(TITLE * scale), title_w)
        if is_shared:
            place = pygame.Rect(area.x + title_w, area.y, area.w - title_w, round(TITLE * scale))
            self._turn = UILabel(place, "", ui, object_id="#turn")
        else:
            self._turn = self._label("", "#turn", row)
        self.seat_buttons: dict[object, int] = {}
        self._seats = [self._seat(seat, round(24 * scale), is_race) for seat in range(1, seats + 1)]
        self._y += -(-seats // layout.columns) * row
        self._clock = self._best = None
        if has_clock:
            self._clock, self._best = self._build_clock(round(CLOCK * scale))
        self._gauge: pygame.Rect | None = None
        self._bars: list[UILabel] = []
        if has_attempts:
            self._gauge = pygame.Rect(0, self._y, layout.gauge, layout.gauge)
            self._gauge_area = pygame.Rect(area.x, self._y, area.w // 2 if self._is_wide else area.w, layout.gauge)
            self._gauge.centerx = self._gauge_area.centerx
            self._bars = [UILabel(self._bar(n, None)[0], "", ui, object_id="#quiet") for n in range(BARS)]
            if not self._is_wide:
                self._y += layout.gauge + round(BELOW_GAUGE * scale)
        self._said = pygame.Rect(area.x, self._y, area.w, layout.message)
        if self._gauge and self._is_wide:
            self._said.w -= self._gauge_area.w
            self._said.x += self._gauge_area.w
            self._said.h = max(layout.message, layout.gauge)
        self._message = kept(TextBox("", self._said, ui), "message")
        self._y = self._said.bottom + round(BELOW_MESSAGE * scale)
        self._bottom = bottom
        self._rest = pygame.Rect(area.x, self._y, area.w, bottom - self._y)
        self._history = kept(TextBox("", self._rest, ui), "history")
        one, two = (text_height(html, area.w, ui) for html in ("X", "X<br>X"))
        self._line, self._line_top = max(1, two - one), max(0, 2 * one - two)
        self.actions = ActionList(ui, self._list_area(), row, _fitted)
        self._place_history()

    def _list_area(self) -> pygame.Rect:
        """Where the list of actions may be, whatever is said: in the gauge's place, or above the buttons."""
        area = self._rest.copy()
        if self._gauge and self._layout.is_shared:
            area.x, area.w = self._gauge_area.x, self._gauge_area.w
            area.y, area.h = self._gauge.y, self._gauge.h
        else:
            area.h = min(area.h, max(LEAST_ROWS * self._layout.row, round(LIST_SHARE * area.h)))
            area.bottom = self._bottom
        return area

    def _seat(self, seat: int, indent: int, is_button: bool) -> UILabel | UIButton:
        """The line of a seat; its colour has the indent."""
        down, across = divmod(seat - 1, self._layout.columns)
        row, width = self._layout.row, self._area.w // self._layout.columns
        place = pygame.Rect(self._area.x + across * width + indent, self._y + down * row, width - indent, row)
        if not is_button:
            return UILabel(place, "", self._ui, object_id="label")
        place.h -= 2
        button = UIButton(place, "", self._ui, object_id="#game")
        self.seat_buttons[button] = seat
        return button

    def _build_clock(self, height: int) -> tuple[UILabel, UILabel]:
        """The clock, and below it or beside it the best time."""
        if not self._layout.is_close:
            return self._label("", "#clock", height), self._label("", "#quiet", self._layout.row)
        clock = pygame.Rect(self._area.x, self._y, round(CLOCK_SHARE * self._area.w), height)
        best = pygame.Rect(clock.right, self._y, self._area.right - clock.right, height)
        self._y += height
        return UILabel(clock, "", self._ui, object_id="#clock"), UILabel(best, "", self._ui, object_id="#quiet")

    def _label(self, text: str, look: str, height: int, width: int = 0) -> UILabel:
        place = pygame.Rect(self._area.x, self._y, width or self._area.w, height)
        self._y += height
        label = UILabel(place, "", self._ui, object_id=look)
        _write(label, text)
        return label

    def _build_buttons(self, scale: float, has_attempts: bool) -> int:
        gap, height = round(6 * scale), round(32 * scale)
        trying = (
            (tr("Practise"), Act.PRACTISE),
            (tr("Replay"), Act.REPLAY),
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
        if self._is_wide:
            rows = self._in_rows([button for row in rows for button in row], gap)
        top = self._area.bottom - len(rows) * (height + gap) + gap
        for n, row in enumerate(rows):
            width = (self._area.w - gap * (len(row) - 1)) // len(row)
            for m, (text, act) in enumerate(row):
                place = pygame.Rect(self._area.x + m * (width + gap), top + n * (height + gap), width, height)
                self.buttons[UIButton(place, text, self._ui)] = act
                self._captions[act] = text
        return top

    def _in_rows(self, buttons: Sequence[tuple[str, Act]], gap: int) -> tuple[tuple[tuple[str, Act], ...], ...]:
        """Buttons in as few rows as the longest caption allows, about as many in each."""
        font = Pen(self._ui, self._scale).font()
        widest = max(font.size(text)[0] for text, _ in buttons) + 2 * INSIDE
        rows = -(-len(buttons) // max(1, (self._area.w + gap) // (widest + gap)))
        each = -(-len(buttons) // rows)
        return tuple(tuple(buttons[n : n + each]) for n in range(0, len(buttons), each))

    def name_keys(self, keys: Mapping[Act, str]) -> None:
        """Names the keys of acts on their buttons, `Undo (Ctrl+Z)`, where there is room."""
        for button, act in self.buttons.items():
            caption = self._captions[act]
            keyed = f"{caption} ({keys[act]})" if keys.get(act) else caption
            assert button.font is not None
            has_room = button.font.size(keyed)[0] <= button.relative_rect.w - INSIDE
            button.set_text(keyed if has_room else caption)

    def show(self, text: PanelText) -> bool:
        """Says this from now on; whether anything changed."""
        if text == self.shown:
            return False
        old, self.shown = self.shown, text
        _write(self._turn, text.turn)
        lines = list(zip(self._seats, text.seats, strict=True))
        forms = (_whole, _ranked, _with_unit, _bare_ranked, _bare)
        form = next((form for form in forms if all(_has_room(label, form(line)[0]) for label, line in lines)), _bare)
        for label, line in lines:
            _write_on(label, *form(line))
        if self._clock and self._best:
            _write(self._clock, text.clock)
            _write(self._best, text.best)
        if self._gauge:
            self._name_bars(text.gauge)
        if old is None or (old.listed, old.focus) != (text.listed, text.focus):
            self._show_listed(text)
        if old is None or _room_for(old) != _room_for(text):
            self._show_message(text)
            self._place_history()
        if old is None or old.history != text.history:
            self._history.set_text(text.history)
        if old is None or old.idle != text.idle:
            for button, act in self.buttons.items():
                button.disable() if act in text.idle else button.enable()  # type: ignore[no-untyped-call]
                if act is Act.SWITCH_TOOL:  # which most games never have another one for
                    button.hide() if act in text.idle else button.show()  # type: ignore[no-untyped-call]
        return True

    def told_at(self, at: tuple[int, int]) -> int | None:
        """The sentence of the log under a pixel of the window, counted from the newest; None where there is none."""
        return self._history.line_at(at)

    def _show_message(self, text: PanelText) -> None:
        """Says the message, in brief if there is no room for all of it."""
        brief = text.brief or text.message
        task = f"<b>{text.task}</b><br>" if text.task else ""
        large = f"<font pixel_size={round(TITLE_TEXT * self._scale)}><b>{text.task}</b></font><br>" if text.task else ""
        for said in dict.fromkeys((large + text.message, large + brief, task + brief)):
            self._message.set_text(said)
            self._fit_message(text)
            if self._message.scroll_bar is None:
                break

    def _fit_message(self, text: PanelText) -> None:
        """Gives what is said the place of a gauge while there is none, and more room than usual where it needs it: that
        below it, down to the list of actions, and that of a gauge which shows nothing."""
        box, usual = self._message, self._said
        if self._gauge and not self._is_wide and _is_empty(text.gauge) and not (self._layout.is_shared and text.listed):
            usual = pygame.Rect(usual.x, self._gauge.y, usual.w, usual.h)
        if box.scroll_bar is None and box.rect == usual:
            return
        bottom = self._list_top - (round(BELOW_MESSAGE * self._scale) if self._list_top < self._bottom else 0)
        needed, top = text_height(box.html_text, usual.w, self._ui), usual.y
        if self._is_wide and self._gauge and needed > usual.h and not (_shows(text.gauge) or text.listed):
            usual = pygame.Rect(self._area.x, usual.y, self._area.w, usual.h)
            needed = text_height(box.html_text, usual.w, self._ui)
        if self._gauge and needed > bottom - top and not _shows(text.gauge) and not text.listed:
            top = max(self._gauge.y, bottom - needed)
        box.set_relative_position((usual.x, top))
        box.set_dimensions((usual.w, max(usual.h, min(needed, bottom - top))))
        box.rebuild()

    @property
    def _list_top(self) -> int:
        """Down to where there is room for what is said and for what was played last."""
        is_there = self.actions.height and not self._layout.is_shared
        return self.actions.rect.y if is_there else self._bottom

    def _show_listed(self, text: PanelText) -> None:
        self.actions.most = BY_HAND_ROWS if text.is_by_hand else None
        self.actions.show(text.listed, text.listed_texts, text.focus, text.numbers)
        if self._layout.is_shared:
            for label in self._bars:
                label.hide() if text.listed else label.show()  # type: ignore[no-untyped-call]

    def _place_history(self) -> None:
        """Shows what was played last between what is said and the list of actions, if a line of it has room."""
        top = self._message.rect.bottom + round(BELOW_MESSAGE * self._scale)
        height = self._list_top - top
        height -= max(0, height - self._line_top) % self._line  # no line is cut through
        if height < self._layout.row:
            self._history.hide()  # type: ignore[no-untyped-call]
            return
        self._history.show()  # type: ignore[no-untyped-call]
        self._history.set_relative_position((self._rest.x, top))
        self._history.set_dimensions((self._rest.w, height))
        self._history.rebuild()  # else it takes clicks in its old place for a second more

    def paint(self, surface: pygame.Surface) -> None:
        """Draws the seats' colours and the gauge."""
        if self.shown is None:
            return
        for label, line in zip(self._seats, self.shown.seats, strict=True):
            if line.colour:
                chip = pygame.Rect(0, 0, round(15 * self._scale), round(15 * self._scale))
                chip.midright = (label.rect.left - round(5 * self._scale), label.rect.centery)
                # As square as a die where its dice are the player's own, else round.
                rounding = 3 if line.has_dice else chip.w // 2
                pygame.draw.rect(surface, _on_screen(PAINT[line.colour].body), chip, border_radius=rounding)
                if line.is_on_turn:
                    pygame.draw.rect(surface, ACCENT, chip.inflate(6, 6), 2, border_radius=rounding + 3)
        is_covered = (self._layout.is_shared and self.shown.listed) or (
            self._gauge is not None and self._message.rect.colliderect(self._gauge)
        )
        if self._gauge and not is_covered:
            self._paint_gauge(surface, self._gauge, self.shown.gauge or NO_GAUGE)

    def _bar(self, number: int, gauge: Gauge | None) -> tuple[pygame.Rect, pygame.Rect]:
        """Where the name and the strip of a bar are, one above the other or side by side: next to the dial if any."""
        assert self._gauge is not None
        area = self._gauge_area
        left = area.x + (self._gauge.w + round(10 * self._scale) if gauge and gauge.dial else 0)
        height, width = self._gauge.h // BARS, area.right - round(10 * self._scale) * self._is_wide - left
        top = self._gauge.y + number * height
        if height >= round(NAMED * self._scale):
            strip = pygame.Rect(left, top + height * 3 // 5, width, height // 5)
            return pygame.Rect(left, top, width, height * 3 // 5), strip
        strip = pygame.Rect(0, 0, width * 2 // 5, max(1, height // 3))
        strip.midright = (left + width, top + height // 2)
        return pygame.Rect(left, top, width - strip.w, height), strip

    def _name_bars(self, gauge: Gauge | None) -> None:
        bars = gauge.bars if gauge else ()
        for n, label in enumerate(self._bars):
            place, _ = self._bar(n, gauge)
            if label.relative_rect != place:
                label.set_relative_position(place.topleft)
                label.set_dimensions(place.size)
            _write(label, tr("{label}: {value}", label=tr(bars[n].label), value=bars[n].text) if n < len(bars) else "")

    def _paint_gauge(self, surface: pygame.Surface, rect: pygame.Rect, gauge: Gauge) -> None:
        for n, bar in enumerate(gauge.bars):
            _, strip = self._bar(n, gauge)
            filled = pygame.Rect(strip.topleft, (round(strip.w * bar.share), strip.h))
            pygame.draw.rect(surface, "#fffdf8", strip, border_radius=strip.h // 2)
            pygame.draw.rect(surface, ACCENT, filled, border_radius=strip.h // 2)
            pygame.draw.rect(surface, LINE, strip, 1, border_radius=strip.h // 2)
            if bar.last:
                at = strip.x + round(strip.w * bar.last)
                pygame.draw.line(surface, INK, (at, strip.y - 2), (at, strip.bottom + 1), 2)
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


def _room_for(text: PanelText) -> tuple[str, str, int, bool, bool]:
    """What decides where the message is and how much room it has."""
    return text.task, text.message, len(text.listed), _shows(text.gauge), _is_empty(text.gauge)


def _is_empty(gauge: Gauge | None) -> bool:
    """Whether nothing of a gauge is painted."""
    return gauge is None or (gauge.dial is None and not gauge.bars)


def _shows(gauge: Gauge | None) -> bool:
    """Whether a gauge has a dial that is not in its middle, or any bar."""
    return gauge is not None and (bool(gauge.bars) or any(gauge.dial or ()))


def _on_screen(rgb: Rgb) -> tuple[int, int, int]:
    r, g, b = (int(255 * c**0.5) for c in rgb)
    return (r, g, b)
