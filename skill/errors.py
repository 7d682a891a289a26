"""Every error that Skillbox raises on purpose.

All are `ValueError`s with one clear sentence; the command line turns them into exit code 2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, time
from html import escape
from pathlib import PurePath
from typing import Any, Literal
from unicodedata import category, combining

LONGEST = 1000
"""Characters of a message; of a longer one the middle is left out, where it repeats what was faulty."""
UNSHOWN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that cannot be shown: those of control, those that turn the order of others, and halves of others."""
"""What Markdown takes for more than text, also in a cell of a table."""
NO_WIDTH = ("Cf", "Mn", "Me")
"""Kinds of characters, by Unicode, that have no width by themselves."""
MOST_LISTED = 10
"""Faults that a message lists."""


class SkillboxError(ValueError):
    """Something a user can mend; its text says what was tried and what was expected."""

    def __init__(self, text: str, /, **values: Any) -> None:
        """`text` is the whole message, or a sentence with the names of `values` in braces, which can be translated."""
        self.text, self.values = text, _as_prose(values)
        super().__init__(clipped(text.format(**self.values) if values else text))


class Words(str):
    """A text that is a value of another one, such as what was expected: it can be translated for itself."""

    text: str
    one: str
    values: dict[str, Any]

    def __new__(cls, text: str, /, **values: Any) -> Words:
        """`text` is a sentence or a part of one with the names of `values` in braces, as in `SkillboxError`.

        `one` is the text where the value `count` is 1.
        """
        one = values.pop("one", "")
        values = _as_prose(values)
        english = one if one and values["count"] == 1 else text
        made = super().__new__(cls, english.format(**values) if values else english)
        made.text, made.one, made.values = text, one, values
        return made


_SEVERAL = {tuple, list, set, frozenset, dict, type(dict[str, str]().keys())}


def _as_prose(values: dict[str, Any]) -> dict[str, Any]:
    """The same values, several things in one of them as a list for reading and not as Python writes it, and what came
    from elsewhere in one line: the name of a file may have several, of which the last would read as a message of ours.
    """
    return {
        name: ", ".join(map(str, value))
        if type(value) in _SEVERAL  # an action is more than its parts
        else printable(str(value), "line")
        if type(value) is str or isinstance(value, PurePath)
        else value
        for name, value in values.items()
    }


def words_of(error: SkillboxError) -> Words:
    """The message of an error as words, to be kept and told later in the language that is chosen then."""
    return Words(error.text, **error.values)


def reason_of(error: OSError | UnicodeError) -> Words:
    """Why the system has refused something, in its words, or that a file is no text."""
    if isinstance(error, UnicodeDecodeError):
        return Words("not UTF-8 text: byte {start}", start=error.start)
    return Words(getattr(error, "strerror", "") or str(error))


def listed(parts: Sequence[Words]) -> Words:
    """Several things one after the other; of very many the first."""
    found = parts[0]
    for part in parts[1:MOST_LISTED]:
        found = Words("{first}; {next}", first=found, next=part)
    return Words("{first}; and others", first=found) if len(parts) > MOST_LISTED else found


def printable(text: str, where: Literal["text", "line", "html"] = "text") -> str:
    """A text that somebody else has written, so that it is read as text: what no font has and no terminal should be
    sent stands there as Python writes it.

    `where` it is shown: in a `text` of lines, on a terminal or in a window; in a `line`, such as a name or a remark in
    a file; in one of `html`, whose signs are then signs. For `rich` give it a `rich.text.Text`.
    """
    found = UNSHOWN.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)
    if where == "text":
        return found
    found = found.replace("\n", "\\n" if where == "line" else " ")
    return escape(found) if where == "html" else found


def clipped(text: str) -> str:
    """A message without its middle where it is too long, and printable."""
    return printable(text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}")


def shortened(text: str, most: int = 80) -> str:
    """What a user has written, as a message repeats it: the beginning only where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def can_be_shown(text: str) -> bool:
    """Whether a font has something for it: no null character, and not only what has no width."""
    return not UNSHOWN.search(text) and (not text or any(category(c) not in NO_WIDTH for c in text))


def unstacked(text: str) -> str:
    """A text in which no letter has more than one mark of its own: a stack of them is higher than a line."""
    return "".join(c for n, c in enumerate(text) if not (combining(c) and (n == 0 or combining(text[n - 1]))))


def written(value: Any) -> str:
    """A value of a file as TOML has it, and JSON but for its tables: `true`, `"text"`, `[1, 2]`, `{a = 1}`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str | PurePath):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        keys = (key if re.fullmatch("[A-Za-z0-9_-]+", key) else written(key) for key in map(str, value))
        return "{" + ", ".join(f"{key} = {written(each)}" for key, each in zip(keys, value.values(), strict=True)) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return repr(value)


def quoted(text: str, most: int = 80) -> str:
    """The same in quotation marks."""
    return repr(shortened(text, most))


class NotationError(SkillboxError):
    """A text that is not a cell, die, position, action, record or trace."""


class IllegalMove(SkillboxError):
    """A well-formed action that the position does not allow, or a die set where none can stand."""


class UnknownName(SkillboxError):
    """No game, option, scene, bot or material of that name."""


class FileError(SkillboxError):
    """A file that cannot be used; the text names file, key or line, value and what was expected."""


class Unavailable(SkillboxError):
    """A display, a library or a device is missing; the text says what still works."""


class EngineError(SkillboxError):
    """The physics engine gave something that is not a number or did not come to rest."""
