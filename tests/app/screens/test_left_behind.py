"""Screens that were left keep nothing alive: no worlds, matches, pictures, processes, locked journals or open files."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

from skill import files
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import find_game
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from skill.app.play.match.runtime import Runtime  # noqa: E402
from skill.app.screens.base import Screen  # noqa: E402
from skill.draw.software import SoftwareRenderer  # noqa: E402  (needs pygame)
from skill.physics.attempt import AttemptRun  # noqa: E402
from skill.physics.world import World  # noqa: E402
from skill.table.match import Match  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

pytestmark = of_any_engine

KEPT = {kind.__name__ for kind in (Screen, Runtime, Match, AttemptRun, World, SoftwareRenderer, pygame.Surface)}
"""By name: another test may have loaded their modules anew."""
SEATS = {"rasanto": ("human", "random"), "spotted-cow": ("human", "human", "easy"), "faraday": ("human",)}
DESCRIPTORS = Path("/proc/self/fd")


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
