"""Nothing covers what hands aim at while a tool is in hand: no panel, no card, no line of text."""

from __future__ import annotations

import numpy as np
import pytest

from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.lattice.cells import BASE
from skill.lattice.frame import centre
from skill.rules.catalogue import all_games

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

FAST = {"faraday", "hide-away", "trulla"}
SIZES = [(1280, 800), (1024, 700)]
EACH = [
    pytest.param(game, marks=[] if game.slug in FAST else pytest.mark.slow, id=game.slug)
    for game in all_games()
    if game.kind in ("physics", "hybrid") and game.slug != "emag"  # a bare table
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", EACH)
def test_what_one_aims_at_is_seen(open_app, game, size) -> None:
    players = game.players[0]
    app = open_app("undrawn", Setup(game, players, game.options_from({}), ("human",) * players, seed=2), size)
    driver, screen = Driver(app), app.screen
    control, runtime = screen.control, screen.control.runtime
    for _ in range(60):
        if runtime.phase is Phase.READY and not runtime.is_bot_turn:
            break
        chooser = control.turn.chooser
        if runtime.phase is Phase.CHOICE and chooser.choice.legal and not control.board.is_moving:
            control.play(chooser.choice.legal[-1])
        control.go_on()
        driver.frames(3)
    assert runtime.phase is Phase.READY
    driver.frames(40)  # the camera has come to rest
    control.begin_attempt()
    driver.frames(3)
    assert runtime.phase is Phase.HANDS
    view = screen.scene()
    places = [view.plate.apply(centre(cell, pitch=view.pitch)) for cell in BASE]
    points = screen.camera.project(np.array(places), screen.scene_rect.size) + screen.scene_rect.topleft
    covers = [rect for rect in screen.panel_rects if rect.w and rect.h]
    hidden = [(x, y) for x, y in points.tolist() if any(rect.collidepoint(x, y) for rect in covers)]
    assert not hidden, (covers, hidden[:5])
    assert all(screen.scene_rect.collidepoint(x, y) for x, y in points.tolist())
