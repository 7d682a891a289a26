"""What screens show stays as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("pygame")
from tests.app import drawn
from tests.app.shown import KEPT, walked, walks

WALKS = walks()
QUICK = drawn.screens()  # each screen, each guide, and games of every kind


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in WALKS]
)
def test_screens_show_what_they_showed(name: str) -> None:
    shown, painted = walked(name, *WALKS[name])
    assert " ".join(shown) == KEPT.kept(name), "if it is meant: python -m tests.app.shown --write"
    assert painted == drawn.KEPT.kept(drawn.WALK.format(name)), "if it is meant: python -m tests.app.drawn --write"


def test_no_walk_is_kept_that_nobody_goes() -> None:
    assert KEPT.names() == list(WALKS)
