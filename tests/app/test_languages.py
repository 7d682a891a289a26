"""Catalogues: the template names every text that is shown, every language has all of it, and bad ones are told."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from skill.app import i18n
from skill.app.i18n import (
    ENGLISH,
    SYSTEM,
    add_texts_of,
    clock_text,
    language_of_system,
    languages,
    names,
    number_text,
    read_catalogue,
    told,
    tr,
    use_language,
)
from skill.cli import app as command_line
from skill.errors import FileError, UnknownName
from skill.rules.catalogue import all_games, find_game
from skill.rules.fact import Fact
from skill.rules.game import CHANCE, AnyGame
from skill.rules.rules_page import rules_page
from skill.table.match import Match
from tests.conftest import put_back
from tests.languages import TEMPLATE, Key, key_of, messages, set_in_french, template

HERE = languages()[1:]
ACTIONS = 60  # of a match that is listened to
PO = 'msgid "{}"\nmsgstr "{}"\n'


@pytest.fixture(scope="module")
def keys() -> set[Key]:
    return set(messages(TEMPLATE))


@pytest.fixture(scope="module")
def texts(keys: set[Key]) -> set[str]:
    return {text for key in keys for text in key[1:]}


def test_the_template_is_that_of_the_code() -> None:
    made = {key_of(message) for message in template() if message.id}
    assert made == set(messages(TEMPLATE)), "python -m tests.languages --write"


@pytest.mark.parametrize("code", HERE)
def test_a_language_has_every_text_with_its_values_and_no_other(code: str, keys: set[Key]) -> None:
    path = i18n.CATALOGUES / f"{code}.po"
    said = messages(path)
    assert [key for key in keys if not all(said.get(key, [""]))] == []
    assert said.keys() - keys == set()
    for key, forms in said.items():
        assert names(forms[-1]) == names(key[-1])
        assert all(names(form) <= set().union(*map(names, key[1:])) for form in forms)
        for end in (0, -1):
            assert {form[end].isspace() for form in forms} == {key[1][end].isspace()}, key
    read = read_catalogue(path)
    assert read.texts == {key[:2]: forms for key, forms in said.items()}, "some translation is marked fuzzy"


def test_french_has_its_spaces_and_apostrophes() -> None:
    said = [form for forms in messages(i18n.CATALOGUES / "fr.po").values() for form in forms]
    assert [form for form in said if form != set_in_french(form)] == [], "python -m tests.languages --write"
    assert set_in_french("« l'un » : `a : b` ?") == "«\xa0l’un\xa0»\xa0: `a : b`\xa0?"


class Listening(i18n.Catalogue):
    """English, and what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[Key] = set()

    def find(self, text: str, one: str, count: int, context: str) -> str:
        self.heard.add((context, one, text) if one else (context, text))
        return text


def test_no_value_of_a_text_has_a_name_that_tr_keeps_for_itself(texts: set[str]) -> None:
    kept = {
        name for name, parameter in signature(i18n.tr).parameters.items() if parameter.kind is Parameter.KEYWORD_ONLY
    }
    assert kept == {"one", "context"}
    assert [text for text in texts if kept & {name.partition(":")[0] for name in i18n.names(text)}] == []


