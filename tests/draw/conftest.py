"""Renderers for tests of what is drawn; without OpenGL they skip, on the build machine they fail."""

from __future__ import annotations

import os

import pytest

from tests.conftest import missing

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@pytest.fixture(scope="module", params=["opengl", "software"])
def renderer(request: pytest.FixtureRequest):
    """Each renderer, without a window; not for all modules, since a window of another may end its display."""
    if request.param == "software":
        from skill.draw.renderer import software

        return software()
    from skill.draw.opengl import standalone
    from skill.errors import Unavailable

    try:
        return standalone()
    except Unavailable as error:
        return missing(str(error))
