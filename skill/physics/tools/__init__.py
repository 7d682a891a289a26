"""The tools that move plate and dice, one module each. This file puts those of a scene together.

A new tool takes two files. Its limits stand in the scene file, so they need a model and a field of `Scene` in
`scene.py`; scenes are checked there without loading any tool. The tool itself is a module here of the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any

from skill.errors import EngineError, NotationError
from skill.physics.scene import TOOLS, Scene
from skill.physics.tools.tool import Sample, Tool

if TYPE_CHECKING:
    from skill.physics.world import World


@cache
def tool_class(name: str) -> type[Tool]:
    """The tool whose limits are the table `name` of a scene file: `NameTool` of the module `name` in this folder."""
    tool: type[Tool] = getattr(import_module(f"{__name__}.{name}"), f"{name.capitalize()}Tool")
    return tool


def tool_classes(scene: Scene) -> tuple[type[Tool], ...]:
    """The tools of a scene, in the order of their columns in a sample. Raises `EngineError` if it has none."""
    if not scene.tools:
        names = ", ".join(f"[{name}]" for name in TOOLS)
        raise EngineError(
            "scene {name}: there is nothing to do it with; expected one of {names}", name=scene.name, names=names
        )
    return tuple(map(tool_class, scene.tools))


def toolset_columns(scene: Scene) -> tuple[str, ...]:
    """The names of the numbers of a sample in a scene."""
    return tuple(column for tool in tool_classes(scene) for column in tool.columns)


def toolset_ranges(scene: Scene) -> tuple[tuple[float, float, str], ...]:
    """The least and the greatest value of each number of a sample in a scene, and its unit."""
    tools = tool_classes(scene)
    return tuple((*each.within(scene, tool.name), each.unit) for tool in tools for each in tool.ranges)


def toolset_name(scene: Scene) -> str:
    """The tools of a scene in one word, such as `tilt+press`."""
    return "+".join(tool.name for tool in tool_classes(scene))


class Toolset:
    """All tools of a scene, driven by one sample at a time, for one attempt."""

    def __init__(self, scene: Scene, seed: int | None) -> None:
        self.name, self.columns = toolset_name(scene), toolset_columns(scene)
        self.tools = tuple(tool(scene, seed) for tool in tool_classes(scene))
        self.rest: Sample = tuple(value for tool in self.tools for value in tool.rest)
        """The sample by which no tool does anything."""

    @property
    def starts_far_away(self) -> bool:
        """Whether no tool is near any die at the start."""
        return all(tool.starts_far_away for tool in self.tools)

    def find(self, name: str) -> Any:
        """The tool of that name, None if the scene has none."""
        return next((tool for tool in self.tools if tool.name == name), None)

    @property
    def now(self) -> Sample:
        """Where all tools mean to be now and what they do, in the numbers of a sample."""
        return tuple(value for tool in self.tools for value in tool.now)

    def checked(self, sample: Sequence[float]) -> Sample:
        """A sample as floats. Raises `NotationError` unless it has a finite number for each column."""
        if len(sample) != len(self.columns) or not all(isfinite(x) for x in sample):
            raise NotationError(
                "sample {sample}: expected {count} finite numbers: {columns}",
                sample=tuple(sample),
                count=len(self.columns),
                columns=" ".join(self.columns),
            )
        return tuple(map(float, sample))

    def acts_by(self, sample: Sample) -> bool:
        """Whether a checked sample does more than aim."""
        return any(tool.acts_by(part) for tool, part in self._parts(sample))

    def touches(self, sample: Sample) -> tuple[bool, ...]:
        """Of each tool whether by a checked sample it takes hold of dice, strikes them or moves them."""
        return tuple(tool.touches(part) for tool, part in self._parts(sample))

    def prepare(self, world: World) -> None:
        """Take up what the tools hold at the start."""
        for tool in self.tools:
            tool.prepare(world)

    def aim(self, sample: Sample) -> None:
        """Command all tools."""
        for tool, part in self._parts(sample):
            tool.aim(part)

    def _parts(self, sample: Sample) -> Iterator[tuple[Tool, Sample]]:
        """Each tool with its numbers of a sample."""
        first = 0
        for tool in self.tools:
            yield tool, sample[first : first + len(tool.columns)]
            first += len(tool.columns)

    def step(self, world: World) -> None:
        """Act with all tools for one physics step of the world, and take that step."""
        pose = None
        for tool in self.tools:
            tool.act(world)
            pose = tool.pose() or pose
        world.step(pose)

    def state(self) -> tuple[Any, ...]:
        """What the further motion of the tools depends on."""
        return tuple(tool.state() for tool in self.tools)

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on the state of another toolset of the same scene."""
        for tool, own in zip(self.tools, state, strict=True):
            tool.restore(own)
