"""A game that shows itself: an example at reading pace, what each act does and the rule it follows, and a seat to take
over at any moment.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
import pygame_gui
from pygame_gui.elements import UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.play.replay.showing import Showing, showing_players
from skill.app.play.replay.timeline import Moment
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.host import Host
from skill.app.screens.replay_layout import viewer_layout
from skill.app.screens.replay_screen import Button, ReplayScreen
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_box import TextBox
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


class ShowingScreen(ReplayScreen):
    """One game that shows itself. Nothing of it is scored or kept."""

    def __init__(self, host: Host, game: AnyGame) -> None:
        super().__init__(host)
        self.game = game
        self.showing: Showing | None = None
        """What is shown, once an example has been made."""
        self._folder = TemporaryDirectory(prefix="skillbox-")
        self._asked = Asked(game, showing_players(game), Path(self._folder.name))
        self._thinker = Thinker()
        self._thinker.ask(game.slug, example, lambda: self._asked)
        self._told: TextBox | None = None
        self._home = home()
        """The view that suited what was to be seen last."""
        self._seen: tuple[Moment | None, bool] = (None, False)
        """The act of which is told, and whether hands move in it."""

    # -- what is seen

    def home_camera(self) -> Camera:
        return self.showing.camera(self.player.time_s, self.scene_rect.size) if self.showing else home()

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
            if (suits := self.home_camera()) != self._home:
                self._home = suits
                self.view.glide_to(suits)
        except SkillboxError as error:
            self._thinker.drop()
            self.open_dialog(tr("It cannot be shown"), escape(told(error)))
        if was_playing is not self.player.playing:
            self.host.rebuild()
        elif self._now != self._seen:
            self._follow()

    @property
    def _now(self) -> tuple[Moment | None, bool]:
        timeline, moment = self.player.timeline, self.player.moment
        if timeline is None or moment is None:
            return (None, False)
        return (moment, timeline.hands_move(self.player.time_s))

    # -- layout: that of the viewer, with what is told in place of its list

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        self._pen = Pen(ui, scale)
        transport = self._transport(tr("Pause"))
        commands: list[list[Button]] = [
            [(tr("Now you"), Act.TAKE_OVER, self._take_over)],
            [(tr("The rules"), Act.BACK, self._leave), (tr("All games"), Act.LEAVE, self._go_home)],
        ]
        layout = viewer_layout(window, scale, len(transport), [len(row) for row in commands])
        UILabel(layout.title, tr(self.game.title), ui, object_id="#title")
        self._told = TextBox(self._text(), layout.about.union(layout.rows), ui)
        is_off = [act for _, act, _ in transport] + [Act.TAKE_OVER]
        self._place(ui, layout, transport, commands, is_off if self.showing is None else [])

    def _follow(self) -> None:
        """Says what there is to say of the act that is seen now."""
        if self._told is not None:
            self._told.set_text(self._text())
            self.panel_changed = True

    def _text(self) -> str:
        """The rule and the sentences of the act that is seen, and of those before it, as pygame_gui's HTML."""
        self._seen = moment, hands_move = self._now
        if self.showing is None:
            return escape(tr("The game is being set up."))
        if moment is None:
            return ""
        last = self.showing.last_told(moment.number)
        if last is None:
            return ""
        shown = self.showing.shown[last - 1]
        parts = [f"<b>{escape(' '.join(shown.meanwhile if hands_move else shown.sentences))}</b>"]
        if shown.scores and not hands_move:
            parts.append(escape(shown.scores))
        if shown.rule:
            parts.append(f"<b>{escape(shown.rule.heading)}</b><br>{escape(shown.rule.text)}")
        if self.player.time_s >= self.player.length_s:
            parts.append(escape(tr("That was all. Go on from here, or begin a match of your own.")))
        earlier = [" ".join(one.sentences) for one in self.showing.shown[: last - 1] if one.sentences]
        if earlier:
            parts.append(f"<b>{escape(tr('Before'))}</b><br>" + "<br>".join(map(escape, earlier[: -EARLIER - 1 : -1])))
        return "<br><br>".join(parts)

    # -- commands

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

    def act(self, act: Act) -> None:
        if command := self._by_key.get(_SAME.get(act, act)):
            command()

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
