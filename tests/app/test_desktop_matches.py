"""Two whole matches in a real window, from the home screen to the result and home again: one by the pointer alone, one
by keys alone."""

from __future__ import annotations

import random

import pytest

from skill.app.play.match.phase import Phase
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.desktop import Hands  # noqa: E402  (needs pygame)
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.slow
FRAME_S = 0.05
PATIENCE, PICTURE = 300, 6  # frames of an attempt after which it is given up, and a picture is taken


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.play.match.setup.random", random.Random(5))


def choose(hands: Hands) -> None:
    """Clicks a place that can be seen, and turns the view by the right button where none can."""
    screen = hands.app.screen
    runtime, turn = screen.control.runtime, screen.control.turn
    count = len(runtime.match.played)
    x, y = screen.scene_rect.topleft
    for _ in range(12):
        seen = screen.pointer.places_seen()
        at = {place: (round(seen[place][0]) + x, round(seen[place][1]) + y) for place in turn.chooser.choice.targets}
        free = [pixel for place, pixel in at.items() if screen.pointer._place_at(pixel) == place]
        if free:
            hands.click(free[0])
            hands.until_real(lambda: len(runtime.match.played) > count, "the die that was clicked")
            return
        hands.hold((x + 40, y + 40), 3)
        hands.point((x + 160, y + 40))
        hands.let_go(3)
    raise AssertionError("nothing can be clicked")


def test_rasanto_by_pointer_alone(real_app) -> None:
    hands = real_app()
    home, game = hands.app.screen, find_game("rasanto")
    hands.click(home.triangle.point_of(game))
    assert home.game is game
    hands.screenshot("match-1-chosen")
    hands.press("Play")
    screen = hands.app.screen
    runtime, turn = screen.control.runtime, screen.control.turn
    assert runtime.match.game is game

    def is_due() -> bool:
        is_asked = runtime.phase is Phase.CHOICE and bool(turn.chooser.choice.targets)
        is_still = not (screen.control.board.is_moving or screen.control.is_settling)
        return screen.dialog is not None or (is_asked and is_still)

    turns = 0
    while runtime.match.result is None:
        hands.until(is_due, most=2000, seconds=FRAME_S)
        if runtime.match.result is None:
            choose(hands)
            turns += 1
            if turns in (1, 10):
                hands.screenshot(f"match-1-turn-{turns}")
    hands.until(lambda: screen.dialog is not None and not screen.dialog.is_waiting, most=2000, seconds=FRAME_S)
    hands.screenshot("match-1-result")
    assert turns > 20 and "Play again" in screen.dialog.commands
    hands.press("All games")
    home = hands.app.screen
    assert home is not screen and home.game is game
    hands.screenshot("match-1-home")
    assert [key for key in home.saved_matches.keys if hasattr(key, "file")], "the match is not listed"


def test_faraday_by_keys_alone(real_app) -> None:
    needs_engine()
    hands = real_app()
    hands.type("faraday")
    hands.until_real(lambda: hands.app.screen.game.slug == "faraday", "the game")
    hands.screenshot("match-2-found")
    home = hands.app.screen
    hands.key("Return")
    hands.until_real(lambda: hands.app.screen is not home, "its sheet")
    hands.settle(0.5)
    sheet = hands.app.screen
    hands.screenshot("match-2-sheet")
    hands.key("Return")
    hands.until_real(lambda: hands.app.screen is not sheet, "the match")
    screen = hands.app.screen
    runtime = screen.control.runtime
    for attempt, keys in enumerate((("space", "Right"), ("space", "Left", "Up"), ("w", "1"))):
        hands.until(
            lambda: runtime.phase in (Phase.READY, Phase.HANDS) and not screen.control.is_settling, seconds=FRAME_S
        )
        if runtime.phase is Phase.READY:
            hands.frames(20)  # it has been read
            hands.key("Return")
            hands.until_real(lambda: runtime.phase is Phase.HANDS, "the attempt")
        for key in keys:
            hands.key_down(key)
        for frame in range(PATIENCE):
            hands.frames(seconds=FRAME_S)
            if frame == PICTURE:
                hands.screenshot(f"match-2-attempt-{attempt}")
            if screen.dialog is not None:
                break
        for key in keys:
            hands.key_up(key)
        if screen.dialog is None:
            hands.key("g")
            hands.key("g")  # chosen twice
        hands.until(lambda: screen.dialog is not None and not screen.dialog.is_waiting, seconds=FRAME_S)
        hands.screenshot(f"match-2-card-{attempt}")
        if runtime.match.result is None:
            hands.frames(20)
            hands.key("Return")
            hands.until_real(lambda: screen.dialog is None, "the next attempt")
    assert runtime.phase is Phase.OVER and "Play again" in screen.dialog.commands
    for _ in list(screen.dialog.commands)[1:]:
        hands.key("Right")
    hands.key("Return")
    hands.until_real(lambda: hands.app.screen is not screen, "home")
    assert hands.app.screen.game.slug == "faraday"
    hands.screenshot("match-2-home")
