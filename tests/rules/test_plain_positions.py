"""Positions that people give to games with plain dice: no pips, and no more of a colour than there are."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import parse_position
from skill.rules.shared import kit

BOX = {"R": 2, "G": 1}


@pytest.mark.parametrize("position", ["R800 R080 G008", "R800 G080", "R800"])
def test_what_the_box_has_may_lie_there(position: str) -> None:
    kit.check_plain(parse_position(position), BOX)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("R800 R080 R008", "3 dice of colour R, expected 2 at most"),
        ("G800 G080", "2 dice of colour G, expected 1 at most"),
        ("R800 K080", "1 dice of colour K, expected 0 at most"),
        ("R800:145", "expected dice without orientation"),
    ],
)
def test_what_it_has_not_is_refused(position: str, told: str) -> None:
    with pytest.raises(IllegalMove, match=told):
        kit.check_plain(parse_position(position), BOX)
