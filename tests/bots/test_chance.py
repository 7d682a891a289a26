"""Chances come true: what is told of actions against what comes, in ten parts from none to all.

Of one game; `skillbox bench promises` measures all.
"""

from __future__ import annotations

from benchmarks.promises import BINS, FEW, Promise, binned, promises
from skill.bots.chance import LEAST, Chance
from skill.rules.catalogue import find_game

OFF = 0.08  # by which a part may be off beyond its margin


def test_a_few_chances_come_true() -> None:
    """Positions of a game whose ends are quickly played."""
    found = [*promises(find_game("witches-dance"), range(FEW), 12_000)]
    assert found and all(one.told.games >= LEAST for one in found)
    for row in binned(found):
        assert abs(row.figures["promised"] - row.figures["came true"]) <= OFF + row.figures["margin"], row


def test_promises_that_are_not_kept_are_seen() -> None:
    [row] = binned([Promise(Chance(20, 20), 0.25)] * 30)
    assert row.case == f"{100 - 100 // BINS} to 100 of 100" and row.figures["positions"] == 30
    assert abs(row.figures["promised"] - row.figures["came true"]) > OFF + row.figures["margin"]
