"""A desktop that nobody sees: an X server, a window manager, and real keys and a real pointer on real windows.

`Hands` play an application of this process in such a window, so a test reads its state as that of any other;
`Player` plays a program in a process of its own, where that may be killed, or where there are two.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pygame
from PIL import Image, ImageGrab

from skill.app.application import LONGEST_PAUSE_S
from skill.app.settings.preferences import NAME, Preferences, save_preferences
from skill.rules.catalogue import all_games
from tests.app.driver import Driver

ROOT = Path(__file__).parents[2]
PATIENCE_S = 300.0
"""How long something is waited for that comes at once where nothing else runs."""
ANOTHER = 0.1
"""Of the pixels of two screens at least that part differs."""
DESKTOP = (1600, 1000)  # pixels, room for a window of the usual size with its frame


def xdotool(display: str, *arguments: object) -> str:
    """Moves the pointer, presses keys or asks something of the X server; what it answers."""
    command = ["xdotool", *map(str, arguments)]
    environment = {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=environment, check=True, timeout=30, capture_output=True, text=True).stdout


@contextmanager
def window_manager(display: str) -> Iterator[None]:
    """Openbox on that display, until it is left."""
    environment = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(["openbox", "--sm-disable"], env=environment, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE_S
        look = ["wmctrl", "-m"]
        while subprocess.run(look, env=environment, capture_output=True).returncode:
            assert manager.poll() is None and time.monotonic() < end, "openbox did not come up"
            time.sleep(0.05)
        yield
    finally:
        manager.terminate()
        manager.wait()


def use_layout(display: str, layout: str) -> None:
    """Has keys type what they do in a layout, such as `de` or `ru`, from now on."""
    subprocess.run(["setxkbmap", "-display", display, layout], check=True, timeout=30)


class Hands(Driver):
    """A person at an application of this process, in a real window. Keys are named as X names them, `alt+Return`."""

    @property
    def display(self) -> str:
        return os.environ["DISPLAY"]

    @property
    def window(self) -> int:
        """The window's number on the X server, which is asked: pygame may crash where a process had one before."""
        return int(xdotool(self.display, "search", "--pid", os.getpid()).split()[-1])

    def window_size(self) -> tuple[int, int]:
        """The window's size as the X server has it."""
        told = xdotool(self.display, "getwindowgeometry", "--shell", self.window)
        sizes = dict(line.split("=") for line in told.split())
        return int(sizes["WIDTH"]), int(sizes["HEIGHT"])

    def has_keyboard(self) -> bool:
        return bool(pygame.key.get_focused())

    def real(self, *arguments: object) -> None:
        """Does something by xdotool, and lets the application take it in."""
        xdotool(self.display, *arguments)
        self.settle()

    def settle(self, seconds: float = 0.06) -> None:
        """Frames for so long, in which what has been done arrives: by the clock of the X server and others, and by that
        of the application, which a slow machine gives fewer frames."""
        end, passed = time.monotonic() + seconds, 0.0
        while time.monotonic() < end or passed < seconds:
            self.frames(seconds=0.02)
            passed += 0.02
            time.sleep(0.01)

    def key_down(self, key: str) -> None:  # type: ignore[override]
        self.real("keydown", key)

    def key_up(self, key: str) -> None:  # type: ignore[override]
        self.real("keyup", key)

    def key(self, *keys: str) -> None:  # type: ignore[override]
        for key in keys:
            self.real("key", key)

    def place(self, code: int) -> None:
        """The key at that place of the keyboard, whatever it types: X's number of it, 38 the one beside caps lock."""
        self.real("key", code)

    def type(self, text: str) -> None:
        self.real("type", "--delay", 20, text)

    def point(self, at: tuple[int, int]) -> None:
        self.real("mousemove", "--window", self.window, *at)

    def hold(self, at: tuple[int, int], button: int = 1) -> None:
        self.point(at)
        self.real("mousedown", button)

    def let_go(self, button: int = 1) -> None:
        self.real("mouseup", button)

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        self.point(at)
        self.real("click", button)

    def double_click(self, at: tuple[int, int]) -> None:
        """Two clicks as quick as a hand's, with frames between."""
        self.point(at)
        for _ in range(2):
            self.real("click", 1)

    def look_elsewhere(self) -> None:
        """Another window comes to the front and takes the keyboard, as of a messenger."""
        self._other = subprocess.Popen(
            [sys.executable, "-c", _OTHER], env={**os.environ, "SDL_VIDEODRIVER": "x11"}, stdout=subprocess.DEVNULL
        )
        self.until_real(lambda: not self.has_keyboard(), "the loss of the keyboard")

    def look_here(self) -> None:
        """That window is closed again."""
        self._other.kill()
        self._other.wait()
        self.real("windowactivate", self.window)
        self.until_real(self.has_keyboard, "the keyboard")

    def until_real(self, holds: Callable[[], bool], what: str, seconds: float = 15.0) -> None:
        """Frames until it holds; what the X server and others do takes real time."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"{what} did not come about"
            self.settle(0.05)

    def screenshot(self, name: str) -> Image.Image:
        """What is on the screen; kept as a file in the folder that SKILLBOX_PICTURES names, if it names one."""
        self.settle()
        picture = ImageGrab.grab(xdisplay=self.display).convert("RGB")
        if folder := os.environ.get("SKILLBOX_PICTURES"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            picture.save(Path(folder) / f"{name}.png")
        return picture


_OTHER = """
import pygame
pygame.display.init()
pygame.display.set_mode((300, 200))
while pygame.event.wait().type != pygame.QUIT:
    pass
