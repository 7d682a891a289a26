"""Rehearsals side by side: the same in one process and in several, also when one of these dies."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from skill.bots.planners.shared import rehearsals
from skill.bots.planners.shared.pulse_search import DieStep
from skill.bots.planners.shared.rehearsals import LANES, Outcome, Piece, Rehearsals
from skill.bots.planners.tilt import drawn_jolt
from skill.jobs import Worker
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from tests.engines import of_any_engine

pytestmark = of_any_engine

STEPS = [DieStep(n, way, 1.0) for n, way in enumerate([(0, -1, 1), (1, 0, -1), (-1, 1, 0)])]


@contextmanager
def begun() -> Iterator[AttemptRun]:
    run = AttemptRun(load_scene("faraday"), parse_position("R620 G161 K116"), seed=1)
    for _ in range(30):
        run.tick(run.toolset.rest)
    yield run
    run.close()


@pytest.fixture
def running() -> Iterator[AttemptRun]:
    with begun() as run:
        yield run


@pytest.fixture(scope="module")
def alone() -> list[list[Outcome]]:
    """What one process finds."""
    with begun() as run:
        return outcomes(run, 1)


def batches(running: AttemptRun) -> list[list[Piece]]:
    """Jolts under tremors of their own: fewer than there are copies, as many, and more."""
    rng, reading = Random(5), running.reading()
    sizes = (LANES - 1, LANES, LANES + 1)
    return [[Piece(drawn_jolt(rng, reading, STEPS).samples(), n) for n in range(size)] for size in sizes]


def outcomes(running: AttemptRun, jobs: int) -> list[list[Outcome]]:
    running.jobs = jobs
    side_by_side = Rehearsals(running)
    try:
        return [side_by_side.of(running.state(), batch) for batch in batches(running)]
    finally:
        side_by_side.close()


def test_any_number_of_processes_has_the_same_outcomes(running: AttemptRun, alone: list[list[Outcome]]) -> None:
    assert [len(batch) for batch in alone] == [len(batch) for batch in batches(running)]
    assert len({outcome.reading for batch in alone for outcome in batch}) > LANES  # jolts do something
    assert outcomes(running, 2) == outcomes(running, 3) == alone


def test_two_attempts_that_rehearse_by_turns_do_not_disturb_each_other(
    running: AttemptRun, alone: list[list[Outcome]]
) -> None:
    """Each has other processes, though both begin with the same ones at hand."""
    running.jobs = 2
    both = [Rehearsals(running), Rehearsals(running)]
    found = [[one.of(running.state(), batch) for one in both] for batch in batches(running)]
    for one in both:
        one.close()
    assert found == [[batch, batch] for batch in alone]


def test_rehearsals_go_on_when_a_process_dies(
    running: AttemptRun, alone: list[list[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsals, "_idle", [Worker(), worker := Worker()])
    running.jobs = 2
    side_by_side = Rehearsals(running)
    first, *others = batches(running)
    found = [side_by_side.of(running.state(), first)]
    worker._process.kill()
    found += [side_by_side.of(running.state(), batch) for batch in others]
    side_by_side.close()
    assert found[0] == alone[0]
    assert [len(batch) for batch in found] == [len(batch) for batch in alone]
    assert worker not in rehearsals._idle and len(rehearsals._idle) == 1


def test_rehearsals_that_nobody_closes_leave_their_processes_whole(
    running: AttemptRun, alone: list[list[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot is left in the middle of its attempt, and its samples are garbage together with all that they use."""
    monkeypatch.setattr(rehearsals, "_idle", [])
    running.jobs = 2

    def samples() -> Iterator[object]:
        side_by_side = Rehearsals(running)
        try:
            yield side_by_side.of(running.state(), batches(running)[0])
        finally:
            side_by_side.close()

    kept: list[object] = [left := samples()]
    next(left)
    kept.append(kept)
    del kept, left
    gc.collect()
    workers = list(rehearsals._idle)
    assert len(workers) == 2
    assert outcomes(running, 2) == alone and set(rehearsals._idle) == set(workers)
    for worker in workers:
        worker.stop()


def test_a_process_is_used_again_by_the_next_rehearsals(running: AttemptRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "_idle", [])
    first = outcomes(running, 2)
    workers = set(rehearsals._idle)
    assert outcomes(running, 2) == first and set(rehearsals._idle) == workers and len(workers) == 2
    for worker in workers:
        worker.stop()
