"""The panel of a match: its buttons serve at every size of text, and what leaves them room is still there."""

from __future__ import annotations

from itertools import combinations

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.setup import Setup
from skill.app.screens.match.panel_layout import LEAST_ROWS, panel_layout
from skill.lattice.cells import cells
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.input.tools.binding import Bar, Gauge  # noqa: E402  (needs pygame)
from skill.app.screens.match.legend import MEANINGS, legend  # noqa: E402
from skill.app.screens.match.screen import MatchScreen  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")
SIZE = (1280, 800)
CROWDED = [("faraday", 1, 1.5), ("faraday", 8, 1.0), ("faraday", 8, 1.5), ("dishing-up", 4, 1.2), ("trulla", 3, 1.0)]
CROWDED += [("storing-scores", 8, 1.5), ("spotted-cow", 6, 1.5)]
GAUGE = Gauge((0.3, 0.2), (Bar("Strength", 0.4, "40 %"), Bar("Air", 0.7, "70 %"), Bar("Downwards", 0.5, "45°")))


def setup(slug: str, players: int) -> Setup:
    game = find_game(slug)
    return Setup(game, players, game.options_from({}), ("human",) * players, seed=4)


@pytest.mark.parametrize(("slug", "players", "text_size"), CROWDED)
def test_every_button_is_pressed_by_a_click_in_its_middle(open_app, slug, players, text_size, monkeypatch) -> None:
    app = open_app("undrawn", setup(slug, players), SIZE)
    app.prefer(app.preferences.changed(text_size=text_size))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    screen.close_dialog()
    shown = screen.panel.shown
    screen.panel.show(shown._replace(message="Much is said. " * 30, gauge=GAUGE if shown.clock else None))
    pressed = []
    monkeypatch.setattr("skill.app.play.control.idle_acts", lambda *_, **__: frozenset())  # each can do something
    monkeypatch.setattr(MatchScreen, "perform", lambda _, act: pressed.append(act))
    for button in screen.panel.buttons:
        driver.click(button.rect.center)
        driver.frames()
    assert pressed == list(screen.panel.buttons.values())


def test_buttons_name_their_keys_to_those_who_use_keys(open_app) -> None:
    app = open_app("undrawn", setup("rasanto", 2), (1280, 800))
    driver, panel = Driver(app), app.screen.panel
    driver.frames(2)
    assert {button.text for button in panel.buttons} >= {"Hint", "Undo", "All games"}
    driver.key(pygame.K_TAB)
    driver.frames(2)
    texts = {act: button.text for button, act in panel.buttons.items()}
    assert (texts[Act.HINT], texts[Act.LEAVE]) == ("Hint (I)", "All games (Ctrl+Q)")
    assert all(button.font.size(button.text)[0] < button.rect.w for button in panel.buttons)
    driver.click(app.screen.scene_rect.center, button=3)
    driver.frames(2)
    assert {button.text for button in panel.buttons} >= {"Hint", "Undo", "All games"}


