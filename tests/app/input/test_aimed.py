"""What tools do in a player's hands, and how they are drawn, stays as it is."""

from __future__ import annotations

import pytest

from skill.physics.versions import versions_here

pytest.importorskip("pybullet")
from tests.app.input.aimed import aimed, cases, kept

CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_tools_do_and_show_what_they_did(name: str) -> None:
    numpy, before = kept()
    if numpy != versions_here()["numpy"]:
        pytest.skip(f"made with numpy {numpy}: another one may add in another order")
    assert aimed(CASES[name]) == before[name], "if it is meant: python -m tests.app.input.aimed --write"


def test_nothing_is_kept_that_nobody_tries() -> None:
    assert list(kept()[1]) == list(CASES)
