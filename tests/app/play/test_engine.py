"""The engine that somebody prefers: where it is chosen, what it moves, and where the panel names it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill.app.play.control import MatchControl
from skill.app.play.match.setup import Setup
from skill.app.settings import changes
from skill.app.settings.preferences import NAME, Preferences, read_preferences
from skill.physics.scene import ENGINE_VARIABLE, load_scene
from skill.rules.catalogue import find_game
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from skill.app.screens import destinations  # noqa: E402  (needs pygame)
from skill.app.screens.preferences import lines as preference_lines  # noqa: E402
from tests.app.driver import Driver  # noqa: E402


@pytest.fixture(autouse=True)
def nobody_asks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No engine is named from outside, whatever a test names."""
    monkeypatch.setenv(ENGINE_VARIABLE, "")
    monkeypatch.delenv(ENGINE_VARIABLE)
    yield
    monkeypatch.setenv(ENGINE_VARIABLE, "")  # undone like all else, to what there was


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines seem to be installed, and Bullet is the usual one."""
    with_engines(monkeypatch, "bullet", "rapier")


def with_engines(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for module in ("skill.physics.scene", "skill.app.settings.engine"):
        monkeypatch.setattr(f"{module}.installed_engines", lambda: names)
    monkeypatch.setitem(changes.CHOICES, "engine", ("usual", *names))


def faraday() -> Setup:
    game = find_game("faraday")
    return Setup(game, 1, game.options_from({}), ("human",), seed=4)


def shown(control: MatchControl) -> list[str]:
    return re.findall("Engine: [a-z]+", control.panel_text(0.0).message)


def test_it_is_chosen_among_those_that_are_installed(both: None, monkeypatch) -> None:
    def line(chosen: Preferences) -> str | None:
        return next((one.value for one in preference_lines.general_lines(chosen) if one.name == "engine"), None)

    chosen, found = Preferences(), []
    for _ in range(4):
        found.append(line(chosen))
        chosen = changes.stepped(chosen, "engine", 1)
    assert found == ["usual: bullet", "bullet", "rapier", "usual: bullet"]
    with_engines(monkeypatch, "rapier")
    assert line(Preferences()) is None


def test_it_serves_from_the_next_match_on_and_is_kept(both: None, open_app) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Preferences())
    driver.frames(2)
    form = app.screen.general
    form.row = [line.name for line in form.lines].index("engine")
    for expected in ("bullet", "rapier"):
        driver.key(pygame.K_RIGHT)
        assert load_scene("faraday").engine.name == expected
    driver.key(pygame.K_ESCAPE)
    assert read_preferences(app.store.folder / NAME) == Preferences(engine="rapier")
    app.go_to(destinations.Match(faraday()))
    driver.frames(2)
    assert shown(app.screen.control) == ["Engine: rapier"]
    app.prefer(Preferences())
    assert ENGINE_VARIABLE not in os.environ


def test_the_panel_names_it_only_where_it_is_not_the_usual_one(both: None, tmp_path: Path, monkeypatch) -> None:
    for name, expected in (("", []), ("bullet", []), ("rapier", ["Engine: rapier"])):
        monkeypatch.setenv(ENGINE_VARIABLE, name)
        control = MatchControl(faraday(), Store(tmp_path), lambda *_, **__: None)
        control.follow()
        assert shown(control) == expected
        control.close()
    game = find_game("rasanto")  # without an attempt
    control = MatchControl(
        Setup(game, 2, game.options_from({}), ("human", "human"), seed=4), Store(tmp_path), lambda *_, **__: None
    )
    control.follow()
    assert not shown(control)
    control.close()


@pytest.mark.parametrize(("asked", "then"), [("rapier", "rapier"), ("havok", "usual")])
def test_what_a_call_asks_for_outweighs_it_and_is_not_kept(both: None, open_app, monkeypatch, asked, then) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, asked)
    app = open_app("undrawn")
    app.switch("marks")
    assert app.preferences.engine == then and os.environ[ENGINE_VARIABLE] == asked
    assert read_preferences(app.store.folder / NAME) == Preferences(marks=True)


def test_one_that_is_gone_is_not_asked_for(open_app, tmp_path: Path, monkeypatch) -> None:
    with_engines(monkeypatch, "bullet")
    (tmp_path / NAME).write_text('engine = "rapier"')
    app = open_app("undrawn")
    assert app.preferences.engine == "rapier" and ENGINE_VARIABLE not in os.environ
