"""How fast do the rules play? Random moves a second of every turn game, beside games of OpenSpiel of several sizes.

A move is whatever one node asks for: a seat's action or an outcome of chance. All are driven by the same loop in
Python, in turns over several rounds, of which the median counts, by the processor's time. Ours are played both ways:
their rules asked directly, and through OpenSpiel's interface as its own games are. Games of skill are left out, whose
moves hands make; races and games in which seats choose nothing are not played through the interface, which has none.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.errors import Unavailable
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.rules.playouts import random_action

PEERS = (
    "python_team_dominoes",
    "python_liars_poker",
    "tic_tac_toe",
    "connect_four",
    "hex(board_size=11)",
    "breakthrough",
    "go(board_size=9)",
    "chess",
    "othello",
    "backgammon",
)
DIRECT, THROUGH = "moves a second", "through OpenSpiel"
BESIDE = "python_team_dominoes"  # the peer that is in Python too
ROUNDS = 5
SECONDS, QUICK_S = 0.3, 0.1  # for each game and round
PLOT = Plot(DIRECT)

Playout = Callable[[random.Random], int]
"""One random game: how many moves it took."""


def ours(game: AnyGame) -> Playout:
    """Random games with the most seats, by the rules themselves."""
    options = game.options_from({})

    def play(rng: random.Random) -> int:
        state, moves = game.begin(game.players[1], options), 0
        while (turn := game.to_move(state)) is not None:
            by, action = random_action(game, state, turn, rng)
            state = game.play(state, action, by)
            moves += 1
        return moves

    return play


def through_openspiel(name: str) -> Playout:
    """Random games of one that OpenSpiel knows by this name, in the same manner. Raises `Unavailable`."""
    package("open_spiel.python.games")  # registers the Python games
    package("skill.env.openspiel")  # and ours
    game = package("pyspiel").load_game(name)

    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def moves_per_second(play: Playout, seconds: float, seed: int) -> float:
    """Whole games for at least `seconds`, the first of them untimed."""
    rng = random.Random(seed)
    play(rng)
    moves, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        moves += play(rng)
    return moves / spent


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Every turn game of ours with `only` in its name, slowest first, then the peers and the medians."""
    games = [game for game in all_games() if only in game.slug and game.kind in ("turns", "race")]
    contenders = {(game.slug, DIRECT): ours(game) for game in games}
    try:
        contenders |= {(name, THROUGH): through_openspiel(name) for name in PEERS}
        contenders |= {
            (game.slug, THROUGH): through_openspiel(f"skillbox_{game.slug.replace('-', '_')}")
            for game in games
            if game.kind != "race" and game.all_actions(game.options_from({}))
        }
    except Unavailable as missing:
        yield Row("peers", "OpenSpiel", {}, str(missing))
    found: dict[tuple[str, str], list[float]] = {each: [] for each in contenders}
    for seed in range(1 if quick else ROUNDS):
        for each, play in contenders.items():
            found[each].append(moves_per_second(play, QUICK_S if quick else SECONDS, seed))
    speed = {each: statistics.median(speeds) for each, speeds in found.items()}
    theirs = [speed[name, THROUGH] for name in PEERS if (name, THROUGH) in speed]

    def figures(speeds: dict[str, float]) -> dict[str, float]:
        told = dict(speeds)
        if theirs:
            ratios = {f"x {BESIDE}": speed[BESIDE, THROUGH], "x median of peers": statistics.median(theirs)}
            told |= {f"{what}, {how}": value / peer for what, value in speeds.items() for how, peer in ratios.items()}
        return told

    def of(case: str) -> dict[str, float]:
        return figures({how: speed[case, how] for how in (DIRECT, THROUGH) if (case, how) in speed})

    for game in sorted(games, key=lambda game: speed[game.slug, DIRECT]):
        yield Row(game.slug, "ours", of(game.slug))
    for name in PEERS if theirs else ():
        yield Row(name, "OpenSpiel", of(name))
    for whose, names in (("ours", [game.slug for game in games]), ("OpenSpiel", PEERS)):
        ways = {how: [speed[name, how] for name in names if (name, how) in speed] for how in (DIRECT, THROUGH)}
        if medians := {how: statistics.median(speeds) for how, speeds in ways.items() if speeds}:
            yield Row(f"median of {whose}", whose, figures(medians))
