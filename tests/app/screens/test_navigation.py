"""Every destination has its screen, which takes what the destination holds."""

from __future__ import annotations

from inspect import signature
from typing import get_args

import pytest

pytest.importorskip("pygame")
from skill.app.screens import navigation
from skill.app.screens.destinations import Destination


@pytest.mark.parametrize("destination", get_args(Destination), ids=lambda destination: destination.__name__)
def test_a_destination_has_its_screen(destination: type, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [object() for _ in destination._fields]
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
