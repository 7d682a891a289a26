"""A new layout, as after another size or language, keeps what somebody has typed, scrolled to and selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIScrollingContainer, UISelectionList, UITextBox, UITextEntryLine  # noqa: E402

from tests.app.driver import Driver  # noqa: E402  (needs pygame)

SMALL = (900, 600)


def by_size(driver: Driver) -> None:
    driver.post(pygame.VIDEORESIZE, w=SMALL[0] + 100, h=SMALL[1] - 50, size=(SMALL[0] + 100, SMALL[1] - 50))
    driver.frames(2)


def by_language(driver: Driver) -> None:
    driver.app.prefer(driver.app.preferences.changed(language="fr"))
    driver.frames(2)


def by_text_size(driver: Driver) -> None:
    driver.app.prefer(driver.app.preferences.changed(text_size=1.2))
    driver.frames(2)


every_way = pytest.mark.parametrize("rebuild", [by_size, by_language, by_text_size])


def elements(app: Any, kind: type) -> list[Any]:
    return [element for element in app.ui.get_sprite_group().sprites() if isinstance(element, kind)]


def the_longest(app: Any) -> Any:
    """The text of which there is most."""
    return max(elements(app, UITextBox), key=lambda box: len(box.html_text))


def scroll(driver: Driver, bar: Any, share: float) -> float:
    bar.set_scroll_from_start_percentage(share)
    driver.frames(2)
    return bar.start_percentage


@every_way
def test_the_search_keeps_its_text_the_cursor_and_the_list_its_place(open_app: Callable, rebuild: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver, panel = Driver(app), app.screen.panel
    driver.frames(2)
    [line] = elements(app, UITextEntryLine)
    driver.post(pygame.TEXTINPUT, text="r")
    driver.post(pygame.TEXTINPUT, text="a")
    driver.frames(2)
    line.edit_position, line.select_range = 1, [0, 1]
    panel.games.wheel(-4)
    top = panel.games._top / panel.games._row
    assert top > 0
    rebuild(driver)
    [line] = elements(app, UITextEntryLine)
    assert (line.get_text(), line.edit_position, list(line.select_range)) == ("ra", 1, [0, 1])
    assert line in app.ui.get_focus_set()
    assert panel.games._top / panel.games._row == pytest.approx(top, abs=0.1)


@every_way
def test_the_rules_of_a_game_stay_where_they_were_scrolled_to(open_app: Callable, rebuild: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    app.go_to(destinations.GameSheet(find_game("captain-flint")))
    driver.frames(2)
    share = scroll(driver, the_longest(app).scroll_bar, 0.5)
    rebuild(driver)
    assert the_longest(app).scroll_bar.start_percentage == pytest.approx(share, abs=0.03)


def test_what_was_typed_stays_until_its_value_is_changed(open_app: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    app.go_to(destinations.Workbench())
    driver.frames(2)
    app.screen.name_entry.set_text("heavy")
    form = app.screen.numbers
    scroll(driver, form._box.vert_scroll_bar, 0.4)
    before = form._values[0].rect.y
    app.screen.workbench.step("sides", 1)  # a line comes
    app.screen._show()
    driver.frames(2)
    assert app.screen.name_entry.get_text() == "heavy"
    assert form._values[0].rect.y == pytest.approx(before, abs=2)


def test_a_line_that_is_pressed_stays_under_the_pointer_where_lines_come_and_go(open_app: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    app.go_to(destinations.Workbench())
    driver.frames(2)
    form = app.screen.numbers
    row = next(n for n, line in enumerate(form.lines) if line.name == "part")
    button = form._values[row]
    for _ in range(3):
        at = button.rect.center
        count = len(form.lines)
        driver.click(at)
        driver.frames(2)
        button = form._values[row]
        assert button.rect.collidepoint(at)
    assert len(form.lines) != count


@every_way
def test_a_dialog_stays_where_it_was_scrolled_to(open_app: Callable, rebuild: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    app.screen.open_dialog("A title", "A line<br>" * 80)
    driver.frames(2)
    share = scroll(driver, app.screen.dialog._box.scroll_bar, 0.3)
    rebuild(driver)
    assert app.screen.dialog._box.scroll_bar.start_percentage == pytest.approx(share, abs=0.03)


@every_way
def test_the_list_of_actions_stays_where_it_was_scrolled_to(open_app: Callable, rebuild: Callable) -> None:
    game = find_game("pharaohs-curse")
    app = open_app("undrawn", Setup(game, 3, game.options_from({"first_player": 1}), ("human",) * 3, seed=3), SMALL)
    driver, turn = Driver(app), app.screen.control.turn

    def is_due() -> bool:
        return bool(turn.chooser.choice.legal) and not app.screen.moves_by_itself

    driver.until(is_due)
    while turn.chooser.choice.targets and not turn.chooser.choice.ways:  # on to the die that is turned
        app.screen.control.play(turn.chooser.choice.legal[0])
        driver.until(is_due)
    app.screen.panel.actions.scroll(2)
    first = next(iter(app.screen.panel.actions.buttons.values()))
    rebuild(driver)
    assert next(iter(app.screen.panel.actions.buttons.values())) == first


@every_way
def test_the_dialog_of_files_stays_open(open_app: Callable, rebuild: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    records = app.store.folder / "mine"
    records.mkdir()
    for n in range(30):
        (records / f"{n:02}.txt").write_text("")
    app.go_to(destinations.Viewer())
    driver.frames(2)
    app.screen._open_file_dialog(records)
    driver.frames(2)
    dialog = app.screen.file_dialog
    dialog.file_path_text_line.set_text("else")
    share = scroll(driver, dialog.file_selection_list.scroll_bar, 0.5)
    rebuild(driver)
    dialog = app.screen.file_dialog
    assert dialog.alive()
    assert dialog.current_directory_path == str(records.resolve())
    assert dialog.file_path_text_line.get_text() == "else"
    assert dialog.file_selection_list.scroll_bar.start_percentage == pytest.approx(share, abs=0.05)


def places(app: Any) -> Iterator[object]:
    game = find_game("faraday")
    setup = Setup(find_game("rasanto"), 2, find_game("rasanto").options_from({}), ("human",) * 2, 1)
    yield from (destinations.Home(), destinations.GameSheet(game), destinations.Match(setup), destinations.Viewer())
    yield from (destinations.Workbench(), destinations.Measure(), destinations.Analysis())
    yield from (destinations.Statistics(), destinations.Preferences())


def test_every_element_that_can_be_typed_into_or_scrolled_is_kept(open_app: Callable) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    for place in places(app):
        app.go_to(place)
        driver.frames(1)
        app.screen.open_dialog("A title", "A text")
        for kind in (UITextEntryLine, UITextBox, UIScrollingContainer, UISelectionList):
            unnamed = [element for element in elements(app, kind) if not hasattr(element, "kept_as")]
            assert not unnamed, (place, unnamed)
        named = [element.kept_as for element in app.ui.get_sprite_group().sprites() if hasattr(element, "kept_as")]
        assert len(named) == len(set(named))


def test_another_game_begins_at_the_top_of_its_text(open_app: Callable) -> None:
    app = open_app("undrawn", size=SMALL)
    driver = Driver(app)
    app.go_to(destinations.Analysis())
    driver.frames(2)
    app.screen.choose(find_game("acquire"))
    driver.frames(2)
    assert scroll(driver, app.screen._told.scroll_bar, 0.5) > 0
    app.screen.choose(find_game("asparagus"))
    driver.frames(2)
    assert app.screen._told.scroll_bar.start_percentage == 0
