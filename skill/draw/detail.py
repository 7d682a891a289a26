"""Quality and scale of the scene, chosen by how long frames take to draw. No pygame."""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import NamedTuple

SLOW_S, FAST_S = 0.024, 0.008  # worse than 40 frames a second; room for twice the work
FRAMES = 12  # that are looked at before a change
STILL_S = 0.25  # after which a board that does not move is drawn once more, as well as possible


class Detail(NamedTuple):
    """How a frame is drawn."""

    quality: str
    scale: float
    """Pixels of the scene over pixels of the window, along each side."""


BEST = Detail("high", 1.0)
DETAILS = (BEST, Detail("low", 1.0), Detail("low", 0.65), Detail("low", 0.5))
"""The third keeps a window of 1280 x 800 within 12 ms a frame on two cores without a graphics card."""


class DetailControl:
    """Chooses the detail of moving pictures. `slow_start` where a processor has to do the work of a graphics card."""

    def __init__(self, slow_start: bool, quality: str = "automatic") -> None:
        """`quality` is `automatic`, or `fast` or `best` for a detail that does not change."""
        self._fixed = {"fast": DETAILS[2], "best": BEST}.get(quality)
        self._level = 2 if slow_start else 0
        self._times: deque[float] = deque(maxlen=FRAMES)

    @property
    def moving(self) -> Detail:
        """How to draw while something moves."""
        return self._fixed or DETAILS[self._level]

    @property
    def at_rest(self) -> Detail:
        """How to draw once more what has come to rest."""
        return self._fixed or BEST

    def drawn(self, seconds: float) -> None:
        """Notes the time that a frame in this detail took."""
        self._times.append(seconds)
        if len(self._times) < FRAMES:
            return
        usual = median(self._times)
        if usual > SLOW_S and self._level < len(DETAILS) - 1:
            self._level += 1
        elif usual < FAST_S and self._level > 0:
            self._level -= 1
        else:
            return
        self._times.clear()
