"""Windows that cannot be opened say why."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("pygame")
import pygame

from skill.app.draw.window import GlWindow
from skill.errors import Unavailable


def test_a_driver_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pygame.display.set_mode", lambda *_, **__: None)
    monkeypatch.setattr("moderngl.init_context", lambda: None)
    monkeypatch.setattr("moderngl.get_context", lambda: SimpleNamespace(version_code=310))
    pygame.display.init()
    with pytest.raises(Unavailable, match=r"the driver offers OpenGL 3\.1"):
        GlWindow((320, 200), "")
