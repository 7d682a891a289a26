"""The base of every tool: samples of an input trace go in; a pose of the plate, forces or released dice come out.

A scene has a tool by having its table, which gives its limits. Frames: a plate that is held is moved in the world
frame; everything else acts in the plate's frame, edges and seconds, z up from the funnel bottoms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from skill.physics.pose import Pose
from skill.physics.scene import Scene

if TYPE_CHECKING:
    from skill.physics.world import World

Sample = tuple[float, ...]
Bound = float | tuple[str, float]
"""A number, or a limit of the tool's table in the scene file and by how much it is multiplied."""


class Range(NamedTuple):
    """What a number of a sample can be."""

    unit: str
    """`edges`, `deg`, `m/s`, `rad/s`, `weights`, `1/s`, or empty for a pure number."""
    low: Bound
    high: Bound

    def within(self, scene: Scene, tool: str) -> tuple[float, float]:
        """The least and the greatest number in a scene that has that tool; a limit in metres is turned into edges."""
        low, high = (self._number(scene, tool, bound) for bound in (self.low, self.high))
        return low, high

    def _number(self, scene: Scene, tool: str, bound: Bound) -> float:
        if not isinstance(bound, tuple):
            return bound
        limit, times = bound
        size = float(getattr(getattr(scene, tool), limit))
        return times * (size / scene.dice.edge_m if self.unit == "edges" and limit.endswith("_m") else size)


def either_way(unit: str, limit: str) -> Range:
    """From minus a limit of the scene to that limit."""
    return Range(unit, (limit, -1.0), (limit, 1.0))


def up_to(unit: str, limit: str) -> Range:
    """From 0 to a limit of the scene."""
    return Range(unit, 0.0, (limit, 1.0))


SWITCH = Range("", 0.0, 1.0)
"""On from 0.5."""


class Tool(ABC):
    """One tool in a player's hands, for one attempt.

    It is made for a scene that has its table, and a `seed` for all that is random in a hand; with None it does exactly
    as it is told, for trying things out. The runner calls `prepare` once, then `aim` once for every sample and
    `act` before every physics step.
    """

    name: ClassVar[str]
    """The table of the scene file that gives its limits."""
    columns: ClassVar[tuple[str, ...]]
    """The names of the numbers of a sample, each with its unit; a length without one is in edges."""
    ranges: ClassVar[tuple[Range, ...]]
    """What each of these numbers can be. Some tools also know a number below it for a hand that stays as it is."""
    rest: Sample
    """The sample by which it does nothing."""
    starts_far_away: ClassVar[bool] = False
    """Whether at the start it is far from all dice, so that these may sleep from the first."""

    @abstractmethod
    def __init__(self, scene: Scene, seed: int | None) -> None: ...

    def prepare(self, world: World) -> None:  # noqa: B027 (most hold nothing)
        """Take up what it holds at the start. Not called in a copy that goes on from another's state."""

    @staticmethod
    def acts_by(sample: Sample) -> bool:
        """Whether a sample does more than aim; the clock waits for the first that does."""
        return True

    def touches(self, sample: Sample) -> bool:
        """Whether by a sample it takes hold of dice, strikes them or moves them; its last number says how much."""
        return sample[-1] > 0

    @abstractmethod
    def aim(self, sample: Sample) -> None:
        """Command what the next steps do; values beyond the limits are brought to them."""

    def act(self, world: World) -> None:  # noqa: B027 (the plate is moved by its pose)
        """Do it for the physics step that follows."""

    @property
    @abstractmethod
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""

    def pose(self) -> Pose | None:
        """Where the plate is at the end of that step, for a tool that holds it."""
        return None

    @abstractmethod
    def state(self) -> Any:
        """All that its further motion depends on, the seed's future apart."""

    @abstractmethod
    def restore(self, state: Any) -> None:
        """Take on the state of another tool of the same scene."""
