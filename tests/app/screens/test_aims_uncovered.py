"""The view goes where hands are, and nothing covers what they aim at: no panel, no card, no line of text."""

from __future__ import annotations

import numpy as np
import pytest

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.lattice.cells import BASE
from skill.lattice.frame import centre
from skill.rules.catalogue import all_games

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

FAST = {"faraday", "hide-away", "trulla"}
SIZES = [
    (1024, 700, 1.5),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 800, 1.0), (1366, 696, 1.5))),
]
"""Of the window, and of the texts in it."""
EACH = [
    pytest.param(game, marks=[] if game.slug in FAST else pytest.mark.slow, id=game.slug)
    for game in all_games()
    if game.kind in ("physics", "hybrid") and game.slug != "emag"  # a bare table
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", EACH)
def test_what_one_aims_at_is_seen(open_app, game, size, monkeypatch) -> None:
    players = game.players[0]
    setup = Setup(game, players, game.options_from({}), ("human",) * players, seed=2)
    app = open_app("undrawn", setup, size[:2])
    app.prefer(app.preferences.changed(text_size=size[2], language="de" if size[2] > 1 else "en"))
    driver, screen = Driver(app), app.screen
    control, runtime = screen.control, screen.control.runtime
    for _ in range(300):
        if runtime.phase is Phase.READY and not runtime.is_bot_turn:
            break
        chooser = control.turn.chooser
        if runtime.phase is Phase.CHOICE and chooser.choice.legal and not control.board.is_moving:
            screen.perform(Act.TURN_LEFT)  # wherever one looks while choosing
            control.play(chooser.choice.legal[-1])
        control.go_on()
        driver.frames(3)
    assert runtime.phase is Phase.READY
    driver.frames(40)  # the camera has come to rest
    assert screen.camera == control.attempt.camera()
    middle = screen.scene_rect.center
    monkeypatch.setattr("pygame.mouse.get_pos", lambda: middle)
    monkeypatch.setattr("pygame.mouse.get_focused", lambda: True)
    control.begin_attempt()
    driver.frames(70)  # the tool has come to where it is used
    assert runtime.phase is Phase.HANDS and screen.camera == control.attempt.camera()
    view = screen.scene()
    places = [view.plate.apply(centre(cell, pitch=view.pitch)) for cell in BASE]
    places += [die.position for die in view.dice]
    places += [end for stroke in view.strokes for end in (stroke.begin, stroke.end)]
    points = screen.camera.project(np.array(places), screen.scene_rect.size) + screen.scene_rect.topleft
    covers = [rect for rect in screen.panel_rects if rect.w and rect.h]
    hidden = [(x, y) for x, y in points.tolist() if any(rect.collidepoint(x, y) for rect in covers)]
    assert not hidden, (covers, hidden[:5])
    assert all(screen.scene_rect.collidepoint(x, y) for x, y in points.tolist())
