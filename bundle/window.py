"""Whether a program's window comes up: a picture on an X server that nobody sees, or a while without a display."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S, UNSEEN_S = 90.0, 10.0
LOOK = "from PIL import ImageGrab, ImageStat; print(max(ImageStat.Stat(ImageGrab.grab(xdisplay={!r})).stddev))"
CONTRAST = 20  # standard deviation of the pixels of a whole screen, 0 to 255; an empty one has 0


@contextmanager
def x_server(size: tuple[int, int] = (1280, 800)) -> Iterator[str]:
    """The name of an X server of our own, with a screen of that size.

    It does not reset when a client leaves it alone: that would break up one that arrives.
    """
    read, write = os.pipe()
    options = ["-screen", "0", "{}x{}x24".format(*size), "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), *options], pass_fds=[write], stderr=subprocess.DEVNULL)  # noqa: S603, S607 (our own words, and no shell; a tool of the system)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def try_window(command: list[str], python: str | Path, home: Path) -> str:
    """How the window of `command` was seen to come up; `home` is where the program may keep things.

    `python` has Pillow, which looks at the screen. Raises `RuntimeError` if there is no picture, or the program ends by
    itself or, asked to close, with a fault.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment = {**kept, "SDL_AUDIODRIVER": "dummy", "SKILLBOX_HOME": str(home)}
    if sys.platform == "linux" and shutil.which("Xvfb"):
        environment.pop("SDL_VIDEODRIVER", None)
        with x_server() as display:
            _shown(command, {**environment, "DISPLAY": display}, [str(python), "-c", LOOK.format(display)])
        return "its window showed a picture under Xvfb"
    _shown(command, {**environment, "SDL_VIDEODRIVER": "dummy"}, None)
    return f"its window ran for {UNSEEN_S:g} s without a display"


def _shown(command: list[str], environment: Mapping[str, str], look: list[str] | None) -> None:
    """Starts the program, waits for a picture where somebody can look, else for a while, and closes it."""
    process = subprocess.Popen(command, env=environment, cwd=environment["SKILLBOX_HOME"])  # noqa: S603 (our own words, and no shell)
    try:
        begun, contrast = time.monotonic(), 0.0
        while time.monotonic() < begun + (PATIENCE_S if look else UNSEEN_S) and contrast < CONTRAST:
            time.sleep(0.5)
            if process.poll() is not None:
                raise RuntimeError(f"{command[0]} ended by itself with exit code {process.returncode}")
            if look:
                contrast = float(subprocess.run(look, capture_output=True, text=True, check=True).stdout)  # noqa: S603 (our own words, and no shell)
        if look and contrast < CONTRAST:
            raise RuntimeError(f"{command[0]} showed no picture in {PATIENCE_S:g} s")
        process.terminate()  # to SDL a wish to close the window; on Windows the end
        code = process.wait(PATIENCE_S)
        if code and os.name != "nt":
            raise RuntimeError(f"{command[0]} was closed and ended with exit code {code}")
    finally:
        process.kill()
        process.wait()
