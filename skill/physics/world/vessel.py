"""The vessel in a hand: a rigid body that goes where it is put, whatever touches it.

Frame: the plate's. Units: edges, radians, seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.physics.pose import STILL, Quat, Vec
from skill.physics.world.dice import DiceArrays
from skill.physics.world.engine import Engine


class Vessel:
    """At most one of a world; it is there once it is built."""

    def __init__(self, dice: DiceArrays, engine: Engine) -> None:
        self._dice, self._engine = dice, engine
        self.body: int | None = None
        """Its number in the engine, once it is built."""

    @property
    def is_there(self) -> bool:
        """Whether it is built."""
        return self.body is not None

    def build(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> None:
        """Make it of boxes: half lengths, middle and attitude of each in its own frame."""
        self.body = self._engine.add_vessel(boxes)

    def move(self, position: Vec, quaternion: Quat, velocity: Vec = STILL, spin: Vec = STILL) -> None:
        """Put it where it is at the beginning of the next step, and say how fast it goes and turns in it.

        Contacts feel the velocity; the place is not theirs to change.
        """
        assert self.body is not None
        self._engine.set_pose(self.body, position, quaternion)
        self._engine.set_velocity(self.body, velocity, spin)

    def touched(self) -> set[int]:
        """The dice that it touched in the last step, by their numbers; -1 for the plate or the table."""
        assert self.body is not None
        numbers = {self._dice.number_of(body) for body, apart in self._engine.contacts(self.body) if apart <= 0.0}
        return {-1 if n is None else n for n in numbers}
