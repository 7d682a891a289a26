"""Panels look as pygame_gui paints them, and are painted small."""

from __future__ import annotations

import numpy as np
import pytest

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402  (needs pygame)
from pygame_gui.core.drawable_shapes import RoundedRectangleShape  # noqa: E402
from pygame_gui.elements import UIPanel  # noqa: E402

from skill.app.screens.dialog import Dialog  # noqa: E402
from skill.app.widgets.panel import PanelShape  # noqa: E402
from skill.app.widgets.theme import theme  # noqa: E402

NONE = {"left": 0, "right": 0, "top": 0, "bottom": 0}
CORNER = 24  # pixels
LARGEST = 128


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.75])
def test_a_panel_looks_like_one_that_is_painted_as_a_whole_and_is_painted_small(open_app, monkeypatch, scale) -> None:
    open_app("undrawn")
    ui = pygame_gui.UIManager((1000, 640))
    ui.get_theme().load_theme(theme(scale))
    shrunk, shrink = [], pygame.transform.smoothscale
    monkeypatch.setattr("pygame.transform.smoothscale", lambda *given: shrunk.append(given[1]) or shrink(*given))
    for size in ((560, 301), (301, 33), (40, 30)):
        seen = []
        for shape in (RoundedRectangleShape, PanelShape):
            shrunk.clear()
            monkeypatch.setattr("pygame_gui.elements.ui_panel.RoundedRectangleShape", shape)
            panel = UIPanel(pygame.Rect((0, 0), size), 10, ui, object_id="#dialog", margins=NONE)
            seen.append((pygame.surfarray.array3d(panel.image).astype(int), pygame.surfarray.array_alpha(panel.image)))
        (whole, whole_alpha), (small, small_alpha) = seen
        assert shrunk or max(size) < LARGEST  # what is as small as that is taken from those before
        assert all(max(painted) < LARGEST for painted in shrunk)
        assert small.shape == (*size, 3) and (small_alpha == whole_alpha).all()
        other = np.abs(small - whole).max(axis=2)
        assert other.max() < 80 and (other > 0).sum() < 150  # of a bent border some pixels are a little lighter
        assert not other[CORNER:-CORNER].any() and not other[:, CORNER:-CORNER].any()


def test_the_application_has_such_panels(open_app) -> None:
    app = open_app("undrawn")
    app.screen.show_dialog(Dialog("Title", "text", {"Close": app.screen.dismiss}))
    assert isinstance(app.screen.dialog._panel.drawable_shape, PanelShape)
