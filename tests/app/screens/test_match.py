"""The application in a window that nobody sees: OpenGL offscreen and the software renderer, mouse and keys."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest

from skill.app.play.choices import Choice
from skill.app.play.match_setup import Setup
from skill.app.play.runtime import Phase
from skill.app.screens import destinations
from skill.lattice.cells import CORNERS, parse_cell
from skill.rules.catalogue import find_game
from tests.app.conftest import WINDOWS

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

pytestmark = [pytest.mark.parametrize("kind", WINDOWS), pytest.mark.filterwarnings("error::UserWarning")]

CTRL = pygame.KMOD_LCTRL


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def setup(name: str, players: int = 2, seats: tuple[str, ...] = ("human", "human"), **options) -> Setup:
    game = find_game(name)
    given = {"first_player": 1, **options} if players > 1 else options
    return Setup(game, players, game.options_from(given), seats[:players], seed=3)


def test_rasanto_by_pointer_and_by_keys(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.frames(3)
    cell = parse_cell("233")
    driver.point(driver.pixel_of(cell))
    assert table.turn.chooser.focus == cell
    assert any(die.ghost for die in table.scene().dice)
    driver.click(driver.pixel_of(cell))
    assert str(table.runtime.match.played[-1]) == "1: place R233"
    driver.until(lambda: not table.moves_by_itself)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    assert len(table.runtime.match.played) == 2
    assert table.runtime.match.played[-1].by == 2
    driver.until(lambda: not table.moves_by_itself)
    driver.key(pygame.K_z, CTRL)
    assert len(table.runtime.match.played) == 1
    driver.key(pygame.K_y, CTRL)
    assert len(table.runtime.match.played) == 2
    driver.until(lambda: not table.moves_by_itself)
    driver.key(pygame.K_r)
    assert not table.runtime.match.played


def test_what_made_a_score_is_lit_on_the_heap(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto", seats=("greedy", "human")))
    driver, table = Driver(app), app.screen
    match = table.runtime.match
    while match.result is None:
        match.step() if match.seat == 1 else table.runtime.choose(match.moves()[0])
    driver.until(lambda: table.dialog is not None)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)  # look at it
    driver.until(lambda: not table.moves_by_itself)
    for seat in (1, 2):
        assert f"Player {seat}" in table._message
        lit = {die.cell for die in table.scene().dice if die.highlight > 0}
        assert lit == set(match.game.counted(match.state, seat))
        driver.key(pygame.K_TAB)
    assert "Player 1" in table._message


def test_the_cells_that_a_game_calls_its_goal_are_marked(open_app, kind: str, monkeypatch) -> None:
    def marked() -> set[int]:
        return {mark.cell for mark in app.screen.scene().markers if mark.kind == "goal"}

    app = open_app(kind, setup("faraday", 1))
    assert app.screen.runtime.phase is Phase.READY
    assert marked() == set(CORNERS)
    app = open_app(kind, setup("rasanto"))
    assert marked() == set()
    monkeypatch.setattr(type(find_game("rasanto")), "goal_cells", lambda _, state, seat: [CORNERS[seat - 1]])
    assert marked() == {CORNERS[0]}


def test_the_home_key_leads_to_the_side_of_whoever_is_to_move(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    for azimuth_deg in (0.0, 120.0):
        driver.key(pygame.K_HOME)
        driver.until(lambda: not table.moves_by_itself)
        assert table.camera.azimuth_deg % 360 == pytest.approx(azimuth_deg)
        table.runtime.choose(table.runtime.match.moves()[0])
        driver.until(lambda: not table.moves_by_itself)


def test_a_click_beside_everything_does_nothing(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver = Driver(app)
    driver.click((5, 5))
    driver.key(pygame.K_RETURN)  # nothing is chosen
    assert not app.screen.runtime.match.played


def test_el_dado_by_pointer_and_by_keys_against_a_bot(open_app, kind: str) -> None:
    app = open_app(kind, setup("el-dado", seats=("human", "greedy")))
    driver, table = Driver(app), app.screen
    driver.until(lambda: table.runtime.phase is Phase.CHOICE and not table.moves_by_itself)
    apex = parse_cell("000")
    driver.point(driver.pixel_of(apex))
    assert table.turn.chooser.focus == apex
    driver.until(lambda: not table.moves_by_itself)
    lifted = next(die for die in table.scene().dice if die.cell == apex)
    assert lifted.highlight == 1.0
    assert table.board.lifts[apex] > 0.4
    driver.click(driver.pixel_of(apex))
    driver.until(lambda: len(table.runtime.match.played) >= 3 and table.runtime.phase is Phase.CHOICE)
    assert [line.by for line in table.runtime.match.played][-2:] == [1, 2]
    driver.until(lambda: not table.moves_by_itself)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_SPACE)
    assert table.runtime.match.played[-1].by == 1


def test_faraday_by_pointer_and_by_keys(open_app, kind: str) -> None:
    pytest.importorskip("pybullet")
    app = open_app(kind, setup("faraday", players=1, seats=("human",), attempts=2))
    driver, table = Driver(app), app.screen
    driver.frames(3)
    assert table.runtime.phase is Phase.READY
    driver.click(table.scene_rect.center)
    assert table.runtime.phase is Phase.HANDS
    driver.point((table.scene_rect.centerx + 150, table.scene_rect.centery))
    driver.frames(20)
    right, away = table.attempting.gauge(table.camera.azimuth_deg).dial
    assert right > 0.1
    assert abs(away) < 0.03
    driver.key_down(pygame.K_2)
    driver.frames(20)
    driver.key_up(pygame.K_2)
    assert table.runtime.running.time_s > 0.5
    assert table.scene().plate.rotation != ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    driver.key(pygame.K_p)
    paused_at = table.runtime.running.time_s
    driver.frames(5)
    assert table.runtime.running.time_s == paused_at
    driver.key(pygame.K_p)
    driver.key(pygame.K_g)
    driver.until(lambda: table.runtime.phase is Phase.READY)
    assert table.runtime.match.played[-1].action[1] == "gave_up"
    driver.key(pygame.K_RETURN)  # the second attempt, by keys
    assert table.runtime.phase is Phase.HANDS
    driver.point((5, table.scene_rect.bottom + 5))  # out of the way
    driver.key_down(pygame.K_UP)
    driver.frames(15)
    assert table.runtime.running.toolset.find("tilt").lean_deg[0] != 0
    driver.key_up(pygame.K_UP)
    driver.key(pygame.K_g)
    driver.until(lambda: table.runtime.phase is Phase.OVER)
    assert table.dialog
    assert "nobody succeeded" in table.dialog.text


def test_the_end_shows_the_ranking_and_plays_again(open_app, kind: str) -> None:
    app = open_app(kind, setup("el-dado", seats=("human", "human")))
    driver, table = Driver(app), app.screen
    driver.until(lambda: table.runtime.phase is Phase.CHOICE and not table.moves_by_itself)
    match = table.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.frames(2)
    assert "points" in table.dialog.text
    assert len(list((app.store.folder / "records").glob("*.txt"))) == 1
    driver.key(pygame.K_RETURN)
    assert not table.dialog
    assert table.runtime.match is not match


def test_events_that_wake_a_still_screen_keep_their_order(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.frames(40)
    assert not app.is_busy
    taken: list[int] = []

    def handle(event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            taken.append(event.type)
            app.is_open = len(taken) < 4

    table.handle = handle
    for event in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2:
        driver.post(event, pos=(5, 5), button=1, touch=False)
    app.run()
    assert taken == [pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP] * 2


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


def test_camera_turns_by_mouse_wheel_and_keys(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    at = table.camera
    middle = table.scene_rect.center
    driver.post(pygame.MOUSEBUTTONDOWN, pos=middle, button=3, touch=False)
    driver.post(pygame.MOUSEMOTION, pos=(middle[0] + 40, middle[1]), rel=(40, 10), buttons=(0, 0, 1), touch=False)
    driver.post(pygame.MOUSEBUTTONUP, pos=middle, button=3, touch=False)
    driver.frames()
    assert table.camera.azimuth_deg != at.azimuth_deg
    pygame.mouse.set_pos(middle)
    driver.frames()
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    driver.until(lambda: not table.moves_by_itself)
    assert table.camera.distance < at.distance
    driver.key(pygame.K_HOME)
    driver.until(lambda: not table.moves_by_itself)
    assert table.camera == table.home_camera()


def test_resize_help_mute_and_pause(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.post(pygame.VIDEORESIZE, w=900, h=600, size=(900, 600))
    driver.frames(2)
    assert app.window.size == (900, 600)
    assert table.panel_rect.right == 900
    driver.key(pygame.K_F1)
    assert "Rasanto" not in table.dialog.text
    assert "Tab" in table.dialog.text
    driver.click(driver.pixel_of(parse_cell("233")))  # the dialog is in the way
    assert not table.runtime.match.played
    driver.key(pygame.K_F1)
    assert not table.dialog
    driver.key(pygame.K_m)
    assert app.sounds.muted
    driver.press("Pause")
    assert table.runtime.paused
    driver.click(driver.pixel_of(parse_cell("233")))
    assert not table.runtime.match.played
    driver.key(pygame.K_RETURN)
    assert not table.runtime.paused


def test_a_step_is_taken_back_by_a_right_click_and_by_escape(open_app, kind: str) -> None:
    app = open_app(kind, setup("finish", players=3, seats=("human",) * 3))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    chooser = table.turn.chooser
    die = next(cell for cell in chooser.choice.targets if Choice(chooser.choice.legal).at(cell).targets)
    for take_back in (lambda: driver.click(table.scene_rect.center, button=3), lambda: driver.key(pygame.K_ESCAPE)):
        chooser.look_at(die)
        driver.key(pygame.K_RETURN)
        assert chooser.choice.pointed == (die,)
        assert any(marker.kind == "legal" for marker in table.scene().markers)
        take_back()
        assert chooser.choice.pointed == ()
        assert app.screen is table
    assert not table.runtime.match.played


def test_a_long_list_scrolls_and_its_actions_are_pressed(open_app, kind: str) -> None:
    app = open_app(kind, setup("pharaohs-curse", players=3, seats=("human",) * 3))
    driver, table = Driver(app), app.screen
    driver.until(lambda: bool(table.turn.chooser.choice.legal) and not table.moves_by_itself)
    while table.turn.chooser.choice.targets:  # on to the die that is turned
        table._play(table.turn.chooser.choice.legal[0])
        driver.until(lambda: bool(table.turn.chooser.choice.legal) and not table.moves_by_itself)
        if table.turn.chooser.choice.ways:
            break
    listed = table._panel.actions
    assert 0 < len(listed.buttons) < len(table.turn.chooser.listed)
    pygame.mouse.set_pos(listed.rect.center)
    driver.frames()
    driver.post(pygame.MOUSEWHEEL, x=0, y=-3, flipped=False)
    driver.frames()
    assert table.turn.chooser.listed[0] not in listed.buttons.values()
    action = list(listed.buttons.values())[-1]
    at = list(listed.buttons)[-1].rect.center
    driver.point(at)
    driver.frames()
    assert table.turn.chooser.focus == action
    count = len(table.runtime.match.played)
    driver.click(at)
    driver.frames()
    assert table.runtime.match.played[count].action == action


def test_a_match_is_saved_and_loaded_again(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    driver.key(pygame.K_o, CTRL)
    assert not table.dialog  # nothing has been saved
    driver.click(driver.pixel_of(parse_cell("233")))
    driver.until(lambda: not table.moves_by_itself)
    driver.key(pygame.K_s, CTRL)
    [(_, saved)] = app.store.saved()
    assert str(saved.played[0]) == "1: place R233"
    driver.press("Restart")
    assert not table.runtime.match.played
    driver.press("Load")
    driver.key(pygame.K_1)
    assert app.screen is not table
    assert [str(line) for line in app.screen.runtime.match.played] == ["1: place R233"]
    assert app.screen.runtime.match.seat == 2


def test_what_cannot_be_kept_is_said_once_and_play_goes_on(open_app, kind: str, monkeypatch) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    assert not table.dialog
    monkeypatch.setattr("os.fsync", no_room)
    for cell in ("233", "332"):
        driver.click(driver.pixel_of(parse_cell(cell)))
        driver.until(lambda: not table.moves_by_itself)
        if cell == "233":
            assert table.dialog.title == "Not kept"
            assert "No space left on device" in table.dialog.text
            driver.key(pygame.K_RETURN)
        assert not table.dialog
    assert len(table.runtime.match.played) == 2
    driver.press("Restart")  # the new match has no journal from its beginning
    assert table.dialog.title == "Not kept"
    driver.key(pygame.K_RETURN)
    driver.click(driver.pixel_of(parse_cell("233")))
    assert len(table.runtime.match.played) == 1


def test_an_attempt_counts_even_if_its_trace_cannot_be_kept(open_app, kind: str) -> None:
    app = open_app(kind, setup("faraday", 1, attempts=3))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    journals = app.store.folder / "journals"
    journals.rename(journals.with_name("moved"))
    journals.write_text("a file in the way")
    driver.click(table.scene_rect.center)
    driver.frames(3)
    assert table.runtime.phase is Phase.HANDS
    driver.press("Give up")
    driver.until(lambda: bool(table.dialog))
    assert table.dialog.title == "Not kept"
    assert [line.action[1] for line in table.runtime.match.played] == ["gave_up"]
    assert table.runtime.phase is Phase.READY


def test_a_match_that_is_over_is_taken_back_and_waits_again(open_app, kind: str) -> None:
    app = open_app(kind, setup("rasanto"))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    match = table.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.frames(2)
    assert len(app.store.history()) == 1
    driver.press("Look at it")
    driver.key(pygame.K_z, CTRL)
    assert match.result is None
    assert not app.store.history()
    [(_, waiting)] = app.store.open_matches()
    assert waiting == match.record
    driver.key(pygame.K_y, CTRL)
    driver.until(lambda: bool(table.dialog))
    assert [line.result for line in app.store.history()] == [str(match.result)]
    assert not app.store.open_matches()


def test_an_attempt_that_is_done_belongs_to_the_match_that_is_left(open_app, kind: str) -> None:
    app = open_app(kind, setup("faraday", 1, attempts=3))
    driver, table = Driver(app), app.screen
    driver.frames(2)
    driver.click(table.scene_rect.center)
    driver.frames(3)
    table.runtime.running.give_up()  # as the time limit does, while dice still move
    driver.key(pygame.K_r)
    begun, left = sorted((record for _, record in app.store.open_matches()), key=lambda record: len(record.played))
    assert table.runtime.match.record == begun
    assert not begun.played
    assert [line.action[1] for line in left.played] == ["gave_up"]


def test_a_hint_lights_up_what_a_bot_would_play(open_app, kind: str) -> None:
    app = open_app(kind, setup("el-dado", seats=("human", "human")))
    driver, table = Driver(app), app.screen
    driver.until(lambda: table.runtime.phase is Phase.CHOICE and not table.moves_by_itself)
    driver.press("Hint")
    hint = table.turn.chooser.hint
    assert next(die for die in table.scene().dice if die.cell == hint[1]).highlight > 0
    assert str(hint) in table._message


def test_the_screen_passes_from_one_person_to_the_next(open_app, kind: str) -> None:
    app = open_app(kind, setup("slide", players=2, view="own"), size=(720, 480))
    driver, table = Driver(app), app.screen
    driver.until(lambda: table.dialog is not None, seconds=0.3)
    assert {die.colour for die in table.scene().dice} == {"?"}
    driver.key(pygame.K_ESCAPE)  # does not show anything
    driver.frames(2)
    assert table.dialog
    driver.press("I am Player 1")
    driver.until(lambda: not table.moves_by_itself, seconds=0.3)
    assert not table.dialog
    assert any(die.colour != "?" for die in table.scene().dice)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: table.dialog is not None, seconds=0.3)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: not table.moves_by_itself, seconds=0.3)
    assert table.camera.azimuth_deg == 120  # player 2 looks from side J


def test_in_a_race_a_click_claims_for_the_seat_chosen(open_app, kind: str) -> None:
    app = open_app(kind, setup("spotted-cow", players=3, seats=("human",) * 3))
    driver, table = Driver(app), app.screen
    driver.until(lambda: table.turn.is_race)
    match = table.runtime.match
    right = max(match.moves(2), key=lambda action: match.game.worth(match.state, action, 2))
    driver.frames()
    [second] = [button for button, seat in table._panel.seat_buttons.items() if seat == 2]
    assert second.text.startswith("S  Player 2")
    driver.press(second.text)
    assert table.turn.seat == 2
    if len(right) > 1:
        driver.click(driver.pixel_of(right[1]))
    else:
        driver.press("1  blank")
    driver.until(lambda: any(line.action == right for line in match.played))
    assert next(line.by for line in match.played if line.action == right) == 2


def test_every_game_opens_for_a_frame(open_app, kind: str) -> None:
    from skill.app.play.match_setup import Settings
    from skill.rules.catalogue import all_games

    app = open_app(kind)
    for game in all_games():
        app.screen.select(game) if hasattr(app.screen, "select") else None
        app.go_to(destinations.Match(Settings(game).setup()))
        Driver(app).frames(2)


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
