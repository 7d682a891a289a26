"""Chances come true: what is told of actions against what comes, in ten parts from none to all.

Of one game, and of all as `skillbox bench promises` measured them.
"""

from __future__ import annotations

from benchmarks.promises import BINS, POSITIONS, Promise, binned, promises
from skill.bots.chance import LEAST, Chance
from skill.rules.catalogue import find_game
from tests.figures import PICTURES, measured, reliability

OFF = 0.08  # by which a part may be off beyond its margin


def test_a_few_chances_come_true() -> None:
    """Positions of a game whose ends are quickly played."""
    found = [*promises(find_game("witches-dance"), range(1), 12_000)]
    assert found and all(one.told.games >= LEAST for one in found)
    for row in binned(found):
        assert abs(row.figures["promised"] - row.figures["came true"]) <= OFF + row.figures["margin"], row


def test_promises_that_are_not_kept_are_seen() -> None:
    [row] = binned([Promise(Chance(20, 20), 0.25)] * 30)
    assert row.case == f"{100 - 100 // BINS} to 100 of 100" and row.figures["positions"] == 30
    assert abs(row.figures["promised"] - row.figures["came true"]) > OFF + row.figures["margin"]


def test_chances_of_all_games_came_true_where_they_were_measured() -> None:
    rows = measured("promises")
    assert sum(row.figures["positions"] for row in rows) == POSITIONS and len(rows) > BINS // 2
    for row in rows:
        assert abs(row.figures["promised"] - row.figures["came true"]) <= OFF + row.figures["margin"], row


def test_the_diagram_shows_what_was_measured() -> None:
    (path,) = PICTURES
    assert path.read_text(encoding="utf-8") == reliability(), "python -m tests.figures --write"
