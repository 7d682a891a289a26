"""Taking a seat at a table on another machine: its words are typed or pasted here."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.play.match.setup import setup_of
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.host import Host
from skill.app.screens.panel_screen import PanelScreen
from skill.app.widgets.kept import kept
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_line import TextLine
from skill.app.window import wake
from skill.errors import FileError, SkillboxError
from skill.net.guest import connected
from skill.net.invitation import Invitation, parse_invitation
from skill.net.joined import JoinedMatch, Messenger, State
from skill.net.wire import remember, remembered

ROW = 40  # of a button and of the line, at scale 1
WORDS, JOIN, AGAIN, BACK = "words", "join", "again", "back"


class JoinScreen(PanelScreen):
    """A line for the words of an invitation, what is wrong with them, and how far the joining has come."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._last = host.store.folder / "last-table.txt"
        self.last = remembered(self._last)
        """The words of the table where somebody of this machine sat last, if its match was not over then."""
        self.text = ""
        """What is typed."""
        self.fault = ""
        """Why it could not be joined."""
        self.messenger: Messenger | None = None
        """Who asks to be let in."""
        self.invitation: Invitation | None = None
        self.focused = self.stops = Stops(WORDS)
        self._said: TextBox | None = None

    # -- layout

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row, gap = round(ROW * scale), round(6 * scale)
        UILabel(pygame.Rect(area.topleft, (area.w, row)), tr("Join a match"), ui, object_id="#title")
        about = tr(
            "Type or paste what the other machine shows, to play or to watch: its address and ten words. Capitals "
            "and what stands between words do not matter."
        )
        box = kept(TextBox(escape(about), pygame.Rect(area.x, area.y + row + gap, area.w, -1), ui), "about")
        line = kept(
            TextLine(pygame.Rect(area.x, box.rect.bottom + gap, area.w, row), ui, initial_text=self.text),
            WORDS,
            is_live=True,
        )
        top, bottom = line.rect.bottom + gap, area.bottom - row
        self._said = kept(TextBox("", pygame.Rect(area.x, top, area.w, bottom - gap - top), ui), "said")
        labels = {JOIN: tr("Join"), BACK: tr("Cancel") if self.messenger else tr("All games")}
        if self.last and not self.messenger:
            labels = {JOIN: labels[JOIN], AGAIN: tr("To the last table"), BACK: labels[BACK]}
        wide, ring = (area.w - (len(labels) - 1) * gap) // len(labels), dict[str, Any]({WORDS: line})
        for n, (stop, text) in enumerate(labels.items()):
            place = pygame.Rect(area.x + n * (wide + gap), bottom, wide, row)
            ring[stop] = UIButton(place, text, ui, object_id="#main_button" if stop == JOIN else None)
        self.stops.place(ui, ring)
        self.stops.show(is_typing=self.dialog is None)
        self._show_status()

    @property
    def status(self) -> str:
        """What is wrong, or how far it has come."""
        if self.messenger and self.invitation:
            return tr("Asking {host} to be let in.", host=f"{self.invitation.address}:{self.invitation.port}")
        return self.fault

    def _show_status(self) -> None:
        if self._said:
            self._said.set_text(f"<b>{escape(self.status)}</b>" if self.status else "")
            self.panel_changed = True

    # -- joining

    def join(self) -> None:
        """Asks the host to be let in; whatever is wrong with the words is said below them."""
        self.fault = ""
        try:
            self.invitation = invitation = parse_invitation(self.text)
        except SkillboxError as error:
            self._fail(error)
            return
        self.messenger = Messenger(lambda: connected(invitation), invitation.code)
        self.messenger.wake = wake
        self.stops.at = BACK
        self.host.rebuild()

    def cancel(self) -> None:
        """Asks no longer."""
        if self.messenger:
            self.messenger.close()
            self.messenger = None
            self.host.rebuild()

    def _fail(self, error: SkillboxError) -> None:
        self.cancel()
        self.fault = told(error)
        self.stops.at = WORDS
        self.host.rebuild()

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or self.messenger is not None

    def advance(self, elapsed_s: float) -> None:
        self.panel_changed |= self.stops.follow()
        messenger = self.messenger
        if messenger is None:
            return
        if messenger.state is State.GONE and messenger.why:
            self._fail(messenger.why)
        elif messenger.state is State.HERE and messenger.news:
            try:
                match, last = JoinedMatch(messenger), self._last
                self.messenger = None  # it is the match's now
                if self.invitation:
                    with suppress(FileError):  # without them they are typed again
                        remember(last, self.invitation)

                def leave() -> None:
                    match.leave()
                    if match.result:
                        with suppress(OSError):
                            last.unlink(missing_ok=True)

                self.host.go_to(destinations.Match(setup_of(match)._replace(leave=leave)))
            except SkillboxError as error:
                messenger.close()
                self._fail(error)

    def closed(self) -> None:
        if self.messenger:
            self.messenger.close()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self.text = event.text
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self.text = event.text
            self._press(JOIN)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and (stop := self.stops.name_of(event.ui_element)):
            self._press(stop)

    def _press(self, stop: Any) -> None:
        if stop == BACK and self.messenger:
            self.cancel()
        elif stop == BACK:
            self.host.go_to(destinations.Home())
        elif stop == AGAIN and self.last:
            self.text = str(self.last)
            self.join()
        elif not self.messenger:
            self.join()

    def act(self, act: Act) -> None:
        if act in (Act.NEXT, Act.DOWN, Act.PREVIOUS, Act.UP):
            self.stops.step(1 if act in (Act.NEXT, Act.DOWN) else -1)
            self.panel_changed = True
        elif act is Act.ACCEPT:
            self._press(self.stops.at)
        elif act is Act.BACK and self.messenger:
            self.cancel()
        elif act is Act.BACK:
            self.host.go_to(destinations.Home())

    def help_text(self) -> str:
        lines = ((tr("The next line or button"), (Act.NEXT,)), (tr("Join, or press the button"), (Act.ACCEPT,)))
        return self.keys_text(lines, COMMON_HELP)
