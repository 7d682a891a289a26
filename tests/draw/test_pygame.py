"""pygame where pygame-ce is wanted."""

from __future__ import annotations

import pygame
import pytest

from skill.draw.renderer import check_pygame, software
from skill.errors import Unavailable


def test_another_pygame_over_ours_is_named_with_what_to_remove(monkeypatch: pytest.MonkeyPatch) -> None:
    check_pygame()
    monkeypatch.delattr(pygame, "IS_CE")
    for ask in (check_pygame, software):
        with pytest.raises(Unavailable, match=r"pygame [\d.]+ lies over pygame-ce, .*: pip uninstall pygame pygame-ce"):
            ask()
