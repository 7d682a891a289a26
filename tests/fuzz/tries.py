"""One try: a command line of our own, run in this process in a folder and a data folder of its own, and what it did."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple
from unittest import mock

from skill.app import i18n
from skill.app.settings.preferences import NAME, Preferences, read_preferences
from skill.errors import UNSHOWN, FileError
from skill.paths import HOME_VARIABLE
from tests.fuzz.audit import listening

TIMES, LEAST_S, LEAST_MIB = 100, 1.0, 200.0
"""How many times what is usual for inputs of its kind and size is a fault; less than so much never is."""
FEWEST = 8
"""Inputs of a size below which that of a try is weighed against all sizes of its kind, in proportion."""
LONGEST_LINE = 1500
"""Characters of a line that nobody reads any more: a fault is told, not the file repeated."""
WRITTEN = "a.gif", "a.png"
SECRET, PASSWORD = "secret.toml", "hunter2hunter2"
"""A file beside the folder of a try: no file and no request has a right to it."""


class Try(NamedTuple):
    """A command with its files."""

    kind: str
    words: tuple[str, ...]
    files: Mapping[str, bytes]
    """By name, below the folder in which the command runs."""
    home: Mapping[str, bytes] = {}
    """Those of the data folder."""
    does_well: bool = False
    """Whether the command has to do its work all the same."""
    given: bytes = b""
    """What it reads from standard input."""
    rewrites: tuple[str, ...] = ()
    """Files of the command's own that it writes anew."""
    keeps: tuple[str, ...] = ()
    """Files that are not the command's own, which it leaves as they are to the last byte."""
    environment: Mapping[str, str] = {}
    """Variables beside those that every try has; `{here}` in them is the folder in which the command runs."""

    @property
    def size(self) -> int:
        """Bytes of all that it reads."""
        given = (*self.files.values(), *self.home.values(), self.given, *self.words, *self.environment.values())
        return sum(map(len, given))


class Done(NamedTuple):
    """What came of a try."""

    kind: str
    command: str
    size: int
    """Bytes of all that it read."""
    faults: Sequence[str]
    code: int | None
    seconds: float
    """Of processor time."""
    mib: float
    """Of memory beyond what the process had before, where the system tells."""


def carried_out(tried: Try, folder: Path) -> Done:
    """Runs a try in an empty folder."""
    here, home = folder / "here", folder / "home"
    for place, files in ((here, tried.files), (home, tried.home)):
        place.mkdir()
        for name, data in files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape", write_through=True)
    before = _memory_mib()
    faults: list[str] = []
    code, begun = None, time.process_time()
    secret = folder / SECRET
    secret.write_text(f'[{"x" * 3}]\npassword = "{PASSWORD}"\n')
    environment = {
        HOME_VARIABLE: str(home),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "SKILLBOX_RENDERER": "software",
        **{name: value.replace("{here}", str(here)) for name, value in tried.environment.items()},
    }
    with (
        contextlib.chdir(here),
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "argv", ["skillbox", *tried.words]),
        mock.patch("skill.app.application.Application.run", _look_round),
        mock.patch("traceback.print_exception"),  # with which the window tells authors of games where theirs failed
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(tried.given))),
        listening((here, home), tried.words, faults),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        from skill.cli import main

        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            faults.append(traceback.format_exc())
        finally:
            i18n._own.clear()
            i18n.ask_for(i18n.ENGLISH)
            i18n._asked = ""  # the next try has a language of its own
    seconds = time.process_time() - begun
    text = said.buffer.getvalue().decode("utf-8", "replace")
    if "Traceback (most recent" in text:
        faults.append(text[-3000:])
    if code not in (0, 1, 2, None):
        faults.append(f"exit code {code}")
    if tried.words[:1] != ("serve",) and (sent := UNSHOWN.search(text)):  # whose answers are JSON for programs
        faults.append(f"sent a terminal what is no text: {text[max(0, sent.start() - 40) : sent.end() + 40]!r}")
    if '"InternalError"' in text:
        faults.append(text[-3000:])
    if PASSWORD in text:
        faults.append(f"told what stands in another file: {text[-300:]!r}")
    faults += [f"changed: {name}" for name in tried.keeps if (here / name).read_bytes() != tried.files[name]]
    if tried.does_well and code != 0:
        faults.append(f"exit code {code}, although it has to do its work: {text[-300:]!r}")
    if code == 2 and not text.strip():
        faults.append("exit code 2 and not a word about why")
    if code == 2 and "Usage:" not in text and (longest := max(map(len, text.splitlines()))) > LONGEST_LINE:
        faults.append(f"a line of {longest} characters: {text[:200]!r}")
    faults += [
        f"lost: {name}" for name in _lost(here, tried.files) + _lost(home, tried.home) if name not in tried.rewrites
    ]
    mib = _memory_mib(peak=True) - before
    return Done(tried.kind, " ".join(tried.words[:1]), tried.size, faults, code, seconds, mib)


