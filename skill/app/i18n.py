"""Every text that is shown goes through `tr`. English is the source; other languages are gettext catalogues.

A catalogue is the file `languages/CODE.po`, read when its language is chosen: nothing has to be compiled. It is made
from `languages/skillbox.pot`, which `python -m tests.languages --write` makes from the code. A game of one's own can
bring its texts: beside `tower.py` the file `tower.fr.po`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any

from skill.errors import FileError, SkillboxError, UnknownName, Words, clipped, shortened

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"
SYSTEM = "system"
"""In the place of a code: the language that the system's user reads."""
ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the first that says anything first, as gettext has it."""
LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?(".*")')
FORMS = re.compile(r"^Plural-Forms: *nplurals *= *(\d) *; *plural *= *(.+?);? *$", re.MULTILINE)


class Catalogue:
    """What a language says for each text; English says the text itself."""

    def __init__(self, rule: str = "n != 1", forms: int = 2) -> None:
        """`rule` gives the number of the plural form for `n`, as gettext writes it, of so many forms."""
        self.texts: dict[tuple[str, str], tuple[str, ...]] = {}
        """The forms of each translation, by context and text; of a sentence with plural forms by the one for 1."""
        self.form: Callable[[int], int] = c2py(rule)
        self.forms = forms

    def find(self, text: str, one: str, count: int, context: str) -> str:
        """The translation, in the form for `count` where the text for 1 is given."""
        if found := self.texts.get((context, one or text)):
            return found[min(self.form(count), len(found) - 1) if one else 0]
        return one if one and count == 1 else text


SEVERAL = 2
"""In the place of a count that is no number, such as `2 to 4`."""

_code, _asked = ENGLISH, ""
_catalogue = Catalogue()
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
        expected = ", ".join(languages(folder))
        raise UnknownName("language {code}: expected one of {expected}", code=shortened(code), expected=expected)
    _catalogue = Catalogue() if code == ENGLISH else read_catalogue(folder / f"{code}.po")
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
        own = read_catalogue(path)
        if own.forms != _catalogue.forms and any(len(forms) > 1 for forms in own.texts.values()):
            raise FileError(
                "{path}: Plural-Forms: nplurals is {found}; expected {expected}",
                path=path,
                found=own.forms,
                expected=_catalogue.forms,
            )
        _catalogue.texts = own.texts | _catalogue.texts


def read_catalogue(path: Path) -> Catalogue:
    """A gettext catalogue, without the translations that are empty or marked fuzzy.

    Raises `FileError` for what is no catalogue, and for a translation that names a value its text does not have.
    """
    entries = _entries(path)
    head = next((entry.get("msgstr", "") for entry in entries if not entry.get("msgid")), "")
    rule = FORMS.search(head)
    try:
        read = Catalogue(rule[2], int(rule[1])) if rule else Catalogue()
        if any(read.form(n) >= read.forms for n in range(1000)):
            raise ValueError(f"a form of more than {read.forms}")
    except ValueError as error:
        raise FileError("{path}: Plural-Forms: {error}", path=path, error=shortened(str(error))) from None
    for entry in entries:
        text, many = entry.get("msgid", ""), entry.get("msgid_plural", "")
        fields = [f"msgstr[{n}]" for n in range(read.forms)] if many else ["msgstr"]
        forms = tuple(entry.get(field, "") for field in fields)
        if not text or not all(forms) or "fuzzy" in entry:
            continue
        for form in forms:
            if not names(form) <= names(text) | names(many):
                raise FileError(
                    "{path}: {translation} names a value that {text} has not",
                    path=path,
                    translation=shortened(form),
                    text=shortened(many or text),
                )
        read.texts[entry.get("msgctxt", ""), text] = forms
    return read


def _entries(path: Path) -> list[dict[str, str]]:
    """The fields of each entry of a catalogue, and `fuzzy` where it is marked so."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FileError("{path}: cannot be read as a catalogue: {error}", path=path, error=error) from None
    entries: list[dict[str, str]] = []
    field, is_fuzzy = "", False
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        if not (found := LINE.fullmatch(line)) or not (found[1] or field):
            raise FileError(
                '{path}: line {number}: expected msgid "..." or msgstr "...", found {line}',
                path=path,
                number=number,
                line=shortened(line),
            )
        begins = found[1] == "msgctxt" or (found[1] == "msgid" and field != "msgctxt")
        field = found[1] or field
        if begins:
            entries.append({"fuzzy": "fuzzy"} if is_fuzzy else {})
            is_fuzzy = False
        elif not entries:
            raise FileError(
                "{path}: line {number}: expected a msgid before {field}", path=path, number=number, field=field
            )
        try:
            entries[-1][field] = entries[-1].get(field, "") + json.loads(found[2])
        except ValueError:
            raise FileError(
                "{path}: line {number}: expected a text in quotes, found {line}",
                path=path,
                number=number,
                line=shortened(line),
            ) from None
    return entries


def names(text: str) -> set[str]:
    """The names of the values in a text; a text with braces that are none has the name of its fault."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        return {str(error)}


def tr(text: str, /, *, one: str = "", context: str = "", **values: object) -> str:
    """The text in the chosen language, with `{name}` replaced by values; English where there is no translation.

    `one` is the English text where the value `count` is 1; every language has its own rule for what it says then.
    `context` tells apart what is one word in English: `tr("Back", context="of the heap")`.
    """
    count = values.get("count")
    translated = _catalogue.find(text, one, count if isinstance(count, int) else SEVERAL, context)
    return translated.format(**values) if values else translated


def told(said: object) -> str:
    """The message of an error, or words that are part of one, in the chosen language where it can be translated."""
    if isinstance(said, OSError) and said.strerror:
        return f"{tr(said.strerror)} ({said.filename})" if said.filename else tr(said.strerror)
    if not isinstance(said, SkillboxError | Words):
        return str(said)
    values: dict[str, Any] = {n: value if isinstance(value, int) else told(value) for n, value in said.values.items()}
    return clipped(tr(said.text, one=getattr(said, "one", ""), **values))


def number_text(value: float, form: str = ".1f") -> str:
    """A number as the chosen language writes it; `form` is that of `format`, such as `.1f`, `g`, `+d` or `.0%`."""
    text = format(value, form)
    written = text.rstrip("%").replace(".", tr(".", context="decimal mark"))
    return tr("{number}%", context="percentage", number=written) if text.endswith("%") else written


def clock_text(time_s: float) -> str:
    """A time as a clock shows it, minutes, seconds and tenths: `1:05.3`."""
    tenths = int(10 * time_s)
    return f"{tenths // 600}:{'0' * (tenths % 600 < 100)}{number_text(tenths % 600 / 10)}"
