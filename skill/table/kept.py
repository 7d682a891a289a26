"""Examples that come with Skillbox, for games in which hands must reach a goal: planners would take minutes to find
such an attempt. A zip archive for each game and engine has the record of a match in it, and the traces of its attempts;
`python -m tests.table.examples` makes them.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from pathlib import Path

from skill.errors import FileError, Unavailable, Words
from skill.files import OF_OUR_FOLDER, read_bytes, write_bytes
from skill.lattice.notation import FIRST_ENGINE
from skill.physics.versions import ENGINES
from skill.programs import program_of
from skill.rules.game import AnyGame
from skill.table.record import Record, parse_record, trace_name

FOLDER = Path(__file__).parent / "examples"
RECORD = "example.txt"
MOST_BYTES = 2**20
"""Of an archive."""
ABLE = "greedy"
"""Whose attempt in it comes to something; that of a weaker bot is a mistake."""


def kept_file(slug: str, engine: str = FIRST_ENGINE) -> Path:
    """Where the example of a game is kept whose attempts that engine has stepped."""
    return FOLDER / f"{slug}-{engine}.zip"


def is_kept(game: AnyGame) -> bool:
    """Whether an example of that game comes with Skillbox."""
    return bool(_files(game))


def kept_example(game: AnyGame, folder: Path) -> Record | None:
    """The example of a game, its traces written into `folder`; None where none is kept.

    It is that of the engine in use, or of another one that is installed. Raises `Unavailable` where none of those is,
    `FileError` for an archive that cannot be read.
    """
    if not (files := _files(game)):
        return None
    from skill.physics.scene import ENGINE_VARIABLE, installed_engines, usual_engine

    in_use = os.environ.get(ENGINE_VARIABLE) or usual_engine()
    here = sorted(files.keys() & set(installed_engines()), key=lambda engine: (engine != in_use, engine))
    if not here:
        wrong = "{game}: its example was made with {engines}, which is not installed"
        raise Unavailable(wrong, game=Words(game.title), engines=", ".join(sorted(files)))
    return _unpacked(files[here[0]], folder)


def _files(game: AnyGame) -> dict[str, Path]:
    """Where the examples of a game are that are there, by their engines; none of a game of the user's own."""
    if program_of(type(game).__module__):
        return {}
    found = {name: kept_file(game.slug, name) for name in ENGINES}
    return {name: path for name, path in found.items() if path.is_file()}


def _unpacked(path: Path, folder: Path) -> Record:
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path, MOST_BYTES))) as archive:
            record = parse_record(archive.read(RECORD).decode(), str(path))
            for name in filter(None, (trace_name(line.action) for line in record.played)):
                (folder / name).write_bytes(archive.read(name))
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, UnicodeDecodeError) as error:
        raise FileError("{path}: cannot be read: {error}", path=path, error=str(error)) from None
    return record


def keep(record: Record, folder: Path, engine: str) -> Path:
    """Keeps a record, and its traces from `folder`, as the example of its game; the same makes the same bytes.

    Raises `FileError`.
    """
    archive = io.BytesIO()
    names = filter(None, (trace_name(line.action) for line in record.played))
    texts = {RECORD: str(record).encode(), **{name: (folder / name).read_bytes() for name in names}}
    with zipfile.ZipFile(archive, "w") as written:
        for name, text in texts.items():
            written.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED, 9)  # of no date
    return write_bytes(kept_file(record.game.slug, engine), archive.getvalue(), OF_OUR_FOLDER)
