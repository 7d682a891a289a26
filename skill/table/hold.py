"""Files that one running copy keeps for itself, so that a second copy on the same folder loses nothing of the first.

A hold is a lock that the system gives back when the process ends, however it ends. It lies on a file beside, since the
held file itself may be replaced whole.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from skill.errors import FileError

_held: dict[Path, IO[bytes]] = {}


def hold(path: Path) -> None:
    """Keeps `path` for this process, which may ask for it again. Raises `FileError` if another one has it."""
    if path.absolute() in _held:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    file = _beside(path).open("ab")
    if not _lock(file):
        file.close()
        raise FileError(f"{path}: it is open in another window of Skillbox; expected one that is not")
    _held[path.absolute()] = file


def let_go(path: Path) -> None:
    """Gives `path` back; nothing happens if it was not held."""
    file = _held.pop(path.absolute(), None)
    if file is not None:
        with suppress(OSError):  # it is the lock that counts, not the file that carries it
            _beside(path).unlink()
        file.close()


def is_held_elsewhere(path: Path) -> bool:
    """Whether another process has it."""
    if path.absolute() in _held or not _beside(path).exists():
        return False
    try:
        with _beside(path).open("ab") as file:
            return not _lock(file)
    except OSError:
        return True


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
