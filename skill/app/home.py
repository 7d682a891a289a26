"""The home screen: every game of the catalogue, what is agreed about it, and matches that wait to be gone on with."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel, UIScrollingContainer, UITextBox

from skill.app.actions import Act
from skill.app.camera import Camera, above, home
from skill.app.report import COMMON_HELP, keys_text
from skill.app.screen import Screen
from skill.app.setup import Settings, Setup
from skill.app.text import tr
from skill.app.view import SceneView, pyramid_view
from skill.errors import SkillboxError
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import all_games
from skill.rules.game import FAMILIES, AnyGame
from skill.table.match import Match

if TYPE_CHECKING:
    from skill.app.application import Application

PREVIEW_SEED = 7
ROW = 30


class HomeScreen(Screen):
    """Lists the games; `open_table` begins a match."""

    panel_width = 470

    def __init__(self, app: Application, open_table: Callable[[Setup], None], chosen: AnyGame | None = None) -> None:
        super().__init__(app)
        self._open_table = open_table
        self.games = all_games()
        self.settings: dict[str, Settings] = {}
        self.row = 0
        """The line of the settings that the keys change."""
        self._waiting = app.store.open_matches()
        self._game_buttons: dict[Any, AnyGame] = {}
        self._steps: dict[Any, tuple[str, int]] = {}
        self._values: list[UIButton] = []
        self.select(chosen or self.games[0])

    # -- what is chosen

    def select(self, game: AnyGame) -> None:
        """Chooses a game of the list."""
        self.game = game
        self.settings.setdefault(game.slug, Settings(game))
        self.row = 0
        self._preview = preview(game)
        self.camera = self.home_camera()
        if self._game_buttons:
            self.app.rebuild()

    def home_camera(self) -> Camera:
        return above() if self.game.kind == "physics" else home()

    def start(self) -> None:
        """Begins the match that is agreed."""
        try:
            self._open_table(self.settings[self.game.slug].setup())
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))

    # -- the panel

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row, gap = round(ROW * scale), round(6 * scale)
        UILabel(pygame.Rect(area.x, area.y, area.w, round(36 * scale)), "Skillbox", ui, object_id="#title")
        list_top = area.y + round(40 * scale)
        list_height = round(area.h * 0.34)
        self._build_list(ui, pygame.Rect(area.x, list_top, area.w, list_height), row)
        about = pygame.Rect(area.x, list_top + list_height + gap, area.w, round(128 * scale))
        UITextBox(self._about(), about, ui)
        buttons_top = area.bottom - round(40 * scale)
        if self._waiting:
            buttons_top -= row + gap
        settings = pygame.Rect(area.x, about.bottom + gap, area.w, buttons_top - about.bottom - 2 * gap)
        self._build_settings(ui, settings, row)
        self._build_buttons(ui, area, buttons_top, scale)

    def _build_list(self, ui: pygame_gui.UIManager, area: pygame.Rect, row: int) -> None:
        lines: list[str | AnyGame] = []
        for family, title in FAMILIES.items():
            if games := [game for game in self.games if game.family == family]:
                lines += [tr(title), *games]
        box = UIScrollingContainer(area, ui, allow_scroll_x=False)
        box.set_scrollable_area_dimensions((area.w - 20, row * len(lines)))
        self._game_buttons = {}
        for n, line in enumerate(lines):
            place = pygame.Rect(0, n * row, area.w - 24, row - 2)
            if isinstance(line, str):
                UILabel(place, line, ui, container=box, object_id="#quiet")
                continue
            low, high = line.players
            text = f"{line.number}  {line.title}   ({low if low == high else f'{low}-{high}'})"
            button = UIButton(place, text, ui, container=box, object_id="#game", tool_tip_text=tr(line.summary))
            self._game_buttons[button] = line
            if line is self.game:
                button.select()  # type: ignore[no-untyped-call]
                if box.vert_scroll_bar and len(lines) * row > area.h:
                    box.vert_scroll_bar.set_scroll_from_start_percentage(max(0, n - 3) / len(lines))

    def _about(self) -> str:
        game = self.game
        return f"<b>{escape(tr(game.title))}</b><br>{escape(tr(game.summary))}<br>{escape(tr(game.text.goal))}"

    def _build_settings(self, ui: pygame_gui.UIManager, area: pygame.Rect, row: int) -> None:
        rows = self.settings[self.game.slug].rows()
        self.row %= len(rows)
        box = UIScrollingContainer(area, ui, allow_scroll_x=False)
        box.set_scrollable_area_dimensions((area.w - 20, row * len(rows)))
        self._steps, self._values = {}, []
        left, arrow = (area.w - 24) * 45 // 100, row
        for n, line in enumerate(rows):
            top = n * row
            UILabel(pygame.Rect(0, top, left, row - 2), line.label, ui, container=box)
            value = pygame.Rect(left + arrow, top, area.w - 24 - left - 2 * arrow, row - 2)
            button = UIButton(value, line.value, ui, container=box, tool_tip_text=line.help)
            if n == self.row:
                button.select()  # type: ignore[no-untyped-call]
            self._values.append(button)
            self._steps[button] = (line.name, 1)
            back = UIButton(pygame.Rect(left, top, arrow - 2, row - 2), "<", ui, container=box)
            forth = UIButton(pygame.Rect(value.right + 2, top, arrow - 2, row - 2), ">", ui, container=box)
            self._steps[back], self._steps[forth] = (line.name, -1), (line.name, 1)
        if box.vert_scroll_bar and len(rows) * row > area.h:
            box.vert_scroll_bar.set_scroll_from_start_percentage(max(0, self.row - 2) / len(rows))

    def _build_buttons(self, ui: pygame_gui.UIManager, area: pygame.Rect, top: int, scale: float) -> None:
        gap, height = round(6 * scale), round(40 * scale)
        width = (area.w - 2 * gap) // 4
        self._resume = None
        if self._waiting:
            _, record = self._waiting[0]
            text = tr("Go on with {game}, action {count}", game=record.game.title, count=len(record.played) + 1)
            self._resume = UIButton(pygame.Rect(area.x, top, area.w, round(ROW * scale)), text, ui)
            top += round(ROW * scale) + gap
        self._start = UIButton(pygame.Rect(area.x, top, 2 * width, height), tr("Play"), ui, object_id="#main_button")
        self._rules = UIButton(pygame.Rect(area.x + 2 * width + gap, top, width, height), tr("Rules"), ui)
        self._quit = UIButton(pygame.Rect(area.x + 3 * width + 2 * gap, top, width, height), tr("Quit"), ui)

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if event.type != pygame_gui.UI_BUTTON_PRESSED or self.dialog:
            return
        pressed = event.ui_element
        if pressed in self._game_buttons:
            self.select(self._game_buttons[pressed])
        elif pressed in self._steps:
            name, way = self._steps[pressed]
            self.row = next(n for n, line in enumerate(self.settings[self.game.slug].rows()) if line.name == name)
            self._step(name, way)
        elif pressed is self._start:
            self.start()
        elif pressed is self._rules:
            self.open_dialog(tr(self.game.title), rules_html(self.game))
        elif pressed is self._quit:
            self.app.close()
        elif pressed is self._resume:
            self._go_on()

    def _go_on(self) -> None:
        path, record = self._waiting[0]
        try:
            self._open_table(Setup(record.game, record.players, record.options, record.seats, resume=path))
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))

    def act(self, act: Act) -> None:
        games = [game for family in FAMILIES for game in self.games if game.family == family]
        rows = self.settings[self.game.slug].rows()
        if act in (Act.UP, Act.DOWN):
            self.select(games[(games.index(self.game) + (1 if act is Act.DOWN else -1)) % len(games)])
        elif act in (Act.NEXT, Act.PREVIOUS):
            self.row = (self.row + (1 if act is Act.NEXT else -1)) % len(rows)
            self.app.rebuild()
        elif act in (Act.LEFT, Act.RIGHT):
            self._step(rows[self.row].name, 1 if act is Act.RIGHT else -1)
        elif act is Act.ACCEPT:
            self.start()
        elif act is Act.BACK:
            self.app.close()

    def _step(self, name: str, way: int) -> None:
        self.settings[self.game.slug].step(name, way)
        self.app.rebuild()

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and self.scene_rect.collidepoint(pygame.mouse.get_pos()):
            self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)

    def help_text(self) -> str:
        lines = (
            (tr("Choose a game"), (Act.UP, Act.DOWN)),
            (tr("Choose a line of the settings"), (Act.NEXT,)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Play"), (Act.ACCEPT,)),
        )
        return keys_text(self.actions, (*lines, *COMMON_HELP))

    # -- the picture

    def scene(self) -> SceneView:
        return self._preview


def preview(game: AnyGame) -> SceneView:
    """What a game looks like at its beginning; some way into a match of bots where it begins with an empty plate."""
    match = Match(game, game.players[0], seats=("random",) * game.players[0], seed=PREVIEW_SEED)
    while match.seat is None and match.turn is not None:
        match.step()
    pyramid = match.pyramid
    if pyramid == EMPTY:
        pyramid = _half_played(match)
    return pyramid_view(pyramid)


def _half_played(match: Match) -> Pyramid:
    for _ in range(30):
        if match.needs_hands():
            break
        match.step()
    return match.pyramid


def rules_html(game: AnyGame) -> str:
    """A game's rules for reading."""
    text = game.text
    parts = [(tr("Goal"), text.goal), (tr("Set-up"), text.setup), (tr("Turn"), text.turn), (tr("End"), text.end)]
    lines = [f"<b>{title}.</b> {escape(tr(words))}" for title, words in parts]
    lines += [escape(tr(reading)) for reading in text.readings]
    lines += [f"<b>{escape(option.name)}</b>: {escape(tr(option.help))}" for option in game.all_options]
    return "<br><br>".join(lines)
