"""The mouth that blows dice together, under the rules of game 02."""

from __future__ import annotations

from itertools import islice
from math import atan2, dist, hypot, remainder, tau
from random import Random
from statistics import mean

import numpy as np
import pytest

from skill.bots.planners import planned_samples, random_samples
from skill.bots.planners.breath import LIFT, Blow, BlowSampler, herding_distance
from skill.bots.planners.shared.pulse_search import DieStep
from skill.lattice.cells import NUMBER_OF, Vector, parse_cell
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.tools.breath import blow_at
from tests.bots.planners.tries import asked, ticked


def attempted(start: str, seed: int, time_limit_s: float = 120.0) -> AttemptRun:
    spec = asked("dune", 1)[1]
    attempt = AttemptRun(load_scene("dune"), parse_position(start), spec.goal, spec.failed, time_limit_s, seed)
    return ticked(attempt, planned_samples(spec, attempt, seed))


def test_a_die_in_a_corner_is_blown_nearer() -> None:
    spec, start = asked("dune", 1)[1], "R332 G323 K422 R008"
    far = spec.distance(AttemptRun(load_scene("dune"), parse_position(start)).reading())
    attempt = attempted(start, 1, time_limit_s=2.0)
    assert attempt.outcome == "time" and spec.distance(attempt.reading()) < far - 0.5


@pytest.mark.parametrize(
    ("position", "steps"),
    [
        ("R322 R332 R323 R422", 0),
        ("R413 R332 R323 R422", LIFT),  # across the edge between two that carry 322
        ("R422 R332 R323 R233", LIFT),  # likewise, or one of two that carry 223
        ("R431 R332 R323 R521", LIFT + 1),
        ("R242 R332 R323 R233", LIFT),
        ("R071 R161 R062 R152", LIFT + 4),  # not at the edge: 071 to 251 and 062 to 242
    ],
)
def test_how_far_dice_are_from_the_goal(position: str, steps: float) -> None:
    assert herding_distance(AttemptRun(load_scene("dune"), parse_position(position)).reading()) == pytest.approx(
        steps, abs=0.05
    )


def test_a_die_under_which_another_belongs_is_not_on_its_way_up() -> None:
    start = parse_position("R332 R323 R422 R322")
    reading = AttemptRun(load_scene("dune"), start).reading()
    away = tuple(
        die._replace(cell=NUMBER_OF[(4, 3, 1)], at=(4.0, 3.0, 1.0)) if die.cell == NUMBER_OF[(3, 3, 2)] else die
        for die in reading.dice
    )
    assert herding_distance(reading.replace(dice=away)) > LIFT


def test_where_air_gets_under_a_die_blows_that_lift_one_keep_all_on_the_plate() -> None:
    """On Rapier, of 12 at most one does not; with the strongest breath half of them would blow a die off."""
    attempt = AttemptRun(load_scene("dune", {"engine.name": "rapier"}), parse_position("R332 G323 K233 R224"), seed=1)
    ticked(attempt, [attempt.toolset.rest] * 30)
    reading, sampler, rng = attempt.reading(), BlowSampler(attempt), Random(5)
    step = DieStep(3, (-1, -1, 1), 2.0)
    copy, state = attempt.rehearsal(sleep=True), attempt.state()
    whole = 0
    for _ in range(12):
        copy.follow(state)
        whole += copy.rehearse(sampler(rng, reading, [step]).samples(), until_still=True)
    assert whole >= 11
    copy.close()
    attempt.close()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_seed_blows_the_dice_together() -> None:
    """One of the two of three that won."""
    start = str(asked("dune", 1)[1].start)
    assert any(attempted(start, seed).outcome == "success" for seed in (2, 3))


@pytest.mark.slow
def test_the_same_seed_blows_alike() -> None:
    traces = []
    for _ in range(2):
        attempt = AttemptRun(load_scene("dune"), parse_position("R332 G323 K422 R008"), seed=5)
        blows = planned_samples(asked("dune", 1)[1], attempt, 5)
        traces.append(ticked(attempt, islice(blows, 50)).trace.text)
    assert traces[0] == traces[1]


def test_random_blows_are_samples_drawn_from_the_seed() -> None:
    traces = []
    for seed in (5, 5, 6):
        attempt = AttemptRun(load_scene("dune"), parse_position("R332 G323"), seed=5)
        traces.append(ticked(attempt, islice(random_samples(attempt, seed), 120)).trace)
    assert len(traces[0].samples) == 120 and traces[0].samples == traces[1].samples != traces[2].samples


def test_a_blow_goes_there_and_blows_and_waits() -> None:
    blow = Blow((1.0, 2.0, 0.5), (1.0, -8.0, 0.5), 0.7, length=9, approach=4)
    samples = blow.samples()
    assert {row[:5] for row in samples} == {(1.0, -8.0, 0.5, 90.0, 0.0)}
    assert [row[5] for row in samples[:14]] == [0.0] * 4 + [0.7] * 9 + [0.0]
    assert not any(row[5] for row in samples[13:]) and len(samples) > 30


