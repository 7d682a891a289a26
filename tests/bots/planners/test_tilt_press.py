"""The finger and the plate turned over, under the rules of game 01."""

from __future__ import annotations

from itertools import islice

import pytest

from skill.bots.planners import planned_samples, random_samples
from skill.table.attempts import begin_attempt
from tests.bots.planners.tries import asked, played, ticked


def test_the_plan_presses_before_it_tilts_and_ends_level() -> None:
    match, spec = asked("captain-flint", 1)
    running = begin_attempt(match)
    samples = list(islice(planned_samples(spec, running, 1), 155))  # up to the first look
    pressed = next(n for n, sample in enumerate(samples) if sample[0])
    assert pressed > 40 and {sample[8] for sample in samples[:pressed]} == {200.0}
    assert min(sample[0] for sample in samples) == samples[-1][0] == -180.0
    ticked(running, islice(random_samples(running, 1), 3))


def test_struts_are_lifted_and_held_until_they_count() -> None:
    score, running = played("captain-flint", 1, trick="strut")
    assert score == 25 and running.outcome == "success"


@pytest.mark.slow
def test_most_seeds_keep_twenty_dice_of_the_edges() -> None:
    scores = [played("captain-flint", seed)[0] for seed in range(1, 6)]
    assert sum(score >= 20 for score in scores) >= 3, scores
