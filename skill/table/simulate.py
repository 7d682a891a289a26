"""Many matches between bots, in parallel, and what came of them.

The same seed gives the same table on any number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any, NamedTuple

from skill.errors import UnknownName
from skill.rules.game import AnyGame, Result
from skill.rules.options import Options
from skill.table.attempts import play_out
from skill.table.match import Match


class Outcome(NamedTuple):
    """One simulated match."""

    seed: int
    result: Result
    actions: int
    wall_s: float


class Summary(NamedTuple):
    """A table of matches, one row a seat."""

    matches: int
    wins: tuple[float, ...]
    """Won matches of each seat; a shared win counts its share."""
    mean_scores: tuple[float, ...]
    mean_actions: float
    shared: int
    nobody: int
    wall_s: float


def one_match(
    game: AnyGame, players: int, options: Options, seats: Sequence[str], seed: int, real_rolls: bool = False
) -> Outcome:
    """Plays one match of bots to its end, attempts in the real world included; with `real_rolls` rolls as well."""
    begun = time.perf_counter()
    match = Match(game, players, options, seats, seed)
    play_out(match, real_rolls=real_rolls)
    result = match.result
    assert result is not None
    return Outcome(seed, result, len(match.played), time.perf_counter() - begun)


def simulate(
    game: AnyGame,
    players: int,
    options: Options,
    seats: Sequence[str],
    count: int,
    seed: int = 0,
    jobs: int = 1,
    on_done: Callable[[Outcome], Any] = lambda outcome: None,
    real_rolls: bool = False,
) -> list[Outcome]:
    """`count` matches with seeds `seed`, `seed + 1`, ...; `on_done` is called after each. Raises `UnknownName`."""
    if count < 1:
        raise UnknownName(f"number of matches {count}: expected at least 1")
    Match(game, players, options, seats, seed)  # refuses wrong input before any work is spread
    outcomes = []
    for outcome in _spread(game, players, options, seats, range(seed, seed + count), jobs, real_rolls):
        outcomes.append(outcome)
        on_done(outcome)
    return outcomes


def _spread(
    game: AnyGame, players: int, options: Options, seats: Sequence[str], seeds: range, jobs: int, real_rolls: bool
) -> Any:
    if jobs == 1:
        return (one_match(game, players, options, seats, seed, real_rolls) for seed in seeds)
    from joblib import Parallel, delayed

    work = (delayed(one_match)(game, players, options, seats, seed, real_rolls) for seed in seeds)
    return Parallel(n_jobs=jobs, return_as="generator")(work)


def summary(outcomes: Sequence[Outcome]) -> Summary:
    """Wins, scores and lengths of some matches of one game."""
    seats = range(1, len(outcomes[0].result.scores) + 1)
    results = [outcome.result for outcome in outcomes]
    wins = tuple(sum((s in r.winners) / len(r.winners) for r in results if r.winners) for s in seats)
    return Summary(
        len(outcomes),
        wins,
        tuple(mean(r.scores[s - 1] for r in results) for s in seats),
        mean(outcome.actions for outcome in outcomes),
        sum(len(r.winners) > 1 for r in results),
        sum(not r.winners for r in results),
        sum(outcome.wall_s for outcome in outcomes),
    )
