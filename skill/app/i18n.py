"""Every text that is shown goes through `tr`. English is the source; other languages are gettext catalogues.

A catalogue is the file `languages/CODE.po`, read when its language is chosen: nothing has to be compiled. It is made
from `languages/skillbox.pot`, which `python -m tests.languages --write` makes from the code. A game of one's own can
bring its texts: beside `tower.py` the file `tower.fr.po`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from skill.errors import FileError, UnknownName, shortened

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"
SYSTEM = "system"
"""In the place of a code: the language that the system's user reads."""
ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the first that says anything first, as gettext has it."""
LINE = re.compile(r'(?:(msgid|msgstr) )?(".*")')
"""Contexts and plurals are not used: a sentence about one is another text than that about several."""

_code, _asked = ENGLISH, ""
_catalogue: dict[str, str] = {}
_own: list[Path] = []
"""The files of games that brought their texts."""


def languages(folder: Path = CATALOGUES) -> list[str]:
    """The codes of the languages there are, English first."""
    return [ENGLISH, *sorted(path.stem for path in folder.glob("*.po"))]


def use_language(code: str, folder: Path = CATALOGUES) -> None:
    """Shows all further text in a language, or in that of the system.

    Raises `UnknownName` if there is none, `FileError` if its catalogue is broken.
    """
    global _code, _catalogue
    code = language_of_system() if code == SYSTEM else code
    if code not in languages(folder):
        raise UnknownName(f"language {shortened(code)}: expected one of {', '.join(languages(folder))}")
    _catalogue = {} if code == ENGLISH else read_catalogue(folder / f"{code}.po")
    _code = code
    for game in _own:
        _add(game)


def ask_for(code: str) -> None:
    """Uses a language that was asked for when the program was started, before what is preferred; see `asked`."""
    global _asked
    use_language(code)
    _asked = code


def asked() -> str:
    """The language that was asked for when the program was started, empty if none was."""
    return _asked


def language_of_system(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, such as `de` for `LANG=de_AT.UTF-8`; English if there is none."""
    asked = next((value for name in ENVIRONMENT if (value := environment.get(name))), "")
    codes = [re.split(r"[_.@]", code)[0] for code in asked.split(":")]
    return next((code for code in codes if code in languages()), ENGLISH)


def add_texts_of(game: Path) -> None:
    """Takes in the texts that a game of one's own brings, in every language used from now on.

    Those in French are in `tower.fr.po` beside `tower.py`. Raises `FileError` for a catalogue that is broken.
    """
    _own[:] = [*(other for other in _own if other != game), game]
    _add(game)


def _add(game: Path) -> None:
    path = game.with_suffix(f".{_code}.po")
    if path.is_file():
        for text, translation in read_catalogue(path).items():
            _catalogue.setdefault(text, translation)


def read_catalogue(path: Path) -> dict[str, str]:
    """The translations of a gettext catalogue by their English texts, without those that are empty or marked fuzzy.

    Raises `FileError` for what is no catalogue, and for a translation that names a value its text does not have.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read as a catalogue: {error}") from None
    entries: list[dict[str, str]] = []
    field, is_fuzzy = "", False
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        if not (found := LINE.fullmatch(line)) or not (found[1] or field):
            raise FileError(f'{path}: line {number}: expected msgid "..." or msgstr "...", found {shortened(line)}')
        field = found[1] or field
        if found[1] == "msgid":
            entries.append({"fuzzy": "fuzzy"} if is_fuzzy else {})
            is_fuzzy = False
        elif not entries:
            raise FileError(f"{path}: line {number}: expected a msgid before {field}")
        try:
            entries[-1][field] = entries[-1].get(field, "") + json.loads(found[2])
        except ValueError:
            raise FileError(f"{path}: line {number}: expected a text in quotes, found {shortened(line)}") from None
    read = {}
    for entry in entries:
        text, translation = entry.get("msgid"), entry.get("msgstr")
        if text and translation and "fuzzy" not in entry:
            if not names(translation) <= names(text):
                raise FileError(f"{path}: {shortened(translation)} names a value that {shortened(text)} has not")
            read[text] = translation
    return read


def names(text: str) -> set[str]:
    """The names of the values in a text; a text with braces that are none has the name of its fault."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        return {str(error)}


def tr(text: str, **values: object) -> str:
    """The text in the chosen language, with `{name}` replaced by values; English where there is no translation."""
    translated = _catalogue.get(text, text)
    return translated.format(**values) if values else translated
