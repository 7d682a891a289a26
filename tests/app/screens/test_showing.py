"""A game that shows itself on screen: by pointer and by keys, with a seat that is taken over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Settings, has_acts
from skill.app.play.replay.showing import COMES_OFF, MISTAKE, is_offered
from skill.app.screens import destinations
from skill.app.settings.preferences import NAME, read_preferences
from skill.draw.camera import home
from skill.lattice.cells import parse_cell
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
    assert len(told) > 8 and "That was all" in screen._text()
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


def test_a_game_of_skill_shows_hands_from_where_they_are_seen_best(open_app) -> None:
    driver, screen = shown(open_app, "emag")
    assert screen.home_camera() == screen.player.timeline.camera(0.0) != home()
    driver.frames(30, 0.05)
    assert screen.camera == screen.home_camera()
    assert screen.scene().strokes
    assert f"<b>{COMES_OFF}</b>" in screen._text()  # what it comes to is told once it has been seen
    assert "5 dice stood still" in " ".join(screen.showing.shown[0].sentences)
    driver.key(pygame.K_DOWN)
    driver.frames(10, 0.05)
    assert screen.scene().strokes
    driver.key(pygame.K_RETURN)
    assert f"<b>{MISTAKE}" in screen._text() and "That was all" not in screen._text()
    screen.player.seek(screen.player.length_s - 0.5)
    assert not screen.scene().strokes and not any(die.ghost for die in screen.scene().dice)  # hands are gone


# -- the offer in the first match of a game


@pytest.fixture
def offers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.play.replay.showing.is_offered", is_offered)


def first_match(open_app, slug: str = "rasanto", app=None) -> tuple[Driver, MatchScreen]:
    app = app or open_app("undrawn")
    app.go_to(destinations.Match(Settings(find_game(slug)).setup()))
    driver = Driver(app)
    driver.frames(3)
    return driver, app.screen


def test_the_offer_is_declined_by_a_key_and_remembered_for_that_game(open_app, offers: None) -> None:
    driver, screen = first_match(open_app)
    app = driver.app
    assert set(screen.strips.acts.values()) == {Act.SHOW_ME, Act.DECLINE_OFFER}
    assert screen.strips.offer.rect.top == screen.scene_rect.bottom  # nothing of the heap is under it
    named = {re.sub(r" \(.*", "", button.text) for button in screen.strips.acts}
    assert named == {"See how it goes", "No, thank you"}
    assert "See how it goes" in screen.help_text()
    driver.key(pygame.K_F2, pygame.KMOD_LCTRL)
    assert app.screen is screen and screen.strips.offer is None
    assert read_preferences(app.store.folder / NAME).shown == ["rasanto"]
    _, again = first_match(open_app, app=app)
    assert again.strips.offer is None
    driver.key(pygame.K_F2)
    assert app.screen is again
    _, other = first_match(open_app, "el-dado", app)
    assert other.strips.offer is not None


def test_what_is_offered_is_shown_and_not_offered_again(open_app, offers: None) -> None:
    driver, _ = first_match(open_app)
    driver.press("See how it goes")
    app = driver.app
    assert isinstance(app.screen, ShowingScreen)
    assert app.preferences.shown == ["rasanto"]
    driver.key(pygame.K_ESCAPE)
    assert isinstance(app.screen, GameSheetScreen)
    assert not app.store.open_matches()


def test_whoever_has_played_is_offered_nothing_any_more(open_app, offers: None) -> None:
    driver, screen = first_match(open_app)
    app = driver.app
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE)
    app.go_to(destinations.Home())
    assert app.preferences.shown == []  # nobody has acted
    driver, screen = first_match(open_app, app=app)
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE)
    assert screen.strips.offer
    match = screen.control.runtime.match
    match.play(match.moves()[0])
    driver.frames(2)
    assert app.screen is screen
    assert app.preferences.shown == ["rasanto"]
    _, again = first_match(open_app, app=app)
    assert not again.strips.offer


@pytest.mark.parametrize("slug", ["asparagus", "sandwich"])
def test_the_plate_stays_where_it_is_after_the_first_click(open_app, offers: None, slug: str) -> None:
    driver, screen = first_match(open_app, slug)
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE)
    driver.frames(10)
    match, corners = screen.control.runtime.match, [*map(parse_cell, ("800", "080", "008", "233"))]
    before = list(map(driver.pixel_of, corners))
    assert screen.strips.offer and not has_acts(match)
    while not has_acts(match):  # some choices have a second step
        x, y = screen.pointer.places_seen()[screen.control.turn.chooser.places[0]]
        driver.click((round(x), round(y)))
    driver.frames(10)
    assert list(map(driver.pixel_of, corners)) == before
    assert driver.app.preferences.shown == [slug]
    driver.press("No, thank you")
    driver.frames(10)
    assert not screen.strips.offer and not screen.strips.acts
    assert screen.strips.about.said.html == screen.control.runtime.match.game.summary
    assert list(map(driver.pixel_of, corners)) == before


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
