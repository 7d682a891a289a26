"""What tools do in a player's hands, and how they are drawn, stays as it is."""

from __future__ import annotations

import pytest

from tests.app.input.aimed import KEPT, aimed, cases
from tests.engines import of_bullet

pytestmark = of_bullet

CASES = cases()
SLOW = {"dice-mikado dice-mikado", "dishing-up dishing-up"}
"""Heaps that take long, with tools that others have too."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in CASES]
)
def test_tools_do_and_show_what_they_did(name: str) -> None:
    assert aimed(CASES[name]) == KEPT.kept(name), "if it is meant: python -m tests.app.input.aimed --write"


def test_nothing_is_kept_that_nobody_tries() -> None:
    assert KEPT.names() == list(CASES)
