"""What bots find out about games, on screen: what is known, a new analysis in another process, its end."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from skill.analyse.measures import measures
from skill.analyse.run import Asked, play
from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

SMUGGLING = find_game("smuggling")


class Command:
    """A command that was started; `code` is None while it runs."""

    def __init__(self, *words: str) -> None:
        self.words, self.returncode, self.stderr = words, None, io.StringIO("it is broken")

    def poll(self) -> int | None:
        return self.returncode

    def terminate(self) -> None:
        self.returncode = -15

    def wait(self) -> None:
        assert self.returncode is not None


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """The commands that the screen has started."""
    commands: list[Command] = []

    def start(*words: str, **_given: object) -> Command:
        commands.append(Command(*words))
        return commands[-1]

    monkeypatch.setattr("skill.app.screens.analysis.screen.start_skillbox", start)
    return commands


def test_a_game_is_analysed_from_the_workbench(open_app, started: list[Command]) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Workbench())
    driver.frames(2)
    button = next(button for button in app.screen._buttons if button.text == "Analysis")
    driver.click(button.rect.center)
    driver.frames(2)
    screen = app.screen
    driver.click(screen.games.rect_of(screen.games.keys[3]).center)
    driver.frames(2)
    assert screen.game is screen.games.keys[3]
    screen.choose(SMUGGLING)
    driver.key(pygame.K_RETURN)
    [command] = started
    file = Path(command.words[3])
    assert command.words[:3] == ("analyse", "smuggling", "--out") and "Bots are playing Smuggling" in screen._text()
    file.with_suffix(".journal").write_text("{}\n" * 12, encoding="utf-8")
    driver.frames(2)
    screen.advance(1.0)
    assert "12 matches so far" in screen._text() and "12 matches so far" in screen._told.html_text
    asked = Asked(SMUGGLING, 2, SMUGGLING.options_from({}), "random", 1, ladder=("random", "greedy"))
    file.write_text(json.dumps(measures(play(asked))))
    command.returncode = 0
    driver.frames(2)
    assert file.with_suffix(".html").name in screen.dialog.text
    driver.key(pygame.K_ESCAPE)
    assert "The first to play won" in screen._text() and "Won by a seat that avoids it" in screen._text()


def begun(app) -> Driver:
    """Somebody who has begun an analysis."""
    driver = Driver(app)
    app.go_to(destinations.Analysis())
    driver.frames(2)
    app.screen.start()
    return driver


def test_an_analysis_that_fails_is_told_and_one_that_is_left_is_ended(open_app, started: list[Command]) -> None:
    driver = begun(app := open_app("undrawn"))
    started[0].returncode = 2
    driver.frames(2)
    assert "it is broken" in app.screen.dialog.text
    driver.key(pygame.K_ESCAPE)
    app.screen.start()
    app.go_to(destinations.Home())
    assert started[1].returncode == -15


def test_no_match_is_counted_before_any_is_finished(open_app, started: list[Command]) -> None:
    driver = begun(app := open_app("undrawn"))
    driver.frames(2)
    assert len(started) == 1 and "<br>0 matches so far" in app.screen._told.html_text


@pytest.mark.parametrize("text", ["[1]", "{}", '{"game": 1}', '"x"', "{", "[" * 5000])
def test_an_analysis_that_is_damaged_is_passed_over(open_app, text: str) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Analysis())
    file = app.screen.file_of(app.screen.game)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    app.go_to(destinations.Analysis())
    Driver(app).frames(2)
    assert app.screen._told.html_text
