"""Dialogs: a text with buttons below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, pairwise

import pytest

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402  (needs pygame)
from pygame_gui.elements import UIButton  # noqa: E402

from skill.app.screens import destinations  # noqa: E402
from skill.app.screens.dialog import Card, Dialog  # noqa: E402
from tests.app.driver import Driver  # noqa: E402


@pytest.fixture
def ui(monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame_gui.UIManager]:
    """Elements in a window that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((800, 600))
    yield pygame_gui.UIManager((800, 600))
    pygame.display.quit()


@pytest.mark.filterwarnings("ignore:Finding font")
@pytest.mark.parametrize("kind", [Dialog, Card])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_buttons_lie_in_the_dialog_side_by_side_with_equal_margins(
    ui: pygame_gui.UIManager, kind: type[Dialog], count: int
) -> None:
    scene = pygame.Rect(30, 20, 640, 500)
    dialog = kind("Title", "Text", dict.fromkeys([f"Button {n}" for n in range(count)], lambda: None))
    dialog.build(ui, scene, 1.0)
    buttons = [e.rect for e in ui.get_sprite_group().sprites() if isinstance(e, UIButton) and "Button" in e.text]
    assert len(buttons) == count
    assert scene.contains(dialog.rect) and all(dialog.rect.contains(button) for button in buttons)
    assert not any(a.colliderect(b) for a, b in combinations(buttons, 2))
    left, right = min(b.left for b in buttons) - dialog.rect.left, dialog.rect.right - max(b.right for b in buttons)
    assert 0 < left <= right < left + count  # what whole pixels leave over is at the right


@pytest.mark.filterwarnings("ignore:Finding font")
def test_a_text_that_is_too_long_is_gone_through_by_keys(ui: pygame_gui.UIManager) -> None:
    scene, close = pygame.Rect(30, 20, 640, 500), {"Close": lambda: None}
    dialog = Dialog("Title", "<br>".join(f"Line {n}" for n in range(80)), close)
    dialog.build(ui, scene, 1.0)
    bar = dialog._box.scroll_bar  # type: ignore[union-attr]
    assert bar is not None and bar.start_percentage == 0
    seen = []
    while not seen or bar.start_percentage > seen[-1]:
        seen.append(bar.start_percentage)
        assert dialog.scroll(1)
        ui.update(0.02)
    assert len(seen) > 2 and bar.start_percentage + bar.visible_percentage == pytest.approx(1, abs=0.03)
    assert all(after - before <= bar.visible_percentage for before, after in pairwise(seen))  # no line is passed over
    dialog.scroll(-1)
    assert bar.start_percentage < seen[-1]
    short = Dialog("Title", "Text", close)
    short.build(ui, scene, 1.0)
    assert not short.scroll(1)


@pytest.mark.filterwarnings("ignore:Finding font")
@pytest.mark.parametrize(
    ("count", "columns", "ways", "chosen"),
    [
        (4, 2, [1], 2),
        (4, 2, [1, 1], 0),
        (5, 2, [-1], 4),
        (3, 3, [1], 1),
        (3, 1, [1, 1], 2),
    ],
)
def test_down_leads_to_the_button_below(
    ui: pygame_gui.UIManager, count: int, columns: int, ways: list[int], chosen: int
) -> None:
    long = {3: "", 2: "in half of the row", 1: "that needs all of the room that there is in the dialog"}
    pressed = list[int]()
    commands = {f"Button {n} {long[columns]}": partial(pressed.append, n) for n in range(count)}
    dialog = Dialog("Title", "Text", commands)
    dialog.build(ui, pygame.Rect(30, 20, 640, 500), 1.0)
    buttons = [e.rect for e in ui.get_sprite_group().sprites() if isinstance(e, UIButton) and "Button" in e.text]
    assert len({rect.x for rect in buttons}) == columns
    for way in ways:
        dialog.move_row(way)
    dialog.press_chosen()
    assert pressed == [chosen]


@pytest.mark.filterwarnings("ignore:Finding font")
def test_the_button_that_enter_presses_is_lit_as_soon_as_the_dialog_takes_input(ui: pygame_gui.UIManager) -> None:
    scene, pressed = pygame.Rect(30, 20, 640, 500), list[str]()
    commands = {text: partial(pressed.append, text) for text in ("Cancel", "Discard")}

    def lit() -> list[str]:
        return [e.text for e in ui.get_sprite_group().sprites() if isinstance(e, UIButton) and e.is_selected]

    dialog = Dialog("Title", "Text", commands)
    dialog.build(ui, scene, 1.0)
    assert lit() == ["Cancel"]
    dialog.move(1)
    assert lit() == ["Discard"]
    dialog.build(ui, scene, 1.0)  # in a window of another size
    assert lit() == ["Discard"]
    dialog.press_chosen()
    assert pressed == ["Discard"]
    dialog.kill()
    card = Card("Title", "Text", commands, wait_s=1.0)
    card.build(ui, scene, 1.0)
    assert lit() == [] and card.focus_rect is None
    card.advance(1.1)
    assert lit() == ["Cancel"] and card.focus_rect is not None


def test_up_and_down_go_to_the_button_above_and_below(open_app) -> None:
    pressed = list[int]()
    app = open_app("undrawn")
    screen, driver = app.screen, Driver(app)
    long = "which needs all of the room that there is in the dialog"
    screen.open_dialog("Title", "Text", {f"Button {n}, {long}": partial(pressed.append, n) for n in range(3)})
    driver.frames(2)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN):
        driver.key(key)
    assert pressed == [1]


@pytest.mark.filterwarnings("ignore:Finding font")
def test_many_buttons_are_whole_and_leave_room_for_some_of_the_text(ui: pygame_gui.UIManager) -> None:
    scene, long = pygame.Rect(0, 0, 640, 900), "which needs all of the room that there is in the dialog"
    dialog = Dialog("Title", "Text " * 400, {f"Button {n}, {long}": lambda: None for n in range(12)})
    dialog.build(ui, scene, 1.0)
    buttons = [e.rect for e in ui.get_sprite_group().sprites() if isinstance(e, UIButton) and "Button" in e.text]
    assert len(buttons) == 12 and all(dialog.rect.contains(rect) for rect in buttons)
    assert min(rect.top for rect in buttons) - dialog.rect.top > 3 * buttons[0].h
    assert scene.contains(dialog.rect)


def test_nothing_is_typed_beneath_a_dialog(open_app) -> None:
    driver = Driver(open_app("undrawn"))
    app = driver.app
    app.go_to(destinations.Preferences())
    driver.frames(2)
    driver.click(app.screen.players.entry_rects["name 1"].center)

    def types(text: str) -> None:
        for letter in text:
            driver.look(letter)
            values = {"key": ord(letter), "mod": 0, "scancode": 0}
            driver.post(pygame.KEYDOWN, unicode=letter, **values)
            driver.post(pygame.TEXTINPUT, text=letter)
            driver.frames()
            driver.post(pygame.KEYUP, unicode="", **values)
            driver.frames()

    chosen = []

    def answered(name: str) -> None:
        chosen.append(name)
        app.screen.close_dialog()

    types("Ada")
    for key, answer in (("2", "Yes"), ("\r", "No")):
        app.screen.open_dialog("A question", "", {name: partial(answered, name) for name in ("No", "Yes")})
        driver.frames(2)
        types("xy")
        types(key) if key == "2" else driver.key(pygame.K_RETURN)
        assert chosen.pop() == answer and app.screen.dialog is None
    assert app.preferences.players[0].name == "Ada"
    types("m")
    assert app.preferences.players[0].name == "Adam"
