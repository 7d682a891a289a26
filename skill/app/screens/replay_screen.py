"""The base of screens that replay something on a time line: seek bar, transport buttons and their keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from skill.app.i18n import number_text, tr
from skill.app.input import actions
from skill.app.input.actions import Act
from skill.app.play.replay.player import ReplayPlayer
from skill.app.play.said.help import key_of, keyed
from skill.app.screens.base import Screen
from skill.app.screens.host import Host
from skill.app.screens.replay_layout import ViewerLayout
from skill.app.screens.seek_bar import SeekBar
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import PAPER, QUIET, SMALL_TEXT

Command = Callable[[], None]
Button = tuple[str, Act, Command]
"""What is written on it, the act that does the same by key, and what it does."""


class ReplayScreen(Screen):
    """A player with its seek bar and buttons; what else there is to be seen is up to the screen."""

    bindings = (*Screen.bindings, actions.VIEWING)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.player = ReplayPlayer()
        self.seek_bar = SeekBar(self.player)
        self._pen: Pen | None = None
        self._bar = pygame.Rect(0, 0, 1, 1)
        self._is_seeking = False
        """Whether the grip of the seek bar is held."""
        self._buttons: dict[Any, Command] = {}
        self._by_key: dict[Act, Command] = {}
        """What the buttons do, by the acts of their keys."""
        self._keys: list[tuple[str, pygame.Rect]] = []
        """The keys of the transport buttons, and where they are written."""

    @abstractmethod
    def _follow(self) -> None:
        """Shows what belongs to the time that is seen now."""

    # -- layout

    def _transport(self, stop: str, to_the_end: Sequence[Button] = ()) -> list[Button]:
        """The buttons of the player; `stop` is what the one says that stops it."""
        player = self.player
        return [
            ("|<", Act.RESTART, partial(self._seek, 0.0)),
            ("<", Act.UP, partial(self._step, -1)),
            (stop if player.playing else tr("Play", context="what was recorded"), Act.ACCEPT, self._toggle),
            (">", Act.DOWN, partial(self._step, 1)),
            *to_the_end,
            (f"x {number_text(player.speed, 'g')}", Act.OTHER_SPEED, self._change_speed),
        ]

    def _place(
        self,
        ui: pygame_gui.UIManager,
        layout: ViewerLayout,
        transport: list[Button],
        commands: list[list[Button]],
        disabled: Collection[Act],
    ) -> None:
        """Puts scene, bars and buttons where the layout has them; those of the acts in `disabled` cannot be pressed."""
        self.scene_rect, self.panel_rect, self._bar = layout.scene, layout.panel, layout.bar
        self.seek_bar.rect = layout.seek_bar
        self._buttons, self._by_key = {}, {}
        device = self.host.last_used.device
        for row, places in zip([*commands, transport], [*layout.buttons, layout.transport], strict=True):
            for (text, act, command), place in zip(row, places, strict=True):
                caption = text if row is transport else keyed(text, act, self.actions, device)
                button = UIButton(place, caption, ui, object_id="#main_button" if act is Act.TAKE_OVER else None)
                self._buttons[button] = self._by_key[act] = command
                if act in disabled:
                    button.disable()  # type: ignore[no-untyped-call]
        self._keys = [
            (key_of(act, self.actions, device), place)
            for (_, act, _), place in zip(transport, layout.keys, strict=True)
        ]

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._bar]

    # -- time

    def _seek(self, time_s: float) -> None:
        self.player.seek(time_s)
        self._follow()
        self.panel_changed = True

    def _step(self, way: int) -> None:
        self.player.step(way)
        self._follow()
        self.panel_changed = True

    def _toggle(self) -> None:
        self.player.toggle()
        self.host.rebuild()

    def _change_speed(self) -> None:
        self.player.change_speed()
        self.host.rebuild()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if not self.dialog and event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._buttons:
            self._buttons[event.ui_element]()

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL:
            if self.scene_rect.collidepoint(at):
                self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._is_seeking = self.seek_bar.rect.collidepoint(at)
            if self._is_seeking:
                self._seek(self.seek_bar.time_at(at[0]))
        elif event.type == pygame.MOUSEBUTTONUP:
            self._is_seeking = False
        elif event.type == pygame.MOUSEMOTION and self._is_seeking:
            self._seek(self.seek_bar.time_at(at[0]))

    def break_off(self) -> None:
        super().break_off()
        self._is_seeking = False

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._bar):
            surface.fill(PAPER, rect)
        for name, place in self._keys:
            self._pen.write(surface, name, place, QUIET, SMALL_TEXT, align="centre")
        if self.player.timeline is not None:
            self.seek_bar.paint(surface, self._pen.scale)
