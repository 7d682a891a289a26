"""The camera of a screen: turned by dragging, gliding to the views that acts ask for. No pygame."""

from __future__ import annotations

from collections.abc import Callable

from skill.app.input.actions import Act
from skill.draw.camera import Camera, home

ORBIT_DEG_PER_PIXEL = 0.3
KEY_TURN_DEG, KEY_RAISE_DEG, ZOOM_STEP = 15.0, 8.0, 1.1
CLICK = 3  # pixels that a click may move before it is a drag
GLIDE_S = 0.35  # to a view that an act asks for

_STEPS: dict[Act, Callable[[Camera], Camera]] = {
    Act.TURN_LEFT: lambda camera: camera.turned(-KEY_TURN_DEG),
    Act.TURN_RIGHT: lambda camera: camera.turned(KEY_TURN_DEG),
    Act.RAISE_VIEW: lambda camera: camera.turned(0.0, KEY_RAISE_DEG),
    Act.LOWER_VIEW: lambda camera: camera.turned(0.0, -KEY_RAISE_DEG),
    Act.ZOOM_IN: lambda camera: camera.zoomed(1 / ZOOM_STEP),
    Act.ZOOM_OUT: lambda camera: camera.zoomed(ZOOM_STEP),
}


class ViewControl:
    """A camera and how it moves."""

    def __init__(self) -> None:
        self.camera = home()
        self._glide: tuple[Camera, Camera, float] | None = None
        """From where, to where, and the seconds that it has lasted."""
        self.is_dragged = False
        """Whether the mouse is held down to turn the view."""
        self.may_choose = False
        """Whether it is held down with the button that chooses, where there is nothing to choose."""
        self._dragged = 0
        """Pixels that the mouse has moved in the drag."""

    @property
    def is_gliding(self) -> bool:
        """Whether time has to pass for the camera."""
        return self._glide is not None

    def show(self, camera: Camera) -> None:
        """Looks from there at once."""
        self.camera, self._glide = camera, None

    def glide_to(self, camera: Camera) -> None:
        """Looks from there after a smooth movement."""
        self._glide = (self.camera, camera, 0.0)

    def perform(self, act: Act) -> bool:
        """Turns, raises or zooms the view if the act asks for that; whether it does."""
        if act not in _STEPS:
            return False
        self.glide_to(_STEPS[act](self._glide[1] if self._glide else self.camera))
        return True

    def advance(self, elapsed_s: float) -> None:
        """Lets time pass."""
        if self._glide:
            begin, end, spent_s = self._glide
            share = min(1.0, (spent_s + elapsed_s) / GLIDE_S)
            self.camera = begin.towards(end, share * share * (3 - 2 * share))
            self._glide = None if share >= 1 else (begin, end, spent_s + elapsed_s)

    def begin_drag(self, *, may_choose: bool = False) -> None:
        """The mouse goes down to turn the view."""
        self.is_dragged, self.may_choose, self._dragged = True, may_choose, 0

    def drag(self, across: int, down: int) -> None:
        """The mouse moves by so many pixels while it is held down."""
        self._dragged += abs(across) + abs(down)
        if self.may_choose and self._dragged <= CLICK:
            return  # a click that is in vain turns nothing
        self.show(self.camera.turned(across * ORBIT_DEG_PER_PIXEL, down * ORBIT_DEG_PER_PIXEL))

    def pinch(self, moved: tuple[float, float], turned_deg: float, spread: float) -> None:
        """Two fingers move by so many pixels right and down, turn clockwise, and go to that share of their distance."""
        across, down = moved
        turned = self.camera.turned(across * ORBIT_DEG_PER_PIXEL + turned_deg, down * ORBIT_DEG_PER_PIXEL)
        self.show(turned.zoomed(1 / spread))

    def end_drag(self) -> bool:
        """The mouse goes up, or is let go of; whether it was no more than a click."""
        was_click = self.is_dragged and self._dragged <= CLICK
        self.is_dragged = False
        return was_click
