"""What experiments of the laboratory answer stays as it is."""

from __future__ import annotations

import pytest

from skill.physics.lab import EXPERIMENTS
from tests.engines import of_bullet
from tests.physics.answered import KEPT, answered

pytestmark = of_bullet


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_experiments_answer_what_they_answered(name: str) -> None:
    assert answered(name) == KEPT.kept(name), "if it is meant: python -m tests.physics.answered --write"
