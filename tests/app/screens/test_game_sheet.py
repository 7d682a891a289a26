"""What real dice are of and where they move, chosen on the sheet of a game by pointer and by keys."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

from skill.app.screens import destinations
from skill.physics.scene import find_scene, scene_text
from skill.rules.catalogue import find_game
from tests.app.driver import Driver

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UITooltip  # noqa: E402

from tests.walk import sheet, speak  # noqa: E402

LONG = "my-plate-of-last-summer-with-larger-funnels"
CASES = [("en", 1.5), ("de", 1.5), ("fr", 1.5)]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scene of one's own with a long name, that the workbench might have saved."""
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path))
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes" / f"{LONG}.toml").write_text(find_scene("faraday").read_text(encoding="utf-8"))


def chosen(app, name: str, way: int, by: str) -> None:
    """A step of that line of the sheet that is open."""
    driver, form = Driver(app), app.screen.form
    row = [line.name for line in form.lines].index(name)
    if by == "keys":
        while form.row != row:
            driver.key(pygame.K_DOWN)
        driver.key(pygame.K_RIGHT if way > 0 else pygame.K_LEFT)
    else:
        form.choose(row)  # scrolls to it, as a wheel does
        driver.frames(2)
        driver.click(next(e for e, step in form._steps.items() if step == (row, way)).rect.center)
        driver.frames(2)


@pytest.mark.parametrize(("code", "size"), CASES)
def test_another_scene_is_chosen_and_goes_into_the_match(open_app, code: str, size: float) -> None:
    app = open_app("undrawn", size=(1024, 700))
    speak(app, size, code)
    for by in ("keys", "pointer"):
        app.settings.clear()
        app.go_to(destinations.GameSheet(find_game("faraday")))
        chosen(app, "scene", -1, by)
        line = app.screen.form.lines[app.screen.form.row]
        assert (line.name, line.value) == ("scene", LONG)
        assert LONG in app.screen.form.help.html_text, "where it has no room it stands below"
        app.screen.start()
        assert app.screen.control.runtime.match.record.options["scene"] == scene_text(LONG)
        panel = app.screen.control.panel_text(0.0)
        assert LONG in str(panel)


@pytest.mark.parametrize(("code", "size"), CASES)
def test_all_that_ships_has_room(open_app, code: str, size: float) -> None:
    app = open_app("undrawn", size=(1024, 700))
    speak(app, size, code)
    for slug, name in (("dora", "malicious-pleasure"), ("captain-flint", "captain-flint")):
        game = find_game(slug)
        settings = app.settings_of(game)
        settings.set("scene", scene_text(name))
        settings.set("material", "plastic")
        assert list(sheet(app, game)) == []


def test_where_no_other_serves_it_says_what_is_needed(open_app) -> None:
    app = open_app("undrawn", size=(1024, 700))
    app.go_to(destinations.GameSheet(find_game("dune")))
    chosen(app, "scene", 1, "keys")
    assert app.screen.dialog is not None and "breath" in app.screen.dialog.text
    assert app.settings_of(find_game("dune")).setup().options["scene"] == "game"


@pytest.mark.parametrize("slug", ["captain-flint", "el-dado"])
def test_what_is_pointed_at_is_explained_in_a_place_of_its_own(open_app, slug: str) -> None:
    app = open_app("undrawn", size=(1366, 696))
    speak(app, 1.5, "de")
    app.go_to(destinations.GameSheet(find_game(slug)))
    driver, form = Driver(app), app.screen.form
    place = form.help.rect.copy()
    for n, line in enumerate(form.lines):
        driver.point((3, 3))
        form.choose((n + 1) % len(form.lines))  # scrolls near it, as a wheel does
        driver.frames(2)
        if not form._box.rect.contains(form._values[n].rect):
            continue
        before = form.row
        driver.point(form._values[n].rect.center)
        driver.frames(50)
        assert escape(line.help) in form.help.html_text and form.row == before
        laid_over = [e for e in app.ui.get_sprite_group().sprites() if isinstance(e, UITooltip)]
        assert not laid_over
        assert form.help.rect == place and form.help.scroll_bar is None, (line, form.help.html_text)
        if before + 1 < len(form.lines):
            driver.key(pygame.K_DOWN)
            assert escape(form.lines[form.row].help) in form.help.html_text
