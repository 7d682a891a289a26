"""How often what is told of a game holds, on outcomes of which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from skill.analyse.measures import share, unequal

REPEATED = 2000
NEAR = 0.03
"""How far what happens may be from what is promised."""


@pytest.mark.parametrize(("players", "shared"), [(2, 0.0), (2, 0.4), (3, 0.0), (3, 0.3), (5, 0.0)])
@pytest.mark.parametrize("matches", [30, 100])
def test_equal_seats_are_called_unequal_in_one_report_of_twenty(players: int, shared: float, matches: int) -> None:
    rng = np.random.default_rng(5)
    false = []
    for _ in range(REPEATED):
        order = rng.permuted(np.tile(np.arange(players), (matches, 1)), axis=1)
        two = rng.random(matches) < shared
        won = np.zeros((matches, players))
        won[np.arange(matches), order[:, 0]] = np.where(two, 0.5, 1.0)
        won[two, order[two, 1]] = 0.5
        seats = [{"share": one} for one in won.mean(axis=0)]
        none = {"share": 0.0}
        found = {"seats": seats, "matches": matches, "never_ended": none, "nobody": none}
        false.append(any(unequal({**found, "shared": {"share": two.mean()}})))
    assert abs(np.mean(false) - 0.05) <= NEAR, np.mean(false)


def test_unequal_seats_are_called_so_and_matches_that_nobody_won_say_nothing() -> None:
    none, some = share([0.0] * 100), share([1.0] * 60 + [0.0] * 40)
    found = {"seats": [{"share": 0.7}, {"share": 0.3}], "matches": 100, "never_ended": none, "shared": none}
    assert unequal({**found, "nobody": none}) == [True, True]
    assert unequal({**found, "nobody": some}) == [True, True] and unequal({**found, "nobody": some}, 50) == [False] * 2
    assert unequal({**found, "nobody": share([1.0] * 100)}) == [False, False]
