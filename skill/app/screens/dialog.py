"""Dialogs: a text over the scene with buttons below it. A card leaves the scene visible and takes no input at
first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIImage, UIPanel

from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_height import text_height
from skill.app.widgets.theme import DIALOG_TITLE

WIDTH, HEIGHT = 560, 460  # at most, at scale 1; less where the text needs less
MARGIN, ROW = 14, 34
PADDING = 24  # beside the text of a button
PICTURE = 200  # pixels that a picture is high, at most, at scale 1
PAGE = 0.8  # of what is seen of a text, by which keys scroll
CARD_S, RESULT_S = 0.7, 1.0  # for which the end of an attempt, and of a match, take no input
ROLLED_ON_S = 3.0  # the same of a match of rolls alone: longer than from one roll to the next, made at the same place


class Dialog:
    """A text over the scene with buttons below it, in rows of as many as have room for their texts.

    One of them is lit, which Enter presses: the first one, which harms nobody, or the one to which Tab and the arrows
    have gone. Digits press any of them. Page up and page down go through a text that is too long, and so do the arrows
    where there is one button.
    """

    has_digits = True
    """Whether digits press its buttons."""
    wide, high = WIDTH, HEIGHT
    """At most, at scale 1."""
    below_title = "<br><br>"
    most_of_scene = 1.0
    """How much of the height of the scene it takes where it has a picture."""
    is_picture_below = False
    """Whether its picture stands below the text, and not above it."""
    ignored_keys: frozenset[str] = frozenset()
    """Keys that do nothing here, whatever they are for."""

    def __init__(
        self,
        title: str,
        text: str,
        buttons: Mapping[str, Callable[[], None]],
        picture: pygame.Surface | None = None,
    ) -> None:
        self.title, self.text, self.picture = title, text, picture
        self.commands = dict(buttons)
        """What each button does, by its label."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._panel: UIPanel | None = None
        self._box: TextBox | None = None
        self._buttons: dict[Any, Callable[[], None]] = {}
        self._chosen = 0
        self._columns = 1

    @property
    def is_waiting(self) -> bool:
        """Whether it takes no input yet."""
        return False

    def advance(self, elapsed_s: float) -> bool:
        """Lets time pass; whether it looks otherwise now."""
        return False

    def build(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float) -> None:
        """Makes its elements over the scene."""
        self.kill()
        margin, row, gap = round(MARGIN * scale), round(ROW * scale), round(MARGIN * scale) // 2
        width = self._width(scene, scale)
        across = self._columns = self._across(ui, scale, width - 2 * margin, gap)
        rows = -(-len(self.commands) // across)
        buttons_h = rows * (row + gap) - gap
        html = f"<font pixel_size={round(DIALOG_TITLE * scale)}><b>{self.title}</b></font>"
        html += f"{self.below_title}{self.text}" if self.text else ""
        text_h = text_height(html, width - 2 * margin, ui)
        most = min(
            round(self.high * scale),
            round(self.most_of_scene * scene.h) if self.picture else scene.h,
            scene.h - 2 * margin,
        )
        most = max(most, min(buttons_h + 4 * row, scene.h - 2 * margin))  # the buttons are whole, and some of the text
        picture = self._picture_rect(width, most - min(text_h, 4 * row) - buttons_h - 3 * margin, scale)
        above = picture.h and picture.bottom
        height = min(above + text_h + buttons_h + 3 * margin, most)
        self.rect = self._placed(pygame.Rect(0, 0, width, height), scene)
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        self._panel = UIPanel(self.rect, 10, ui, object_id="#dialog", margins=none)
        inner = pygame.Rect(margin, above + margin, width - 2 * margin, height - above - 3 * margin - buttons_h)
        if self.is_picture_below:
            inner.y, picture.y = margin, inner.h + 2 * margin
        if self.picture and picture.h:
            UIImage(picture, self.picture, ui, container=self._panel)
        self._box = kept(TextBox(html, inner, ui, container=self._panel), self)
        share = (width - 2 * margin - gap * (across - 1)) // across
        top = height - margin - buttons_h
        for n, (label, command) in enumerate(self.commands.items()):
            x, y = margin + n % across * (share + gap), top + n // across * (row + gap)
            button = UIButton(pygame.Rect(x, y, share, row), label, ui, container=self._panel)
            self._buttons[button] = command
        self._show_chosen()

    def _across(self, ui: pygame_gui.UIManager, scale: float, width: int, gap: int) -> int:
        """How many buttons stand side by side: all if there is room for the longest text in each, else one or two."""
        font = Pen(ui, scale).font()
        widest = max(font.size(label)[0] for label in self.commands) + round(PADDING * scale)
        count = len(self.commands)
        return next(n for n in (count, 2, 1) if n == 1 or (n <= count and n * (widest + gap) - gap <= width))

    def _picture_rect(self, width: int, room: int, scale: float) -> pygame.Rect:
        """Where its picture is in a dialog of that width, above the text; nowhere without one, or without room."""
        margin, least = round(MARGIN * scale), round(ROW * scale)
        high = min(round(PICTURE * scale), room - margin)
        if self.picture is None or high < least:
            return pygame.Rect(0, 0, 0, 0)
        wide, tall = self.picture.get_size()
        high = min(high, (width - 2 * margin) * tall // wide)
        rect = pygame.Rect(0, margin, high * wide // tall, high)
        rect.centerx = width // 2
        return rect

    def _width(self, scene: pygame.Rect, scale: float) -> int:
        return min(round(self.wide * scale), scene.w - 2 * round(MARGIN * scale))

    def _placed(self, rect: pygame.Rect, scene: pygame.Rect) -> pygame.Rect:
        """Where it is: in the middle of the scene."""
        rect.center = scene.center
        return rect

    def _show_chosen(self) -> None:
        """Shows which button Enter presses."""
        for n, button in enumerate(self._buttons):
            button.select() if n == self._chosen else button.unselect()

    def press(self, element: object) -> bool:
        """Carries out the command of a button; whether it is one of its own."""
        command = self._buttons.get(element)
        if command:
            command()
        return command is not None

    def press_chosen(self) -> None:
        """What Enter does."""
        list(self.commands.values())[self._chosen]()

    def press_number(self, n: int) -> None:
        """Carries out the command of the n-th button, from 1, if there are so many."""
        if self.has_digits and n <= len(self.commands):
            list(self.commands.values())[n - 1]()

    def move(self, way: int) -> None:
        """Chooses the next button, or the one before, for Enter."""
        self._chosen = (self._chosen + way) % len(self.commands)
        self._show_chosen()

    def move_row(self, way: int) -> None:
        """Chooses the button below, or above, for Enter, round and round; where all stand in one row as `move`."""
        count, columns = len(self.commands), self._columns
        if columns >= count:
            self.move(way)
            return
        row, column = divmod(self._chosen, columns)
        row = (row + way) % -(-count // columns)
        self._chosen = min(row * columns + column, count - 1)
        self._show_chosen()

    @property
    def focus_rect(self) -> pygame.Rect | None:
        """Where the button is that Enter presses; None while it takes no input."""
        rects = [button.rect for button in self._buttons]
        return None if self.is_waiting or not rects else rects[self._chosen]

    def scroll(self, way: int) -> bool:
        """Goes most of a page down in its text, or up; whether there is more than can be seen at once."""
        bar = self._box.scroll_bar if self._box else None
        if bar is None:
            return False
        bar.set_scroll_from_start_percentage(bar.start_percentage + way * PAGE * bar.visible_percentage)
        return True

    def kill(self) -> None:
        """Takes its elements off the screen."""
        if self._panel:
            self._panel.kill()  # type: ignore[no-untyped-call]
            self._panel = None
        self._buttons.clear()


class HelpDialog(Dialog):
    """Help: large, so that the rules and the marks are read at one glance, and the scene comes second."""

    wide, high = 900, 780
    is_picture_below = True  # what to do comes first


class Card(Dialog):
    """What has come to an end, in a strip below the scene. For `wait_s` seconds it takes no input.

    It never takes digits and the space key. So nobody presses a button of it with a key or a click that was meant for
    what has ended.
    """

    has_digits = False
    below_title = "<br>"
    most_of_scene = 0.75
    ignored_keys = frozenset({"space"})

    def __init__(
        self,
        title: str,
        text: str,
        buttons: Mapping[str, Callable[[], None]],
        wait_s: float = CARD_S,
        picture: pygame.Surface | None = None,
    ) -> None:
        super().__init__(title, text, buttons, picture)
        self._waits_s = wait_s

    @property
    def is_waiting(self) -> bool:
        return self._waits_s > 0

    def advance(self, elapsed_s: float) -> bool:
        was_waiting, self._waits_s = self.is_waiting, self._waits_s - elapsed_s
        if was_waiting and not self.is_waiting:
            self._show_chosen()
            return True
        return False

    def _width(self, scene: pygame.Rect, scale: float) -> int:
        return scene.w

    def _placed(self, rect: pygame.Rect, scene: pygame.Rect) -> pygame.Rect:
        rect.bottomleft = scene.bottomleft
        return rect

    def _show_chosen(self) -> None:
        for button in self._buttons:
            button.disable() if self.is_waiting else button.enable()
        if not self.is_waiting:
            super()._show_chosen()

    def press(self, element: object) -> bool:
        return not self.is_waiting and super().press(element)
