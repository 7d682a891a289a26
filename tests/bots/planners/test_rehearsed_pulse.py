"""Jolts that are rehearsed before they are given: what is promised, and what it rests on."""

from __future__ import annotations

import pickle
from math import dist

import pytest

from skill.lattice.cells import Vector, parse_cell
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.physics.scene import load_scene

pytest.importorskip("pybullet")
from skill.bots.planners.shared.rehearsed_pulse import Question, promised, question
from skill.physics.attempt import AttemptRun

EASY = load_scene("faraday", level="easy")
STEP: Vector = (0, -1, 1)
HELD = [(0.0,) * 8] * 10


def asked(start: str, step: Vector, variants: int) -> Question:
    """Of the die of 620."""
    running = AttemptRun(EASY, parse_position(start), seed=1)
    die = [cell for cell, _ in running.trace.start].index(parse_cell("620"))
    for _ in range(30):
        running.tick(running.toolset.rest)
    found = question(running, die, step, HELD, variants)
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