def _memory_mib(*, peak: bool = False) -> float:
    """What the process has in memory, or had at most since this was asked last; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        told = Path("/proc/self/status").read_text()
        if not peak:
            Path("/proc/self/clear_refs").write_text("5")  # the peak is now what it has
        name = "VmHWM:" if peak else "VmRSS:"
        return next(int(line.split()[1]) for line in told.splitlines() if line.startswith(name)) / 1024
    return 0.0


def beyond(done: Mapping[int, Done]) -> Iterator[tuple[int, str]]:
    """The numbers of those tries that took far more time or memory than others of their kind and size, and what is to
    be said.

    What is refused is weighed against what is refused. Where few are of a size what the kind takes may grow with it.
    """
    kinds: dict[tuple[str, str, bool], list[int]] = {}
    for number, each in done.items():
        kinds.setdefault((each.kind, each.command, each.code == 0), []).append(number)
    for numbers in kinds.values():
        alike: dict[int, list[int]] = {}
        for number in numbers:
            alike.setdefault(done[number].size.bit_length(), []).append(number)
        middle = median(done[number].size for number in numbers)
        for what, least, of in (("s", LEAST_S, lambda one: one.seconds), ("MiB", LEAST_MIB, lambda one: one.mib)):
            of_all = median(of(done[number]) for number in numbers)
            for number in numbers:
                same = alike[done[number].size.bit_length()]
                usual = of_all * max(1, done[number].size / max(1, middle))
                if len(same) >= FEWEST:
                    usual = median(of(done[other]) for other in same)
                if (cost := of(done[number])) > max(least, TIMES * usual):
                    yield number, f"took {cost:.1f} {what}, others of its kind and size {usual:.3f}"


def _look_round(app) -> None:  # type: ignore[no-untyped-def]
    """In the place of the loop of the window: the first screen, then each other that shows what is kept."""
    from skill.app.screens import destinations

    app.frame(0.03)
    for destination in (
        destinations.Home(),
        destinations.Preferences(),
        destinations.Statistics(),
        destinations.Analysis(),
        destinations.Measure(),
    ):
        app.go_to(destination)
        app.frame(0.03)
    if app.failed is not None:
        raise app.failed
    app.keep_preferences()
    app.screen.closed()


def _preferences(data: bytes, folder: Path) -> Preferences | None:
    """The preferences that a file with these bytes says, if it can be read."""
    with tempfile.TemporaryDirectory(dir=folder) as own, contextlib.suppress(FileError):
        path = Path(own) / NAME  # Windows opens no temporary file a second time
        path.write_bytes(data)
        return read_preferences(path)
    return None


def _lost(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """The files that are neither as they were, nor grown, nor kept under another name beside their place."""
    lost = []
    for name, data in files.items():
        path = folder / name
        there = path.read_bytes() if path.is_file() else b""
        if there.startswith(data) or any(
            other.is_file() and other.stat().st_size == len(data) and other.read_bytes() == data
            for other in path.parent.iterdir()
        ):
            continue
        if path.suffix == ".sqlite" and there[:16] == data[:16] == b"SQLite format 3\0":
            continue  # a database that is in order grows by tables; what rows are in it is looked at elsewhere
        if path.parent.name == "journals" and not path.exists() and not re.search(rb"^1:", data, re.MULTILINE):
            continue  # a match in which the person on the first seat has not acted is forgotten
        if name == NAME and (meant := _preferences(data, folder)) and meant == _preferences(there, folder):
            continue  # written anew without what is usual
        lost.append(name)
    return lost
