"""How soon does the window answer? A click at a die, and every frame while a bot thinks or its hands rehearse.

The whole application in a window that nobody sees, at the quality `fast`, 60 frames a second where it keeps up. A
click counts from when it is in the queue of events to when the first picture stands that shows the action. Of frames
while a bot is busy the longest counts.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pygame

from benchmarks.frames import SIZE, WINDOWS
from benchmarks.harness import Plot, Row
from skill.app.main import close_application, open_application
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.bots.registry import HUMAN
from skill.rules.catalogue import find_game
from skill.table.store import Store
from tests.app.driver import Driver

PLOT = Plot("longest ms")
FRAME_S = 1 / 60
CLICKS, FEW = 12, 3
CLICKED = "doubles"
THOUGHTS = {"an expert thinks": ("el-dado", "expert", 3.0), "hands rehearse": ("faraday", "greedy", 3.0)}
"""Game, bot, and for how many seconds it is watched."""


@contextmanager
def window(engine: str) -> Iterator[Any]:
    """The application on its home screen."""
    os.environ |= {"SDL_VIDEODRIVER": WINDOWS[engine], "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        app = open_application(None, SIZE, Store(Path(folder)))
        app.prefer(app.preferences.changed(quality="fast"))
        try:
            yield app
        finally:
            close_application()


def begin(app: Any, slug: str, first: str, other: str) -> Driver:
    """A match on screen, `first` to begin."""
    game = find_game(slug)
    low, _ = game.players
    options = game.options_from({"first_player": 1} if low > 1 else {})
    app.go_to(destinations.Match(Setup(game, low, options, (first, *[other] * (low - 1)), seed=3)))
    return Driver(app)


def clicks(app: Any, count: int) -> list[tuple[int, float]]:
    """Of some clicks at dice that may be taken: frames and milliseconds until the action is seen."""
    driver, found = begin(app, CLICKED, HUMAN, HUMAN), []
    control = app.screen.control
    match = control.runtime.match

    def takes_clicks() -> bool:
        return control.runtime.phase is Phase.CHOICE and not control.board.is_moving

    while len(found) < count:
        driver.until(takes_clicks, most=2000)
        for action in match.game.moves(match.state, match.seat):
            at, before = driver.pixel_of(action[-1]), len(match.played)
            driver.point(at)
            began = time.perf_counter()
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                driver.post(kind, pos=at, button=1, touch=False)
            frames = 0
            while frames < 5 and len(match.played) == before:
                driver.frames(1, FRAME_S)
                frames += 1
            app.window.wait_until_drawn()
            if len(match.played) > before:
                found.append((frames, 1000 * (time.perf_counter() - began)))
                break
    return found


def frames_while_busy(app: Any, slug: str, bot: str, seconds: float) -> dict[bool, list[float]]:
    """Milliseconds of each frame while a bot is busy, for that long; those in which dice move apart."""
    driver = begin(app, slug, bot, bot)
    control = app.screen.control
    runtime = control.runtime
    found: dict[bool, list[float]] = {False: [], True: []}

    def is_busy() -> bool:
        return runtime.thinker.is_thinking or runtime.attempts.running is not None

    driver.until(is_busy, most=2000)
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        began = time.perf_counter()
        driver.frames(1, FRAME_S)
        app.window.wait_until_drawn()
        spent = time.perf_counter() - began
        if is_busy():
            found[control.board.is_moving].append(1000 * spent)
        time.sleep(max(0.0, FRAME_S - spent))
    return found


def measure(quick: bool, only: str) -> Iterator[Row]:
    """For each renderer clicks, and frames while bots are busy."""
    for engine in WINDOWS:
        if only in (case := "a click at a die"):
            with window(engine) as app:
                answers = clicks(app, FEW if quick else CLICKS)
            figures = {
                "frames": max(frames for frames, _ in answers),
                "median ms": median(ms for _, ms in answers),
                "longest ms": max(ms for _, ms in answers),
            }
            yield Row(case, engine, figures)
        for case, (slug, bot, seconds) in THOUGHTS.items():
            if only in case:
                with window(engine) as app:
                    spent = frames_while_busy(app, slug, bot, seconds)
                for is_moving, each in spent.items():
                    if each:
                        what = f"{case}, dice move" if is_moving else case
                        figures = {"frames": len(each), "median ms": median(each), "longest ms": max(each)}
                        yield Row(what, engine, figures, find_game(slug).title)
