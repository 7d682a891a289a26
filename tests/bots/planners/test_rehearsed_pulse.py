"""Jolts that are rehearsed before they are given: what is promised, and what it rests on."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import groupby
from math import atan2, cos, dist, hypot, radians, remainder, sin, tan, tau
from statistics import mean
from typing import Any, NamedTuple

import numpy as np
import pytest

from skill.bots.planners import Sample
from skill.bots.planners.shared.rehearsed_pulse import (
    BLOW_ROUNDS,
    JOLT_ROUNDS,
    LATER,
    MOMENTS,
    RESTS,
    ROLLS,
    WAITS,
    Promise,
    Question,
    halved,
    promised,
    question,
)
from skill.lattice.cells import LEVEL_STEPS, Vector, parse_cell
from skill.lattice.frame import HALF_DIAGONAL, point
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.tilt import TiltTool
from tests.engines import INSTALLED, of_any_engine

pytestmark = of_any_engine

EASY, DUNE = load_scene("faraday", level="easy"), load_scene("dune", level="easy")
STEP: Vector = (0, -1, 1)
HELD = [(0.0,) * 8] * 10


def asked(start: str, step: Vector, variants: int, cell: str = "620", scene: Scene = EASY) -> Question:
    """Of the die of that cell."""
    running = AttemptRun(scene, parse_position(start), seed=1)
    die = [there for there, _ in running.trace.start].index(parse_cell(cell))
    for _ in range(30):
        running.tick(running.toolset.rest)
    found = question(running, die, step, [running.toolset.rest] * 10, variants)
    running.close()
    return found


def test_a_die_that_stands_apart_is_promised_its_step_and_the_same_again_by_another_process() -> None:
    first = asked("R620 G161 K116", STEP, 8)
    promise = promised(first)
    assert promise.share >= 0.5 and promise.falls == 0.0
    likeliest = max(promise.ways, key=lambda way: way.share)
    assert likeliest.die == first.die and dist(likeliest.end, point((6, 1, 1), EASY.plate.pitch)[:2]) < 0.2
    again = promised(pickle.loads(pickle.dumps(asked("R620 G161 K116", STEP, 8))))
    assert again == promise


@pytest.mark.parametrize(("start", "step"), [("R620 G161 K116", (1, 0, -1)), ("R620 G611 K116", STEP)])
def test_where_the_die_cannot_go_the_jolt_is_as_it_is_drawn(start: str, step: Vector) -> None:
    """Beyond the rim, and where another die stands."""
    promise = promised(asked(start, step, 8))
    assert promise.samples == tuple(HELD) and promise.share == 0.0
    assert promise.ways == () and not promise.is_good


def rehearsed(question: Question, monkeypatch: pytest.MonkeyPatch) -> list[list[Sample]]:
    """All pulses that are rehearsed for an answer, in a world in which nothing ever moves."""
    given: list[list[Sample]] = []

    def rehearse(run: AttemptRun, samples: Iterable[Sample], **_: Any) -> bool:
        given.append(list(samples))
        return True

    monkeypatch.setattr(AttemptRun, "rehearse", rehearse)
    promised(question)
    return [samples for samples in given if len(set(samples)) > 1]  # the others are waits for later moments


class Parts(NamedTuple):
    """The parts of a rehearsed jolt."""

    wait: list[Sample]
    lean: list[Sample]
    push: list[Sample]
    rest: list[Sample]


def parts(samples: list[Sample]) -> Parts:
    wait, *runs = (list(run) for _, run in groupby(samples))
    lean = [] if any(runs[0][0][3:6]) else runs.pop(0)
    return Parts(wait, lean, runs[0], runs[-1])


@pytest.mark.parametrize("rate_hz", [60, 240])
def test_rehearsed_jolts_push_as_the_turn_ends_and_are_not_taken_back_before_they_arrive(
    rate_hz: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = load_scene("faraday", {"engine.sample_hz": rate_hz, "engine.steps_per_sample": 240 // rate_hz}, "easy")
    jolts = list(map(parts, rehearsed(asked("R620 G161 K116", STEP, 100, scene=scene), monkeypatch)))
    for wait, lean, push, _ in jolts:
        assert not any(wait[0][:6]) and any(push[0][:3]) and all(push[0][3:6])
        assert {row[:6] for row in lean} <= {(*push[0][:3], 0.0, 0.0, 0.0)}
        assert {row[6:] for row in wait + lean} == {push[0][6:]}
        hands = TiltTool(scene, None)
        for row in lean + push:
            hands.aim(row)
            for _ in range(scene.engine.steps_per_sample):
                hands.pose()
        assert hands.now[3:6] == pytest.approx(push[0][3:6], rel=0.02)
    each = rate_hz // 60
    waits = {len(jolt.wait) for jolt in jolts}
    assert {wait % each for wait in waits} == set(range(each))  # the grips of dice are set at any step of a jolt
    assert {wait // each for wait in waits} == set(range(WAITS[0], WAITS[1] + 1))
    early = [len(lean) / each - 60 * hypot(*push[0][:2]) / scene.tilt.rate_max_deg_s for _, lean, push, _ in jolts]
    assert -1.5 < min(early) < -0.5 and 0.2 < max(early) < 1.5, "samples from the end of the turn to the push"
    assert len({len(jolt.push) for jolt in jolts}) > 1


@pytest.mark.parametrize("step", LEVEL_STEPS)
def test_rehearsed_jolts_go_the_way_of_the_die_and_lift_it_away_from_the_others(
    step: Vector, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, *others = (np.array(point(place)[:2]) for place in ((4, 2, 2), (0, 2, 6), (6, 1, 1), (8, 0, 0)))
    ways, lifts = [], []
    shown = {
        parts(samples).push[0] for samples in rehearsed(asked("R026 K422 G611 G800", step, 60, "422"), monkeypatch)
    }
    for roll, pitch, _, x, y, up, *pivot in sorted(shown):
        assert pivot == pytest.approx(here.tolist(), abs=0.05) and up > 0
        ways.append(atan2(y, x))
        lifts.append((-pitch / hypot(roll, pitch), roll / hypot(roll, pitch)))
    a, b, _ = point(step)
    off = [remainder(way - atan2(b, a), tau) for way in ways]
    assert max(map(abs, off)) < 0.5 and min(off) < 0 < max(off) and len(shown) > 40
    lifted, away = np.mean(lifts, axis=0), here - np.mean(others, axis=0)
    assert lifted @ away > 0.97 * np.linalg.norm(lifted) * np.linalg.norm(away)


@pytest.mark.parametrize("rate_hz", [60, 240])
def test_a_jolt_as_it_is_drawn_is_rehearsed_after_waits_and_before_a_rest(
    rate_hz: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = load_scene("faraday", {"engine.sample_hz": rate_hz, "engine.steps_per_sample": 240 // rate_hz}, "easy")
    drawn = [(2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0)] * 3 + [(2.0, 1.0, 0.0, 0.2, 0.1, 0.3, 3.0, 4.0)] * 5
    question = asked("R620 G161 K116", STEP, 1, scene=scene)._replace(drawn=tuple(drawn))
    jolts = list(map(parts, rehearsed(question, monkeypatch)))
    assert all(jolt.lean + jolt.push == drawn for jolt in jolts)
    rest = (*(0.0,) * 6, 3.0, 4.0)
    assert {row for jolt in jolts for row in jolt.wait + jolt.rest} == {rest}
    assert {len(jolt.rest) for jolt in jolts} == {RESTS * rate_hz // 60} and len({len(jolt.wait) for jolt in jolts}) > 2


def test_jolts_are_rehearsed_from_moments_after_which_hands_tremble_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tremor at the end of each wait is that from which as many rehearsals begin as of the others."""
    ends: list[Any] = []
    begun: list[Any] = []
    rehearse, follow = AttemptRun.rehearse, AttemptRun.follow

    def waited(run: AttemptRun, samples: list[Sample], **how: Any) -> bool:
        whole = rehearse(run, samples, **how)
        if len(set(samples)) == 1:
            assert LATER[0] <= len(samples) <= LATER[1]
            ends.append(run.toolset.state())
        return whole

    def followed(run: AttemptRun, state: Any, seed: int | None = None) -> None:
        begun.append(state[1])
        follow(run, state, seed)

    question = asked("R620 G161 K116", STEP, 8)
    monkeypatch.setattr(AttemptRun, "rehearse", waited)
    monkeypatch.setattr(AttemptRun, "follow", followed)
    promise = promised(question)
    counts = [begun.count(end) for end in ends]
    assert len(counts) == MOMENTS and max(counts) - min(counts) <= 1 and min(counts) > 5
    assert len({str(end) for end in ends}) == MOMENTS
    assert promise.rehearsals == JOLT_ROUNDS[-1][1]


