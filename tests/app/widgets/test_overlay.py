"""What is written over the scene: in it, and no two things in one place."""

from __future__ import annotations

import pytest

from skill.app.draw.camera import Camera
from skill.app.play.overlay import Overlay
from skill.rules.telling import Held

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402

from skill.app.widgets.overlay import OverlayPaint  # noqa: E402


@pytest.mark.filterwarnings("ignore:Finding font")
@pytest.mark.parametrize("held", [0, 2])
@pytest.mark.parametrize("values", [0, 1, 3])
def test_what_is_written_over_the_scene_lies_in_it_and_apart(held: int, values: int) -> None:
    pygame.font.init()
    scene = pygame.Rect(40, 30, 640, 420)
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), scene, 1.0)
    worth = (("R", 3.0), ("G", -1.0), ("K", 0.5))[:values]
    told = Overlay("goal", ("once", "twice"), (), (Held("R", 4),) * held, worth)
    assert painted.show(told, Camera()) and not painted.show(told, Camera())
    rects = painted.rects
    assert len(rects) == 3 + held + values
    for n, rect in enumerate(rects):
        assert scene.inflate(-8, -8).contains(rect) and min(rect.size) > 8
        assert rect.collidelist(rects[:n]) == -1
    above, below = max(rect.bottom for rect in rects[:3]), min((rect.top for rect in rects[3:]), default=scene.bottom)
    assert above < scene.centery < below