@pytest.mark.parametrize("has_attempts", [True, False])
@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.2, 1.5])
def test_what_gives_way_still_has_room(scale: float, seats: int, has_attempts: bool) -> None:
    height = 776 - round((184 if has_attempts else 146) * scale)  # above the buttons in a window of the usual size
    plan = panel_layout(height, scale, seats, has_attempts)
    fixed = 34 + 26 + (40 if has_attempts else 0)
    lines = -(-seats // plan.columns) + (1 if has_attempts and not plan.is_close else 0)
    used = plan.gauge + plan.message + plan.rest + lines * plan.row
    assert used + (fixed + (12 if has_attempts else 4)) * scale == pytest.approx(height, abs=5)
    assert plan.message >= 2 * plan.row
    assert max(plan.rest, plan.gauge) >= LEAST_ROWS * plan.row, "no room for a list of actions"
    assert plan.gauge >= 2 * plan.row if has_attempts else plan.gauge == 0


@pytest.mark.parametrize(("slug", "players", "text_size"), CROWDED)
def test_below_the_lines_of_the_seats_nothing_is_left_empty(open_app, slug, players, text_size) -> None:
    app = open_app("undrawn", setup(slug, players), SIZE)
    app.prefer(app.preferences.changed(text_size=text_size))
    Driver(app).frames(2)
    panel = app.screen.panel
    below = [e.rect.top for e in (panel._clock, panel._message) if e]
    gauge = panel.shown.gauge
    if gauge and (gauge.dial or gauge.bars):
        below.append(panel._gauge.top)
    gap = min(below) - max(seat.rect.bottom for seat in panel._seats)
    assert 0 <= gap < panel._layout.row / 2


def test_a_long_hint_takes_the_room_that_is_empty_below_it(open_app) -> None:
    app = open_app("undrawn", setup("faraday", 1), SIZE)
    driver, panel = Driver(app), app.screen.panel
    driver.frames(2)
    shown = panel.shown._replace(brief="")
    panel.show(shown._replace(message="Little."))
    usual = panel._message.rect.copy()
    panel.show(shown._replace(message="Much is said here. " * 14, history="1. somebody"))
    assert panel._message.scroll_bar is None
    assert panel._message.rect.h > usual.h
    assert panel._history.rect.top >= panel._message.rect.bottom
    assert panel._history.visible
    panel.show(shown._replace(message="Too much is said here. " * 200))
    assert panel._message.scroll_bar is not None
    assert panel._message.rect.bottom < min(button.rect.top for button in panel.buttons)
    panel.show(shown._replace(message="Little."))
    assert panel._message.rect == usual


def test_what_has_no_room_is_said_in_brief(open_app) -> None:
    app = open_app("undrawn", setup("faraday", 1), SIZE)
    Driver(app).frames(2)
    panel = app.screen.panel
    shown = panel.shown
    assert shown.brief in shown.message and "An attempt may last" not in shown.brief
    panel.show(shown._replace(message="Too much is said here. " * 200))
    assert panel._message.html_text == shown.brief and panel._message.scroll_bar is None
    panel.show(shown)
    assert panel._message.html_text == shown.message


def test_what_a_gauge_tells_is_read_in_the_panel_line_by_line(open_app) -> None:
    app = open_app("undrawn", setup("faraday", 1), SIZE)
    panel, told = app.screen.panel, [f"{bar.label}: {bar.text}" for bar in GAUGE.bars]
    for gauge in (GAUGE, GAUGE._replace(dial=None)):
        panel.show(panel.shown._replace(gauge=gauge))
        lines = [e.rect for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", "") in told]
        assert len(lines) == len(told)
        assert all(app.screen.panel_rect.contains(line) for line in lines)
        assert not any(a.colliderect(b) for a, b in combinations(lines, 2))


def test_the_list_of_actions_follows_the_one_that_is_chosen_up_and_down(open_app, monkeypatch) -> None:
    panel = open_app("undrawn", setup("rasanto", 2), SIZE).screen.panel
    game = find_game("rasanto")
    moves = game.moves(game.begin(2, game.options_from({})))
    listed = panel.shown._replace(listed=tuple(moves[:3]), listed_texts=("one", "two", "three"), focus=0)
    shown = []
    monkeypatch.setattr(panel.actions, "show", lambda _listed, _texts, focus, _numbers: shown.append(focus))
    for focus in (0, 2, 1):
        panel.show(listed._replace(focus=focus))
    assert shown == [0, 2, 1]


def test_entries_of_a_list_that_have_no_room_look_different(open_app) -> None:
    app = open_app("undrawn", setup("rasanto", 2), (1024, 700))
    app.prefer(app.preferences.changed(text_size=1.5))
    Driver(app).frames(3)
    game = find_game("rasanto")
    panel = app.screen.panel
    moves = tuple(game.moves(game.begin(2, game.options_from({})))[:3])
    texts = tuple(f"Take the die that lies nearest to you and turn it to side {n}" for n in (1, 2, 3))
    panel.show(panel.shown._replace(listed=moves, listed_texts=texts, numbers=(1, 2, 3), focus=None))
    said = [button.text for button in panel.actions.buttons]
    assert all("…" in text for text in said) and [text[-1] for text in said] == ["1", "2"]
    assert all(button.font.size(button.text)[0] <= button.rect.w for button in panel.actions.buttons)


def test_a_long_title_is_read_whole(open_app) -> None:
    for size, text_size in ((SIZE, 1.0), ((1024, 700), 1.5)):
        app = open_app("undrawn", setup("captain-flint", 1), size)
        app.prefer(app.preferences.changed(text_size=text_size))
        texts = [getattr(element, "text", "") for element in app.ui.get_sprite_group().sprites()]
        assert find_game("captain-flint").title in texts


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_score_is_shown_whatever_the_name(open_app, language: str) -> None:
    app = open_app("undrawn", setup("malicious-pleasure", 3), SIZE)
    named = [{"name": "Maximiliane von W" + "w" * 7}] * 3
    app.prefer(app.preferences.changed(text_size=1.5, language=language, players=named))
    Driver(app).frames(2)
    panel = app.screen.panel
    for label, line in zip(panel._seats, panel.shown.seats, strict=True):
        score = line.bare.split()[-1]
        assert label.text.startswith("Maximiliane") and label.text.endswith(f" {score}") and "…" in label.text
        assert label.font.size(label.text)[0] <= label.relative_rect.w


def test_a_sentence_of_the_log_that_is_pointed_at_lights_its_place(open_app) -> None:
    app = open_app("undrawn", setup("rasanto", 2), SIZE)
    driver, screen = Driver(app), app.screen
    for text in ("place R800", "place G233"):
        driver.until(lambda: not screen.control.board.is_moving)
        screen.control.play(screen.control.runtime.match.game.parse(text))
        driver.frames(3)
    driver.until(lambda: not screen.moves_by_itself)
    box, lit = screen.panel._history, {}
    for y in range(box.rect.top, box.rect.bottom, 4):
        driver.point((box.rect.left + 30, y))
        lit |= {screen.panel.told_at((box.rect.left + 30, y)): screen.control.board.lit}
    assert lit == {None: frozenset(), 0: {*cells("233")}, 1: {*cells("800")}, 2: frozenset()}  # who begins
    driver.point((box.rect.left + 30, box.rect.top + 8))
    assert [die.marks for die in screen.scene().dice if die.cell in cells("233")] == ["last pointed"]
    driver.point(screen.scene_rect.center)
    assert not screen.control.board.lit


def test_texts_of_the_legend_lie_below_each_other(open_app, monkeypatch) -> None:
    app, areas = open_app("undrawn", setup("finish", 3), SIZE), []
    monkeypatch.setattr("skill.app.widgets.pen.Pen.write", lambda pen, surface, text, area, *_: areas.append(area))
    legend(app.ui, 1.0, 400)
    assert len(areas) > len(MEANINGS) and all(area.h > 8 for area in areas)
    assert not any(
        one.inflate(-1, -1).colliderect(other) for n, one in enumerate(areas) for other in areas[:n] if one.x == other.x
    )
