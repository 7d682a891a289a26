"""How fast do the rules play? Random moves a second of every game, beside OpenSpiel's Python and C++ games.

A move is whatever one node asks for: a seat's action, an outcome of chance, the report of an attempt. All games, ours
and the peers', are driven by the same loop in Python, in turns over several rounds; the best round of each counts, by
the processor's time. What hands bring about is no work of the rules: the clock stands still while a report is drawn.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.errors import Unavailable
from skill.lattice.notation import Action
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, AttemptSpec, Seat, Turn
from skill.rules.shared.attempts import AttemptGame
from tests.rules.playouts import random_action

PEERS = ("python_team_dominoes", "python_liars_poker", "hex(board_size=11)")
ROUNDS = 3
SECONDS, QUICK_S = 0.5, 0.1  # for each game and round
PLOT = Plot("moves a second")
REPORTS = 20  # of each seat in a game of skill, from which those of its matches are drawn

Playout = Callable[[random.Random], tuple[int, float]]
"""One random game: how many moves it took, and the seconds of the processor for which the clock stood still."""


def ours(game: AnyGame) -> Playout:
    """Random games with the most seats."""
    options = game.options_from({})
    kept: dict[Seat, list[Action]] = {}

    def report(state: Any, turn: AttemptSpec, rng: random.Random) -> Action:
        if not isinstance(game, AttemptGame):
            return random_action(game, state, turn, rng)[1]
        if turn.seat not in kept:
            kept[turn.seat] = [random_action(game, state, turn, rng)[1] for _ in range(REPORTS)]
        return rng.choice(kept[turn.seat])

    def play(rng: random.Random) -> tuple[int, float]:
        state, moves, still = game.begin(game.players[1], options), 0, 0.0
        while (turn := game.to_move(state)) is not None:
            by: Turn
            if isinstance(turn, AttemptSpec):
                begun = time.process_time()
                by, action = turn.seat, report(state, turn, rng)
                still += time.process_time() - begun
            else:
                by, action = random_action(game, state, turn, rng)
            state = game.play(state, action, by)
            moves += 1
        return moves, still

    return play


def peer(name: str) -> Playout:
    """One random game of OpenSpiel, in the same manner."""
    package("open_spiel.python.games")  # registers the Python games
    game = package("pyspiel").load_game(name)

    def play(rng: random.Random) -> tuple[int, float]:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves, 0.0

    return play


def moves_per_second(play: Playout, seconds: float, seed: int) -> float:
    """Whole games for at least `seconds`, the first of them untimed."""
    rng = random.Random(seed)
    play(rng)
    moves, still, begun = 0, 0.0, time.process_time()
    while (spent := time.process_time() - begun - still) < seconds:
        more, aside = play(rng)
        moves, still = moves + more, still + aside
    return moves / spent


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Every game of ours with `only` in its name, slowest first, then the peers and the median of ours."""
    games = [game for game in all_games() if only in game.slug]
    contenders = {game.slug: ours(game) for game in games}
    try:
        peers = {name: peer(name) for name in PEERS}
    except Unavailable as missing:
        peers = {}
        yield Row("peers", "OpenSpiel", {}, str(missing))
    best = dict.fromkeys([*contenders, *peers], 0.0)
    for seed in range(1 if quick else ROUNDS):
        for name, play in {**contenders, **peers}.items():
            best[name] = max(best[name], moves_per_second(play, QUICK_S if quick else SECONDS, seed))

    def row(case: str, engine: str, speed: float) -> Row:
        return Row(case, engine, {"moves a second": speed, **{f"x {name}": speed / best[name] for name in peers}})

    for name in sorted(contenders, key=lambda name: best[name]):
        yield row(name, "ours", best[name])
    for name in peers:
        yield row(name, "OpenSpiel", best[name])
    if contenders:
        yield row("median of ours", "ours", statistics.median(best[name] for name in contenders))
