"""Dice that fell off the plate: they go on in a world of their own, where the table is.

Once all have lain still for half a second that world sleeps until another die falls: nothing moves the table.

Frame: the world's, since they are no part of the plate's. Units: edges, radians, seconds.
"""

from __future__ import annotations

from math import hypot, radians
from typing import Any, NamedTuple

from skill.physics.attitude import Array, tops
from skill.physics.pose import Vec
from skill.physics.scene import Scene
from skill.physics.world.dice import SETTLED_DEG, SETTLED_EDGES, SETTLED_S, Body
from skill.physics.world.engine import Engine
from skill.physics.world.engines import new_engine

TABLE_STEP_S = 1 / 240  # of their world: what a scene needs finer steps for is not there
SLOW_EDGES_S, SLOW_RAD_S = SETTLED_EDGES / SETTLED_S, radians(SETTLED_DEG) / SETTLED_S
"""What is slower moves less than 0.02 of an edge and turns less than 1 degree in half a second."""


class FallenState(NamedTuple):
    """What a copy of the fallen dice goes on from."""

    left_at: dict[int, Vec]
    """As that of `FallenDice`."""
    steps: int
    moved_at: int
    bodies: dict[int, int]
    engine: Any
    """A snapshot of their world; None where there is none or the engine gives none."""


def top_of(rotation: Array) -> int:
    """The number that looks up on a die on the table that is turned like that (3, 3)."""
    return tops(rotation[None, 2])[0]


class FallenDice:
    """The dice that fell off, by their numbers in the world that lost them. Unless `simulated` they are gone then."""

    def __init__(self, scene: Scene, simulated: bool) -> None:
        self._scene, self._simulated = scene, simulated
        self.left_at: dict[int, Vec] = {}
        """The lattice coordinates at which each was lost, first fallen first."""
        self._step_every = max(1, round(TABLE_STEP_S / scene.step_s))  # steps of the plate's world
        self._steps = self._moved_at = 0  # steps so far, and at the last observation that saw one of them move
        self._is_asleep = False
        self._asleep_after = round(SETTLED_S / scene.step_s)
        self._engine: Engine | None = None  # made for the first die
        self._bodies: dict[int, int] = {}
        self._observed: dict[int, tuple[Array, Array]] = {}

    def add(self, n: int, left_at: Vec, body: Body) -> None:
        """Let die `n` go on from here, lost at these lattice coordinates."""
        self.left_at[n] = left_at
        if not self._simulated:
            return
        if self._engine is None:
            self._engine = self._table()
        self._moved_at, self._is_asleep = self._steps, False
        self._bodies[n] = self._engine.add_die(body.position, body.quaternion)
        self._engine.set_velocity(self._bodies[n], body.velocity, body.spin)

    def state(self) -> FallenState:
        """What a copy goes on from."""
        engine = self._engine and self._engine.snapshot()
        return FallenState(dict(self.left_at), self._steps, self._moved_at, dict(self._bodies), engine)

    def restore(self, state: FallenState) -> None:
        """Take on which dice have fallen; where the engine gives no snapshot, of those simulated here all others go."""
        left_at = self.left_at = dict(state.left_at)
        self._steps, self._moved_at = state.steps, state.moved_at
        if self._simulated and state.engine is not None:
            self._bodies, self._engine = dict(state.bodies), self._engine or self._table()
            self._engine.restore(state.engine)
            self._look(self._engine)
            return
        for n in self._bodies.keys() - left_at.keys():
            assert self._engine is not None
            self._engine.remove(self._bodies.pop(n))
            self._observed.pop(n, None)
        if not self._bodies:  # the next one that falls finds the table as it is at first
            self.close()
            self._engine = None

    def _table(self) -> Engine:
        engine = new_engine(self._scene, self._scene.step_s * self._step_every)
        engine.add_table(self._scene.plate.table_drop_m / self._scene.dice.edge_m)
        return engine

    def step(self) -> None:
        """Let one step of the plate's world go by."""
        self._steps += 1
        if self._engine is not None and self._steps % self._step_every == 0 and not self._is_asleep:
            self._engine.step()

    def observe(self) -> None:
        """Note where they are."""
        if self._engine is not None and not self._is_asleep:
            self._look(self._engine)

    def _look(self, engine: Engine) -> None:
        positions, rotations = engine.poses(self._bodies.values())
        self._observed = dict(zip(self._bodies, zip(positions, rotations, strict=True), strict=True))
        if not self.is_at_rest:
            self._moved_at = self._steps
        self._is_asleep = self._steps - self._moved_at > self._asleep_after

    @property
    def observed(self) -> dict[int, tuple[Array, Array]]:
        """Where each that is simulated was when last observed (3,) and how it was turned (3, 3)."""
        return self._observed

    @property
    def is_at_rest(self) -> bool:
        """Whether all lie still."""
        if self._engine is None:
            return True
        motions = map(self._engine.velocity, self._bodies.values())
        return all(hypot(*velocity) < SLOW_EDGES_S and hypot(*spin) < SLOW_RAD_S for velocity, spin in motions)

    def close(self) -> None:
        """Give the engine's memory back."""
        if self._engine is not None:
            self._engine.close()
