"""The base of every tool: samples of an input trace go in; a pose of the plate, forces or released dice come out.

A scene has a tool by having its table, which gives its limits. Frames: a plate that is held is moved in the world
frame; everything else acts in the plate's frame, edges and seconds, z up from the funnel bottoms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from skill.physics.pose import Pose
from skill.physics.scene import Scene

if TYPE_CHECKING:
    from skill.physics.world import World

Sample = tuple[float, ...]


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

    @abstractmethod
    def aim(self, sample: Sample) -> None:
        """Command what the next steps do; values beyond the limits are brought to them."""

    def act(self, world: World) -> None:  # noqa: B027 (the plate is moved by its pose)
        """Do it for the physics step that follows."""

    def pose(self) -> Pose | None:
        """Where the plate is at the end of that step, for a tool that holds it."""
        return None

    @abstractmethod
    def state(self) -> Any:
        """All that its further motion depends on, the seed's future apart."""

    @abstractmethod
    def restore(self, state: Any) -> None:
        """Take on the state of another tool of the same scene."""
