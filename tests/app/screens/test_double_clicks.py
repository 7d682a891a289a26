"""What was meant for the screen before: no press counts on a screen or a dialog that was not there when it began."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skill.app.play.match.setup import Setup
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.input.gamepad import BUTTONS  # noqa: E402
from skill.app.screens import destinations  # noqa: E402
from skill.app.screens.game_sheet.screen import GameSheetScreen  # noqa: E402
from skill.app.screens.home.screen import HomeScreen  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

BUTTON_A = next(number for number, name in BUTTONS.items() if name == "pad a")


def click_now(driver: Driver, at: tuple[int, int], *, touch: bool = False) -> None:
    """Without a look at what is shown."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=at, button=1, touch=touch)
        driver.frames()


def enter_now(driver: Driver) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        driver.post(kind, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=40)
        driver.frames()


def push_now(driver: Driver) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        driver.post(kind, button=BUTTON_A, instance_id=0)
        driver.frames()


def button(driver: Driver, text: str) -> tuple[int, int]:
    found = [e for e in driver.app.ui.get_sprite_group().sprites() if getattr(e, "text", None) == text]
    at: tuple[int, int] = found[0].rect.center
    return at


@pytest.mark.parametrize("touch", [False, True])
def test_the_second_click_of_a_double_click_is_for_the_screen_before(open_app, touch: bool) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    at = button(driver, "Rules and options")
    click_now(driver, at, touch=touch)
    driver.frames()
    assert isinstance(app.screen, GameSheetScreen)
    sheet = app.screen
    start = sheet._start.rect.center
    sheet._start.set_position((at[0] - 20, at[1] - 20))  # as if the button that begins a match were there
    click_now(driver, at, touch=touch)
    driver.frames(3)
    assert app.screen is sheet
    sheet._start.set_position((start[0] - 20, start[1] - 20))
    click_now(driver, start, touch=touch)  # at once, but somewhere else
    driver.frames(3)
    assert app.screen is not sheet


def test_the_second_click_of_a_double_click_is_for_the_layout_before(open_app, monkeypatch) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    app.go_to(destinations.Preferences())
    driver.frames(30)
    at = button(driver, "All games")
    pressed: list[int] = []
    monkeypatch.setattr(type(app.screen), "_press", lambda screen, part: pressed.append(part))
    click_now(driver, at)
    driver.frames()
    app.prefer(app.preferences.changed(text_size=1.5))  # as by what was pressed
    click_now(driver, at)
    driver.frames(2)
    assert len(pressed) == 1
    for _ in range(2):  # nothing is laid out anew: both count
        driver.frames(30)
        for _ in range(2):
            click_now(driver, button(driver, "All games"))
            driver.frames()
    assert len(pressed) == 5


@pytest.mark.parametrize("press_now", [enter_now, push_now])
def test_the_second_press_of_a_key_is_for_the_screen_before(open_app, press_now: Callable) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    press_now(driver)
    driver.frames(2)
    assert isinstance(app.screen, GameSheetScreen)
    press_now(driver)
    driver.frames(2)
    assert isinstance(app.screen, GameSheetScreen)
    driver.frames(10)  # it has been seen
    press_now(driver)
    driver.frames(2)
    assert not isinstance(app.screen, GameSheetScreen)


def test_what_is_pressed_while_a_screen_opens_is_not_for_it(open_app) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=4))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    for key, code in ((pygame.K_F1, 58), (pygame.K_ESCAPE, 41), (pygame.K_RETURN, 40)):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            driver.post(kind, key=key, mod=0, unicode="", scancode=code)
    driver.frames(3)
    assert app.screen is screen and screen.dialog is not None


def test_a_double_click_closes_a_dialog_and_does_nothing_under_it(open_app) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({"first_player": 1}), ("human", "human"), seed=4))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    places = screen.pointer.places_seen()
    x, y = next(places[place] for place in screen.control.turn.places if place in places)
    at = (round(x) + screen.scene_rect.x, round(y) + screen.scene_rect.y)
    driver.key(pygame.K_F1)
    close = next(iter(screen.dialog._buttons))
    x, y = screen.dialog.rect.topleft
    moved = (x + at[0] - close.rect.centerx, y + at[1] - close.rect.centery)
    screen.dialog._panel.set_position(moved)
    screen.dialog.rect.topleft = moved
    driver.point(at)
    for _ in range(2):
        click_now(driver, at)
        driver.frames()
    assert screen.dialog is None and not screen.control.runtime.match.played
    driver.click(at)
    assert len(screen.control.runtime.match.played) == 1


def test_escape_twice_leads_home_and_asks_nothing(open_app) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=4))
    driver = Driver(app)
    driver.frames(2)
    for _ in range(2):
        driver.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=41)
        driver.post(pygame.KEYUP, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=41)
        driver.frames(2)
    assert isinstance(app.screen, HomeScreen) and app.screen.dialog is None


def test_a_click_made_while_the_window_comes_up_is_dropped(open_app) -> None:
    app = open_app("undrawn", Setup(find_game("rasanto"), 2, find_game("rasanto").options_from({}), ("human",) * 2))
    driver, at = Driver(app), app.screen.scene_rect.center
    app._drawn = None  # as before the first frame
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=at, button=1, touch=False)
    driver.frames()
    assert not app._presses and app.screen.control.overlay().refused is None
    click_now(driver, at)
    assert app._presses
