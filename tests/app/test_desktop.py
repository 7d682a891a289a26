"""In a real window with a window manager: what real keys, a real pointer and other windows do to the application."""

from __future__ import annotations

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.window import FRAME, SMALLEST  # noqa: E402  (needs pygame)
from tests.app.desktop import DESKTOP, use_layout  # noqa: E402  (needs pygame)
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.slow


def agreed(slug: str, players: int = 2, **options: object) -> Setup:
    game = find_game(slug)
    given = {"first_player": 1, **options} if any(o.name == "first_player" for o in game.all_options) else options
    return Setup(game, players, game.options_from(given), ("human",) * players, seed=4)


def test_a_throw_is_broken_off_by_another_window_by_help_and_by_the_second_button(real_app) -> None:
    needs_engine()
    hands = real_app(agreed("malicious-pleasure"))
    screen = hands.app.screen
    runtime = screen.control.runtime
    x, y = screen.scene_rect.center

    def is_held() -> bool:
        return screen.control.attempt.input.is_pressed

    def draw() -> None:
        hands.hold((x, y))
        hands.point((x, y + 60))
        hands.until_real(is_held, "the press")

    def elsewhere() -> None:
        hands.look_elsewhere()
        hands.let_go()
        hands.look_here()
        hands.key("p")

    def helped() -> None:
        hands.key("F1")
        hands.let_go()
        hands.key("Escape")

    def second() -> None:
        hands.real("mousedown", 3)
        hands.let_go()
        hands.real("mouseup", 3)

    def resized() -> None:
        hands.real("windowsize", hands.window, 1240, 780)
        hands.until_real(lambda: hands.app.window.size == (1240, 780), "the smaller window")
        hands.let_go()

    hands.key("Return")
    hands.until_real(lambda: runtime.phase is Phase.HANDS, "the attempt")
    for breaks_off in (elsewhere, helped, second, resized):
        draw()
        breaks_off()
        assert screen.dialog is None and not runtime.paused, breaks_off
        hands.until_real(lambda: not is_held(), "the end of the press")
        hands.frames(30)  # a press at once would be the second one of a double click
        assert runtime.phase is Phase.HANDS and not runtime.match.played, breaks_off
    draw()
    hands.let_go()  # and a throw that is meant is one
    hands.until_real(lambda: bool(runtime.match.played), "the throw")


def test_keys_of_other_layouts_do_what_they_type_or_what_lies_there(real_app) -> None:
    hands = real_app(agreed("rasanto"))
    screen = hands.app.screen
    played = screen.control.runtime.match
    hands.until_real(lambda: not screen.moves_by_itself, "rest")

    def holding(modifier: str, key: object) -> None:
        hands.real("keydown", modifier)
        hands.place(key)
        hands.real("keyup", modifier)

    use_layout(hands.display, "de")
    hands.settle(0.3)
    before = screen.camera.azimuth_deg
    holding("ISO_Level3_Shift", 17)  # AltGr+8 types "[", the key of turning left
    hands.settle(0.6)
    assert screen.camera.azimuth_deg != before and not played.played
    hands.key("Tab")
    for key in ("alt+Return", "super+Return", "ctrl+Return", "shift+Return"):
        hands.key(key)
        assert not played.played, key
    use_layout(hands.display, "ru")
    hands.settle(0.3)
    hands.place(43)  # where H is in America
    assert screen.dialog is not None and screen.dialog.title == "Help"
    hands.screenshot("help-russian")
    hands.settle(0.4)  # it has been seen
    hands.place(43)
    assert screen.dialog is None
    hands.key("Return")
    hands.until_real(lambda: len(screen.control.runtime.match.played) == 1, "the die that is focused")
    holding("Control_L", 52)
    hands.until_real(lambda: not screen.control.runtime.match.played, "the undo")
    use_layout(hands.display, "de")
    hands.settle(0.3)
    hands.app.go_to(destinations.Preferences())
    hands.settle()
    preferences = hands.app.screen
    preferences.await_key(("everywhere", Act.RESTART))
    hands.place(47)  # ö
    assert hands.app.preferences.keys["everywhere"]["restart"] == ["ö"]
    hands.screenshot("preferences-keys")
    preferences.await_key(("pointing", Act.RAISE))
    hands.place(29)  # Z, where Y is in America
    assert hands.app.preferences.keys["pointing"]["raise"][0] == "@y"
    hands.screenshot("preferences-keys-2")


