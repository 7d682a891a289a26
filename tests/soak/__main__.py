"""`python -m tests.soak --minutes 60 --seed 7`: bots play every game with options drawn at random, and a window that
nobody sees goes through its screens; exit code 1 if memory, open worlds or open files grow, dice are lost or anything
fails, with the command that plays a game that went wrong once more. SIGTERM and Ctrl-C end it early, with its figures.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pybullet

from skill.app.application import Application
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.lattice.notation import ATTEMPT
from skill.physics.attempt import AttemptRun
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, AttemptSpec
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.store import Store
from tests.app.driver import Driver
from tests.rules.playouts import lost_dice
from tests.rules.test_option_sets import can_begin, drawn

ACTIONS = 300
"""After which a match is broken off."""
ATTEMPTS = 2
"""Of hands in the physical world, after which it is broken off too."""
TICKS = 400
"""Of an attempt, after which it is given up: some bots need minutes for one."""
BOTS = ("random", "random", "greedy", "easy")
GAMES_A_SAMPLE = 8
WORLDS = 1024  # as many as Bullet has at most
MEMORY_SHARE, MEMORY_MB = 0.05, 10.0
"""By how much memory may grow, the larger of a share and a number: caches and the heap are not full at once."""
FEWEST = 8
"""Samples below which nothing is said about growth."""


class TimeIsUp(BaseException):
    """Raised where the run is to end; nothing that catches faults catches it."""


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


def go_on() -> None:
    """Checks nothing: the run has no end."""


def played(game: AnyGame, rng: Random, check: Callable[[], None]) -> list[str]:
    """Where dice got lost or changed colour in a match of bots.

    Options are drawn at random, as long as the game can begin with them.
    `check` is called after every action and in every tick of an attempt.
    """
    options = game.options_from({option.name: drawn(option, rng) for option in game.options})
    if not can_begin(game, options):
        options = game.options_from({})
    seats = [rng.choice(BOTS) for _ in range(rng.randint(*game.seats(options)))]
    match = Match(game, len(seats), options, seats, rng.getrandbits(31))
    attempts, ticks = 0, 0

    def watch(running: AttemptRun) -> None:
        nonlocal ticks
        ticks += 1
        if ticks == TICKS:
            running.give_up()
        check()

    while match.turn is not None and len(match.played) < ACTIONS:
        if isinstance(match.turn, AttemptSpec) and attempts == ATTEMPTS:
            break
        ticks = 0
        play_out(match, watch=watch, limit=len(match.played) + 1)
        attempts += match.played[-1].action.verb == ATTEMPT.name
        check()
    states = [match.state_at(n) for n, line in enumerate(match.played) if line.by is not None]  # the set-up is over
    return [f"{dict(options)} {seats}: {line}" for line in lost_dice(game, states)]


def looked_at(app: Application, game: AnyGame, check: Callable[[], None]) -> list[str]:
    """What failed on screens: each is shown for two frames, that of a match with bots for twenty, and home again."""
    driver = Driver(app)
    low = game.players[0]
    setup = Setup(game, low, game.options_from({}), ("random",) * low, 1)
    everywhere = [destinations.GameSheet(game), destinations.Viewer(), destinations.Workbench()]
    everywhere += [destinations.Measure(), destinations.Analysis(), destinations.Statistics()]
    everywhere += [destinations.Preferences()]
    wrong = []
    for place in [destinations.Match(setup), *everywhere, destinations.Home()]:
        try:
            app.go_to(place)
            driver.frames(20 if isinstance(place, destinations.Match) else 2)
        except Exception:
            wrong.append(f"{type(place).__name__}: {traceback.format_exc()}")
            app.failed = None
        check()
    return wrong


def soak(
    games: Sequence[AnyGame],
    seed: int,
    app: Application | None = None,
    check: Callable[[], None] = go_on,
    numbers: Iterable[int] | None = None,
) -> Iterator[tuple[AnyGame, list[str], Sample | None]]:
    """One game after another in an order drawn anew each time, without end: what went wrong, now and then a sample.

    `app` shows each game that precedes a sample. Each game depends on `seed` and its number alone; `numbers` are those
    to be played. `check` is called often, and ends all by raising `TimeIsUp`.
    """
    for number in count() if numbers is None else numbers:
        order, place = divmod(number, len(games))
        game = Random(f"{seed} order {order}").sample(games, len(games))[place]
        is_due = (number + 1) % min(GAMES_A_SAMPLE, len(games)) == 0
        try:
            wrong = played(game, Random(f"{seed} game {number}"), check)
        except Exception:
            wrong = [traceback.format_exc()]
        if is_due and app is not None:
            wrong += looked_at(app, game, check)
        faults = [f"--only {number} --seed {seed}: {game.slug}: {line}" for line in wrong]
        yield game, faults, sample() if is_due else None


def main(words: Sequence[str] | None = None) -> int:
    """Plays for the time that is asked for, tells a line a minute and in the end whether everything was flat."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the one game with that number")
    given = parser.parse_args(words)
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SKILLBOX_RENDERER="software")
    from skill.app.main import close_application, open_application

    asked_to_end: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):  # before SDL, which takes SIGTERM for a wish to close the window
        signal.signal(number, lambda number, _: asked_to_end.append(number))
    begun = time.monotonic()

    def minutes() -> float:
        return (time.monotonic() - begun) / 60

    def check() -> None:
        if asked_to_end or minutes() >= given.minutes:
            raise TimeIsUp

    numbers = None if given.only is None else [given.only]
    faults, seen, matches, samples, told = [], set(), 0, list[Sample](), 0
    with tempfile.TemporaryDirectory() as folder:
        app = open_application(store=Store(Path(folder)))
        with suppress(TimeIsUp):
            for game, wrong, taken in soak(all_games(), given.seed, app, check, numbers):
                matches, faults = matches + 1, faults + wrong
                seen.add(game.slug)
                samples += [taken] if taken is not None else []
                for line in wrong:
                    print(line, flush=True)
                if samples and minutes() >= told + 1:
                    told = int(minutes())
                    print(f"{told:4} min {matches:6} matches of {len(seen)} games, {samples[-1]}", flush=True)
        app.close()
        close_application()
    faults += (found := growing(samples))
    print(*found, *samples[-1:], sep="\n")
    flat = "flat" if len(samples) >= FEWEST else f"{len(samples)} samples, too few to say whether it grows"
    told_faults = f"{len(faults)} FAULTS" if faults else flat
    print(f"{matches} matches of {len(seen)} games in {minutes():.1f} min with seed {given.seed}: {told_faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
