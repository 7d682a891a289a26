"""The list of actions in the panel: numbered buttons, as many as there is room for, and arrows to scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from skill.app.widgets.pen import told_apart
from skill.lattice.notation import Action

NUMBERED = 9  # as many have a key


class ActionList:
    """Buttons for actions at the foot of `area`. `show` makes them."""

    def __init__(
        self, ui: pygame_gui.UIManager, area: pygame.Rect, row: int, fit: Callable[[UIButton, str, str, str], str]
    ) -> None:
        self._ui, self._area, self._row, self._fit = ui, area, row, fit
        self._actions: tuple[Action, ...] = ()
        self._texts: tuple[str, ...] = ()
        self._numbers: tuple[int, ...] = ()
        self._focus: int | None = None
        self._top = 0
        self._arrows: dict[object, int] = {}
        self.most: int | None = None
        """How many are shown at once, however much room there is; None: as many as there is room for."""
        self.buttons: dict[object, Action] = {}

    @property
    def rows(self) -> int:
        """How many actions are shown at once."""
        room = max(1, self._area.h // self._row)
        return min(len(self._actions), room if self.most is None else min(self.most, room))

    @property
    def height(self) -> int:
        """Height of the buttons together, pixels."""
        return self.rows * self._row

    @property
    def rect(self) -> pygame.Rect:
        """Where the buttons are in the window."""
        return pygame.Rect(self._area.x, self._area.bottom - self.height, self._area.w, self.height)

    def show(
        self, actions: Sequence[Action], texts: Sequence[str], focus: int | None, numbers: Sequence[int] = ()
    ) -> None:
        """Shows other actions with these texts, numbered from 1 if no numbers are given, scrolled to the one with the
        number `focus`, which looks pressed; None presses none."""
        self._texts, self._numbers = tuple(texts), tuple(numbers or range(1, len(texts) + 1))
        if tuple(actions) != self._actions:
            self._actions, self._top = tuple(actions), 0
        self._focus = focus
        if focus is not None:
            self._top = min(focus, max(self._top, focus - self.rows + 1))
        self._build()

    def scroll(self, lines: int) -> None:
        """Scrolls down by some lines, or up for a negative number."""
        top = max(0, min(len(self._actions) - self.rows, self._top + lines))
        if top != self._top:
            self._top = top
            self._build()

    def take_over(self, other: ActionList) -> None:
        """Scrolls to where another list of the same actions is."""
        if other._actions == self._actions:
            self.scroll(other._top - self._top)

    def press(self, element: object) -> bool:
        """Scrolls if `element` is one of the arrows; whether it is."""
        if element in self._arrows:
            self.scroll(self._arrows[element])
            return True
        return False

    def _build(self) -> None:
        for button in (*self.buttons, *self._arrows):
            button.kill()  # type: ignore[attr-defined]
        self.buttons, self._arrows = {}, {}
        is_long = self.rows < len(self._actions)
        width, y = self._area.w - (self._row if is_long else 0), self.rect.y
        made: list[UIButton] = []
        for n in range(self._top, self._top + self.rows):
            action = self._actions[n]
            place = pygame.Rect(self._area.x, y + (n - self._top) * self._row, width - 2, self._row - 2)
            button = UIButton(place, "", self._ui, object_id="#game")
            if n == self._focus:
                button.select()  # type: ignore[no-untyped-call]
            self.buttons[button] = action
            made.append(button)
        self._write(made)
        if is_long:
            right = self._area.right - self._row
            up = pygame.Rect(right, y, self._row, self._row - 2)
            down = pygame.Rect(right, y + self.height - self._row, self._row, self._row - 2)
            self._arrows = {UIButton(up, "^", self._ui): -self.rows, UIButton(down, "v", self._ui): self.rows}

    def _write(self, buttons: Sequence[UIButton]) -> None:
        """Writes on the buttons what there is room for, so that those that differ look different."""
        shown = slice(self._top, self._top + len(buttons))
        numbers = [f"{number}  " if number <= NUMBERED else "" for number in self._numbers[shown]]
        if not buttons:
            return
        fit = partial(self._fit, buttons[0], max(numbers, key=len))  # all are as wide
        for button, number, text in zip(buttons, numbers, told_apart(self._texts[shown], fit), strict=True):
            button.set_text(number + text)
