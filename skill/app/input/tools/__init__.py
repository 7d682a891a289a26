"""The tools of a scene in a player's hands: what a player does becomes samples. No pygame.

A further tool is one module here of the tool's name, with its `Binding`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from skill.app.i18n import tr
from skill.app.input.actions import Act, Lines
from skill.app.input.tools.binding import Binding, Gauge, Rehearser, Sample
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.camera import Camera
from skill.draw.scene_view import DieView, PlatePose, Stroke
from skill.errors import Unavailable
from skill.lattice.dice import Die
from skill.physics.tools import tool_classes
from skill.physics.tools.tool import Tool

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene


class ToolBindings:
    """All tools of a scene in a player's hands, for one attempt; they rehearse by `rehearser`, else at once.

    Of several tools that follow the pointer one is in use, and the others rest as they are. Raises `Unavailable` for a
    tool that nobody can use on screen.
    """

    def __init__(self, scene: Scene, rehearser: Rehearser | None = None) -> None:
        self._tools: tuple[type[Tool], ...] = tool_classes(scene)
        self.bindings: tuple[Binding, ...] = tuple(binding_of(tool.name)(scene) for tool in self._tools)
        if rehearser is not None:
            for binding in self.bindings:
                binding.rehearser = rehearser
        self._used = next((n for n, binding in enumerate(self.bindings) if binding.points), 0)

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

    def ready(self, *, by_keys: bool = False) -> str:
        """What to do to begin, likewise; to somebody who plays with keys, or with a controller, it names no mouse."""
        return tr(self.used.ready_by_keys if by_keys else self.used.ready)

    def hint(self, *, by_keys: bool = False) -> str:
        """What can be done now, in a few words, with the names of acts for their keys."""
        hints = [tr(binding.hint_by_keys if by_keys else binding.hint) for binding in (self.used, *self._others)]
        if self.can_switch:
            hints = [f"{tr(self.used.title)}: ", *hints, tr("{switch_tool}: the other tool.")]
        return " ".join(hints)

    def chance(self, running: AttemptRun) -> str:
        """What only now can be done with the tool in use: a sentence, or nothing."""
        return self.used.chance(running)

    @property
    def can_switch(self) -> bool:
        """Whether there are several tools that follow the pointer."""
        return sum(binding.points for binding in self.bindings) > 1

    def switch(self) -> None:
        """Use the next tool that follows the pointer."""
        order = [n for n, binding in enumerate(self.bindings) if binding.points]
        self._used = order[(order.index(self._used) + 1) % len(order)]

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        """The next sample of all tools; tools that are not in use rest, and the wheel turns one only."""
        wheeled = (*self._others, self.used)[0]
        values: list[float] = []
        for tool, binding in zip(self._tools, self.bindings, strict=True):
            if binding is self.used or not binding.points or given.broken_off:
                own = given if binding is wheeled else given._replace(notches=0.0)
                values += binding.sample(own, running)
            else:
                values += tool.rest
        return tuple(values)

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

    def ending(self, running: AttemptRun) -> str:
        """What there is to say of how an attempt that has ended came to its end, if a tool is to blame."""
        return " ".join(tr(text) for binding in self.bindings if (text := binding.ending(running)))

    def ghosts(self, running: AttemptRun, plate: PlatePose) -> Iterator[DieView]:
        """The dice that the tool in use would bring, where it would; world frame of a level plate."""
        last = dict(zip(self.bindings, self._last(running), strict=True))
        for die in self.used.ghosts(running, last[self.used]):
            yield die._replace(position=plate.apply(die.position))

    def asked(self, hand: Sequence[Die]) -> tuple[list[DieView], list[Stroke]]:
        """Before there is an attempt: the dice that the tool in use has already, and how it is drawn."""
        return self.used.asked(hand)

    def camera(self) -> Camera:
        """The view that suits the tool in use."""
        return self.used.camera()

    def _last(self, running: AttemptRun) -> list[Sample]:
        """The last sample of each tool."""
        samples = running.trace.samples
        parts, first = [], 0
        for tool in self._tools:
            last = first + len(tool.columns)
            parts.append(samples[-1][first:last] if samples else tool.rest)
            first = last
        return parts


def binding_of(tool: str) -> type[Binding]:
    """The binding of a tool: `Breath` of the module `breath`. Raises `Unavailable` if nobody can use it on screen."""
    if find_spec(f"{__name__}.{tool}") is None:
        raise Unavailable("tool {tool}: it cannot be used on screen; a bot can try it, or another scene", tool=tool)
    binding: type[Binding] = getattr(import_module(f"{__name__}.{tool}"), tool.capitalize())
    return binding
