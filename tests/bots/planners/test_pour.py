"""The planner that empties the box."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("gymnasium")

from skill.bots.planners.pour import AROUND, LOW, RATE, TURN_S, planned_samples, random_samples
from skill.env.tasks.exercises import pour
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene


def test_the_mouth_goes_round_above_the_dice() -> None:
    spec = pour(Random(1)).spec
    running = AttemptRun(load_scene(spec.scene), spec.start, spec.goal, spec.failed, seed=3, hand=spec.hand)
    samples, quarter = planned_samples(spec, running, 1), round(TURN_S * running.scene.engine.sample_hz / 4)
    seen = [next(samples) for _ in range(2 * quarter + 1)]
    assert seen[0] == pytest.approx((AROUND, 0.0, LOW, RATE))
    assert seen[quarter] == pytest.approx((0.0, AROUND, LOW, RATE))
    assert seen[2 * quarter] == pytest.approx((-AROUND, 0.0, LOW, RATE))
    running.close()


def test_random_hands_pour_as_far_to_each_side() -> None:
    spec = pour(Random(1)).spec
    running = AttemptRun(load_scene(spec.scene), spec.start, spec.goal, spec.failed, seed=3, hand=spec.hand)
    drawn = [next(random_samples(running, seed)) for seed in range(500)]
    for side in range(2):
        places = [sample[side] for sample in drawn]
        assert min(places) == pytest.approx(-max(places), rel=0.05)
    running.close()
