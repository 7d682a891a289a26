"""The application in a window that nobody sees: OpenGL offscreen and the software renderer, mouse and keys."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.choices import Choice
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.widgets.text_height import text_height
from skill.lattice.cells import CORNERS, parse_cell
from skill.rules.catalogue import find_game
from tests.app.conftest import WINDOWS

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")
both_windows = pytest.mark.parametrize("kind", WINDOWS)

CTRL = pygame.KMOD_LCTRL


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def setup(name: str, players: int = 2, seats: tuple[str, ...] = ("human", "human"), **options) -> Setup:
    game = find_game(name)
    given = {"first_player": 1, **options} if players > 1 else options
    return Setup(game, players, game.options_from(given), seats[:players], seed=3)


@both_windows
def test_rasanto_by_pointer_and_by_keys(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.frames(3)
    cell = parse_cell("233")
    driver.point(driver.pixel_of(cell))
    assert screen.control.turn.chooser.focus == cell
    assert any(die.ghost for die in screen.scene().dice)
    driver.click(driver.pixel_of(cell))
    assert str(screen.control.runtime.match.played[-1]) == "1: place R233"
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    assert len(screen.control.runtime.match.played) == 2
    assert screen.control.runtime.match.played[-1].by == 2
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_z, CTRL)
    assert len(screen.control.runtime.match.played) == 1
    driver.key(pygame.K_y, CTRL)
    assert len(screen.control.runtime.match.played) == 2
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_r)
    driver.press("Begin anew")
    assert not screen.control.runtime.match.played


@pytest.mark.parametrize("slug", ["flickers", "masquerade", "el-dado"])
def test_rules_and_marks_are_read_in_help_without_scrolling(open_app, slug: str) -> None:
    game = find_game(slug)
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=5), (1280, 800))
    app.screen.perform(Act.HELP)
    box = app.screen.dialog._box
    end = app.screen.help_text().index("<b>")  # there the keys begin
    above = text_height("<b>Help</b><br><br>" + app.screen.help_text()[:end], box.rect.w, app.ui)
    assert above < box.rect.h


def test_help_that_is_longer_than_its_dialog_is_read_by_keys(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"), size=(1024, 700))
    driver = Driver(app)
    driver.key(pygame.K_F1)
    driver.frames(2)
    bar = app.screen.dialog._box.scroll_bar
    for key in (pygame.K_PAGEDOWN, pygame.K_DOWN):
        before = bar.start_percentage
        driver.key(key)
        driver.frames(2)
        assert bar.start_percentage > before
    driver.key(pygame.K_PAGEUP)
    driver.key(pygame.K_UP)
    driver.frames(2)
    assert bar.start_percentage == 0 and app.screen.dialog is not None
    driver.key(pygame.K_ESCAPE)
    assert app.screen.dialog is None


def test_what_made_a_score_is_lit_on_the_heap(open_app) -> None:
    app = open_app("undrawn", setup("rasanto", seats=("greedy", "human")))
    driver, screen = Driver(app), app.screen
    match = screen.control.runtime.match
    while match.result is None:
        match.step() if match.seat == 1 else screen.control.runtime.choose(match.moves()[0])
    driver.until_card()
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)  # look at it
    driver.until(lambda: not screen.moves_by_itself)
    for seat in (1, 2):
        assert ("Player 1" if seat == 1 else "for you") in screen.control.message
        lit = {die.cell for die in screen.scene().dice if "pointed" in die.marks}
        assert lit == set(match.game.counted(match.state, seat))
        driver.key(pygame.K_TAB)
    assert "Player 1" in screen.control.message


def test_the_cells_that_a_game_calls_its_goal_are_marked(open_app, monkeypatch) -> None:
    def marked() -> set[int]:
        return {mark.cell for mark in app.screen.scene().markers if mark.kind == "goal"}

    app = open_app("undrawn", setup("faraday", 1))
    assert app.screen.control.runtime.phase is Phase.READY
    assert marked() == set(CORNERS)
    app = open_app("undrawn", setup("rasanto"))
    assert marked() == set()
    monkeypatch.setattr(type(find_game("rasanto")), "goal_cells", lambda _, state, seat: [CORNERS[seat - 1]])
    app = open_app("undrawn", setup("rasanto"))
    assert marked() == {CORNERS[0]}


def test_the_home_key_leads_to_the_side_of_whoever_is_to_move(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver, screen = Driver(app), app.screen
    for azimuth_deg in (0.0, 120.0):
        driver.key(pygame.K_HOME)
        driver.until(lambda: not screen.moves_by_itself)
        assert screen.camera.azimuth_deg % 360 == pytest.approx(azimuth_deg)
        screen.control.runtime.choose(screen.control.runtime.match.moves()[0])
        driver.until(lambda: not screen.moves_by_itself)


def test_a_click_beside_everything_does_nothing(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver = Driver(app)
    driver.click((5, 5))
    driver.key(pygame.K_RETURN)  # nothing is chosen
    assert not app.screen.control.runtime.match.played


def test_el_dado_by_pointer_and_by_keys_against_a_bot(open_app) -> None:
    app = open_app("undrawn", setup("el-dado", seats=("human", "greedy")))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE and not screen.moves_by_itself)
    apex = parse_cell("000")
    driver.point(driver.pixel_of(apex))
    assert screen.control.turn.chooser.focus == apex
    driver.until(lambda: not screen.moves_by_itself)
    lifted = next(die for die in screen.scene().dice if die.cell == apex)
    assert "pointed" in lifted.marks
    assert screen.control.board.lifts[apex] > 0.4
    played = len(screen.control.runtime.match.played)
    driver.click(driver.pixel_of(apex), button=6)  # at the side of the mouse: it is nothing to do with the game
    assert len(screen.control.runtime.match.played) == played
    driver.click(driver.pixel_of(apex))
    driver.until(lambda: len(screen.control.runtime.match.played) >= 3 and screen.control.runtime.phase is Phase.CHOICE)
    assert [line.by for line in screen.control.runtime.match.played][-2:] == [1, 2]
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_SPACE)
    assert screen.control.runtime.match.played[-1].by == 1


@both_windows
def test_faraday_by_pointer_and_by_keys(open_app, kind: str) -> None:
    needs_engine()
    app = open_app(kind, setup("faraday", players=1, seats=("human",), attempts=2))
    driver, screen = Driver(app), app.screen
    driver.frames(3)
    assert screen.control.runtime.phase is Phase.READY
    driver.click(screen.scene_rect.center)
    assert screen.control.runtime.phase is Phase.HANDS
    driver.point((screen.scene_rect.centerx + 150, screen.scene_rect.centery))
    driver.frames(20)
    right, away = screen.control.attempt.gauge(screen.camera.azimuth_deg).dial
    assert right > 0.1
    assert abs(away) < 0.03
    driver.key_down(pygame.K_2)
    driver.frames(20)
    driver.key_up(pygame.K_2)
    assert screen.control.runtime.attempts.running.time_s > 0.5
    assert screen.scene().plate.rotation != ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    driver.key(pygame.K_p)
    paused_at = screen.control.runtime.attempts.running.time_s
    driver.frames(5)
    assert screen.control.runtime.attempts.running.time_s == paused_at
    driver.key(pygame.K_p)
    driver.key(pygame.K_g)
    driver.key(pygame.K_g)
    driver.until(lambda: screen.control.runtime.phase is Phase.READY)
    assert screen.control.runtime.match.played[-1].action[1] == "gave_up"
    driver.until_card()
    driver.key(pygame.K_SPACE)
    assert screen.control.runtime.phase is Phase.READY
    driver.key(pygame.K_RETURN)  # "Try again": the second attempt, by keys
    assert screen.control.runtime.phase is Phase.HANDS
    driver.point((5, screen.scene_rect.bottom + 5))  # out of the way
    driver.key_down(pygame.K_UP)
    driver.frames(15)
    assert screen.control.runtime.attempts.running.toolset.find("tilt").lean_deg[0] != 0
    driver.key_up(pygame.K_UP)
    driver.key(pygame.K_g)
    driver.key(pygame.K_g)
    driver.until(lambda: screen.control.runtime.phase is Phase.OVER)
    driver.until_card()
    assert "No attempt succeeded." in screen.dialog.text
    assert "You have given up. It lasted" in screen.dialog.text


def test_buttons_beside_a_card_do_what_they_say(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup("faraday", players=1))
    driver, screen = Driver(app), app.screen
    driver.frames(15)
    driver.key(pygame.K_t)  # practise
    driver.key(pygame.K_g)
    driver.until(lambda: screen.dialog is not None)
    driver.press("Help")
    assert "was practice" in screen.dialog.text  # a card waits first
    driver.until_card()
    driver.press("Help")
    assert screen.dialog.title == "Help"
    driver.key(pygame.K_ESCAPE)
    assert screen.dialog is None
    driver.key(pygame.K_t)
    driver.key(pygame.K_g)
    driver.until_card()
    driver.press("All games")
    assert app.screen is not screen


def test_the_end_shows_the_ranking_and_plays_again(open_app) -> None:
    app = open_app("undrawn", setup("el-dado", seats=("human", "human")))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE and not screen.moves_by_itself)
    match = screen.control.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.frames(2)
    assert "Points count" in screen.dialog.text
    assert len(list((app.store.folder / "records").glob("*.txt"))) == 1
    for key in (pygame.K_RETURN, pygame.K_1, pygame.K_SPACE, pygame.K_ESCAPE):
        driver.key(key)  # whatever was meant for the game
        assert screen.dialog.is_waiting
    driver.until_card()
    for key in (pygame.K_1, pygame.K_SPACE):
        driver.key(key)
        assert screen.dialog
    driver.key(pygame.K_RETURN)
    assert not screen.dialog
    assert screen.control.runtime.match is not match


def test_events_that_wake_a_still_screen_keep_their_order(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.frames(40)
    assert not app.is_busy
    taken: list[int] = []

    def handle(event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            taken.append(event.type)
            app.is_open = len(taken) < 4

    closed: list[bool] = []
    screen.handle, screen.closed = handle, lambda: closed.append(True)
    for event in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2:
        driver.post(event, pos=(5, 5), button=1, touch=False)
    app.run()
    assert taken == [pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP] * 2
    assert closed == [True]


@both_windows
def test_a_still_board_costs_nothing(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver = Driver(app)
    driver.frames(40)
    drawn = app.frames_drawn
    driver.frames(40)
    assert app.frames_drawn == drawn
    assert not app.is_busy
    driver.point(driver.pixel_of(parse_cell("233")))
    assert app.frames_drawn > drawn


@both_windows
def test_camera_turns_by_mouse_wheel_and_keys(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, screen = Driver(app), app.screen
    at = screen.camera
    middle = screen.scene_rect.center
    driver.post(pygame.MOUSEBUTTONDOWN, pos=middle, button=3, touch=False)
    driver.post(pygame.MOUSEMOTION, pos=(middle[0] + 40, middle[1]), rel=(40, 10), buttons=(0, 0, 1), touch=False)
    driver.post(pygame.MOUSEBUTTONUP, pos=middle, button=3, touch=False)
    driver.frames()
    assert screen.camera.azimuth_deg != at.azimuth_deg
    pygame.mouse.set_pos(middle)
    driver.frames()
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    driver.until(lambda: not screen.moves_by_itself)
    assert screen.camera.distance < at.distance
    driver.key(pygame.K_HOME)
    driver.until(lambda: not screen.moves_by_itself)
    assert screen.camera == screen.home_camera()


@both_windows
def test_resize_help_mute_and_pause(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.post(pygame.VIDEORESIZE, w=900, h=600, size=(900, 600))
    driver.frames(2)
    assert app.window.size == (900, 600)
    assert screen.panel_rect.right == 900
    driver.key(pygame.K_F1)
    assert "Rasanto" not in screen.dialog.text
    assert "Tab" in screen.dialog.text
    driver.click(driver.pixel_of(parse_cell("233")))  # the dialog is in the way
    assert not screen.control.runtime.match.played
    driver.key(pygame.K_F1)
    assert not screen.dialog
    driver.key(pygame.K_m)
    assert app.sounds.muted
    driver.press("Pause")
    assert screen.control.runtime.paused
    driver.click(driver.pixel_of(parse_cell("233")))
    assert not screen.control.runtime.match.played
    driver.key(pygame.K_RETURN)
    assert not screen.control.runtime.paused


def test_a_step_is_taken_back_by_a_right_click_and_by_escape(open_app) -> None:
    app = open_app("undrawn", setup("finish", players=3, seats=("human",) * 3))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    chooser = screen.control.turn.chooser
    die = next(cell for cell in chooser.choice.targets if Choice(chooser.choice.legal).at(cell).targets)
    for take_back in (lambda: driver.click(screen.scene_rect.center, button=3), lambda: driver.key(pygame.K_ESCAPE)):
        chooser.look_at(die)
        driver.key(pygame.K_RETURN)
        assert chooser.choice.pointed == (die,)
        assert any(marker.kind == "legal" for marker in screen.scene().markers)
        take_back()
        assert chooser.choice.pointed == ()
        assert app.screen is screen
    assert not screen.control.runtime.match.played


def test_a_long_list_scrolls_and_its_actions_are_pressed(open_app) -> None:
    app = open_app("undrawn", setup("pharaohs-curse", players=3, seats=("human",) * 3))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: bool(screen.control.turn.chooser.choice.legal) and not screen.moves_by_itself)
    while screen.control.turn.chooser.choice.targets:  # on to the die that is turned
        screen.control.play(screen.control.turn.chooser.choice.legal[0])
        driver.until(lambda: bool(screen.control.turn.chooser.choice.legal) and not screen.moves_by_itself)
        if screen.control.turn.chooser.choice.ways:
            break
    listed = screen.panel.actions
    assert 0 < len(listed.buttons) < len(screen.control.turn.chooser.listed)
    pygame.mouse.set_pos(listed.rect.center)
    driver.frames()
    driver.post(pygame.MOUSEWHEEL, x=0, y=-3, flipped=False)
    driver.frames()
    assert screen.control.turn.chooser.listed[0] not in listed.buttons.values()
    action = list(listed.buttons.values())[-1]
    at = list(listed.buttons)[-1].rect.center
    driver.point(at)
    driver.frames()
    assert screen.control.turn.chooser.focus == action
    count = len(screen.control.runtime.match.played)
    driver.click(at)
    driver.frames()
    assert screen.control.runtime.match.played[count].action == action


def test_a_match_is_saved_and_loaded_again(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    driver.key(pygame.K_o, CTRL)
    assert not screen.dialog  # nothing has been saved
    driver.click(driver.pixel_of(parse_cell("233")))
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_s, CTRL)
    [(_, saved)] = app.store.saved()
    assert str(saved.played[0]) == "1: place R233"
    driver.press("Restart")
    assert screen.dialog.title == "Begin this match anew?" and screen.control.runtime.match.played
    driver.press("Begin anew")
    assert not screen.control.runtime.match.played
    driver.press("Load")
    driver.key(pygame.K_1)
    assert app.screen is not screen
    assert [str(line) for line in app.screen.control.runtime.match.played] == ["1: place R233"]
    assert app.screen.control.runtime.match.seat == 2


def test_what_cannot_be_kept_is_said_once_and_play_goes_on(open_app, monkeypatch) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    assert not screen.dialog
    monkeypatch.setattr("os.fsync", no_room)
    for cell in ("233", "332"):
        driver.click(driver.pixel_of(parse_cell(cell)))
        driver.until(lambda: not screen.moves_by_itself)
        if cell == "233":
            assert screen.dialog.title == "Not kept"
            assert "No space left on device" in screen.dialog.text
            driver.key(pygame.K_RETURN)
        assert not screen.dialog
    assert len(screen.control.runtime.match.played) == 2
    driver.press("Restart")
    driver.press("Begin anew")  # the new match has no journal from its beginning
    assert screen.dialog.title == "Not kept"
    driver.key(pygame.K_RETURN)
    driver.click(driver.pixel_of(parse_cell("233")))
    assert len(screen.control.runtime.match.played) == 1


def test_an_attempt_counts_even_if_its_trace_cannot_be_kept(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup("faraday", 1, attempts=3))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    journals = app.store.folder / "journals"
    journals.rename(journals.with_name("moved"))
    journals.write_text("a file in the way")
    driver.click(screen.scene_rect.center)
    driver.frames(3)
    assert screen.control.runtime.phase is Phase.HANDS
    driver.press("Give up")
    driver.press("Give up")
    driver.until(lambda: bool(screen.dialog))
    assert screen.dialog.title == "Not kept"
    assert [line.action[1] for line in screen.control.runtime.match.played] == ["gave_up"]
    assert screen.control.runtime.phase is Phase.READY


def test_a_match_that_is_over_is_taken_back_and_waits_again(open_app) -> None:
    app = open_app("undrawn", setup("rasanto"))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    match = screen.control.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.frames(2)
    assert len(app.store.history()) == 1
    driver.until_card()
    driver.press("Look at it")
    driver.key(pygame.K_z, CTRL)
    assert match.result is None
    assert not app.store.history()
    [(_, waiting)] = app.store.open_matches()
    assert waiting == match.record
    driver.key(pygame.K_y, CTRL)
    driver.until(lambda: bool(screen.dialog))
    assert [line.result for line in app.store.history()] == [str(match.result)]
    assert not app.store.open_matches()


def test_an_attempt_that_is_done_belongs_to_the_match_that_is_left(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup("faraday", 1, attempts=3))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    driver.click(screen.scene_rect.center)
    driver.frames(3)
    screen.control.runtime.attempts.running.give_up()  # as the time limit does, while dice still move
    driver.key(pygame.K_r)
    begun, left = sorted((record for _, record in app.store.open_matches()), key=lambda record: len(record.played))
    assert screen.control.runtime.match.record == begun
    assert not begun.played
    assert [line.action[1] for line in left.played] == ["gave_up"]


def test_a_hint_lights_up_what_is_best_and_says_why(open_app) -> None:
    app = open_app("undrawn", setup("el-dado", seats=("human", "human")))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE and not screen.moves_by_itself)
    driver.press("Hint")
    driver.until(lambda: not screen.moves_by_itself)
    hint = screen.control.turn.chooser.hint
    assert "hint" in next(die for die in screen.scene().dice if die.cell == hint[1]).marks
    assert screen.control.message.startswith("A good move: Take it (")


def test_the_screen_passes_from_one_person_to_the_next(open_app) -> None:
    app = open_app("undrawn", setup("slide", players=2, view="own"), size=(720, 480))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.dialog is not None, seconds=0.3)
    assert {die.colour for die in screen.scene().dice} == {"?"}
    driver.key(pygame.K_ESCAPE)  # does not show anything
    driver.frames(2)
    assert screen.dialog
    driver.press("I am Player 1")
    driver.until(lambda: not screen.moves_by_itself, seconds=0.3)
    assert not screen.dialog
    assert any(die.colour != "?" for die in screen.scene().dice)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: screen.dialog is not None, seconds=0.3)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: not screen.moves_by_itself, seconds=0.3)
    assert screen.camera.azimuth_deg == 120  # player 2 looks from side J


def test_in_a_race_a_click_claims_for_the_seat_chosen(open_app) -> None:
    app = open_app("undrawn", setup("spotted-cow", players=3, seats=("human",) * 3))
    driver, screen = Driver(app), app.screen
    driver.key(pygame.K_SPACE)
    driver.until(lambda: screen.control.turn.is_race)
    match = screen.control.runtime.match
    right = max(match.moves(2), key=lambda action: match.game.worth(match.state, action, 2))
    driver.frames()
    [second] = [button for button, seat in screen.panel.seat_buttons.items() if seat == 2]
    assert second.text.startswith("S  Player 2")
    driver.press(second.text)
    assert screen.control.turn.seat == 2
    if len(right) > 1:
        driver.click(driver.pixel_of(right[1]))
    else:
        driver.press("1  blank")
    driver.until(lambda: any(line.action == right for line in match.played))
    assert next(line.by for line in match.played if line.action == right) == 2


def test_what_all_look_for_is_the_largest_text_of_the_panel(open_app) -> None:
    app = open_app("undrawn", setup("clever-mole", players=2, seats=("human", "greedy"), bot_read=30.0), (1280, 800))
    driver, screen = Driver(app), app.screen
    driver.key(pygame.K_SPACE)
    driver.until(lambda: screen.control.turn.is_race)
    driver.frames()
    match, panel = screen.control.runtime.match, screen.panel
    assert not any("begin" in line for line in panel.shown.history.split("<br>"))
    described = panel.shown.task
    assert described in panel._message.html_text and described not in panel.shown.message
    sizes = [chunk.font.size("X")[1] for chunk in panel._message.text_box_layout.layout_rows[0].items[:1]]
    assert sizes[0] > panel._turn.font.size("X")[1]
    right = max(match.moves(1), key=lambda action: match.game.worth(match.state, action, 1))
    screen.control.runtime.claim(1, right)
    driver.frames(2)
    assert panel.shown.task.startswith("You found the hill")
    driver.until(lambda: screen.control.turn.is_race)
    driver.frames()
    assert panel.shown.task not in ("", described)


@both_windows
def test_every_game_opens_for_a_frame(open_app, kind: str) -> None:
    from skill.app.play.match.setup import Settings
    from skill.rules.catalogue import all_games

    app = open_app(kind)
    for game in all_games()[:: 8 if kind == "opengl" else 1]:  # it is drawn in the same way whatever is played
        app.screen.select(game) if hasattr(app.screen, "select") else None
        app.go_to(destinations.Match(Settings(game).setup()))
        Driver(app).frames(2)


@both_windows
def test_without_a_display_it_says_what_still_works(kind: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    code = "from skill.app.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "SKILLBOX_RENDERER": kind},
    )
    if sys.platform == "linux":
        assert "Unavailable" in done.stderr
        assert "demo --out" in done.stderr


def test_an_attempt_that_counts_is_not_dropped_by_accident(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup("faraday", 1, attempts=2))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    driver.key(pygame.K_t)
    driver.frames(3)
    driver.key(pygame.K_r)  # practice is left at once
    assert not screen.dialog
    assert screen.control.runtime.attempts.running is None
    driver.frames(2)
    driver.click(screen.scene_rect.center)
    driver.frames(3)
    running = screen.control.runtime.attempts.running
    for key in (pygame.K_r, pygame.K_ESCAPE):
        driver.key(key)
        assert screen.dialog.title == "Drop this attempt?"
        time_s = running.time_s
        driver.frames(3)
        assert running.time_s == time_s  # nothing goes on meanwhile
        driver.key(pygame.K_RETURN)
        assert not screen.dialog
        assert screen.control.runtime.attempts.running is running
    driver.key(pygame.K_ESCAPE)
    driver.press("Drop it")
    assert app.screen is not screen
