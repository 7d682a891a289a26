"""Jolts that are rehearsed before they are given: what is promised, and what it rests on."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import groupby, product
from math import atan2, cos, dist
from random import Random
from typing import Any, NamedTuple

import pytest

from skill.lattice.cells import LEVEL_STEPS, Vector, parse_cell
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.physics.scene import Scene, load_scene

pytest.importorskip("pybullet")
from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import DieStep
from skill.bots.planners.shared.rehearsed_pulse import WAITS, Question, promised, question
from skill.bots.planners.tilt import drawn_jolt
from skill.physics.attempt import AttemptRun
from skill.physics.tools.tilt import TiltTool

EASY = load_scene("faraday", level="easy")
STEP: Vector = (0, -1, 1)
HELD = [(0.0,) * 8] * 10


def asked(start: str, step: Vector, variants: int, cell: str = "620", scene: Scene = EASY) -> Question:
    """Of the die of that cell."""
    running = AttemptRun(scene, parse_position(start), seed=1)
    die = [cell for cell, _ in running.trace.start].index(parse_cell(cell))
    for _ in range(30):
        running.tick(running.toolset.rest)
    drawn = HELD if scene is EASY else [running.toolset.rest] * 10
    found = question(running, die, step, drawn, variants)
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
    """All that is rehearsed for an answer, in a world in which nothing ever moves."""
    given: list[list[Sample]] = []

    def rehearse(run: AttemptRun, samples: Iterable[Sample], **_: Any) -> bool:
        given.append(list(samples))
        return True

    monkeypatch.setattr(AttemptRun, "rehearse", rehearse)
    promised(question)
    return given


class Parts(NamedTuple):
    """The parts of a rehearsed jolt."""

    wait: list[Sample]
    lean: list[Sample]
    push: list[Sample]


def parts(samples: list[Sample]) -> Parts:
    wait, lean, push, *_ = (list(run) for _, run in groupby(samples))
    return Parts(wait, lean, push)


def test_rehearsed_jolts_lean_before_they_push_and_are_not_taken_back_before_they_arrive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jolts = list(map(parts, rehearsed(asked("R620 G161 K116", STEP, 150), monkeypatch)))
    for wait, lean, push in jolts:
        assert not any(wait[0][:6]) and any(lean[0][:3]) and not any(lean[0][3:6])
        assert push[0][:3] == lean[0][:3] and all(push[0][3:6]) and {row[6:] for row in wait + lean} == {push[0][6:]}
        hands = TiltTool(EASY, None)
        for row in lean + push:
            hands.aim(row)
            for _ in range(EASY.engine.steps_per_sample):
                hands.pose()
        assert hands.now[3:6] == pytest.approx(push[0][3:6], rel=0.02)
    assert {len(jolt.wait) for jolt in jolts} == set(range(WAITS[0], WAITS[1] + 1))
    # As long before as the hands of a bot lean; and each lead with each length of the push.
    reading = AttemptRun(EASY, parse_position("R620 G161 K116")).reading()
    leads = {drawn_jolt(Random(n), reading, [DieStep(0, STEP, 1.0)]).lead for n in range(50)}
    lengths = {len(jolt.push) for jolt in jolts}
    assert {(len(jolt.lean), len(jolt.push)) for jolt in jolts} == set(product(leads, lengths)) and len(lengths) > 2


@pytest.mark.parametrize("step", LEVEL_STEPS)
def test_rehearsed_jolts_go_the_way_of_the_die_and_let_the_others_down(
    step: Vector, monkeypatch: pytest.MonkeyPatch
) -> None:
    (x, y), *places = (point(place)[:2] for place in ((4, 3, 1), (2, 3, 3), (1, 2, 5)))
    others = [(a - x, b - y) for a, b in places]
    bearings, sunk, shown = [], [], []
    for samples in rehearsed(asked("R431 G233 K125", step, 40, "431"), monkeypatch):
        (roll, pitch, _, *way, up, pivot_x, pivot_y) = parts(samples).push[0]
        assert (pivot_x, pivot_y) == pytest.approx((x, y), abs=0.05) and up > 0
        bearings.append(atan2(way[1], way[0]))
        sunk.append(sum(roll * b - pitch * a for a, b in others))
        shown.append((roll, pitch, *way, up))
    a, b, _ = point(step, 1.0)
    off = [cos(bearing - atan2(b, a)) for bearing in bearings]
    assert min(off) > 0.9 and max(sunk) < 0  # within 25 degrees of the way
    assert len(set(shown)) > 20
