"""What several games share."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from skill.lattice.cells import BASE, COORDS
from skill.rules.shared import kit


@pytest.mark.parametrize("seed", range(20))
def test_fewest_steps_are_those_of_the_best_of_all_ways(seed: int) -> None:
    rng = Random(seed)
    places = [tuple(c + rng.uniform(-0.4, 0.4) for c in COORDS[cell]) for cell in rng.sample(BASE, 4)]
    groups = [rng.sample(BASE, 4) for _ in range(12)]
    ways = [order for cells in groups for order in permutations(cells)]
    best = min(sum(kit.steps(at, COORDS[to]) for at, to in zip(places, way, strict=True)) for way in ways)
    assert kit.fewest_steps(places, groups) == pytest.approx(best)


def test_without_a_group_there_is_no_way() -> None:
    assert kit.fewest_steps([(8.0, 0.0, 0.0)], []) == float("inf")
