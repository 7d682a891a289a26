"""Every word on screen goes through `tr`. English is the source; other languages are JSON catalogues."""

from __future__ import annotations

import json
from pathlib import Path

from skill.errors import FileError, UnknownName

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"

_catalogue: dict[str, str] = {}


def languages(folder: Path = CATALOGUES) -> list[str]:
    """The codes of the languages there are, English first."""
    return [ENGLISH, *sorted(path.stem for path in folder.glob("*.json"))]


def use_language(code: str, folder: Path = CATALOGUES) -> None:
    """Shows all further text in a language. Raises `UnknownName` if there is none, `FileError` if it is broken."""
    global _catalogue
    if code == ENGLISH:
        _catalogue = {}
        return
    path = folder / f"{code}.json"
    if not path.is_file():
        raise UnknownName(f"language {code!r}: expected one of {', '.join(languages(folder))}")
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read as a catalogue: {error}") from None
    if not isinstance(read, dict) or not all(isinstance(value, str) for value in read.values()):
        raise FileError(f"{path}: expected an object of English texts and their translations")
    _catalogue = read


def tr(text: str, **values: object) -> str:
    """The text in the chosen language, with `{name}` replaced by values; English where there is no translation."""
    translated = _catalogue.get(text, text)
    return translated.format(**values) if values else translated