"""


class Player:
    """Plays `skillbox play` from outside, or `skillbox` from the home screen on: a program in a process of its own.

    Every game has been seen before, so that no offer to show it takes room from the scene.
    """

    def __init__(self, display: str, folder: Path, renderer: str, *arguments: str) -> None:
        self.display, self.folder = display, folder
        if not (folder / "home" / NAME).exists():
            save_preferences(Preferences(shown=[game.slug for game in all_games()]), folder / "home")
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"},
            "DISPLAY": display,
            "SDL_AUDIODRIVER": "dummy",
            "SKILLBOX_HOME": str(folder / "home"),
            "SKILLBOX_RENDERER": renderer,
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-m", "skill", *(("play", *arguments) if arguments else ())]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE, text=True)

    def xdotool(self, *arguments: object) -> None:
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True, timeout=PATIENCE_S)

    def click(self, x: int, y: int) -> None:
        self.xdotool("mousemove", x, y)
        time.sleep(0.3)
        self.xdotool("click", 1)

    def key(self, *names: str) -> None:
        for name in names:
            self.xdotool("key", name)
            time.sleep(0.2)

    def screenshot(self) -> Image.Image:
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def until(self, holds: Callable[[], bool], what: str, each_s: float = 0.2) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert self.process.poll() is None, self.process.stderr.read() if self.process.stderr else ""
            assert time.monotonic() < end, f"{what} did not come about"
            time.sleep(each_s)

    def until_another(self, was: Image.Image, what: str) -> None:
        """Until another screen is drawn, a good part of which is not what it was, and has been looked at: what is
        pressed before that may be meant for the screen before, and does nothing.
        """
        seen = np.asarray(was)
        self.until(lambda: (np.asarray(self.screenshot()) != seen).any(-1).mean() > ANOTHER, what)
        time.sleep(LONGEST_PAUSE_S)

    def until_still(self) -> None:
        """Until nothing moves any more: a click while dice are on their way only has them lie there at once."""

        def is_still() -> bool:
            was = self.screenshot()
            time.sleep(1.0)
            return self.screenshot() == was

        self.until(is_still, "a picture that stays")

    def until_open(self) -> None:
        self.until(lambda: np.asarray(self.screenshot()).std() > 20, "a window with a picture")
        time.sleep(1.5)

    def lines(self) -> list[str]:
        """The actions in the journal, as they are on the disk."""
        journals = [
            *(self.folder / "home" / "journals").glob("*.txt"),
            *(self.folder / "home" / "records").glob("*.txt"),
        ]
        text = journals[0].read_text() if journals else ""
        return [line for line in text.splitlines() if line[:1] in "123456789*" and ": " in line]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=30)
