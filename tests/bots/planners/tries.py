"""A bot alone at a game of skill: the attempt that it is asked for first, and how that goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from skill.bots.planners import Sample, planned_samples
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.table.attempts import begin_attempt
from skill.table.match import Match

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun


def asked(slug: str, seed: int, **options: object) -> tuple[Match, AttemptSpec]:
    """The match with one attempt for a bot, and what that is to be."""
    game = find_game(slug)
    chosen = {name: str(value) for name, value in {"attempts": 1, **options}.items()}
    match = Match(game, 1, game.options_from(chosen), ("greedy",), seed)
    assert isinstance(match.turn, AttemptSpec)
    return match, match.turn


def ticked(running: AttemptRun, samples: Iterable[Sample]) -> AttemptRun:
    """The attempt after these samples, or as many as it took to end it."""
    for sample in samples:
        running.tick(sample)
        if running.done:
            break
    return running


def played(slug: str, seed: int, **options: object) -> tuple[float, AttemptRun]:
    """The score of a bot that gives up once it has no more to do, and its attempt."""
    match, spec = asked(slug, seed, **options)
    running = begin_attempt(match)
    ticked(running, planned_samples(spec, running, seed)).give_up()
    match.play(running.report())
    (score,) = match.game.scores(match.state)
    return score, running
