"""Every text on the screens has room, in every language and with the largest letters: none is cut, none overflows."""

from __future__ import annotations

import random
from itertools import combinations, product
from pathlib import Path

import pytest

from skill.app.i18n import languages
from skill.app.screens import destinations
from skill.app.screens.error_text import error_message
from skill.app.screens.home.saved_matches import SavedMatch
from skill.app.settings.preferences import NAME
from skill.errors import FileError
from skill.rules.catalogue import all_games, find_game
from skill.table.record import read_record

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIButton, UILabel, UITextEntryLine  # noqa: E402  (needs pygame)

from skill.app.screens.match import panel as match_panel  # noqa: E402  (needs pygame)
from skill.app.widgets import pen  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402
from tests.app.laid import lay  # noqa: E402
from tests.walk import sheet, speak  # noqa: E402

OPENED = {
    "home": lambda: destinations.Home(find_game("captain-flint")),
    "sheet": lambda: destinations.GameSheet(find_game("smuggling")),
    "sheet of a game of skill": lambda: destinations.GameSheet(find_game("dune")),
    "showing": lambda: destinations.Showing(find_game("steps-to-the-throne")),
    "preferences": destinations.Preferences,
    "workbench": destinations.Workbench,
    "measure": destinations.Measure,
    "statistics": destinations.Statistics,
    "analysis": destinations.Analysis,
    "invite": lambda: destinations.Invite(find_game("captain-flint")),
    "join": destinations.Join,
    "viewer": destinations.Viewer,
    "viewer of a record": lambda: destinations.Viewer(TRANSCRIPT),
}
DIALOGS = {
    "trust": lambda home: home._ask_for_trust(Path("tower.py")),
    "guides": lambda home: home._open_first("guides"),
    "error": lambda home: home.open_dialog(*error_message(FileError("{path}: no such file", path="match.txt"))),
    "discard": lambda home: home._ask_to_discard(SavedMatch(Path("match.txt"), RECORD)),
}
TRANSCRIPT = Path(__file__).parents[2] / "transcripts/rasanto.txt"
RECORD = read_record(TRANSCRIPT)
MATCHES = ("rasanto", "spotted-cow", "faraday")
WINDOWS = ((600, 900), (1000, 640), (1366, 696), (3440, 1440))
FAST = {("fr", 1.5, (1000, 640)), ("de", 1.5, (600, 900))}
EACH = [
    pytest.param(*each, marks=[] if each in FAST else pytest.mark.slow)
    for each in product(languages(), (1.0, 1.5), WINDOWS)
]


@pytest.mark.parametrize(("code", "size", "window"), EACH)
def test_no_text_is_cut(
    open_app, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, size: float, window: tuple[int, int]
) -> None:
    cut: list[tuple[str, str]] = []
    monkeypatch.setattr("skill.app.play.match.setup.random", random.Random(1))  # a person begins
    real = pen.fitting

    def fitting(text: str, *room: object) -> str:
        shown = real(text, *room)
        if shown != text:
            cut.append((place, text))
        return shown

    lay(monkeypatch)
    monkeypatch.setattr(pen, "fitting", fitting)
    monkeypatch.setattr(match_panel, "fitting", fitting)
    (tmp_path / NAME).write_text(f'language = "{code}"\ntext_size = {size}\n')
    place = "begin"
    app = open_app("undrawn", size=window)
    driver = Driver(app)
    for place, destination in OPENED.items():
        app.go_to(destination())
        driver.frames(2)
        cut += [(place, text) for text in (*without_room(app.ui), *outside(app))]
        driver.key(pygame.K_F1)
        driver.frames(2)
        assert app.screen.dialog is not None
        cut += [(f"help of {place}", text) for text in (*without_room(app.ui), *outside(app))]
    app.go_to(destinations.Home())
    for place, ask in DIALOGS.items():
        ask(app.screen)
        driver.frames(2)
        cut += [(place, text) for text in without_room(app.ui)]
        app.screen.close_dialog()
    for place in MATCHES:
        app.go_to(destinations.Match(app.settings_of(find_game(place)).setup()))
        driver.frames(2)
        driver.key(pygame.K_F1)
        driver.frames(2)
        cut += [(place, text) for text in (*without_room(app.ui), *outside(app))]
    assert cut == []


def without_room(ui) -> list[str]:
    """The texts of buttons and labels that are wider than these."""
    elements = [e for e in ui.get_sprite_group().sprites() if isinstance(e, UIButton | UILabel) and e.text]
    assert elements
    return [e.text for e in elements if e.font.size(e.text)[0] > e.rect.w]


def outside(app) -> list[str]:
    """Elements that are partly outside the window, or one over another, but for what scrolls or lies on a dialog."""
    window = pygame.Rect(0, 0, *app.window.size)
    kinds, root = UIButton | UILabel | UITextEntryLine, app.ui.get_root_container()
    elements = [e for e in app.ui.get_sprite_group().sprites() if isinstance(e, kinds) and e.text and e.visible]
    fixed = [e for e in elements if e.ui_container is root]
    found = [e.text for e in fixed if not window.contains(e.rect)]
    return found + [f"{a.text} over {b.text}" for a, b in combinations(fixed, 2) if a.rect.colliderect(b.rect)]


TEXTS = [(1.5, "en"), (1.5, "de"), (1.0, "fr")]  # `python -m tests.walk` has all texts of all games


@pytest.mark.parametrize("n", range(len(TEXTS)), ids=[str(text) for text in TEXTS])
def test_nothing_is_cut_on_the_sheet_of_any_game(open_app, n: int) -> None:
    app = open_app("undrawn", size=(1000, 640))
    speak(app, *TEXTS[n])
    assert [(game.slug, wrong) for game in all_games()[n :: len(TEXTS)] for wrong in sheet(app, game)] == []
