"""Every word on the screens goes through `tr`, so that a catalogue can say it in another language."""

from __future__ import annotations

import re
import sqlite3

import pytest

from skill.app import i18n
from skill.app.screens import destinations
from skill.app.settings.preferences import Preferences
from skill.rules.catalogue import find_game
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIButton, UILabel  # noqa: E402  (needs pygame)

from tests.app.driver import Driver  # noqa: E402
from tests.languages import TEMPLATE, Key, messages  # noqa: E402
from tests.table.test_match import finished_attempts  # noqa: E402

DATA = re.compile(r"[<>|×▲▼◀▶]*|x [\d.]+|[\d.]+%?|Skillbox|English|.*\.txt")
"""What is the same in every language."""


class Marked(i18n.Catalogue):
    """A language in which every text stands in brackets, and what was asked for in it."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[Key] = set()

    def find(self, text: str, one: str, count: int, context: str) -> str:
        self.heard.add((context, one, text) if one else (context, text))
        return "." if text == "." else f"[{text}]"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(i18n, "_catalogue", catalogue := Marked())
    monkeypatch.setattr("skill.app.application.use_language", lambda code: [])
    return catalogue


class Dotted(Marked):
    """A language without letters: what is left to read has not been translated."""

    def find(self, text: str, one: str, count: int, context: str) -> str:
        super().find(text, one, count, context)
        return re.sub(r"\{[^{}]*\}|[^\W\d_]", lambda found: found[0] if found[0].startswith("{") else "·", text)


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
    dialog = open_app("software").screen.dialog
    assert "preferences-broken-1.toml" in dialog.text and "matches.sqlite.broken" in dialog.text
    names = {"preferences", "broken", "toml", "matches", "sqlite", "colour", "vollume"}
    names |= {word for name in Preferences.model_fields for word in name.split("_")}
    assert left_to_read(dialog.title + dialog.text.replace(str(tmp_path), "")) <= names
    assert sorted(dotted.heard - messages(TEMPLATE).keys()) == [], "python -m tests.languages --write"


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


@pytest.mark.parametrize(
    "opened",
    [
        lambda app: app.go_to(destinations.Home()),
        lambda app: app.go_to(destinations.GameSheet(find_game("slipped"))),
        lambda app: app.go_to(destinations.GameSheet(find_game("dune"))),
        lambda app: app.go_to(destinations.Preferences()),
        lambda app: app.go_to(destinations.Viewer()),
        lambda app: app.go_to(destinations.Analysis()),
        lambda app: app.go_to(destinations.Match(app.settings_of(find_game("rasanto")).setup())),
        lambda app: app.go_to(destinations.Match(app.settings_of(find_game("spotted-cow")).setup())),
    ],
    ids=["home", "sheet", "sheet of a game of skill", "preferences", "viewer", "analysis", "table", "table of a race"],
)
def test_every_button_and_label_can_be_translated(open_app, marked, opened) -> None:
    app = open_app("software")
    opened(app)
    Driver(app).frames(2)
    shown = [e.text for e in app.ui.get_sprite_group().sprites() if isinstance(e, UIButton | UILabel) and e.text]
    assert len(shown) > 3
    assert [words for words in shown if "[" not in words and not DATA.fullmatch(words)] == []
    lists = [box for box in vars(app.screen).values() if hasattr(box, "rows") and hasattr(box, "reveal")]
    headings = [row.text for box in lists for row in box.rows if row.key is None]
    assert [words for words in headings if "[" not in words] == []
    asked = {key for key in marked.heard if "[" not in key[-1] and (key[0] or not DATA.fullmatch(key[-1]))}
    assert sorted(asked - messages(TEMPLATE).keys()) == [], "python -m tests.languages --write"
