"""Where hands bring dice stays as it is."""

from __future__ import annotations

import pytest

from skill.physics.versions import versions_here
from skill.table.match import Match

pytest.importorskip("pybullet")
from tests.physics.moved import cases, kept, moved

CASES = dict(cases())


@pytest.mark.parametrize("name, match", CASES.items(), ids=CASES)
def test_hands_bring_dice_where_they_brought_them(name: str, match: Match) -> None:
    numpy, before = kept()
    if numpy != versions_here()["numpy"]:
        pytest.skip(f"made with numpy {numpy}: another one may add in another order")
    assert moved(match) == before[name], "if it is meant: python -m tests.physics.moved --write"


def test_nothing_is_kept_that_nobody_tries() -> None:
    assert list(kept()[1]) == list(CASES)
