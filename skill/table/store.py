"""What is kept between matches, in the user's data folder: journals of open matches, records, best times, history."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from os.path import lexists
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import FileError, SkillboxError, Words, reason_of
from skill.files import OF_OUR_FOLDER, is_locked_elsewhere, lock, read_bytes, read_text, unlock, write_bytes, write_text
from skill.lattice.notation import FIRST_ENGINE
from skill.paths import data_folder
from skill.rules.game import AnyGame
from skill.rules.options import AS_THE_GAME, AS_THE_SCENE, Options
from skill.table import standings
from skill.table.journal import read_journal
from skill.table.mending import Unlike, aside, check_tables, reason, strays
from skill.table.record import FORM, OPEN, Record, engine_of, naming, trace_name

LONGEST_VALUE = 400  # characters of an option as the history has it
MOST_A_SECOND = 1000  # names that are tried
SQL_FAULT = sqlite3.SQLITE_ERROR  # a table or column is missing; other operational errors are of disk and locks

SCHEMA = (
    """
create table if not exists matches (
    id integer primary key, finished_at text not null, game text not null, players integer not null,
    options text not null, seats text not null, result text not null, file text not null unique);
create table if not exists times (
    id integer primary key, finished_at text not null, game text not null, options text not null,
    player text not null, seconds real not null, file text not null, action integer not null, unique (file, action));
