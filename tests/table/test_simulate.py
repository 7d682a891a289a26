"""Many matches: the same table whatever the number of processes; who sits where, and what it says of strength."""

from __future__ import annotations

from collections import Counter
from math import inf, log10

import numpy as np
import pytest

from skill.errors import UnknownName
from skill.rules.catalogue import find_game
from skill.table.ratings import ELO, ratings
from skill.table.simulate import Outcome, seatings, simulate, standings, summary

RASANTO = find_game("rasanto")
OPTIONS = RASANTO.options_from({})


def same(outcomes: list[Outcome]) -> list[Outcome]:
    """All of them that does not depend on the machine."""
    return [outcome._replace(wall_s=0.0) for outcome in outcomes]


def test_two_processes_give_what_one_gives() -> None:
    seated, done = seatings(("greedy", "random"), 2), []
    one = simulate(RASANTO, OPTIONS, seated, 6, 3, 1, done.append)
    two = simulate(RASANTO, OPTIONS, seated, 6, 3, 2)
    assert same(one) == same(two) and standings(one) == standings(two)
    assert done == one
    table = summary(one)
    assert sum(table.wins) == 6
    assert table.mean_actions == 46
    assert sum(table.mean_scores) == pytest.approx(135)


@pytest.mark.slow
def test_a_cluster_gives_what_one_process_gives() -> None:
    from distributed import LocalCluster

    seated = seatings(("greedy", "random"), 2)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        there = simulate(RASANTO, OPTIONS, seated, 6, 3, cluster=cluster.scheduler_address)
    assert same(there) == same(simulate(RASANTO, OPTIONS, seated, 6, 3))


def test_wrong_input_is_refused() -> None:
    with pytest.raises(UnknownName, match="at least 1"):
        simulate(RASANTO, OPTIONS, [("random", "random")], 0)
    with pytest.raises(UnknownName, match="clever"):
        simulate(RASANTO, OPTIONS, [("random", "random"), ("random", "clever")], 1)


def test_bots_take_turns_on_the_seats() -> None:
    assert seatings(("greedy",), 3) == [("greedy",) * 3]
    assert seatings(("greedy", "random"), 2) == [("greedy", "random"), ("random", "greedy")]
    alone = seatings(("greedy", "random"), 3)
    assert sorted(seats.index("greedy") for seats in alone) == [0, 1, 2]
    for count, players in ((3, 2), (4, 3), (4, 4)):
        seated = seatings("abcd"[:count], players)
        assert len(set(Counter((bot, seat) for seats in seated for seat, bot in enumerate(seats)).values())) == 1
        met = Counter(frozenset((one, other)) for seats in seated for one in seats for other in seats if one != other)
        assert len(set(met.values())) == 1 and len(met) == count * (count - 1) / 2


def test_elo_of_two_is_that_of_their_odds() -> None:
    seats = ("weak", "strong")
    found = ratings(seats, [(seats, (2,))] * 29 + [(seats, (1,))] * 9 + [(seats, (1, 2))] * 2)
    assert found["weak"] == (0.0, 0.0, 0.0, 0.0)
    assert found["strong"].elo == pytest.approx(400 * log10(30.5 / 10.5))  # 30.5 to 10.5, with the prior's draw
    assert found["strong"].error == pytest.approx(ELO / (41 * 30.5 / 41 * 10.5 / 41) ** 0.5, rel=0.01)


def test_elo_of_several_seats_and_of_bots_that_never_met() -> None:
    """Three of odds 4 : 2 : 1, each of three seats as often as its odds say; and a chain of pairs."""
    seats = ("a", "b", "c")
    found = ratings(seats, [(seats, (1,))] * 400 + [(seats, (2,))] * 200 + [(seats, (3,))] * 100)
    assert [found[name].elo for name in "bc"] == pytest.approx([-120.4, -240.8], abs=2.5)
    chain = [(("a", "b"), (2,))] * 30 + [(("b", "c"), (2,))] * 30
    found = ratings(seats, chain + [(("b", "a"), (2,))] * 10 + [(("c", "b"), (2,))] * 10)
    assert 0 < found["b"].elo < found["c"].elo and found["c"].error > found["b"].error > 0


def test_who_never_lost_has_a_finite_elo_with_a_large_error() -> None:
    seats = ("a", "b")
    found = ratings(seats, [(seats, (2,))] * 30)
    assert 500 < found["b"].elo < 1000 and found["b"].error > 150
    assert found["b"].low is not None and found["b"].low > 150 and found["b"].high is None
    nobody = ratings(seats, [(seats, ())] * 5)
    assert nobody["b"].elo == 0 and nobody["b"].error > 300 and nobody["b"][2:] == (None, None)


@pytest.mark.parametrize(
    ("rung", "matches"),
    [(400, 40), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((0, 40), (200, 40), (400, 200)))],
)
def test_elo_of_a_ladder_of_four_covers_the_truth(rung: float, matches: int) -> None:
    """Each has met the one below alone; the last is three rungs above the first."""
    rng = np.random.default_rng(2)
    names, repeated = "abcd", 1000
    won = rng.binomial(matches, 1 / (1 + 10 ** (-rung / 400)), (repeated, 3))
    elos, within, between = [], [], []
    for counts in won.tolist():
        pairs = [((names[n], names[n + 1]), count) for n, count in enumerate(counts)]
        results = [(pair, (1 + (n < count),)) for pair, count in pairs for n in range(matches)]
        top = ratings(names, results)["d"]
        elos.append(top.elo)
        within.append(abs(top.elo - 3 * rung) <= top.error)
        between.append((top.low or -inf) <= 3 * rung <= (inf if top.high is None else top.high))
    told = np.mean(elos), np.mean(within), np.mean(between)
    assert told[0] == pytest.approx(3 * rung, abs=20), told
    assert (abs(told[1] - 0.683) <= 0.03, abs(told[2] - 0.95) <= 0.03) == (True, True), told


def test_standings_count_every_seat_of_a_bot() -> None:
    outcomes = simulate(
        find_game("el-dado"), find_game("el-dado").options_from({}), seatings(("greedy", "random"), 3), 6
    )
    greedy, random = standings(outcomes)
    assert (greedy.played, random.played) == (6, 12)
    assert greedy.won + random.won == pytest.approx(sum(summary(outcomes).wins))
    assert greedy.elo == 0 and random.elo is not None and random.error is not None
    assert standings(simulate(RASANTO, OPTIONS, [("random",) * 2], 1))[0].elo is None
