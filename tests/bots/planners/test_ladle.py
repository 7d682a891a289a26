"""The ladle: it is shaken until it is empty, lifted a little, to and fro, and no longer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from skill.bots.planners import ladle
from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from tests.engines import of_any_engine

pytestmark = of_any_engine

POUR = [(0.0, 0.0, 9.0, 30.0, 0.0), (1.0, 2.0, 3.0, 30.0, 100.0)]


class Ladle:
    """Empty after so many samples."""

    def __init__(self, samples: int) -> None:
        self.left = samples

    @property
    def is_over(self) -> bool:
        return self.left <= 0


@pytest.mark.parametrize(("samples", "shakes"), [(0, 0), (1, 1), (11, 2), (30, 3), (10_000, 20)])
def test_a_ladle_is_shaken_until_it_is_empty(samples: int, shakes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Ladle(samples)
    running: Any = SimpleNamespace(toolset=SimpleNamespace(find=lambda name: {"ladle": tool}[name]))
    monkeypatch.setattr(ladle, "rest", lambda attempt: [("rest", attempt is running)])
    told = []
    for n, sample in enumerate(ladle._emptied(running, POUR)):
        tool.left -= n >= len(POUR)
        told.append(sample)
    ways = [(1.0, 2.0, 4.0, 30.0, 60.0), (1.0, 2.0, 4.0, 30.0, 100.0)]
    assert told == [*POUR, *(ways[n % 2] for n in range(shakes) for _ in range(10)), ("rest", True)]


def test_a_pour_turns_the_ladle_evenly_from_where_no_die_leaves_it_to_where_all_do() -> None:
    attempt = AttemptRun(load_scene("trulla"), EMPTY, seed=1, hand=(Die("R"),))
    shot = ladle.pour(attempt, parse_cell("332"), -90.0)
    tilts = [tilt for *_, tilt in shot if tilt > ladle.LIFT_DEG]
    assert (tilts[0], tilts[-1]) == ladle.POUR_DEG
    assert np.diff(tilts) == pytest.approx([np.diff(tilts).mean()] * (len(tilts) - 1))
    attempt.close()
