"""Games of a user's own on screen: trusted, failing, changed, put away and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.new import write_game

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

pytestmark = pytest.mark.filterwarnings("error::UserWarning")

SET = "return state._replace(pyramid=state.pyramid.place(cell, Die(colour)), seat=seat)"


@pytest.fixture
def tower(tmp_path: Path, monkeypatch) -> Path:
    """The file of a game that works, in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    write_game("tower", tmp_path)
    return tmp_path / "tower.py"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def trust(driver: Driver, file: Path) -> None:
    """Chooses the file on the shelf at home and says that it is trusted."""
    shelf = driver.app.screen.shelf
    key = next(row.key for row in shelf.rows if row.text == file.stem)
    shelf.reveal(key)
    driver.click(shelf.rect_of(key).center)
    driver.press("I trust it")
    driver.frames(2)


def agree(app) -> None:
    """Both seats are people, the first begins, and the level is as high as can be."""
    settings = app.settings_of(app.screen.game)
    settings.set("first_player", "1")
    settings.set("height", "8")
    while settings.setup().seats != ("human", "human"):
        settings.step("seat 2", 1)


def set_a_die(driver: Driver) -> None:
    """Whoever is to move sets a die by keys."""
    driver.frames(4, 0.5)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def line_of(file: Path, text: str) -> int:
    return next(n for n, line in enumerate(file.read_text().splitlines(), 1) if text in line)


def test_an_error_in_a_match_leads_home_and_names_the_line_and_the_journal_stays(open_app, tower, capsys) -> None:
    change(tower, SET, SET.replace("seat=seat", "seat=seat if state.height < 8 or len(state.pyramid) < 2 else {}[7]"))
    app = open_app("software")
    driver = Driver(app)
    driver.frames(2)
    trust(driver, tower)
    agree(app)
    app.screen.play()
    table = app.screen
    for _ in range(3):
        set_a_die(driver)
    home = app.screen
    assert home is not table
    assert home.dialog.title == "A game of your own has failed"
    assert f"{tower}, line {line_of(tower, '[7]')}: KeyError: 7" in home.dialog.text
    assert "Traceback" in capsys.readouterr().err
    assert app.failed is None
    [journal] = (app.store.folder / "journals").glob("*.txt")
    assert journal.read_text().count("place") == 2
    driver.key(pygame.K_RETURN)
    assert not home.dialog
    driver.frames(2)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return State(position or EMPTY", "return State(position or [][4]", "line {line}: IndexError"),
        ('family, players = "own"', 'family, players = "puzzle"', "GAME.family is 'puzzle'; expected one of skill"),
        ("    summary =", "    sumary =", "AttributeError"),
        ("return state.pyramid\n", "return 4\n", "Error"),
        ("GAME = Tower()", "GAME = Tower(4)", "line {line}: TypeError"),
        ("GAME = Tower()", "GAME = exit()", "SystemExit"),
    ],
)
def test_a_game_that_cannot_be_shown_is_not_taken_up(open_app, tower, old: str, new: str, said: str) -> None:
    change(tower, old, new)
    app = open_app("software")
    driver, home = Driver(app), app.screen
    driver.frames(2)
    trust(driver, tower)
    assert app.screen is home
    assert str(tower) in home.dialog.text
    assert said.format(line=line_of(tower, new.strip())).replace("'", "&#x27;") in home.dialog.text
    assert not app.own_games


def test_an_error_when_a_match_begins_leads_home(open_app, tower) -> None:
    change(tower, "return State(position or EMPTY", "return State(position or {2: EMPTY}[players]")
    app = open_app("software")
    driver = Driver(app)
    driver.frames(2)
    trust(driver, tower)
    app.settings_of(app.screen.game).step("players", 1)
    driver.press("Play")
    assert f"{tower}, line {line_of(tower, '{2: EMPTY}')}: KeyError: 3" in app.screen.dialog.text
    assert app.is_open


def test_an_error_of_skillbox_itself_is_told_once_and_raised_if_home_fails_too(open_app, monkeypatch, capsys) -> None:
    app = open_app("software")
    app.frame(0.03)
    broken = {}

    def scene():
        return broken["scene"]

    monkeypatch.setattr(app.screen, "scene", scene)
    app.frame(0.03)
    assert app.screen.dialog.title == "Skillbox itself has failed"
    assert "KeyError: &#x27;scene&#x27;" in app.screen.dialog.text
    assert isinstance(app.failed, KeyError)
    assert "Traceback" in capsys.readouterr().err
    monkeypatch.setattr(type(app.screen), "scene", lambda self: scene())
    with pytest.raises(KeyError):
        app.frame(0.03)
