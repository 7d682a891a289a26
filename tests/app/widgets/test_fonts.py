"""Letters of all scripts that there is a font for are written, and none is a box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skill.app.play.match.setup import Setup
from skill.app.settings.preferences import NAME
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402  (needs pygame)

from skill.app.widgets import fonts  # noqa: E402
from skill.app.widgets.fonts import MISSING, can_be_read, use_wide_fonts  # noqa: E402
from skill.app.widgets.pen import Pen  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

INK = pygame.Color("black")
NAMES = ("Ωμέγα", "Жанна", "山田太郎", "李小龙", "김민수", "გიორგი", "שלום", "محمد")


@pytest.fixture
def font() -> Any:
    pygame.display.init()
    pygame.display.set_mode((300, 100))
    pygame.font.init()
    use_wide_fonts()
    return Pen(pygame_gui.UIManager((300, 100)), 1.0).font()


def pixels(font: Any, text: str) -> bytes:
    return bytes(pygame.image.tobytes(font.render_premul(text, INK), "RGBA"))


def test_a_letter_without_a_width_has_no_picture() -> None:
    def draw(letter: str) -> pygame.Surface:
        raise pygame.error("Text has zero width")

    assert not fonts._has("\u2060", lambda letter: None, draw)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_of_these_scripts_is_written(font: Any, name: str) -> None:
    assert can_be_read(name) and all(map(font.has, name))
    unknown = pixels(font, MISSING)
    assert all(pixels(font, letter) != unknown for letter in name)
    picture = font.render_premul(f"Ada {name}", INK)
    assert picture.get_size() == font.size(f"Ada {name}")
    assert picture.get_height() == font.size("Ada")[1] and font.size(f"{name} {name}")[0] > font.size(name)[0]
    whole = font.render_premul_to(name, INK, (200, 60), (7, 40))
    box = pygame.mask.from_surface(whole, threshold=100).get_bounding_rects()
    drawn = box[0].unionall(box[1:])
    assert drawn.left >= 5 and abs(drawn.bottom - 40) < 8  # on the line


def test_words_that_go_leftward_begin_at_the_right(font: Any) -> None:
    word, first = "אל", "א"
    narrow = font.render_premul(first, INK)
    both = font.render_premul(word, INK)
    right = both.subsurface((both.get_width() - narrow.get_width(), 0, *narrow.get_size()))
    assert pygame.image.tobytes(right, "RGBA") == pygame.image.tobytes(narrow, "RGBA")
    assert pixels(font, "אל אל") != pixels(font, "אל") + pixels(font, " אל")


def test_what_no_font_has_is_a_question_mark_and_what_has_no_width_nothing(font: Any) -> None:
    assert not can_be_read("😀 ไทย") and can_be_read("😀 Ada") and can_be_read("")
    assert pixels(font, "😀ä") == pixels(font, "?ä")
    assert pixels(font, "a\u202eä\u200d") == pixels(font, "aä")


def test_letters_of_the_file_itself_are_drawn_as_ever(font: Any) -> None:
    plain = pygame_gui.core.gui_font_pygame.GUIFontPygame
    for text in ("Ada Lovelace", "Größe – “ça” № 5 Жя", ""):
        assert pixels(font, text) == bytes(pygame.image.tobytes(plain.render_premul(font, text, INK), "RGBA"))
        assert font.get_rect(text) == plain.get_rect(font, text)


def test_names_from_a_file_made_elsewhere_are_shown_or_those_of_the_seats(open_app: Callable, tmp_path: Path) -> None:
    stored = '[[players]]\nname = "山田"\n[[players]]\nname = "😀😀"\n'
    (tmp_path / NAME).write_text(stored, encoding="utf-8")
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=3))
    Driver(app).frames(3)
    assert [seat.text for seat in app.screen.control.panel_text(0.0).seats] == [
        "山田: 0 outside faces",
        "Player 2: 0 outside faces",
    ]
    assert "The name of player 2 cannot be shown here" in app.notice[1]
    app.switch("sound")
    assert "😀😀" in (tmp_path / NAME).read_text(encoding="utf-8")  # what is stored stays
