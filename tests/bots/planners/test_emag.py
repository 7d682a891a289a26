"""The tower builder: a tower that stands in little time, and high ones from most seeds."""

from __future__ import annotations

from itertools import islice

import pytest

from skill.bots.planners import emag, planned_samples, random_samples
from skill.table.attempts import begin_attempt
from tests.bots.planners.tries import asked, played, ticked


def test_eight_dice_stand_within_a_minute() -> None:
    assert played("emag", 1, time_limit=60)[0] >= 8


def test_the_same_seed_builds_alike_and_dice_in_hand_are_no_tower() -> None:
    traces = []
    for _ in range(2):
        match, spec = asked("emag", 1)
        running = begin_attempt(match)
        ticked(running, islice(planned_samples(spec, running, 5), 60))
        assert spec.score is not None and spec.score(running.reading()) == 0
        assert len(running.reading().held) == 1
        traces.append(running.trace.text)
    assert traces[0] == traces[1]


def test_a_hand_without_a_plan_lets_dice_go() -> None:
    match, _ = asked("emag", 1)
    running = begin_attempt(match)
    ticked(running, islice(random_samples(running, 5), 400))
    assert len(running.reading().loose) >= 2


@pytest.mark.slow
def test_high_towers_stand_from_most_seeds() -> None:
    heights = [played("emag", seed)[0] for seed in range(1, 6)]
    assert min(heights) >= 12 and sum(height >= 30 for height in heights) >= 3, heights


@pytest.mark.parametrize(
    ("tower", "worst"),
    [
        ([(0.0, 0.0, 0.5)], 0.0),
        ([(0.0, 0.0, 0.5), (0.3, 0.4, 1.5)], 0.5),
        ([(0.0, 0.0, 0.5), (0.3, 0.0, 1.5), (-0.1, 0.0, 2.5)], 0.4),  # the upper joint
        ([(0.0, 1.0, 0.5), (0.0, 0.4, 1.5), (0.0, 0.2, 2.5)], 0.7),  # the lower one, by the middle of two
    ],
)
def test_a_tower_is_as_bad_as_its_worst_joint(tower: list[emag.Place], worst: float) -> None:
    assert emag._worst_joint(tower) == pytest.approx(worst)
