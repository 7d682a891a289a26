"""Texts keep to the glossary of the docs, and to how German and French are set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill.app.i18n import tr, use_language
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import Options
from skill.rules.rules_page import agreed, meanings_told, page_texts
from skill.rules.words import WORDS
from tests.languages import languages, messages, set_in_french

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


def faults(text: str, language: str) -> list[str]:
    """What players should not read: how machines or typewriters write."""
    found = re.findall(r"\"|(?<=\w)'(?=\w)|\d\.\d|\w_\w|\w=\w|\bNone\b|[{}]", text)
    found += [slug for slug in SLUGS if re.search(rf"(?<![\w-]){slug}(?![\w-])", text)]
    return found + (re.findall(r" [;:!?»%]|« |\d (?=(?:mm|cm|m|s)\b)", text) if language == "fr" else [])


SLUGS = [game.slug for game in all_games() if "-" in game.slug]


@pytest.mark.parametrize(
    "text",
    [
        'Das "Ei"',
        "l'arête",
        "1.5 Sekunden",
        "first_player",
        "view=own",
        "wie in el-dado",
        "{count} Würfel",
        "Rang: None",
    ],
)
def test_no_fault_slips_through(text: str) -> None:
    assert faults(text, "de") and faults(f"Et puis {text}, enfin.", "fr")


@pytest.mark.parametrize("text", ["Quoi ?", "Un : deux", "« tout\xa0»", "à 15 cm", "5 %"])
def test_no_ordinary_space_slips_through(text: str) -> None:
    assert faults(text, "fr") and not faults(set_in_french(text), "fr")


@pytest.mark.parametrize("language", ["de", "fr"])
@GAMES
def test_what_players_read_has_no_fault(game: AnyGame, language: str) -> None:
    """The whole page as it is put together, for everybody and as agreed; and what options and their values say."""
    use_language(language)
    texts = [tr(option.help) for option in game.all_options]
    texts += [line for option in game.all_options for line in meanings_told(option, tr, as_typed=False)]
    for options in (None, game.options_from({})):
        for heading, told in page_texts(game, tr, options):
            texts += [heading, *((told,) if isinstance(told, str) else told)]
    for n in range(max(len(option.choices) for option in game.all_options)):
        chosen = {o.name: o.choices[min(n, len(o.choices) - 1)] for o in game.all_options}
        texts += agreed(game, Options(chosen), tr)
    assert not [(text, found) for text in texts if (found := faults(text, language))]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_rules_have_no_fault_in_any_translation(language: str) -> None:
    told = told_to_players(language)
    assert len(told) > 400
    assert not [(text, found) for text in told if (found := faults(text, language))]


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
