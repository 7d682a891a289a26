"""Game controllers as keys: each button, trigger and direction of a stick has a name, and is bound to acts as keys are.

The names are `pad a`, `pad b`, `pad x`, `pad y`, `pad back`, `pad start`; the cross `pad up`, `pad down`, `pad left`,
`pad right`; `pad l1`, `pad r1` above the triggers `pad l2`, `pad r2`; the sticks pressed down, `pad l3`, `pad r3`; and
the sticks moved, such as `pad left stick up`. Layout: that of SDL, which knows nearly all controllers there are.
"""

from __future__ import annotations

from contextlib import suppress
from math import hypot
from typing import Any, NamedTuple

import pygame

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "pad a",
    pygame.CONTROLLER_BUTTON_B: "pad b",
    pygame.CONTROLLER_BUTTON_X: "pad x",
    pygame.CONTROLLER_BUTTON_Y: "pad y",
    pygame.CONTROLLER_BUTTON_BACK: "pad back",
    pygame.CONTROLLER_BUTTON_START: "pad start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "pad l3",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "pad r3",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "pad l1",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "pad r1",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "pad up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "pad down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "pad left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "pad right",
}
AXES = {  # the keys of an axis, where it is low and where it is high
    pygame.CONTROLLER_AXIS_LEFTX: ("pad left stick left", "pad left stick right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("pad left stick up", "pad left stick down"),
    pygame.CONTROLLER_AXIS_RIGHTX: ("pad right stick left", "pad right stick right"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("pad right stick up", "pad right stick down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "pad l2"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "pad r2"),
}
FULL = 32767  # of an axis
PRESSED, LET_GO = 0.55, 0.45  # of an axis, at which its key goes down and up
DEAD = 0.15  # of a stick that nobody touches
DELAY_MS, REPEAT_MS = 350, 120  # until a button that stays down comes again, and again
REPEAT = pygame.event.custom_type()


class Change(NamedTuple):
    """A named button that goes down or up."""

    key: str
    is_down: bool
    is_repeat: bool = False
    """Whether it has been down already."""


class Gamepads:
    """All controllers that are plugged in, as one."""

    def __init__(self) -> None:
        self._open: dict[int, Any] = {}
        self._axes: dict[tuple[int, int], float] = {}
        """By axis and controller, so that one that lies there with its sticks beside the middle stops no other."""
        self._down: dict[str, set[int]] = {}
        """By the name of a button: the controllers on which it is down; what went down last comes last."""

    def start(self) -> None:
        """Looks for controllers from now on; each that is there or comes tells of itself by an event."""
        from pygame._sdl2 import controller

        with suppress(pygame.error):  # a system that has no controllers at all
            controller.init()

    @property
    def is_there(self) -> bool:
        """Whether there is a controller."""
        return bool(self._open)

    @property
    def stick(self) -> tuple[float, float]:
        """How far the left stick leans to the right and away, together 1 at most."""
        x, y = self._farthest(pygame.CONTROLLER_AXIS_LEFTX), -self._farthest(pygame.CONTROLLER_AXIS_LEFTY)
        length = hypot(x, y)
        if length <= DEAD:
            return (0.0, 0.0)
        share = min(1.0, (length - DEAD) / (1 - DEAD)) / length
        return (x * share, y * share)

    def _farthest(self, axis: int) -> float:
        """Where that controller has an axis on which it is farthest from the middle."""
        return max((value for (of, _), value in self._axes.items() if of == axis), key=abs, default=0.0)

    def take(self, event: pygame.event.Event) -> list[Change]:
        """What goes down or up by an event; nothing by an event that is not a controller's."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
            return self.release_all()
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP) and event.button in BUTTONS:
            return self._turned(BUTTONS[event.button], event.instance_id, event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION and event.axis in AXES:
            return self._moved(event.axis, event.instance_id, event.value / FULL)
        elif event.type == REPEAT and self._down:
            pygame.time.set_timer(REPEAT, REPEAT_MS)
            return [Change(next(reversed(self._down)), True, True)]
        return []

    def release_all(self) -> list[Change]:
        """Lets go of everything: a controller is gone, or the window has lost the attention."""
        self._axes.clear()
        down = [(key, controller) for key, controllers in self._down.items() for controller in controllers]
        return [change for key, controller in down for change in self._turned(key, controller, False)]

    def _plug(self, index: int) -> None:
        from pygame._sdl2 import controller

        with suppress(pygame.error):  # unplugged again meanwhile
            found = controller.Controller(index)
            self._open[found.id] = found

    def _moved(self, axis: int, controller: int, value: float) -> list[Change]:
        self._axes[axis, controller] = value
        changes = []
        for key, reached in zip(AXES[axis], (-value, value), strict=True):
            if key and reached > PRESSED:
                changes += self._turned(key, controller, True)
            elif key and reached < LET_GO:
                changes += self._turned(key, controller, False)
        return changes

    def _turned(self, key: str, controller: int, is_down: bool) -> list[Change]:
        """A button goes down with the first controller on which it does, and up with the last."""
        controllers = self._down.get(key, set())
        if is_down == (controller in controllers):
            return []
        was_down = bool(controllers)
        if is_down:
            self._down[key] = controllers | {controller}
        else:
            controllers.remove(controller)
            if not controllers:
                del self._down[key]
        if was_down == (key in self._down):
            return []
        pygame.time.set_timer(REPEAT, DELAY_MS if self._down else 0)
        return [Change(key, is_down)]
