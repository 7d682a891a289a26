"""Two windows of one person: what one of them keeps the other does not undo."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from skill.app.screens import destinations
from skill.app.settings.preferences import NAME, read_preferences

pytest.importorskip("pygame")
from tests.app.desktop import Player, xdotool

pytestmark = pytest.mark.slow


def window_of(player: Player) -> str:
    """The window's number on the X server, or nothing while there is none."""
    try:
        return xdotool(player.display, "search", "--onlyvisible", "--pid", player.process.pid).split()[0]
    except (IndexError, subprocess.CalledProcessError):
        return ""


def test_what_two_windows_prefer_is_kept_of_both(real_app, desktop: str, tmp_path: Path) -> None:
    hands = real_app()
    assert hands.app.store.folder == tmp_path / "home"
    other = Player(desktop, tmp_path, "software")

    def kept():
        return read_preferences(tmp_path / "home" / NAME)

    try:
        hands.until_real(lambda: bool(window_of(other)), "the other window", seconds=60.0)
        hands.settle(3.0)  # it has read the preferences
        hands.real("windowactivate", "--sync", hands.window)
        hands.until_real(hands.has_keyboard, "the keyboard")
        hands.app.go_to(destinations.Preferences())
        hands.settle()
        screen = hands.app.screen
        hands.click(screen.players.entry_rects["name 1"].center)
        hands.type("Ada")
        row = [line.name for line in screen.general.lines].index("text_size")
        hands.click(screen.general._values[row].rect.center)
        hands.point(screen.scene_rect.center)
        hands.until_real(lambda: hands.app.preferences.text_size == 1.2, "the larger text")
        hands.click(hands.app.screen.scene_rect.center)
        hands.press("All games")
        assert (kept().players[0].name, kept().text_size, kept().favourites) == ("Ada", 1.2, [])
        hands.real("windowactivate", "--sync", window_of(other))
        hands.until_real(lambda: not hands.has_keyboard(), "the other window's turn")
        hands.real("key", "ctrl+d")
        hands.until_real(lambda: bool(kept().favourites), "the star")
        assert (kept().players[0].name, kept().text_size, len(kept().favourites)) == ("Ada", 1.2, 1)
        hands.screenshot("two-windows")
        hands.app.switch("sound")  # and the first one leaves the star
        assert (kept().players[0].name, kept().sound, len(kept().favourites)) == ("Ada", False, 1)
        hands.real("key", "alt+F4")
        hands.until_real(lambda: other.process.poll() is not None, "the end of the other window")
        assert other.process.returncode == 0
    finally:
        other.close()
    last = real_app().app.preferences
    assert (last.players[0].name, last.text_size, last.sound, len(last.favourites)) == ("Ada", 1.2, False, 1)
