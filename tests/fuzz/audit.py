"""What this process opened, changed and started while a try ran, by Python's own audit events: compared with what was
asked of it.
"""

from __future__ import annotations

import os
import platform
import resource
import site
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
READABLE = tuple(
    {
        *(str(ROOT), sys.prefix, sys.base_prefix, *site.getsitepackages(), *sysconfig.get_paths().values()),
        *(place for place in sys.path if place),
        *("/usr", "/etc", "/lib", "/proc", "/sys", "/dev", "/var/cache/fontconfig"),
        *(str(Path.home() / name) for name in (".cache", ".config", ".fonts", ".local/share/fonts")),
    }
)
"""Where the program, its libraries and the system lie, of which any file may be read."""
WRITABLE = ("/dev/null", "/proc/self", str(Path.home() / ".cache" / "matplotlib"))
MOST_OPENED = 400
"""Files that a command opens, beside those of the program and of the system."""
MOST_MB = 400
"""By how much memory may grow in a try."""
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
STARTS = {"subprocess.Popen", "os.exec", "os.fork", "os.posix_spawn", "os.system", "socket.connect", "socket.bind"}

_heard: list[tuple[str, str]] | None = None
"""What was done and to what, while somebody listens."""


def _hear(event: str, given: tuple[object, ...]) -> None:
    if _heard is None:
        return
    if event == "open" and isinstance(given[0], str | bytes | os.PathLike):
        mode, flags = given[1], given[2]
        writes = (isinstance(mode, str) and any(sign in mode for sign in "wax+")) or bool(int(flags or 0) & WRITES)
        _heard.append(("write" if writes else "read", _place(given[0])))
    elif event in CHANGES:
        _heard.extend(("write", _place(path)) for path in given[:2] if isinstance(path, str | bytes | os.PathLike))
    elif event in STARTS:
        _heard.append((event, repr(given)[:200]))


def _place(path: str | bytes | os.PathLike[str]) -> str:
    """Where a path leads, links followed."""
    try:
        return os.path.realpath(os.fsdecode(path))
    except (OSError, ValueError):
        return os.fsdecode(path)


platform.processor()  # by `uname`, once; libraries ask it while they are loaded
sys.addaudithook(_hear)  # for the rest of the process: a hook cannot be taken back


@contextmanager
def listening(folders: Sequence[Path], asked: Sequence[str], faults: list[str]) -> Iterator[None]:
    """A block that may read and write in these folders, read what `asked` names, and read the program and the system.

    What else it did is added to `faults` at its end.
    """
    global _heard
    own = tuple(os.path.realpath(folder) + os.sep for folder in folders)
    named = {_place(word) for word in asked} | {_place(word.partition("=")[2]) for word in asked if "=" in word}
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # Linux: what was the most before is forgotten
    heard = _heard = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        yield
    finally:
        _heard = None
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / (1024 if sys.platform == "linux" else 2**20)
    opened = 0
    for what, path in dict.fromkeys(heard):
        is_own = f"{path}/".startswith(own) or path in named
        if what == "read":
            opened += is_own
            if not is_own and not path.startswith(READABLE):
                faults.append(f"read {path}, of which nobody spoke")
        elif what == "write":
            if not is_own and not path.startswith(WRITABLE) and "__pycache__" not in path:
                faults.append(f"wrote {path}, of which nobody spoke")
        else:
            faults.append(f"{what} {path}")
    if opened > MOST_OPENED:
        faults.append(f"opened {opened} files")
    if grown > MOST_MB:
        faults.append(f"took {grown:.0f} MB more")
