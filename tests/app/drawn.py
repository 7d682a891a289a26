"""Where everything on each screen is and what is painted there, as digests in `drawn.txt`: so that no measure, no line
and no colour changes unnoticed. `python -m tests.app.drawn --write` after a change that is meant.

What is painted is what our code asks pygame for, not the pixels that come of it. The first line says with which
versions they were made: with others letters and buttons may have another size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from skill.app.application import Application
from skill.app.input.actions import Act
from skill.app.screens.destinations import Destination
from skill.app.widgets.pen import Pen
from skill.rules.catalogue import all_games
from tests import digests
from tests.app.driver import Driver
from tests.app.shown import elements, is_simulated, opened, walks
from tests.digests import Digests

GAMES = {
    *("acquire", "clever-mole", "dune", "el-dado", "emag", "faraday", "flickers", "greedy-grabber", "race", "rasanto"),
    *("roll-to-the-top", "smuggling", "storing-scores", "triangle", "trulla", "wolf"),
}
SHAPES = ("rect", "line", "lines", "aaline", "aalines", "polygon", "circle", "ellipse", "arc")
LARGE = 1.5  # the size of texts in the last picture
PARTS = 4  # of a pixel
HANDS_S = 0.5  # of an attempt
KEPT = Digests(
    Path(__file__).with_name("drawn.txt"),
    " ".join(f"{name} {version(name)}" for name in ("numpy", "pygame-ce", "pygame_gui")),
    "made with {made_with}: with others letters and buttons may have another size",
)


def screens() -> dict[str, Destination]:
    """Where pictures are taken: on all screens, and in matches of some games."""
    left_out = {game.slug for game in all_games()}.difference(GAMES)
    return {name: there for name, (there, _) in walks().items() if name not in left_out}


@contextmanager
def noted(asked: list[Any]) -> Iterator[None]:
    """Notes what our code asks to be painted."""
    with pytest.MonkeyPatch.context() as patch:

        def note(name: str, paint: Callable[..., Any]) -> Callable[..., Any]:
            def noting(*given: Any, **named: Any) -> Any:
                if sys._getframe(1).f_globals["__name__"].startswith("skill."):
                    asked.append((name, coarse(given), coarse(sorted(named.items()))))
                return paint(*given, **named)

            return noting

        for shape in SHAPES:
            patch.setattr(f"pygame.draw.{shape}", note(shape, getattr(pygame.draw, shape)))
        patch.setattr(Pen, "write", note("write", Pen.write))
        yield


def coarse(value: Any) -> Any:
    """The same in parts of a pixel, as every machine has them."""
    if isinstance(value, float | np.floating):
        return digests.coarse(float(value), PARTS)
    if isinstance(value, pygame.Surface):
        return value.get_size()
    if isinstance(value, np.ndarray):
        return coarse(value.tolist())
    if isinstance(value, list | tuple | pygame.Rect):
        return [coarse(each) for each in value]
    return "" if isinstance(value, Pen) else str(value)


def picture(app: Application) -> str:
    """The digest of what is on screen, painted anew."""
    asked: list[Any] = []
    assert app.screen is not None
    app.screen.panel_changed, app._seen = True, None
    renderer: Any = app.window.renderer
    renderer._backdrop = None  # it is kept from frame to frame
    with noted(asked):
        app._draw(0.0)
    there = [(type(e).__name__, getattr(e, "text", ""), coarse(e.rect), e.is_enabled) for e in elements(app)]
    return sha256(repr((there, asked)).encode()).hexdigest()[:6]


def pictures(there: Destination) -> str:
    """Digests of a screen: as it opens, with help, used by keys, while hands are at work, and with large texts."""
    found = []
    with opened() as (app, _):
        del app.window.draw_scene
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
        app.prefer(app.preferences.changed(text_size=LARGE))
        app.rebuild()
        driver.frames(2)
        found.append(picture(app))
    return " ".join(found)


if __name__ == "__main__":
    KEPT.main({name: pictures(there) for name, there in screens().items()})
