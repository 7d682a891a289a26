"""Notes what our code asks to be painted, as every machine has it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import floor
from typing import Any

import numpy as np
import pygame
import pytest

from skill.app.widgets.pen import Pen
from tests import digests

SHAPES = ("rect", "line", "lines", "aaline", "aalines", "polygon", "circle", "aacircle", "ellipse", "arc")
PARTS = 4  # of a pixel


@contextmanager
def noted(asked: list[Any]) -> Iterator[None]:
    """Notes what our code asks to be painted."""
    with pytest.MonkeyPatch.context() as patch:

        def note(name: str, paint: Callable[..., Any]) -> Callable[..., Any]:
            def noting(*given: Any, **named: Any) -> Any:
                if sys._getframe(1).f_globals["__name__"].startswith("skill."):
                    asked.append((name, coarse(given), coarse(sorted(named.items()))))
                return paint(*given, **named)

            return noting

        for shape in SHAPES:
            patch.setattr(f"pygame.draw.{shape}", note(shape, getattr(pygame.draw, shape)))
        patch.setattr(Pen, "write", note("write", Pen.write))
        yield


def coarse(value: Any) -> Any:
    """The same in parts of a pixel, as every machine has them."""
    kind = type(value)  # most are lists of plain numbers, for which these are the short ways
    if kind is int or kind is str:
        return str(value)
    if kind is list or kind is tuple:
        return [floor(PARTS * each + digests.ASIDE) if type(each) is float else coarse(each) for each in value]
    if isinstance(value, float | np.floating):
        return digests.coarse(float(value), PARTS)
    if isinstance(value, pygame.Surface):
        return value.get_size()
    if isinstance(value, np.ndarray):
        return coarse(value.tolist())
    if isinstance(value, list | tuple | pygame.Rect):
        return [coarse(each) for each in value]
    return "" if isinstance(value, Pen) else str(value)
