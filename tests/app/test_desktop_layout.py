"""In a real window: another size, language or size of text keeps what somebody has typed, scrolled to and selected, and
a list of files stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UITextBox, UITextEntryLine  # noqa: E402  (needs pygame)

from tests.app.desktop import Hands  # noqa: E402  (needs pygame)

pytestmark = pytest.mark.slow

SMALLER = (1100, 700)


def by_the_window_manager(hands: Hands) -> None:
    hands.real("windowsize", hands.window, *SMALLER)
    hands.until_real(lambda: hands.app.window.size == SMALLER, "the smaller window")


def by_language(hands: Hands) -> None:
    hands.app.prefer(hands.app.preferences.changed(language="de"))
    hands.settle()


def by_size_of_text(hands: Hands) -> None:
    hands.app.prefer(hands.app.preferences.changed(text_size=1.2))
    hands.settle()


WAYS = (by_the_window_manager, by_language, by_size_of_text)


def elements(hands: Hands, kind: type) -> list[Any]:
    return [element for element in hands.app.ui.get_sprite_group().sprites() if isinstance(element, kind)]


def scrolled(hands: Hands, at: tuple[int, int], notches: int) -> None:
    for _ in range(notches):
        hands.click(at, 5)


def stays(hands: Hands, seen: Callable[[], object]) -> None:
    """What is seen is the same after everything is laid out anew in each way."""
    before = seen()
    for way in WAYS:
        elements_before = set(hands.app.ui.get_sprite_group().sprites())
        way(hands)
        assert not elements_before & set(hands.app.ui.get_sprite_group().sprites()), way
        assert seen() == before, way


def test_the_search_at_home(real_app) -> None:
    hands = real_app()
    home = hands.app.screen
    hands.type("ra")
    hands.until_real(lambda: elements(hands, UITextEntryLine)[0].get_text() == "ra", "the letters")
    hands.key("shift+Left")
    scrolled(hands, home.list.rect.center, 2)
    hands.until_real(lambda: home.list._top > 0, "the list that is scrolled")

    def seen() -> object:
        [line] = elements(hands, UITextEntryLine)
        has_keys = line in (hands.app.ui.get_focus_set() or ())
        top = round(home.list._top / home.list._row)
        return line.get_text(), line.edit_position, sorted(line.select_range), has_keys, top, home.game.slug

    stays(hands, seen)
    hands.screenshot("relaid-home")
    hands.type("u")  # in place of the letter that is selected
    hands.until_real(lambda: elements(hands, UITextEntryLine)[0].get_text() == "ru", "the letter")


def test_the_rules_of_a_game(real_app) -> None:
    hands = real_app()
    hands.app.go_to(destinations.GameSheet(find_game("captain-flint")))
    hands.settle()

    def text() -> Any:
        return max(elements(hands, UITextBox), key=lambda box: len(box.html_text))

    scrolled(hands, text().rect.center, 8)
    hands.until_real(lambda: text().scroll_bar.start_percentage > 0.1, "the text that is scrolled")
    before = text().scroll_bar.start_percentage
    for way in WAYS:
        way(hands)
        assert text().scroll_bar.start_percentage == pytest.approx(before, abs=0.05), way
    hands.screenshot("relaid-rules")


def test_a_list_of_files(real_app) -> None:
    hands = real_app()
    folder = hands.app.store.folder / "mine"
    folder.mkdir(parents=True)
    for n in range(40):
        (folder / f"{n:02}.txt").write_text("")
    hands.app.go_to(destinations.Viewer())
    hands.settle()
    hands.app.screen._open_file_dialog(folder)
    hands.settle(0.3)
    files = hands.app.screen.file_dialog.file_selection_list
    hands.click((files.rect.centerx, files.rect.y + files.list_item_height * 2))

    def seen() -> tuple[object, ...]:
        dialog = hands.app.screen.file_dialog
        rows = dialog.file_selection_list.item_list
        chosen = [row["text"] for row in rows if row["selected"] and row["button_element"].is_selected]
        return dialog.alive(), dialog.current_directory_path, dialog.file_path_text_line.get_text(), chosen

    hands.until_real(lambda: bool(seen()[-1]) and str(seen()[-2]).endswith(".txt"), "the file that is selected")
    stays(hands, seen)
    hands.screenshot("relaid-files")


def test_a_name_and_the_list_of_keys_by_the_screen_that_changes_language_and_size(real_app) -> None:
    hands = real_app()
    hands.app.go_to(destinations.Preferences())
    hands.settle()
    screen = hands.app.screen
    hands.click(screen.players.entry_rects["name 2"].center)
    hands.type("Ada")
    scrolled(hands, screen.keys.rect.center, 3)
    hands.until_real(lambda: screen.keys._top > 0, "the keys that are scrolled")
    top = screen.keys._top / screen.keys._row
    for name in ("text_size", "language"):
        wanted = screen.general._values[[line.name for line in screen.general.lines].index(name)].rect
        before = getattr(hands.app.preferences, name)
        hands.click(wanted.center)
        hands.point(screen.scene_rect.center)  # it holds when the pointer has left the line
        hands.until_real(lambda name=name, before=before: getattr(hands.app.preferences, name) != before, name)
        [entry] = [e for e in elements(hands, UITextEntryLine) if e.rect == screen.players.entry_rects["name 2"]]
        assert entry.get_text() == "Ada" and hands.app.preferences.players[1].name == "Ada"
        assert screen.keys._top / screen.keys._row == pytest.approx(top, abs=1)
        hands.screenshot(f"relaid-preferences-{name}")
