"""What the host says, so that a guest can be told it in another language: a sentence, and the values in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

from skill.errors import SkillboxError, Words, printable

DEEPEST = 4
"""Words that are values of others, at most so deep in each other."""
LONGEST, MOST_PIECES = 1000, 8
"""Characters of a sentence or a value, and pieces of a sentence: what is put together of them fills no memory."""
_NAME = re.compile("[a-z_]{1,40}")


def packed_words(said: SkillboxError | Words) -> dict[str, Any]:
    """A message for JSON, as `words` beside its `text`; nothing where it has no values, since its text is all of it."""
    return {"words": _packed(said)} if said.values else {}


def _packed(said: SkillboxError | Words) -> dict[str, Any]:
    values = {name: _value(value) for name, value in said.values.items()}
    one = getattr(said, "one", "")
    return {"text": said.text, "values": values, **({"one": one} if one else {})}


def _value(value: Any) -> Any:
    if isinstance(value, SkillboxError | Words):
        return _packed(value)
    return value if isinstance(value, int) else str(value)


def words_of_host(error: Any) -> Words:
    """What the host says by an error, to be told in the language of whoever reads it.

    What is no sentence with its values is taken as plain text: a host may say anything.
    """
    text = error.get("text") if isinstance(error, Mapping) else error
    try:
        found = _words(error["words"], DEEPEST)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return Words(printable(str(text), "line"))
    return found if found == text else Words(printable(str(text), "line"))


def _words(packed: Any, deep: int) -> Words:
    text, one, values = packed["text"], packed.get("one", ""), packed["values"]
    if not deep or not (isinstance(text, str) and isinstance(one, str)):
        raise ValueError
    for said in (text, one):
        if len(said) > LONGEST or len(parts := [*Formatter().parse(said)]) > MOST_PIECES:
            raise ValueError
        for _, name, form, turned in parts:
            # no more than a name: `{x:>999999999}` would fill the memory
            if name is not None and (form or turned or not _NAME.fullmatch(name)):
                raise ValueError
    read = {str(name): _read(value, deep) for name, value in values.items()}
    return Words(text, **read, **({"one": one} if one else {}))


def _read(value: Any, deep: int) -> Any:
    if isinstance(value, Mapping):
        return _words(value, deep - 1)
    if isinstance(value, int) or (isinstance(value, str) and len(value) <= LONGEST):
        return value
    raise ValueError
