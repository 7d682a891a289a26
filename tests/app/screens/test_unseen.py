"""Time that nobody sees pass does not count: of attempts and races, while the window is away or stands still."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import skill
from skill.app.play.match.phase import TIMED, Phase
from skill.app.play.match.runtime import MOST_RACED_S
from skill.app.play.match.setup import Setup
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.application import ASLEEP_S  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.engines import needs_engine  # noqa: E402

RACE, FARADAY = find_game("spotted-cow"), find_game("faraday")
OUT_OF_SIGHT = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
SUSPENDED_S = 3600.0


def race_of(app) -> Driver:
    driver = Driver(app)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: app.screen.control.turn.is_race)
    driver.frames(3)
    return driver


def race() -> Setup:
    return Setup(RACE, 3, RACE.options_from({}), ("human", "human", "easy"), seed=3)


def is_told(driver: Driver) -> bool:
    control = driver.app.screen.control
    return "Nobody could see time pass" in control.panel_text(0.0).message


def test_every_phase_in_which_time_counts_stops() -> None:
    assert {Phase.HANDS, Phase.RACE} == TIMED


@pytest.mark.parametrize("event", OUT_OF_SIGHT, ids=("out of focus", "minimised", "hidden"))
def test_a_race_stops_when_the_window_is_away(open_app: Callable, event: int) -> None:
    driver = race_of(open_app("undrawn", race()))
    runtime = driver.app.screen.control.runtime
    raced_s = runtime._raced_s
    driver.post(event)
    driver.frames(200)
    assert (runtime.paused, runtime._raced_s) == (True, raced_s)
    assert is_told(driver)
    driver.key(pygame.K_p)
    driver.frames(2)
    assert not runtime.paused and runtime._raced_s > raced_s
    assert not is_told(driver)


@pytest.mark.parametrize("by", ["click", "key"])
def test_a_race_begins_when_a_person_is_ready(open_app: Callable, by: str) -> None:
    app = open_app("undrawn", race())
    driver, control = Driver(app), app.screen.control
    for begun in range(2):
        driver.frames(300)
        assert (control.runtime._raced_s, control.runtime.match.played) == (0.0, ())
        assert control.overlay().button == "I am ready"
        assert "when you are ready" in control.panel_text(0.0).message
        if by == "click":
            driver.click(app.screen.scene_rect.center)
        else:
            driver.key(pygame.K_SPACE)
        driver.until(lambda: control.runtime._raced_s > 0)
        assert not control.overlay().button
        control.runtime._raced_s = 0.0
        if not begun:
            app.screen._restart()


def test_a_race_that_comes_while_the_window_is_away_does_not_begin(open_app: Callable) -> None:
    app = open_app("undrawn", race())
    driver = Driver(app)
    driver.key(pygame.K_SPACE)
    driver.post(pygame.WINDOWFOCUSLOST)
    driver.until(lambda: app.screen.control.turn.is_race)
    driver.frames(3)
    assert app.screen.control.runtime.paused
    driver.post(pygame.WINDOWFOCUSGAINED)
    driver.frames(3)
    assert app.screen.control.runtime.paused  # whoever comes back looks first


def test_a_race_stops_after_a_frame_in_which_the_machine_slept(open_app: Callable) -> None:
    driver = race_of(open_app("undrawn", race()))
    runtime = driver.app.screen.control.runtime
    raced_s, count = runtime._raced_s, len(runtime.match.played)
    driver.frames(1, seconds=SUSPENDED_S)
    assert (runtime.paused, runtime._raced_s, len(runtime.match.played)) == (True, raced_s, count)
    assert is_told(driver)


def test_a_race_goes_on_after_slow_frames_of_which_little_counts(open_app: Callable) -> None:
    """As much for bots as for people: what a frame showed last was seen a moment ago."""
    driver = race_of(open_app("undrawn", race()))
    runtime = driver.app.screen.control.runtime
    raced_s = runtime._raced_s
    driver.frames(1, seconds=ASLEEP_S / 2)
    assert not runtime.paused and runtime._raced_s <= raced_s + MOST_RACED_S
    raced_s = runtime._raced_s
    driver.frames(3, seconds=ASLEEP_S / 2)
    assert not runtime.paused and runtime._raced_s == pytest.approx(raced_s + 3 * MOST_RACED_S)


def test_a_click_on_the_plate_goes_on_with_a_race_that_stands_still_and_claims_nothing(open_app: Callable) -> None:
    driver = race_of(open_app("undrawn", race()))
    screen = driver.app.screen
    control, runtime = screen.control, screen.control.runtime
    at = driver.pixel_of(runtime.match.pyramid.funnels()[0])
    driver.key(pygame.K_p)
    assert runtime.paused and control.overlay().button == "Go on"
    raced_s = runtime._raced_s
    driver.click(at)
    driver.frames(2)
    assert not runtime.paused and not control.overlay().button
    assert not runtime._race()._claims and runtime._raced_s < raced_s + 0.3


def test_an_attempt_stops_after_a_frame_in_which_the_machine_slept(open_app: Callable) -> None:
    needs_engine()
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=4))
    driver, runtime = Driver(app), app.screen.control.runtime
    driver.frames(2)
    driver.key_down(pygame.K_RETURN)
    assert runtime.phase is Phase.HANDS
    driver.frames(1, seconds=0.8)  # in which the world was made
    assert not runtime.paused
    driver.key_up(pygame.K_RETURN)
    driver.frames(3)
    time_s = runtime.attempts.running.time_s
    driver.frames(1, seconds=0.8)
    assert not runtime.paused and time_s <= runtime.attempts.running.time_s <= time_s + 0.03
    time_s = runtime.attempts.running.time_s
    driver.frames(1, seconds=SUSPENDED_S)
    driver.frames(5)
    assert (runtime.paused, runtime.attempts.running.time_s) == (True, time_s)
    assert is_told(driver)
    driver.click(app.screen.scene_rect.center)
    driver.frames(3)
    assert not runtime.paused and not app.screen.control.attempt.input.is_pressed


def test_a_machine_whose_every_frame_is_long_plays_on(open_app: Callable) -> None:
    driver = race_of(open_app("undrawn", race()))
    runtime = driver.app.screen.control.runtime
    driver.frames(1, seconds=0.6)
    raced_s = runtime._raced_s
    driver.frames(4, seconds=0.6)
    assert not runtime.paused and runtime._raced_s == pytest.approx(raced_s + 4 * MOST_RACED_S)
    driver.frames(1, seconds=SUSPENDED_S)
    assert runtime.paused


def test_what_does_not_count_goes_on_unseen(open_app: Callable) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({"first_player": 1}), ("human", "random"), seed=3))
    driver = Driver(app)
    driver.post(pygame.WINDOWFOCUSLOST)
    driver.frames(2)
    driver.frames(1, seconds=SUSPENDED_S)
    assert not app.screen.control.runtime.paused


def test_a_clock_that_is_set_back_counts_for_nothing(open_app: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = race_of(open_app("undrawn", race()))
    app, frame, elapsed = driver.app, driver.app.frame, []
    raced_s = app.screen.control.runtime._raced_s

    def framed(elapsed_s: float, before: tuple = ()) -> bool:
        elapsed.append(elapsed_s)
        if len(elapsed) == 5:
            app.close()
        return frame(0.03, before)

    hours = count(2e9, -3600)
    monkeypatch.setattr("time.time", lambda: next(hours))
    monkeypatch.setattr(app, "frame", framed)
    app.run()
    assert all(0 <= s < 60 for s in elapsed)
    assert app.screen.control.runtime._raced_s == pytest.approx(raced_s + 4 * 0.03)


def test_nothing_is_timed_by_a_clock_that_may_be_set() -> None:
    """But for what several machines agree on, which the one that asks does not rely on."""
    folder = Path(skill.__file__).parent
    found = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if "time.time(" in path.read_text("utf-8")}
    assert found == {str(Path("analyse", name)) for name in ("run.py", "watch.py")}


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("away", ["another window", "minimised"])
def test_a_race_in_a_real_window_stops_when_it_is_away(real_app: Callable, away: str) -> None:
    hands = real_app(race())
    runtime = hands.app.screen.control.runtime
    runtime.toggle_pause()  # ready
    hands.until_real(lambda: hands.app.screen.control.turn.is_race, "the race")
    assert not runtime.paused
    if away == "minimised":
        hands.real("windowminimize", hands.window)
    else:
        hands.look_elsewhere()
    hands.until_real(lambda: runtime.paused, "the pause")
    if away == "minimised":
        hands.real("windowactivate", hands.window)
        hands.until_real(hands.has_keyboard, "the keyboard")
    else:
        hands.look_here()
    assert runtime.paused
    assert is_told(hands)
    hands.screenshot(f"unseen-{away}")
    hands.key("p")
    hands.until_real(lambda: not runtime.paused, "the race that goes on")
