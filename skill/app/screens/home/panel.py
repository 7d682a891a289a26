"""What the home screen shows around the picture: lists, triangle, description, search line and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import tr
from skill.app.library.game_browser import GameBrowser
from skill.app.library.game_search import FILTERS, Filter, about, by_family, players_text
from skill.app.screens.home.game_triangle import GameTriangle
from skill.app.screens.home.layout import HomeLayout, home_layout
from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen
from skill.app.widgets.row_list import NO_STAR, STAR, Row, RowList
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_line import TextLine
from skill.app.widgets.theme import FAMILY_COLOURS, PAPER, QUIET, SMALL_TEXT
from skill.rules.game import FAMILIES, AnyGame

SEARCH, FIRST, SAVED, PLAY, SHEET = "search", "first", "saved", "play", "sheet"
BUTTONS = {
    "invite": "Invite",
    "join": "Join",
    "preferences": "Preferences",
    "viewer": "Viewer",
    "workbench": "Workbench",
    "help": "Help",
    "quit": "Quit",
}
"""By stop, the texts of the small buttons."""
PADDING = 20  # beside the text of a small button, at scale 1


class HomePanel:
    """The elements and lists. Tab goes round its `stops`: the search line, the other lists, and every button."""

    def __init__(self, browser: GameBrowser, favourites: Sequence[str]) -> None:
        self.browser, self.favourites = browser, favourites
        self.games, self.saved_matches, self.first = RowList(), RowList(), RowList()
        self.triangle = GameTriangle(browser)
        self.starts_here = False
        """Whether the large button begins the first guide: nothing was played yet, and no game chosen."""
        self.stops = Stops(SEARCH)
        self._elements: dict[str, Any] = {}
        """What Tab goes round, in order."""
        self.show_games()

    def build(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> HomeLayout:
        """Makes everything anew for a window of that size."""
        self._pen = Pen(ui, scale)
        texts = {stop: tr(text) for stop, text in BUTTONS.items()}
        padding = round(PADDING * scale)
        widths = [self._pen.font().size(text)[0] + padding for text in texts.values()]
        self._layout = layout = home_layout(window, scale, widths)
        UILabel(layout.title, "Skillbox", ui, object_id="#title")
        search = self.browser.search
        self._elements = {SEARCH: kept(TextLine(layout.search, ui, initial_text=search.text), SEARCH, is_live=True)}
        for question, place in zip(FILTERS, layout.filters, strict=True):
            self._elements[question.name] = UIButton(place, question.shown(search.answers[question.name]), ui)
        self._elements |= {FIRST: self.first, SAVED: self.saved_matches}
        self._about = kept(TextBox(_about_html(self.browser.game), layout.about, ui), "about")
        self._elements[PLAY] = play = UIButton(layout.play, self._main_text, ui, object_id="#main_button")
        assert play.font is not None
        if play.font.size(play.text)[0] > layout.play.w - PADDING // 2:
            play.set_text(tr("Play"))  # where letters are large it begins the same
        self._elements[SHEET] = UIButton(layout.sheet, tr("Rules and options"), ui)
        for (stop, text), place in zip(texts.items(), layout.buttons, strict=True):
            self._elements[stop] = UIButton(place, text, ui)
        self.games.place(layout.games, scale)
        self.triangle.place(layout.triangle, layout.legend)
        self.first.place(layout.first, scale)
        self.saved_matches.place(layout.saved_matches, scale)
        self.stops.place(ui, self._elements)
        return layout

    @property
    def _main_text(self) -> str:
        return tr("Start here") if self.starts_here else tr("Play")

    # -- showing what has changed

    def offer_to_play(self) -> None:
        """The large button begins the game that is chosen from now on."""
        if self.starts_here:
            self.starts_here = False
            if self._elements:
                self._elements[PLAY].set_text(self._main_text)

    def show_games(self) -> None:
        """Lists the games that are found."""
        rows = game_rows(self.browser.found, self.favourites)
        self.games.show(rows or [Row(tr("No game has all of this. Esc clears the search."))])

    def show_game(self) -> None:
        """Shows which game is chosen."""
        self.games.chosen = self.browser.game
        self.games.reveal(self.browser.game)
        if self._elements:
            self._about.set_text(_about_html(self.browser.game))

    def show_filter(self, question: Filter) -> None:
        """Shows the answer of a filter."""
        self._elements[question.name].set_text(question.shown(self.browser.search.answers[question.name]))

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        """Paints what lies under the elements."""
        for rect in (self._layout.columns, self._layout.description):
            surface.fill(PAPER, rect)
        self.games.paint(surface, self._pen)
        self.first.paint(surface, self._pen, focused=self.stops.now is self.first)
        self.saved_matches.paint(surface, self._pen, focused=self.stops.now is self.saved_matches)
        self.triangle.paint(surface, self._pen)

    def paint(self, surface: pygame.Surface, has_tip: bool) -> None:
        """Paints what lies over the elements; with `has_tip` a description of the game under the pointer."""
        if not self.browser.search.text:  # pygame_gui takes its own placeholder away as soon as one may type
            box = self._layout.search
            self._pen.write(surface, tr("Number, title or word"), box.inflate(-box.h, -4), QUIET, SMALL_TEXT)
        if has_tip:
            self.triangle.paint_tip(surface, self._pen, self._layout.columns)


def game_rows(games: list[AnyGame], favourites: Sequence[str]) -> list[Row]:
    """The favourites, and all other games under their families, as rows of a list."""
    chosen = [game for slug in favourites for game in games if game.slug == slug]
    rows = [Row(tr("Favourites")), *(_game_row(game, STAR) for game in chosen)] if chosen else []
    for family, members in by_family([game for game in games if game not in chosen]):
        rows += [Row(tr(FAMILIES[family])), *(_game_row(game, NO_STAR) for game in members)]
    return rows


def _game_row(game: AnyGame, star: str) -> Row:
    text = f"{game.number:>3}  {tr(game.title)}"
    return Row(text, game, players_text(game), FAMILY_COLOURS[game.family], star)


def _about_html(game: AnyGame) -> str:
    *paragraphs, facts, shares = about(game)
    return "<br>".join((*paragraphs, f'<font color="{QUIET}">{facts}<br>{shares}</font>'))
