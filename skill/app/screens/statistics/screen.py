"""Statistics of all finished matches, by game and by player."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pygame_gui

from skill.app.i18n import number_text, time_text, tr
from skill.app.input.actions import Act
from skill.app.play.said.help import COMMON_HELP
from skill.app.play.said.words import Looker, said
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN
from skill.app.screens.host import Host
from skill.app.screens.panel_screen import PanelScreen
from skill.app.widgets.row_list import Row, RowList
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.shared.attempts import AttemptGame
from skill.table.standings import Standing


class StatisticsScreen(PanelScreen):
    """Two lists: every game with its players, and every player with all games together."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        standings = host.store.standings()
        games = {game.slug: game for game in (*all_games(), *host.own_games)}
        self.games, self.players = RowList(), RowList()
        self.lists = (self.games, self.players)
        self.focused: RowList = self.games
        self.games.show(game_rows(standings, games))
        self.players.show(player_rows(standings))
        self.games.chosen = self.games.neighbour(1)

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        left_w = area.w * 60 // 100 - round(MARGIN * scale)
        self.build_two_lists(ui, area, scale, left_w, (tr("By game"), tr("By player")))

    def act(self, act: Act) -> None:
        if act in (Act.NEXT, Act.PREVIOUS, Act.LEFT, Act.RIGHT):
            self.focused = self.lists[self.focused is self.games]
            if self.focused.chosen is None:
                self.focused.chosen = self.focused.neighbour(1)
        elif act in (Act.UP, Act.DOWN):
            self.focused.chosen = self.focused.neighbour(1 if act is Act.DOWN else -1)
            self.focused.reveal(self.focused.chosen)
        elif act in (Act.BACK, Act.ACCEPT):
            self.host.go_to(destinations.Home())
            return
        self.panel_changed = True

    def choose_row(self, rows: RowList, key: Standing) -> None:
        self.focused, rows.chosen = rows, key
        self.panel_changed = True

    def help_text(self) -> str:
        lines = ((tr("The other list"), (Act.NEXT,)), (tr("Up and down the list"), (Act.UP, Act.DOWN)))
        return self.keys_text(lines, COMMON_HELP)


def game_rows(standings: Sequence[Standing], games: dict[str, AnyGame]) -> list[Row]:
    """Every game that was finished, with its players under it."""
    rows: list[Row] = []
    for slug in (slug for slug in games if any(standing.game == slug for standing in standings)):
        rows.append(Row(tr(games[slug].title)))
        for standing in (standing for standing in standings if standing.game == slug):
            rows.append(Row(player_text(standing), standing, _game_text(standing, games[slug])))
    return rows or [Row(tr("No match was finished yet."))]


def _game_text(standing: Standing, game: AnyGame) -> str:
    """How often somebody played and won, and his best time or score."""
    played, won = standing.played, _wins(standing)
    if standing.best is None:
        return tally_text(standing)
    if isinstance(game, AttemptGame) and not game.is_scored:
        return tr(
            "played {played}, won {won}, best time {time}",
            played=played,
            won=won,
            time=time_text(standing.best),
        )
    options, players = game.options_from({}), game.players[1]
    score = said(game.score_fact(standing.best, options, players, 1), Looker(()))
    if better := game.better_score(options, players):
        score = tr("{score}, {better}", score=score, better=tr(better))
    return tr("played {played}, won {won}, best score {score}", played=played, won=won, score=score)


def player_rows(standings: Sequence[Standing]) -> list[Row]:
    """People first and then bots, with all their matches."""
    rows: list[Row] = []
    for is_person, heading in ((True, tr("People")), (False, tr("Bots"))):
        totals: dict[str, Standing] = {}
        for standing in (s for s in standings if s.is_person == is_person):
            before = totals.get(standing.player)
            played = standing.played + (before.played if before else 0)
            won = standing.won + (before.won if before else 0)
            totals[standing.player] = standing._replace(game="", played=played, won=won, best=None, last="")
        order = sorted(totals.values(), key=lambda total: (-total.won, -total.played, total.player))
        rows += [Row(heading), *(Row(player_text(total), total, tally_text(total)) for total in order)] if order else []
    return rows


def player_text(standing: Standing) -> str:
    """Who it is."""
    if not standing.is_person:
        return tr(standing.player)
    return standing.player or tr("You, or whoever has no name")


def tally_text(standing: Standing) -> str:
    """How often somebody played and won."""
    return tr("played {played}, won {won}", played=standing.played, won=_wins(standing))


def _wins(standing: Standing) -> str:
    """How many matches somebody has won, with a tenth where shared wins leave a part."""
    return number_text(round(standing.won, 1), "g")
