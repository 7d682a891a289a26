"""A table for several machines: the words with which others come in, who is here, and the way to the match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
from pygame_gui.core.utility import clipboard_copy
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.play.match.setup import Setup, setup_of, with_guests
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.host import Host
from skill.app.screens.panel_screen import PanelScreen
from skill.app.settings.players import given_name_of
from skill.app.widgets.kept import kept
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.theme import ACCENT, CLOCK_TEXT, QUIET
from skill.app.window import wake
from skill.errors import SkillboxError
from skill.net import hosting
from skill.net.door import WATCHER
from skill.net.guest import connected
from skill.net.hosted_here import HostedHere, free_port
from skill.net.hosting import Hosted
from skill.net.invitation import Invitation
from skill.net.joined import JoinedMatch, Messenger, State
from skill.net.wire import ALONE
from skill.rules.game import AnyGame, Seat

ROW = 40  # of a button and of a line of words, at scale 1
IN_A_LINE = 5
WIDE = 700  # of a window with its buttons side by side, at scale 1


class InviteScreen(PanelScreen):
    """Opens a table and leads to its match when all who are invited are here."""

    def __init__(self, host: Host, game: AnyGame, journal: Path | None = None) -> None:
        super().__init__(host)
        self.game = game
        begin = self._resumed(journal) if journal else self._begun(with_guests(host.settings_of(game).setup()))
        self.table = HostedHere(begin, host.store, name_of=given_name_of)
        self.messenger: Messenger | None = None
        """The guest of this window itself, once the table is open."""
        self.chosen: Seat | None = None
        """The seat whose invitation is shown, `WATCHER` for that of whoever watches; None before there is any."""
        self._passes_on = False
        """Whether the match has taken over the table."""
        self._shown: object = None
        self._area = pygame.Rect(0, 0, 1, 1)
        self._seats: dict[UIButton, Seat] = {}
        self._play: UIButton | None = None
        self._copy: UIButton | None = None
        self.focused = self.stops = Stops("back")

    def _resumed(self, journal: Path) -> Callable[[], Hosted]:
        return partial(hosting.resume, journal)

    def _begun(self, setup: Setup) -> Callable[[], Hosted]:
        return lambda: hosting.begin(
            self.host.store,
            setup.game,
            setup.players,
            setup.options,
            setup.seats,
            setup.seed,
            "",
            free_port(),
        )

    # -- what is said

    @property
    def invitation(self) -> Invitation | None:
        """That which is shown."""
        return None if self.chosen is None else self.table.invitations[self.chosen]

    @property
    def status(self) -> str:
        """How far it has come."""
        why = self.table.why or (self.messenger.why if self.messenger else None)
        if why:
            return told(why)
        if not self.table.is_open:
            return tr("The table is being laid.")
        missing = [seat for seat in self.table.guests if seat not in self.table.here]
        if missing:
            away = tr("Not here yet: {players}.", players=", ".join(tr("Player {seat}", seat=n) for n in missing))
            if self.table.invitations[missing[0]].address == ALONE:
                return f"{away} {tr('This machine is in no network: nobody else can join.')}"
            return away
        return tr("All are here.")

    def _explained(self) -> str:
        if self.invitation is None:
            return escape(self.status)
        if self.chosen == WATCHER:
            first = tr(
                "To watch: open Skillbox on another machine, press Join, and type this. Any number of people may have "
                "these words; they see what all may see, and nobody waits for them."
            )
            return f"{escape(first)}<br><br><b>{escape(self.status)}</b>"
        first = tr(
            "Player {seat}: open Skillbox on the other machine, press Join, and type this. Whoever has these words "
            "plays this seat, so give them to one person.",
            seat=self.chosen,
        )
        last = tr("You are player {seat}. The match begins when all are here.", seat=self.table.own)
        return f"{escape(first)}<br><br>{escape(last)}<br><br><b>{escape(self.status)}</b>"

    def _all_words(self) -> str:
        """The invitations of all who are not at this window, as HTML."""
        parts = []
        for seat in (*self.table.guests, WATCHER):
            if seat in self.table.invitations:
                name = tr("To watch") if seat == WATCHER else tr("Player {seat}", seat=seat)
                address, words = said(self.table.invitations[seat])
                parts.append("<br>".join((f"<b>{escape(name)}</b>", address, *words)))
        return "<br><br>".join(parts)

    # -- layout

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row, gap = round(ROW * scale), round(6 * scale)
        UILabel(pygame.Rect(area.topleft, (area.w, row)), tr(self.game.title), ui, object_id="#title")
        top = area.y + row + gap
        guests, self._seats = self.table.guests if self.table.is_open else (), {}
        if guests and WATCHER in self.table.invitations:
            guests = (*guests, WATCHER)
        if self.chosen not in guests:
            self.chosen = guests[0] if guests else None
        ring: dict[str, Any] = {}
        if len(guests) > 1:
            wide = (area.w - gap * (len(guests) - 1)) // len(guests)
            for n, seat in enumerate(guests):
                text = tr("Player {seat}", seat=seat) if seat != WATCHER else tr("To watch")
                button = UIButton(pygame.Rect(area.x + n * (wide + gap), top, wide, row), text, ui)
                self._seats[button] = seat
                ring[f"seat {seat}"] = button
            top += row + gap
        self._area = pygame.Rect(area.x, top, area.w, 0)
        if self.invitation:
            self._area.h = 3 * row
            top = self._area.bottom + gap
        across = 3 if area.w >= WIDE * scale else 1
        bottom = area.bottom - row if across > 1 else area.bottom - 3 * row - 2 * gap
        kept(TextBox(self._explained(), pygame.Rect(area.x, top, area.w, bottom - gap - top), ui), "explained")
        wide = (area.w - (across - 1) * gap) // across
        places = [
            pygame.Rect(area.x + n % across * (wide + gap), bottom + n // across * (row + gap), wide, row)
            for n in range(3)
        ]
        self._copy = self._play = None
        if self.invitation:
            self._copy = ring["copy"] = UIButton(places[0], tr("Copy these words"), ui, object_id="#main_button")
            self._play = ring["play"] = UIButton(places[1], tr("To the table now"), ui)
        ring["back"] = UIButton(places[2], tr("All games"), ui)
        if self.invitation and "copy" not in self.stops.names:
            self.stops.at = "copy"
        self.stops.place(ui, ring)
        self.stops.show()

    def paint_under(self, surface: pygame.Surface) -> None:
        super().paint_under(surface)
        if self.invitation is None:
            return
        row = pygame.Rect(self._area.topleft, (self._area.w, self._area.h // 3))
        address, words = said(self.invitation)
        for n, (line, colour) in enumerate(((address, QUIET), *((line, ACCENT) for line in words))):
            self.pen.write(surface, line, row.move(0, n * row.h), colour, CLOCK_TEXT, True, "centre")

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or not (self.table.is_open or self.table.why)

    def advance(self, elapsed_s: float) -> None:
        if self.table.is_open and self.messenger is None:
            own = self.table.invitation_of_own
            self.messenger = Messenger(lambda: connected(own), own.code)
            self.messenger.wake = wake
        now = (self.table.is_open, self.table.here, self.status)
        if now != self._shown:
            self._shown = now
            self.host.rebuild()
        if self.table.is_open and self.table.guests and {*self.table.guests} == {*self.table.here}:
            self.play()

    def play(self) -> None:
        """Goes to the match, once this window has its seat."""
        if self.messenger is None or self.messenger.state is not State.HERE or not self.messenger.news:
            return
        match, table = JoinedMatch(self.messenger), self.table

        def leave() -> None:
            match.leave()
            table.close()

        self._passes_on = True
        try:
            self.host.go_to(destinations.Match(setup_of(match)._replace(leave=leave, words_again=self._all_words())))
        except SkillboxError as error:
            self._passes_on = False
            self.open_dialog(tr("That does not work"), escape(told(error)))

    def closed(self) -> None:
        if not self._passes_on:
            if self.messenger:
                self.messenger.close()
            self.table.close()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if not self.dialog and event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._press(event.ui_element)

    def _press(self, button: Any) -> None:
        if button in self._seats:
            self.chosen = self._seats[button]
            self.host.rebuild()
        elif button is self._copy and self._copy:
            clipboard_copy(str(self.invitation))
            self.note(tr("Copied."))
        elif button is self._play and self._play:
            self.play()
        else:
            self.host.go_to(destinations.Home(self.game))

    def act(self, act: Act) -> None:
        if act in (Act.NEXT, Act.DOWN, Act.RIGHT, Act.PREVIOUS, Act.UP, Act.LEFT):
            self.stops.step(1 if act in (Act.NEXT, Act.DOWN, Act.RIGHT) else -1)
            self.panel_changed = True
        elif act is Act.ACCEPT:
            self._press(self.stops.now)
        elif act is Act.BACK:
            self.host.go_to(destinations.Home(self.game))

    def help_text(self) -> str:
        return self.keys_text(((tr("The next button"), (Act.NEXT,)), (tr("Press it"), (Act.ACCEPT,))), COMMON_HELP)


def said(invitation: Invitation) -> tuple[str, list[str]]:
    """The address of an invitation, and its words in lines."""
    words = [*invitation.code.split("-"), *invitation.print.split("-")]
    lines = [" ".join(words[n : n + IN_A_LINE]) for n in range(0, len(words), IN_A_LINE)]
    return f"{invitation.address}:{invitation.port}", lines
