"""Where keys go is seen: on every screen each stop of Tab changes the picture there, and Tab comes back at last."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skill.app.input.device import Device
from skill.app.screens import destinations
from skill.app.settings.players import use_players
from skill.rules.catalogue import find_game
from skill.table.match import Match

pygame = pytest.importorskip("pygame")
from skill.app.screens.base import Screen  # noqa: E402  (needs pygame)
from skill.app.screens.home.panel import SAVED  # noqa: E402
from skill.app.widgets.form import Form  # noqa: E402
from tests.app.driver import Driver  # noqa: E402
from tests.app.laid import lay  # noqa: E402
from tests.app.screens.test_match import setup  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")
MOST = 60  # stops


@pytest.fixture(autouse=True)
def as_usual():
    """What is global comes back after each test."""
    yield
    use_players(())


def finish_some(app) -> None:
    """Two matches that are over, and one that was saved."""
    game = find_game("rasanto")
    for seed in range(2):
        match = Match(game, 2, game.options_from({"first_player": 1}), ("random",) * 2, seed)
        match.advance()
        app.store.finish(app.store.new_journal(game), match.record, ("", ""))
    app.store.save(Match(game, 2).record)


def quit_dialog(app) -> None:
    app.screen._ask_to_quit()


PLACES: dict[str, tuple[Callable[[], destinations.Destination], int, Callable | None]] = {
    "home": (destinations.Home, 12, None),
    "a sheet with names": (lambda: destinations.GameSheet(find_game("el-dado")), 8, None),
    "a sheet with a remedy": (lambda: destinations.GameSheet(find_game("flickers")), 5, None),
    "preferences": (destinations.Preferences, 6, None),
    "viewer": (destinations.Viewer, 2, None),
    "statistics": (destinations.Statistics, 2, None),
    "workbench": (destinations.Workbench, 9, None),
    "join": (destinations.Join, 3, None),
    "invite": (lambda: destinations.Invite(find_game("rasanto")), 5, None),
    "a dialog": (destinations.Home, 2, quit_dialog),
}


def picture() -> pygame.Surface:
    return pygame.display.get_surface().copy()


def part(of: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(of.subsurface(rect), "RGB")


def stop(screen: Screen) -> object:
    """What is framed, and the lines that are chosen: in a form that scrolls many are seen at one place."""
    return tuple(screen.framed), [form.row for form in vars(screen).values() if isinstance(form, Form)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("size", [(1000, 640), (1280, 800)], ids=lambda size: "x".join(map(str, size)))
def test_every_stop_of_tab_is_seen_and_tab_comes_back(
    open_app, monkeypatch: pytest.MonkeyPatch, place: str, size: tuple[int, int]
) -> None:
    lay(monkeypatch)
    if place == "workbench":
        needs_engine()
    destination, least, then = PLACES[place]
    app = open_app("undrawn", size=size)
    finish_some(app)
    app.go_to(destination())
    driver, screen = Driver(app), app.screen
    driver.frames(3)
    if then:
        then(app)
    if place == "workbench":
        driver.key(pygame.K_p)
    driver.frames(3)
    stops: list[object] = []
    window = pygame.Rect(0, 0, *size)
    while len(stops) < MOST:
        before = picture()
        driver.key(pygame.K_TAB)
        driver.frames(2)
        assert app.last_used.device is Device.KEYS
        framed = screen.framed
        assert framed is not None and window.contains(framed) and framed.w * framed.h > 200, framed
        if stop(screen) in stops:
            break
        stops.append(stop(screen))
        assert part(before, framed) != part(picture(), framed), (framed, screen.focus_rect)
    assert stop(screen) == stops[0]
    assert len(stops) >= least
    driver.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    driver.frames(2)
    assert stop(screen) == stops[-1]  # and back


def test_a_mouse_needs_no_frame(open_app) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    assert app.screen.framed is None
    driver.key(pygame.K_TAB)
    assert app.screen.framed is not None
    driver.click((5, 5))
    assert app.screen.framed is None


@pytest.mark.parametrize("game", ["rasanto", "el-dado"])
def test_in_a_match_tab_shows_what_would_be_chosen(open_app, game: str) -> None:
    app = open_app("undrawn", setup(game))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.control.turn.places and not screen.moves_by_itself)
    seen: list[object] = []
    for _ in range(1 + len(screen.control.turn.places)):
        before = screen.scene()
        driver.key(pygame.K_TAB)
        driver.frames(1)
        seen.append(screen.control.turn.chooser.focus)
        assert screen.scene() != before or len(screen.control.turn.places) == 1
    assert seen[-1] == seen[0] and len(set(seen)) == len(seen) - 1


def test_an_empty_list_at_home_is_no_stop(open_app) -> None:
    app = open_app("undrawn")
    Driver(app).frames(2)
    assert not app.screen.saved_matches.keys
    assert SAVED not in app.screen.panel.stops.names


def test_names_are_written_by_keys_alone_and_buttons_of_a_sheet_are_pressed(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game("el-dado")))
    driver, sheet = Driver(app), app.screen
    driver.frames(2)
    while sheet.form.lines[sheet.form.row].name != "name 1":
        driver.key(pygame.K_TAB)
    for letter in "Ada":
        driver.post(pygame.TEXTINPUT, text=letter)
        driver.frames(2)  # pygame_gui tells of it with an event of its own
    assert app.preferences.seated_players[0].name.endswith("Ada")
    driver.key(pygame.K_TAB)
    assert not sheet.is_typing
    seats = sheet.settings.players
    sheet.form.row = 0
    driver.key(pygame.K_RIGHT)
    assert sheet.settings.players != seats
    for _ in range(MOST):
        if sheet.focus_rect == sheet._defaults.rect:
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert sheet.settings.players != seats  # after a question
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert app.screen is sheet and sheet.settings.players == seats
    driver.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert sheet.focus_rect == sheet._show.rect
    driver.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert sheet.focus_rect == sheet._start.rect
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert app.screen.control.runtime.match.game is sheet.game


def test_the_line_that_keys_change_stays_in_view(open_app) -> None:
    app = open_app("undrawn", size=(1000, 640))
    app.go_to(destinations.GameSheet(find_game("el-dado")))
    driver, sheet = Driver(app), app.screen
    driver.frames(2)
    sheet.form.choose(len(sheet.form.lines) - 1)
    app.rebuild()  # as where lines come or go
    driver.frames(3)
    assert sheet.form.focus_rect.h > 20


def test_the_text_in_which_the_mouse_writes_is_the_stop_of_keys_too(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Preferences())
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    driver.click(screen.players.entry_rects["name 1"].center)
    driver.frames(2)
    assert screen.players.has_focus and not screen.general.has_focus
    driver.key(pygame.K_DOWN)
    assert screen.players.lines[screen.players.row].name == "colour 1"
    assert not screen.is_typing


def test_buttons_of_the_preferences_are_pressed_by_keys(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Preferences())
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    app.prefer(app.preferences.changed(marks=True))
    for _ in range(4):
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert app.preferences.marks  # after a question
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert not app.preferences.marks and app.screen is screen
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert app.screen is not screen
