"""Where everything on screen is and what is painted there stays as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("pygame")
pytest.importorskip("pybullet")
from tests.app.drawn import KEPT, pictures, screens

SCREENS = screens()


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_painted_as_they_were(name: str) -> None:
    assert pictures(SCREENS[name]) == KEPT.kept(name), "if it is meant: python -m tests.app.drawn --write"


def test_nothing_is_kept_that_nobody_looks_at() -> None:
    assert KEPT.names() == list(SCREENS)
