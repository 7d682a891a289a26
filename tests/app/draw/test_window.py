"""The window with OpenGL: parts of the panels that have changed go to their place of what is shown."""

from __future__ import annotations

import numpy as np
import pytest

pygame = pytest.importorskip("pygame")

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
