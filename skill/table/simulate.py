"""Many matches between bots, in parallel, and what came of them.

The same seed gives the same table on any number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from math import fsum, inf
from statistics import mean
from typing import Any, NamedTuple

from skill.errors import UnknownName
from skill.jobs import spread
from skill.rules.catalogue import naming_own_faults
from skill.rules.game import AnyGame, Result
from skill.rules.options import Options
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.ratings import ratings


class Outcome(NamedTuple):
    """One simulated match."""

    seed: int
    seats: tuple[str, ...]
    result: Result | None
    """None if it was broken off."""
    actions: int
    wall_s: float
    engines: frozenset[str]
    """Those that have stepped its attempts."""


class Standing(NamedTuple):
    """How one bot did in all matches, whatever its seats."""

    bot: str
    played: int
    """Seats that it had, of all matches together."""
    won: float
    """Matches; a shared win counts its share."""
    mean_score: float
    elo: float | None
    """Above that of the first bot; None where only one played."""
    error: float | None
    """One standard error of it."""
    low: float | None = None
    """Between what it lies with 95 %; None where nothing bounds it."""
    high: float | None = None


class Summary(NamedTuple):
    """A table of matches, one row a seat."""

    matches: int
    wins: tuple[float, ...]
    """Won matches of each seat; a shared win counts its share."""
    mean_scores: tuple[float, ...]
    mean_actions: float
    shared: int
    nobody: int
    broken_off: int
    """Matches that were not over at the limit; they count in lengths and times only."""
    wall_s: float


def seatings(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who sits where in one match after another, so that every bot meets every other and has every seat equally often.

    The last bot named takes the seats that are left over; of more bots than seats, so many play at a time.
    """
    filled = [*bots, *[bots[-1]] * (players - len(bots))]
    turned = [(*group[turn:], *group[:turn]) for turn in range(players) for group in combinations(filled, players)]
    return list(dict.fromkeys(turned))


def one_match(
    game: AnyGame,
    options: Options,
    seed: int,
    seats: Sequence[str],
    real_rolls: bool = False,
    limit: int | None = None,
) -> Outcome:
    """Plays one match of bots to its end, attempts in the real world included; with `real_rolls` rolls as well.

    After `limit` actions it is broken off.
    """
    begun = time.perf_counter()
    with naming_own_faults():  # here, since what another process raises comes without its lines
        match = Match(game, len(seats), options, seats, seed)
        play_out(match, real_rolls=real_rolls, limit=limit)
        result = match.result
    return Outcome(seed, tuple(seats), result, len(match.played), time.perf_counter() - begun, match.record.engines)


def simulate(
    game: AnyGame,
    options: Options,
    seated: Sequence[Sequence[str]],
    count: int,
    seed: int = 0,
    jobs: int = 1,
    on_done: Callable[[Outcome], Any] = lambda outcome: None,
    real_rolls: bool = False,
    cluster: str | None = None,
    limit: int | None = None,
) -> list[Outcome]:
    """The outcomes of `count` matches with seeds `seed`, `seed + 1`, ...; `on_done` is called after each.

    The bots of each are those of `seated`, one seating after another, round and round. Raises `UnknownName` for wrong
    input, also for options with which a match may go on for ever without a `limit` of actions, and what `spread`
    raises.
    """
    if count < 1:
        raise UnknownName("number of matches {count}: expected at least 1", count=count)
    if limit is None:
        refuse_endless(game, options)
    for seats in seated:
        Match(game, len(seats), options, seats, seed)  # refuses wrong input before any work is spread
    outcomes = []
    pieces = [(seed + n, seated[n % len(seated)]) for n in range(count)]
    with closing(spread(partial(_played, game, options, real_rolls, limit), pieces, jobs, cluster)) as played:
        for outcome in played:
            outcomes.append(outcome)
            on_done(outcome)
    return outcomes


def _played(
    game: AnyGame, options: Options, real_rolls: bool, limit: int | None, piece: tuple[int, Sequence[str]]
) -> Outcome:
    return one_match(game, options, *piece, real_rolls=real_rolls, limit=limit)


def refuse_endless(game: AnyGame, options: Options) -> None:
    """Raises `UnknownName` for options with which a match of bots may go on for ever."""
    if chosen := game.endless_by(options):
        named = " ".join(f"{name}={value}" for name, value in chosen.items())
        raise UnknownName(
            "options {named}: a match may go on for ever; expected others, or a --limit of actions", named=named
        )


def summary(outcomes: Sequence[Outcome]) -> Summary:
    """Wins, scores and lengths of some matches of one game."""
    results = [outcome.result for outcome in outcomes if outcome.result is not None]
    seats = range(1, len(results[0].scores) + 1) if results else ()
    wins = tuple(fsum((s in r.winners) / len(r.winners) for r in results if r.winners) for s in seats)
    return Summary(
        len(outcomes),
        wins,
        tuple(mean_score(r.scores[s - 1] for r in results) for s in seats),
        mean(outcome.actions for outcome in outcomes),
        sum(len(r.winners) > 1 for r in results),
        sum(not r.winners for r in results),
        len(outcomes) - len(results),
        sum(outcome.wall_s for outcome in outcomes),
    )


def mean_score(scores: Iterable[float]) -> float:
    """The mean of scores; of times that of the successes, infinite where there was none."""
    finite = [score for score in scores if score != inf]
    return mean(finite) if finite else inf


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """How each bot did in the matches that were not broken off, in the order in which they first appear."""
    over = [(outcome.seats, outcome.result) for outcome in outcomes if outcome.result is not None]
    names = list(dict.fromkeys(name for seats, _ in over for name in seats))
    rated = ratings(names, [(seats, result.winners) for seats, result in over]) if len(names) > 1 else {}
    found = []
    for name in names:
        sat = [(result, seat) for seats, result in over for seat, other in enumerate(seats, 1) if other == name]
        won = fsum((seat in result.winners) / len(result.winners) for result, seat in sat if result.winners)
        score = mean_score(result.scores[seat - 1] for result, seat in sat)
        found.append(Standing(name, len(sat), won, score, *(rated.get(name) or (None, None))))
    return found
