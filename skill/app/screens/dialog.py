"""Dialogs: a text over the scene with buttons below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel, UITextBox

from skill.app.widgets.theme import DIALOG_TITLE

SIDE_BY_SIDE = 4  # buttons of a dialog that are no more stand in one row


class Dialog:
    """A text over the scene with buttons below it, side by side or, if they are many, one below the other.

    Enter presses the first one, or the one to which Tab and the arrows have gone; digits press the others.
    """

    def __init__(self, title: str, text: str, buttons: Mapping[str, Callable[[], None]]) -> None:
        self.title, self.text = title, text
        self.commands = dict(buttons)
        """What each button does, by its label."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._panel: UIPanel | None = None
        self._buttons: dict[Any, Callable[[], None]] = {}
        self._chosen = 0

    def build(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float) -> None:
        """Makes its elements in the middle of the scene."""
        self.kill()
        margin, row = round(14 * scale), round(34 * scale)
        width = min(round(560 * scale), scene.w - 2 * margin)
        height = min(round(460 * scale), scene.h - 2 * margin)
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = scene.center
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        self._panel = UIPanel(self.rect, 10, ui, object_id="#dialog", margins=none)
        count = len(self.commands)
        across = count if count <= SIDE_BY_SIDE else 1
        rows = -(-count // across)
        buttons_h = rows * (row + margin // 2) - margin // 2
        inner = pygame.Rect(margin, margin, width - 2 * margin, height - 3 * margin - buttons_h)
        title = f"<font pixel_size={round(DIALOG_TITLE * scale)}><b>{self.title}</b></font>"
        UITextBox(f"{title}<br><br>{self.text}", inner, ui, container=self._panel)
        share = (width - margin * (across + 1)) // across
        top = height - margin - buttons_h
        for n, (label, command) in enumerate(self.commands.items()):
            x, y = margin + n % across * (share + margin), top + n // across * (row + margin // 2)
            button = UIButton(pygame.Rect(x, y, share, row), label, ui, container=self._panel)
            self._buttons[button] = command

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
        if n <= len(self.commands):
            list(self.commands.values())[n - 1]()

    def move(self, way: int) -> None:
        """Chooses the next button, or the one before, for Enter."""
        self._chosen = (self._chosen + way) % len(self.commands)
        for n, button in enumerate(self._buttons):
            button.select() if n == self._chosen else button.unselect()

    def kill(self) -> None:
        """Takes its elements off the screen."""
        if self._panel:
            self._panel.kill()  # type: ignore[no-untyped-call]
            self._panel = None
        self._buttons.clear()
