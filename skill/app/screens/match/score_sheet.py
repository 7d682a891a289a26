"""The sheet of a roll-and-write game, drawn over the scene: squares with what is written in them, and the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any

import pygame
import pygame_gui

from skill.app.i18n import tr
from skill.app.play.match.choices import Chooser, Place
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import (
    ACCENT,
    BUTTON_HOVER,
    CLOCK_TEXT,
    DIALOG_TITLE,
    INK,
    LINE,
    PAPER,
    QUIET,
    SMALL_TEXT,
    TEXT,
)
from skill.lattice.notation import Action
from skill.rules.page import WIDTH, Page, PageDie, Square

MARGIN = 24  # round everything, at scale 1
SQUARE_MOST = 84  # side of a square, at most
CARDS_HEIGHT = 44  # at the top, for what is written over every scene
DICE_HEIGHT, OTHERS_HEIGHT = 112, 96
SIZES = (SMALL_TEXT, TEXT, DIALOG_TITLE, CLOCK_TEXT)  # of the bold fonts that are loaded
FONT_PER_DIGIT = 1.4  # how much larger a font is than its digits are high
WRITTEN, ASKED, HINTED = "#fffdf8", "#fdf0cf", "#cfeedb"
SHAPES: dict[int, int] = {4: 3, 6: 4, 8: 4, 12: 5, 20: 6}
"""The corners of the outline that a die with so many sides is drawn with."""
PAINTS: dict[int, str] = {4: "#2257c4", 6: "#c8202b", 8: "#1f8a4c", 12: "#a8641f", 20: "#6b3fa0"}


class ScoreSheet:
    """One seat's sheet in `area`. `show` takes on what is to be drawn, `paint` draws it, `at` is what one points at."""

    def __init__(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        self.area, self._scale, self._pen = area, scale, Pen(ui, scale)
        self._page: Page | None = None
        self._names: Sequence[str] = ()
        self._shown: tuple[Any, ...] = ()
        self._chooser = Chooser()

    def show(self, page: Page | None, chooser: Chooser, names: Sequence[str]) -> bool:
        """Shows this page and how far the choice on it has come, with the names by seat; whether anything differs."""
        choice = chooser.choice
        shown = (page, choice.targets, choice.pointed, choice.shown, chooser.focus, chooser.hint, names)
        if shown == self._shown:
            return False
        self._page, self._chooser, self._names, self._shown = page, chooser, names, shown
        return True

    # -- where things are

    def places(self) -> dict[str, pygame.Rect]:
        """Where each square is, window pixels, by its name."""
        if self._page is None:
            return {}
        margin = round(MARGIN * self._scale)
        room = self.area.inflate(-2 * margin, -2 * margin)
        above = round(CARDS_HEIGHT * self._scale)
        room = pygame.Rect(room.x, room.y + above, room.w, room.h - above)
        room.h -= round((DICE_HEIGHT + OTHERS_HEIGHT * bool(self._page.others)) * self._scale)
        return layout([square for square, _ in self._page.squares], room, round(SQUARE_MOST * self._scale))

    def at(self, pixel: tuple[int, int]) -> Place | None:
        """The square that is meant by pointing there."""
        return next((name for name, rect in self.places().items() if rect.collidepoint(pixel)), None)

    def centres(self) -> dict[Place, tuple[float, float]]:
        """The middle of each square, window pixels."""
        return {name: (float(rect.centerx), float(rect.centery)) for name, rect in self.places().items()}

    # -- drawing

    def paint(self, surface: pygame.Surface) -> None:
        """Draws everything."""
        if self._page is None:
            return
        pygame.draw.rect(surface, PAPER, self.area)
        chooser, places = self._chooser, self.places()
        foreseen = sum_of(chooser.choice.shown, self._page.dice)
        hint = chooser.hint[1] if chooser.hint and chooser.hint.verb == "write" else None
        for square, number in self._page.squares:
            rect = places[square.id]
            is_open = square.id in chooser.choice.targets or square.id in chooser.choice.pointed
            paint = HINTED if square.id == hint else ASKED if is_open else WRITTEN
            pygame.draw.rect(surface, paint, rect, border_radius=4)
            in_focus = square.id in (chooser.focus, *chooser.choice.pointed)
            pygame.draw.rect(surface, ACCENT if in_focus else LINE, rect, 3 if in_focus else 1, border_radius=4)
            if number:
                self._write(surface, str(number), rect.center, 0.5 * rect.h, INK)
            elif square.id in chooser.choice.pointed and foreseen:
                self._write(surface, str(foreseen), rect.center, 0.5 * rect.h, ACCENT)
            else:
                self._write(surface, square.id, (rect.centerx, rect.bottom - rect.h // 5), 0.14 * rect.h, QUIET)
        self._paint_dice(surface, self._page)
        self._paint_others(surface, self._page)

    def _paint_dice(self, surface: pygame.Surface, page: Page) -> None:
        size = round(64 * self._scale)
        others = round(OTHERS_HEIGHT * self._scale) if page.others else 0
        y = self.area.bottom - round(DICE_HEIGHT * self._scale) - others
        x = self.area.centerx - (len(page.dice) - 1) * size * 3 // 4
        chosen = dice_of(self._chooser.choice.shown)
        for die in page.dice:
            middle = (x, y + size // 2)
            points = outline(SHAPES[die.sides], middle, size / 2)
            paint = PAINTS[die.sides] if die.in_set and not die.is_used else LINE
            pygame.draw.polygon(surface, paint, points, 0 if die.in_set else 2)
            if die.name in chosen:
                pygame.draw.polygon(surface, INK, outline(SHAPES[die.sides], middle, size / 2 + 5), 3)
            if die.number:
                self._write(surface, str(die.number), middle, size * 0.4, "#ffffff")
            below = (x, y + size + round(14 * self._scale))
            self._write(surface, tr("d{number}", context="a die", number=die.sides), below, 14 * self._scale, QUIET)
            x += size * 3 // 2

    def _paint_others(self, surface: pygame.Surface, page: Page) -> None:
        if not page.others:
            return
        y = self.area.bottom - round(OTHERS_HEIGHT * self._scale)
        share = self.area.w // len(page.others)
        for n, (seat, numbers) in enumerate(page.others):
            room = pygame.Rect(self.area.x + n * share, y, share, round((OTHERS_HEIGHT - 24) * self._scale))
            room = room.inflate(-round(16 * self._scale), 0)
            places = layout([square for square, _ in page.squares], room, round(22 * self._scale))
            for (square, _), number in zip(page.squares, numbers, strict=True):
                rect = places[square.id]
                pygame.draw.rect(surface, BUTTON_HOVER if number else WRITTEN, rect)
                pygame.draw.rect(surface, LINE, rect, 1)
                if number:
                    self._write(surface, str(number), rect.center, 0.6 * rect.h, INK)
            below = (room.centerx, room.bottom + round(10 * self._scale))
            self._write(surface, self._names[seat - 1], below, 10 * self._scale, QUIET)

    def _write(self, surface: pygame.Surface, text: str, middle: tuple[int, int], height: float, paint: str) -> None:
        """Writes in the middle of a place; `height` is that of the digits, pixels, at most."""
        area = pygame.Rect(0, 0, self.area.w, round(2 * height))
        area.center = middle
        fitting = [size for size in SIZES if size * self._scale <= FONT_PER_DIGIT * height]
        self._pen.write(surface, text, area, paint, max(fitting, default=SIZES[0]), bold=True, align="centre")


def layout(squares: list[Square], room: pygame.Rect, most: int) -> dict[str, pygame.Rect]:
    """Where squares are within `room`: as large as fits, at most `most` wide, row 0 at the bottom, in the middle."""
    left, right = min(s.x for s in squares), max(s.x for s in squares) + WIDTH
    rows = max(s.y for s in squares) + 1
    side = max(4, min(most, room.w * WIDTH // (right - left), room.h // rows))
    x0 = room.centerx - (right - left) * side // WIDTH // 2
    y0 = room.centery + rows * side // 2
    gap = max(1, side // 16)
    return {
        s.id: pygame.Rect(x0 + (s.x - left) * side // WIDTH, y0 - (s.y + 1) * side, side - gap, side - gap)
        for s in squares
    }


def outline(corners: int, middle: tuple[int, int], radius: float) -> list[tuple[float, float]]:
    """A regular polygon; one with four corners lies flat like a die's face."""
    start = pi / 4 if corners == 4 else -pi / 2
    angles = [start + 2 * pi * n / corners for n in range(corners)]
    return [(middle[0] + radius * cos(a), middle[1] + radius * sin(a)) for a in angles]


def dice_of(action: Action | None) -> list[str]:
    """The names of the dice whose sum an action writes."""
    return action[2].split("+") if action is not None and action.verb == "write" else []


def sum_of(action: Action | None, dice: tuple[PageDie, ...]) -> int:
    """The number that an action writes, 0 for none."""
    numbers: Mapping[str, int] = {die.name: die.number for die in dice}
    return sum(numbers[name] for name in dice_of(action))
