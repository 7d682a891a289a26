"""`python -m tests.soak --minutes 60 --seed 7`: bots play every game with options drawn at random, and a window that
nobody sees goes through its screens; exit code 1 if memory, open worlds or open files grow, or dice are lost.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pybullet

from skill.app.application import Application
from skill.app.play.match_setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, AttemptSpec
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.store import Store
from tests.app.driver import Driver
from tests.rules.test_option_sets import can_begin, drawn

ACTIONS = 300
"""After which a match is broken off."""
ATTEMPTS = 2
"""The same where hands act in the physical world, which takes long."""
BOTS = ("random", "random", "greedy", "easy")
GAMES_A_SAMPLE = 8
WORLDS = 1024  # as many as Bullet has at most
MEMORY_SHARE, MEMORY_MB = 0.05, 10.0
"""By how much memory may grow, the larger of a share and a number: caches and the heap are not full at once."""
FEWEST = 8
"""Samples below which nothing is said about growth."""


class Sample(NamedTuple):
    """What is open after a round of games, when the window is at home again."""

    memory_mb: float
    worlds: int
    files: int


def sample() -> Sample:
    """What this process has now. Linux alone tells it so."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    worlds = sum(bool(pybullet.isConnected(number)) for number in range(WORLDS))
    return Sample(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, worlds, len(os.listdir("/proc/self/fd")))  # noqa: PTH208


def growing(samples: Sequence[Sample]) -> list[str]:
    """What grows, in words: the last quarter's against the second's, since in the first everything is loaded."""
    if len(samples) < FEWEST:
        return []
    quarter = len(samples) // 4
    before, after = samples[quarter : 2 * quarter], samples[-quarter:]
    found = []
    for name in Sample._fields:
        old, new = (median(getattr(one, name) for one in part) for part in (before, after))
        allowed = max(MEMORY_MB, MEMORY_SHARE * old) if name == "memory_mb" else 0
        if new > old + allowed:
            found.append(f"{name} grows: {old:.6g} in the second quarter, {new:.6g} in the last")
    return found


def played(game: AnyGame, rng: Random) -> list[str]:
    """What went wrong in a match of bots, with options drawn at random as long as the game can begin with them."""
    options = game.options_from({option.name: drawn(option, rng) for option in game.options})
    if not can_begin(game, options):
        options = game.options_from({})
    seats = [rng.choice(BOTS) for _ in range(rng.randint(*game.seats(options)))]
    match = Match(game, len(seats), options, seats, seed := rng.getrandbits(31))
    while match.turn is not None and len(match.played) < ACTIONS:
        if isinstance(match.turn, AttemptSpec) and len(match.played) >= ATTEMPTS:
            break
        play_out(match, limit=len(match.played) + 1)
    states = [match.state_at(n) for n, line in enumerate(match.played) if line.by is not None]  # the set-up is over
    kept = {len(game.pyramid(s)) + left for s in states if (left := game.unplaced(s)) is not None}
    return [f"{game.slug} {dict(options)} {seats}, seed {seed}: {sorted(kept)} dice"] if len(kept) > 1 else []


def looked_at(app: Application, game: AnyGame) -> None:
    """Every screen for two frames, that of a match with bots for twenty, and home again."""
    driver = Driver(app)
    low = game.players[0]
    setup = Setup(game, low, game.options_from({}), ("random",) * low, 1)
    everywhere = [destinations.GameSheet(game), destinations.Viewer(), destinations.Workbench()]
    everywhere += [destinations.Analysis(), destinations.Statistics(), destinations.Preferences()]
    for place, frames in [(destinations.Match(setup), 20), *((place, 2) for place in everywhere)]:
        app.go_to(place)
        driver.frames(frames)
    app.go_to(destinations.Home())
    driver.frames(2)


def soak(
    games: Sequence[AnyGame], seed: int, app: Application | None, then: Callable[[], object] = lambda: None
) -> Iterator[tuple[AnyGame, list[str], Sample | None]]:
    """One game after another in an order drawn anew each time, without end: what went wrong, now and then a sample.

    `app` shows each game that precedes a sample; `then` is called after every game.
    """
    rng = Random(seed)
    waiting: list[AnyGame] = []
    for number in count(1):
        waiting = waiting or rng.sample(games, len(games))
        game = waiting.pop()
        wrong = played(game, rng)
        then()
        is_due = number % min(GAMES_A_SAMPLE, len(games)) == 0
        if is_due and app is not None:
            looked_at(app, game)
        yield game, wrong, sample() if is_due else None


def main(words: Sequence[str] | None = None) -> int:
    """Plays for the time that is asked for, tells a line a minute and in the end whether everything was flat."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SKILLBOX_RENDERER="software")
    from skill.app.main import close_application, open_application

    faults, seen, matches, samples = [], set(), 0, list[Sample]()
    begun, told = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        app = open_application(store=Store(Path(folder)))
        for game, wrong, taken in soak(all_games(), given.seed, app):
            matches, faults = matches + 1, faults + wrong
            seen.add(game.slug)
            samples += [taken] if taken is not None else []
            minutes = (time.monotonic() - begun) / 60
            if samples and minutes >= told + 1:
                told = int(minutes)
                print(f"{told:4} min {matches:6} matches of {len(seen)} games, {samples[-1]}", *wrong, flush=True)
            if minutes >= given.minutes:
                break
        app.close()
        close_application()
    faults += growing(samples)
    print(*faults, *samples[-1:], sep="\n")
    flat = "flat" if len(samples) >= FEWEST else f"{len(samples)} samples, too few to say whether it grows"
    print(f"{matches} matches with seed {given.seed}: {'NOT FLAT' if faults else flat}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
