"""How fast an attempt runs compared with real time, and what makes it slow. No pygame."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

SEEN_S = 1.5  # of real time that is looked at
SLOW = 0.85  # share of real time below which it is said
STEADY = 0.05  # to which shares are rounded when they are said


class _Frame(NamedTuple):
    asked_s: float
    """Simulated seconds that should have passed."""
    done_s: float
    """Simulated seconds that have."""
    stepped_s: float
    """Real seconds that the steps took."""


class Pace:
    """Notes of the last frames of an attempt."""

    def __init__(self) -> None:
        self._frames: deque[_Frame] = deque()
        self._asked_s = 0.0

    def note(self, asked_s: float, done_s: float, stepped_s: float) -> None:
        """A frame in which `asked_s` simulated seconds should have passed, `done_s` did, and steps took `stepped_s`."""
        self._frames.append(_Frame(asked_s, done_s, stepped_s))
        self._asked_s += asked_s
        while self._frames and self._asked_s - self._frames[0].asked_s >= SEEN_S:
            self._asked_s -= self._frames.popleft().asked_s

    def forget(self) -> None:
        """Another attempt begins."""
        self._frames.clear()
        self._asked_s = 0.0

    @property
    def share(self) -> float | None:
        """The world's time as a share of the time that should have passed; None until enough was seen."""
        if self._asked_s < SEEN_S / 2:
            return None
        return min(1.0, sum(frame.done_s for frame in self._frames) / self._asked_s)

    @property
    def slow_share(self) -> float | None:
        """The share, rounded, if it is low enough to be told of."""
        share = self.share
        return None if share is None or share >= SLOW else max(STEADY, round(share / STEADY) * STEADY)

    @property
    def is_world_too_much(self) -> bool:
        """Whether the steps alone take longer than the time they stand for, so that to draw less would not help."""
        done_s = sum(frame.done_s for frame in self._frames)
        return sum(frame.stepped_s for frame in self._frames) > done_s > 0
