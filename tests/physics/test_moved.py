"""Where hands bring dice stays as it is."""

from __future__ import annotations

import pytest

from skill.table.match import Match
from tests.engines import of_bullet
from tests.physics.moved import KEPT, cases, moved

pytestmark = of_bullet

CASES = dict(cases())


@pytest.mark.parametrize("name, match", CASES.items(), ids=CASES)
def test_hands_bring_dice_where_they_brought_them(name: str, match: Match) -> None:
    assert moved(match) == KEPT.kept(name), "if it is meant: python -m tests.physics.moved --write"


def test_nothing_is_kept_that_nobody_tries() -> None:
    assert KEPT.names() == list(CASES)
