"""Renderers and windows for tests of the front end; without OpenGL they skip, on the build machine they fail."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skill.app.settings.players import use_players

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

WINDOWS = ("opengl", "software")
UNDRAWN = "undrawn"  # a window of the software renderer that leaves out the scene, for what is said and done there


def missing(reason: str) -> None:
    """Skips the test, or fails it on the build machine (`CI=true`), where everything is installed."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; the build machine must have it")
    pytest.skip(reason)


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, attempts lose no time."""
    monkeypatch.setattr("skill.app.play.attempt_runner.LONGEST_S", float("inf"))


@pytest.fixture(autouse=True)
def usual_players() -> None:
    """Players have the names and colours that they have at first, whoever has played before."""
    use_players(())


@pytest.fixture(autouse=True)
def thinks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thought about is thought in this process, as soon as the answer is asked for."""

    def refuse(*_: object) -> None:
        raise TypeError("nothing is sent to other processes")

    monkeypatch.setattr("skill.jobs.Worker.ask", refuse)
    monkeypatch.setattr("skill.jobs.Worker.warm", lambda worker: None)


@pytest.fixture(scope="session", params=["opengl", "software"])
def renderer(request: pytest.FixtureRequest):
    """Each renderer, without a window."""
    if request.param == "software":
        from skill.app.draw.renderer import software

        return software()
    from skill.app.draw.opengl import standalone
    from skill.errors import Unavailable

    try:
        return standalone()
    except Unavailable as error:
        return missing(str(error))


@pytest.fixture
def open_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable]:
    """Opens the application in a window that nobody sees: `open_app("opengl", setup)`."""
    opened = []

    def opener(kind: str, setup=None, size=(1000, 640)):
        monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen" if kind == "opengl" else "dummy")
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        monkeypatch.setenv("SKILLBOX_RENDERER", "opengl" if kind == "opengl" else "software")
        from skill.app.draw.window import GlWindow
        from skill.app.main import open_application
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
        from skill.app.main import close_application

        opened[-1].screen.closed()
        close_application()
