"""Plain data as TOML text, for files that users keep; reading is the standard library's."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a table of texts, numbers, booleans, lists and tables; values of None are left out."""
    return "\n".join(_table(data, ())).strip() + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not isinstance(value, Mapping | None)]
    if path and lines:
        lines = ["", f"[{'.'.join(map(_key, path))}]", *lines]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += _table(value, (*path, key))
    return lines


def _key(key: str) -> str:
    bare = key.replace("_", "").replace("-", "")
    return key if bare.isascii() and bare.isalnum() else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # what JSON escapes TOML escapes alike
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"{value!r}: expected a text, a number, a list or a table")
