"""Faults of the database of finished matches, and what of it can be kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
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
UNLIKE = Words("its tables are not those of Skillbox")
FORMS = {
    "finished_at": "not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9]*'",
    "file": "glob '*[/\\]*'",  # of a record among the records
}
"""How no text of these columns is, in SQL."""
BESIDE = ("-wal", "-shm", "-journal")
"""How the names of files go on in which SQLite keeps what belongs to a database and is not in it yet."""
CODE = 0xFF  # of a code of SQLite all but its details


class Unlike(sqlite3.DatabaseError):
    """What is there is no table that Skillbox has made, and is not read: a view may take for ever, a trigger may do
    anything with what is noted.
    """


def check_tables(database: sqlite3.Connection, schema: str, tables: Sequence[str]) -> None:
    """Raises `Unlike` unless such tables as are there have the columns of a schema and no triggers, and where there are
    tables but none of these: the database is another program's, and nothing is added to it.

    Other columns may be there where they may be empty, of another version.
    """
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(schema)
        ours = {table: _columns(made, table) for table in tables}
    every = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
    if every and not set(every) & set(tables):
        raise Unlike(every[0])
    names = ", ".join(map(repr, tables))
    asked = f"select name, type from sqlite_master where tbl_name in ({names})"  # noqa: S608 (names of our own tables)
    for name, kind in database.execute(asked):
        if kind == "trigger" or (name in tables and kind != "table"):
            raise Unlike(name)
    for table in tables:
        there, known = _columns(database, table), ours[table]
        others = [there[name] for name in there.keys() - known]
        if there and (any(there.get(name) != known[name] for name in known) or any(map(_is_needed, others))):
            raise Unlike(table)


def _columns(database: sqlite3.Connection, table: str) -> dict[str, tuple[str, bool, bool]]:
    """The columns of a table: type, whether each has to have a value, and whether that is computed."""
    found = database.execute(f"pragma table_xinfo({table})")
    return {name: (declared.lower(), bool(needed), bool(hidden)) for _, name, declared, needed, _, _, hidden in found}


def _is_needed(column: tuple[str, bool, bool]) -> bool:
    return column[1] or column[2]


def strays(database: sqlite3.Connection, tables: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The rows that hold what nobody has noted: table and id. Raises `sqlite3.Error` where it cannot be read."""
    for table in tables:
        faults = []
        for _, name, declared, is_needed, *_ in database.execute(f"pragma table_info({table})"):
            if declared.lower() not in FITTING:
                continue  # of another version, and not read
            if name in FORMS:
                faults.append(f"{name} {FORMS[name]}")
            types = (*FITTING[declared.lower()], *([] if is_needed or name == "id" else ["null"]))
            faults.append(f"typeof({name}) not in ({', '.join(map(repr, types))})")
            if "text" in types:
                faults.append(f"instr({name}, char(0)) > 0")  # which no font has, and which ends what `length` counts
            faults.append(f"length({name}) > {LONGEST}" if "text" in types else f"abs({name}) > {LARGEST}")
        for (row,) in database.execute(f"select id from {table} where {' or '.join(faults)}").fetchall():  # noqa: S608 (names of our own tables and columns)
            yield table, row


def reason(error: sqlite3.Error | OSError | SkillboxError) -> Words:
    """Why a file of the history cannot be used."""
    if isinstance(error, Unlike):
        return UNLIKE
    if isinstance(error, OSError):
        return reason_of(error)
    if isinstance(error, SkillboxError):
        return words_of(error)
    return FAULTS.get(getattr(error, "sqlite_errorcode", -1) & CODE, Words("it holds what cannot be read"))


def aside(path: Path, *, move: bool) -> Path:
    """Moves or copies a broken database to a name beside it that no other has, with what SQLite keeps beside it: it is
    not whole without that, and a new one would take it for its own. Raises `OSError` and `FileError`.
    """
    n, found = 1, path.with_name(f"{path.name}.broken")
    while found.exists():
        n += 1
        found = path.with_name(f"{path.name}.broken-{n}")
    for end in ("", *BESIDE):
        part, kept = Path(f"{path}{end}"), Path(f"{found}{end}")
        if move and part.exists():
            part.replace(kept)
        elif part.is_file():
            write_bytes(kept, part.read_bytes(), NEW)
    return found
