"""The planner, here with a goal of its own: three dice from the middle into the corners, whichever goes where."""

from __future__ import annotations

from itertools import islice, permutations
from math import pi
from random import Random
from statistics import mean

import numpy as np
import pytest

from skill.bots.planners import planned_samples, random_samples
from skill.bots.planners.tilt import Jolt
from skill.lattice.cells import COORDS, CORNERS
from skill.lattice.notation import parse_position
from skill.lattice.reading import Reading
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import load_scene
from skill.rules.game import AttemptSpec
from tests.bots.planners.tries import ticked


def home(reading: Reading) -> bool:
    return reading.tilt_deg <= 5 and reading.cells.issuperset(CORNERS)


def one_off(reading: Reading) -> bool:
    return bool(reading.off)


def distance(reading: Reading) -> float:
    """Steps to the corners under the best assignment."""
    return min(
        sum(
            sum(abs(x - y) for x, y in zip(die.at, COORDS[corner], strict=True)) / 2
            for die, corner in zip(reading.dice, corners, strict=True)
        )
        for corners in permutations(CORNERS)
    )


def wanted(start: str) -> AttemptSpec:
    return AttemptSpec(1, "faraday", parse_position(start), home, one_off, distance, 180.0)


def attempted(seed: int, start: str = "R233 G323 K332") -> AttemptRun:
    spec = wanted(start)
    attempt = AttemptRun(load_scene("faraday"), spec.start, home, one_off, 180.0, seed)
    return ticked(attempt, planned_samples(spec, attempt, seed))


def test_the_last_steps_are_taken() -> None:
    attempt = attempted(1, "R701 G080 K107")
    assert attempt.outcome == "success" and attempt.time_s < 20
    assert replay(attempt.trace, home, one_off, 180.0).report() == attempt.report()


def test_the_same_seed_plans_alike() -> None:
    traces = []
    for _ in range(2):
        spec = wanted("R233 G323 K332")
        attempt = AttemptRun(load_scene("faraday"), spec.start, seed=5)
        traces.append(ticked(attempt, islice(planned_samples(spec, attempt, 5), 12)).trace.text)
    assert traces[0] == traces[1]


def test_random_jolts_are_samples() -> None:
    attempt = AttemptRun(load_scene("faraday"), parse_position("R233 G323"), seed=5)
    assert len(ticked(attempt, islice(random_samples(attempt, 5), 60)).trace.samples) == 60


@pytest.mark.slow
def test_most_seeds_bring_three_dice_home_in_good_time() -> None:
    """At least 4 of the seeds 1 to 5, all of them in less than 60 simulated seconds."""
    attempts = [attempted(seed) for seed in range(1, 6)]
    won = [attempt.time_s for attempt in attempts if attempt.outcome == "success"]
    assert len(won) >= 4 and max(won) < 60, won


def test_a_jolt_leans_then_pushes_then_goes_home_by_equal_steps() -> None:
    samples = Jolt(pi / 2, 0.24, 0.12, pi, 6.0, 1.0, -2.0, lead=2, hold=3).samples()
    lean, pivot = (0.0, 6.0, 0.0), (1.0, -2.0)
    push = (*lean, 0.0, 0.24, 0.12, *pivot)
    back = [(0.0, 6.0 * n / 12, 0.0, 0.0, 0.02 * n, 0.01 * n, *pivot) for n in range(11, -1, -1)]
    assert np.array(samples) == pytest.approx(
        np.array([(*lean, 0.0, 0.0, 0.0, *pivot)] * 2 + [push] * 3 + back + [(0.0,) * 6 + pivot] * 8)
    )


def test_varied_jolts_are_on_the_average_the_one_that_is_varied() -> None:
    jolt, rng = Jolt(1.0, 0.4, 0.45, -2.0, 6.0, 2.0, -3.0, 2, 6), Random(1)
    varied = [jolt.varied(rng) for _ in range(1000)]
    for name in ("bearing", "along", "up", "axis", "pivot_x", "pivot_y", "lead", "hold"):
        assert mean(getattr(one, name) for one in varied) == pytest.approx(getattr(jolt, name), abs=0.06), name
