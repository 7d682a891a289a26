"""Where everything on each screen is and what is painted there, as digests in `drawn.txt`, as screens open and while
somebody goes through them at random (`shown.py`): so that no measure, no line and no colour changes unnoticed.
`python -m tests.app.drawn --write` after a change that is meant.

What is painted is what our code asks pygame for, not the pixels that come of it. The first line says with which
versions they were made: with others letters and buttons may have another size.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pygame
import pytest

from skill.app.application import Application
from skill.app.input.actions import Act
from skill.app.screens.destinations import Destination
from skill.app.widgets.theme import scale_for, theme, used_fonts
from skill.rules.catalogue import all_games
from tests.app.driver import Driver
from tests.app.painted import coarse, noted
from tests.app.shown import elements, is_simulated, opened, walked, walks
from tests.digests import Digests

GAMES = {
    *("acquire", "clever-mole", "dune", "el-dado", "emag", "faraday", "flickers", "greedy-grabber", "race", "rasanto"),
    *("roll-to-the-top", "smuggling", "storing-scores", "triangle", "trulla", "wolf"),
}
LARGE = 1.5  # the size of texts in the last picture
HANDS_S = 0.5  # of an attempt
WALK = "walk {}"
THEME = "theme"
KEPT = Digests(
    Path(__file__).with_name("drawn.txt"),
    " ".join(f"{name} {version(name)}" for name in ("numpy", "pygame-ce", "pygame_gui")),
    "made with {made_with}: with others letters and buttons may have another size",
)


def screens() -> dict[str, Destination]:
    """Where pictures are taken: on all screens, and in matches of some games."""
    left_out = {game.slug for game in all_games()}.difference(GAMES)
    return {name: there for name, (there, _) in walks().items() if name not in left_out}


def picture(app: Application) -> str:
    """The digest of what is on screen, painted anew."""
    asked: list[Any] = []
    assert app.screen is not None
    app.screen.panel_changed, app._seen = True, None
    renderer: Any = app.window.renderer
    renderer._backdrop = None  # it is kept from frame to frame
    with noted(asked), pytest.MonkeyPatch.context() as patch:
        patch.delattr(app.window, "draw_scene")  # that draws nothing
        app._draw(0.0)
    there = [(type(e).__name__, getattr(e, "text", ""), coarse(e.rect), e.is_enabled) for e in elements(app)]
    return sha256(repr((there, asked)).encode()).hexdigest()[:6]


def pictures(there: Destination) -> str:
    """Digests of a screen: as it opens, with help, used by keys, while hands are at work, and with large texts, safe
    colours and marks."""
    found = []
    with opened() as (app, _):
        app.prefer(app.preferences.changed(quality="best"))  # however long that takes
        app.go_to(there)
        driver = Driver(app)
        driver.frames(3)
        screen: Any = app.screen
        found.append(picture(app))
        driver.key(pygame.K_TAB)
        screen.perform(Act.MUTE)  # which is said in a note
        driver.frames(3)
        found.append(picture(app))
        screen.perform(Act.HELP)
        driver.frames(2)
        found.append(picture(app))
        screen.dismiss()
        driver.key(pygame.K_RETURN)
        driver.frames(round(HANDS_S / 0.03) if is_simulated(app) else 2)
        found.append(picture(app))
        app.prefer(app.preferences.changed(text_size=LARGE, colours="safe", marks=True))
        app.rebuild()
        driver.frames(2)
        found.append(picture(app))
    return " ".join(found)


def themes() -> str:
    """The digest of what pygame_gui is told of fonts, colours and edges."""
    scales = sorted({scale_for((4 * height, height)) for height in range(200, 4000, 40)})
    return sha256(repr([(scale, theme(scale), used_fonts(scale)) for scale in scales]).encode()).hexdigest()[:6]


if __name__ == "__main__":
    found = {name: pictures(there) for name, there in screens().items()} | {THEME: themes()}
    KEPT.main(found | {WALK.format(name): walked(name, *walk)[1] for name, walk in walks().items()})
