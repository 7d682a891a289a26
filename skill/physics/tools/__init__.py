"""The tools of a scene together: what a player's two hands have."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from skill.errors import EngineError, NotationError
from skill.physics.scene import Scene
from skill.physics.tools.breath import BreathTool
from skill.physics.tools.flick import FlickTool
from skill.physics.tools.hand import HandTool
from skill.physics.tools.knock import KnockTool
from skill.physics.tools.ladle import LadleTool
from skill.physics.tools.pour import PourTool
from skill.physics.tools.press import PressTool
from skill.physics.tools.tape import TapeTool
from skill.physics.tools.throw import ThrowTool
from skill.physics.tools.tilt import TiltTool
from skill.physics.tools.tool import Sample, Tool

if TYPE_CHECKING:
    from skill.physics.world import World

TOOLS: tuple[type[Tool], ...] = (
    TiltTool,
    PressTool,
    BreathTool,
    HandTool,
    TapeTool,
    ThrowTool,
    FlickTool,
    KnockTool,
    PourTool,
    LadleTool,
)
"""Every tool, in the order of their columns in a sample."""


def tool_classes(scene: Scene) -> tuple[type[Tool], ...]:
    """The tools of a scene. Raises `EngineError` if it has none."""
    tools = tuple(tool for tool in TOOLS if getattr(scene, tool.name) is not None)
    if not tools:
        names = ", ".join(f"[{tool.name}]" for tool in TOOLS)
        raise EngineError(f"scene {scene.name}: there is nothing to do it with; expected one of {names}")
    return tools


def toolset_columns(scene: Scene) -> tuple[str, ...]:
    """What the numbers of a sample are in a scene."""
    return tuple(column for tool in tool_classes(scene) for column in tool.columns)


def toolset_name(scene: Scene) -> str:
    """The tools of a scene in one word, such as `tilt+press`."""
    return "+".join(tool.name for tool in tool_classes(scene))


class Toolset:
    """All tools of a scene, driven by one sample at a time."""

    def __init__(self, scene: Scene, seed: int | None) -> None:
        self.name, self.columns = toolset_name(scene), toolset_columns(scene)
        self.tools = tuple(tool(scene, seed) for tool in tool_classes(scene))
        self.rest: Sample = tuple(value for tool in self.tools for value in tool.rest)
        """The sample of hands that do nothing."""

    @property
    def come_from_afar(self) -> bool:
        """Whether no tool is near any die at the start."""
        return all(tool.comes_from_afar for tool in self.tools)

    def find(self, name: str) -> Any:
        """The tool of that name, None if the scene has none."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def checked(self, sample: Sequence[float]) -> Sample:
        """A sample as floats. Raises `NotationError`."""
        if len(sample) != len(self.columns) or not all(isfinite(x) for x in sample):
            raise NotationError(
                f"sample {tuple(sample)}: expected {len(self.columns)} finite numbers: {' '.join(self.columns)}"
            )
        return tuple(map(float, sample))

    def act_by(self, sample: Sample) -> bool:
        """Whether a sample that was checked does more than aim."""
        first = 0
        for tool in self.tools:
            if tool.acts_by(sample[first : first + len(tool.columns)]):
                return True
            first += len(tool.columns)
        return False

    def ready(self, world: World) -> None:
        """Take up what the hands have at the start."""
        for tool in self.tools:
            tool.ready(world)

    def aim(self, sample: Sample) -> None:
        """Command all tools."""
        first = 0
        for tool in self.tools:
            tool.aim(sample[first : first + len(tool.columns)])
            first += len(tool.columns)

    def step(self, world: World) -> None:
        """One physics step of the world under these hands."""
        pose = None
        for tool in self.tools:
            tool.act(world)
            pose = tool.pose() or pose
        world.step(pose)

    def state(self) -> tuple[Any, ...]:
        """What their further motion depends on."""
        return tuple(tool.state() for tool in self.tools)

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on the state of other hands of the same scene."""
        for tool, own in zip(self.tools, state, strict=True):
            tool.restore(own)
