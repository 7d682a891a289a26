"""Kills at random moments, a few of the many that are done by hand."""

from __future__ import annotations

import pytest

from tests.engines import of_any_engine

pytest.importorskip("pygame")
from tests.kills.__main__ import KINDS, tries

pytestmark = of_any_engine


@pytest.mark.slow
def test_what_was_kept_before_a_kill_is_there_and_gone_on_with() -> None:
    assert [done.wrong for done in tries(3, range(len(KINDS)))] == [""] * len(KINDS)
