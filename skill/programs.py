"""Programs of a user's: Python files, and what else runs with the user's rights. What runs is what was seen: the bytes
that were read when the user was asked, here and in every other process, and no compiled file that lies beside them.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from skill.errors import FileError, SkillboxError
from skill.files import MOST_DATA, OF_OUR_FOLDER, append_line, growing, read_bytes, read_text
from skill.paths import data_folder

TRUSTED = "SKILLBOX_TRUSTED"
"""The environment variable by which a process that we start knows the digest of the program that its user trusts."""


class Program(NamedTuple):
    """A program as it was read. Whoever is given one may run it; other processes are given it whole."""

    path: Path
    source: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, by which it is known whether a file has changed since it was trusted."""
        return sha256(self.source).hexdigest()

    @property
    def is_trusted(self) -> bool:
        """Whether whoever started this process trusts just these bytes, or trusted them once where games are kept."""
        return self.digest == os.environ.get(TRUSTED) or (self._is_kept and self.digest in _digests())

    @property
    def _is_kept(self) -> bool:
        try:
            return self.path.parent == games_folder().absolute()
        except SkillboxError:  # a user without a home keeps nothing
            return False

    def remember(self) -> None:
        """Keeps that these bytes are trusted, if they lie where games are kept; elsewhere users are asked again."""
        if self._is_kept and not self.is_trusted:
            file = games_folder() / _DIGESTS
            with growing(file, OF_OUR_FOLDER):
                append_line(file, f"{self.digest} {self.path.name}", OF_OUR_FOLDER)


_DIGESTS = "trusted.txt"
"""The file, where games are kept, with the digest of each that its user has trusted and its name then, a line each."""


def games_folder() -> Path:
    """Where a user keeps games: those that were trusted once are known everywhere, until their bytes change."""
    return data_folder() / "games"


def _digests() -> set[str]:
    try:
        return {line.partition(" ")[0] for line in read_text(games_folder() / _DIGESTS).splitlines()}
    except SkillboxError:
        return set()


def kept_programs() -> list[Program]:
    """The programs where games are kept that were trusted once and are as they were then; none of them is run."""
    try:
        files = sorted(games_folder().absolute().glob("*.py")) if _digests() else []
    except SkillboxError:  # a user without a home keeps nothing
        return []
    found = []
    for file in files:
        try:
            program = read_program(file)
        except FileError:
            continue
        found += [program] if program.is_trusted else []
    return found


_run: dict[str, Program] = {}
"""What the modules are made of that programs run as, by their names."""


def read_program(path: Path) -> Program:
    """The program in a file. Nothing is run. Raises `FileError`."""
    if path.suffix not in (".py", ".zip"):
        raise FileError("{path}: expected a Python file", path=path)
    return Program(path.absolute(), read_bytes(path, MOST_DATA))


def run_program(program: Program, name: str) -> ModuleType:
    """The module of that name that the program makes, found in `sys.modules` too. Raises whatever the program does."""
    module = ModuleType(name)
    module.__file__ = str(program.path)
    sys.modules.pop(name, None)  # so that the last of them is the one that was run last
    sys.modules[name] = module  # where what the program defines is looked for by its name
    _run[name] = program
    exec(compile(program.source, str(program.path), "exec", dont_inherit=True), vars(module))  # noqa: S102 (what its user trusts)
    return module


def program_of(module: str) -> Program | None:
    """The program that has run as this module; None for any other module."""
    return _run.get(module)
