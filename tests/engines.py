"""Which tests are of one engine of rigid bodies alone."""

from __future__ import annotations

import os

import pytest

from skill.physics.scene import ENGINE_VARIABLE, installed_engines, usual_engine

AT_WORK = os.environ.get(ENGINE_VARIABLE) or usual_engine()
"""The engine of scenes that name none: `SKILLBOX_ENGINE=rapier pytest tests/physics` tries the other one."""

INSTALLED = installed_engines()
of_bullet = pytest.mark.skipif(AT_WORK != "bullet", reason="it holds what Bullet does to the last digit, or mends")
