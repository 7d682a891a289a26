"""Every destination has its screen, which takes what the destination holds."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from typing import get_args

import pytest

pygame = pytest.importorskip("pygame")
from skill.app.screens import destinations, navigation  # noqa: E402  (needs pygame)
from skill.app.screens.destinations import Destination  # noqa: E402
from skill.app.settings.preferences import LARGEST_TEXT  # noqa: E402
from tests.app.driver import Driver  # noqa: E402


@pytest.mark.parametrize("destination", get_args(Destination), ids=lambda destination: destination.__name__)
def test_a_destination_has_its_screen(destination: type, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [object() for _ in fields(destination)]
    made = []

    def screen(host: object, *given: object) -> object:
        made.append((host, *given))
        return "the screen"

    real = navigation.import_module

    def loaded(name: str) -> object:
        module = real(name)
        of_module = getattr(module, f"{destination.__name__}Screen")
        signature(of_module).bind("host", *values)
        monkeypatch.setattr(module, of_module.__name__, screen)
        return module

    monkeypatch.setattr(navigation, "import_module", loaded)
    assert navigation.screen_for("host", destination(*values)) == "the screen"
    assert made == [("host", *values)]


@pytest.mark.parametrize("size", [(1, 1), (200, 150), (100, 700), (640, 100), (640, 480)])
def test_a_window_that_is_dragged_small_goes_on(open_app, size: tuple[int, int]) -> None:
    app = open_app("undrawn")
    app.prefer(app.preferences.changed(text_size=LARGEST_TEXT))
    driver = Driver(app)
    for destination in (destinations.Home, destinations.Preferences, destinations.Workbench, destinations.Statistics):
        app.go_to(destination())
        driver.frames()
        screen = app.screen
        for wanted in (size, (1000, 640)):
            driver.post(pygame.VIDEORESIZE, w=wanted[0], h=wanted[1], size=wanted)
            driver.frames(2)
            assert app.failed is None and app.screen is screen
