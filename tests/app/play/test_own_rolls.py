"""A person rolls the dice of his own turn, and what they come to can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from skill.app.input.actions import Act
from skill.app.play.control import MatchControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import READ_S, Runtime
from skill.app.play.match.setup import Setup
from skill.app.play.said.panel import OTHER_DRAWN, chance_text, hint
from skill.app.settings.bot_pace import AT_ONCE, use_pace
from skill.app.settings.changes import stepped
from skill.app.settings.own_rolls import BY_THEMSELVES, BY_YOU
from skill.app.settings.preferences import Preferences
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

pytestmark = pytest.mark.usefixtures("rolls_as_preferred")
FRAME_S = 0.05
VAIN = 4  # a seed at which the first number of Up and Down is odd
ROLLING = {  # games in which chance rolls for a seat, with their players
    **{"most-simple-game": 2, "green-amoeba": 3, "forbidden-number": 3, "up-and-down": 3, "storing-scores": 2},
    **{"squeezing": 3, "diebylon": 3, "steps-to-the-throne": 2, "squeeze-play": 3, "forced-memory": 2},
}


def setup_of(slug: str, players: int, seats: tuple[str, ...] = (), seed: int = 3) -> Setup:
    game = find_game(slug)
    given = {"first_player": "1"} if game.turn_order else {}
    return Setup(game, players, game.options_from(given), seats or ("human", *["random"] * (players - 1)), seed)


def opened(tmp_path: Path, setup: Setup) -> MatchControl:
    return MatchControl(setup, Store(tmp_path), lambda *args, **options: None)


def settle(control: MatchControl, until: Callable[[], bool] = lambda: False, frames: int = 400) -> float:
    """Lets time pass until then; how long that took, seconds."""
    for n in range(frames):
        if until():
            return n * FRAME_S
        control.advance(FRAME_S, tuple)
        control.follow()
    return frames * FRAME_S


@pytest.mark.parametrize("slug", ROLLING)
def test_whoever_is_a_person_rolls_and_bots_do_not_wait(tmp_path: Path, slug: str) -> None:
    control = opened(tmp_path, setup_of(slug, ROLLING[slug]))
    runtime, match = control.runtime, control.runtime.match
    own = others = 0
    for _ in range(120):
        settle(control, lambda: runtime.phase is not Phase.ITSELF or runtime.waits_for_key)
        if match.result is not None or own > 3 < others:
            break
        if runtime.waits_for_key:
            count = len(match.played)
            settle(control, frames=40)
            assert len(match.played) == count and not runtime.needs_time
            text = control.panel_text(0.0)
            assert text.turn == "Your turn" and control.overlay().button == "Roll"
            assert "Roll the dice: click Roll." in text.message and "hold it down" not in text.message
            assert match.game.doer(match.state, None) == 1
            control.perform(Act.ACCEPT, dict)
            settle(control, lambda count=count: len(match.played) > count)
            own += 1
        elif runtime.phase is Phase.CHOICE:
            control.play(match.moves()[0])
            control.skip()
        others = sum(
            match.game.doer(match.state_at(n), None) not in (None, 1)
            for n, line in enumerate(match.played)
            if line.by is None
        )
    assert own > 1 and (others > 1 or slug == "steps-to-the-throne")  # where the first run is one player's alone


def test_two_turns_by_clicks_alone(open_app) -> None:
    driver, control = by_driver(open_app, "most-simple-game", 2)
    match = control.runtime.match
    for turn in (1, 2):
        driver.until(lambda: control.runtime.waits_for_key and not control.board.is_moving)
        [(rect, text)] = driver.app.screen.overlay._button
        assert text == "Roll"
        driver.click(rect.center)
        driver.until(lambda: bool(control.turn.places) and not control.is_settling)
        assert not driver.app.screen.pointer.rolls_on and control.overlay().held
        while match.seat == 1:
            driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)
            driver.click(driver.pixel_of(control.turn.places[0]))
            driver.until(lambda: not control.board.is_moving)
        assert sum(line.action.verb == "roll" and own(match, n) for n, line in enumerate(match.played)) == turn


def test_two_turns_by_keys_alone(open_app) -> None:
    driver, control = by_driver(open_app, "most-simple-game", 2)
    match = control.runtime.match
    for _ in range(2):
        driver.until(lambda: control.runtime.waits_for_key and not control.board.is_moving)
        assert match.seat is None
        driver.key(pygame.K_RETURN)
        driver.until(lambda: bool(control.turn.places) and not control.is_settling)
        assert "press Return" not in control.panel_text(0.0).message  # it is a die that is chosen now
        while match.seat == 1:
            driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)
            driver.key(pygame.K_RIGHT)
            driver.key(pygame.K_RETURN)
            driver.until(lambda: not control.board.is_moving)
    assert sum(line.by == 1 for line in match.played) > 1


def by_driver(open_app, slug: str, players: int) -> tuple[Driver, MatchControl]:
    app = open_app("undrawn", setup_of(slug, players), (1280, 800))
    return Driver(app), app.screen.control


def own(match: Match, number: int) -> bool:
    return match.game.doer(match.state_at(number), None) == 1


def test_a_roll_that_leaves_nothing_to_do_is_read_before_anybody_else_rolls(tmp_path: Path) -> None:
    use_pace(AT_ONCE)
    control = opened(tmp_path, setup_of("up-and-down", 3, seed=VAIN))
    runtime, match = control.runtime, control.runtime.match
    settle(control, lambda: runtime.waits_for_key)
    control.perform(Act.ACCEPT, dict)
    settle(control, lambda: bool(match.played))
    told = f"You rolled {match.played[-1].action[1]}: there is nothing to do."
    assert control.overlay().pointed == told and len(control.overlay().held) == 1
    assert READ_S <= settle(control, lambda: len(match.played) > 1) + FRAME_S < READ_S + 0.5
    assert control.overlay().pointed == ""


def test_after_such_a_roll_the_next_person_rolls_whenever_he_likes(tmp_path: Path) -> None:
    control = opened(tmp_path, setup_of("up-and-down", 3, ("human",) * 3, VAIN))
    settle(control, lambda: control.runtime.waits_for_key)
    before = control.panel_text(0.0).turn
    control.perform(Act.ACCEPT, dict)
    settle(control, lambda: bool(control.runtime.match.played))
    settle(control)
    assert len(control.runtime.match.played) == 1 and control.runtime.waits_for_key
    assert control.panel_text(0.0).turn != before and "nothing to do" in control.overlay().pointed


def test_dice_that_one_has_had_rolled_again_need_no_second_word(tmp_path: Path) -> None:
    control = opened(tmp_path, setup_of("storing-scores", 2))
    runtime, match = control.runtime, control.runtime.match
    for _ in range(60):
        settle(control, lambda: runtime.phase is Phase.CHOICE or runtime.waits_for_key)
        if runtime.waits_for_key:
            control.go_on()
            settle(control, frames=1)
            continue
        action = next((action for action in match.moves() if action.verb == "reroll"), match.moves()[0])
        control.skip()
        control.play(action)
        if action.verb == "reroll":
            break
    count = len(match.played)
    assert match.played[-1].action.verb == "reroll" and not runtime.waits_for_key
    settle(control, lambda: len(match.played) > count, 20)
    assert match.played[count].action.verb == "rolls"


def test_a_roll_is_kept_when_what_was_done_with_it_is_taken_back(tmp_path: Path) -> None:
    control = opened(tmp_path, setup_of("most-simple-game", 2))
    runtime, match = control.runtime, control.runtime.match
    settle(control, lambda: runtime.waits_for_key)
    control.perform(Act.ACCEPT, dict)
    settle(control, lambda: runtime.phase is Phase.CHOICE)
    rolled = match.played
    while match.seat == 1:
        control.play(match.moves()[0])
        control.skip()
    settle(control, lambda: runtime.waits_for_key and not control.board.is_moving)
    control.go_on()
    control.perform(Act.UNDO, dict)  # before it has been rolled
    assert match.seat == 1 and match.played[: len(rolled)] == rolled
    control.skip()
    control.play(match.moves()[0])
    settle(control)
    assert runtime.waits_for_key  # the roll that was taken back is not made by itself


def test_where_it_is_preferred_dice_roll_by_themselves(open_app) -> None:
    driver, control = by_driver(open_app, "most-simple-game", 2)
    driver.until(lambda: control.runtime.waits_for_key)
    assert stepped(Preferences(), "rolls", 1).rolls == BY_THEMSELVES and Preferences().rolls == BY_YOU
    driver.app.prefer(stepped(driver.app.preferences, "rolls", 1))
    assert not control.runtime.waits_for_key
    driver.until(lambda: control.runtime.phase is Phase.CHOICE)


def test_where_dice_decide_all_people_roll_whatever_they_prefer(open_app) -> None:
    driver, control = by_driver(open_app, "golden-centre", 3)
    driver.app.prefer(stepped(driver.app.preferences, "rolls", 1))
    driver.frames(20, 0.1)
    assert control.runtime.waits_for_key and not control.runtime.match.played
    assert control.panel_text(0.0).turn == "All roll"


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("forbidden-number", [OTHER_DRAWN, "The dice decide who begins"]),
        ("el-dado", ["The plate is filled", "The dice decide who begins"]),
    ],
)
def test_before_the_first_turn_it_is_said_what_chance_decides(slug: str, said: list[str]) -> None:
    game = find_game(slug)
    runtime = Runtime(lambda: Match(game, 3, game.options_from({}), ("human", "random", "random"), seed=1))
    found = []
    for _ in said:
        assert not runtime.waits_for_key and not hint(runtime).startswith("Roll")
        found.append(chance_text(runtime))
        runtime.advance(FRAME_S, tuple)
    assert found == said


def test_whoever_rolls_on_by_clicks_sees_the_result_before_a_click_counts(open_app) -> None:
    driver, control = by_driver(open_app, "golden-centre", 3)
    driver.until(lambda: control.runtime.waits_for_key)
    screen, match = driver.app.screen, control.runtime.match
    rect = screen.overlay._button[0][0]
    while match.turn is not None:
        match.step()
    driver.until(lambda: screen.dialog is not None)
    label = next(button for button in screen.dialog._buttons if button.text == "All games")
    assert label.rect.colliderect(rect)  # where one has clicked all the time
    driver.point(rect.center)
    for _ in range(5):  # about as often as one rolls
        driver.frames(5, 0.1)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            driver.post(kind, pos=rect.center, button=1, touch=False)
        driver.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
        driver.post(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
        driver.frames(1, 0.01)
        assert driver.app.screen is screen and control.runtime.match is match and screen.dialog.is_waiting
    driver.until_card()
    driver.click(label.rect.center)
    driver.until(lambda: driver.app.screen is not screen)
