"""An evening of several games: its players, its length, its games, and the points so far."""

from __future__ import annotations

import random
from collections.abc import Callable
from html import escape

import pygame
import pygame_gui

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.play.match.evening import next_setup
from skill.app.play.match.setup import OPPONENT
from skill.app.play.said.evening import evening_text, winners_text
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.host import Host
from skill.app.screens.panel_screen import PanelScreen
from skill.app.widgets.row_list import ROW, Row, RowList
from skill.app.widgets.theme import ACCENT
from skill.bots.registry import HUMAN
from skill.errors import SkillboxError
from skill.table.evening import Evening, chosen_games, drop_evening, keep_evening, kept_evening

PLAYERS = (2, 3, 4)
MINUTES = (60, 90, 120)


class EveningScreen(PanelScreen):
    """On the left what can be done, on the right the games."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.evening: Evening | None = None
        self._broken = ""
        try:
            self.evening = kept_evening(host.store.folder)
        except SkillboxError as error:
            self._broken = told(error)
        self.players, self.people, self.minutes = PLAYERS[0], PLAYERS[0], MINUTES[0]
        self._seed = random.randrange(2**31)
        self.focused = self.acts = RowList()
        self.games = RowList()
        self.lists, self.shown_only = (self.acts, self.games), (self.games,)
        self._commands: dict[str, Callable[[], None]] = {}
        self._show()

    def opened(self) -> None:
        if self._broken:
            self.open_dialog(tr("That does not work"), escape(self._broken))

    @property
    def planned(self) -> Evening:
        """The evening as it is agreed so far."""
        games = chosen_games(self.players, self.minutes, self._seed)
        return Evening(tuple(games), (HUMAN,) * self.people + (OPPONENT,) * (self.players - self.people))

    # -- what can be done

    def _show(self) -> None:
        """Lists what can be done, and the games."""
        going = self.evening
        if going is not None:
            rows = [self._row("go", tr("Go on"), self._go_on)] if going.next_game else []
            rows.append(self._row("another", tr("Another evening"), self._ask_for_another))
        else:
            rows = [
                self._row("players", tr("Players"), self._step_players, str(self.players)),
                self._row("people", tr("People among them"), self._step_people, str(self.people)),
                self._row("minutes", tr("Minutes at the most"), self._step_minutes, str(self.minutes)),
                self._row("choose", tr("Choose other games"), self._choose),
                self._row("go", tr("Begin the evening"), self._begin),
            ]
        self.acts.show(rows)
        if self.acts.chosen not in self.acts.keys:
            self.acts.chosen = self.acts.neighbour(1)
        evening = going or self.planned
        minutes_told = [game.profile.minutes if game.profile else None for game in evening.games]
        lasts = [tr("up to {minutes} min", minutes=minutes) if minutes else "" for minutes in minutes_told]
        lines = [
            Row(f"{n}. {tr(game.title)}", n, winners_text(evening, n - 1) or lasts[n - 1])
            for n, game in enumerate(evening.games, 1)
        ]
        self.games.show(lines)
        self.panel_changed = True

    def _row(self, key: str, text: str, command: Callable[[], None], right: str = "") -> Row:
        self._commands[key] = command
        return Row(text, key, right, chip=ACCENT if key == "go" else "")

    def _step_players(self) -> None:
        self.players = PLAYERS[(PLAYERS.index(self.players) + 1) % len(PLAYERS)]
        self.people = min(self.people, self.players)

    def _step_people(self) -> None:
        self.people = self.people % self.players + 1

    def _step_minutes(self) -> None:
        self.minutes = MINUTES[(MINUTES.index(self.minutes) + 1) % len(MINUTES)]

    def _choose(self) -> None:
        self._seed = random.randrange(2**31)

    def _begin(self) -> None:
        planned = self.planned
        keep_evening(self.host.store.folder, planned)
        self.evening = planned
        self._go_on()

    def _go_on(self) -> None:
        assert self.evening is not None
        self.host.go_to(destinations.Match(next_setup(self.evening, self.host.store)))

    def _ask_for_another(self) -> None:
        if self.evening is None or self.evening.next_game is None:
            self._drop()
            return
        buttons = {tr("Go on with it"): self.close_dialog, tr("Another evening"): self._drop}
        text = tr("This one is not over. Its matches stay, its points do not.")
        self.open_dialog(tr("Begin another evening?"), text, buttons)

    def _drop(self) -> None:
        self.close_dialog()
        drop_evening(self.host.store.folder)
        self.evening = None
        self._show()

    def _do(self, key: str | None) -> None:
        """Does what a row stands for, and tells why it cannot be done."""
        if key is None:
            return
        self.acts.chosen = key
        try:
            self._commands[key]()
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        if self.host.shows(self):
            self._show()

    # -- layout

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        titles = (tr("An evening of games"), tr("Games"))
        left, _ = self.build_two_lists(ui, area, scale, area.w * 45 // 100, titles)
        self._text = pygame.Rect(left.x, left.bottom + (len(self.acts.rows) + 1) * round(ROW * scale), left.w, 0)

    def act(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self.acts.chosen = self.acts.neighbour(1 if act in (Act.DOWN, Act.NEXT) else -1)
            self.acts.reveal(self.acts.chosen)
        elif act is Act.ACCEPT:
            self._do(self.acts.chosen)
        elif act is Act.BACK:
            self.host.go_to(destinations.Home())
            return
        self.panel_changed = True

    def choose_row(self, rows: RowList, key: str) -> None:
        self._do(key)

    def help_text(self) -> str:
        lines = ((tr("Up and down the list"), (Act.UP, Act.DOWN)), (tr("Do what the line says"), (Act.ACCEPT,)))
        return self.keys_text(lines, COMMON_HELP)

    def paint_under(self, surface: pygame.Surface) -> None:
        super().paint_under(surface)
        if self.evening and self.evening.winners:
            high = self.pen.font().size("X")[1]
            for n, line in enumerate(self.pen.wrapped(evening_text(self.evening), self._text.w)):
                self.pen.write(surface, line, pygame.Rect(self._text.x, self._text.y + n * high, self._text.w, high))
