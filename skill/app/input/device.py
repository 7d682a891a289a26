"""The device that was used last, so that texts can name its keys. No pygame."""

from __future__ import annotations

from enum import Enum
from math import dist

BUMP = 8.0  # pixels that a mouse may move which nobody means to use


class Device(Enum):
    """What somebody plays with."""

    POINTER = "mouse or fingers"
    KEYS = "the keyboard"
    PAD = "a controller"


class LastUsed:
    """Notes what is used; a mouse counts when it presses, or has moved away from where it was at the last key."""

    def __init__(self) -> None:
        self.device = Device.POINTER
        self._left_at: tuple[float, float] | None = None
        """Where the mouse was when it moved first after the last key."""

    def key(self, device: Device) -> None:
        """A key has gone down, or a button of a controller."""
        self.device, self._left_at = device, None

    def pointer(self, at: tuple[float, float], *, presses: bool) -> None:
        """The mouse or a finger is there, and presses or not."""
        if self.device is Device.POINTER:
            return
        self._left_at = self._left_at or at
        if presses or dist(self._left_at, at) > BUMP:
            self.device = Device.POINTER
