"""A player's hands on screen: pointer, wheel and keys become samples for all tools of a scene. No pygame.

A further tool is one module here with its `Binding`, and its place in `BINDINGS`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from math import hypot
from typing import TYPE_CHECKING

from skill.app.draw.camera import Camera
from skill.app.draw.scene_view import PlatePose, Stroke
from skill.app.i18n import tr
from skill.app.input.actions import Act, Lines
from skill.app.input.tools.binding import Binding, Controls, Gauge, Sample
from skill.app.input.tools.breath import Breath
from skill.app.input.tools.flick import Flick
from skill.app.input.tools.hand import Fingers
from skill.app.input.tools.knock import Knock
from skill.app.input.tools.ladle import Ladle
from skill.app.input.tools.pour import Pour
from skill.app.input.tools.press import Press
from skill.app.input.tools.tape import Tape
from skill.app.input.tools.throw import Throw
from skill.app.input.tools.tilt import Tilt
from skill.app.input.view_ray import InView, Sight
from skill.errors import Unavailable
from skill.physics.tools import tool_classes
from skill.physics.tools.tool import Tool

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

BINDINGS: tuple[type[Binding], ...] = (Tilt, Press, Breath, Fingers, Tape, Throw, Flick, Knock, Pour, Ladle)

NOTCHES_PER_S = 8.0  # of a wheel that a key turns
KEYS_SLOW, KEYS_FAST, KEYS_GROW_S = 0.15, 0.9, 0.8  # of a pointer that keys move: in the view a second, and until when
EDGE_OF_VIEW = 1.6  # how far from the middle keys take it


class Hands:
    """All tools of a scene in a player's hands, for one attempt.

    Of several tools that follow the pointer one is in use, and the others rest as they are. Raises `Unavailable` for a
    tool that nobody can use on screen.
    """

    def __init__(self, scene: Scene) -> None:
        self._tools: tuple[type[Tool], ...] = tool_classes(scene)
        self._dt = 1 / scene.engine.sample_hz
        self.bindings: tuple[Binding, ...] = tuple(_binding(tool.name)(scene) for tool in self._tools)
        self._used = next((n for n, binding in enumerate(self.bindings) if binding.points), 0)
        self.pointer: InView | None = None
        """Where the player points in the view; None when off it."""
        self.is_pressed = False
        """Whether the main button of the mouse is down."""
        self._done: deque[tuple[InView, bool]] = deque()  # what the mouse did that no sample has told of yet
        self._notches = 0.0
        self._moving_s = 0.0
        self.stick: InView = (0.0, 0.0)
        """How far the stick of a controller leans to the right and away, 1 at most."""

    @property
    def used(self) -> Binding:
        """The tool that follows the pointer."""
        return self.bindings[self._used]

    @property
    def _others(self) -> list[Binding]:
        """The tools that do not follow the pointer and are always in use."""
        return [binding for binding in self.bindings if not binding.points and binding is not self.used]

    @property
    def keys(self) -> dict[str, Act]:
        """What keys do, those of the tool in use before others."""
        return {key: act for binding in (*self._others, self.used) for key, act in binding.keys.items()}

    @property
    def help(self) -> Lines:
        """What can be done with the tool in use and with those that do not point."""
        switch: Lines = (("The other tool", (Act.SWITCH_TOOL,)),) if self.can_switch else ()
        return (*self.used.help, *(line for binding in self._others for line in binding.help), *switch)

    @property
    def ready(self) -> str:
        """What to do to begin, likewise."""
        return tr(self.used.ready)

    @property
    def hint(self) -> str:
        """What can be done now, in a few words, with the names of acts for their keys."""
        hints = [tr(binding.hint) for binding in (self.used, *self._others)]
        if self.can_switch:
            hints = [f"{tr(self.used.title)}: ", *hints, tr("{switch_tool}: the other tool.")]
        return " ".join(hints)

    @property
    def can_switch(self) -> bool:
        """Whether there are several tools that follow the pointer."""
        return sum(binding.points for binding in self.bindings) > 1

    def switch(self) -> None:
        """Use the next tool that follows the pointer."""
        order = [n for n, binding in enumerate(self.bindings) if binding.points]
        self._used = order[(order.index(self._used) + 1) % len(order)]

    def press(self, is_down: bool, at: InView) -> None:
        """The main button of the mouse goes down or up at a point of the view.

        Each such moment gets samples of its own: a whole stroke of the mouse may fall between two pictures.
        """
        self.is_pressed = is_down
        self._done.extend([(at, False), (at, True)] if is_down else [(at, True)])

    def wheel(self, notches: float) -> None:
        """A turn of the mouse wheel."""
        self._notches += notches

    def sample(self, held: Collection[Act], sight: Sight, running: AttemptRun) -> Sample:
        """The next sample of all tools."""
        self._move_pointer(held)
        notches = self._notches + NOTCHES_PER_S * self._dt * ((Act.RAISE in held) - (Act.LOWER in held))
        self._notches = 0.0
        at, is_pressed = self._done.popleft() if self._done else (self.pointer, self.is_pressed)
        controls = Controls(sight, at, is_pressed or Act.PRESS in held, notches, held, self._dt, self.stick)
        wheeled = next(binding for binding in (*self._others, self.used) if binding.takes_wheel)
        values: list[float] = []
        for tool, binding in zip(self._tools, self.bindings, strict=True):
            if binding is self.used or not binding.points:
                own = controls if binding is wheeled else controls._replace(notches=0.0)
                values += binding.sample(own, running)
            else:
                values += tool.rest
        return tuple(values)

    def _move_pointer(self, held: Collection[Act]) -> None:
        """Arrow keys and the stick move the pointer, slowly at first; who leans the stick does not mean the mouse."""
        if not self.used.points:
            self.pointer = None if self.stick != (0.0, 0.0) else self.pointer
            return
        across = (Act.POINT_RIGHT in held) - (Act.POINT_LEFT in held) + self.stick[0]
        up = (Act.POINT_UP in held) - (Act.POINT_DOWN in held) + self.stick[1]
        if not across and not up:
            self._moving_s = 0.0
            return
        grown = min(1.0, self._moving_s / KEYS_GROW_S)
        step = self._dt * (KEYS_SLOW + (KEYS_FAST - KEYS_SLOW) * grown) / max(1.0, hypot(across, up))
        self._moving_s += self._dt
        x, y = self.pointer or (0.0, 0.0)
        self.pointer = (
            max(-EDGE_OF_VIEW, min(EDGE_OF_VIEW, x + step * across)),
            max(-1.0, min(1.0, y + step * up)),
        )

    def gauge(self, running: AttemptRun, azimuth_deg: float) -> Gauge:
        """What the tool in use does, and those that always are."""
        last = dict(zip(self.bindings, self._last(running), strict=True))
        dial, bars = self.used.gauge(running, last[self.used], azimuth_deg)
        for binding in self._others:
            bars += binding.gauge(running, last[binding], azimuth_deg).bars
        return Gauge(dial, bars)

    def strokes(self, running: AttemptRun, plate: PlatePose) -> Iterator[Stroke]:
        """All tools as they are drawn, world frame."""
        for tool, binding, sample in zip(self._tools, self.bindings, self._last(running), strict=True):
            if binding is not self.used and sample == tool.rest:
                continue  # nobody has touched it
            for stroke in binding.strokes(running, sample):
                yield stroke._replace(begin=plate.apply(stroke.begin), end=plate.apply(stroke.end))

    def camera(self) -> Camera:
        """The view that suits the tool in use."""
        return self.used.camera()

    def _last(self, running: AttemptRun) -> list[Sample]:
        """What each tool was told last."""
        samples = running.trace.samples
        parts, first = [], 0
        for tool in self._tools:
            last = first + len(tool.columns)
            parts.append(samples[-1][first:last] if samples else tool.rest)
            first = last
        return parts


def _binding(tool: str) -> type[Binding]:
    for binding in BINDINGS:
        if binding.tool == tool:
            return binding
    known = ", ".join(binding.tool for binding in BINDINGS)
    raise Unavailable(f"tool {tool}: it cannot be used on screen; expected one of {known}")
