"""Examples that come with Skillbox, for games in which hands must reach a goal: planners would take minutes to find
such an attempt. A zip archive for each game has the record of a match in it, and of its attempts the traces, and the
films by which they are seen without an engine and alike on every machine; `python -m tests.table.examples` makes them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

from skill.errors import FileError
from skill.files import OF_OUR_FOLDER, read_bytes, write_bytes
from skill.programs import program_of
from skill.rules.game import AnyGame
from skill.table.record import Record, parse_record, trace_name

FOLDER = Path(__file__).parent / "examples"
RECORD, FILM = "example.txt", ".film"
MOST_BYTES = 2**20
"""Of an archive."""
ABLE = "greedy"
"""Whose attempt in it comes to something; that of a weaker bot is a mistake."""


def kept_file(slug: str) -> Path:
    """Where the example of a game is kept, if one is."""
    return FOLDER / f"{slug}.zip"


def is_kept(game: AnyGame) -> bool:
    """Whether an example of that game comes with Skillbox; none of a game of the user's own does."""
    return not program_of(type(game).__module__) and kept_file(game.slug).is_file()


def kept_example(game: AnyGame, folder: Path) -> Record | None:
    """The example of a game, its traces and films written into `folder`; None where none is kept.

    Raises `FileError` for an archive that cannot be read.
    """
    return _unpacked(kept_file(game.slug), folder) if is_kept(game) else None


def _unpacked(path: Path, folder: Path) -> Record:
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path, MOST_BYTES))) as archive:
            record = parse_record(archive.read(RECORD).decode(), str(path))
            for name in _beside(record):
                (folder / name).write_bytes(archive.read(name))
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, UnicodeDecodeError) as error:
        raise FileError("{path}: cannot be read: {error}", path=path, error=str(error)) from None
    return record


def keep(record: Record, folder: Path) -> Path:
    """Keeps a record, with traces and films from `folder`, as the example of its game; the same makes the same bytes.

    Raises `FileError`.
    """
    archive = io.BytesIO()
    texts = {RECORD: str(record).encode(), **{name: (folder / name).read_bytes() for name in _beside(record)}}
    with zipfile.ZipFile(archive, "w") as written:
        for name, text in texts.items():
            written.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED, 9)  # of no date
    return write_bytes(kept_file(record.game.slug), archive.getvalue(), OF_OUR_FOLDER)


def _beside(record: Record) -> list[str]:
    """The names of the files that belong to a record: of each attempt its trace and its film."""
    traces = filter(None, (trace_name(line.action) for line in record.played))
    return [name for trace in traces for name in (trace, film_name(trace))]


def film_name(trace: str) -> str:
    """The file with the pictures of the attempt of that trace."""
    return str(Path(trace).with_suffix(FILM))
