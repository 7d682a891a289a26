"""One file to share a game by: a zip archive of the game, its scenes, its translations and a picture, with a manifest
that names each and the SHA-256 of its bytes. An archive from a stranger may contain anything: all of it is checked in
memory, within limits, before any of it is used, and no name in it may lead out of the folder of the game.
"""

from __future__ import annotations

import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from skill.errors import FileError, Words, printable, quoted, shortened
from skill.files import Form, parse_json, read_bytes, write_bytes

SUFFIX = ".skillbox"
FORMAT = 1
MANIFEST = "manifest.json"
PICTURE = "picture.png"
MOST_FILES = 50
MOST_PACKED, MOST_UNPACKED = 2**23, 2**24
"""Bytes of the archive, and of all that is in it."""
NAME = re.compile(r"[A-Za-z0-9_-]{1,60}(\.[a-z]{2,3})?\.(py|toml|po|png)", re.ASCII)
"""What a file in it may be called: no folder, no name of a device, nothing that two systems read in two ways."""
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
PACKED = Form(Words("a game that Skillbox has packed"), re.compile(b"PK.*" + MANIFEST.encode(), re.DOTALL))
_TOLD = ("title", "slug", "summary")


class Packed(NamedTuple):
    """What is in such a file, all of it checked against its manifest."""

    title: str
    slug: str
    summary: str
    game: str
    """The name of the file that holds the game."""
    files: Mapping[str, bytes]

    @property
    def told(self) -> str:
        """What it says it is, in one line: it is shown where somebody is asked whether to trust it."""
        return printable(f"{self.title} ({self.slug}): {self.summary}", "line")

    @property
    def digest(self) -> str:
        """The SHA-256 of all that is in it."""
        return sha256(
            b"".join(sha256(name.encode() + self.files[name]).digest() for name in sorted(self.files))
        ).hexdigest()


def write_packed(path: Path, packed: Packed) -> Path:
    """Writes the archive; the same files make the same bytes. Raises `FileError`, also where a limit is passed."""
    manifest = {
        "format": FORMAT,
        **{name: getattr(packed, name) for name in _TOLD},
        "game": packed.game,
        "files": {name: sha256(data).hexdigest() for name, data in sorted(packed.files.items())},
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        texts = {MANIFEST: json.dumps(manifest, indent=1, ensure_ascii=False).encode(), **packed.files}
        for name, data in texts.items():
            written.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # of no date: the same bytes each time
    parse_packed(archive.getvalue(), path)  # whoever is given it must be able to read it
    return write_bytes(path, archive.getvalue(), PACKED)


def read_packed(path: Path) -> Packed:
    """What is in the file of that path; nothing is written. Raises `FileError` that names what is wrong."""
    return parse_packed(read_bytes(path, MOST_PACKED), path)


def parse_packed(data: bytes, path: Path) -> Packed:
    """The same of the bytes of a file; `path` is for messages."""
    if len(data) > MOST_PACKED:
        raise _fault(path, Words("{count} bytes; expected at most {most}", count=len(data), most=MOST_PACKED))
    files = _unzipped(data, path)
    if (text := files.pop(MANIFEST, None)) is None:
        raise _fault(path, Words("no {name}; expected one", name=MANIFEST))
    try:
        manifest = parse_json(text.decode(), f"{path}: {MANIFEST}")
    except UnicodeDecodeError:
        raise _fault(path, Words("{name}: expected UTF-8 text", name=MANIFEST)) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else manifest
        text_ = Words("{name}: format = {found}; expected {format}", name=MANIFEST, found=_short(found), format=FORMAT)
        raise _fault(path, text_)
    told = [manifest.get(name) for name in (*_TOLD, "game")]
    for name, value in zip((*_TOLD, "game"), told, strict=True):
        if not isinstance(value, str) or len(value) > 500:
            expected = "{name}: {key} = {found}; expected a text"
            raise _fault(path, Words(expected, name=MANIFEST, key=name, found=_short(value)))
    title, slug, summary, game = map(str, told)
    if not game.endswith(".py") or game not in files:
        raise _fault(
            path, Words("{name}: game = {found}; expected a .py file in it", name=MANIFEST, found=_short(game))
        )
    digests = {name: sha256(content).hexdigest() for name, content in files.items()}
    if manifest.get("files") != digests:
        wrong = next((name for name in digests if _listed(manifest).get(name) != digests[name]), MANIFEST)
        raise _fault(path, Words("{name}: is not what the manifest says of it; expected its SHA-256", name=wrong))
    return Packed(title, slug, summary, game, files)


def _listed(manifest: Mapping[str, object]) -> Mapping[str, object]:
    files = manifest.get("files")
    return files if isinstance(files, dict) else {}


def _unzipped(data: bytes, path: Path) -> dict[str, bytes]:
    """The files of an archive by name, once what it says of them is within the limits."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _check_entries(entries, path)
            found = {}
            for entry in entries:
                with archive.open(entry) as file:
                    found[entry.filename] = file.read(entry.file_size + 1)
                if len(found[entry.filename]) != entry.file_size:
                    raise _fault(path, Words("{name}: is not as long as the archive says", name=entry.filename))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _fault(path, Words("no archive that can be read: {error}", error=str(error))) from None
    return found


def _check_entries(entries: list[zipfile.ZipInfo], path: Path) -> None:
    if len(entries) > MOST_FILES:
        raise _fault(path, Words("{count} files in it; expected at most {most}", count=len(entries), most=MOST_FILES))
    if (size := sum(entry.file_size for entry in entries)) > MOST_UNPACKED:
        raise _fault(path, Words("{count} bytes in it; expected at most {most}", count=size, most=MOST_UNPACKED))
    seen = set[str]()
    for entry in entries:
        name, shown = entry.filename, quoted(shortened(entry.filename))
        if name != MANIFEST and (not NAME.fullmatch(name) or DEVICES.fullmatch(name.partition(".")[0])):
            expected = "{name}: expected a plain name of letters, digits, - and _ that ends in .py, .toml, .po or .png"
            raise _fault(path, Words(expected, name=shown))
        if name.lower() in seen:
            raise _fault(path, Words("{name}: is in it twice; expected each name once", name=shown))
        seen.add(name.lower())
        mode = entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise _fault(path, Words("{name}: is a link or a device; expected a plain file", name=shown))
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.flag_bits & 1:
            raise _fault(path, Words("{name}: is encrypted or packed otherwise; expected deflate", name=shown))


def _short(value: object) -> str:
    return shortened(repr(value))


def _fault(path: Path, fault: Words) -> FileError:
    return FileError("{path}: {fault}", path=path, fault=fault)
