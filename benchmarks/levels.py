"""Levels: how far do easy, medium, hard and expert differ where hands decide, in games of skill?

Single attempts of each level at the level of the book of the game, one for each seed, from which tremor and plan are
drawn. Told is what an attempt brings, on average with the standard error of the mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks.harness import Plot, Row, ours
from skill.bots.registry import LEVELS
from skill.lattice.cells import BASE
from skill.lattice.dice import GREEN, RED, Die
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.rules.games.trulla import LADLE
from skill.table.attempts import begin_attempt, bot_samples
from skill.table.match import Match

PLOT = Plot("mean")
FEW = 2


class Task(NamedTuple):
    """A game in which attempts are made, and how many."""

    slug: str
    seeds: int
    what: str
    """What is told of an attempt."""
    chosen: Action | None = None
    """What seats choose before an attempt, the same at all levels; without one what the bot does."""
    position: Pyramid | None = None
    """What stands at the beginning, where it is not what the game begins with."""


LAYER = Pyramid((cell, Die((RED, GREEN)[n % 2])) for n, cell in enumerate(BASE))
TASKS = (
    Task("flickers", 120, LANDED := "share of dice that stay on the plate"),
    Task("hide-away", 80, LANDED),
    Task("dishing-up", 60, LANDED),
    Task("trulla", 40, "dice of 4 that come to stand on a full layer", LADLE(4), LAYER),
    Task("emag", 8, "dice of the highest tower that stood"),
)


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each game and level."""
    for task in TASKS:
        for level in LEVELS:
            if only in (case := f"{task.slug}, {level}"):
                brought = [brings(task, level, seed) for seed in range(1, 1 + (FEW if quick else task.seeds))]
                error = stdev(brought) / sqrt(len(brought))
                figures = {"attempts": len(brought), "mean": mean(brought), "standard error": error}
                yield Row(case, ours(), figures, task.what)


def brings(task: Task, level: str, seed: int) -> float:
    """What the first attempt of that level with that seed brings."""
    game = find_game(task.slug)
    match = Match(game, game.players[0], None, (level,) * game.players[0], seed, task.position)
    while not isinstance(spec := match.turn, AttemptSpec):
        if task.chosen is not None and isinstance(spec, int):
            match.play(task.chosen)
        else:
            match.step()
    running = begin_attempt(match)
    for sample in bot_samples(match, running):
        running.tick(sample)
        if running.done:
            break
    running.give_up()
    after = running.reported()
    running.close()
    if task.what == LANDED:
        return float(not after.off)
    return spec.score(after) if spec.score is not None else float(len(after.cells) - len(spec.start))
