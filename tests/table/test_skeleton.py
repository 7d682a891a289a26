"""The finger and the plate turned over, under the rules of game 01."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from skill.rules.catalogue import find_game
from skill.rules.game import Attempt as Spec
from skill.table.hands import begin_attempt
from skill.table.match import Match
from skill.table.plans import planned_samples, random_samples

if TYPE_CHECKING:
    from skill.physics.attempt import Attempt as RunningAttempt


def asked(seed: int, trick: str = "shake") -> tuple[Match, Spec]:
    game = find_game("captain-flint")
    match = Match(game, 1, game.options_from({"attempts": "1", "trick": trick}), ("greedy",), seed)
    assert isinstance(match.turn, Spec)
    return match, match.turn


def test_the_plan_presses_before_it_tilts_and_ends_level() -> None:
    match, spec = asked(1)
    running = begin_attempt(match)
    samples = list(islice(planned_samples(spec, running, 1), 125))  # up to the first look
    pressed = next(n for n, sample in enumerate(samples) if sample[0])
    assert pressed > 40 and {sample[8] for sample in samples[:pressed]} == {200.0}
    assert min(sample[0] for sample in samples) == samples[-1][0] == -180.0
    for sample in islice(random_samples(running, 1), 3):
        running.tick(sample)


def played(seed: int, trick: str) -> tuple[float, RunningAttempt]:
    """The score of a bot, and its attempt."""
    match, spec = asked(seed, trick)
    running = begin_attempt(match)
    for sample in planned_samples(spec, running, seed):
        running.tick(sample)
        if running.done:
            break
    running.give_up()
    match.play(running.report())
    (score,) = match.game.scores(match.state)
    return score, running


def test_struts_are_lifted_and_held() -> None:
    score, running = played(6, "strut")
    assert score == 25 and running.outcome == "success"


@pytest.mark.slow
def test_most_seeds_keep_twenty_dice_of_the_edges() -> None:
    scores = [played(seed, "shake")[0] for seed in range(1, 6)]
    assert sum(score >= 20 for score in scores) >= 3, scores
