"""What is written in the scene of a match lies over no other text, nor over the middle of what may be clicked."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402

ACTS = 8
FAST = {"forbidden-number", "golden-centre", "race", "rasanto", "up-and-down"}
EACH = [
    pytest.param(game, marks=[] if game.slug in FAST else pytest.mark.slow, id=game.slug)
    for game in all_games()
    if game.kind not in ("physics", "hybrid")
]


@pytest.mark.parametrize("size", [(1280, 800, 1.0), (1024, 700, 1.5)])
@pytest.mark.parametrize("game", EACH)
def test_labels_lie_apart_and_off_the_middles_of_marks(open_app, game: AnyGame, size) -> None:
    players, rng = game.players[0], Random(5)
    setup = Setup(game, players, game.options_from({}), ("human",) * players, seed=5)
    app = open_app("undrawn", setup, size[:2])
    app.prefer(app.preferences.changed(text_size=size[2]))
    driver, screen = Driver(app), app.screen
    control, runtime = screen.control, screen.control.runtime
    for _ in range(ACTS):
        for _ in range(60):
            if runtime.phase in (Phase.CHOICE, Phase.RACE, Phase.OVER) and control.turn.chooser.choice.legal:
                break
            control.go_on()
            driver.frames()
        if not (legal := control.turn.chooser.choice.legal):
            return
        control.board.skip()
        driver.frames(2)
        check(screen)
        control.play(rng.choice(legal))


def check(screen) -> None:
    told, painted = screen.control.overlay(), screen.overlay
    labels = painted._labels
    assert len(labels) == len(told.written) or any(written.is_number for written in told.written)
    rects = [rect for rect, _ in labels]
    others = [part[0] for part in (*painted._cards, *painted._held, *painted._values, *painted._button)]
    for n, rect in enumerate(rects):
        assert rect.collidelist([*rects[:n], *others]) == -1, labels[n]
    if told.middles:
        scene = screen.scene_rect
        points = screen.camera.project(np.array(told.middles), scene.size) + scene.topleft
        covered = [w.text for rect, w in labels for x, y in points.tolist() if rect.collidepoint(round(x), round(y))]
        assert not covered
