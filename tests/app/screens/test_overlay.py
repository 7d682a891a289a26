"""What is written over the scene: in it, and no two things in one place."""

from __future__ import annotations

import numpy as np
import pytest

from skill.app.play.said.overlay import Overlay, Written
from skill.draw.camera import Camera
from skill.rules.telling import Held

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402

from skill.app.screens.match.overlay import OverlayPaint  # noqa: E402


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


@pytest.mark.filterwarnings("ignore:Finding font")
def test_a_label_lies_below_the_lines_of_text_that_it_would_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), pygame.Rect(0, 0, 640, 420), 1.0)
    monkeypatch.setattr(Camera, "project", lambda *_: np.array([[60.0, 40.0], [300.0, 300.0]]))
    labels = tuple(Written((0.0, 0.0, 0.0), "2 faces", "plain") for _ in range(2))
    painted.show(Overlay("A goal as long as this", ("once", "twice"), labels), Camera())
    cards, (moved, stays) = painted.rects[:3], painted.rects[3:]
    assert moved.collidelist(cards) == -1 and moved.top == cards[-1].bottom
    assert stays.center == (300, 300)
