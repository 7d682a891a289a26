"""The protocol of a renderer, and the best renderer without a window."""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from skill.draw.camera import Camera, Size
from skill.draw.scene_view import SceneView
from skill.errors import Unavailable


class Renderer(Protocol):
    """Draws scenes one at a time and keeps the last picture."""

    name: str

    def draw(self, view: SceneView, camera: Camera, size: Size, quality: str = "high") -> None:
        """Draws the scene at `size` pixels; `quality` is `low` or `high`."""

    def pixels(self) -> NDArray[np.uint8]:
        """The last picture as (height, width, 3), top row first."""


@cache
def headless() -> Renderer:
    """The renderer for pictures without a window: OpenGL where a context can be made, else software."""
    try:
        from skill.draw.opengl import standalone

        return standalone()
    except (ImportError, Unavailable):
        return software()


def check_pygame() -> None:
    """Raises `Unavailable` where pygame has been installed over pygame-ce, and ImportError without either.

    They share the name of the module, and other packages bring pygame.
    """
    import pygame

    if not getattr(pygame, "IS_CE", False):
        raise Unavailable(
            "the package pygame {version} lies over pygame-ce, which draws here: pip uninstall pygame pygame-ce, then "
            "pip install pygame-ce",
            version=pygame.version.ver,
        )


def software() -> Renderer:
    """A software renderer. Raises `Unavailable` without pygame."""
    try:
        check_pygame()
        from skill.draw.software import SoftwareRenderer
    except ImportError as error:
        raise Unavailable(
            "pictures need pygame-ce ({error}); simulate, replay and perft work without it", error=error
        ) from None
    return SoftwareRenderer()
