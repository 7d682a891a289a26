"""The journal: a record on disk that grows by append and fsync, so that a kill loses at most the action in hand."""

from __future__ import annotations

from pathlib import Path

from skill.errors import FileError, reason_of
from skill.files import append_line, lock, read_text, unlock, write_text
from skill.table.record import FORM, OPEN, Record, parse_record


class Journal:
    """A journal file that this process has locked. It is written from the start of a match and only ever grows."""

    def __init__(self, path: Path, record: Record) -> None:
        """Begins the journal of `record` at `path`, in place of what was there.

        Raises `FileError` where none can be kept, or another process has locked it.
        """
        self.path = path
        self._is_broken = False
        try:
            lock(path)
        except OSError as error:
            raise FileError("{path}: cannot keep a journal there: {error}", path=path, error=reason_of(error)) from None
        try:
            write_text(path, str(record._replace(result=OPEN)), FORM)
        except FileError:
            unlock(path)
            raise

    def add(self, line: str) -> None:
        """Writes one line and waits until it is on the disk. Raises `FileError` where that fails.

        After that nothing more is written, since a line would be missing, but the journal stays locked.
        """
        if self._is_broken:
            return
        try:
            append_line(self.path, line, FORM)
        except FileError:
            self._is_broken = True
            raise

    def close(self) -> None:
        """Lets others go on with it."""
        unlock(self.path)


def read_journal(path: Path) -> Record:
    """The record in a journal; a last line that a kill cut short is left out. Raises `FileError`."""
    return parse_record(read_text(path, whole_lines=True), str(path))
