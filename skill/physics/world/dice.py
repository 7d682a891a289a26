"""The table of a world's dice, one row a die: its body in the engine, where it was last seen, its state.

Frame: the plate's. Units: edges, radians, seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.lattice.dice import Colour
from skill.physics.attitude import FEW, Array
from skill.physics.pose import STILL, UNTURNED, Quat, Vec
from skill.physics.world.engine import FAR, Engine

Flags = NDArray[np.bool_]
Floats = Sequence[float]

SETTLED_EDGES, SETTLED_DEG, SETTLED_S = 0.02, 1.0, 0.5  # Shared definitions: settled
ASLEEP_EDGES, ASLEEP_DEG = 0.002, 0.1  # a die may sleep once it stayed within this for SETTLED_S: a tenth of "settled"


class Body(NamedTuple):
    """Where a die is and how it moves, in the plate's frame; edges and seconds."""

    position: Vec
    quaternion: Quat
    velocity: Vec
    spin: Vec


class DiceState(NamedTuple):
    """All that a copy of the dice needs to go on, in the order of their numbers."""

    bodies: tuple[Body | None, ...]
    """None for a die that fell off or was taken."""
    colours: tuple[Colour, ...]
    held: tuple[bool, ...]
    fixed: tuple[bool, ...]
    frozen: tuple[bool, ...]


class Activity(NamedTuple):
    """Which dice take part in what goes on."""

    all_asleep: bool
    """Whether all are frozen or held where they are."""
    any_frozen: bool
    """Whether at least one is frozen."""
    any_fixed: bool
    """Whether at least one is held where it is."""
    any_awake: bool
    """Whether at least one is there that is not frozen."""
    watched: Flags | None
    """(n,): those that are not frozen; None for all."""
    driven: list[int]
    """The bodies in the engine that forces may move."""


class Rows:
    """Arrays with a row for each die. Here alone they grow and shrink; what is set as an attribute takes part."""

    def append(self) -> None:
        """Add a row of zeros to every array."""
        for name, column in list(vars(self).items()):
            if isinstance(column, Rows):
                column.append()
            elif isinstance(column, np.ndarray):
                row = np.zeros((1, *column.shape[1:]), column.dtype)
                setattr(self, name, np.concatenate([column, row]))

    def truncate(self, count: int) -> None:
        """Keep the first `count` rows of every array."""
        for name, column in list(vars(self).items()):
            if isinstance(column, Rows):
                column.truncate(count)
            elif isinstance(column, np.ndarray):
                setattr(self, name, column[:count].copy())


class Stillness(Rows):
    """Since when each die has stayed within some `edges` and degrees of where it was then."""

    def __init__(self, edges: float, angle_deg: float) -> None:
        self._squared, self._trace = edges**2, 1 + 2 * cos(radians(angle_deg))
        self._positions: Array = np.zeros((0, 3))
        self._rotations: Array = np.zeros((0, 3, 3))
        self.since_s: Array = np.zeros(0)
        """(n,), the world's clock."""

    def update(self, positions: Array, rotations: Array, clock_s: float) -> None:
        """Begin anew for each die that is no longer there, given where all are: (n, 3) and (n, 3, 3)."""
        if len(positions) <= FEW:
            before, turned = self._positions.tolist(), self._rotations.tolist()
            for n, (place, was, rows, were) in enumerate(
                zip(positions.tolist(), before, rotations.tolist(), turned, strict=True)
            ):
                if not self._stays(place, was, rows, were):
                    self._positions[n], self._rotations[n], self.since_s[n] = positions[n], rotations[n], clock_s
            return
        apart = ((positions - self._positions) ** 2).sum(axis=1)
        trace = (rotations * self._rotations).sum(axis=(1, 2))
        stays = (apart <= self._squared) & (trace >= self._trace)
        self.restart(~stays, positions, rotations, clock_s)

    def _stays(self, place: Floats, was: Floats, rows: Sequence[Floats], were: Sequence[Floats]) -> bool:
        """Whether one die stays, in plain floats."""
        (ax, ay, az), (bx, by, bz) = place, was
        x, y, z = ax - bx, ay - by, az - bz
        if not x * x + y * y + z * z <= self._squared:
            return False
        ((a, b, c), (d, e, f), (g, h, i)), ((j, k, m), (n, o, p), (q, r, s)) = rows, were
        return ((a * j + b * k) + (c * m + d * n)) + ((e * o + f * p) + (g * q + h * r)) + i * s >= self._trace

    def state(self) -> tuple[Array, Array, Array]:
        """Where each was, how it was turned and since when, for `restore`."""
        return self._positions.copy(), self._rotations.copy(), self.since_s.copy()

    def restore(self, state: tuple[Array, Array, Array]) -> None:
        """Take that on."""
        self._positions, self._rotations, self.since_s = (array.copy() for array in state)

    def restart(self, which: Flags, positions: Array, rotations: Array, clock_s: float) -> None:
        """Begin anew for these dice (n,), given where all are."""
        if which.any():
            self._positions[which], self._rotations[which] = positions[which], rotations[which]
            self.since_s[which] = clock_s


