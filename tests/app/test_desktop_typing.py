"""In a real window: what is typed and pasted, also while a dialog is open, French keys, and keys while a lock is on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.settings.preferences import LONGEST_NAME, NAME, read_preferences
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.desktop import Hands, use_layout  # noqa: E402  (needs pygame)

pytestmark = pytest.mark.slow

OWNS_CLIPBOARD = """
import sys, pygame
pygame.display.init()
pygame.display.set_mode((60, 40), pygame.HIDDEN)
pygame.scrap.put_text(sys.argv[1])
print("put", flush=True)
while pygame.event.wait().type != pygame.QUIT:
    pass
"""


def agreed() -> Setup:
    game = find_game("rasanto")
    return Setup(game, 2, game.options_from({"first_player": 1}), ("human", "human"), seed=4)


@contextmanager
def copied(text: str) -> Iterator[None]:
    """Another program has that text in the clipboard."""
    command = [sys.executable, "-c", OWNS_CLIPBOARD, text]
    environment = {**os.environ, "SDL_VIDEODRIVER": "x11", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    owner = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert owner.stdout is not None and owner.stdout.readline() == "put\n"
        yield
    finally:
        owner.kill()
        owner.wait()


def soon(hands: Hands, holds: Callable[[], object]) -> None:
    """What a key does comes about, however slow the machine is; then a second press of it is one of its own."""
    hands.until_real(lambda: bool(holds()), "what the key does", seconds=30.0)
    hands.frames(20)


def held(hands: Hands, modifier: str, place: int) -> None:
    hands.real("keydown", modifier)
    hands.place(place)
    hands.real("keyup", modifier)


def in_name(hands: Hands) -> None:
    """The line of the first player's name, which is pressed."""
    if not hasattr(hands.app.screen, "players"):
        hands.app.go_to(destinations.Preferences())
        hands.frames(10)
    hands.click(hands.app.screen.players.entry_rects["name 1"].center)


def name(hands: Hands) -> str:
    players = hands.app.preferences.players
    return players[0].name if players else ""


def is_helped(hands: Hands) -> bool:
    dialog = hands.app.screen.dialog
    return dialog is not None and dialog.title == "Help"


def test_keys_of_a_french_keyboard(real_app) -> None:
    hands = real_app(agreed())
    app, screen = hands.app, hands.app.screen
    match = screen.control.runtime.match
    use_layout(hands.display, "fr")
    hands.until(lambda: not screen.moves_by_itself, seconds=0.1)
    hands.key("F1")
    soon(hands, lambda: is_helped(hands))
    hands.place(10)  # types "&", and with shift "1": the key of the first button either way
    soon(hands, lambda: screen.dialog is None)
    hands.key("F1")
    soon(hands, lambda: is_helped(hands))
    held(hands, "Shift_L", 10)
    soon(hands, lambda: screen.dialog is None)
    hands.key("Tab", "Return")
    soon(hands, lambda: len(match.played) == 1)
    held(hands, "Control_L", 52)  # where Z is in America: W
    hands.frames(5)
    assert match.played
    held(hands, "Control_L", 25)  # Z
    soon(hands, lambda: not match.played)
    before = screen.camera
    held(hands, "ISO_Level3_Shift", 14)  # types "["
    soon(hands, lambda: screen.camera != before)
    hands.place(47)  # M
    soon(hands, lambda: not app.preferences.sound)
    assert not match.played
    hands.screenshot("french")
    app.go_to(destinations.Preferences())
    hands.frames(20)
    kept = []
    for place, sign in ((48, "ù"), (49, "²"), (34, "@[")):  # the last is dead, and named by its place
        app.screen.await_key(("everywhere", Act.HELP))
        hands.place(place)
        soon(hands, lambda: app.screen.awaited is None)
        kept.append(app.preferences.keys["everywhere"]["help"][0])
        assert kept[-1] == sign
    for place, key in ((48, kept[0]), (34, kept[-1])):
        app.prefer(app.preferences.changed(keys={"everywhere": {"help": [key]}}))
        app.keep_preferences()
        assert read_preferences(app.store.folder / NAME).keys["everywhere"]["help"] == [key]
        app.go_to(destinations.Preferences())
        hands.frames(20)
        hands.place(place)
        soon(hands, lambda: is_helped(hands))
        hands.key("Escape")
        soon(hands, lambda: app.screen.dialog is None)


def test_locks_are_no_chords(real_app) -> None:
    hands = real_app(agreed())
    screen = hands.app.screen
    match = screen.control.runtime.match
    for lock in ("Caps_Lock", "Num_Lock"):
        hands.until(lambda: not screen.moves_by_itself, seconds=0.1)
        hands.key(lock)
        try:
            hands.key("Tab", "Return")
            soon(hands, lambda: len(match.played) == 1)
            hands.key("h")
            soon(hands, lambda: is_helped(hands))
            hands.key("h")
            soon(hands, lambda: screen.dialog is None)
            hands.key("ctrl+z")
            soon(hands, lambda: not match.played)
        finally:
            hands.key(lock)


def test_a_name_is_typed_and_pasted_as_one_line_and_nothing_goes_beneath_a_dialog(real_app) -> None:
    hands = real_app()
    app = hands.app
    in_name(hands)
    hands.type("Ada x")
    soon(hands, lambda: name(hands) == "Ada x")
    hands.key("BackSpace")
    soon(hands, lambda: name(hands) == "Ada")
    with copied("Love\n\tlace 山田 😀 " + "z" * 99):
        hands.until_real(lambda: pygame.scrap.get_text().startswith("Love"), "what is copied")
        hands.key("ctrl+v")
        hands.until_real(lambda: app.screen.noted is not None, "the word about what is left out")
        soon(hands, lambda: name(hands).startswith("Ada Love lace 山田 z"))
    assert len(name(hands)) == LONGEST_NAME
    hands.screenshot("pasted")
    before = name(hands)
    app.screen.open_dialog("A question", "Something is asked.", {"Yes": app.screen.close_dialog})
    hands.frames(20)
    hands.type("qx")
    hands.key("BackSpace")
    hands.frames(5)
    assert name(hands) == before and app.screen.dialog is not None
    hands.key("Return")
    soon(hands, lambda: app.screen.dialog is None)
    assert name(hands) == before


def test_a_name_is_pasted_with_russian_keys(real_app) -> None:
    hands = real_app()
    in_name(hands)
    with copied("Ада"):
        hands.until_real(lambda: pygame.scrap.get_text() == "Ада", "what is copied")
        use_layout(hands.display, "ru")
        hands.settle(0.3)
        held(hands, "Control_L", 55)  # where V is in America
        soon(hands, lambda: name(hands) == "Ада")
