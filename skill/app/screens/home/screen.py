"""The home screen: games searched and filtered, the Perlhuhn triangle, and what was saved or left to go on with."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui

from skill.app.i18n import add_texts_of, told, tr
from skill.app.input.actions import Act
from skill.app.library.game_browser import GameBrowser
from skill.app.library.game_search import FILTERS, Filter
from skill.app.library.own_games import load_own_game
from skill.app.library.packing import picture_of
from skill.app.play.guides import all_guides
from skill.app.play.match.setup import Setup
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.destinations import Destination
from skill.app.screens.dialog import Dialog
from skill.app.screens.error_text import error_message
from skill.app.screens.home.first_rows import first_rows
from skill.app.screens.home.panel import FIRST, PLAY, SAVED, SEARCH, SHEET, HomePanel
from skill.app.screens.home.saved_matches import SavedMatch, discard, saved_rows
from skill.app.screens.host import Host
from skill.draw.camera import Camera, above, home
from skill.draw.scene_view import SceneView
from skill.errors import SkillboxError, printable
from skill.programs import Program, read_program
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.table.store import Finished

Command = Callable[[], None]


class HomeScreen(Screen):
    """Every game of the catalogue; Enter leads to the sheet of the one that is chosen."""

    def __init__(self, host: Host, chosen: AnyGame | None = None) -> None:
        super().__init__(host)
        self.browser = GameBrowser([*all_games(), *host.own_games], chosen)
        self.panel = HomePanel(self.browser, host.preferences.favourites)
        self.focused = self.panel.stops
        self.list, self.saved_matches, self.triangle = self.panel.games, self.panel.saved_matches, self.panel.triangle
        self.first = self.panel.first
        self._lists = {FIRST: self.first, SAVED: self.saved_matches}
        """By stop, the lists beside that of the games."""
        self._description = pygame.Rect(0, 0, 1, 1)
        self._commands: dict[str, Command] = {
            **{question.name: partial(self._step_filter, question, 1) for question in FILTERS},
            PLAY: self.play,
            SHEET: self.open_sheet,
            "invite": lambda: self._go_to(destinations.Invite(self.game)),
            "join": partial(self._go_to, destinations.Join()),
            "preferences": partial(self._go_to, destinations.Preferences()),
            "viewer": partial(self._go_to, destinations.Viewer()),
            "workbench": partial(self._go_to, destinations.Workbench()),
            "help": partial(self.perform, Act.HELP),
            "quit": self._ask_to_quit,
        }
        """By stop, what its button does."""
        self.first.show(first_rows(date.today()))
        store = host.store
        self.panel.starts_here = chosen is None and not (store.history(1) or store.open_matches() or store.saved())
        self._show_game()

    def opened(self) -> None:
        self._list_saved_matches()
        if notice := self.host.notice:
            self.dialog = Dialog(*notice, {tr("Close"): self.close_dialog})
            self.host.notice = None

    @property
    def game(self) -> AnyGame:
        """The game that is chosen."""
        return self.browser.game

    def home_camera(self) -> Camera:
        return above() if self.game.kind == "physics" else home()

    def scene(self) -> SceneView:
        return self.browser.preview

    # -- showing what is found, chosen and saved

    def select(self, game: AnyGame) -> None:
        """Chooses a game."""
        self.panel.offer_to_play()
        self.browser.select(game)
        self._show_game()

    def _show_game(self) -> None:
        self.panel.show_game()
        self.camera = self.home_camera()
        self.panel_changed = True

    def _show_found(self) -> None:
        """Lists the games that are found now, one of which may have been chosen by that."""
        self.panel.show_games()
        self.panel.offer_to_play()
        if self.list.chosen is not self.game:
            self._show_game()
        self.list.reveal(self.game)
        self.panel_changed = True

    def _list_saved_matches(self) -> None:
        self.saved_matches.show(saved_rows(self.host.store, self.browser.games))

    # -- layout

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        layout = self.panel.build(ui, window, scale)
        self.scene_rect, self.panel_rect, self._description = layout.scene, layout.columns, layout.description
        self._show_stop()

    def _show_stop(self) -> None:
        """Shows where keys go: while a dialog is open, Enter is not for the search line."""
        self.panel.stops.show(is_typing=self.dialog is None)
        self.panel_changed = True

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._description]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.host.window.size)

    def show_dialog(self, dialog: Dialog) -> None:
        super().show_dialog(dialog)
        self._show_stop()

    def close_dialog(self) -> None:
        super().close_dialog()
        self._show_stop()

    # -- commands

    def play(self) -> None:
        """Begins a match with the settings that were chosen last; at a first start the first guide, which is easy."""
        if self.panel.starts_here:
            first = next(iter(all_guides().values()))
            self._go_to(destinations.Match(first.setup(), first))
            return
        self._try(lambda: self.host.go_to(destinations.Match(self.host.settings_of(self.game).setup())))

    def open_sheet(self) -> None:
        """Opens rules and options of the game."""
        self._go_to(destinations.GameSheet(self.game))

    def _mark_favourite(self, game: AnyGame) -> None:
        """Takes a game among the favourites, or out of them."""
        self.host.prefer(self.host.preferences.with_favourite(game.slug))
        self.host.keep_preferences()
        self.panel.favourites = self.host.preferences.favourites
        self._show_found()

    def _go_to(self, destination: Destination) -> None:
        self._try(partial(self.host.go_to, destination))

    def _try(self, command: Command) -> None:
        try:
            command()
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))

    def _step_filter(self, question: Filter, way: int) -> None:
        self.browser.step_filter(question.name, way)
        self.panel.stops.at = question.name
        self.panel.show_filter(question)
        self._show_stop()
        self._show_found()

    def _open_first(self, key: Destination | str) -> None:
        """Opens what a row stands for with which one may begin: a destination, or the list of guides."""
        if isinstance(key, str):
            buttons: dict[str, Command] = {
                tr(guide.title): partial(self._go_to, destinations.Match(guide.setup(), guide))
                for guide in all_guides().values()
            }
            text = tr("A first match, step by step. It can be left and begun again at any time.")
            self.open_dialog(tr("Start here"), text, buttons | {tr("Cancel"): self.close_dialog})
        else:
            self._go_to(key)

    def _open_saved(self, key: Any) -> None:
        """Opens what a row of the saved matches stands for; see `saved_rows`."""
        if isinstance(key, Path):
            self._ask_for_trust(key)
        elif isinstance(key, Finished):
            self._go_to(destinations.Viewer(key.file))
        elif isinstance(key, SavedMatch):
            path, record, *_ = key
            if path.with_suffix(".table").exists():
                return self._go_to(destinations.Invite(record.game, path))
            setup = Setup(record.game, record.players, record.options, record.seats, resume=path)
            self._go_to(destinations.Match(setup))
        elif key is not None:
            self.select(key)

    def _ask_to_discard(self, match: SavedMatch) -> None:
        facts = ", ".join(filter(None, (tr(match.record.game.title), match.progress, match.when)))
        text = f"{escape(facts)}<br><br>{escape(tr('It cannot be brought back.'))}"
        buttons: Mapping[str, Command] = {
            tr("Cancel"): self.close_dialog,
            tr("Discard"): partial(self._try, partial(self._discard, match)),
        }
        self.open_dialog(tr("Discard this match?"), text, buttons)

    def _discard(self, match: SavedMatch) -> None:
        self.close_dialog()
        discard(match)
        at = self.saved_matches.keys.index(match)
        self._list_saved_matches()
        keys = self.saved_matches.keys
        self.saved_matches.chosen = keys[min(at, len(keys) - 1)] if keys else None
        if not keys:
            self.panel.stops.at = SEARCH
            self._show_stop()
        self.panel_changed = True

    def _ask_for_trust(self, path: Path) -> None:
        """Asks before a file of the user's is run; what runs then is what it holds now."""
        try:
            program = read_program(path)
        except SkillboxError as error:
            self.open_dialog(*error_message(error))
            return
        if program.is_trusted:
            return self._load(program)
        text = tr("{file} is a program and will run with your rights. Go on only if you trust it.", file=path)
        picture = None
        if packed := program.packed:
            text = f"{packed.told}\n\n{text}"
            if seen := picture_of(packed):
                picture = pygame.image.frombuffer(seen[1], seen[0], "RGB")
        buttons: Mapping[str, Command] = {
            tr("Cancel"): self.close_dialog,
            tr("I trust it"): partial(self._load, program),
        }
        html = escape(printable(text)).replace("\n", "<br>")
        self.show_dialog(Dialog(tr("A game of your own"), html, buttons, picture))

    def _load(self, program: Program) -> None:
        self.close_dialog()
        try:
            game = load_own_game(program)
            program.remember()
            self.host.warn_of_texts(add_texts_of(program.path))
        except (Exception, SystemExit) as error:  # a file may do anything
            if not isinstance(error, SkillboxError):
                traceback.print_exception(error)
            self.open_dialog(*error_message(error, program.path))
            return
        self.host.trust(game)
        self.host.go_to(destinations.Home(game))

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self.browser.search_for(event.text)
            self._show_found()
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self.open_sheet()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and (stop := self.panel.stops.name_of(event.ui_element)):
            self._commands[stop]()

    def act(self, act: Act) -> None:
        stop = self.panel.stops.at
        question = next((question for question in FILTERS if question.name == stop), None)
        if act in (Act.NEXT, Act.PREVIOUS):
            self._step_stop(1 if act is Act.NEXT else -1)
        elif act in (Act.UP, Act.DOWN):
            self._step_row(1 if act is Act.DOWN else -1)
        elif act in (Act.LEFT, Act.RIGHT) and question:
            self._step_filter(question, 1 if act is Act.RIGHT else -1)
        elif act in (Act.LEFT, Act.RIGHT):
            self.select(self.browser.neighbour((-1.0, 0.0) if act is Act.LEFT else (1.0, 0.0)))
        elif act is Act.ACCEPT:
            self._accept()
        elif act is Act.STEP_BACK and stop == SAVED and isinstance(self.saved_matches.chosen, SavedMatch):
            self._ask_to_discard(self.saved_matches.chosen)
        elif act is Act.FAVOURITE:
            self._mark_favourite(self.game)
        elif act is Act.BACK:
            self._back()

    def _step_stop(self, way: int) -> None:
        if self.panel.stops.at in self._lists:
            self._lists[self.panel.stops.at].chosen = None  # of two rows that look chosen, which does Enter mean?
        self.panel.stops.step(way)
        self._show_stop()

    def _step_row(self, way: int) -> None:
        rows = self._lists.get(self.panel.stops.at, self.list)
        key = rows.neighbour(way)
        if key is None:
            return
        if rows is self.list:
            self.select(key)
        else:
            rows.chosen = key
            rows.reveal(key)
            self.panel_changed = True

    def _accept(self) -> None:
        if self.panel.stops.at == SAVED:
            self._open_saved(self.saved_matches.chosen)
        elif self.panel.stops.at == FIRST:
            self._open_first(self.first.chosen)
        else:
            self._commands.get(self.panel.stops.at, self.open_sheet)()

    def _back(self) -> None:
        if self.browser.is_filtered:
            self.browser.clear_search()
            self.panel.stops.at = SEARCH
            self._show_found()
            self.host.rebuild()
        else:
            self._ask_to_quit()

    def _ask_to_quit(self) -> None:
        buttons: Mapping[str, Command] = {tr("Stay"): self.close_dialog, tr("Quit Skillbox"): self.host.close}
        self.open_dialog(tr("Quit Skillbox?"), tr("Matches that are not over wait for you."), buttons)

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL:
            rows = next((rows for rows in (self.list, self.saved_matches) if rows.rect.collidepoint(at)), None)
            if rows:
                rows.wheel(event.y)
                self.panel_changed = True
            elif self.scene_rect.collidepoint(at):
                self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)
        elif event.type == pygame.MOUSEMOTION:
            changed = [widget.hover(at) for widget in (self.list, self.first, self.saved_matches, self.triangle)]
            self.panel_changed |= any(changed)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(at)

    def _click(self, at: tuple[int, int]) -> None:
        if game := self.list.at(at):
            self.panel.stops.at = SEARCH
            if self.list.is_mark(at):
                self._mark_favourite(game)
            else:
                self.select(game)
            self._show_stop()
        elif (key := self.first.at(at)) is not None:
            self.panel.stops.at, self.first.chosen = FIRST, key
            self._open_first(key)
        elif key := self.saved_matches.at(at):
            self.panel.stops.at, self.saved_matches.chosen = SAVED, key
            self._show_stop()
            if self.saved_matches.is_mark(at):
                self._ask_to_discard(key)
            else:
                self._open_saved(key)
        elif game := self.triangle.at(at):
            self.select(game)

    def help_text(self) -> str:
        lines = (
            (tr("Choose a game"), (Act.UP, Act.DOWN)),
            (tr("The game beside, in the triangle"), (Act.LEFT, Act.RIGHT)),
            (tr("The next field or button"), (Act.NEXT,)),
            (tr("Rules and options"), (Act.ACCEPT,)),
            (tr("A favourite, or no longer one (or click its star)"), (Act.FAVOURITE,)),
            (tr("Discard a match that waits"), (Act.STEP_BACK,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        self.panel.paint_under(surface)

    def paint(self, surface: pygame.Surface) -> None:
        self.panel.paint(surface, has_tip=self.dialog is None)
