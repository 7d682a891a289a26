"""Draw back and let go: how a pointer, or the arrow keys with Space, gives a launch its direction and its strength."""

from __future__ import annotations

from math import atan2, degrees, hypot

from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView

DEAD = 0.05  # in the view: a way back shorter than this launches nothing
FULL = 0.75  # the way back for full strength


class Drag:
    """The way back from where the pointer was pressed down."""

    def __init__(self) -> None:
        self._begin: InView | None = None
        self._back: InView = (0.0, 0.0)

    def follow(self, given: ToolInput) -> bool:
        """Takes on the pointer; whether it was let go just now, far enough back to launch."""
        at = given.pointer
        if given.pressed and at is not None:
            self._begin = self._begin or at
            self._back = (self._begin[0] - at[0], self._begin[1] - at[1])
            return False
        launches = self._begin is not None and self.strength > 0
        self._begin = None
        return launches

    @property
    def is_drawn(self) -> bool:
        """Whether the pointer is held down."""
        return self._begin is not None

    @property
    def strength(self) -> float:
        """From 0 to 1; it grows with the square of the way, so that weak launches can be told apart."""
        return max(0.0, min(1.0, (hypot(*self._back) - DEAD) / (FULL - DEAD))) ** 2

    def bearing_deg(self, given: ToolInput) -> float:
        """The direction of the launch, opposite to the way back: degrees counter-clockwise from +x."""
        x, y = given.viewport.ahead(*self._back) if hypot(*self._back) > 0 else given.viewport.ahead(0.0, 1.0)
        return degrees(atan2(y, x))
