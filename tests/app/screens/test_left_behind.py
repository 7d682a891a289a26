"""Screens that were left keep nothing alive: no worlds, matches, pictures, processes, locked journals or open files."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

from skill import files
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.engines import of_any_engine
from tests.processes import printed

pygame = pytest.importorskip("pygame")
from skill.app.play.match.runtime import Runtime  # noqa: E402
from skill.app.screens.base import Screen  # noqa: E402
from skill.draw.software import SoftwareRenderer  # noqa: E402  (needs pygame)
from skill.physics.attempt import AttemptRun  # noqa: E402
from skill.physics.world import World  # noqa: E402
from skill.table.match import Match  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

pytestmark = of_any_engine

KEPT = {kind.__name__ for kind in (Screen, Runtime, Match, AttemptRun, World, SoftwareRenderer)}
"""By name: another test may have loaded their modules anew. Pictures are not counted: memory tells of them."""
SEATS = {"rasanto": ("human", "random"), "spotted-cow": ("human", "human", "easy"), "faraday": ("human",)}
DESCRIPTORS = Path("/proc/self/fd")
GROWN = 0.03  # of the memory, by which a round of the same games may leave more than the one before it
EVENING = """
import ctypes, json, sys, tempfile
from pathlib import Path
from skill.app.main import close_application, open_application
from skill.rules.catalogue import all_games
from skill.table.store import Store
from tests.app.driver import Driver
from tests.app.screens.test_left_behind import alive, looked_into
from tests.env.resets import resident_kb

count, rounds, leaks = json.loads(sys.argv[1])
games, kept = all_games()[:count], []
trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)  # of the GNU library alone
with tempfile.TemporaryDirectory() as folder:
    app = open_application(None, (800, 500), Store(Path(folder)))
    app.prefer(app.preferences.changed(quality="fast"))
    driver = Driver(app)
    for _ in range(rounds):
        seen = [game.slug for game in games if looked_into(driver, game, kept if leaks else None)]
        counts = dict(alive())
        trim(0)  # what is free for later use, which comes and goes by tens of megabytes, is given back to the system
        print(json.dumps([seen, resident_kb() / 1000, counts]), flush=True)
    close_application()
"""


def alive() -> Counter[str]:
    """How many there are of what is dear, of each kind."""
    gc.collect()
    kinds = Counter(type(one) for one in gc.get_objects())
    found: Counter[str] = Counter()
    for kind, count in kinds.items():
        found.update({base.__name__: count for base in kind.__mro__ if base.__name__ in KEPT})
    found["processes"], found["locks"] = len(active_children()), len(files._locks)
    found["open files"] = len(os.listdir(DESCRIPTORS)) if DESCRIPTORS.is_dir() else 0  # noqa: PTH208 (a folder that changes)
    return found


def looked_into(driver: Driver, game: AnyGame, kept: list[object] | None) -> bool:
    """Whether a match of a game stood on the screen, with its world where hands are to act, before it was left again;
    the screen is added to `kept`."""
    options = game.options_from({})
    low, _ = game.seats(options)
    driver.app.go_to(destinations.GameSheet(game))
    driver.frames(1)
    driver.app.go_to(destinations.Match(Setup(game, low, options, ("human", *["random"] * (low - 1)), seed=3)))
    driver.frames(3)
    control = driver.app.screen.control
    if control.runtime.phase is Phase.READY:
        driver.key(pygame.K_RETURN)
    is_shown = control.runtime.match.game is game
    if kept is not None:
        kept.append(driver.app.screen)
    driver.app.go_to(destinations.Home())
    driver.frames(2, seconds=0.5)  # a press is remembered no longer
    return is_shown


def evening(count: int, rounds: int, leaks: bool = False) -> list[tuple[list[str], float, dict[str, int]]]:
    """The first games of the catalogue opened and left one after another, and all again, in a process of its own: after
    each round which they were, the resident memory in MB, and what is alive."""
    variables = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}
    return [
        json.loads(line)
        for line in printed(sys.executable, EVENING, json.dumps([count, rounds, leaks]), **variables)
        if line.startswith("[[")
    ]


@pytest.mark.slow
@pytest.mark.skipif(not DESCRIPTORS.is_dir(), reason="Linux alone tells how much memory is resident")
def test_an_evening_with_all_games_is_flat_after_the_second_round() -> None:
    slugs = [game.slug for game in all_games()]
    _, (_, before, then), (seen, after, now) = evening(len(slugs), 3)
    assert seen == slugs and now == then
    assert after <= before * (1 + GROWN), (before, after)


@pytest.mark.slow
def test_matches_that_are_kept_are_noticed() -> None:
    (_, _, first), (_, _, second) = evening(2, 2, leaks=True)
    assert {name for name in second if second[name] > first[name]} >= {"Screen", "Runtime", "Match", "World"}


def test_what_was_left_is_gone(open_app: Callable) -> None:
    app = open_app("undrawn")
    driver, counts, others = Driver(app), [], alive()  # what other tests have left
    for _ in range(2):
        for slug, seats in SEATS.items():
            game = find_game(slug)
            app.go_to(destinations.GameSheet(game))
            driver.frames(1)
            app.go_to(destinations.Match(Setup(game, len(seats), game.options_from({}), seats, seed=3)))
            driver.frames(5)
            if app.screen.control.runtime.phase is Phase.READY:
                driver.key(pygame.K_RETURN)
                assert app.screen.control.runtime.phase is Phase.HANDS
            driver.key(pygame.K_F1)
        for place in (destinations.Workbench(), destinations.Viewer(), destinations.Statistics(), destinations.Home()):
            app.go_to(place)
            driver.frames(2)
        driver.frames(1, seconds=0.5)
        driver.frames(1, seconds=0.5)  # a press is remembered no longer
        counts.append(alive())
    first, second = counts
    assert second == first
    for name in ("Screen", "Runtime", "Match", "World", "AttemptRun", "locks", "processes"):
        assert second[name] == others[name], name
