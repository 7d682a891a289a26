"""A bare table onto which dice of any kind are thrown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import hypot, radians

import numpy as np

from skill.physics.pose import Quat, Vec
from skill.physics.scene import Scene
from skill.physics.solids import Solid
from skill.physics.world import FORCED_S, SETTLED_DEG, SETTLED_EDGES, SETTLED_S
from skill.physics.world.engines import new_engine


class Tray:
    """A bare table for dice of any kind, each numbered by its place in `solids`.

    Built anew and given the same throws it repeats bit for bit. Units: edges, radians, seconds; z up from the table.
    """

    def __init__(self, scene: Scene, solids: Sequence[Solid]) -> None:
        self._scene, self._solids = scene, solids
        self._engine = new_engine(scene, scene.step_s)
        self._engine.add_table(0.0)
        self._bodies = [self._engine.add_solid(kind) for kind in solids]
        self._at_rest = np.zeros(len(solids), bool)

    def throw(self, n: int, position: Vec, quaternion: Quat, velocity: Vec, spin: Vec) -> None:
        """Let die `n` go from a position and an attitude with a velocity and a spin."""
        self._engine.set_fixed(self._bodies[n], False)
        self._engine.set_pose(self._bodies[n], position, quaternion)
        self._engine.set_velocity(self._bodies[n], velocity, spin)
        self._at_rest[n] = False

    def settle(self, max_s: float = FORCED_S) -> bool:
        """Step until all dice lie still, at most `max_s`; those that do are static until thrown.

        Returns whether all lie still.
        """
        engine = self._scene.engine
        calm = np.zeros(len(self._bodies))
        for _ in range(round(max_s * engine.sample_hz)):
            for _ in range(engine.steps_per_sample):
                self._engine.step()
            for n in np.flatnonzero(~self._at_rest).tolist():
                velocity, spin = self._engine.velocity(self._bodies[n])
                is_slow = (
                    hypot(*velocity) < SETTLED_EDGES / SETTLED_S and hypot(*spin) < radians(SETTLED_DEG) / SETTLED_S
                )
                calm[n] = calm[n] + 1 / engine.sample_hz if is_slow else 0.0
                if calm[n] >= SETTLED_S:
                    self._engine.set_fixed(self._bodies[n], True)
                    self._at_rest[n] = True
            if self._at_rest.all():
                return True
        return False

    def numbers(self) -> list[int | None]:
        """The number that each die shows; None for one that is cocked or has not come to rest."""
        _, turned = self._engine.poses(self._bodies)
        lying = zip(self._solids, turned[:, 2, :], self._at_rest, strict=True)
        return [kind.number(up) if rests else None for kind, up, rests in lying]

    def close(self) -> None:
        """Give the engine's memory back; the tray cannot be used after it."""
        self._engine.close()

    def __del__(self) -> None:
        with suppress(AttributeError):
            self.close()
