"""What a player does with tools: mouse, keys and controller collected into one value a sample. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from math import hypot
from typing import NamedTuple

from skill.app.input.actions import Act
from skill.app.input.viewport import InView, Viewport

NOTCHES_PER_S = 8.0  # of a wheel that a key turns
NOTCH_YAW_DEG = 8.0  # by which a notch turns the plate
KEYS_SLOW, KEYS_FAST, KEYS_GROW_S = 0.15, 0.9, 0.8  # of a pointer that keys move: in the view a second, and until when
EDGE_OF_VIEW = 1.6  # how far from the middle keys take it


class ToolInput(NamedTuple):
    """What a player does for the time of one sample, whatever devices it comes from."""

    viewport: Viewport
    pointer: InView | None
    """In the view; None when it is off."""
    pressed: bool
    """Whether the main button or its key is held down."""
    notches: float
    """Of the wheel since the last sample, up or forward positive."""
    held: Collection[Act]
    """Acts whose keys are down."""
    dt: float
    """Seconds that a sample lasts."""
    stick: InView = (0.0, 0.0)
    """How far the stick of a controller leans to the right and away, 1 at most."""
    broken_off: bool = False
    """Whether a press has ended that nobody let go of: what was drawn is put back, and nothing comes of it."""

    def towards(self, less: Act, more: Act, rate: float) -> float:
        """By how much two keys change a value, `rate` a second."""
        return rate * self.dt * ((more in self.held) - (less in self.held))


class InputCollector:
    """Collects what devices do in one attempt until `take` makes the input of the next sample of it."""

    def __init__(self) -> None:
        self.pointer: InView | None = None
        """Where the player points in the view; None when off it."""
        self.is_pressed = False
        """Whether the main button of the mouse is down."""
        self.lean: InView = (0.0, 0.0)
        """How far two fingers lean the plate to the right and away, 1 at most."""
        self._strokes: deque[tuple[InView | None, bool]] = deque()
        """Places and button of the mouse that no sample has had yet; a place of None breaks off what was pressed."""
        self._notches = 0.0
        self._moving_s = 0.0

    def point(self, at: InView | None) -> None:
        """The mouse is there in the view, or off it."""
        self.pointer = at

    def press(self, is_down: bool, at: InView) -> None:
        """The main button of the mouse goes down or up at a point of the view.

        Each such moment gets samples of its own: a whole stroke of the mouse may fall between two pictures.
        """
        if is_down == self.is_pressed:
            return
        self.is_pressed = is_down
        self._strokes.extend([(at, False), (at, True)] if is_down else [(at, True)])

    def break_off(self) -> None:
        """Nothing is pressed any longer, by mouse or key, though nobody has let go."""
        self.is_pressed = False
        self.lean = (0.0, 0.0)
        self._strokes.append((None, False))

    def wheel(self, notches: float) -> None:
        """The wheel of the mouse turns."""
        self._notches += notches

    def twist(self, turned_deg: float) -> None:
        """Two fingers turn clockwise by so much."""
        self._notches -= turned_deg / NOTCH_YAW_DEG

    def take(
        self,
        held: Collection[Act],
        stick: InView,
        viewport: Viewport,
        dt: float,
        *,
        keys_point: bool,
        begins_at: InView = (0.0, 0.0),
    ) -> ToolInput:
        """The input of the next sample, which lasts `dt` seconds.

        `held` are acts whose keys are down, `stick` is that of a controller; both move the pointer if `keys_point`, at
        first from where it `begins_at`.
        """
        if self.lean != (0.0, 0.0):
            stick = self.lean
        if keys_point:
            self._move_pointer(held, stick, dt, begins_at)
        elif stick != (0.0, 0.0):
            self.pointer = None  # who leans the stick does not mean the mouse
        notches = self._notches + NOTCHES_PER_S * dt * ((Act.RAISE in held) - (Act.LOWER in held))
        self._notches = 0.0
        if not self._strokes:
            pressed = self.is_pressed or Act.PRESS in held
            return ToolInput(viewport, self.pointer, pressed, notches, held, dt, stick)
        at, is_pressed = self._strokes.popleft()
        if at is None:
            held = frozenset(held) - {Act.PRESS, Act.SHAKE}
            return ToolInput(viewport, None, False, notches, held, dt, stick, broken_off=True)
        return ToolInput(viewport, at, is_pressed or Act.PRESS in held, notches, held, dt, stick)

    def _move_pointer(self, held: Collection[Act], stick: InView, dt: float, begins_at: InView) -> None:
        """Arrow keys and the stick move the pointer, slowly at first."""
        across = (Act.POINT_RIGHT in held) - (Act.POINT_LEFT in held) + stick[0]
        up = (Act.POINT_UP in held) - (Act.POINT_DOWN in held) + stick[1]
        if not across and not up:
            self._moving_s = 0.0
            return
        grown = min(1.0, self._moving_s / KEYS_GROW_S)
        step = dt * (KEYS_SLOW + (KEYS_FAST - KEYS_SLOW) * grown) / max(1.0, hypot(across, up))
        self._moving_s += dt
        x, y = self.pointer or begins_at
        self.pointer = (
            max(-EDGE_OF_VIEW, min(EDGE_OF_VIEW, x + step * across)),
            max(-1.0, min(1.0, y + step * up)),
        )
