"""Which tests are of one engine of rigid bodies alone."""

from __future__ import annotations

import os

import pytest

from skill.physics.scene import ENGINE_VARIABLE, installed_engines, usual_engine

AT_WORK = os.environ.get(ENGINE_VARIABLE) or usual_engine()
"""The engine of scenes that name none: `SKILLBOX_ENGINE=rapier pytest tests/physics` tries the other one."""

INSTALLED = installed_engines()
of_bullet = pytest.mark.skipif(AT_WORK != "bullet", reason="it holds what Bullet does to the last digit, or mends")
of_any_engine = pytest.mark.skipif(not INSTALLED, reason="no engine of rigid bodies is installed")


def needs_engine() -> None:
    """Skip a part of a test, or a fixture, where no engine is installed; a whole test or module is `of_any_engine`."""
    if not INSTALLED:
        pytest.skip("no engine of rigid bodies is installed")
