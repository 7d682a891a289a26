"""How drags and fingers turn the view."""

from __future__ import annotations

import pytest

from skill.app.screens.view_control import ViewControl
from skill.draw.camera import home


@pytest.mark.parametrize(("across", "down"), [(10, 0), (0, 10), (-7, 4)])
def test_a_drag_turns_the_view_by_as_much_for_a_pixel_either_way(across: int, down: int) -> None:
    """The width of a window is a full turn or so; two fingers that move as far turn it as far."""
    mouse, fingers = ViewControl(), ViewControl()
    mouse.drag(across, down)
    fingers.pinch((across, down), 0.0, 1.0)
    assert mouse.camera == fingers.camera
    azimuth = (mouse.camera.azimuth_deg - home().azimuth_deg + 180) % 360 - 180
    turned = [abs(azimuth), abs(mouse.camera.elevation_deg - home().elevation_deg)]
    assert turned == pytest.approx([360 / 1200 * abs(across), 360 / 1200 * abs(down)])