"""
    + standings.SCHEMA
)
TABLES = ("matches", "times", "seats")


class BestTime(NamedTuple):
    """A successful attempt that stands as the fastest under its options."""

    seconds: float
    player: str
    finished_at: str


class Finished(NamedTuple):
    """A match of the history."""

    finished_at: str
    game: str
    seats: str
    result: str
    file: Path
    """Its record."""


class Store:
    """The user's data folder, or another one for tests."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder()
        self._checked: set[tuple[Path, int, int]] = set()
        """Which files hold records that follow the rules: path, time of the last change, size."""

    # -- journals

    def new_journal(self, game: AnyGame) -> Path:
        """A path for the journal of a new match, and for its record later. It is locked for this process."""
        try:
            return self._lock_new("journals", game)
        except OSError as error:
            raise FileError(
                "{folder}: cannot keep a journal there: {error}",
                folder=self.folder / "journals",
                error=reason_of(error),
            ) from None

    def open_matches(self) -> list[tuple[Path, Record]]:
        """The journals of matches that are not over, the newest first.

        What cannot be read is passed over, and what another process is playing.
        """
        return self._records_in("journals")

    def _lock_new(self, kind: str, game: AnyGame) -> Path:
        """A path that no match has, locked for this process, so that no other one takes it too.

        A match leaves the journals when it is among the records, so these are looked at last.
        """
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        for n in range(MOST_A_SECOND):
            name = f"{stamp}{f'-{n}' if n else ''}-{game.slug}.txt"
            path, record = self.folder / kind / name, self.folder / "records" / name
            if path.exists() or record.exists() or is_locked_elsewhere(path):
                continue
            try:
                lock(path)
            except FileError:
                continue
            if not path.exists() and not record.exists():  # still: another process may have come and gone
                return path
            unlock(path)
        raise FileError(
            "{folder}: no free name for another match of {game} in this second", folder=self.folder, game=game.slug
        )

    def _records_in(self, kind: str, without: Container[str] = ()) -> list[tuple[Path, Record]]:
        found = []
        for path in sorted((self.folder / kind).glob("*.txt"), reverse=True):
            if path.name in without or is_locked_elsewhere(path):
                continue
            try:
                found.append((path, self._whole(path)))
            except SkillboxError:
                continue  # somebody's own file, or of a game that is not installed now
        return found

    def _whole(self, path: Path) -> Record:
        """The record in a file, every action of it checked. Raises `SkillboxError`."""
        record, status = read_journal(path), path.stat()
        version = (path, status.st_mtime_ns, status.st_size)
        if version not in self._checked:
            with naming(str(path)):
                for _ in record.states():
                    pass
            self._checked.add(version)
        return record

    # -- matches that somebody has saved

    def save(self, record: Record) -> Path:
        """Keeps a match as it is now, with its traces, to be gone on with as often as one likes. Raises `FileError`."""
        try:
            target = self._lock_new("saved", record.game)
            try:
                _copy_traces(record, self.folder / "journals", target.parent)
                return write_text(target, str(record), FORM)
            finally:
                unlock(target)
        except OSError as error:
            raise FileError("{folder}: cannot be kept: {error}", folder=self.folder / "saved", error=error) from None

    def saved(self) -> list[tuple[Path, Record]]:
        """The matches that have been saved, the newest first; what cannot be read is passed over."""
        return self._records_in("saved")

    def fetch_traces(self, record: Record, folder: Path) -> None:
        """Copies the traces of a match to go on with from `folder` to those of the journals. Raises `FileError`."""
        try:
            _copy_traces(record, folder, self.folder / "journals")
        except OSError as error:
            raise FileError("{folder}: its traces cannot be copied: {error}", folder=folder, error=error) from None

    def finish(self, journal: Path, record: Record, names: Sequence[str] = ()) -> Path:
        """Moves a finished match from the journals to the records, with its result and its traces, and notes it.

        `names` are those of the people on its seats, empty for who has none.

        Raises `FileError` where the folder cannot be written; the journal is then still there.
        """
        if record.result == OPEN:
            raise FileError("{journal}: the match is not over; expected a finished one", journal=journal)
        target = self.folder / "records"
        try:
            target = self._record_of(journal, record)
            write_text(target, str(record), FORM)
            for name in _trace_names(record):
                if (journal.parent / name).exists():
                    (journal.parent / name).replace(target.parent / name)
            self._note(target, record, names)
            if journal != target:
                journal.unlink(missing_ok=True)
        except (OSError, sqlite3.Error) as error:
            raise FileError("{target}: cannot be kept: {error}", target=target, error=reason(error)) from None
        return target

    def reopen(self, journal: Path, finished: Record) -> None:
        """What `finish` did with this finished match is undone, since it is played on. Raises `FileError`."""
        target = self.folder / "records"
        try:
            target = self._record_of(journal, finished)
            _copy_traces(finished, target.parent, journal.parent)
            with self._database() as database:
                for table in TABLES:
                    database.execute(f"delete from {table} where file = ?", (target.name,))  # noqa: S608 (names of our own tables and columns)
            target.unlink(missing_ok=True)
        except (OSError, sqlite3.Error) as error:
            raise FileError("{target}: cannot be taken back: {error}", target=target, error=reason(error)) from None

    def _record_of(self, journal: Path, record: Record) -> Path:
        """Where the record of a finished match is or goes: like its journal, unless another match has that name."""
        path, n = self.folder / "records" / journal.name, 0
        while path.exists() and not _is_of(path, record):
            n += 1
            path = path.with_stem(f"{journal.stem}-{n}")
        return path

    # -- history and best times

    def mend(self) -> Words:
        """Puts aside what is broken in the history, and adds what is missing in it from the records; what is to be
        said of it, or nothing.
        """
        found: list[tuple[str, int]] = []
        try:
            if lexists(self._path):  # a link that leads nowhere is told of
                with self._database() as database:
                    found = list(strays(database, TABLES))
                    for table in TABLES:
                        database.execute(f"select * from {table}").fetchall()  # noqa: S608 (names of our own tables and columns)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", SQL_FAULT)  # of a text that is no UTF-8 there is none
            if isinstance(error, sqlite3.OperationalError) and code != SQL_FAULT:
                text = "{path}: history and best times cannot be read: {error}"
                return Words(text, path=self._path, error=reason(error))
            return self._renew(error)
        try:
            said = self._leave_out(found) if found else Words("")
            self._note_seats()
            self._note_records(self._noted())
            return said
        except (OSError, SkillboxError, sqlite3.Error) as error:
            text = "{path}: history and best times cannot be mended: {error}"
            return Words(text, path=self._path, error=reason(error))

    def _renew(self, error: sqlite3.Error) -> Words:
        """Puts a history that cannot be read aside, and makes it again from the records; what is to be said of it."""
        try:
            broken = aside(self._path, move=True)
            self._note_records()
        except (OSError, SkillboxError, sqlite3.Error) as trouble:
            text = "{path}: {error}; it cannot be made again: {trouble}"
            return Words(text, path=self._path, error=reason(error), trouble=reason(trouble))
        text = "{path}: {error}; it is now {name}, history and best times are made from the records"
        return Words(text, path=self._path, error=reason(error), name=broken.name)

    def _leave_out(self, rows: Sequence[tuple[str, int]]) -> Words:
        """Takes rows out of the history, of which a copy is put aside; what is to be said of it."""
        broken = aside(self._path, move=False)
        with self._database() as database:
            for table, row in rows:
                database.execute(f"delete from {table} where id = ?", (row,))  # noqa: S608 (names of our own tables and columns)
        text = "{path}: {count} rows hold what was not noted there; as it was it is kept as {name}"
        one = "{path}: a row holds what was not noted there; as it was it is kept as {name}"
        return Words(text, one=one, path=self._path, count=len(rows), name=broken.name)

    def _noted(self) -> set[str]:
        """The names of the records that are in the history."""
        return {name for (name,) in self._rows("select file from matches", ())}

    def _note_records(self, noted: Container[str] = ()) -> None:
        """Adds the records that are not noted: a kill may have come between a record and its row."""
        for path, record in reversed(self._records_in("records", noted)):
            if record.result != OPEN:
                with suppress(SkillboxError):  # it may not come to the result that it says
                    self._note(path, record, when=datetime.fromtimestamp(path.stat().st_mtime, UTC))

    def _note_seats(self) -> None:
        """Adds the seats of matches that were noted before there were standings."""
        for (name,) in self._rows(standings.UNNOTED, ()):
            with suppress(SkillboxError):  # its record or its game may be gone
                file = self.folder / "records" / name
                self._note(file, read_journal(file), when=datetime.fromtimestamp(file.stat().st_mtime, UTC))

    def _note(self, file: Path, record: Record, names: Sequence[str] = (), when: datetime | None = None) -> None:
        now = (when or datetime.now(UTC)).isoformat(timespec="seconds")
        options = _conditions(record.game, record.options, record.engines)
        seats = " ".join(record.seats)
        with self._database() as database:
            row = (now, record.game.slug, record.players, options, seats, record.result, file.name)
            database.execute(
                "insert or ignore into matches (finished_at, game, players, options, seats, result, file)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            standings.note(database, record, options, names, file.name, now)
            for number, line in enumerate(record.played):
                if line.action[:2] == ("attempt", "success") and line.by is not None:
                    player = record.seats[line.by - 1]
                    options = _conditions(record.game, record.options, {engine_of(line.action)})
                    database.execute(
                        "insert or ignore into times (finished_at, game, options, player, seconds, file, action)"
                        " values (?, ?, ?, ?, ?, ?, ?)",
                        (now, record.game.slug, options, player, line.action[2], file.name, number),
                    )

    def best_time(
        self, game: AnyGame, options: Options, player: str = "human", engine: str = FIRST_ENGINE
    ) -> BestTime | None:
        """The fastest success of `player` (a person, unless a bot is named) under these options and in that engine, or
        None."""
        rows = self._rows(
            "select seconds, player, finished_at from times where game = ? and options = ? and player = ?"
            " order by seconds limit 1",
            (game.slug, _conditions(game, options, {engine}), player),
        )
        return BestTime(*rows[0]) if rows else None

    def best_times(self, player: str = "human", level: str = "book", engine: str = FIRST_ENGINE) -> dict[str, BestTime]:
        """The fastest success of `player` in each game at that level in that engine, by slug, with the dice and the
        scene of the game, whatever the other options."""
        rows = self._rows(
            "select game, min(seconds), player, finished_at from times"
            " where player = ? and (instr(' ' || options || ' ', ' level=easy ') > 0) = ?"
            " and instr(' ' || options, ' material=') = 0 and instr(' ' || options, ' scene=') = 0"
            " and (case when ? then instr(' ' || options, ' engine=') = 0"
            " else instr(' ' || options || ' ', ' engine=' || ? || ' ') > 0 end)"
            " group by game order by game",
            (player, level == "easy", engine == FIRST_ENGINE, engine),
        )
        return {slug: BestTime(*row) for slug, *row in rows}

    def standings(self) -> list[standings.Standing]:
        """How every player has done in every game, those who have won most first."""
        return standings.standings(self._rows(standings.STANDINGS, ()))

    def best_score(self, record: Record, *, low_is_good: bool) -> float | None:
        """The best score of a person in matches with the same options, engine and number of seats as `record`, or
        None."""
        options = _conditions(record.game, record.options, record.engines)
        values = (record.game.slug, options, record.players, low_is_good)
        rows = self._rows(standings.BEST_SCORE, values)
        return rows[0][0] if rows else None

    def history(self, limit: int = 20) -> list[Finished]:
        """The last finished matches, the newest first."""
        rows = self._rows(
            "select finished_at, game, seats, result, file from matches order by id desc limit ?", (limit,)
        )
        return [
            Finished(when, game, seats, result, self.folder / "records" / file)
            for when, game, seats, result, file in rows
        ]

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """What a question finds; nothing where the history cannot be read, which `mend` tells of."""
        if not self._path.exists():
            return []
        try:
            with self._database() as database:
                return database.execute(query, values).fetchall()
        except sqlite3.Error:
            return []

    @property
    def _path(self) -> Path:
        return self.folder / "matches.sqlite"

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists() and not self._path.is_file():
            raise Unlike(self._path)  # a folder cannot be opened, and to open a pipe would wait for ever
        connection = sqlite3.connect(self._path, timeout=10)
        try:
            check_tables(connection, SCHEMA, TABLES)
            connection.executescript(SCHEMA)
            with connection:
                yield connection
        finally:
            connection.close()


def _is_of(path: Path, record: Record) -> bool:
    """Whether that record is what a file holds."""
    try:
        return read_text(path, errors="replace") == str(record)
    except FileError:
        return False


def _trace_names(record: Record) -> list[str]:
    return [name for line in record.played if (name := trace_name(line.action))]


def _copy_traces(record: Record, source: Path, target: Path) -> None:
    """Copies those traces of a record that are there."""
    for name in _trace_names(record):
        if (source / name).exists():
            write_bytes(target / name, read_bytes(source / name), OF_OUR_FOLDER)


def _conditions(game: AnyGame, options: Options, engines: Set[str]) -> str:
    """The options that make times comparable, all but who began and how often one may try, and the engines.

    The level of the book, the material of the scene, the scene of the game and Bullet are not named: they are those of
    all times that were noted before there were others.
    """
    usual = {"level": "book", "material": AS_THE_SCENE, "scene": AS_THE_GAME}
    alike = {"first_player", "attempts"} | {name for name, value in usual.items() if options.get(name) == value}
    named = [f"{name}={_short(str(options[name]))}" for name in sorted(options) if name not in alike]
    return " ".join([*named, f"engine={'+'.join(sorted(engines))}"] if engines - {FIRST_ENGINE} else named)


def _short(value: str) -> str:
    """A value of an option, or of a long one, such as the text of a sheet, a digest."""
    return value if len(value) <= LONGEST_VALUE else sha256(value.encode()).hexdigest()[:16]
