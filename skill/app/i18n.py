"""Every text that is shown goes through `tr`. English is the source; other languages are gettext catalogues.

A catalogue is the file `languages/CODE.po`, read when its language is chosen: nothing has to be compiled. It is made
from `languages/skillbox.pot`, which `python -m tests.languages --write` makes from the code. A game of one's own can
bring its texts: beside `tower.py` the file `tower.fr.po`.
"""

from __future__ import annotations

import json
import locale
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache, cached_property, lru_cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any

from skill.errors import (
    MOST_LISTED,
    UNSHOWN,
    FileError,
    SkillboxError,
    UnknownName,
    Words,
    can_be_shown,
    clipped,
    printable,
    shortened,
)
from skill.files import read_text

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"
SYSTEM = "system"
"""In the place of a code: the language that the system's user reads."""
ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the first that says anything first, as gettext has it."""
LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?(".*")')
LONGEST_RULE = 1000
"""Characters of the formula by which a language tells its plurals; the longest known one has some 200."""
FORMS = re.compile(r"^Plural-Forms: *nplurals *= *(\d) *; *plural *= *(.+)$", re.MULTILINE)


class Catalogue:
    """What a language says for each text; English says the text itself."""

    def __init__(self, rule: str = "n != 1", forms: int = 2) -> None:
        """`rule` gives the number of the plural form for `n`, as gettext writes it, of so many forms."""
        self.texts: dict[tuple[str, str], tuple[str, ...]] = {}
        """The forms of each translation, by context and text; of a sentence with plural forms by the one for 1."""
        self._rule: Callable[[int], int] = c2py(rule)
        self.forms = forms

    def _form(self, count: int) -> int:
        try:
            return min(max(0, self._rule(abs(count))), self.forms - 1)  # the rules of gettext are for no less than 0
        except ArithmeticError:  # only for numbers that have not been tried when it was read
            return self.forms - 1

    def find(self, text: str, one: str, count: int, context: str) -> str:
        """The translation, in the form for `count` where the text for 1 is given."""
        if found := self.texts.get((context, one or text)):
            return found[self._form(count) if one else 0]
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


def use_language(code: str, folder: Path = CATALOGUES) -> list[FileError]:
    """Shows all further text in a language, or in that of the system.

    What cannot be read of the texts of one's own games stays English: its faults.

    Raises `UnknownName` if there is none, `FileError` if its catalogue is broken.
    """
    global _code, _catalogue
    code = language_of_system() if code == SYSTEM else code
    if code not in languages(folder):
        expected = ", ".join(languages(folder))
        raise UnknownName("language {code}: expected one of {expected}", code=shortened(code), expected=expected)
    _catalogue = Catalogue() if code == ENGLISH else read_catalogue(folder / f"{code}.po")
    _code = code
    return [fault for game in _own for fault in _add(game)]


def ask_for(code: str) -> None:
    """Uses a language that was asked for when the program was started, before what is preferred; see `asked`."""
    global _asked
    use_language(code)
    _asked = code


def language() -> str:
    """The code of the language that is shown."""
    return _code


def asked() -> str:
    """The language that was asked for when the program was started, empty if none was."""
    return _asked


def language_of_system(
    environment: Mapping[str, str] = os.environ, preferred: Callable[[], Sequence[str]] | None = None
) -> str:
    """The language that the environment asks for, such as `de` for `LANG=de_AT.UTF-8`; English if there is none.

    Where it asks for none, as on Windows and in programs that macOS has started, it is the first of those that the
    system prefers; see `preferred_by_system`.
    """
    asked = next((value for name in ENVIRONMENT if (value := environment.get(name))), "")
    wanted = asked.split(":") if asked else (preferred or preferred_by_system)()
    codes = [re.split(r"[-_.@]", code)[0].lower() for code in wanted]
    return next((code for code in codes if code in languages()), ENGLISH)


def preferred_by_system() -> list[str]:
    """What the system says its user reads, the best first: asked of pygame once a window has loaded it."""
    if pygame := sys.modules.get("pygame"):
        with suppress(AttributeError, KeyError, pygame.error):  # an older SDL does not know
            if found := [entry["language"] for entry in pygame.system.get_pref_locales()]:
                return found
    with suppress(ValueError):  # a locale that Python does not know
        if code := locale.getlocale()[0]:
            return [_WINDOWS_NAMES.get(code.partition("_")[0], code)]
    return []


_WINDOWS_NAMES = {"English": "en", "French": "fr", "German": "de"}
"""Languages as Windows calls them where Python has no code of its own for a locale, such as `German_Liechtenstein`."""


def add_texts_of(game: Path) -> list[FileError]:
    """Takes in the texts that a game of one's own brings, in every language used from now on.

    Those in French are in `tower.fr.po` beside `tower.py`. What cannot be read of them stays English: its faults.
    """
    file = game.absolute()  # another folder may be the current one when a language is chosen
    _own[:] = [*(other for other in _own if other != file), file]
    return _add(game)


def _add(game: Path) -> list[FileError]:
    path = game.with_suffix(f".{_code}.po")
    if not path.is_file():
        return []
    own, faults = read_own(path)
    several = {key for key, forms in own.texts.items() if len(forms) > 1}
    if several and own.forms != _catalogue.forms:
        text = "{path}: Plural-Forms: nplurals is {found}; expected {expected}"
        faults.append(FileError(text, path=path, found=own.forms, expected=_catalogue.forms))
        own.texts = {key: forms for key, forms in own.texts.items() if key not in several}
    _catalogue.texts = own.texts | _catalogue.texts
    _without_values.cache_clear()
    if len(faults) > MOST_LISTED:
        faults[MOST_LISTED:] = [FileError("{path}: more of it cannot be read", path=path)]
    return faults


def texts_in(path: Path) -> dict[str, int]:
    """The texts that a catalogue names, translated or not, each with its line; those that can be read."""
    return {text: entry.line for entry in _entries(path)[0] if (text := entry.fields.get("msgid", ""))}


def has_text(text: str, code: str, folder: Path = CATALOGUES) -> bool:
    """Whether Skillbox itself has a translation of a text in a language."""
    return any(known == text for _, known in _installed(code, folder).texts)


def plural_rule(code: str, folder: Path = CATALOGUES) -> str:
    """The line by which the catalogue of a language tells its plurals; that of English where there is none."""
    path = folder / f"{code}.po"
    head = next((e for e in _entries(path)[0] if not e.fields.get("msgid")), None) if path.is_file() else None
    found = FORMS.search(head.fields.get("msgstr", "")) if head else None
    return found[0] if found else "Plural-Forms: nplurals=2; plural=(n != 1);"


@cache
def _installed(code: str, folder: Path) -> Catalogue:
    path = folder / f"{code}.po"
    return read_catalogue(path) if path.is_file() else Catalogue()


def read_catalogue(path: Path) -> Catalogue:
    """A gettext catalogue, without the translations that are empty or marked fuzzy.

    Raises `FileError` for what is no catalogue, and for a translation that names a value its text does not have.
    """
    changed = None
    with suppress(OSError):  # reading it tells
        changed = (found := path.stat()).st_mtime_ns, found.st_size
    return copy(_catalogue_of(path, changed))


@lru_cache(maxsize=8)
def _catalogue_of(path: Path, changed: tuple[int, int] | None) -> Catalogue:
    """Read once until the file is changed: it takes a tenth of a second, and every change of a preference asks."""
    found, faults = read_own(path)
    if faults:
        raise faults[0]
    return found


class _Entry:
    """A text with its translation, as it stands in a catalogue."""

    def __init__(self, line: int, is_fuzzy: bool = False) -> None:
        self.line = line
        self.parts: dict[str, list[str]] = {}
        """What each field says, line by line."""
        self.is_left_out = is_fuzzy

    @cached_property
    def fields(self) -> dict[str, str]:
        """What each field says, once all lines are read."""
        return {field: "".join(parts) for field, parts in self.parts.items()}


def read_own(path: Path) -> tuple[Catalogue, list[FileError]]:
    """A catalogue with all that can be read of it, and what is wrong with the rest."""
    entries, faults = _entries(path)
    head = next((entry for entry in entries if not entry.fields.get("msgid")), None)
    read, has_rule = Catalogue(), True
    if head and (rule := FORMS.search(head.fields.get("msgstr", ""))):
        formula = rule[2].rstrip("; ")
        has_rule = _is_rule(formula, int(rule[1]))
        if has_rule:
            read = Catalogue(formula, int(rule[1]))
        else:
            text = "{path}: line {number}: Plural-Forms: {rule}; expected a formula of n from 0 to below nplurals"
            faults.append(FileError(text, path=path, number=head.line, rule=shortened(formula)))
    for entry in entries:
        text, many = entry.fields.get("msgid", ""), entry.fields.get("msgid_plural", "")
        fields = [f"msgstr[{n}]" for n in range(read.forms)] if many else ["msgstr"]
        forms = tuple(entry.fields.get(field, "") for field in fields)
        if not text or not all(forms) or entry.is_left_out or (many and not has_rule):
            continue
        strange = [form for form in forms if not names(form) <= names(text) | names(many)]
        if not all(map(can_be_shown, forms)):
            said = "{path}: line {number}: expected a translation that can be shown"
            faults.append(FileError(said, path=path, number=entry.line))
        elif strange:
            said = "{path}: line {number}: {translation} names a value that {text} has not"
            at = {"path": path, "number": entry.line}
            faults.append(FileError(said, translation=shortened(strange[0]), text=shortened(many or text), **at))
        else:
            read.texts[entry.fields.get("msgctxt", ""), text] = forms
    return read, faults


def _is_rule(rule: str, forms: int) -> bool:
    """Whether a formula of gettext gives the number of a form for every number."""
    if len(rule) > LONGEST_RULE:
        return False
    try:
        form = c2py(rule)
        return all(0 <= form(n) < forms for n in range(1000))
    except (ValueError, ArithmeticError, RecursionError):
        return False


def _entries(path: Path) -> tuple[list[_Entry], list[FileError]]:
    """The entries of a catalogue, and the faults of lines that are none of it, whose entries are left out."""
    try:
        lines = read_text(path).split("\n")
    except FileError as error:
        return [], [error]
    entries, faults = list[_Entry](), list[FileError]()
    field, is_fuzzy = "", False
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        at = {"path": path, "number": number}
        found = LINE.fullmatch(line)
        said = _said(found[2]) if found else None
        begins = line.startswith("msgctxt ") or (line.startswith("msgid ") and field != "msgctxt")
        if begins:
            entries.append(_Entry(number, is_fuzzy))
            field, is_fuzzy = "", False
        if found is None or not (found[1] or field or begins):
            text = '{path}: line {number}: expected msgid "..." or msgstr "...", found {line}'
            faults.append(FileError(text, line=shortened(line), **at))
        elif said is None:
            text = "{path}: line {number}: expected a text in quotes, found {line}"
            faults.append(FileError(text, line=shortened(line), **at))
        elif found[1] and (not entries or found[1] in entries[-1].parts):
            faults.append(FileError("{path}: line {number}: expected a msgid before {field}", field=found[1], **at))
        else:
            field = found[1] or field
            entries[-1].parts.setdefault(field, []).append(said)
            continue
        if entries:
            entries[-1].is_left_out = True
    return entries, faults


def _said(written: str) -> str | None:
    """The text that stands in quotes; None if it is none, or cannot be shown."""
    try:
        text: str = json.loads(written)
    except ValueError:
        return None
    return None if UNSHOWN.search(text) else text


def names(text: str) -> set[str]:
    """The names of the values in a text and how they are written; a text with braces that are none has its fault."""
    try:
        return {f"{name}:{form}!{turned}" for _, name, form, turned in Formatter().parse(text) if name is not None}
    except ValueError as error:
        return {str(error)}


def tr(text: str, /, *, one: str = "", context: str = "", **values: object) -> str:
    """The text in the chosen language, with `{name}` replaced by values; English where there is no translation.

    `one` is the English text where the value `count` is 1; every language has its own rule for what it says then.
    What came from elsewhere is printable then: the text may be the title of a game from a file, a value its path.
    `context` tells apart what is one word in English: `tr("Back", context="of the heap")`.
    """
    if not values:
        return _without_values(_catalogue, text, one, context)
    count = values.get("count")
    translated = _catalogue.find(text, one, count if isinstance(count, int) else SEVERAL, context)
    translated = translated.format(
        **{n: printable(str(v), "line") if isinstance(v, Path) else v for n, v in values.items()}
    )
    return printable(translated)


@lru_cache(4096)  # for a panel asks for the same hundred texts in each frame
def _without_values(catalogue: Catalogue, text: str, one: str, context: str) -> str:
    return printable(catalogue.find(text, one, SEVERAL, context))


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
    text = format(value, form).replace("-", "\N{MINUS SIGN}")
    written = text.rstrip("%").replace(".", tr(".", context="decimal mark"))
    return tr("{number}%", context="percentage", number=written) if text.endswith("%") else written


def clock_text(time_s: float) -> str:
    """A time as a clock shows it, minutes, seconds and tenths: `1:05.3`; rounded as `number_text` rounds seconds."""
    tenths = round(10 * float(format(time_s, ".1f")))
    return f"{tenths // 600}:{'0' * (tenths % 600 < 100)}{number_text(tenths % 600 / 10)}"


def time_text(time_s: float) -> str:
    """How long something lasted, in words: `12.3 seconds`, from a minute on `1:05.3 minutes` as the clock has it."""
    if float(format(time_s, ".1f")) < 60:
        return tr("{seconds} seconds", seconds=number_text(time_s))
    return tr("{time} minutes", time=clock_text(time_s))
