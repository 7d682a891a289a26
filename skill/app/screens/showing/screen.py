"""A game that shows itself: an example at reading pace, what each act does and the rule it follows, and a seat to take
over at any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import number_text, told, tr
from skill.app.input import actions
from skill.app.input.actions import Act
from skill.app.play.replay.player import ReplayPlayer
from skill.app.play.replay.showing import Showing, showing_players
from skill.app.play.replay.timeline import Moment
from skill.app.play.said.help import COMMON_HELP, key_of, keyed
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.host import Host
from skill.app.screens.replay_layout import viewer_layout
from skill.app.screens.seek_bar import SeekBar
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.theme import PAPER, QUIET, SMALL_TEXT
from skill.bots.decision import Thinker
from skill.draw.camera import Camera, home
from skill.draw.scene_view import SceneView, pyramid_view
from skill.errors import SkillboxError
from skill.lattice.pyramid import EMPTY
from skill.rules.game import AnyGame
from skill.table.example import Asked, example

EARLIER = 8  # acts before the one that is seen of which is still told
_SAME = {Act.PAUSE: Act.ACCEPT, Act.NEXT: Act.DOWN, Act.PREVIOUS: Act.UP, Act.LEFT: Act.UP, Act.RIGHT: Act.DOWN}
"""Acts that do what others do."""
Command = Callable[[], None]
Button = tuple[str, Act, Command]


class ShowingScreen(Screen):
    """One game that shows itself. Nothing of it is scored or kept."""

    bindings = (*Screen.bindings, actions.VIEWING)

    def __init__(self, host: Host, game: AnyGame) -> None:
        super().__init__(host)
        self.game = game
        self.showing: Showing | None = None
        """What is shown, once an example has been made."""
        self.player = ReplayPlayer()
        self.seek_bar = SeekBar(self.player)
        self._folder = TemporaryDirectory(prefix="skillbox-")
        self._asked = Asked(game, showing_players(game), Path(self._folder.name))
        self._thinker = Thinker()
        self._thinker.ask(game.slug, example, lambda: self._asked)
        self._pen: Pen | None = None
        self._bar = pygame.Rect(0, 0, 1, 1)
        self._is_seeking = False
        self._told: TextBox | None = None
        self._seen: Moment | None = None
        """The act of which is told."""
        self._buttons: dict[Any, Command] = {}
        self._by_key: dict[Act, Command] = {}
        self._keys: list[tuple[str, pygame.Rect]] = []

    # -- what is seen

    def home_camera(self) -> Camera:
        return home()

    def scene(self) -> SceneView:
        return self.showing.view(self.player.time_s) if self.showing else pyramid_view(EMPTY)

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or self.showing is None or self.player.playing or not self.player.is_ready

    def advance(self, elapsed_s: float) -> None:
        was_playing = self.player.playing
        try:
            if self.showing is None and (found := self._thinker.answer(self.game.slug)) is not None:
                self.showing = Showing(found.record, self._asked.folder)
                self.player.load(self.showing.timeline)
                self.player.playing = True
            if self.player.advance(elapsed_s):
                self.panel_changed = True
        except SkillboxError as error:
            self._thinker.drop()
            self.open_dialog(tr("It cannot be shown"), escape(told(error)))
        if was_playing is not self.player.playing:
            self.host.rebuild()
        elif self.player.moment is not self._seen:
            self._tell()

    # -- layout: that of the viewer, with what is told in place of its list

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        self._pen = Pen(ui, scale)
        player = self.player
        transport: list[Button] = [
            ("|<", Act.RESTART, partial(self._seek, 0.0)),
            ("<", Act.UP, partial(self._step, -1)),
            (tr("Pause") if player.playing else tr("Play", context="what was recorded"), Act.ACCEPT, self._toggle),
            (">", Act.DOWN, partial(self._step, 1)),
            (f"x {number_text(player.speed, 'g')}", Act.OTHER_SPEED, self._change_speed),
        ]
        commands: list[list[Button]] = [
            [(tr("Now you"), Act.TAKE_OVER, self._take_over)],
            [(tr("The rules"), Act.BACK, self._leave), (tr("All games"), Act.LEAVE, self._go_home)],
        ]
        layout = viewer_layout(window, scale, len(transport), [len(row) for row in commands])
        self.scene_rect, self.panel_rect, self._bar = layout.scene, layout.panel, layout.bar
        self.seek_bar.rect = layout.seek_bar
        UILabel(layout.title, tr(self.game.title), ui, object_id="#title")
        self._told = TextBox(self._text(), layout.about.union(layout.rows), ui)
        self._buttons, self._by_key = {}, {}
        device = self.host.last_used.device
        for row, places in zip([*commands, transport], [*layout.buttons, layout.transport], strict=True):
            for (text, act, command), place in zip(row, places, strict=True):
                caption = text if row is transport else keyed(text, act, self.actions, device)
                button = UIButton(place, caption, ui, object_id="#main_button" if act is Act.TAKE_OVER else None)
                self._buttons[button] = self._by_key[act] = command
                if self.showing is None and command not in (self._leave, self._go_home):
                    button.disable()  # type: ignore[no-untyped-call]
        self._keys = [
            (key_of(act, self.actions, device), place)
            for (_, act, _), place in zip(transport, layout.keys, strict=True)
        ]

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._bar]

    def _tell(self) -> None:
        """Says what there is to say of the act that is seen now."""
        if self._told is not None:
            self._told.set_text(self._text())
            self.panel_changed = True

    def _text(self) -> str:
        """The rule and the sentences of the act that is seen, and of those before it, as pygame_gui's HTML."""
        self._seen = moment = self.player.moment
        if self.showing is None:
            return escape(tr("The game is being set up."))
        if moment is None:
            return ""
        last = self.showing.last_told(moment.number)
        if last is None:
            return ""
        shown = self.showing.shown[last - 1]
        parts = [f"<b>{escape(' '.join(shown.sentences))}</b>"]
        if shown.scores:
            parts.append(escape(shown.scores))
        if shown.rule:
            parts.append(f"<b>{escape(shown.rule.heading)}</b><br>{escape(shown.rule.text)}")
        if moment.number == len(self.showing.shown) and not self.player.playing:
            parts.append(escape(tr("That is how it goes. Go on from here, or begin a match of your own.")))
        earlier = [" ".join(one.sentences) for one in self.showing.shown[: last - 1] if one.sentences]
        if earlier:
            parts.append(f"<b>{escape(tr('Before'))}</b><br>" + "<br>".join(map(escape, earlier[: -EARLIER - 1 : -1])))
        return "<br><br>".join(parts)

    # -- commands

    def _seek(self, time_s: float) -> None:
        self.player.seek(time_s)
        self._tell()

    def _step(self, way: int) -> None:
        self.player.step(way)
        self._tell()

    def _toggle(self) -> None:
        self.player.toggle()
        self.host.rebuild()

    def _change_speed(self) -> None:
        self.player.change_speed()
        self.host.rebuild()

    def _take_over(self) -> None:
        """Goes on as a match from the act that is seen, for whoever looks on."""
        if self.showing is None:
            return
        try:
            self.host.go_to(destinations.Match(self.showing.taken_over(self.player.moment)))
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))

    def _leave(self) -> None:
        self.host.go_to(destinations.GameSheet(self.game))

    def _go_home(self) -> None:
        self.host.go_to(destinations.Home(self.game))

    def closed(self) -> None:
        self._thinker.close()
        self.player.load(None)
        self._folder.cleanup()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if not self.dialog and event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._buttons:
            self._buttons[event.ui_element]()

    def act(self, act: Act) -> None:
        if command := self._by_key.get(_SAME.get(act, act)):
            command()

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

    def help_text(self) -> str:
        lines = (
            (tr("Play, stop"), (Act.ACCEPT,)),
            (tr("The action before, the next one"), (Act.UP, Act.DOWN)),
            (tr("To the beginning"), (Act.RESTART,)),
            (tr("Faster or slower"), (Act.OTHER_SPEED,)),
            (tr("Take over from here"), (Act.TAKE_OVER,)),
            (tr("The rules"), (Act.BACK,)),
            (tr("All games"), (Act.LEAVE,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._bar):
            surface.fill(PAPER, rect)
        for name, place in self._keys:
            self._pen.write(surface, name, place, QUIET, SMALL_TEXT, align="centre")
        self.seek_bar.paint(surface, self._pen.scale)
