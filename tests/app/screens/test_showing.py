"""A game that shows itself on screen: by pointer and by keys, with a seat that is taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.screens.game_sheet.screen import GameSheetScreen  # noqa: E402  (needs pygame)
from skill.app.screens.match.screen import MatchScreen  # noqa: E402  (needs pygame)
from skill.app.screens.showing.screen import ShowingScreen  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402


def shown(open_app, slug: str = "el-dado") -> tuple[Driver, ShowingScreen]:
    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game(slug)))
    driver = Driver(app)
    driver.frames(2)
    driver.key(pygame.K_F2)
    driver.until(lambda: app.screen.showing is not None)
    return driver, app.screen


def test_a_game_plays_itself_from_its_sheet_to_the_end_by_keys(open_app) -> None:
    driver, screen = shown(open_app)
    told = set()
    assert screen.player.playing
    driver.key(pygame.K_RETURN)
    assert not screen.player.playing
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_x)
    assert screen.player.speed == 2
    for _ in range(200):
        driver.frames(1, 0.4)
        told.add(screen._text())
        if not screen.player.playing:
            break
    assert screen.player.time_s == screen.player.length_s
    assert len(told) > 8 and "That is how it goes" in screen._text()
    assert screen._told.html_text == screen._text()
    driver.key(pygame.K_UP)
    assert screen.player.time_s < screen.player.length_s
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.screen, GameSheetScreen)


def test_a_seat_is_taken_over_by_pointer_and_nothing_of_it_is_kept(open_app, tmp_path: Path) -> None:
    driver, screen = shown(open_app)
    for _ in range(6):
        driver.press(">")
    played = screen.player.moment.number
    folder = screen._asked.folder
    driver.press("Now you")
    match_screen = driver.app.screen
    assert isinstance(match_screen, MatchScreen)
    match = match_screen.control.runtime.match
    assert len(match.played) == played and match.seats.count("human") == 1
    assert "neither scored nor kept" in match_screen.control.message
    assert not folder.exists()  # what was shown is gone
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: len(match.played) > played)
    driver.key(pygame.K_q, pygame.KMOD_LCTRL)
    driver.frames(2)
    assert not list(tmp_path.rglob("*.txt")) and not driver.app.store.history()


def test_a_game_of_skill_offers_no_showing(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game("faraday")))
    driver, sheet = Driver(app), app.screen
    driver.frames(2)
    driver.key(pygame.K_F2)
    assert app.screen is sheet and sheet._show is None


def test_a_screen_that_is_left_before_there_is_an_example_leaves_nothing(open_app, monkeypatch) -> None:
    monkeypatch.setattr("skill.bots.decision.Thinker.answer", lambda thinker, key: None)
    app = open_app("undrawn")
    app.go_to(destinations.Showing(find_game("rasanto")))
    driver, screen = Driver(app), app.screen
    driver.frames(3)
    driver.key(pygame.K_y)
    assert app.screen is screen and screen.showing is None
    driver.press("All games")
    assert app.screen is not screen and not screen._asked.folder.exists()
