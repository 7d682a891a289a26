"""In a real window with a window manager: what real keys, a real pointer and other windows do to the application."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_real_keys_reach_the_search(real_app) -> None:
    hands = real_app()
    hands.type("rasanto")
    hands.screenshot("home")
    assert hands.app.screen.game.slug == "rasanto"
    hands.look_elsewhere()
    hands.look_here()
