"""The elements of a window, whose fonts and colours are kept for the next time that they have that size."""

from __future__ import annotations

from typing import Any

import pygame_gui
from pygame_gui.core.surface_cache import SurfaceCache

from skill.app.widgets.theme import theme, used_fonts

_looks: dict[float, Any] = {}
"""What pygame_gui has read of the theme, with the fonts, by scale."""


class Elements(pygame_gui.UIManager):
    """All that pygame_gui shows in a window of that size, pixels."""

    def __init__(self, size: tuple[int, int], scale: float) -> None:
        self._scale, is_new = scale, scale not in _looks
        super().__init__(size, theme(scale))
        if is_new:
            self.preload_fonts(used_fonts(scale))

    def create_new_theme(self, theme_path: Any = None) -> Any:
        if self._scale not in _looks:
            _looks[self._scale] = super().create_new_theme(theme_path)
        look = _looks[self._scale]
        # Not kept, or shapes of elements that are gone would fill it.
        look.shape_cache = SurfaceCache()  # type: ignore[no-untyped-call]
        return look


def forget_looks() -> None:
    """Has themes be read anew: pygame has closed their fonts."""
    _looks.clear()
