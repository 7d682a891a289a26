"""The comparison of a bot with greedy ones: what a match counts."""

from __future__ import annotations

from benchmarks.opponents import play
from skill.bots.greedy import GreedyBot


def test_where_nobody_wins_each_has_an_equal_share() -> None:
    """Greedy bots go to and fro in Slide until its cap of moves."""
    assert [play("slide", 2, GreedyBot(), "greedy", number).share for number in range(2)] == [0.5, 0.5]
