"""A game of one's own to start from: `skillbox new NAME` writes it, its test and, if asked, its scene."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

import skill
from skill.errors import FileError, UnknownName

TEMPLATES = Path(__file__).parent / "templates"


def write_game(name: str, folder: Path, with_scene: bool = False) -> list[Path]:
    """Writes `NAME.py`, `test_NAME.py` and perhaps `NAME.toml`; returns their paths.

    Raises `UnknownName` for a name that cannot be a module, `FileError` rather than write over a file.
    """
    taken = iskeyword(name) or name in sys.stdlib_module_names or name == skill.__name__
    if taken or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UnknownName(f"name {name!r}: expected small letters, digits and _, and no module of Python: tower")
    words = {"CLASS": name.title().replace("_", ""), "TITLE": name.replace("_", " ").title(), "SLUG": name}
    files = {"game.py.txt": f"{name}.py", "test_game.py.txt": f"test_{name}.py"}
    if with_scene:
        files["scene.toml.txt"] = f"{name}.toml"
    paths = [folder / file for file in files.values()]
    for path in paths:
        if path.exists():
            raise FileError(f"{path}: exists already; expected a new name")
    for template, path in zip(files, paths, strict=True):
        text = (TEMPLATES / template).read_text(encoding="utf-8")
        for word, replacement in words.items():
            text = text.replace(word, replacement)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    return paths
