"""How Hypothesis searches: without a clock, since machines are shared, and on the build machine always the same.

The language is English, whatever the system's. No test waits for the disk: what `os.fsync` adds is seen only where the
power is cut.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

Said = tuple[int, str, str]
"""Exit code, what a command said, and what it said of errors."""
Say = Callable[..., Said]

os.environ["LANGUAGE"] = "en"
os.environ.pop("SKILLBOX_LANGUAGE", None)
os.fsync = lambda fd: None
settings.register_profile("here", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") == "true" else "here")


def missing(reason: str) -> None:
    """Skips the test, or fails it on the build machine (`CI=true`), where everything is installed."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; the build machine must have it")
    pytest.skip(reason)


@pytest.fixture
def skillbox(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Say:
    """The console script in this process, in an empty folder, where nobody can answer it."""
    from skill.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["skillbox", *words])
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return run


@contextmanager
def put_back() -> Iterator[None]:
    """Language, own games, their texts and the engine are afterwards what they were before."""
    catalogue = sys.modules.get("skill.rules.catalogue")
    games = catalogue._own_games if catalogue else ()
    engine = os.environ.get("SKILLBOX_ENGINE")
    i18n = sys.modules.get("skill.app.i18n")
    code, asked, own = (i18n.language(), i18n.asked(), [*i18n._own]) if i18n else ("en", "", [])
    texts = i18n and i18n._catalogue
    yield
    os.environ.pop("SKILLBOX_ENGINE", None)
    if engine is not None:
        os.environ["SKILLBOX_ENGINE"] = engine
    i18n = sys.modules.get("skill.app.i18n")
    if i18n and (i18n._catalogue is not texts or i18n.asked() != asked or i18n._own != own):
        i18n._own[:], i18n._asked = own, asked
        i18n.use_language(code)
    if catalogue := sys.modules.get("skill.rules.catalogue"):
        catalogue.use_own_games(games)


@pytest.fixture(scope="module", autouse=True)
def as_before_the_module() -> Iterator[None]:
    """What fixtures of a module set is not left to the next one."""
    with put_back():
        yield


@pytest.fixture(autouse=True)
def as_before_the_test() -> Iterator[None]:
    """What a test sets is not left to the next one."""
    with put_back():
        yield


@pytest.fixture(scope="module")
def french() -> None:
    """The language of a module's tests."""
    from skill.app.i18n import use_language

    use_language("fr")
