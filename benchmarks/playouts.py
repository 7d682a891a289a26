"""How fast the rules play: random moves per second of every game, beside OpenSpiel's Python and C++ games.

    python benchmarks/playouts.py [--seconds S] [GAME ...]

A move is whatever one node asks for: a seat's action, an outcome of chance, the report of an attempt. All games, ours
and the peers', are driven by the same loop in Python, in turns over several rounds; the best round of each counts. What
hands bring about in games of skill is no work of the rules: their reports are drawn before the clock runs.
Peers need `pip install open_spiel`; without it they are left out, and that is said.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from skill.lattice.notation import Action
from skill.rules.attempts import AttemptGame
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, Attempt, Seat, Turn
from tests.rules.playouts import random_action

PEERS = ("python_team_dominoes", "python_liars_poker", "hex(board_size=11)")
ROUNDS = 3
REPORTS = 20  # of each seat, from which those of a game are drawn

Playout = Callable[[random.Random], int]


def ours(game: AnyGame) -> Playout:
    """One random game with the most seats; how many moves it took."""
    options = game.options_from({})
    reports: dict[Seat, list[Action]] = {}

    def act(state: Any, turn: Turn, rng: random.Random) -> tuple[Turn, Action]:
        if not (isinstance(game, AttemptGame) and isinstance(turn, Attempt)):
            return random_action(game, state, turn, rng)
        if turn.seat not in reports:
            reports[turn.seat] = [random_action(game, state, turn, rng)[1] for _ in range(REPORTS)]
        return turn.seat, rng.choice(reports[turn.seat])

    def play(rng: random.Random) -> int:
        state, moves = game.begin(game.players[1], options), 0
        while (turn := game.to_move(state)) is not None:
            by, action = act(state, turn, rng)
            state = game.play(state, action, by)
            moves += 1
        return moves

    return play


def peer(name: str) -> Playout:
    """One random game of OpenSpiel, in the same manner."""
    import open_spiel.python.games  # noqa: F401  (registers the Python games)
    import pyspiel

    game = pyspiel.load_game(name)

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
    moves, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        moves += play(rng)
    return moves / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="numbers or slugs; all by default")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each game and round")
    arguments = parser.parse_args()
    games = [find_game(name) for name in arguments.games] or all_games()
    contenders = {game.slug: ours(game) for game in games}
    try:
        peers = {name: peer(name) for name in PEERS}
    except ImportError:
        peers = {}
        print("open_spiel is not installed: no peers in this run")
    best = dict.fromkeys([*contenders, *peers], 0.0)
    for seed in range(ROUNDS):
        for name, play in {**contenders, **peers}.items():
            best[name] = max(best[name], moves_per_second(play, arguments.seconds, seed))
    print(f"{'game':<28}{'moves/s':>12}" + "".join(f"{'x ' + name[:20]:>24}" for name in peers))
    for name, speed in sorted(best.items(), key=lambda item: item[1]):
        print(f"{name:<28}{speed:>12,.0f}" + "".join(f"{speed / best[other]:>24.2f}" for other in peers))
    median = statistics.median(best[name] for name in contenders)
    print(f"{'median of ours':<28}{median:>12,.0f}" + "".join(f"{median / best[other]:>24.2f}" for other in peers))


if __name__ == "__main__":
    main()