@pytest.mark.parametrize("rounds", [JOLT_ROUNDS, BLOW_ROUNDS])
def test_what_is_promised_is_neither_lucky_nor_surer_than_it_is(rounds: tuple[tuple[int, int], ...]) -> None:
    """Of twenty variants whose chances are known and alike."""
    rng = np.random.default_rng(3)
    off, held = [], []
    for _ in range(1500):
        chances = rng.uniform(0.4, 0.9, 20).tolist()
        found = [(chance, [float(rng.random() < chance)]) for chance in chances]
        found.sort(key=lambda one: -one[1][0])
        best, outcomes = halved(found, rounds, lambda chance: float(rng.random() < chance), mean)
        promise = Promise((), mean(outcomes), 0.0, (), len(outcomes))
        low, high = promise.between(promise.share)
        off.append(promise.share - best)
        held.append(low <= best <= high)
    assert abs(mean(off)) < 0.01 and abs(mean(held) - 0.95) <= 0.03, (mean(off), mean(held))


def test_no_fall_in_some_rehearsals_does_not_say_that_none_can_fall() -> None:
    low, high = Promise((), 1.0, 0.0, (), 20).between(0.0)
    assert low == 0.0 and 0.13 < high < 0.17


def test_a_die_that_is_alone_is_jolted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(any(parts(samples).push[0]) for samples in rehearsed(asked("R620", STEP, 3), monkeypatch))


