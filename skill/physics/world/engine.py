"""The interface of an engine of rigid bodies, as a world uses it.

Units: lengths in die edges, masses in dice, seconds, radians. Frame: that of the plate, z up, for the world on the
plate; the world's own for dice on a table. An engine knows its bodies by whole numbers that it gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from skill.physics.attitude import Array
from skill.physics.pose import Quat, Vec
from skill.physics.solids import Solid

FAR = 1e3
"""Edges from the plate: where a body is that takes no part."""


class Remedy(Protocol):
    """What an engine wants done to dice that were just observed, so that they move as they should."""

    def update(self, gravity: Vec, clock_s: float) -> None:
        """Dice were observed under this pull, edges a second squared, plate frame."""

    def restart(self, gravity: Vec, clock_s: float, velocities: Array | None = None) -> None:
        """Dice have come, were let go or taken in hand; at rest, or with velocities (n, 3)."""


class Engine(Protocol):
    """One private world of an engine, empty at first, with gravity straight down."""

    gravity: float
    """Edges a second squared."""

    def add_die(self, position: Vec, quaternion: Quat) -> int:
        """A rounded cube of edge 1 and mass 1. Returns its number."""

    def add_plate(self, positions: Sequence[Vec], quaternion: Quat) -> list[int]:
        """Rounded cubes of edge 1 that nothing moves, all turned alike. Returns their numbers."""

    def add_solid(self, solid: Solid) -> int:
        """A die of any kind, rounded as cubes are, at the origin. Returns its number."""

    def add_vessel(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> int:
        """A body of boxes that only `set_pose` and `set_velocity` move, far away at first. Returns its number.

        Each box: half lengths, middle and attitude in the vessel's own frame.
        """

    def add_table(self, depth: float) -> int:
        """A level table whose top is `depth` below the origin. Returns its number."""

    def add_side_table(self, top: Array, attitude: Quat) -> int:
        """A table, turned by `attitude`, under the die whose centre is at `top` (3,). Returns its number."""

    def remove(self, body: int) -> None:
        """Take a body out."""

    def set_frozen(self, body: int, frozen: bool) -> None:
        """Make a die static and asleep, or let it move again, at rest."""

    def set_fixed(self, body: int, fixed: bool) -> None:
        """Make a die static, or let it move again."""

    def set_collides(self, body: int, collides: bool) -> None:
        """Say whether a body collides with what it meets."""

    def step(self) -> None:
        """Advance by one time step."""

    def set_gravity(self, acceleration: Vec) -> None:
        """Set the acceleration that all bodies with a mass feel, edges a second squared."""

    def set_pose(self, body: int, position: Vec, quaternion: Quat) -> None:
        """Put a body elsewhere."""

    def set_velocity(self, body: int, velocity: Vec, spin: Vec) -> None:
        """Set how fast a body moves, edges a second, and turns, radians a second."""

    def apply_force(self, body: int, force: Vec, torque: Vec) -> None:
        """Apply a force at the centre of a body and a torque for the next step, in masses of a die, edges, seconds."""

    def apply_fictitious_forces(self, bodies: Sequence[int], spin: Vec, angular_acceleration: Vec) -> None:
        """Apply what dice feel for the next step in a frame that turns about its origin, rad/s and rad/s2.

        Each gets the Euler, centrifugal and Coriolis force and, its inertia being isotropic, the torque
        -I (dW/dt + W x w).
        """

    def pose(self, body: int) -> tuple[Vec, Quat]:
        """Where a body is and how it is turned."""

    def poses(self, bodies: Iterable[int]) -> tuple[Array, Array]:
        """Where bodies are (n, 3) and how they are turned (n, 3, 3)."""

    def velocity(self, body: int) -> tuple[Vec, Vec]:
        """How fast a body moves, edges a second, and turns, radians a second."""

    def contacts(self, body: int | None = None) -> list[tuple[int, float]]:
        """The contact points of the last step, of `body` alone if it is given.

        Of each the number of the second body, and how far apart the two are, 0 or less where they touch.
        """

    def cast_ray(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        """The body that a straight line hits first, -1 for none, and where."""

    def snapshot(self) -> Any:
        """All of it, as plain data that can be pickled; None where the engine cannot give it."""

    def restore(self, snapshot: Any) -> None:
        """Take on a snapshot of an engine of the same scene, its bodies' numbers too, and go on with the same bytes."""

    def close(self) -> None:
        """Give its memory back; it cannot be used after that."""
