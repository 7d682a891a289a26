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

from skill.errors import FileError, UnknownName

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"
CHOSEN = "SKILLBOX_LANGUAGE"
SYSTEM = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the first that says anything first, as gettext has it."""
LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[0\])? )?("(?:[^"\\]|\\.)*")')

_code = ENGLISH
_catalogue: dict[str, str] = {}


def languages(folder: Path = CATALOGUES) -> list[str]:
    """The codes of the languages there are, English first."""
    return [ENGLISH, *sorted(path.stem for path in folder.glob("*.po"))]


def language() -> str:
    """The code of the language in which text is shown."""
    return _code


def use_language(code: str, folder: Path = CATALOGUES) -> None:
    """Shows all further text in a language. Raises `UnknownName` if there is none, `FileError` if it is broken."""
    global _code, _catalogue
    if code not in languages(folder):
        raise UnknownName(f"language {code!r}: expected one of {', '.join(languages(folder))}")
    _catalogue = {} if code == ENGLISH else read_catalogue(folder / f"{code}.po")
    _code = code


def language_of_system(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, such as `de` for `LANG=de_AT.UTF-8`; English if there is none."""
    asked = next((value for name in SYSTEM if (value := environment.get(name))), "")
    codes = [re.split(r"[_.@]", code)[0] for code in asked.split(":")]
    return next((code for code in codes if code in languages()), ENGLISH)


def add_texts_of(game: Path) -> None:
    """Takes in the texts that a game of one's own brings in the language of now: `tower.fr.po` beside `tower.py`.

    Raises `FileError` for a catalogue that is broken.
    """
    path = game.with_suffix(f".{_code}.po")
    if path.is_file():
        for text, translation in read_catalogue(path).items():
            _catalogue.setdefault(text, translation)


def read_catalogue(path: Path) -> dict[str, str]:
    """The translations of a gettext catalogue by their English texts, without those that are empty or doubtful.

    Raises `FileError` for what is no catalogue, and for a translation that names a value its text does not have.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read as a catalogue: {error}") from None
    entries: list[dict[str, str]] = [{}]
    field, is_fuzzy, fuzzy = "", False, set()
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.startswith("#,") and "fuzzy" in line:
            is_fuzzy = True
        if not line or line.startswith("#"):
            continue
        if not (found := LINE.fullmatch(line)):
            raise FileError(f"{path}: line {number}: expected a line of a gettext catalogue")
        keyword, quoted = found.groups()
        if keyword in ("msgctxt", "msgid") and "msgstr" in entries[-1]:
            entries.append({})
        if keyword == "msgid" and is_fuzzy:
            fuzzy.add(len(entries))
            is_fuzzy = False
        field = keyword or field
        try:
            part = json.loads(quoted)
        except ValueError:
            raise FileError(f"{path}: line {number}: expected a text in quotes") from None
        if not field:
            raise FileError(f"{path}: line {number}: expected msgid before a text")
        entries[-1][field] = entries[-1].get(field, "") + part
    read = {}
    for n, entry in enumerate(entries, 1):
        text, translation = entry.get("msgid"), entry.get("msgstr")
        if text and translation and n not in fuzzy:
            if not names(translation) <= names(text):
                raise FileError(f"{path}: {translation[:60]!r} names a value that {text[:60]!r} does not have")
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
