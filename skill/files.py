"""Files: reading text and TOML that users write; writes that are whole or not there at all, over our own files alone;
locks.

tomlkit and filelock are loaded when something is written or locked: most commands only read.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import re
import stat
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

from skill.errors import FileError, Words, reason_of, shortened, written

if TYPE_CHECKING:
    from filelock import BaseFileLock

T = TypeVar("T")
DEEPEST = 32  # tables and lists in each other; more could not even be shown in a message
SMALLEST, LARGEST = -(2**63), 2**63 - 1  # whole numbers that TOML promises
_LONG_NUMBER = re.compile("(?<![0-9_])[0-9_]{1000,}")
_STRINGS = re.compile(
    r"""
    \"{3}(?:[^"\\]|\\.|\"{1,2}(?!\"))*+(?:\"{3,5}|\Z) | '{3}(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)
    | "(?:[^"\\\n]|\\.)*+(?:"|(?=\n)|\Z) | '[^'\n]*+(?:'|(?=\n)|\Z) | \#[^\n]*
    """,
    re.VERBOSE | re.DOTALL,
)
"""Strings and comments of TOML, in which anything may stand; one that is not closed goes to the end."""
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST + 1}}}")

MOST_TOML, MOST_TEXT, MOST_DATA = 2**20, 2**24, 2**28
"""Bytes of a file of each kind: tables; records, sheets, programs; series, traces and journals of long runs."""
MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""Byte order marks of encodings that are not read, the longer ones first."""
_GZIP = b"\x1f\x8b"
MOST_TIMES = 100
"""As many bytes as one that is packed may become: of columns of numbers it becomes some ten."""
_LOOKED_AT = 1000  # bytes from which an encoding without a mark is guessed
_NO_LATIN_1 = re.compile(rb"[\0-\x08\x0e-\x19\x1c-\x1f\x7f]")
_READ_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe is not waited for

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OLD_FILE = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OLD_FILE |= getattr(os, "O_NONBLOCK", 0)
_DEVICE = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # no reader of a pipe is waited for
_ENDS = 4096  # bytes at either end of a file by which it is recognised
_REPLACE_TRIES, _REPLACE_WAIT_S = 10, 0.02  # Windows replaces no file that another process has just opened

LOCK = Words("a lock file, which is empty")
_LOCK_WAIT_S, _ASK_WAIT_S, _POLL_S = 1.0, 0.05, 0.005  # whoever asks whether it is locked has the lock for a moment
_locks: dict[tuple[int, Path], BaseFileLock] = {}
"""Of this process, whose number is part of the key: after a fork the locks are still the parent's."""
_locks_guard = threading.Lock()


class Form(NamedTuple):
    """How the files of one kind that Skillbox writes begin, by which it knows them again: it adds to no other file and
    replaces none.
    """

    what: Words
    """One of them in words, after "expected"."""
    begins: re.Pattern[bytes]
    """Matches the first bytes, or the first and the last ones of a long file."""
    leads_on: bool = False
    """Whether a link that the user has set may lead out of its folder."""


def form(what: Words, begins: str) -> Form:
    """The form of files whose text begins like this regular expression."""
    return Form(what, re.compile(begins.encode(), re.DOTALL))


NEW = form(Words(""), "(?!)")
"""Of a file that replaces none, not even an empty one."""
OF_OUR_FOLDER = Form(Words(""), re.compile(b""), leads_on=True)
"""Whatever stands under a name in the user's data folder, or in the project, that Skillbox alone gives."""
MARK = "Skillbox"
PICTURE = Form(
    Words("a picture that Skillbox has written"),
    re.compile(rb"(\x89PNG|GIF8|\xff\xd8|RIFF).*" + MARK.encode(), re.DOTALL),
)
"""Its comment, its text or its Exif names who made it."""


UNKNOWN_KEY = "{key} = {value}: unknown key; expected one of {known}"
FAULTS = {
    "bool_type": "input should be a valid boolean",
    "dict_type": "input should be a table",
    "finite_number": "input should be a finite number",
    "float_type": "input should be a valid number",
    "greater_than": "input should be greater than {gt}",
    "greater_than_equal": "input should be greater than or equal to {ge}",
    "int_from_float": "input should be a valid integer, got a number with a fractional part",
    "int_type": "input should be a valid integer",
    "less_than": "input should be less than {lt}",
    "less_than_equal": "input should be less than or equal to {le}",
    "list_type": "input should be a valid list",
    "literal_error": "input should be one of {expected}",
    "model_type": "input should be a table",
    "string_pattern_mismatch": "string should match pattern '{pattern}'",
    "string_too_short": "input should have at least {min_length} characters",
    "string_type": "input should be a valid string",
    "too_short": "input should have at least {min_length} items, not {actual_length}",
    "tuple_type": "input should be a valid tuple",
}
"""What pydantic says of a value, by its names for faults; of others it is told as pydantic does."""


# -- reading


@contextmanager
def opened(path: Path, most: int = MOST_DATA) -> Iterator[IO[bytes]]:
    """A file to be read in a block: a plain one of at most so many bytes, no pipe, device or folder.

    Raises `FileError` where there is none.
    """
    if "\0" in str(path):
        raise FileError("{path}: cannot be read: the name of a file has no null character", path=path)
    try:
        with os.fdopen(os.open(path, _READ_FILE), "rb") as file:
            found = os.fstat(file.fileno())
            if stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not stat.S_ISREG(found.st_mode):
                raise FileError("{path}: cannot be read: it is a device or a pipe; expected a plain file", path=path)
            if found.st_size > most:
                raise _too_large(path, most)
            yield file
    except OSError as error:
        raise FileError("{path}: cannot be read: {error}", path=path, error=reason_of(error)) from None


def beside(folder: Path, name: str, where: object) -> Path:
    """The file that a file in a folder names: only one in that folder or below it, since a message about what is wrong
    with any other file would show what stands in it.

    Raises `FileError`, which tells at `where`, file and key, it is named, for a name or a link that leads elsewhere.
    """
    path = folder / name
    if "\0" not in name and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        text = "{where} = {name}: lies elsewhere; expected a file beside the one that names it, or in a folder there"
        raise FileError(text, where=where, name=written(shortened(name)))
    return path


def read_bytes(path: Path, most: int = MOST_DATA) -> bytes:
    """The bytes of a plain file. Raises `FileError`, also where there are more than `most`."""
    with opened(path, most) as file:
        data = file.read(most + 1)
    if len(data) > most:  # it has grown, or does not say how large it is
        raise _too_large(path, most)
    return data


def read_text(
    path: Path, most: int = MOST_TEXT, *, errors: str = "strict", whole_lines: bool = False, packed: bool = False
) -> str:
    """The text of a file that a user may have written: UTF-8 with or without a byte order mark, line ends as `\\n`.

    With `packed` it may be one that gzip has packed, whose text is at most as long as that of another one.

    The sign with which old programs end a file is left out, and with `whole_lines` what comes after the last line end.
    `errors` is what becomes of bytes that are no UTF-8, as for `bytes.decode`. Raises `FileError`, which names the
    encoding if another one is found or likely.
    """
    data = read_bytes(path, most)
    if packed and data.startswith(_GZIP):
        data = _unpacked(path, data, most)
    if other := next((name for mark, name in MARKS.items() if data.startswith(mark)), "") or _without_mark(data):
        wrong = "{path}: cannot be read: {encoding} text; expected UTF-8, so save it as UTF-8"
        raise FileError(wrong, path=path, encoding=other)
    if whole_lines:
        data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode(errors=errors)
    except UnicodeDecodeError as error:
        start = len(data) - len(error.object) + error.start
        wrong = "{path}: cannot be read: not UTF-8 text: byte {start}"
        if not _NO_LATIN_1.search(data):
            wrong = "{path}: cannot be read: not UTF-8 text: byte {start}; likely Latin-1, so save it as UTF-8"
        raise FileError(wrong, path=path, start=start) from None
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")


def _unpacked(path: Path, data: bytes, most: int) -> bytes:
    """What gzip has packed, as far as columns of numbers can have been so small. Raises `FileError`."""
    most = min(most, max(MOST_TOML, MOST_TIMES * len(data)))
    import gzip

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            found = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError("{path}: cannot be unpacked: {error}", path=path, error=str(error)) from None
    if len(found) > most:
        raise _too_large(path, most)
    return found


def _without_mark(data: bytes) -> str:
    """The encoding of text whose every other byte is 0, as of UTF-16; nothing for any other."""
    first = data[: _LOOKED_AT - _LOOKED_AT % 2]
    zeros = [first[start::2].count(0) for start in (0, 1)]
    return "UTF-16" if min(zeros) == 0 and max(zeros) > len(first) / 4 else ""


def _too_large(path: Path, most: int) -> FileError:
    return FileError("{path}: cannot be read: larger than {most} MiB", path=path, most=most >> 20)


# -- TOML


def read_toml(path: Path, most: int = MOST_TOML) -> dict[str, Any]:
    """The table in a TOML file of at most so many bytes. Raises `FileError` naming file and line or key."""
    return parse_toml(read_text(path, most), str(path))


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The table that `text` is. Raises `FileError` naming `source` and line or key."""
    import tomllib

    bare = _STRINGS.sub(lambda found: "_" if found[0][0] in "\"'" else "", text)
    if found := _DOTTED.search(bare):  # tomllib takes minutes for one of thousands of parts
        raise FileError(
            "{source}: {key}...: expected tables and lists at most {most} deep",
            source=source,
            key="".join(found[0].split())[:60],
            most=DEEPEST,
        )
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError("{source}: cannot be read: not TOML: {error}", source=source, error=error) from None
    except RecursionError:
        raise FileError(
            "{source}: cannot be read: expected tables and lists at most {most} deep", source=source, most=DEEPEST
        ) from None
    except ValueError:  # a whole number of more digits than Python converts
        found = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, found.start() if found else 0) + 1
        raise FileError(
            "{source}, line {line}: a number of thousands of digits; expected 64 bits", source=source, line=line
        ) from None
    _check(data, source, ())
    return data


def csv_rows(path: Path, text: str, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with the numbers of the lines in which they end. Raises `FileError` naming file and line."""
    import csv

    table = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    try:
        for cells in table:
            yield table.line_num, cells
    except csv.Error as error:  # a cell of more than 131,072 characters
        raise FileError(
            "{path}, line {number}: cannot be read: {error}", path=path, number=table.line_num, error=error
        ) from None


def each_once(pairs: Iterable[tuple[str, T]], where: str = "") -> dict[str, T]:
    """Values by their names. Raises `FileError`, which tells `where` they stand, for a name that comes twice: which of
    them is meant nobody knows.
    """
    found: dict[str, T] = {}
    for name, value in pairs:
        if name in found:
            text = "{where}: {key} comes twice; expected it once" if where else "{key} comes twice; expected it once"
            raise FileError(text, where=where, key=shortened(name))
        found[name] = value
    return found


def parse_json(text: str, source: str) -> Any:
    """The value that JSON `text` is. Raises `FileError` naming `source`."""
    try:
        data = json.loads(text, object_pairs_hook=partial(each_once, where=source))
    except FileError:
        raise
    except RecursionError:
        raise FileError(
            "{source}: expected tables and lists at most {most} deep", source=source, most=DEEPEST
        ) from None
    except ValueError as error:  # also a whole number of more digits than Python converts
        raise FileError("{source}: expected JSON: {error}", source=source, error=error) from None
    _check(data, source, ())
    return data


def fault_words(key: str, fault: Mapping[str, Any]) -> Words:
    """What pydantic found at a key, as an error tells it."""
    if fault["type"] == "missing":
        return Words("{key}: missing, expected a value", key=key)
    values = fault.get("ctx", {})
    if fault["type"] == "literal_error":
        values = {"expected": values["expected"].replace(" or ", ", ").replace("'", '"')}
    if fault["type"] == "value_error":  # from a check of our own
        return Words("{key} = {value}: {fault}", key=key, value=written(fault["input"]), fault=values["error"])
    if text := FAULTS.get(fault["type"]):
        found = Words(text, **values) if values else Words(text)
    else:
        found = Words("{fault}", fault=fault["msg"][:1].lower() + fault["msg"][1:])
    return Words("{key} = {value}: {fault}", key=key, value=written(fault["input"]), fault=found)


def _check(value: Any, source: str, place: tuple[str | int, ...]) -> None:
    if len(place) > DEEPEST:
        raise FileError(
            "{source}: {key}...: expected tables and lists at most {most} deep",
            source=source,
            key=".".join(map(str, place))[:60],
            most=DEEPEST,
        )
    if isinstance(value, int) and not SMALLEST <= value <= LARGEST:
        raise FileError(
            "{source}: {key}: a number of {bits} bits; expected {smallest} to {largest}",
            source=source,
            key=".".join(map(str, place)),
            bits=value.bit_length(),
            smallest=SMALLEST,
            largest=LARGEST,
        )
    named = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for name, each in named:
        _check(each, source, (*place, name))


def toml_text(data: Mapping[str, Any], remarks: Mapping[str, str] | None = None) -> str:
    """TOML text of a table of texts, numbers, booleans, lists and tables, with remarks after the values of these keys.

    Values of None are left out. Raises `TypeError` for anything else.
    """
    import tomlkit

    document = tomlkit.parse(tomlkit.dumps(_without_none(data)))
    for key, remark in (remarks or {}).items():
        document[key].comment(remark)
    return tomlkit.dumps(document)


def write_toml(path: Path, data: Mapping[str, Any], form: Form) -> None:
    """Write a table as a TOML file; what stays the same in a file that is there keeps its place and its remarks.

    Raises `FileError` like `whole_write`, `TypeError` like `toml_text`.
    """
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    data = _without_none(data)
    text = toml_text(data)
    with suppress(OSError, ValueError, RecursionError, TOMLKitError):  # what cannot be read has nothing to be kept
        document = tomlkit.parse(read_text(path, MOST_TOML))
        _update(document, data)
        changed = tomlkit.dumps(document)
        if tomllib.loads(changed) == data:
            text = changed
    write_text(path, text, form)


def _without_none(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _without_none(value) if isinstance(value, Mapping) else value
        for key, value in data.items()
        if value is not None
    }


def _update(table: MutableMapping[str, Any], data: Mapping[str, Any]) -> None:
    for key in table.keys() - data.keys():
        del table[key]
    for key, value in data.items():
        old = table.get(key)
        if isinstance(old, MutableMapping) and isinstance(value, Mapping):
            _update(old, value)
        elif old is None or old != value or isinstance(value, bool) != isinstance(old, bool):
            table[key] = value


# -- whole writes


def write_text(path: Path, text: str, form: Form) -> Path:
    """Write a text file whole, with its folder, and return its path. Raises `FileError` like `whole_write`."""
    return write_bytes(path, _encoded(text), form)


def _encoded(text: str) -> bytes:
    """UTF-8. Of names of files that are none of it, the bytes are told as Python writes them."""
    return text.encode(errors="backslashreplace")


def write_bytes(path: Path, data: bytes, form: Form) -> Path:
    """Write a file whole, with its folder, and return its path. Raises `FileError` like `whole_write`."""
    with whole_write(path, form) as file:
        file.write(data)
    return path


def place_of(path: Path, form: Form) -> Path:
    """Where a file of this form is written: at `path`, or where a link in its folder leads.

    Commands ask before their work, so that it is not done in vain. Raises `FileError` where a file is that does not
    begin like that, which somebody else has written, or a link that leads out of its folder. A link of another user is
    the place itself: it is replaced, since it could lead to a file of this one's.
    """
    try:
        is_link, target = path.is_symlink(), Path(os.path.realpath(path))
        if is_link and path.lstat().st_uid not in (0, getattr(os, "geteuid", int)()):
            return path
        if is_link and not form.leads_on and target.parent != Path(os.path.realpath(path.parent)):
            raise FileError(
                "{path}: is a link to {target}; expected a file, or a link within its folder", path=path, target=target
            )
        if form is NEW and os.path.lexists(path):
            raise FileError("{path}: exists already; expected a new name", path=path)
        if path.is_file() and (ends := _ends(path)) and not form.begins.match(ends.removeprefix(codecs.BOM_UTF8)):
            raise FileError("{path}: exists already; expected another name, or {what}", path=path, what=form.what)
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None
    return target if is_link else path


def _ends(path: Path) -> bytes:
    """The first and the last bytes of a file."""
    with path.open("rb") as file:
        first = file.read(_ENDS)
        file.seek(max(len(first), path.stat().st_size - _ENDS))
        return first + file.read(_ENDS)


@contextmanager
def whole_write(path: Path, form: Form, *, make_folder: bool = True) -> Iterator[IO[bytes]]:
    """A new file that takes the place of `path` when the block ends without an error.

    At any moment, also after a kill, the old file is there or the new one, never half of one. Each write has a
    temporary file of its own beside it, so that several processes may write at once: the last one wins. Links and what
    may be replaced: see `place_of`. A device is written as it is. Folders that are made for a file which cannot be
    written go again.

    Raises `FileError` where it cannot be written, also for an `OSError` of the block, and where `place_of` does; the
    old file is then still there.
    """
    target = place_of(path, form)
    try:
        if path.exists() and not path.is_file():
            device = os.open(path, _DEVICE)
            if hasattr(os, "set_blocking"):
                os.set_blocking(device, True)
            with os.fdopen(device, "wb") as file:
                yield file
            return
        with _folder_of(target) if make_folder else nullcontext():
            is_there = target.exists()
            if is_there and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            part = target.with_name(f".skillbox-{os.urandom(8).hex()}")
            handle = os.open(part, _NEW_FILE, 0o666)
            try:
                with os.fdopen(handle, "wb") as file:
                    yield file
                    file.flush()
                    os.fsync(file.fileno())
                if is_there:
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                _replace(part, place_of(path, form))  # still: it may have been written meanwhile
            finally:
                with suppress(OSError):  # after a good end it is not there any more
                    part.unlink()
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None


@contextmanager
def _folder_of(path: Path) -> Iterator[None]:
    """A block that writes a file: its folder is made if it is not there, and goes again if it is left empty."""
    new = list[Path]()
    try:
        new += [folder for folder in path.parents if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None
    try:
        yield
    finally:
        for folder in new:  # the deepest first
            with suppress(OSError):  # what is not empty stays
                folder.rmdir()


def _replace(part: Path, target: Path) -> None:
    for _ in range(_REPLACE_TRIES):
        with suppress(PermissionError):
            part.replace(target)
            return
        time.sleep(_REPLACE_WAIT_S)
    part.replace(target)


@contextmanager
def growing(path: Path, form: Form, *, make_folder: bool = False) -> Iterator[None]:
    """A block that adds lines to a file: it is made if it is not there, and goes again if it is still empty at the end.

    Raises `FileError` where it cannot be made, where something else is than a plain file, and where `place_of` does.
    """
    if place_of(path, form).exists():
        if not path.is_file():  # to add to a pipe would wait for ever
            raise FileError("{path}: is no plain file; expected one, or a new name", path=path)
        yield
        return
    with _folder_of(path) if make_folder else nullcontext():
        with whole_write(path, form, make_folder=False):
            pass
        try:
            yield
        finally:
            with suppress(OSError):
                if not path.stat().st_size:
                    path.unlink()


def append_line(path: Path, line: str, form: Form) -> None:
    """Add a line to a file that is there, and wait until it is on the disk. Raises `FileError`, also where `place_of`
    does.
    """
    target = place_of(path, form)
    try:
        with os.fdopen(os.open(target, _OLD_FILE), "ab") as file:
            file.write(_encoded(f"{line}\n"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None


# -- locks


def lock(path: Path, wait_s: float = _LOCK_WAIT_S) -> None:
    """Lock `path` for this process, until `unlock` or the end of the process, however it ends.

    To lock it again does nothing. Other processes are kept out only by asking for the lock too: the lock is a file of
    its own beside `path`, which may itself be replaced or not be there. Raises `FileError` if another process still has
    the lock after `wait_s`, `OSError` where none can be.
    """
    from filelock import FileLock, Timeout

    with _locks_guard:
        if _key(path) in _locks:
            return
        lock_file = _lock_file(path)
        lock_file.parent.mkdir(parents=True, exist_ok=True)
        if _is_anothers(lock_file):
            raise FileError("{path}: exists already; expected another name, or {what}", path=lock_file, what=LOCK)
        found = FileLock(lock_file, thread_local=False)
        try:
            found.acquire(wait_s, poll_interval=_POLL_S)
        except Timeout:
            raise FileError(
                "{path}: it is open in another window of Skillbox; expected one that is not", path=path
            ) from None
        _locks[_key(path)] = found


def unlock(path: Path) -> None:
    """Let others lock `path`; nothing happens if this process has not locked it.

    The lock file goes while the lock is still there. Who has opened it before and gets its lock afterwards sees that
    it has lost its name, and opens the next one.
    """
    with _locks_guard:
        found = _locks.pop(_key(path), None)
        if found is not None:
            lock_file = _lock_file(path)
            with suppress(OSError):  # the folder may have been moved
                lock_file.unlink()
            found.release()
            if os.name == "nt":  # where a file can be deleted only when nobody has it open
                with suppress(OSError):
                    lock_file.unlink()


@contextmanager
def locked(path: Path, wait_s: float = _LOCK_WAIT_S) -> Iterator[None]:
    """Lock `path` for a block, at whose end it is unlocked. Raises `FileError` and `OSError` like `lock`."""
    lock(path, wait_s)
    try:
        yield
    finally:
        unlock(path)


def is_locked_elsewhere(path: Path) -> bool:
    """Whether another process has locked `path`."""
    from filelock import FileLock, Timeout

    with _locks_guard:
        lock_file = _lock_file(path)
        if _key(path) in _locks or not lock_file.exists():
            return False
        if _is_anothers(lock_file):
            return True
        try:
            with FileLock(lock_file, thread_local=False).acquire(_ASK_WAIT_S, poll_interval=_POLL_S):
                return False
        except Timeout:
            return lock_file.exists()
        except OSError:
            return True


def _key(path: Path) -> tuple[int, Path]:
    return os.getpid(), Path(os.path.realpath(path))


def _is_anothers(lock_file: Path) -> bool:
    """Whether what has the name of a lock file is none: they are empty, and would be emptied."""
    with suppress(FileNotFoundError):  # whoever had the lock may just have given it back
        found = lock_file.lstat()
        return stat.S_ISLNK(found.st_mode) or found.st_size > 0
    return False


def _lock_file(path: Path) -> Path:
    real = Path(os.path.realpath(path))
    return real.with_name(f"{real.name}.lock")
