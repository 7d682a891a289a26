"""The journal: a record on disk that grows by append and fsync, so that a kill loses at most the action in hand."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from skill.errors import FileError
from skill.table.hold import hold, let_go
from skill.table.record import Record, parse_record


class Journal:
    """An open journal file. It is written from the start of a match and only ever grows."""

    def __init__(self, path: Path, record: Record) -> None:
        """Begins the journal of `record` at `path`, in place of what was there, and holds it.

        Raises `FileError` where none can be kept, or another copy of Skillbox writes it.
        """
        self.path = path
        try:
            hold(path)
            write_whole(path, str(record._replace(result="*")))
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            let_go(path)
            raise FileError(f"{path}: cannot keep a journal there: {error.strerror}") from None
        except FileError:
            let_go(path)
            raise

    def add(self, line: str) -> None:
        """Writes one line and waits until it is on the disk. Raises `FileError` where that fails."""
        try:
            self._file.write(line + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Writes no more, and lets others go on with it."""
        with suppress(OSError):  # a line that could not be written is tried once more, and may fail again
            self._file.close()
        let_go(self.path)


def read_journal(path: Path) -> Record:
    """The record in a journal; a last line that a kill cut short is left out. Raises `FileError`."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FileError(f"{path}: cannot be read as a journal: {error}") from None
    return parse_record(text[: text.rfind("\n") + 1], str(path))


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that after a kill either the old or the new text is there, never half of one.

    Raises `FileError` where it cannot be written; an old text is then still there.
    """
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
