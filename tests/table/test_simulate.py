"""Many matches: the same table whatever the number of processes."""

from __future__ import annotations

import pytest

from skill.errors import UnknownName
from skill.rules.catalogue import find_game
from skill.table.simulate import simulate, summary

RASANTO = find_game("rasanto")


def test_two_processes_give_what_one_gives() -> None:
    options = RASANTO.options_from({})
    done = []
    one = simulate(RASANTO, 2, options, ("greedy", "random"), 6, 3, 1, done.append)
    two = simulate(RASANTO, 2, options, ("greedy", "random"), 6, 3, 2)
    assert [(o.seed, o.result, o.actions) for o in one] == [(o.seed, o.result, o.actions) for o in two]
    assert done == one
    table = summary(one)
    assert sum(table.wins) == 6
    assert table.mean_actions == 46
    assert sum(table.mean_scores) == pytest.approx(135)


def test_wrong_input_is_refused() -> None:
    with pytest.raises(UnknownName, match="at least 1"):
        simulate(RASANTO, 2, RASANTO.options_from({}), ("random", "random"), 0)
