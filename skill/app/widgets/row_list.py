"""Lists that the screen paints itself: headings and rows, scrolled by the wheel, one row chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pygame

from skill.app.widgets.pen import Pen
from skill.app.widgets.star import paint_star
from skill.app.widgets.theme import ACCENT, BUTTON_DOWN, BUTTON_HOVER, LINE, QUIET, SMALL_TEXT

ROW = 26  # height of a line at scale 1
WHEEL_ROWS = 3
BAR = 6
STAR, NO_STAR = "star", "no star"  # marks that are painted


class Row(NamedTuple):
    """One line of a list."""

    text: str
    key: Any = None
    """What is chosen with it; a line without is a heading."""
    right: str = ""
    """Text at its right end."""
    chip: str = ""
    """The colour of the chip before it, if it has one."""
    mark: str = ""
    """A sign at its very end that can be clicked apart from the row, if it has one: a letter, `STAR` or `NO_STAR`."""


class RowList:
    """Rows in a rectangle. Rows are known by their keys; what a key means is up to the screen."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.rows: tuple[Row, ...] = ()
        self.chosen: Any = None
        self.hovered: Any = None
        self._scale = 1.0
        self._top = 0.0
        """Pixels that are scrolled off above."""

    def place(self, rect: pygame.Rect, scale: float) -> None:
        """Gives it its rectangle in the window. It stays where it is scrolled to, and what is chosen in sight."""
        is_seen, top = self._sees(self.chosen), self._top / self._row
        self.rect, self._scale = rect, scale
        self._scroll_to(top * self._row)
        if is_seen:
            self.reveal(self.chosen)

    def show(self, rows: Sequence[Row]) -> None:
        """Shows other rows."""
        self.rows = tuple(rows)
        self._scroll_to(self._top)

    @property
    def keys(self) -> list[Any]:
        """The keys of the rows that can be chosen, in order."""
        return [row.key for row in self.rows if row.key is not None]

    @property
    def _row(self) -> int:
        return round(ROW * self._scale)

    def _scroll_to(self, top: float) -> None:
        self._top = max(0.0, min(top, self._row * len(self.rows) - self.rect.h))

    def _sees(self, key: Any) -> bool:
        """Whether the row of `key` is seen, or will be as soon as the list has a place."""
        return self.rect.h < self._row or (key in self.keys and self.rect.contains(self.rect_of(key)))

    def reveal(self, key: Any) -> None:
        """Scrolls until the row of `key` is seen, with the heading above it if it is the first under one."""
        number = next((n for n, row in enumerate(self.rows) if row.key is not None and row.key == key), None)
        if number is None or self.rect.h < self._row:  # it has no place yet
            return
        first = number - 1 if number and self.rows[number - 1].key is None else number
        if first * self._row < self._top:
            self._scroll_to(first * self._row)
        elif (number + 1) * self._row > self._top + self.rect.h:
            self._scroll_to((number + 1) * self._row - self.rect.h)

    def neighbour(self, way: int) -> Any:
        """The key after the chosen one (`way` 1) or before it (-1), round and round; None if there is none."""
        keys = self.keys
        if not keys:
            return None
        if self.chosen not in keys:
            return keys[0 if way > 0 else -1]
        return keys[(keys.index(self.chosen) + way) % len(keys)]

    def at(self, place: tuple[int, int]) -> Any:
        """The key of the row at a place of the window; None for a heading and where no row is."""
        row = self._row_at(place)
        return row.key if row else None

    def is_mark(self, place: tuple[int, int]) -> bool:
        """Whether the mark of a row is at a place of the window."""
        row = self._row_at(place)
        return row is not None and bool(row.mark) and place[0] >= self._inner_right - self._row

    def _row_at(self, place: tuple[int, int]) -> Row | None:
        if not self.rect.collidepoint(place):
            return None
        number = int((place[1] - self.rect.y + self._top) // self._row)
        return self.rows[number] if number < len(self.rows) else None

    @property
    def _inner_right(self) -> int:
        """Where rows end and the bar begins."""
        return self.rect.right - BAR - 4

    def rect_of(self, key: Any) -> pygame.Rect:
        """Where the row of `key` is in the window, outside of the list if it is scrolled away."""
        number = next(n for n, row in enumerate(self.rows) if row.key == key)
        return pygame.Rect(self.rect.x, round(self.rect.y + number * self._row - self._top), self.rect.w, self._row)

    @property
    def focus_rect(self) -> pygame.Rect:
        """What shows that keys go here: the row that is chosen, or the whole list while none is."""
        if self.chosen not in self.keys:
            return self.rect
        row = self.rect_of(self.chosen)
        return pygame.Rect(row.x, row.y, self._inner_right - row.x, row.h - 2)

    def wheel(self, notches: float) -> None:
        """Scrolls by notches of the wheel, up for positive ones."""
        self._scroll_to(self._top - notches * WHEEL_ROWS * self._row)

    def hover(self, place: tuple[int, int]) -> bool:
        """Notes where the pointer is; whether that changes the picture."""
        before, self.hovered = self.hovered, self.at(place)
        return before is not self.hovered

    def paint(self, surface: pygame.Surface, pen: Pen, focused: bool = False) -> None:
        """Paints the rows that are seen; `focused` frames the one that keys would open."""
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        pad = round(8 * self._scale)
        for number, row in enumerate(self.rows):
            box = pygame.Rect(0, 0, self._inner_right - self.rect.x, self._row - 2)
            box.topleft = (self.rect.x, round(self.rect.y + number * self._row - self._top))
            if not box.colliderect(self.rect):
                continue
            if row.key is None:
                pen.write(surface, row.text, box.inflate(-pad, 0), QUIET, SMALL_TEXT, bold=True)
                continue
            if row.key == self.chosen or row.key == self.hovered:
                colour = BUTTON_DOWN if row.key == self.chosen else BUTTON_HOVER
                pygame.draw.rect(surface, colour, box, border_radius=5)
                if row.key == self.chosen and focused:
                    pygame.draw.rect(surface, ACCENT, box, 2, border_radius=5)
            inner = box.inflate(-2 * pad, 0)
            if row.chip:
                chip = pygame.Rect(0, 0, round(10 * self._scale), round(10 * self._scale))
                chip.midleft = inner.midleft
                pygame.draw.rect(surface, row.chip, chip, border_radius=3)
                inner = inner.inflate(-2 * chip.w, 0).move(chip.w, 0)
            if row.mark:
                end = pygame.Rect(box.right - self._row, box.y, self._row, box.h)
                if row.mark in (STAR, NO_STAR):
                    paint_star(surface, end, is_filled=row.mark == STAR)
                else:
                    pen.write(surface, row.mark, end, QUIET, align="centre")
                inner.w = end.x - inner.x
            room, wanted = inner.w - pad, pen.font().size(row.text)[0]
            said = pen.font(SMALL_TEXT).size(row.right)[0]
            if wanted + said > room:  # each gives way alike
                wanted = room * wanted // (wanted + said)
            end = pygame.Rect(inner.x + wanted + pad, inner.y, room - wanted, inner.h)
            inner.w -= pen.write(surface, row.right, end, QUIET, SMALL_TEXT, align="right") + pad
            pen.write(surface, row.text, inner)
        self._paint_bar(surface)
        surface.set_clip(clip)

    def _paint_bar(self, surface: pygame.Surface) -> None:
        whole = self._row * len(self.rows)
        if whole <= self.rect.h:
            return
        bar = pygame.Rect(self.rect.right - BAR, self.rect.y, BAR, max(20, self.rect.h * self.rect.h // whole))
        bar.y += round((self.rect.h - bar.h) * self._top / (whole - self.rect.h))
        pygame.draw.rect(surface, LINE, bar, border_radius=3)
