"""The window with OpenGL: parts of the panels that have changed go to their place of what is shown, and a driver that
is too old is named.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

pygame = pytest.importorskip("pygame")
from skill.app.main import close_application  # noqa: E402  (needs pygame)
from skill.app.window import GlWindow, open_window  # noqa: E402
from skill.draw.camera import Camera  # noqa: E402
from skill.draw.renderer import headless  # noqa: E402
from skill.draw.scene_view import SceneView  # noqa: E402
from skill.errors import Unavailable  # noqa: E402

BLUE, ORANGE = (10, 20, 130), (200, 100, 0)


@pytest.mark.parametrize("size", [(1000, 640), (640, 800)])
def test_a_part_of_the_panels_that_has_changed_is_shown_in_its_place(open_app, size) -> None:
    """Whatever the shape of the window: OpenGL counts rows from the bottom."""
    window = open_app("opengl", None, size).window
    part, whole, no_scene = pygame.Rect(40, 90, 120, 60), window.panels.get_rect(), pygame.Rect(0, 0, 0, 0)
    window.panels.fill(BLUE)
    window.show(no_scene, [whole], [whole])
    window.panels.fill(ORANGE, part)
    window.show(no_scene, [whole], [part])
    read = window.context.screen.read(components=3, alignment=1)
    seen = np.frombuffer(read, np.uint8).reshape(whole.h, whole.w, 3)[::-1]
    wanted = np.full_like(seen, BLUE)
    wanted[part.top : part.bottom, part.left : part.right] = ORANGE
    assert (seen == wanted).all()


@pytest.mark.parametrize(("desktop", "size"), [((1366, 768), (1280, 696)), ((1080, 1920), (1080, 800))])
def test_a_window_that_is_seen_fits_on_the_desktop(monkeypatch: pytest.MonkeyPatch, desktop, size) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pygame.display.get_desktop_sizes", lambda: [desktop])
    assert open_window((1280, 800), "", software=True, is_seen=True).size == size
    assert open_window((1280, 800), "", software=True).size == (1280, 800)
    pygame.display.quit()


def test_a_driver_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pygame.display.set_mode", lambda *_, **__: None)
    monkeypatch.setattr("moderngl.init_context", lambda: None)
    monkeypatch.setattr("moderngl.get_context", lambda: SimpleNamespace(version_code=310))
    pygame.display.init()
    with pytest.raises(Unavailable, match=r"the driver offers OpenGL 3\.1"):
        GlWindow((320, 200), "")


def test_pictures_are_drawn_without_a_window_after_one_was_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    for _ in range(2):
        open_window((320, 200), "")
        headless().draw(SceneView(), Camera(), (32, 20))
        close_application()
        renderer = headless()
        renderer.draw(SceneView(), Camera(), (40, 30))  # of another size: it needs something new of the driver
        assert renderer.pixels().any()
