"""A player for tests: synthetic mouse and keys, through the same events as a real one's."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pygame

from skill.app.application import Application
from skill.app.input.keyboard import PLACES
from skill.app.play.control import MatchControl
from skill.draw.renderer import headless
from skill.draw.scene_view import PITCH
from skill.lattice.cells import Cell
from skill.lattice.frame import centre

SCANCODES = {name: code for code, name in PLACES.items()}
"""Of the keys of an American keyboard."""


class Driver:
    def __init__(self, app: Application) -> None:
        self.app = app

    def frames(self, count: int = 1, seconds: float = 0.03) -> None:
        for _ in range(count):
            self._frame(seconds)

    def _frame(self, seconds: float) -> None:
        self.app.frame(seconds)
        if self.app.failed is not None:
            raise self.app.failed

    def until(self, holds: Callable[[], bool], most: int = 400, seconds: float = 0.03) -> None:
        for _ in range(most):
            self._frame(seconds)
            if holds():
                return
        raise AssertionError("it did not come about")

    def until_card(self) -> None:
        """Until a card is open and takes input."""
        self.until(lambda: self.app.screen.dialog is not None and not self.app.screen.dialog.is_waiting)  # type: ignore

    def post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))

    def look(self, key: str | None, at: tuple[int, int] = (0, 0)) -> None:
        """Until a press of a key, or of the pointer there, is meant for what is shown."""
        while self.app.is_open and (self.app.is_early(key, at) or self._is_settling):
            self.frames()

    @property
    def _is_settling(self) -> bool:
        """Whether a choice would still be meant for what was there before."""
        control = getattr(self.app.screen, "control", None)
        return isinstance(control, MatchControl) and control.is_settling

    def key_down(self, key: int, mod: int = 0) -> None:
        self.look(pygame.key.name(key))
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=SCANCODES.get(pygame.key.name(key), 0))
        self.frames()

    def key_up(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=SCANCODES.get(pygame.key.name(key), 0))
        self.frames()

    def key(self, key: int, mod: int = 0) -> None:
        self.key_down(key, mod)
        self.key_up(key, mod)

    def point(self, at: tuple[int, int]) -> None:
        pygame.mouse.set_pos(at)
        self.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0), touch=False)
        self.frames()

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        self.point(at)
        self.look(None, at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=at, button=button, touch=False)
            self.frames()

    def press(self, text: str) -> None:
        """Clicks the button with that text and perhaps its key, `Next (N)`, the first of the topmost if there are
        several."""
        elements = self.app.ui.get_sprite_group().sprites()
        found = [e for e in elements if re.sub(r" \([^()]*\)$", "", getattr(e, "text", None) or "") == text]
        found = [e for e in elements if getattr(e, "text", None) == text] or found
        button = max(found, key=lambda element: element.layer)
        self.click(button.rect.center)
        self.frames()  # pygame_gui tells of it with an event of its own

    def pixel_of(self, cell: Cell) -> tuple[int, int]:
        """Where the middle of a die in that cell is on screen."""
        screen = self.app.screen
        assert screen is not None
        point = np.array([centre(cell, pitch=PITCH)])
        x, y = screen.camera.project(point, screen.scene_rect.size)[0]
        return (round(x) + screen.scene_rect.x, round(y) + screen.scene_rect.y)


def close(app: Application) -> None:
    """Closes a window as the end of the program does, but leaves the fonts to the next one."""
    assert app.screen is not None
    app.screen.closed()
    for part in (pygame.display, pygame.joystick, pygame.mixer):
        part.quit()
    headless.cache_clear()
