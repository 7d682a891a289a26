"""Windows for tests of the front end; without OpenGL they skip, on the build machine they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bundle.window import x_server
from skill.app.settings.bot_pace import WALK, use_pace
from skill.app.settings.own_rolls import BY_THEMSELVES, BY_YOU, use_rolls
from skill.app.settings.players import use_players
from tests.conftest import missing

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

WINDOWS = ("opengl", "software")
UNDRAWN = "undrawn"  # a window of the software renderer that leaves out the scene, for what is said and done there


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, attempts lose no time."""
    monkeypatch.setattr("skill.app.play.attempts.runner.LONGEST_S", float("inf"))


@pytest.fixture(autouse=True)
def usual_players() -> None:
    """Players have the names and colours that they have at first, and bots their pace, whoever has played before."""
    use_players(())
    use_pace(WALK)


@pytest.fixture(autouse=True)
def rolls_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever users prefer, nobody has to roll the dice of a turn, so that tests come to what they are about; those
    of rolling ask for `rolls_as_preferred`."""
    use_rolls(BY_THEMSELVES)
    monkeypatch.setattr("skill.app.application.use_rolls", lambda rolls: None)


@pytest.fixture
def rolls_as_preferred(rolls_by_themselves: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice are rolled as users prefer: at first people roll their own."""
    use_rolls(BY_YOU)
    monkeypatch.setattr("skill.app.application.use_rolls", use_rolls)


@pytest.fixture(autouse=True)
def is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has been seen before, so that none offers to show itself; `test_showing.py` has that offer."""
    monkeypatch.setattr("skill.app.play.replay.showing.is_offered", lambda setup, shown: False)


@pytest.fixture(autouse=True)
def thinks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thought about is thought in this process, as soon as the answer is asked for."""

    def refuse(*_: object) -> None:
        raise TypeError("nothing is sent to other processes")

    monkeypatch.setattr("skill.jobs.Worker.ask", refuse)
    monkeypatch.setattr("skill.jobs.Worker.warm", lambda worker: None)
    monkeypatch.setattr("skill.app.screens.match.cards.LOOKS_AFTER_S", float("inf"))  # for that would take long


@pytest.fixture
def open_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable]:
    """Opens the application in a window that nobody sees: `open_app("opengl", setup)`."""
    opened = []

    def opener(kind: str, setup=None, size=(1000, 640)):
        monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen" if kind == "opengl" else "dummy")
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        monkeypatch.setenv("SKILLBOX_RENDERER", "opengl" if kind == "opengl" else "software")
        from skill.app.main import open_application
        from skill.app.window import GlWindow
        from skill.table.store import Store

        app = open_application(setup, size, Store(tmp_path))
        opened.append(app)
        if kind == "opengl" and not isinstance(app.window, GlWindow):
            missing("no OpenGL 3.3 window can be opened without a screen")
        if kind == UNDRAWN:
            monkeypatch.setattr(app.window, "draw_scene", lambda *_: None)
        return app

    yield opener
    if opened:
        from tests.app.driver import close

        close(opened[-1])


def _need(*programs: str) -> None:
    for program in programs:
        if not shutil.which(program):
            missing(f"{program} is not installed")


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of our own without a window manager: a window of its size is all that there is."""
    _need("Xvfb", "xdotool")
    with x_server() as name:
        yield name


@pytest.fixture(scope="module")
def desktop() -> Iterator[str]:
    """An X server of our own with a window manager."""
    _need("Xvfb", "xdotool", "openbox", "wmctrl", "setxkbmap")
    from tests.app.desktop import DESKTOP, window_manager

    with x_server(DESKTOP) as name, window_manager(name):
        yield name


@pytest.fixture
def real_app(desktop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable]:
    """Opens the application in a real window with a manager, of the software renderer; keys are those of an American
    keyboard. `real_app(setup, size)` gives the `tests.app.desktop.Hands` of who plays it."""
    for name, value in (
        ("DISPLAY", desktop),
        ("SDL_VIDEODRIVER", "x11"),
        ("SDL_AUDIODRIVER", "dummy"),
        ("SKILLBOX_RENDERER", "software"),
    ):
        monkeypatch.setenv(name, value)
    from skill.app.main import WINDOW_SIZE, close_application, open_application
    from skill.table.store import Store
    from tests.app.desktop import Hands, use_layout

    use_layout(desktop, "us")
    opened = []

    def opener(setup=None, size=WINDOW_SIZE):
        opened.append(open_application(setup, size, Store(tmp_path / "home")))
        hands = Hands(opened[-1])
        hands.frames(1)  # nothing that is pressed before it counts
        hands.until_real(hands.has_keyboard, "the keyboard")
        return hands

    yield opener
    if opened:
        opened[-1].screen.closed()
        close_application()
