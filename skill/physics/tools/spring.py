"""How a hand holds a die: a spring and damper of limited force and torque.

Model: impedance control, the hand as a spring and damper about the place where it is to be (Hogan, Impedance Control:
An Approach to Manipulation, 1985, part I), with the force cut where fingers or tape would slip. The damping is critical
for discrete steps that update speed first and then place: with frequency w and step T both poles are at 1 - wT if the
damping rate is w (2 - wT). Up to wT = 1 the die therefore neither swings nor leaves its place at rest.
"""

from __future__ import annotations

from math import dist, hypot, sqrt
from typing import TYPE_CHECKING

from skill.errors import EngineError
from skill.physics.pose import Quat, Vec, between, rotated
from skill.physics.scene import Scene

if TYPE_CHECKING:
    from skill.physics.world import World


class Spring:
    """A spring of `stiffness` die weights an edge, at most `force_max` die weights and `torque_max` of them an edge.

    Raises `EngineError` for one that is too stiff for the steps of the scene, and without gravity.
    """

    def __init__(self, scene: Scene, stiffness: float, force_max: float, torque_max: float) -> None:
        self._weight = scene.engine.gravity_m_s2 / scene.dice.edge_m  # of a die, in the units of `World.apply_force`
        if not self._weight:
            raise EngineError(
                "scene {name}: engine.gravity_m_s2 = 0: expected more, since forces of fingers are in weights of a die",
                name=scene.name,
            )
        self._inertia = scene.dice.inertia
        self._rate = stiffness * self._weight  # force an edge on a unit mass: the square of the frequency
        turn = sqrt(self._rate) * scene.step_s
        if turn > 1:
            most = 1 / (scene.step_s**2 * self._weight)
            raise EngineError(
                "scene {name}: a spring of {stiffness} die weights an edge is too stiff for steps of {step_s} "
                "s; expected at most {most}",
                name=scene.name,
                stiffness=f"{stiffness:g}",
                step_s=f"{scene.step_s:.4f}",
                most=f"{most:.1f}",
            )
        self._damping = sqrt(self._rate) * (2 - turn)
        self._force_max, self._torque_max = force_max * self._weight, torque_max * self._weight
        self.force = 0.0
        """The force of the last step, die weights."""

    def apply(self, world: World, n: int, place: Vec, attitude: Quat) -> float:
        """Pull die `n` towards a place (edges, plate frame) and an attitude for one step.

        Returns how far from the place it is, edges.
        """
        body = world.body(n)
        gap = (place[0] - body.position[0], place[1] - body.position[1], place[2] - body.position[2])
        turned = rotated(body.quaternion, between(body.quaternion, attitude))
        force = self._limited(gap, body.velocity, 1.0, self._force_max)
        world.apply_force(n, force, self._limited(turned, body.spin, self._inertia, self._torque_max))
        self.force = hypot(*force) / self._weight
        return dist(place, body.position)

    def _limited(self, gap: Vec, speed: Vec, mass: float, most: float) -> Vec:
        """The force that closes `gap`, or the torque, for that mass or inertia."""
        x, y, z = (mass * (self._rate * g - self._damping * v) for g, v in zip(gap, speed, strict=True))
        share = min(1.0, most / max(hypot(x, y, z), 1e-12))
        return (share * x, share * y, share * z)
