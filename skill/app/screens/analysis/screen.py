"""Analyses of games by bots: those that were made before, and new ones by `skillbox analyse`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.analyse.kept import kept as kept_analyses
from skill.analyse.report import Section, sections
from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.library.findings import shown
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, is_upright
from skill.app.screens.host import Host
from skill.app.screens.panel_screen import ROW, PanelScreen
from skill.app.widgets.kept import kept
from skill.app.widgets.row_list import Row, RowList
from skill.app.widgets.text_box import TextBox
from skill.files import parse_json, read_text
from skill.jobs import Process, start_skillbox
from skill.programs import program_of
from skill.rules.catalogue import all_games, name_of
from skill.rules.game import AnyGame

COUNTED_S = 0.5  # from one time to the next that finished matches are counted


class AnalysisScreen(PanelScreen):
    """A list of games, and what is known of the one that is chosen. An analysis runs in another process, and goes on
    from where the last one of that game stopped."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.focused = self.games = RowList()
        self.lists = (self.games,)
        self.games.show([Row(tr(game.title), game) for game in (*all_games(), *host.own_games)])
        self.games.chosen = self.games.keys[0]
        self._running: tuple[Process, AnyGame] | None = None
        self._finished = 0
        """Matches of the running analysis that are kept so far, those of earlier ones too."""
        self._since_s = 0.0
        """How long ago these were counted."""
        self._buttons: dict[Any, Act] = {}
        self._told: TextBox | None = None

    @property
    def game(self) -> AnyGame:
        """The game that is chosen."""
        game: AnyGame = self.games.chosen
        return game

    def file_of(self, game: AnyGame) -> Path:
        """Where the numbers of a game are kept; the matches and a page lie beside them."""
        return self.host.store.folder / "analyses" / f"{game.slug}.json"

    def found(self) -> Mapping[str, Any] | None:
        """The numbers of the chosen game: those of its last analysis here, or those that come with the project."""
        file = self.file_of(self.game)
        try:
            found: Mapping[str, Any] = parse_json(read_text(file), str(file))
            sections(found)
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):  # of another version, or damaged
            return kept_analyses().get(self.game.slug)
        return found

    # -- layout: games at the left, what is known of one at the right, or below

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        margin, row = round(MARGIN * scale), round(ROW * scale)
        left = pygame.Rect(area.x, area.y, area.w * 34 // 100 - margin, row)
        right = pygame.Rect(left.right + margin, area.y, area.right - left.right - margin, row)
        bottom = area.bottom
        if is_upright(self.panel_rect):
            bottom = area.y + area.h * 30 // 100
            left.w, right = area.w, pygame.Rect(area.x, bottom + margin, area.w, row)
        UILabel(left, tr("Games"), ui, object_id="#title")
        self.games.place(pygame.Rect(left.x, left.bottom, left.w, bottom - left.bottom), scale)
        UILabel(right, tr(self.game.title), ui, object_id="#title")
        text = pygame.Rect(right.x, right.bottom, right.w, area.bottom - row - margin - right.bottom)
        self._told = kept(TextBox(self._text(), text, ui), self.game)
        width = (right.w - margin) // 2
        stop, begin = tr("Stop"), tr("Let bots play for a minute")
        places = (pygame.Rect(right.x, area.bottom - row, width, row), pygame.Rect(0, area.bottom - row, width, row))
        places[1].right = right.right
        self._buttons = {
            UIButton(places[0], stop if self._running else begin, ui, object_id="#main_button"): Act.ACCEPT,
            UIButton(places[1], tr("Workbench"), ui): Act.BACK,
        }

    def _text(self) -> str:
        """What is known of the chosen game, as pygame_gui's HTML."""
        if self._running:
            text = tr("Bots are playing {game}.", game=tr(self._running[1].title))
            matches = tr("{count} matches so far.", one="{count} match so far.", count=self._finished)
            return f"{escape(text)}<br><br>{escape(matches)}"
        found = self.found()
        if found is None:
            return escape(tr("Nothing is known of this game yet."))
        return "<br><br>".join(map(section_html, sections(found)))

    # -- the analysis

    def start(self) -> None:
        """Lets bots play the chosen game in another process."""
        file = self.file_of(self.game)
        file.parent.mkdir(parents=True, exist_ok=True)
        report = file.with_suffix(".html")
        self._running = (
            start_skillbox(
                "analyse",
                name_of(self.game),
                "--out",
                str(file),
                "--report",
                str(report),
                trusted=program_of(type(self.game).__module__),
            ),
            self.game,
        )
        self._finished, self._since_s = 0, COUNTED_S
        self.host.rebuild()

    def stop(self) -> None:
        """Ends it; every match that was finished is kept."""
        if self._running:
            self._running[0].terminate()
            self._running[0].wait()
            self._running = None

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or self._running is not None

    def advance(self, elapsed_s: float) -> None:
        if self._running and self._running[0].poll() is not None:
            (process, game), self._running = self._running, None
            said = process.stderr.read().strip() if process.stderr else ""
            if process.returncode == 0:
                page = self.file_of(game).with_suffix(".html")
                self.open_dialog(tr("The page with plots is written"), escape(str(page)))
            else:
                self.open_dialog(tr("That does not work"), escape(said))
            self.host.rebuild()
        elif self._running:
            self._since_s += elapsed_s
            if self._since_s >= COUNTED_S:
                self._count()

    def _count(self) -> None:
        """Tells how many matches there are by now."""
        assert self._running is not None
        assert self._told is not None
        self._since_s = 0.0
        with suppress(OSError), self.file_of(self._running[1]).with_suffix(".journal").open("rb") as journal:
            finished = sum(1 for _ in journal)
            if finished != self._finished:
                self._finished = finished
                self._told.set_text(self._text())

    def closed(self) -> None:
        self.stop()

    # -- events

    def choose(self, game: AnyGame) -> None:
        """Shows what is known of a game."""
        self.games.chosen = game
        self.games.reveal(game)
        self.host.rebuild()

    def on_gui(self, event: pygame.event.Event) -> None:
        if not self.dialog and event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._buttons:
            self.act(self._buttons[event.ui_element])

    def act(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN):
            self.choose(self.games.neighbour(1 if act is Act.DOWN else -1))
        elif act is Act.ACCEPT and self._running:
            self.stop()
            self.host.rebuild()
        elif act is Act.ACCEPT:
            self.start()
        elif act is Act.BACK:
            self.host.go_to(destinations.Workbench())

    def choose_row(self, rows: RowList, key: AnyGame) -> None:
        self.choose(key)

    def help_text(self) -> str:
        lines = ((tr("Choose a game"), (Act.UP, Act.DOWN)), (tr("Let bots play, or stop them"), (Act.ACCEPT,)))
        return self.keys_text(lines, COMMON_HELP)


def section_html(section: Section) -> str:
    """A section as pygame_gui's HTML: a line for each question with its answer, or for each cell of a table."""
    lines = [f"<b>{escape(shown(section.heading))}</b>"]
    for row in section.rows:
        if section.head:
            lines.append(escape(shown(row[0])))
        names = section.head[1:] if section.head else row[:1]
        for name, cell in zip(names, row[1:], strict=True):
            lines.append(escape(tr("{question}: {answer}", question=shown(name), answer=shown(cell))))
    return "<br>".join(lines)
