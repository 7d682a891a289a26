"""What the statistics tell of players."""

from __future__ import annotations

import pytest

pytest.importorskip("pygame")
from skill.app.screens import destinations
from skill.app.screens.statistics.screen import game_rows, player_rows
from skill.rules.catalogue import all_games
from skill.table.standings import Standing
from tests.app.driver import Driver

GAMES = {game.slug: game for game in all_games()}


def standing(game: str, best: float | None, player: str = "Ada", is_person: bool = True) -> Standing:
    return Standing(game, player, is_person, 3, 2, best, "2026-03-04T12:00:00")


@pytest.mark.parametrize(
    ("game", "best", "told"),
    [
        ("faraday", 72.5, "played 3, won 2, best time 1:12.5 minutes"),
        ("emag", 12.0, "played 3, won 2, best score 12 dice standing, more is better"),
        ("rasanto", 70.0, "played 3, won 2, best score 70 outside faces, more is better"),
        ("rasanto", None, "played 3, won 2"),
    ],
)
def test_the_best_of_a_player_in_a_game(game: str, best: float | None, told: str) -> None:
    title, row = game_rows([standing(game, best)], GAMES)
    assert (title.text, row.text, row.right) == (GAMES[game].title, "Ada", told)


def test_of_a_shared_win_its_part_is_told() -> None:
    rows = player_rows([standing("rasanto", None)._replace(won=1 / 3), standing("emag", None)._replace(won=0.5)])
    assert rows[-1].right == "played 6, won 0.8"


def test_people_come_before_bots() -> None:
    rows = player_rows([standing("rasanto", 70.0, "greedy", is_person=False), standing("rasanto", 60.0)])
    assert [row.text for row in rows if row.key is not None] == ["Ada", "greedy"]


def test_lists_without_a_scene_are_hovered_over_and_clicked_at_alike(open_app) -> None:
    app = open_app("undrawn", size=(1024, 700))
    app.store.standings = lambda: [standing("emag", 12.0), standing("rasanto", 70.0)]
    app.go_to(destinations.Statistics())
    driver, screen = Driver(app), app.screen
    driver.frames(1)
    (person,) = screen.players.keys
    driver.point(screen.players.rect_of(person).center)
    assert screen.players.hovered == person
    driver.point((5, 5))
    assert screen.players.hovered is None, "the pointer has left it"
    driver.click(screen.players.rect_of(person).center)
    assert screen.focused is screen.players and screen.players.chosen == person