@pytest.mark.parametrize(
    ("level", "fourth", "step"),
    [
        ("easy", "332", (-1, -1, 1)),
        ("easy", "314", (-1, 1, -1)),
        ("easy", "134", (1, -1, -1)),
        ("book", "332", (-1, -1, 1)),
    ],
)
def test_quick_wrists_toss_a_die_up_onto_three(level: str, fourth: str, step: Vector) -> None:
    """Those of the level easy; at the other level they are not quick enough."""
    promise = promised(asked(f"R323 R233 R224 R{fourth}", step, 20, fourth, load_scene("coulomb", level=level)))
    assert promise.is_good if level == "easy" else promise.share == 0.0


@pytest.mark.parametrize("engine", INSTALLED)
def test_a_puff_over_the_edge_between_two_lifts_a_die_and_loses_none(engine: str) -> None:
    """At the level easy, with each engine: where air gets under a die, with less than half of the breath."""
    scene = load_scene("dune", {"engine.name": engine}, "easy")
    promise = promised(asked("R332 G323 K233 R422", (1, -1, -1), 20, "233", scene))
    assert promise.share >= {"rapier": 0.6, "bullet": 0.2}[engine] and promise.falls == 0.0
    assert max(sample[-1] for sample in promise.samples) < 0.5 or engine == "bullet"


def blows(step: Vector, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sample, int, float]]:
    """The blows that are rehearsed to take the die of 413 that step: each with its length and its aim above the die."""
    at, found = point((4, 1, 3), DUNE.plate.pitch), []
    for samples in rehearsed(asked("R413 R332 R323 R422", step, 60, "413", DUNE), monkeypatch):
        blow = [row for row in samples if row[-1] > 0]
        assert len(set(blow)) == 1 and {row[:5] for row in samples} == {blow[0][:5]}
        assert samples[0][-1] == samples[-1][-1] == 0.0
        x, y, z, bearing, elevation, _ = blow[0]
        far = dist((x, y), at[:2])
        assert (x + far * cos(radians(bearing)), y + far * sin(radians(bearing))) == pytest.approx(at[:2], abs=0.1)
        found.append((blow[0], len(blow), z + far * tan(radians(elevation)) - HALF_DIAGONAL))
    return found


def test_rehearsed_blows_come_from_behind_below_the_middle_and_the_strongest_lift(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rolling, lifting = blows((-1, 0, 1), monkeypatch), blows((-1, 1, -1), monkeypatch)
    for step, found in (((-1, 0, 1), rolling), ((-1, 1, -1), lifting)):
        a, b, _ = point(step)
        off = [remainder(radians(blow[3]) - atan2(b, a), tau) for blow, _, _ in found]
        assert max(map(abs, off)) < 0.5 and min(off) < 0 < max(off)
        assert all(-HALF_DIAGONAL <= aim < 0 for _, _, aim in found)
        assert len({blow for blow, _, _ in found}) > 40 and max(blow[-1] for blow, _, _ in found) <= 1.0
        lengths = {length for _, length, _ in found}
        assert ROLLS.length[0] <= min(lengths) < max(lengths) <= ROLLS.length[1] and len(lengths) > 8
    assert min(blow[-1] for blow, _, _ in lifting) > mean(blow[-1] for blow, _, _ in rolling)