def test_varied_blows_are_on_the_average_the_one_that_is_varied_and_each_part_strays_by_itself() -> None:
    blow, rng = Blow((1.0, 2.0, 0.5), (-5.0, 2.0, 1.5), 0.5, length=12, approach=7), Random(1)
    varied = [blow.varied(rng) for _ in range(1000)]
    parts = np.array([(*one.target, *one.mouth, one.pressure, one.length) for one in varied])
    assert parts[:, :7].mean(axis=0) == pytest.approx((*blow.target, *blow.mouth, blow.pressure), abs=0.05)
    assert parts[:, 7].mean() == pytest.approx(blow.length, abs=0.3)
    assert np.abs(np.corrcoef(parts.T) - np.eye(8)).max() < 0.15
    assert {one.approach for one in varied} == {7} and len({one.length for one in varied}) > 2
    extreme = [blow._replace(pressure=1.0, length=2).varied(rng) for _ in range(100)]
    assert max(one.pressure for one in extreme) == 1.0 and min(one.length for one in extreme) == 2


@pytest.mark.parametrize("step", [(-1, 0, 1), (0, -1, 1), (-1, 1, -1)])
def test_blows_come_from_behind_the_die_and_from_their_distance(step: Vector) -> None:
    attempt = AttemptRun(load_scene("dune"), parse_position("R413 R332 R323 R422"))
    reading, sampler, queries = attempt.reading(), BlowSampler(attempt), attempt.world.queries
    n = [die.cell for die in reading.dice].index(parse_cell("413"))
    (x, y, z), (a, b, _) = attempt.world.plate.point(reading.dice[n].at), point(step)
    assert attempt.scene.breath is not None
    drawn = [sampler(Random(seed), reading, [DieStep(n, step, 1.0)]) for seed in range(200)]
    off = []
    for blow in drawn:
        assert blow.target[:2] == (x, y) and 0 < blow.pressure <= 1 and blow.length > 1
        assert queries.cleared(blow.mouth, attempt.scene.breath.mouth_gap_edges) == pytest.approx(blow.mouth)
        off.append(remainder(atan2(y - blow.mouth[1], x - blow.mouth[0]) - atan2(b, a), tau))
    assert max(map(abs, off)) < 0.7 and mean(off) == pytest.approx(0.0, abs=0.05) and min(off) < 0 < max(off)
    assert mean(blow.target[2] for blow in drawn) < z  # below its middle
    assert sampler(Random(3), reading, [DieStep(n, step, 1.0)]) == drawn[3]
    assert all(len({blow[part] for blow in drawn}) > 10 for part in range(4))


def test_the_strongest_blows_lift_from_three_edges_behind_and_two_above_aimed_low() -> None:
    attempt = AttemptRun(load_scene("dune", {"breath.mouth_gap_edges": 1.0}), parse_position("R413 R332 R323 R422"))
    reading, sampler = attempt.reading(), BlowSampler(attempt)
    n = [die.cell for die in reading.dice].index(parse_cell("413"))
    rolling, lifting = (
        [sampler(Random(seed), reading, [DieStep(n, step, 1.0)]) for seed in range(200)]
        for step in ((-1, 0, 1), (-1, 1, -1))
    )
    assert min(blow.pressure for blow in lifting) > mean(blow.pressure for blow in rolling)
    assert min(blow.length for blow in rolling) < min(blow.length for blow in lifting)
    x, y, z = attempt.world.plate.point(reading.dice[n].at)
    assert all(-1.1 < blow.target[2] - z < -0.6 for blow in lifting)
    far, high = (
        (mean(hypot(x - blow.mouth[0], y - blow.mouth[1]) for blow in blows), mean(blow.mouth[2] for blow in blows))
        for blows in (lifting, rolling)
    )
    assert far == pytest.approx((2.8, 2.1), abs=0.3) and high[1] < far[1] and high[0] > far[0]


def test_the_mouth_is_given_the_time_that_it_needs_and_hardly_more() -> None:
    scene = load_scene("dune", {"breath.tremor_edges": 0.0, "breath.tremor_deg": 0.0})
    attempt = AttemptRun(scene, parse_position("R332 G323"))
    sampler, tool = BlowSampler(attempt), attempt.toolset.find("breath")
    at = attempt.reading().dice[0].at
    # A long way, a short one, far round, a little round, a little up.
    for bearing, far, low, aim in (
        (0.5, 9.0, 4.0, 0.0),
        (0.5, 8.0, 4.0, 0.0),
        (-2.6, 2.0, 9.0, 0.0),
        (0.5, 2.0, 9.0, 0.0),
        (0.5, 2.0, 9.0, 0.3),
    ):
        blow = sampler.blow(at, bearing, far, low, aim, 0.5, 5)
        there, early = blow_at(blow.target, blow.mouth, 0.0), 0
        for _ in range(blow.approach):
            attempt.tick(there)
            turn = max(abs(remainder(tool.mouth[3] - there[3], 360.0)), abs(tool.mouth[4] - there[4]))
            early += dist(tool.mouth[:3], blow.mouth) < 1e-6 and turn < 1e-6
        assert 1 <= early <= 8, (bearing, far, low, aim)
