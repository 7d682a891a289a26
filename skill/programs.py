"""A user's programs: Python files and other files that run with the user's rights. Here and in every other process,
exactly the bytes run that were read when the user was asked, and no compiled file that lies beside them.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from skill.errors import FileError, SkillboxError, printable
from skill.files import MOST_DATA, OF_OUR_FOLDER, append_line, growing, read_bytes, read_text, write_bytes
from skill.paths import data_folder

if TYPE_CHECKING:
    from skill.packed import Packed

TRUSTED = "SKILLBOX_TRUSTED"
"""The environment variable by which a process that we start knows the digest of the program that its user trusts."""


class Program(NamedTuple):
    """A program as it was read. Whoever is given one may run it; other processes are given it whole."""

    path: Path
    source: bytes
    packed: Packed | None = None
    """What it came in, if that was a packed game: the rest of it is written beside it once it is trusted."""

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, by which it is known whether a file has changed since it was trusted."""
        from hashlib import sha256

        return sha256(self.source).hexdigest()

    @property
    def is_trusted(self) -> bool:
        """Whether whoever started this process trusts just these bytes, or trusted them once where games are kept."""
        return self.digest == os.environ.get(TRUSTED) or (self._is_kept and self.digest in _digests())

    @property
    def _is_kept(self) -> bool:
        try:
            folder = games_folder().absolute()
            return folder in (self.path.parent, self.path.parent.parent)
        except SkillboxError:  # a user without a home keeps nothing
            return False

    def remember(self) -> None:
        """Keeps that these bytes are trusted, if they lie where games are kept; elsewhere users are asked again."""
        if self._is_kept and not self.is_trusted:
            file = games_folder() / _DIGESTS
            with growing(file, OF_OUR_FOLDER):
                append_line(file, f"{self.digest} {printable(self.path.name, 'line')}", OF_OUR_FOLDER)

    def write_packed(self) -> None:
        """Writes what it came in into its folder of the data folder, but the picture; nothing for any other program.

        What somebody has changed there since is kept beside it under another name.
        """
        if self.packed is None:
            return
        from skill.packed import PICTURE

        for name, data in self.packed.files.items():
            file = self.path.with_name(name)
            if name == PICTURE or (file.is_file() and read_bytes(file) == data):
                continue
            if os.path.lexists(file):
                free = (file.with_name(f"{name}.old-{n}") for n in count(1))
                file.rename(next(place for place in free if not os.path.lexists(place)))
            write_bytes(file, data, OF_OUR_FOLDER)


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
    if not (trusted := _digests()):  # also of a user without a home
        return []
    found = []
    folder = games_folder().absolute()
    for file in sorted([*folder.glob("*.py"), *folder.glob("*/*.py")]):
        with suppress(FileError):
            found.append(read_program(file))
    return [program for program in found if program.digest in trusted]


_run: dict[str, Program] = {}
"""What the modules are made of that programs run as, by their names."""


def read_program(path: Path) -> Program:
    """The program in a file. Nothing is run or written. Raises `FileError`.

    That of a packed game has the path in the data folder where it is to lie.
    """
    from skill.packed import SUFFIX, read_packed

    if path.suffix == SUFFIX:
        packed = read_packed(path)
        folder = games_folder().absolute() / packed.digest[:16]
        return Program(folder / packed.game, packed.files[packed.game], packed)
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
