"""What can be wrong with the database of finished matches, and what can be kept of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from skill.errors import SkillboxError, Words, reason_of, words_of
from skill.files import NEW, write_bytes

FITTING = {"text": ("text",), "integer": ("integer",), "real": ("real", "integer")}
"""SQLite lets any value stand in any column: the types that may stand in a column declared like this."""
LONGEST = 1000  # characters of a text; nothing that is noted is nearly as long
LARGEST = 1e12  # of a number that can be shown
FAULTS = {
    sqlite3.SQLITE_ERROR: Words("a table or a column is missing in it"),
    sqlite3.SQLITE_PERM: Words("access is denied"),
    sqlite3.SQLITE_BUSY: Words("another program is writing in it"),
    sqlite3.SQLITE_LOCKED: Words("another program is writing in it"),
    sqlite3.SQLITE_READONLY: Words("it may only be read"),
    sqlite3.SQLITE_IOERR: Words("the disk has failed"),
    sqlite3.SQLITE_CORRUPT: Words("the file is damaged"),
    sqlite3.SQLITE_FULL: Words("the disk is full"),
    sqlite3.SQLITE_CANTOPEN: Words("the file cannot be opened"),
    sqlite3.SQLITE_NOTADB: Words("the file is no database"),
}
"""What SQLite has met, by its codes without their details."""
CODE = 0xFF  # of a code of SQLite all but its details


def strays(database: sqlite3.Connection, tables: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The rows that hold what nobody has noted: table and id. Raises `sqlite3.Error` where it cannot be read."""
    for table in tables:
        faults = []
        for _, name, declared, is_needed, *_ in database.execute(f"pragma table_info({table})"):
            types = (*FITTING[declared.lower()], *([] if is_needed or name == "id" else ["null"]))
            faults.append(f"typeof({name}) not in ({', '.join(map(repr, types))})")
            if "text" in types:
                faults.append(f"instr({name}, char(0)) > 0")  # which no font has, and which ends what `length` counts
            faults.append(f"length({name}) > {LONGEST}" if "text" in types else f"abs({name}) > {LARGEST}")
        for (row,) in database.execute(f"select id from {table} where {' or '.join(faults)}").fetchall():
            yield table, row


def reason(error: sqlite3.Error | OSError | SkillboxError) -> Words:
    """Why a file of the history cannot be used."""
    if isinstance(error, OSError):
        return reason_of(error)
    if isinstance(error, SkillboxError):
        return words_of(error)
    return FAULTS.get(getattr(error, "sqlite_errorcode", -1) & CODE, Words("it holds what cannot be read"))


def aside(path: Path, *, move: bool) -> Path:
    """Moves or copies a broken file to a name beside it that no other has. Raises `OSError` and `FileError`."""
    n, found = 1, path.with_name(f"{path.name}.broken")
    while found.exists():
        n += 1
        found = path.with_name(f"{path.name}.broken-{n}")
    return path.replace(found) if move else write_bytes(found, path.read_bytes(), NEW)
