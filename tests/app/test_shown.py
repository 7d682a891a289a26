"""What screens show stays as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("pygame")
from tests.app import drawn
from tests.app.shown import KEPT, walked, walks


@pytest.mark.parametrize("name", list(walks()))
def test_screens_show_what_they_showed(name: str) -> None:
    shown, painted = walked(name, *walks()[name])
    assert " ".join(shown) == KEPT.kept(name), "if it is meant: python -m tests.app.shown --write"
    assert painted == drawn.KEPT.kept(drawn.WALK.format(name)), "if it is meant: python -m tests.app.drawn --write"


def test_no_walk_is_kept_that_nobody_goes() -> None:
    assert KEPT.names() == list(walks())
