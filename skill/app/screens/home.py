"""The home screen: games searched and filtered, the Perlhuhn triangle, and what waits to be gone on with."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel, UITextBox, UITextEntryLine

from skill.app.draw.camera import Camera, above, home
from skill.app.draw.scene_view import SceneView, pyramid_view
from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.library import triangle
from skill.app.library.game_search import FILTERS, Search, by_family, facts, players_text, shares_text
from skill.app.library.profiles import profile_of
from skill.app.library.triangle import CORNERS, HEIGHT, Point
from skill.app.play.match_setup import Setup
from skill.app.play.panel_text import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, Screen
from skill.app.screens.destinations import Destination
from skill.app.screens.dialog import Dialog
from skill.app.screens.error_text import told
from skill.app.screens.host import Host
from skill.app.screens.saved_matches import Waiting, discard, shelf_rows
from skill.app.widgets.row_list import Pen, Row, RowList
from skill.app.widgets.theme import ACCENT, FAMILY_COLOURS, INK, LINE, PAPER, QUIET, SMALL_TEXT
from skill.errors import FileError, SkillboxError
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import all_games, load_game_file
from skill.rules.game import FAMILIES, AnyGame
from skill.rules.profile import GIVEN
from skill.table.match import Match
from skill.table.store import Finished

PREVIEW_SEED = 7
BUTTON = 30  # height of a small button at scale 1
LIST_WIDTH, WIDEST_LIST = 440, 0.38  # of the left column: at scale 1, and as a share of the window
POINT = 0.34  # radius of a game's point in the triangle, in steps of its grid
SEARCH, SHELF = "search", "shelf"


class HomeScreen(Screen):
    """Every game of the catalogue; Enter leads to the sheet of the one that is chosen."""

    def __init__(self, host: Host, chosen: AnyGame | None = None) -> None:
        super().__init__(host)
        self.games = [*all_games(), *host.own_games]
        self.search = Search()
        self.found = list(self.games)
        self.list, self.shelf = RowList(), RowList()
        self.places = triangle.spread([profile_of(game) for game in self.games])
        self.hovered: AnyGame | None = None
        """The game of the triangle under the pointer."""
        self._stops: dict[str, Any] = {}
        """What Tab goes round, and the buttons among it."""
        self.stop = SEARCH
        self._commands: dict[Any, Callable[[], None]] = {}
        self._triangle = pygame.Rect(0, 0, 1, 1)
        self._pen: Pen | None = None
        self._about: UITextBox | None = None
        self._fill_shelf()
        self._fill_list()
        self.select(chosen or self.games[0])
        if host.notice:
            self.dialog = Dialog(*host.notice, {tr("Close"): self.close_dialog})
            host.notice = None

    # -- what is chosen

    def select(self, game: AnyGame) -> None:
        """Chooses a game."""
        self.game = game
        self.list.chosen = game
        self.list.reveal(game)
        self._preview = preview(game)
        self.camera = self.home_camera()
        if self._about:
            self._about.set_text(about(game))
        self.panel_changed = True

    def home_camera(self) -> Camera:
        return above() if self.game.kind == "physics" else home()

    def _fill_list(self) -> None:
        rows = []
        for family, games in by_family(self.found):
            rows.append(Row(tr(FAMILIES[family])))
            for game in games:
                text = f"{game.number:>3}  {tr(game.title)}"
                rows.append(Row(text, game, players_text(game), FAMILY_COLOURS[family]))
        self.list.show(rows or [Row(tr("No game has all of this. Esc clears the search."))])

    def _fill_shelf(self) -> None:
        self.shelf.show(shelf_rows(self.host.store, self.games))

    def _look_for(self, words: str) -> None:
        self.search.words = words
        self._refresh()

    def _refresh(self) -> None:
        """Shows what is found now, and chooses what was most likely meant."""
        self.found = self.search.found(self.games)
        self._fill_list()
        best = self.search.best(self.found)
        if best is not None and (self.search.words.strip() or self.game not in self.found):
            self.select(best)
        self.list.reveal(self.game)
        self.panel_changed = True

    # -- layout: list, triangle and shelf, picture and words

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        margin = round(MARGIN * scale)
        left = pygame.Rect(0, 0, min(round(LIST_WIDTH * scale), round(window.w * WIDEST_LIST)), window.h)
        middle = pygame.Rect(left.right, 0, (window.w - left.w) * 48 // 100, window.h)
        right = pygame.Rect(middle.right, 0, window.w - middle.right, window.h)
        self.scene_rect = pygame.Rect(right.x, 0, right.w, round(window.h * 0.46))
        self.panel_rect = pygame.Rect(0, 0, right.x, window.h)
        self._words_rect = pygame.Rect(right.x, self.scene_rect.bottom, right.w, window.h - self.scene_rect.bottom)
        self._pen = Pen(ui, scale)
        self._commands, self._stops = {}, {}
        self._build_list(ui, left.inflate(-2 * margin, -2 * margin), scale)
        inner = middle.inflate(-margin, -2 * margin)
        self._legend_x = inner.x + margin
        side = min(inner.w - 2 * margin, round(inner.h * 0.6))
        self._triangle = pygame.Rect(0, inner.y + round(34 * scale), side, round(side * HEIGHT))
        self._triangle.centerx = inner.centerx
        top = self._triangle.bottom + round(42 * scale)
        self.shelf.place(pygame.Rect(inner.x, top, inner.w, inner.bottom - top), scale)
        self._stops[SHELF] = None
        self._build_words(ui, self._words_rect.inflate(-2 * margin, -2 * margin), scale)
        if self.stop not in self._stops:
            self.stop = SEARCH
        self._focus()

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._words_rect]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.host.window.size)

    def _button(
        self,
        ui: pygame_gui.UIManager,
        place: pygame.Rect,
        text: str,
        command: Callable[[], None],
        look: str | None = None,
    ) -> UIButton:
        button = UIButton(place, text, ui, object_id=look)
        self._commands[button] = command
        return button

    def _build_list(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row, gap = round(BUTTON * scale), round(6 * scale)
        title = round(150 * scale)
        UILabel(pygame.Rect(area.x, area.y, title, row + 4), "Skillbox", ui, object_id="#title")
        entry = UITextEntryLine(
            pygame.Rect(area.x + title, area.y, area.w - title, row),
            ui,
            initial_text=self.search.words,
        )
        self._stops[SEARCH] = entry
        width = (area.w - gap) // 2
        for n, question in enumerate(FILTERS):
            across, down = n % 2, n // 2
            top = area.y + (row + gap) * (down + 1)
            place = pygame.Rect(area.x + across * (width + gap), top, width, row)
            text = question.shown(self.search.answers[question.name])
            self._stops[question.name] = self._button(ui, place, text, partial(self._ask, question.name, 1))
        top = area.y + (row + gap) * 3
        self.list.place(pygame.Rect(area.x, top, area.w, area.bottom - top), scale)
        self.list.reveal(self.game)

    def _build_words(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        gap, small, tall = round(6 * scale), round(BUTTON * scale), round(40 * scale)
        low: dict[str, Callable[[], None]] = {
            tr("Preferences"): partial(self._go_to, destinations.Preferences()),
            tr("Viewer"): partial(self._go_to, destinations.Viewer()),
            tr("Workbench"): partial(self._go_to, destinations.Workbench()),
            tr("Help"): partial(self.perform, Act.HELP),
            tr("Quit"): self.host.close,
        }
        rows = self._in_rows(low, area.w, gap)
        top = area.bottom - len(rows) * (small + gap) - tall
        self._about = UITextBox(about(self.game), pygame.Rect(area.x, area.y, area.w, top - area.y - gap), ui)
        wide = pygame.Rect(area.x, top, area.w * 42 // 100, tall)
        self._stops["play"] = self._button(ui, wide, tr("Play"), self.play, "#main_button")
        place = pygame.Rect(wide.right + gap, top, area.right - wide.right - gap, tall)
        self._stops["sheet"] = self._button(ui, place, tr("Rules and options"), self.open_sheet)
        for n, texts in enumerate(rows):
            free = area.w - sum(self._needs(text) + gap for text in texts) + gap
            left = float(area.x)
            for text in texts:
                width = self._needs(text) + free / len(texts)
                place = pygame.Rect(round(left), top + tall + gap + n * (small + gap), round(width), small)
                self._stops[text] = self._button(ui, place, text, low[text])
                left += width + gap

    def _needs(self, text: str) -> int:
        """How wide a small button with that text is, pixels."""
        assert self._pen is not None
        return int(self._pen.font().size(text)[0] + round(20 * self._pen.scale))

    def _in_rows(self, texts: Iterable[str], width: int, gap: int) -> list[list[str]]:
        """Texts of buttons in as many rows as they need."""
        rows: list[list[str]] = [[]]
        for text in texts:
            if rows[-1] and sum(self._needs(t) + gap for t in (*rows[-1], text)) - gap > width:
                rows.append([])
            rows[-1].append(text)
        return rows

    def _focus(self) -> None:
        """Shows where the keys are."""
        for name, element in self._stops.items():
            if isinstance(element, UIButton):
                element.select() if name == self.stop else element.unselect()  # type: ignore[no-untyped-call]
        entry = self._stops[SEARCH]
        self.host.ui.set_focus_set(entry if self.stop == SEARCH and not self.dialog else None)
        self.panel_changed = True

    def open_dialog(self, title: str, text: str, buttons: Mapping[str, Callable[[], None]] | None = None) -> None:
        super().open_dialog(title, text, buttons)
        self._focus()  # Enter is for the dialog, not for the line that is searched with

    def close_dialog(self) -> None:
        super().close_dialog()
        self._focus()

    # -- what can be done

    def play(self) -> None:
        """Begins a match as it was agreed last."""
        self._go_to(destinations.Match(self.host.settings_of(self.game).setup()))

    def open_sheet(self) -> None:
        """Leads to rules and options of the game."""
        self._go_to(destinations.GameSheet(self.game))

    def _go_to(self, destination: Destination) -> None:
        self._try(partial(self.host.go_to, destination))

    def _try(self, command: Callable[[], None]) -> None:
        try:
            command()
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))

    def _ask(self, name: str, way: int) -> None:
        self.search.step(name, way)
        self.stop = name
        question = next(question for question in FILTERS if question.name == name)
        self._stops[name].set_text(question.shown(self.search.answers[name]))
        self._focus()
        self._refresh()

    def _take_from_shelf(self, key: Any) -> None:
        if isinstance(key, Path):
            self._trust(key)
        elif isinstance(key, Finished):
            self._go_to(destinations.Viewer(key.file))
        elif isinstance(key, Waiting):
            self._go_on(key)
        elif key is not None:
            self.select(key)

    def _go_on(self, match: Waiting) -> None:
        path, record = match
        setup = Setup(record.game, record.players, record.options, record.seats, resume=path)
        self._go_to(destinations.Match(setup))

    def _ask_to_discard(self, match: Waiting) -> None:
        """Asks before a match is deleted."""
        said = ", ".join(filter(None, (tr(match.record.game.title), match.progress, match.when)))
        text = f"{escape(said)}<br><br>{escape(tr('It cannot be brought back.'))}"
        buttons: Mapping[str, Callable[[], None]] = {
            tr("Cancel"): self.close_dialog,
            tr("Discard"): partial(self._try, partial(self._discard, match)),
        }
        self.open_dialog(tr("Discard this match?"), text, buttons)

    def _discard(self, match: Waiting) -> None:
        self.close_dialog()
        discard(match)
        at = self.shelf.keys.index(match)
        self._fill_shelf()
        keys = self.shelf.keys
        self.shelf.chosen = keys[min(at, len(keys) - 1)] if keys else None
        self.panel_changed = True

    def _trust(self, path: Path) -> None:
        """Asks before a file of the user's is run."""
        text = tr("{file} is a program and will run with your rights. Go on only if you trust it.", file=path)
        buttons: Mapping[str, Callable[[], None]] = {
            tr("Cancel"): self.close_dialog,
            tr("I trust it"): partial(self._load, path),
        }
        self.open_dialog(tr("A game of your own"), escape(text), buttons)

    def _load(self, path: Path) -> None:
        self.close_dialog()
        try:
            game = load_game_file(path)
            if game.slug in {known.slug for known in all_games()}:
                raise FileError(f"{path}: GAME.slug is {game.slug!r}, as of an installed game; expected another")
            about(game), preview(game)
        except (Exception, SystemExit) as error:  # a file may do anything
            if not isinstance(error, SkillboxError):
                traceback.print_exception(error)
            self.open_dialog(*told(error, path))
            return
        self.host.trust(game)
        self.host.go_to(destinations.Home(game))

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self._look_for(event.text)
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self.open_sheet()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and (command := self._commands.get(event.ui_element)):
            command()

    def act(self, act: Act) -> None:
        stops = list(self._stops)
        in_filter = any(question.name == self.stop for question in FILTERS)
        if act in (Act.NEXT, Act.PREVIOUS):
            self.stop = stops[(stops.index(self.stop) + (1 if act is Act.NEXT else -1)) % len(stops)]
            if self.stop == SHELF and self.shelf.chosen is None:
                self.shelf.chosen = self.shelf.beside(1)
            self._focus()
        elif act in (Act.UP, Act.DOWN):
            self._step(1 if act is Act.DOWN else -1)
        elif act in (Act.LEFT, Act.RIGHT) and in_filter:
            self._ask(self.stop, 1 if act is Act.RIGHT else -1)
        elif act in (Act.LEFT, Act.RIGHT):
            self._wander((-1.0, 0.0) if act is Act.LEFT else (1.0, 0.0))
        elif act is Act.ACCEPT:
            self._accept()
        elif act is Act.STEP_BACK and self.stop == SHELF and isinstance(self.shelf.chosen, Waiting):
            self._ask_to_discard(self.shelf.chosen)
        elif act is Act.BACK:
            self._back()

    def _step(self, way: int) -> None:
        box = self.shelf if self.stop == SHELF else self.list
        key = box.beside(way)
        if key is None:
            return
        if box is self.list:
            self.select(key)
        else:
            box.chosen = key
            box.reveal(key)
            self.panel_changed = True

    def _wander(self, way: tuple[float, float]) -> None:
        """To the game beside, in the triangle."""
        self.select(self.games[triangle.beside(self.places, self.games.index(self.game), way)])

    def _accept(self) -> None:
        if self.stop == SHELF:
            self._take_from_shelf(self.shelf.chosen)
        elif command := self._commands.get(self._stops[self.stop]):
            command()
        else:
            self.open_sheet()

    def _back(self) -> None:
        if self.search.words or len(self.found) < len(self.games):
            self.search.clear()
            self.stop = SEARCH
            self._refresh()
            self.host.rebuild()
        else:
            self.host.close()

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        box = next((box for box in (self.list, self.shelf) if box.rect.collidepoint(at)), None)
        if event.type == pygame.MOUSEWHEEL:
            if box:
                box.wheel(event.y)
                self.panel_changed = True
            elif self.scene_rect.collidepoint(at):
                self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)
        elif event.type == pygame.MOUSEMOTION:
            self._hover(at)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            key = box.at(at) if box else None
            if box is self.list and key is not None:
                self.stop = SEARCH
                self.select(key)
                self._focus()
            elif box is self.shelf and key is not None:
                self.stop, self.shelf.chosen = SHELF, key
                self._focus()
                if box.is_mark(at):
                    self._ask_to_discard(key)
                else:
                    self._take_from_shelf(key)
            elif game := self._game_at(at):
                self.select(game)

    def _hover(self, at: tuple[int, int]) -> None:
        before, self.hovered = self.hovered, self._game_at(at)
        changed = [box.hover(at) for box in (self.list, self.shelf)]
        if any(changed) or before is not self.hovered:
            self.panel_changed = True

    def _game_at(self, at: tuple[int, int]) -> AnyGame | None:
        """The game whose point of the triangle is there."""
        unit = self._triangle.w
        x, y = (at[0] - self._triangle.x) / unit, (self._triangle.bottom - at[1]) / unit
        number = triangle.nearest(self.places, x, y, triangle.APART / 2)
        return None if number is None else self.games[number]

    def place_in_triangle(self, game: AnyGame) -> tuple[int, int]:
        """Where the point of a game is in the window."""
        return self._on_screen(self.places[self.games.index(game)])

    def _on_screen(self, point: Point | tuple[float, float]) -> tuple[int, int]:
        unit = self._triangle.w
        return (round(self._triangle.x + point[0] * unit), round(self._triangle.bottom - point[1] * unit))

    def help_text(self) -> str:
        lines = (
            (tr("Choose a game"), (Act.UP, Act.DOWN)),
            (tr("The game beside, in the triangle"), (Act.LEFT, Act.RIGHT)),
            (tr("The next field or button"), (Act.NEXT,)),
            (tr("Rules and options"), (Act.ACCEPT,)),
            (tr("Discard a match that waits"), (Act.STEP_BACK,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- the picture

    def scene(self) -> SceneView:
        return self._preview

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._words_rect):
            surface.fill(PAPER, rect)
        self.list.paint(surface, self._pen)
        self.shelf.paint(surface, self._pen, focused=self.stop == SHELF)
        self._paint_triangle(surface, self._pen)

    def _paint_triangle(self, surface: pygame.Surface, pen: Pen) -> None:
        corners = [self._on_screen(corner) for corner in CORNERS.values()]
        pygame.draw.polygon(surface, "#fbf9f4", corners)
        pygame.draw.aalines(surface, LINE, True, corners)
        row = round(22 * pen.scale)
        for (name, _), (x, y) in zip(CORNERS.items(), corners, strict=True):
            area = pygame.Rect(0, 0, self._triangle.w // 2, row)
            area.midbottom = (x, y - round(8 * pen.scale))
            align = "centre"
            if y == self._triangle.bottom:
                area.top = y + round(10 * pen.scale)
                align = "left" if x == self._triangle.left else "right"
                setattr(area, align, x)
            pen.write(surface, tr(name.capitalize()), area, QUIET, SMALL_TEXT, bold=True, align=align)
        radius = POINT * triangle.APART * self._triangle.w
        for n, words in enumerate((tr("its rules say so"), tr("our estimate"))):
            at = (self.panel_rect.x + self._legend_x, round((22 + 20 * n) * pen.scale))
            _paint_point(surface, QUIET, at, radius, is_given=n == 0)
            area = pygame.Rect(at[0] + round(12 * pen.scale), at[1] - row // 2, self._triangle.w // 3, row)
            pen.write(surface, words, area, QUIET, SMALL_TEXT)
        for game, place in zip(self.games, self.places, strict=True):
            at = self._on_screen(place)
            colour = FAMILY_COLOURS[game.family] if game in self.found else LINE
            _paint_point(surface, colour, at, radius, profile_of(game).source == GIVEN)
            if game is self.game:
                pygame.draw.aacircle(surface, INK, at, radius + 4, 2)
        if self.hovered:
            pygame.draw.aacircle(
                surface, ACCENT, self._on_screen(self.places[self.games.index(self.hovered)]), radius + 4, 2
            )

    def paint(self, surface: pygame.Surface) -> None:
        if not self.search.words and self._pen:  # pygame_gui takes its own away as soon as one may type
            box = self._stops[SEARCH].rect
            self._pen.write(surface, tr("Number, title or word"), box.inflate(-box.h, -4), QUIET, SMALL_TEXT)
        if self.hovered and not self.dialog:
            self._paint_tip(surface, self.hovered)

    def _paint_tip(self, surface: pygame.Surface, game: AnyGame) -> None:
        """What the point under the pointer stands for."""
        assert self._pen is not None
        pen, pad = self._pen, round(8 * self._pen.scale)
        lines = [f"{game.number} {tr(game.title)}", facts(game), *shares_text(game).split(": ")]
        row = round(20 * pen.scale)
        width = max(pen.font(SMALL_TEXT, bold=n == 0).size(line)[0] for n, line in enumerate(lines)) + 2 * pad
        box = pygame.Rect(0, 0, min(width, self.panel_rect.w), row * len(lines) + pad)
        x, y = self.place_in_triangle(game)
        box.midtop = (x, y + round(14 * pen.scale))
        box.clamp_ip(self.panel_rect.inflate(-8, -8))
        if box.collidepoint(x, y):
            box.bottom = y - round(14 * pen.scale)
        pygame.draw.rect(surface, "#fffdf8", box, border_radius=6)
        pygame.draw.rect(surface, ACCENT, box, 1, border_radius=6)
        for n, line in enumerate(lines):
            area = pygame.Rect(box.x + pad, box.y + pad // 2 + n * row, box.w - 2 * pad, row)
            pen.write(surface, line, area, INK if n == 0 else QUIET, SMALL_TEXT, bold=n == 0)


def _paint_point(surface: pygame.Surface, colour: str, at: tuple[int, int], radius: float, is_given: bool) -> None:
    """A game in the triangle: full where its rules give the shares, a ring where they are estimated."""
    if is_given:
        pygame.draw.aacircle(surface, colour, at, radius)
    else:
        pygame.draw.aacircle(surface, PAPER, at, radius)
        pygame.draw.aacircle(surface, colour, at, radius, max(2, round(radius / 2.5)))


def about(game: AnyGame) -> str:
    """What is said of a game that is chosen, as pygame_gui's HTML."""
    parts = (
        f"<b>{escape(game.number)} {escape(tr(game.title))}</b>",
        escape(tr(game.summary)),
        escape(tr(game.text.goal)),
        f'<font color="{QUIET}">{escape(facts(game))}<br>{escape(shares_text(game))}</font>',
    )
    return "<br>".join(parts)


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
