"""The stops of Tab on a screen: forms, lists, lines of text and buttons. One of them has the focus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from skill.app.widgets.form import Form
from skill.app.widgets.row_list import RowList
from skill.app.widgets.text_line import TextLine


class Stops:
    """The ring of them by name, also when elements are made anew. A list without rows to choose is left out."""

    def __init__(self, at: str) -> None:
        self.at = at
        """The name of the stop that has the keys."""
        self._ring: dict[str, Any] = {}
        self._ui: pygame_gui.UIManager | None = None

    def place(self, ui: pygame_gui.UIManager, ring: Mapping[str, Any]) -> None:
        """Takes on what a layout has, in order."""
        self._ui, self._ring = ui, dict(ring)
        if self.at not in self._ring:
            self.at = [*self._ring][-1]

    @property
    def names(self) -> list[str]:
        """Those that there are now, in order."""
        return [name for name, stop in self._ring.items() if not isinstance(stop, RowList) or stop.keys]

    @property
    def now(self) -> Any:
        """What has the keys."""
        return self._ring.get(self.at)

    def name_of(self, element: object) -> str | None:
        """The name of what an element is the stop of, if it is one."""
        return next((name for name, stop in self._ring.items() if stop is element), None)

    def go(self, name: str) -> None:
        """Gives the keys to another one; of a list the first row is chosen if none is."""
        self.at = name
        if isinstance(self.now, RowList) and self.now.chosen is None:
            self.now.chosen = self.now.neighbour(1)
        self.show()

    def step(self, way: int) -> None:
        """Gives the keys to the next one (`way` 1), or the one before (-1), round and round."""
        names = self.names
        self.go(names[(names.index(self.at) + way) % len(names)])

    def show(self, *, is_typing: bool = True) -> None:
        """Shows what has the keys; letters go to a line of text only if `is_typing`."""
        for stop in self._ring.values():
            if isinstance(stop, Form):
                stop.focus(stop is self.now)
            elif isinstance(stop, UIButton):
                stop.select() if stop is self.now else stop.unselect()  # type: ignore[no-untyped-call]
        if self._ui is None:
            return
        if isinstance(self.now, TextLine) and is_typing:
            self._ui.set_focus_set(self.now)
        elif self.written is not None:
            self._ui.set_focus_set(None)

    @property
    def written(self) -> str | None:
        """The name of the line of text in which one writes now."""
        focused = (self._ui.get_focus_set() or ()) if self._ui else ()  # type: ignore[no-untyped-call]
        return next((n for n, stop in self._ring.items() if isinstance(stop, TextLine) and stop in focused), None)

    def follow(self) -> bool:
        """Gives the keys to where the pointer has begun to write, and explains the line of a form that it has gone to;
        whether anything differs.
        """
        has_looked = any(stop.look() for stop in self._ring.values() if isinstance(stop, Form))
        for name, stop in self._ring.items():
            begun = stop.follow() if isinstance(stop, Form) else name == self.written and name != self.at
            if begun:
                self.go(name)
                return True
        return has_looked

    @property
    def focus_rect(self) -> pygame.Rect | None:
        """What shows where keys go."""
        rect: pygame.Rect | None = self.now.focus_rect if isinstance(self.now, Form | RowList) else self.now.rect
        return rect
