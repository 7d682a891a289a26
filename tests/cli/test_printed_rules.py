"""Rules as pages to print: they hold all that is needed, and nothing of them is taken for HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pygame")

from skill.app.i18n import languages, tr, use_language
from skill.app.play.match.start_picture import Start
from skill.app.play.said.printed_rules import game_page
from skill.app.play.said.word_pictures import PICTURES, word_picture
from skill.draw.export import render_image
from skill.draw.renderer import software
from skill.lattice.cells import NAMES
from skill.plots import html
from skill.rules.catalogue import find_game
from skill.rules.rules_page import page_texts
from skill.rules.words import WORDS
from tests.conftest import Say


@pytest.mark.parametrize("language", languages())
def test_page_of_a_game_holds_all_of_its_rules_and_a_picture(language: str, skillbox: Say, tmp_path: Path) -> None:
    code, _, told = skillbox("--language", language, "rules", "49", "--html", "--set", "match=swap")
    assert code == 0 and "smuggling.html" in told
    text = Path("smuggling.html").read_text()
    game = find_game("49")
    for heading, content in page_texts(game, tr, game.options_from({"match": "swap"})):
        for part in (heading, *((content,) if isinstance(content, str) else content)):
            assert html(part) in text
    assert 'src="data:image/jpeg;base64,' in text
    assert not re.search(r"https?://|src=\"(?!data:)|href=", text)
    assert f'<html lang="{language}">' in text
    assert "skillbox rules words --html" in text


def test_page_tells_options_as_they_were_agreed(skillbox: Say) -> None:
    for hold in ("3.0", "7.5"):
        assert skillbox("rules", "emag", "--html", "--set", f"hold={hold}", "--out", "a.html")[0] == 0
        assert ("Hold: 7.5." in Path("a.html").read_text()) == (hold == "7.5")


def test_page_replaces_no_file_that_is_none_of_its_own(skillbox: Say) -> None:
    Path("mine.html").write_text("<p>mine</p>")
    code, _, said = skillbox("rules", "49", "--html", "--out", "mine.html")
    assert code == 2 and "mine.html" in said
    assert Path("mine.html").read_text() == "<p>mine</p>"


@pytest.mark.parametrize("words", [("--out", "x.html"), ("--set", "match=swap"), ("--players", "2")])
def test_what_is_for_a_page_asks_for_one(words: tuple[str, str], skillbox: Say) -> None:
    code, _, said = skillbox("rules", "49", *words)
    assert code == 2 and "--html" in said


def test_texts_of_others_are_no_html() -> None:
    class Strange(type(find_game("sandwich"))):  # type: ignore[misc]
        title = "<script>alert(1)</script>"
        text = find_game("sandwich").text._replace(goal="Have <b>more</b> & win.")

    text = game_page(game := Strange(), 2, game.options_from({}))
    assert "<script>" not in text and "<b>" not in text
    assert "Have &lt;b&gt;more&lt;/b&gt; &amp; win." in text


def test_sheet_of_a_game_on_paper_is_drawn_square_by_square() -> None:
    game = find_game("R1")
    for sheet in ("tower", "oak"):
        options = game.options_from({"sheet": sheet})
        squares = Start(game, 1, options).sheet()
        assert len(squares) > 9
        assert game_page(game, 1, options).count("<rect ") == len(squares)


def test_start_of_a_game_is_that_of_the_booklet() -> None:
    """Smugglers in a triangle, officers over it; five of nine funnels; the lying skeleton; half of a hexagon."""
    view = Start(find_game("A6"), 3, find_game("A6").options_from({})).picture()[0]
    assert sorted(NAMES[die.cell] for die in view.dice if die.cell is not None and die.colour == "R") == [
        "026",
        "035",
        "044",
        "053",
        "062",
    ]
    captain = find_game("01")
    view = Start(captain, 1, captain.options_from({"trick": "strut"})).picture()[0]
    assert len(view.dice) == 25 and view.plate.rotation != ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    witches = find_game("48")
    counts = {}
    for layout in ("grid", "ring", "star"):
        view = Start(witches, 2, witches.options_from({"layout": layout})).picture()[0]
        counts[layout] = frozenset(die.cell for die in view.dice if die.colour == "K")
        assert len(counts[layout]) == 13
    assert len(set(counts.values())) == 3


def test_every_word_has_a_picture_of_its_own() -> None:
    assert [word.picture for word in WORDS] == [*dict.fromkeys(word.picture for word in WORDS)]
    assert {word.picture for word in WORDS} == set(PICTURES)
    drawn = {render_image(*word_picture(name), (60, 40), "low", software()).tobytes() for name in PICTURES}
    assert len(drawn) == len(PICTURES)


@pytest.mark.parametrize("language", languages())
def test_words_are_one_page_in_every_language(language: str, skillbox: Say) -> None:
    code, said, _ = skillbox("--language", language, "rules", "words")
    assert code == 0 and len(said.splitlines()) == len(WORDS)
    assert skillbox("--language", language, "rules", "words", "--html")[0] == 0
    text = Path("words.html").read_text()
    use_language(language)
    assert text.count("data:image/jpeg") == len(WORDS)
    assert all(html(tr(word.meaning)) in text for word in WORDS)
