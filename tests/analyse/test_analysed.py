"""What analyses find and tell stays as it is."""

from __future__ import annotations

import pytest

from tests.analyse.analysed import GAMES, KEPT, analysed


@pytest.mark.parametrize("slug", GAMES)
def test_analyses_find_what_they_found(slug: str) -> None:
    assert analysed(slug) == KEPT.kept(slug), "if it is meant: python -m tests.analyse.analysed --write"
