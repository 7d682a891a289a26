"""Texts keep to the glossary of the docs, and to how German and French are set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.words import WORDS
from tests.languages import languages, messages

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
CODE = re.compile(r"`[^`]*`|\{[^}]*\}|\[[^]]*\"[^]]*\]|\w+\([^)]*=[^)]*\)|msgid|--\S+")
"""What is typed, in a text: it is the same in every language."""


def rows() -> Iterator[list[str]]:
    for line in GLOSSARY.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 5 and cells[0] not in ("English", "---"):
            yield cells


def banned(language: str) -> list[str]:
    column = {"de": 2, "fr": 4}[language]
    return [word.strip() for row in rows() for word in row[column].split(",") if word.strip()]


def translations(language: str) -> list[str]:
    path = next(path for path in languages() if path.stem == language)
    return [form for forms in messages(path).values() for form in forms]


def told_to_players(language: str) -> list[str]:
    """What the pages of games say in a language."""
    said = {text for game in all_games() for text in (game.title, game.goal, game.summary, *game.text.told)}
    path = next(path for path in languages() if path.stem == language)
    return [form for key, forms in messages(path).items() if key[-1] in said for form in forms]


def test_glossary_has_both_languages_and_bans_something() -> None:
    assert len([*rows()]) > 20
    assert all(len(banned(language)) > 3 for language in ("de", "fr"))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_term_has_a_second_translation(language: str) -> None:
    wrong = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in banned(language)), re.IGNORECASE)
    assert not [text for text in translations(language) if wrong.search(text)]


def test_french_has_no_break_before_a_high_sign() -> None:
    assert not [text for text in translations("fr") if re.search(r" [;:!?»%]|« ", text)]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_pages_have_neither_straight_quotes_nor_decimal_points_nor_keys(language: str) -> None:
    told = told_to_players(language)
    assert len(told) > 400
    assert not [text for text in told if re.search(r"\"|(?<=\w)'(?=\w)|\d\.\d|\w_\w|\w=\w|\bbot_", text)]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_straight_quotes_are_only_round_what_is_typed(language: str) -> None:
    wrong = [text for text in translations(language) if re.search(r"(?<=\w)'(?=\w)", CODE.sub("", text))]
    assert not wrong


@GAMES
def test_level_is_no_word_of_the_rules(game: AnyGame) -> None:
    """What stands at one height is a layer, what does not lean is horizontal; the level is an option, of hands."""
    assert not re.search(r"\blevels?\b", " ".join(game.text.told))


@GAMES
def test_edges_are_those_of_dice_or_slanting_ones(game: AnyGame) -> None:
    """Never the rim of the plate, and never a length."""
    told = " ".join(game.text.told)
    assert not re.search(
        r"\bedges? of the (plate|board|table)\b|\b(half an|one|two|\d) edges? (away|long|wide)\b", told
    )


def test_each_word_is_explained_once() -> None:
    names = [word.meaning.partition(":")[0] for word in WORDS]
    assert len({name.lower() for name in names}) == len(names)
