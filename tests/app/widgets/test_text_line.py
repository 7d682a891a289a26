"""Text of one line stays one line, of letters that can be shown, and what a field shows is what it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.settings.preferences import LONGEST_NAME, NAME, read_preferences
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.widgets.text_line import LONGEST, TextLine  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402

PASTED = {
    "Ada\nLovelace": "Ada Lovelace",
    "\tAda\r\n\r\nLove\u2028lace\x00 ": "Ada Love lace",
    "Zoe\u0308": "Zoë",  # an accent of its own
    "שלום Ada": "Ada",
    "漢字Жя 김 ქ": "漢字Жя 김 ქ",
    "😀ไทยAda": "Ada",
    "x" * 100: "x" * LONGEST_NAME,
    "a\u202eb\u200bc": "abc",
    "Al" + "i\u0301" * 2 + "l" + "\u0301\u0302\u0303": "Alíí\u013a\u0302",  # no stack of accents
}
"""By what is in the clipboard, what is in the line then."""


def first_line(driver: Driver) -> Any:
    driver.app.go_to(destinations.Preferences())
    driver.frames(2)
    at = driver.app.screen.players.entry_rects["name 1"].center
    driver.click(at)
    return next(e for e in driver.app.ui.get_sprite_group().sprites() if isinstance(e, TextLine))


def paste(driver: Driver) -> None:
    driver.post(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_LCTRL, unicode="", scancode=pygame.KSCAN_V)
    driver.frames(2)


def text_of(line: Any) -> str:
    """What is shown of it, as its layout has it."""
    layout = line.drawable_shape.text_box_layout
    return "".join(getattr(chunk, "text", "") for row in layout.layout_rows for chunk in row.items)


@pytest.mark.parametrize("text", PASTED)
def test_what_is_pasted_is_one_line_of_what_can_be_shown(
    open_app: Callable, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("skill.app.widgets.text_line.clipboard_paste", lambda: text)
    app = open_app("undrawn")
    driver = Driver(app)
    line = first_line(driver)
    paste(driver)
    assert line.get_text() == PASTED[text]
    assert text_of(line) == PASTED[text]
    assert app.preferences.players[0].name == PASTED[text].strip()
    is_told = app.screen.noted is not None
    assert is_told == any(letter in text for letter in "ש😀\u202e\x00\u0303")


def test_what_is_pasted_takes_the_place_of_what_is_selected(
    open_app: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill.app.widgets.text_line.clipboard_paste", lambda: "b\nc")
    driver = Driver(open_app("undrawn"))
    line = first_line(driver)
    line.set_text("axxd")
    line.select_range, line.edit_position = [1, 3], 3
    paste(driver)
    assert (line.get_text(), line.edit_position) == ("ab cd", 4)


def test_a_space_stays_when_the_letter_behind_it_is_taken_back(open_app: Callable) -> None:
    driver = Driver(open_app("undrawn"))
    line = first_line(driver)
    for letter in "Ada x":
        driver.post(pygame.TEXTINPUT, text=letter)
        driver.frames(2)
    driver.key(pygame.K_BACKSPACE)
    driver.frames(2)
    assert line.get_text() == "Ada " and driver.app.preferences.players[0].name == "Ada"


@pytest.mark.parametrize("letter", ["v", "м", "ω"])
def test_shortcuts_lie_where_they_do_on_keyboards_without_latin_letters(
    open_app: Callable, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    monkeypatch.setattr("skill.app.widgets.text_line.clipboard_paste", lambda: "Ada")
    driver = Driver(open_app("undrawn"))
    line = first_line(driver)
    driver.post(pygame.KEYDOWN, key=ord(letter), mod=pygame.KMOD_LCTRL, unicode="", scancode=pygame.KSCAN_V)
    driver.post(pygame.TEXTINPUT, text=letter)  # as X has it
    driver.frames(2)
    assert line.get_text() == "Ada"


def test_keys_that_compose_a_text_in_an_input_method_are_for_that(open_app: Callable) -> None:
    driver = Driver(open_app("undrawn"))
    line, screen = first_line(driver), driver.app.screen

    def composed(text: str) -> None:
        driver.post(pygame.TEXTEDITING, text=text, start=0, length=len(text))
        driver.frames(2)

    composed("kanji")
    for key in (pygame.K_SPACE, pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_RETURN):
        driver.key(key)
    driver.post(pygame.TEXTINPUT, text="漢字")
    driver.frames(2)
    assert line.get_text() == "漢字" and driver.app.screen is screen and screen.is_typing
    driver.key(pygame.K_BACKSPACE)  # is for the line again
    driver.frames(20)
    assert line.get_text() == "漢"
    composed("ji")
    driver.key(pygame.K_ESCAPE)
    driver.frames(20)
    assert driver.app.screen is screen
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert driver.app.screen is not screen
    screen = driver.app.screen
    driver.app.go_to(destinations.Statistics())
    driver.frames(2)
    composed("k")  # where nothing is written keys act as ever
    driver.key(pygame.K_F1)
    driver.frames(2)
    assert driver.app.screen.dialog is not None


def test_of_ten_thousand_letters_the_search_takes_some(open_app: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.widgets.text_line.clipboard_paste", lambda: "a字" * 5000)
    driver = Driver(open_app("undrawn"))
    driver.frames(2)
    paste(driver)
    line = next(e for e in driver.app.ui.get_sprite_group().sprites() if isinstance(e, TextLine))
    assert driver.app.screen.browser.search.text == line.get_text() == "a字" * (LONGEST // 2)


def test_a_letter_that_no_font_has_is_refused_with_a_word(open_app: Callable) -> None:
    driver = Driver(open_app("undrawn"))
    line = first_line(driver)
    for letter in "aäש😀ж字":
        driver.post(pygame.TEXTINPUT, text=letter)
        driver.frames(2)
    assert line.get_text() == "aäж字"
    assert driver.app.screen.noted is not None


def test_a_name_with_a_tab_in_the_file_hides_no_score(open_app: Callable, tmp_path: Any) -> None:
    (tmp_path / NAME).write_text('[[players]]\nname = "Ada\\tLove\\nlace\u0301\u0301"\n')
    assert read_preferences(tmp_path / NAME).players[0].name == "Ada Love lace\u0301"
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=3))
    Driver(app).frames(3)
    assert app.screen.control.panel_text(0.0).seats[0].text == "Ada Love lace\u0301: 0 outside faces"


def test_every_field_is_such_a_line(open_app: Callable) -> None:
    from pygame_gui.elements import UITextEntryLine

    app = open_app("undrawn")
    for place in (destinations.Home(), destinations.GameSheet(find_game("rasanto")), destinations.Workbench()):
        app.go_to(place)
        lines = [e for e in app.ui.get_sprite_group().sprites() if isinstance(e, UITextEntryLine)]
        assert lines and all(isinstance(line, TextLine) for line in lines)