def test_the_window_comes_back_from_the_full_screen_as_large_as_it_was(real_app) -> None:
    hands = real_app(agreed("rasanto"))
    window, usual = hands.app.window, hands.app.window.size
    for expected in (DESKTOP, usual, DESKTOP, usual):
        hands.key("F11")
        hands.until_real(lambda size=expected: pygame.display.get_window_size() == size == window.size, f"{expected}")
        assert pygame.display.get_surface().get_size() == expected
        hands.settle(0.5)
        assert window.size == expected and hands.window_size() == expected


def test_a_window_is_not_made_smaller_than_a_screen_has_room_for(real_app) -> None:
    hands = real_app()
    hands.real("windowsize", hands.window, 200, 150)
    hands.until_real(lambda: hands.app.window.size == SMALLEST, "the smallest window")
    assert hands.window_size() == SMALLEST


def test_a_window_goes_from_a_small_monitor_to_a_large_one(real_app, monkeypatch: pytest.MonkeyPatch) -> None:
    """Xvfb has one monitor: of two, what SDL tells of them is put in its place."""
    monkeypatch.setattr("pygame.display.get_desktop_sizes", lambda: [(1366, 768), DESKTOP])
    hands = real_app(size=(1280, 800))
    window, scale = hands.app.window, hands.app.scale
    assert window.size == (1280, 768 - FRAME) == hands.window_size()
    hands.real("windowsize", hands.window, 1560, 960)
    hands.until_real(lambda: window.size == (1560, 960), "the larger window")
    assert hands.app.scale > scale
    hands.key("F11")
    hands.until_real(lambda: window.size == DESKTOP == pygame.display.get_window_size(), "the full screen")
    hands.screenshot("second-monitor")
    home = hands.app.screen
    hands.press("Preferences")  # buttons lie where they are seen
    assert hands.app.screen is not home
    hands.frames(20)  # it has been seen
    hands.key("F11")
    hands.until_real(lambda: window.size == (1560, 960), "the window")
    hands.real("windowsize", hands.window, 1280, 696)
    hands.until_real(lambda: window.size == (1280, 696), "the smaller window")
    assert hands.app.scale == scale


def test_a_double_click_is_for_the_screen_on_which_it_began(real_app) -> None:
    hands = real_app()
    hands.app.prefer(hands.app.preferences.changed(marks=True))
    for text, title in (("Preferences", ""), ("Rules and options", ""), ("Help", "Help"), ("Quit", "Quit Skillbox?")):
        home = hands.app.screen
        at = next(e for e in hands.app.ui.get_sprite_group().sprites() if getattr(e, "text", None) == text).rect.center
        hands.double_click(at)
        hands.settle(0.3)
        screen, dialog = hands.app.screen, hands.app.screen.dialog
        hands.screenshot(f"double-click-{text.split()[0]}")
        if title:
            assert screen is home and dialog.title == title and hands.app.is_open, text
            hands.key("Escape")
        else:
            assert screen is not home and dialog is None, text
            hands.key("Escape")
            hands.settle(0.6)
        assert hands.app.preferences.marks
        assert not list((hands.app.store.folder / "journals").glob("*")), "a match has begun"


def test_closing_the_window_while_dice_roll_is_told_at_the_next_start(real_app) -> None:
    needs_engine()
    hands = real_app(agreed("malicious-pleasure"))
    runtime = hands.app.screen.control.runtime
    hands.until_real(lambda: runtime.phase is Phase.READY, "the question for a throw")
    hands.key("Return")
    hands.until_real(lambda: runtime.phase is Phase.HANDS, "the attempt")
    hands.key("alt+F4")  # of the window manager, which asks the window to close
    hands.until_real(lambda: not hands.app.is_open, "the end")
    hands.app.screen.closed()
    hands = real_app()
    dialog = hands.app.screen.dialog
    assert dialog is not None and "an attempt was under way" in dialog.text
    hands.screenshot("told-at-the-next-start")
    assert len(hands.app.store.open_matches()) == 1


def test_a_view_is_let_go_of_over_a_dialog_and_beside_the_window(real_app) -> None:
    hands = real_app(agreed("rasanto"))
    screen = hands.app.screen
    hands.until_real(lambda: not screen.moves_by_itself, "rest")
    x, y = screen.scene_rect.center
    for opens in (True, False):
        hands.hold((x - 200, y - 250), 3)
        hands.point((x - 150, y - 250))
        turned = screen.camera.azimuth_deg
        assert screen.view.is_dragged
        if opens:
            hands.key("F1")
            hands.point(screen.dialog.rect.center)
        else:
            hands.real("mousemove", 5, 5)
        hands.let_go(3)
        if opens:
            hands.key("Escape")
        hands.settle(0.5)
        turned = screen.camera.azimuth_deg
        hands.point((x + 100, y))
        hands.point((x + 200, y))
        assert not screen.view.is_dragged and screen.camera.azimuth_deg == turned, opens