class DiceArrays(Rows):
    """The dice of a world by their numbers, which are the rows of all arrays."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.bodies: list[int] = []
        """Their numbers in the engine."""
        self.colours: list[Colour] = []
        self.is_present: Flags = np.zeros(0, bool)
        """(n,): on the plate or held, neither fallen nor taken."""
        self.is_held: Flags = np.zeros(0, bool)
        """(n,): in hand or ladle, so not judged."""
        self.is_fixed: Flags = np.zeros(0, bool)
        """(n,): held where it was put, whatever touches it: a static body."""
        self.is_frozen: Flags = np.zeros(0, bool)
        """(n,): asleep, a static body until something near it moves."""
        self.positions: Array = np.zeros((0, 3))
        """(n, 3), as last observed."""
        self.rotations: Array = np.zeros((0, 3, 3))
        """(n, 3, 3), as last observed; from a die's own frame, in which 1, 2, 3 look along x, y, z."""
        self.first_rotations: Array = np.zeros((0, 3, 3))
        """(n, 3, 3), as each die came into the world."""
        self.strides: Array = np.zeros(0)
        """(n,): how far each went from the last observation but one to the last."""
        self.of_engine = Rows()
        """What the engine's remedy keeps of each."""
        self.settled = Stillness(SETTLED_EDGES, SETTLED_DEG)
        self.calm = Stillness(ASLEEP_EDGES, ASLEEP_DEG)
        """By which a die may sleep."""

        self._activity: Activity | None = None  # None once something has changed

    def __len__(self) -> int:
        return len(self.bodies)

    @property
    def activity(self) -> Activity:
        """Which of them sleep, are watched and are driven."""
        if self._activity is None:
            there, frozen = self.is_present, self.is_frozen & self.is_present
            driven = np.flatnonzero(there & ~self.is_fixed).tolist()
            self._activity = Activity(
                bool((frozen | self.is_fixed | ~there).all()),
                bool(frozen.any()),
                bool(self.is_fixed.any()),
                bool((there & ~self.is_frozen).any()),
                ~self.is_frozen if self.is_frozen.any() else None,
                [self.bodies[n] for n in driven],
            )
        return self._activity

    # -- rows

    def add(self, colour: Colour, position: Vec, quaternion: Quat) -> int:
        """Make a die. Returns its number. Whoever calls observes it and then says `begin`."""
        self.colours.append(colour)
        self.bodies.append(self._engine.add_die(position, quaternion))
        self.append()
        self.is_present[-1] = True
        self._activity = None
        return len(self) - 1

    def begin(self, first: int, clock_s: float) -> None:
        """Take the dice from number `first` on, just observed, as come into the world now."""
        self.first_rotations[first:] = self.rotations[first:]
        self.restart(first, clock_s)

    def restart(self, first: int, clock_s: float) -> None:
        """Count the dice from number `first` on as moving until now."""
        which = np.arange(len(self)) >= first
        for still in (self.settled, self.calm):
            still.restart(which, self.positions, self.rotations, clock_s)
        self.strides[first:] = 0.0

    # -- state

    def put_aside(self, n: int) -> None:
        """Move a die that fell off or was taken to where it meets nothing."""
        body = self.bodies[n]
        self.is_present[n] = False
        self._activity = None
        self._engine.set_collides(body, False)
        self._engine.set_pose(body, (3.0 * n, 0.0, -FAR), UNTURNED)
        self._engine.set_velocity(body, STILL, STILL)
        self._engine.set_fixed(body, True)

    def set_frozen(self, n: int, frozen: bool) -> None:
        """Freeze a die, or let it move again."""
        self._engine.set_frozen(self.bodies[n], frozen)
        self.is_frozen[n] = frozen
        self._activity = None

    def set_fixed(self, n: int, fixed: bool) -> None:
        """Hold a die where it is, whatever touches it, or let forces move it."""
        self._engine.set_fixed(self.bodies[n], fixed)
        self.is_fixed[n] = fixed
        self._activity = None

    @property
    def numbers(self) -> list[int]:
        """The dice on the plate and in hand."""
        numbers: list[int] = np.flatnonzero(self.is_present).tolist()
        return numbers

    def number_of(self, body: int) -> int | None:
        """The die that is this body in the engine, None if it is none."""
        return self.bodies.index(body) if body in self.bodies else None

    # -- motion

    def observe(self, which: Flags | None = None) -> None:
        """Note where all dice are, or those that `which` (n,) says, in new arrays: the old ones stay as they were."""
        if which is None:
            self.positions, self.rotations = self._engine.poses(self.bodies)
        else:
            some = np.flatnonzero(which)
            self.positions, self.rotations = self.positions.copy(), self.rotations.copy()
            self.positions[some], self.rotations[some] = self.poses(some.tolist())

    def observe_places(self) -> None:
        """Note where all dice are, in a new array, but not how they are turned."""
        self.positions = np.array([self._engine.pose(body)[0] for body in self.bodies], float).reshape(-1, 3)

    def poses(self, numbers: Sequence[int]) -> tuple[Array, Array]:
        """Where these dice are now (m, 3) and how they are turned (m, 3, 3)."""
        return self._engine.poses([self.bodies[n] for n in numbers])

    def body(self, n: int) -> Body:
        """Where a die is now and how it moves."""
        body = self.bodies[n]
        return Body(*self._engine.pose(body), *self._engine.velocity(body))

    # -- branching

    def state(self) -> DiceState:
        """What a copy goes on from."""
        return DiceState(
            tuple(self.body(n) if there else None for n, there in enumerate(self.is_present)),
            tuple(self.colours),
            tuple(self.is_held.tolist()),
            tuple(self.is_fixed.tolist()),
            tuple(self.is_frozen.tolist()),
        )

    def restore(self, state: DiceState, may_sleep: bool) -> int:
        """Take on the state of other dice, all awake unless they `may_sleep`. Returns how many of them were known here.

        Whoever calls observes all, says `begin` for the further ones and `restart` for the rest.
        """
        known = min(len(self), len(state.bodies))
        self._keep(known)
        for colour, body in list(zip(state.colours, state.bodies, strict=True))[known:]:
            position, quaternion = (body.position, body.quaternion) if body else (STILL, UNTURNED)
            self.add(colour, position, quaternion)
        frozen = state.frozen if may_sleep else (False,) * len(self)
        for n, body in enumerate(state.bodies):
            if body is None:
                if self.is_present[n]:
                    self.put_aside(n)
                continue
            own = self.bodies[n]
            if not self.is_present[n]:
                self._engine.set_collides(own, True)
                self.is_present[n] = True
            self._engine.set_frozen(own, frozen[n])
            if state.fixed[n]:
                self._engine.set_fixed(own, True)
            self._engine.set_pose(own, body.position, body.quaternion)
            self._engine.set_velocity(own, body.velocity, body.spin)
        self.is_held[:], self.is_fixed[:], self.is_frozen[:] = state.held, state.fixed, frozen
        self._activity = None
        return known

    def _keep(self, count: int) -> None:
        """Take all dice out but the first `count`."""
        for body in self.bodies[count:]:
            self._engine.remove(body)
        del self.bodies[count:], self.colours[count:]
        self.truncate(count)
