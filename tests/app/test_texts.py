"""Every word on the screens goes through `tr`, so that a catalogue can say it in another language."""

from __future__ import annotations

import ast
import re
import sqlite3
from pathlib import Path

import pytest

from skill.app import i18n
from skill.app.lab.measure import FIRST_NAME
from skill.app.lab.workbench import FIRST_SCENE
from skill.app.screens import destinations
from skill.app.screens.error_text import error_message
from skill.app.settings.preferences import Preferences
from skill.cli.new import write_game
from skill.errors import FileError, reason_of
from skill.files import fault_words
from skill.rules.catalogue import find_game
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIButton, UILabel, UITextBox  # noqa: E402  (needs pygame)

from skill.app.lab.labels import spelt  # noqa: E402
from skill.app.screens.base import Screen  # noqa: E402
from skill.app.screens.game_sheet.screen import GameSheetScreen  # noqa: E402
from skill.app.widgets.form import Form  # noqa: E402
from skill.app.widgets.row_list import RowList  # noqa: E402
from tests.app.driver import Driver  # noqa: E402
from tests.languages import TEMPLATE, Key, messages  # noqa: E402
from tests.table.test_match import finished_attempts  # noqa: E402

ROOT = Path(__file__).parents[2]
CODE = ROOT / "skill"
DATA = {"Skillbox", "English"}
"""What is the same in every language."""


