"""In a real window with a window manager: what real keys, a real pointer and other windows do to the application."""

from __future__ import annotations

import pytest

from skill.app.play.match_setup import Setup
from skill.app.play.phase import Phase
from skill.rules.catalogue import find_game

pytest.importorskip("pygame")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def agreed(slug: str, players: int = 2, **options: object) -> Setup:
    game = find_game(slug)
    given = {"first_player": 1, **options} if any(o.name == "first_player" for o in game.all_options) else options
    return Setup(game, players, game.options_from(given), ("human",) * players, seed=4)


def test_a_throw_is_broken_off_by_another_window_by_help_and_by_the_second_button(real_app) -> None:
    pytest.importorskip("pybullet")
    hands = real_app(agreed("malicious-pleasure"))
    screen = hands.app.screen
    runtime = screen.control.runtime
    x, y = screen.scene_rect.center

    def drawn() -> float:
        samples = runtime.attempts.running.trace.samples
        return max(map(abs, samples[-1][3:6])) if samples else 0.0

    def draw() -> None:
        hands.hold((x, y))
        hands.until_real(lambda: runtime.phase is Phase.HANDS, "the attempt")
        hands.point((x, y + 160))
        hands.until_real(lambda: drawn() > 0.1, "the hand drawn back")

    def elsewhere() -> None:
        hands.look_elsewhere()
        hands.let_go()
        hands.look_here()
        hands.key("p")

    def helped() -> None:
        hands.key("F1")
        hands.let_go()
        hands.key("Escape")

    def second() -> None:
        hands.real("mousedown", 3)
        hands.let_go()
        hands.real("mouseup", 3)

    for breaks_off in (elsewhere, helped, second):
        draw()
        breaks_off()
        assert screen.dialog is None and not runtime.paused, breaks_off
        hands.until_real(lambda: drawn() == 0.0, "the hand as it was")
        hands.settle(0.3)
        assert runtime.phase is Phase.HANDS and not runtime.match.played, breaks_off
    draw()
    hands.let_go()  # and a throw that is meant is one
    hands.until_real(lambda: bool(runtime.match.played), "the throw")
