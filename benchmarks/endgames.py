"""Do bots play without a mistake what can be solved? Endgames of turn games, against a search of every line to its end.

Positions are the last ones of random games in which some actions are mistakes and others are not. With two seats that
see everything every action is one that loses some of the value; with more, or where something is hidden, one that loses
a sure win, or that gives another seat a sure win where that could be avoided. A win is sure where something is hidden
if it is one in every world that agrees with what the seat sees, by actions that follow from what it will see. The
search of every line looks at 20,000 states at most and shares nothing with the bots. Of the last choices of the same
games, where nothing is hidden, those count as well in which some actions, but not all, lose at once. Of each game a
random match is played, then another one of each, until there are enough positions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from benchmarks.harness import Plot, Row
from benchmarks.opponents import games
from skill.bots.registry import find_bot
from skill.rules.game import AnyGame, Game, Seat
from tests.bots.exhaustive import Endgame, endgames, losing_at_once
from tests.rules.playouts import playout

PLOT = Plot("without a mistake", log=False)
BOTS = ("hard", "expert")
STATES, FEW_STATES = 20_000, 1_000
POSITIONS = 64  # of each kind
SEEDS, EACH = 12, 2  # random matches of a game at most, and positions of each
LAST = 40  # choices of a match in which losses at once are looked for

Lossy = tuple[Any, Seat, list[Any]]
"""A state, who is to move, and the actions that lose at once."""


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each game in which there is such a position, and each bot."""
    solved: dict[AnyGame, list[Endgame]] = defaultdict(list)
    lossy: dict[AnyGame, list[Lossy]] = defaultdict(list)
    for seed in range(1, 2 if quick else SEEDS + 1):
        for game in games(only):
            left = POSITIONS - sum(map(len, solved.values()))
            if left:
                seeds = range(seed, seed + 1)
                solved[game] += endgames(game, seeds, min(left, EACH), FEW_STATES if quick else STATES)
            left = POSITIONS - sum(map(len, lossy.values()))
            if left and type(game).view is Game.view:
                lossy[game] += islice(losses_at_once(game, seed), min(left, EACH))
    for game in games(only):
        if not (solved[game] or lossy[game]):
            continue
        for name in BOTS[: 1 if quick else None]:
            bot = find_bot(name)

            def chosen(state: Any, seat: Seat, n: int, game: AnyGame = game, bot: Any = bot) -> Any:
                return bot.choose(game, game.view(state, seat), seat, Random(n))

            figures = {
                "without a mistake": sum(
                    chosen(one.state, one.seat, n) in one.right for n, one in enumerate(solved[game])
                ),
                "endgames": len(solved[game]),
                "losses avoided": sum(
                    chosen(state, seat, n) not in lost for n, (state, seat, lost) in enumerate(lossy[game])
                ),
                "losses at once": len(lossy[game]),
                "seats": max(2, game.players[0]),
            }
            yield Row(game.title, name, figures)


def losses_at_once(game: AnyGame, seed: int) -> Iterator[Lossy]:
    """Positions in which some actions, but not all, let whoever is next win at once; and those actions."""
    given = {"throw_model": "lattice"} if any(option.name == "throw_model" for option in game.options) else {}
    for state, turn, _ in reversed([*playout(game, seed, max(2, game.players[0]), given)][-LAST:]):
        if isinstance(turn, int):
            lost = losing_at_once(game, state, turn)
            if lost and len(lost) < len(game.moves(state, turn)):
                yield state, turn, lost
