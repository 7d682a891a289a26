"""Plans: how surely and how fast does a planner win a game of skill, from one seed to the next?

One attempt at the level of the book for each seed, from which tremor and plan are drawn. Told is for each whether it
came to its goal, after how much time in the game and how much of one core, rehearsals and all; then for each game how
many did, and the medians of both times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.harness import Plot, Row, ours
from skill.bots.planners import Sample
from skill.rules.catalogue import find_game
from skill.rules.options import AS_THE_SCENE
from skill.table.attempts import begin_attempt, bot_samples
from skill.table.match import Match

PLOT = Plot("processor s", log=False)
SEEDS = {"faraday": 20, "dune": 5, "coulomb": 5, "captain-flint": 5}
"""The games, and how many seeds of each from 1 on."""
FEW = 1
BOT = "greedy"


class Try(NamedTuple):
    """What came of one attempt."""

    won: bool
    simulated_s: float
    """From the first input to the end."""
    processor_s: float
    """Of this process."""
    samples: Sequence[Sample]
    """What the hands did."""


def measure(quick: bool, only: str, material: str = AS_THE_SCENE) -> Iterator[Row]:
    """A row for each seed, then one for its game, with dice and plate of a material."""
    for slug, seeds in SEEDS.items():
        tries = []
        for seed in range(1, 1 + (FEW if quick else seeds)):
            if only in (case := f"{slug}, seed {seed}"):
                tries.append(one := tried(slug, seed, material=material))
                figures = {"won %": 100.0 * one.won, "simulated s": one.simulated_s, "processor s": one.processor_s}
                yield Row(case, ours(), figures)
        if tries:
            figures = {
                "won %": 100 * sum(one.won for one in tries) / len(tries),
                "simulated s": median(one.simulated_s for one in tries),
                "processor s": median(one.processor_s for one in tries),
            }
            yield Row(f"{slug}, all", ours(), figures, f"{sum(one.won for one in tries)} of {len(tries)}, medians")


def tried(slug: str, seed: int, jobs: int = 1, material: str = AS_THE_SCENE) -> Try:
    """One attempt of the planner at a game, which rehearses in so many processes."""
    began = process_time()
    game = find_game(slug)
    match = Match(game, 1, game.options_from({"attempts": "1", "material": material}), (BOT,), seed)
    running = begin_attempt(match)
    for sample in bot_samples(match, running, jobs):
        running.tick(sample)
        if running.done:
            break
    running.give_up()
    running.close()
    return Try(running.outcome == "success", running.time_s, process_time() - began, running.trace.samples)
