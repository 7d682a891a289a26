"""How long do bots think? The longest thoughts of each level in every turn game.

A match of a greedy and a weaker bot is followed, and each level thinks about five of its positions: where there is most
to choose from, and in the middle, at three quarters, and twelve and five choices before the end. Time of the processor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from benchmarks.harness import Plot, Row
from skill.bots.registry import find_bot
from skill.bots.thoughtful import can_be_thought
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, AttemptSpec, Seat, offered
from skill.table.match import Match

PLOT = Plot("longest, s")
LEVELS = ("medium", "hard", "expert")
ACTIONS = 600  # after which a match is followed no longer
SEED = 5


class Position(NamedTuple):
    """What a seat has to choose from."""

    view: Any
    seat: Seat
    choices: int


def choices_of(game: AnyGame) -> list[Position]:
    """Every choice between several actions in a match, as far as it goes without hands."""
    players = max(2, game.players[0])
    match = Match(game, players, game.options_from({}), ["greedy", "easy", "greedy"][:players], seed=SEED)
    found = []
    while not isinstance(turn := match.turn, AttemptSpec | None) and len(match.played) < ACTIONS:
        if isinstance(turn, int) and (count := len(offered(game, match.view(turn), turn))) > 1:
            found.append(Position(match.view(turn), turn, count))
        match.step()
    return found


def picked(positions: list[Position]) -> list[Position]:
    """The widest one and four along the way, each once."""
    last = len(positions)
    widest = max(range(last), key=lambda n: positions[n].choices)
    return [positions[n] for n in {widest, last // 2, last * 3 // 4, max(0, last - 12), max(0, last - 5)}]


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each game that bots think ahead in, and each level."""
    for game in all_games():
        if only not in game.slug or not can_be_thought(game) or not (found := choices_of(game)):
            continue
        positions = picked(found)
        for level in LEVELS[: 1 if quick else None]:
            spent = []
            for view, seat, _ in positions:
                began = time.process_time()
                find_bot(level).choose(game, view, seat, Random(SEED))
                spent.append(time.process_time() - began)
            figures = {
                "longest, s": max(spent),
                "median, s": median(spent),
                "most choices": max(one.choices for one in positions),
            }
            yield Row(game.slug, level, figures)
