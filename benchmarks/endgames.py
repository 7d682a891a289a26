"""Do bots play without a mistake what can be solved? Endgames of open games, against a search of every line to its end.

Positions are the last ones of random games in which some actions are mistakes and others are not. With two seats every
action is one that loses some of the value; with more one that loses a sure win, or that gives another seat a sure win
where that could be avoided. The search of every line looks at 20,000 states at most and shares nothing with the bots.
Of the last choices of the same games those count as well in which some actions, but not all, lose at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from benchmarks.harness import Plot, Row
from benchmarks.opponents import games
from skill.bots.registry import find_bot
from skill.rules.game import AnyGame, Game, Seat
from tests.bots.exhaustive import endgames, losing_at_once
from tests.rules.playouts import playout

PLOT = Plot("without a mistake", log=False)
BOTS = ("hard", "expert")
STATES, FEW_STATES = 20_000, 1_000
SEEDS, EACH = range(1, 3), 2  # random games, and positions of each
LAST = 40  # choices of a game in which losses at once are looked for


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each game and bot, of the games that hide nothing and in which there is such a position."""
    for game in games(only):
        if type(game).view is not Game.view:
            continue
        seeds = SEEDS[:1] if quick else SEEDS
        solved = [*endgames(game, seeds, EACH, FEW_STATES if quick else STATES)]
        lossy = [*islice(losses_at_once(game, seeds), EACH)]
        if not (solved or lossy):
            continue
        for name in BOTS[: 1 if quick else None]:
            bot = find_bot(name)
            right = sum(bot.choose(game, one.state, one.seat, Random(n)) in one.right for n, one in enumerate(solved))
            kept = sum(
                bot.choose(game, state, seat, Random(n)) not in lost for n, (state, seat, lost) in enumerate(lossy)
            )
            figures = {
                "without a mistake": right,
                "endgames": len(solved),
                "losses avoided": kept,
                "losses at once": len(lossy),
                "seats": max(2, game.players[0]),
            }
            yield Row(game.title, name, figures)


def losses_at_once(game: AnyGame, seeds: range) -> Iterator[tuple[Any, Seat, list[Any]]]:
    """Positions in which some actions, but not all, let whoever is next win at once; and those actions."""
    given = {"throw_model": "lattice"} if any(option.name == "throw_model" for option in game.options) else {}
    for seed in seeds:
        for state, turn, _ in reversed([*playout(game, seed, max(2, game.players[0]), given)][-LAST:]):
            if isinstance(turn, int):
                lost = losing_at_once(game, state, turn)
                if lost and len(lost) < len(game.moves(state, turn)):
                    yield state, turn, lost
