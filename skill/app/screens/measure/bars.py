"""Bars and diamonds: what was measured with its error, and what the world with the fitted material does."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import pygame

from skill.app.i18n import number_text, tr
from skill.app.lab.labels import spelt
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import INK, LINE, QUIET, SMALL_TEXT
from skill.tune.report import MEASURED, SIMULATED, Bar

ROW, LABEL = 22, 0.42  # height of a bar at scale 1; share of the width for what it is
BESIDE = 1.15  # of the longest bar that has room


class Bars:
    """Some of the bars, in a rectangle that has no room for more; the others are scrolled to."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.bars: Sequence[Bar] = ()
        self._first = 0
        self._row = ROW

    def place(self, rect: pygame.Rect, scale: float, bars: Sequence[Bar]) -> None:
        """Gives it its place and what it shows."""
        self.rect, self._row = rect, round(ROW * scale)
        if bars is not self.bars:
            self.bars, self._first = bars, 0
        self.scroll(0)

    @staticmethod
    def height(count: int, scale: float) -> int:
        """What so many bars need."""
        return round(ROW * scale) * (count + 2) if count else 0

    @property
    def _seen(self) -> int:
        return max(1, self.rect.h // self._row - 2)

    @property
    def is_cut(self) -> bool:
        """Whether there are more than have room."""
        return len(self.bars) > self._seen

    def scroll(self, rows: int) -> None:
        """Goes on by so many bars, or back."""
        self._first = max(0, min(self._first + rows, len(self.bars) - self._seen))

    def paint(self, surface: pygame.Surface, pen: Pen) -> None:
        """Paints them, the axis below and what is what above; nothing if there are none."""
        if not self.bars:
            return
        row, left = self._row, round(self.rect.w * LABEL)
        box = pygame.Rect(self.rect.x + left, self.rect.y + row, self.rect.w - left, self._row * self._seen)
        reach = BESIDE * max((max(bar.half, abs(bar.off)) for bar in self.bars if isfinite(bar.off)), default=1.0)

        def x(value: float) -> int:
            return round(box.centerx + max(-1.0, min(1.0, value / reach)) * box.w / 2)

        self._paint_legend(surface, pen)
        pygame.draw.rect(surface, "#fffdf8", box)
        pygame.draw.line(surface, LINE, (box.centerx, box.top), (box.centerx, box.bottom), 2)
        for n, bar in enumerate(self.bars[self._first : self._first + self._seen]):
            place = pygame.Rect(self.rect.x, box.y + n * row, left - 6, row)
            pen.write(surface, self.label(bar), place, INK, SMALL_TEXT)
            y, thick = place.centery, max(1, row // 10)
            pygame.draw.line(surface, MEASURED, (x(-bar.half), y), (x(bar.half), y), thick)
            for end in (-bar.half, bar.half):
                pygame.draw.line(surface, MEASURED, (x(end), y - row // 5), (x(end), y + row // 5), thick)
            pygame.draw.circle(surface, MEASURED, (x(0), y), row // 6)
            self._diamond(surface, (x(bar.off if isfinite(bar.off) else reach), y), row // 4)
        pygame.draw.rect(surface, QUIET, box, 1)
        for share, align in ((-1, "left"), (0, "centre"), (1, "right")):
            place = pygame.Rect(box.x, box.bottom, box.w, row)
            pen.write(
                surface,
                number_text(share * reach / 100, ("+" if share else "") + (".0%" if reach > 5 else ".1%")),
                place,
                QUIET,
                SMALL_TEXT,
                align=align,
            )

    def _paint_legend(self, surface: pygame.Surface, pen: Pen) -> None:
        half = self.rect.w // 2
        measured = pygame.Rect(self.rect.x + self._row, self.rect.y, half - self._row, self._row)
        fitted = measured.move(half, 0)
        y = measured.centery
        pygame.draw.line(surface, MEASURED, (measured.x - self._row * 3 // 4, y), (measured.x - 4, y), 2)
        self._diamond(surface, (fitted.x - self._row // 2, y), self._row // 4)
        pen.write(surface, tr("measured, 95 % sure"), measured, QUIET, SMALL_TEXT)
        pen.write(surface, tr("the fitted world"), fitted, QUIET, SMALL_TEXT)

    @staticmethod
    def _diamond(surface: pygame.Surface, at: tuple[int, int], size: int) -> None:
        x, y = at
        pygame.draw.polygon(surface, SIMULATED, [(x - size, y), (x, y - size), (x + size, y), (x, y + size)])

    @staticmethod
    def label(bar: Bar) -> str:
        """What a bar is of."""
        name = tr(spelt(bar.row.experiment))
        conditions = ", ".join(f"{value:g}" for value in bar.row.conditions.values())
        unit = "" if bar.row.unit == "1" else f" {tr(bar.row.unit)}"
        named = f"{name} ({conditions})" if conditions else name
        return f"{named}: {number_text(bar.row.value, '.4g')}{unit}"
