"""Draw back and let go: how a pointer, or the arrow keys with Space, gives a launch its direction and its strength."""

from __future__ import annotations

from math import atan2, degrees, dist, hypot

from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView
from skill.lattice.frame import Point

DEAD = 0.05  # in the view: a way back shorter than this launches nothing
FULL = 0.75  # the way back for full strength
LEAST = 0.3  # the same for a pointer that is pressed so near the lower edge of the view that it has less room
LOWER_EDGE = -0.97


class Drag:
    """The way back from where the pointer was pressed down."""

    def __init__(self) -> None:
        self._begin: InView | None = None
        self._back: InView = (0.0, 0.0)
        self._full = FULL

    def follow(self, given: ToolInput) -> bool:
        """Takes on the pointer; whether it was let go just now, far enough back to launch."""
        at = given.pointer
        if given.pressed and at is not None:
            if self._begin is None:
                self._begin = at
                self._full = max(LEAST, min(FULL, at[1] - LOWER_EDGE))
            self._back = (self._begin[0] - at[0], self._begin[1] - at[1])
            return False
        if given.broken_off:
            self._back = (0.0, 0.0)
        launches = self._begin is not None and self.share > 0
        self._begin = None
        return launches

    @property
    def is_drawn(self) -> bool:
        """Whether the pointer is held down."""
        return self._begin is not None

    @property
    def share(self) -> float:
        """How far it is drawn, from 0 to 1; 0 if it is let go there without a launch."""
        return max(0.0, min(1.0, (hypot(*self._back) - DEAD) / (self._full - DEAD)))

    @property
    def strength(self) -> float:
        """From 0 to 1; it grows with the square of the way, so that weak launches can be told apart."""
        return self.share**2

    def aim(self, given: ToolInput, nearest: Point, farthest: Point) -> Point:
        """The point at the height of `nearest` that is asked for: in the view it goes the way opposite to the pointer.

        So every pixel counts alike, from `nearest`, when it is hardly drawn, to `farthest`, when it is drawn back fully
        towards the player.
        """
        near, far = given.viewport.seen(nearest), given.viewport.seen(farthest)
        gain = self.share * dist(near, far) / max(1e-9, hypot(*self._back))
        return given.viewport.on_plane((near[0] + gain * self._back[0], near[1] + gain * self._back[1]), nearest[2])

    def bearing_deg(self, given: ToolInput) -> float:
        """The direction of the launch, opposite to the way back: degrees counter-clockwise from +x."""
        x, y = given.viewport.ahead(*self._back) if hypot(*self._back) > 0 else given.viewport.ahead(0.0, 1.0)
        return degrees(atan2(y, x))
