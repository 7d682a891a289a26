"""How often what is told of a game holds, on outcomes of which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from skill.analyse.measures import FALSE, SURE, _options, share, unequal
from skill.analyse.run import Series
from skill.analyse.watch import PLAYOUTS, Piece, Watched
from skill.intervals import median_between

REPEATED = 2000
NEAR = 0.03
"""How far what happens may be from what is promised."""


@pytest.mark.parametrize(("players", "shared"), [(2, 0.0), (2, 0.4), (3, 0.0), (3, 0.3), (5, 0.0), (8, 0.0), (3, 1.0)])
@pytest.mark.parametrize("matches", [1, 2, 3, 4, 6, 30, 100])
def test_equal_seats_are_called_unequal_in_at_most_one_report_of_twenty(
    players: int, shared: float, matches: int
) -> None:
    rng = np.random.default_rng(5)
    false = []
    for _ in range(REPEATED // 4):
        order = rng.permuted(np.tile(np.arange(players), (matches, 1)), axis=1)
        two = rng.random(matches) < shared
        won = np.zeros((matches, players))
        won[np.arange(matches), order[:, 0]] = np.where(two, 0.5, 1.0)
        won[two, order[two, 1]] = 0.5
        seats = [{"share": one} for one in won.mean(axis=0)]
        none = {"share": 0.0}
        found = {"seats": seats, "matches": matches, "never_ended": none, "nobody": none}
        false.append(any(unequal({**found, "shared": {"share": two.mean()}})))
    assert np.mean(false) <= 0.05 + NEAR, np.mean(false)


def test_unequal_seats_are_called_so_and_matches_that_nobody_won_say_nothing() -> None:
    none, some = share([0.0] * 100), share([1.0] * 60 + [0.0] * 40)
    found = {"seats": [{"share": 0.7}, {"share": 0.3}], "matches": 100, "never_ended": none, "shared": none}
    assert unequal({**found, "nobody": none}) == [True, True]
    assert unequal({**found, "nobody": some}) == [True, True] and unequal({**found, "nobody": some}, 50) == [False] * 2
    assert unequal({**found, "nobody": share([1.0] * 100)}) == [False, False]
    one = {**found, "matches": 5, "nobody": none, "seats": [{"share": 1.0}, {"share": 0.0}]}
    assert unequal(one) == [False, False] and unequal({**one, "matches": 6}) == [True, True], "1 of 16 and 1 of 32"


PLAIN = Watched(True, [1], [3, 1], "", 1, [4], 1, 0, {"move": 2}, {"move": 2}, [0, 2], [])


def idle(rng: np.random.Generator, matches: int, seldom: float = 0.1) -> list[Watched]:
    """Matches whose lengths differ, and of which nobody wins a few."""
    lengths, nobody, first = rng.poisson(60, matches), rng.random(matches) < seldom, rng.random(matches) < 0.5
    return [
        PLAIN._replace(chosen={"move": int(n)}, winners=[] if none else [1 if one else 2])
        for n, none, one in zip(lengths, nobody, first, strict=True)
    ]


def series(watched: list[Watched], value: int = 0) -> Series:
    pieces = [Piece(("greedy", "greedy"), seed) for seed in range(len(watched))]
    return Series("options", ("option", value), pieces, 1.0, watched)


@pytest.mark.parametrize(
    ("rows", "matches"), [(1, 20), *(pytest.param(10, count, marks=pytest.mark.slow) for count in (20, 8))]
)
def test_idle_options_change_something_in_at_most_one_report_of_twenty(rows: int, matches: int) -> None:
    rng = np.random.default_rng(8)
    false = []
    for _ in range(400):
        found = _options([series(idle(rng, matches), n) for n in range(rows)], series(idle(rng, 200)))
        false.append(any(row["differs"] for row in found))
    assert np.mean(false) <= FALSE + NEAR, np.mean(false)


def test_an_option_that_changes_much_is_found_among_ten() -> None:
    rng = np.random.default_rng(9)
    many = [series(idle(rng, 20), n) for n in range(9)] + [series(idle(rng, 20, seldom=1.0), 9)]
    *_, last = _options(many, series(idle(rng, 200, seldom=0.05)))
    assert last["differs"] == ["nobody"] or set(last["differs"]) == {"nobody", "first_seat"}


def test_an_even_match_shows_hardly_a_comeback_and_one_settled_early_is_seen_so() -> None:
    """The chance of the later winner is one half all along, and 0.95 from the first of five moments on."""
    rng = np.random.default_rng(4)
    even = rng.binomial(PLAYOUTS, 0.5, 20_000) / PLAYOUTS <= 0.25
    settled = (rng.binomial(PLAYOUTS, 0.95, (20_000, 5)) / PLAYOUTS >= SURE).all(axis=1)
    assert even.mean() <= NEAR and settled.mean() >= 1 - NEAR


@pytest.mark.parametrize("count", [10, 21, 40])
def test_the_interval_of_a_median_covers_it(count: int) -> None:
    rng = np.random.default_rng(6)
    found = [median_between(values.tolist(), 0.0, 1.0) for values in rng.random((REPEATED, count))]
    covered = np.mean([low <= 0.5 <= high for low, high in found])
    assert abs(covered - 0.95) <= NEAR, covered
    assert median_between([0.5] * 3, 0.0, 1.0) == (0.0, 1.0)
