"""Do chances come true? What is told of an action against how often it then wins, in ten parts from none to all.

Positions come from all phases of games of the greedy bot, of every turn game in turn and with seed after seed, until
there are enough; an action of each is the one of level medium. Told is what a hint would tell of it, if anything; then
it is played on from the true state, by level medium on all seats, a few times with seeds of their own. The margin has
95 of 100 cases: luck of what was told and of what came.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from math import hypot, sqrt
from random import Random
from typing import NamedTuple

from benchmarks.harness import Plot, Row
from benchmarks.opponents import games
from skill.bots.chance import PLAYER, SURE, Chance, chance_of, played_to_its_end, share_of
from skill.bots.hint import HINT_BOT, PLAYED_ON
from skill.bots.registry import find_bot
from skill.bots.thoughtful import can_be_thought
from skill.rules.game import AnyGame
from skill.table.match import Match

PLOT = Plot("came true", over="promised", log=False)
BINS = 10
POSITIONS, FEW = 300, 10  # of all games
SEEDS, FEW_SEEDS = 8, 1  # matches of a game at most
PHASES = (0.2, 0.5, 0.8, 0.9, 0.95, 0.98)  # parts of a game's actions after which is asked
TIMES = 4  # that a position is played on to see what comes


class Promise(NamedTuple):
    """What was told of an action in a position, and what came."""

    told: Chance
    came: float
    """The part of games that it won."""


def promises(game: AnyGame, seeds: range, calls: int) -> Iterator[Promise]:
    """What is told in positions of one game, where there is a chance to tell."""
    given = {"throw_model": "lattice"} if any(option.name == "throw_model" for option in game.options) else {}
    players, bot = max(2, game.players[0]), find_bot(PLAYER)
    for seed in seeds:
        match = Match(game, players, game.options_from(given), ("greedy",) * players, seed)
        while match.turn is not None:
            match.step()
        for phase in PHASES:
            state, rng = match.state_at(int(phase * len(match.played))), Random(f"{game.slug}:{seed}:{phase}")
            seat = game.to_move(state)
            if not isinstance(seat, int) or len(game.moves(state, seat)) < 2:
                continue
            view = game.view(state, seat)
            action = bot.choose(game, view, seat, rng)
            told = chance_of(game, view, seat, action, rng, calls)
            if told is not None:
                whole = game.without_hands(state)
                ends = [played_to_its_end(game, whole, seat, action, bot, rng)[0] for _ in range(TIMES)]
                yield Promise(told, sum(share_of(end, seat) for end in ends) / TIMES)


def binned(found: list[Promise]) -> Iterator[Row]:
    """A row for each tenth in which something was told."""
    for part in range(BINS):
        of = [one for one in found if min(int(one.told.share * BINS), BINS - 1) == part]
        if of:
            promised, came = sum(one.told.share for one in of) / len(of), sum(one.came for one in of) / len(of)
            spread = promised * (1 - promised) / TIMES / len(of)
            luck = sqrt(sum(one.told.error**2 for one in of)) / len(of)
            figures = {"promised": promised, "came true": came, "margin": SURE * hypot(sqrt(spread), luck)}
            yield Row(
                f"{100 * part // BINS} to {100 * (part + 1) // BINS} of 100", "", {**figures, "positions": len(of)}
            )


def measure(quick: bool, only: str) -> Iterator[Row]:
    """The tenths over all games with `only` in their names."""
    calls = PLAYED_ON * find_bot(HINT_BOT).budget  # type: ignore[attr-defined]
    seeds = range(FEW_SEEDS if quick else SEEDS)
    asked = (
        promises(game, range(seed, seed + 1), calls) for seed in seeds for game in games(only) if can_be_thought(game)
    )
    for row in binned([*islice(chain.from_iterable(asked), FEW if quick else POSITIONS)]):
        yield row._replace(engine=f"games that {PLAYER} plays on")