class Dotted(i18n.Catalogue):
    """A language without letters, and what was asked for in it: what is left to read has not been translated."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[Key] = set()

    def find(self, text: str, one: str, count: int, context: str) -> str:
        self.heard.add((context, one, text) if one else (context, text))
        return re.sub(r"\{[^{}]*\}|[^\W\d_]", lambda found: found[0] if found[0].startswith("{") else "·", text)

    def lacking(self) -> list[Key]:
        """What translators were not given."""
        asked = {key for key in self.heard if re.search("[A-Za-z]", re.sub(r"{.*?}", "", key[-1]))}
        return sorted(asked - messages(TEMPLATE).keys())


@pytest.fixture
def dotted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(i18n, "_catalogue", catalogue := Dotted())
    monkeypatch.setattr("skill.app.application.use_language", lambda code: [])
    return catalogue


def left_to_read(text: str) -> set[str]:
    """The words of a text in dots that nobody has translated."""
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>|&\w+;", " ", text)))


def test_what_is_told_of_a_broken_data_folder_is_translated_whole(open_app, dotted, tmp_path) -> None:
    (tmp_path / "preferences.toml").write_text("volume = 7\nvollume = 0.5\n[[players]]\ncolour = 'Z'\n")
    (tmp_path / "matches.sqlite").write_bytes(b"garbage " * 1000)
    dialog = open_app("undrawn").screen.dialog
    assert "preferences-broken-1.toml" in dialog.text and "matches.sqlite.broken" in dialog.text
    names = {"preferences", "broken", "toml", "matches", "sqlite", "colour", "vollume"}
    names |= {word for name in Preferences.model_fields for word in name.split("_")}
    assert left_to_read(dialog.title + dialog.text.replace(str(tmp_path), "")) <= names
    assert dotted.lacking() == [], "python -m tests.languages --write"


@pytest.mark.parametrize(
    "broken",
    [
        "update times set seconds = 'soon'",
        "alter table seats drop score",
        "update matches set seats = cast(x'ff' as text)",
    ],
)
def test_what_is_told_of_a_history_that_was_mended_is_translated_whole(dotted, tmp_path, broken: str) -> None:
    store = Store(tmp_path)
    finished_attempts(store)
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:
        database.execute(broken)
    database.close()
    said = store.mend()
    assert left_to_read(i18n.told(said).replace(str(tmp_path), "")) <= {"matches", "sqlite", "broken"}
    assert store.mend() == ""


OPENED = {
    "home": lambda app: destinations.Home(),
    "sheet": lambda app: destinations.GameSheet(find_game("slipped")),
    "sheet of a game of skill": lambda app: destinations.GameSheet(find_game("dune")),
    "preferences": lambda app: destinations.Preferences(),
    "viewer": lambda app: destinations.Viewer(),
    "viewer of a match": lambda app: destinations.Viewer(ROOT / "tests/transcripts/rasanto.txt"),
    "analysis": lambda app: destinations.Analysis(),
    "statistics": lambda app: destinations.Statistics(),
    "evening": lambda app: destinations.Evening(),
    "workbench": lambda app: destinations.Workbench(),
    "measure": lambda app: destinations.Measure(),
    "table": lambda app: destinations.Match(app.settings_of(find_game("rasanto")).setup()),
    "table of a race": lambda app: destinations.Match(app.settings_of(find_game("spotted-cow")).setup()),
    "table of a game of skill": lambda app: destinations.Match(app.settings_of(find_game("faraday")).setup()),
}
NOTATION = {
    "viewer of a match": ["place", "first", "rasanto.txt"],
    "workbench": [spelt(FIRST_SCENE)],
    "measure": [FIRST_NAME],
}
"""What is said as it is typed: records, and names of scenes and experiments. Names and values of options are, too."""


def as_typed(name: str, screen: Screen) -> set[str]:
    """The words on a screen that are notation."""
    written = [*NOTATION.get(name, ())]
    if isinstance(screen, GameSheetScreen):
        written += [part for option in screen.game.all_options for part in (option.name, *map(str, option.choices))]
    return {word for part in written for word in left_to_read(part)}


@pytest.mark.parametrize(
    "error",
    [
        FileError("{path}: cannot be read: {error}", path="1", error=reason_of(OSError(28, "No space left on device"))),
        FileError("{path}: {fault}", path="1", fault=fault_words("2", {"type": "bool_type", "input": 3})),
        ZeroDivisionError("4"),
    ],
)
def test_an_error_is_told_in_words_that_can_be_translated(dotted, error: Exception) -> None:
    try:
        raise error
    except Exception as caught:
        title, text = error_message(caught)
    assert left_to_read(title + text) <= {"ZeroDivisionError", "test", "texts", "py"}
    assert dotted.lacking() == [], "python -m tests.languages --write"


LIBRARIES = {"app/i18n.py", "draw/opengl.py", "app/settings/sound.py"}
"""Where an error of a library is kept as it is, to stand in a message or to be told to programmers."""


def test_no_error_is_shown_without_being_told() -> None:
    """An error as a text is English: a screen shows `told(error)`, and keeps `words_of(error)`."""
    found = set()
    for path in (CODE / "app").rglob("*.py"):
        for handler in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(handler, ast.ExceptHandler) or not handler.name:
                continue
            for node in ast.walk(handler):
                match node:
                    case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=name)]) if name == handler.name:
                        found.add(path.relative_to(CODE).as_posix())
                    case ast.FormattedValue(value=ast.Name(id=name)) if name == handler.name:
                        found.add(path.relative_to(CODE).as_posix())
    assert found - LIBRARIES == set()


def test_what_home_asks_can_be_translated(open_app, dotted, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("tower", tmp_path)
    app = open_app("undrawn")
    driver = Driver(app)
    home, asked = app.screen, []
    for ask in (lambda: home._ask_for_trust(Path("1")), lambda: home._open_first("guides")):
        ask()
        driver.frames(2)
        asked += texts_shown(app)
        home.close_dialog()
    app.switch("marks")
    assert {word for text in asked for word in left_to_read(text)} - DATA <= {"tower", "py"}
    assert dotted.lacking() == [], "python -m tests.languages --write"


@pytest.mark.parametrize("name", OPENED)
def test_every_text_on_a_screen_can_be_translated(open_app, dotted, tmp_path, name: str) -> None:
    finished_attempts(Store(tmp_path))
    app = open_app("undrawn")
    app.go_to(OPENED[name](app))
    driver = Driver(app)
    driver.frames(2)
    shown = texts_shown(app)
    driver.key(pygame.K_F1)
    driver.frames(2)
    assert app.screen.dialog is not None or name.startswith(("viewer of", "table"))
    shown += texts_shown(app)
    assert len(shown) > 3
    left = {word for text in shown for word in left_to_read(text)}
    assert left - DATA - as_typed(name, app.screen) == set()
    assert dotted.lacking() == [], "python -m tests.languages --write"


def texts_shown(app) -> list[str]:
    """What buttons, labels and boxes say, and lists, and what explains a line."""
    elements = app.ui.get_sprite_group().sprites()
    found = [e.text for e in elements if isinstance(e, UIButton | UILabel)]
    found += [e.html_text for e in elements if isinstance(e, UITextBox)]
    lists = [box for box in vars(app.screen).values() if isinstance(box, RowList)]
    found += [text for box in lists for row in box.rows for text in (row.text, row.right)]
    forms = [form for form in vars(app.screen).values() if isinstance(form, Form)]
    found += [text for form in forms for line in form.lines for text in (line.label, line.value, line.help)]
    return [text for text in found if text]
