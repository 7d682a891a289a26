"""The race of shots: what succeeds most often is made."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("gymnasium")

from skill.bots.planners.shared.shot_search import raced
from skill.env.tasks.exercises import throw
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene


def test_the_shot_that_succeeds_is_found_among_misses() -> None:
    spec = throw(Random(1)).spec
    running = AttemptRun(load_scene(spec.scene), spec.start, spec.goal, spec.failed, seed=3, hand=spec.hand)
    rest = running.toolset.rest
    down = (0.0, 0.0, 12.0, *rest[3:9], 1.0)  # let go over the middle of the plate
    away = (*rest[:3], 0.0, -3.0, 1.0, *rest[6:9], 1.0)
    shots = [[away], [away], [down], [away]]
    found = raced(spec, running, Random(2), iter(shots).__next__, ((4, 1), (2, 3)))
    assert found == [down]
    for sample in [*found, *[rest] * 300]:
        if not running.done:
            running.tick(sample)
    assert running.outcome == "success"
    running.close()


def test_a_race_costs_136_rehearsals_and_the_best_are_tried_oftener() -> None:
    """Of shots 0, 1, 2, ..., which end so many steps from the goal."""
    tried: list[int] = []
    seen = SimpleNamespace(replace=lambda settled: tried[-1])

    def rehearse(shot: int) -> bool:
        tried.append(shot)
        return False

    copy: Any = SimpleNamespace(follow=lambda *_: None, rehearse=rehearse, reading=lambda: seen, close=lambda: None)
    running: Any = SimpleNamespace(state=lambda: None, copier=lambda sleep: lambda: copy, jobs=1)
    spec: Any = SimpleNamespace(distance=float, goal=lambda left: False)
    shots: Any = iter(range(100))
    assert raced(spec, running, Random(1), shots.__next__) == 0  # type: ignore[comparison-overlap]
    assert [tried.count(n) for n in range(49)] == [12] * 5 + [4] * 11 + [1] * 32 + [0]