def test_every_line_of_the_rules_is_a_text_of_the_template(keys: set[Key], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", listening := Listening())
    for game in all_games():
        assert rules_page(game, tr) == rules_page(game)
    assert len(listening.heard) > 500
    assert listening.heard - keys == set()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_what_a_game_says_is_in_the_template(game: AnyGame, texts: set[str], keys: set[Key]) -> None:
    said = set(heard(game))
    assert said
    plain = {text for text in said if isinstance(text, str)} - texts
    assert {text for text in plain if any(map(str.isalpha, text.replace("{player}", "")))} == set()
    assert {pair for pair in said if isinstance(pair, tuple)} - keys == set()


def heard(game: AnyGame) -> Iterator[str | Key]:
    """Every text of a match that bots without a thought begin; of sentences with plural forms their keys."""
    options = game.options_from({})
    players = max(game.seats(options)[0], min(2, game.seats(options)[1]))
    match = Match(game, players, options, ("random",) * players, 5)
    rng = Random(5)
    for _ in range(ACTIONS):
        state, turn = match.state, match.game.to_move(match.state)
        for seat in range(1, players + 1):
            view = game.view(state, seat)
            for fact in (game.goal_line(view, seat), *game.facts(view, seat)):
                yield from texts_of(fact)
            for label in game.labels(view, seat).values():
                yield from texts_of(label.text)
        if turn is None or (not isinstance(turn, int) and turn is not CHANCE):
            break
        legal = game.moves(state)
        action = rng.choice(legal) if legal else game.draw(state, rng)
        match.play(action, turn)
        by = turn if isinstance(turn, int) else None
        yield game.verb_of(action).reads
        for fact in game.told(state, action, by, match.state):
            yield from texts_of(fact)
        for note in game.notes(state, action, by, match.state):
            yield from texts_of(note.text)
    if match.result is not None:
        yield match.result.reason


def texts_of(fact: Fact | str) -> Iterator[str | Key]:
    if isinstance(fact, Fact):
        yield ("", fact.one, fact.text) if fact.one else fact.text
        if "player" in fact.values:
            you, one = (text.replace("{player}", "You", 1) for text in (fact.text, fact.one))
            yield fact.you or (("", one, you) if one else you)


def test_what_a_test_asks_for_is_not_left_to_the_next_one() -> None:
    with put_back():
        i18n.ask_for("fr")
        i18n._own.append(Path("tower.py"))
    assert (i18n.language(), i18n.asked(), i18n._own, tr("Undo")) == (ENGLISH, "", [], "Undo")


def test_texts_come_from_a_catalogue_or_stay_english(tmp_path: Path) -> None:
    text = PO.format("Undo", "Zurück") + "\n#, fuzzy\n" + PO.format("Redo", "Unsicher")
    long = 'msgid ""\n"Player "\n"{seat}"\nmsgstr ""\n"Spieler \\"{seat}\\""\n'
    (tmp_path / "de.po").write_text(PO.format("", "Language: de") + text + long, encoding="utf-8")
    use_language("de", tmp_path)
    assert tr("Undo") == "Zurück"
    assert tr("Player {seat}", seat=2) == 'Spieler "2"'
    assert tr("Redo") == "Redo"
    assert languages(tmp_path) == ["en", "de"]
    with pytest.raises(UnknownName, match=r"xx.*expected one of en, de"):
        use_language("xx", tmp_path)


def test_a_catalogue_is_read_once_until_it_is_changed_and_keeps_nothing_of_a_game(tmp_path: Path, monkeypatch) -> None:
    path, read = tmp_path / "de.po", []
    real = i18n.read_own
    monkeypatch.setattr(i18n, "read_own", lambda path: read.append(path.name) or real(path))
    path.write_text(PO.format("Undo", "Zurück"), encoding="utf-8")
    (tmp_path / "tower.de.po").write_text(PO.format("Tower", "Turm"), encoding="utf-8")
    use_language("de", tmp_path)
    add_texts_of(tmp_path / "tower.py")
    assert (tr("Undo"), tr("Tower")) == ("Zurück", "Turm")
    i18n._own.clear()
    use_language("de", tmp_path)
    assert (tr("Undo"), tr("Tower")) == ("Zurück", "Tower")
    assert read == ["de.po", "tower.de.po"]
    path.write_text(PO.format("Undo", "Rückgängig"), encoding="utf-8")
    use_language("de", tmp_path)
    assert tr("Undo") == "Rückgängig" and read[2:] == ["de.po"]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[1", "line 1"),
        ('msgid "Undo"\nmsgstr "Zur\\uck"\n', "line 2"),
        ('msgstr "Zurück"\n', "line 1"),
        ('"Zurück"\n', "line 1"),
        (PO.format("Player {seat}", "Spieler {platz}"), "platz"),
        (PO.format("Player {seat}", "Spieler {seat"), "Spieler"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n+;\\n"\n', "Plural-Forms"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=n != 1;\\n"\n', "Plural-Forms"),
    ],
)
def test_a_broken_catalogue_is_told_with_its_place(written: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "bad.po").write_text(written, encoding="utf-8")
    with pytest.raises(FileError, match=rf"bad\.po: .*{told}"):
        use_language("bad", tmp_path)


HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
DICE = """
msgid "One die"
msgid_plural "{count} dice"
msgstr[0] "{count} dé"
msgstr[1] "{count} dés"

msgctxt "what was recorded"
msgid "Play"
msgstr "Lire"

msgid "Play"
msgstr "Jouer"
"""


def test_a_number_has_the_forms_of_the_language_and_a_word_its_context(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(HEAD + DICE, encoding="utf-8")
    said = [tr("{count} dice", one="One die", count=count) for count in (0, 1, 2)]
    assert said == ["0 dice", "One die", "2 dice"]
    use_language("fr", tmp_path)
    said = [tr("{count} dice", one="One die", count=count) for count in (0, 1, -1, -2, 2, "2-4")]
    assert said == ["0 dé", "1 dé", "-1 dé", "-2 dés", "2 dés", "2-4 dés"]
    assert (tr("Play", context="what was recorded"), tr("Play"), tr("Play", context="x")) == ("Lire", "Jouer", "Play")
    (tmp_path / "tower.fr.po").write_text(DICE.replace("nplurals=2", "nplurals=3").replace("dé", "pion"), "utf-8")
    add_texts_of(tmp_path / "tower.py")
    assert tr("{count} dice", one="One die", count=2) == "2 dés"
    three = HEAD.replace("nplurals=2", "nplurals=3") + DICE + 'msgstr[2] "?"\n'
    (tmp_path / "tower.fr.po").write_text(three.replace("\n\nmsgctxt", '\nmsgstr[2] "?"\n\nmsgctxt'), "utf-8")
    (fault,) = add_texts_of(tmp_path / "tower.py")
    assert "tower.fr.po: Plural-Forms: nplurals is 3; expected 2" in str(fault)


TOWER = f"""{PO.format("Tower", "La Tour")}
{PO.format("One pile", "Un tas")}
"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (HEAD.replace("n > 1", "n%0") + TOWER, r"line 1: Plural-Forms: \(n%0\); expected a formula of n"),
        (HEAD.replace("n > 1", "n" + "+n" * 2000) + TOWER, "line 1: Plural-Forms: .*expected a formula of n"),
        (HEAD.replace("n > 1", "n - 1") + TOWER, "line 1: Plural-Forms: .*expected a formula of n"),
        (HEAD + TOWER + PO.format("Stack", "La \\ud800 Tour"), r"line 10: expected a text in quotes, found msgstr"),
        (HEAD + TOWER + PO.format("Stack", "La \\u0000 Tour"), r"line 10: expected a text in quotes, found msgstr"),
        (HEAD + TOWER + PO.format("{count} piles", "{count:>9999999} tas"), "line 9: .* names a value that"),
        (HEAD + TOWER + PO.format("{count} piles", "{count!z} tas"), "line 9: .* names a value that"),
        (HEAD + TOWER + PO.format("Stack", "\u200b\ufeff"), "line 9: expected a translation that can be shown"),
        (HEAD + TOWER + PO.format("Stack", "{"), "line 9: .* names a value that"),
        (HEAD + TOWER + 'msgid "Sta\nmsgstr "Pile"\n', "line 9: expected msgid .*found msgid"),
        (HEAD + TOWER + PO.format("Stack", "Pile") + 'msgstr "Pile"\n', "line 11: expected a msgid before msgstr"),
        ("msgstr\n\n" + HEAD + TOWER, "line 1: expected msgid"),
    ],
)
def test_what_cannot_be_read_of_a_games_texts_stays_english_and_the_rest_goes_on(
    written: str, told: str, tmp_path: Path
) -> None:
    use_language("fr")
    (tmp_path / "tower.fr.po").write_text(written, encoding="utf-8")
    (fault,) = add_texts_of(tmp_path / "tower.py")
    assert re.search(rf"tower\.fr\.po: {told}", str(fault)), fault
    assert (tr("Tower"), tr("One pile"), tr("Stack")) == ("La Tour", "Un tas", "Stack")
    assert tr("{count} piles", count=3) == "3 piles"
    assert tr("Undo") != "Undo"
    assert list(map(str, use_language("fr"))) == [str(fault)]


def test_bytes_that_are_no_text_are_told_without_the_words_of_a_codec(tmp_path: Path) -> None:
    use_language("fr")
    (tmp_path / "tower.fr.po").write_bytes(b'msgid "Tower"\nmsgstr "\xff"\n')
    (fault,) = add_texts_of(tmp_path / "tower.py")
    assert "tower.fr.po: cannot be read: not UTF-8 text: byte 22; likely Latin-1" in str(fault)
    (tmp_path / "tower.fr.po").write_bytes(b"[\n" * 10_000)
    assert len(add_texts_of(tmp_path / "tower.py")) == 11


def test_a_rule_that_fails_at_a_large_number_gives_the_last_form(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text(HEAD.replace("n > 1", "n/(n-5000) > 9") + DICE, encoding="utf-8")
    use_language("fr", tmp_path)
    assert tr("{count} dice", one="One die", count=5000) == "5000 dés"


def test_what_a_fault_repeats_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "tower.en.po").write_text('msgid "a\0b\x1b[2J"\n')
    (fault,) = add_texts_of(tmp_path / "tower.py")
    assert r'found msgid "a\x00b\x1b[2J"' in str(fault)


@pytest.mark.parametrize("command", [("rules", "tower.py", "--trust"), ("simulate", "tower.py", "--trust", "-n", "1")])
def test_a_command_warns_of_a_games_texts_and_goes_on(command: tuple[str, ...], monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(command_line, ["new", "tower"]).exit_code == 0
    (tmp_path / "tower.fr.po").write_text(HEAD.replace("n > 1", "n%0") + TOWER, encoding="utf-8")
    done = CliRunner().invoke(command_line, ["--language", "fr", *command])
    assert done.exit_code == 0 and "tower.fr.po" in done.stderr and "(n%0)" in done.stderr
    assert "(n%0)" not in done.stdout


def test_numbers_and_times_are_written_as_the_language_does() -> None:
    written = {}
    for code in ("en", "de", "fr"):
        use_language(code)
        written[code] = [number_text(1.25), number_text(-3, "+d"), number_text(0.5, ".0%"), clock_text(65.39)]
    assert written == {
        "en": ["1.2", "\N{MINUS SIGN}3", "50%", "1:05.4"],
        "de": ["1,2", "\N{MINUS SIGN}3", "50\xa0%", "1:05,4"],
        "fr": ["1,2", "\N{MINUS SIGN}3", "50\xa0%", "1:05,4"],
    }
    assert clock_text(59.96) == "1:00,0"


def test_a_game_of_ones_own_brings_its_texts(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(PO.format("Undo", "Zurück"), encoding="utf-8")
    (tmp_path / "tower.de.po").write_text(
        PO.format("Tower", "Turm") + "\n" + PO.format("Undo", "Nein"), encoding="utf-8"
    )
    add_texts_of(tmp_path / "tower.py")
    assert tr("Tower") == "Tower"
    use_language("de", tmp_path)
    assert (tr("Tower"), tr("Undo")) == ("Turm", "Zurück")


def test_rules_are_printed_in_french_and_those_of_ones_own_game_from_its_catalogue(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(command_line, ["--language", "fr", "rules", "23"]).output
    assert shown.startswith("23 Rasanto\nJeux de construction") and find_game("23").text.goal not in shown
    assert CliRunner().invoke(command_line, ["new", "tower"]).exit_code == 0
    (tmp_path / "tower.fr.po").write_text(PO.format("Tower", "La Tour"), encoding="utf-8")
    shown = CliRunner().invoke(command_line, ["--language", "fr", "rules", "tower.py", "--trust"]).output
    assert "X1 La Tour\nJeux à vous" in shown


def test_the_system_says_its_language_in_the_order_of_gettext(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)
    monkeypatch.setattr(i18n, "languages", lambda folder=None: ["en", "de", "fr"])
    assert language_of_system({"LANG": "de_AT.UTF-8"}) == "de"
    assert language_of_system({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_FR@euro"}) == "fr"
    assert language_of_system({"LANGUAGE": "nl:fr:de", "LANG": "de_DE"}) == "fr"
    assert language_of_system({"LANG": "C.UTF-8"}) == "en"
    assert language_of_system({}, list) == "en"


def test_a_system_without_variables_is_asked_what_its_user_prefers(monkeypatch: pytest.MonkeyPatch) -> None:
    preferred = ["nl", "de-CH", "fr"]
    assert language_of_system({}, lambda: preferred) == "de"
    assert language_of_system({"LANG": "C.UTF-8"}, lambda: preferred) == "en"
    for found, code in (("fr_CA", "fr"), ("German_Austria", "de"), ("French_France", "fr"), ("C", "en"), (None, "en")):
        monkeypatch.setitem(sys.modules, "pygame", None)
        monkeypatch.setattr("locale.getlocale", lambda found=found: (found, "UTF-8"))
        assert language_of_system({}) == code


@pytest.mark.parametrize(
    ("locales", "code"),
    [
        ([{"language": "it", "country": "IT"}, {"language": "de", "country": "AT"}], "de"),
        ([{"language": "it", "country": None}], "en"),
        ([], "fr"),
        (None, "fr"),
    ],
)
def test_a_window_asks_pygame_which_language_its_user_prefers(
    monkeypatch: pytest.MonkeyPatch, locales: list[dict[str, str]] | None, code: str
) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setattr("locale.getlocale", lambda: ("fr_FR", "UTF-8"))
    if locales is None:
        monkeypatch.delattr(pygame.system, "get_pref_locales")
    else:
        monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: locales)
    assert language_of_system({}) == code


def test_the_command_line_shows_rules_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    goal = find_game("rasanto").text.goal
    (tmp_path / "de.po").write_text(PO.format(goal, "Viele Flächen.") + "\n" + PO.format("Goal", "Ziel"), "utf-8")
    real = i18n.read_catalogue
    monkeypatch.setattr(i18n, "languages", lambda folder=None: ["en", "de"])
    monkeypatch.setattr(i18n, "read_catalogue", lambda path: real(tmp_path / path.name))
    shown = CliRunner().invoke(command_line, ["--language", "de", "rules", "23"]).output
    assert "Ziel\n  Viele Flächen." in shown
    assert "Set-up" in shown
    shown = CliRunner().invoke(command_line, ["rules", "23"], env={"SKILLBOX_LANGUAGE": "de"}).output
    assert "Viele Flächen." in shown
    wrong = CliRunner().invoke(command_line, ["--language", "xx", "rules", "23"])
    assert isinstance(wrong.exception, UnknownName)
    assert "expected one of en, de" in str(wrong.exception)


def test_the_systems_language_is_a_language() -> None:
    use_language(SYSTEM)
    assert tr("Undo") == "Undo"


def test_help_pages_and_errors_are_in_the_language_asked_for() -> None:
    shown = CliRunner().invoke(command_line, ["--language", "de", "rules", "--help"]).output
    for words in ("Aufruf:", "Argumente:", "Gibt die Regeln eines Spiels aus", "[Pflichtangabe]", "Zeigt diese Hilfe."):
        assert words in shown
    shown = CliRunner().invoke(command_line, ["--help"], env={"SKILLBOX_LANGUAGE": "fr"}).output
    assert "Énumère les jeux du catalogue." in shown
    wrong = CliRunner().invoke(command_line, ["--language", "de", "play", "rasnto"]).exception
    assert told(wrong).startswith("Spiel 'rasnto': keine solche Nummer, kein Kurzname und kein Anfang eines solchen;")
    assert "gemeint vielleicht rasanto" in told(wrong)
    assert "no such number" in str(wrong)
    shown = CliRunner().invoke(command_line, ["--language", "fr", "list", "--players", "99"]).output
    assert shown == "0 jeu\n"


def test_a_help_page_in_english_loads_no_catalogue() -> None:
    code = (
        "import sys; from skill.cli import app; app(['--help'], standalone_mode=False); "
        "assert 'skill.app.i18n' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
