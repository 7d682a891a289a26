"""The finger that presses the top die towards the plate, and moves with it however it is turned.

A sample: `press_weights`, how hard it is to press, in weights of a die; 0 for a finger that is taken off, less than 0
for one that stays as it is. It is put on the die that is highest above the plate then, and slips off one that gets too
far from where it was.

Models: a force along the plate's normal that follows the command at a limited rate, and strays from the normal by the
wander of `motion.py` about the two axes across it; flesh that gives way round the corner and keeps the die from sliding
and turning, modelled by the spring and damper of `spring.py`; along the normal only the damping acts. The die is
carried by what is under it; the finger itself has no place where it stops.
"""

from __future__ import annotations

from math import dist, radians
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.physics.pose import Quat, Vec, rotated, turn
from skill.physics.scene import Scene
from skill.physics.tools.motion import Servo, Tremor
from skill.physics.tools.spring import Spring
from skill.physics.tools.tool import Sample, Tool, up_to

if TYPE_CHECKING:
    from skill.physics.world import World

COLUMNS = ("press_weights",)
AT_ONCE_S = 0.05  # in which a finger changes the rate of its force


class Pressed(NamedTuple):
    """The die under the finger."""

    n: int
    place: Vec
    """Where its centre was as the finger was put on, edges, plate frame."""
    attitude: Quat


class PressTool(Tool):
    """One pressing finger. With `seed` None it presses straight."""

    name = "press"
    columns = COLUMNS
    ranges = (up_to("weights", "force_max_weights"),)
    rest = (-1.0,)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.press is not None
        self._limits = limits = scene.press
        self._weight = scene.engine.gravity_m_s2 / scene.dice.edge_m  # of a die, in the units of `World.apply_force`
        rate = limits.force_rate_weights_s
        self._servo = Servo([(rate, rate / AT_ONCE_S)], scene.step_s)
        self._spring = Spring(
            scene, limits.stiffness_weights_edge, limits.hold_force_max_weights, limits.hold_twist_max_weights_edge
        )
        self._tremor = Tremor(scene, [radians(limits.wobble_deg)] * 2, limits.tremor_hz, seed, 0x94E5)
        self._presses = self._is_on = False
        self._die: Pressed | None = None

    @property
    def die(self) -> int | None:
        """The number of the die under the finger."""
        return None if self._die is None else self._die.n

    @property
    def force_weights(self) -> float:
        """How hard it presses now, die weights; 0 for a finger that is on no die."""
        return 0.0 if self._die is None else self._servo.at[0]

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        return (self.force_weights,)

    def aim(self, sample: Sample) -> None:
        """Command the force."""
        if sample[0] >= 0:
            self._servo.target = [min(self._limits.force_max_weights, sample[0])]
            self._presses = sample[0] > 0
        self._tremor.draw()

    def act(self, world: World) -> None:
        """Put the finger on or take it off, and press."""
        self._tremor.step()
        if self._presses != self._is_on:
            self._is_on = self._presses
            self._servo.at[0] = 0.0
            self._die = _highest(world) if self._presses else None
        self._servo.step()
        if self._die is None:
            return
        n, place, attitude = self._die
        if n not in world.numbers or dist(world.body(n).position, place) > self._limits.slip_edges:
            self._die = None
            return
        if world.is_asleep(n) and self._servo.at == self._servo.target:
            return  # a push would wake it for nothing
        strength = self._servo.at[0] * self._weight
        world.apply_force(n, rotated(turn((self._tremor.at[0], self._tremor.at[1], 0.0)), (0.0, 0.0, -strength)))
        self._spring.apply(world, n, (place[0], place[1], world.body(n).position[2]), attitude)

    def state(self) -> Any:
        """All that its further motion depends on, the seed's future apart."""
        return (self._servo.state(), self._tremor.state(), self._presses, self._is_on, self._die)

    def restore(self, state: Any) -> None:
        """Take on the state of another finger of the same scene."""
        drive, wander, self._presses, self._is_on, self._die = state
        self._servo.restore(drive)
        self._tremor.restore(wander)


def _highest(world: World) -> Pressed | None:
    """The die that is highest above the plate and in nobody's hand."""
    dice = [(n, world.body(n)) for n in world.numbers if not world.is_held(n)]
    if not dice:
        return None
    n, body = max(dice, key=lambda die: die[1].position[2])
    return Pressed(n, body.position, body.quaternion)
