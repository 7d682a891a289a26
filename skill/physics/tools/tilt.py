"""The tilt-and-shake tool: two hands that hold the plate, follow a commanded target as fast as hands can, and tremble.

A sample is the commanded target, `COLUMNS`: roll and pitch about the world's x and y (right-handed: roll > 0 lifts the
back corner `800`, pitch > 0 lowers the right-hand side) as one rotation vector, then yaw about the vertical, all in
degrees; shifts and heave along x, y, z and the pivot about which the plate turns, in die edges. With rotation R, shift
s and pivot p the plate's origin is at p - R p + s: with the pivot under one corner that corner stays and the opposite
one is lifted, which is what separates dice.

Models: following and tremor of `motion.py`, the tremor in roll, pitch and the three shifts.
"""

from __future__ import annotations

from math import pi, radians

from skill.physics.pose import SIDE_LEAN, STILL, Pose, product, rotated, turn, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.motion import Numbers, Servo, Tremor
from skill.physics.tools.tool import Sample, Tool, either_way

COLUMNS = ("roll_deg", "pitch_deg", "yaw_deg", "shift_x", "shift_y", "heave", "pivot_x", "pivot_y")
PIVOT = COLUMNS.index("pivot_x")
REST: Sample = (0.0,) * len(COLUMNS)
"""The plate held level in its place, pivot in the middle."""


class TiltTool(Tool):
    """The hands on the plate. With `seed` None they do not tremble."""

    name = "tilt"
    columns = COLUMNS
    ranges = (
        *(either_way("deg", "tilt_max_deg"),) * 2,
        either_way("deg", "yaw_max_deg"),
        *(either_way("edges", "shift_max_edges"),) * 3,
        *(either_way("edges", "pivot_max_edges"),) * 2,
    )
    rest = REST

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.tilt is not None
        limits, edge = scene.tilt, scene.dice.edge_m
        self._edge, self._limits = edge, limits
        rate, spin = radians(limits.rate_max_deg_s), radians(limits.angle_accel_max_deg_s2)
        speed, accel = limits.speed_max_m_s / edge, limits.accel_max_m_s2 / edge
        grip = limits.pivot_speed_max_edges_s
        grips = (grip, grip / 0.05)  # 50 ms to full speed
        self._servo = Servo([(rate, spin)] * 3 + [(speed, accel)] * 3 + [grips] * 2, scene.step_s)
        if scene.plate.bed:
            self._servo.at[:3] = self._servo.target[:3] = SIDE_LEAN
            self.rest = (SIDE_LEAN[0] * 180 / pi, SIDE_LEAN[1] * 180 / pi, *REST[2:])
        rms = [radians(limits.tremor_deg)] * 2 + [limits.tremor_edges] * 3
        self._tremor = Tremor(scene, rms, limits.tremor_hz, seed, 0x7131)

    @property
    def lean_deg(self) -> tuple[float, float]:
        """Roll and pitch that the hands mean to hold now, tremor not counted, degrees."""
        return (self._servo.at[0] * 180 / pi, self._servo.at[1] * 180 / pi)

    def state(self) -> tuple[tuple[Numbers, ...], ...]:
        """All that the hands' further motion depends on, the seed's future apart."""
        return (self._servo.state(), self._tremor.state())

    def restore(self, state: tuple[tuple[Numbers, ...], ...]) -> None:
        """Take on the state of another tool of the same scene."""
        self._servo.restore(state[0])
        self._tremor.restore(state[1])

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        roll, pitch, yaw, *rest = self._servo.at
        return (roll * 180 / pi, pitch * 180 / pi, yaw * 180 / pi, *rest)

    def touches(self, sample: Sample) -> bool:
        """Whether the plate is held elsewhere than at the start, where its dice lie as they would on a table."""
        return sample[:PIVOT] != self.rest[:PIVOT]

    def aim(self, sample: Sample) -> None:
        """Command a target; what lies beyond the limits is brought to them."""
        limits = self._limits
        roll, pitch, yaw, x, y, heave, pivot_x, pivot_y = sample
        roll, pitch = within_reach(roll, pitch, limits.tilt_max_deg)
        self._servo.target = [
            radians(roll),
            radians(pitch),
            radians(max(-limits.yaw_max_deg, min(limits.yaw_max_deg, yaw))),
            *within_reach(x, y, limits.shift_max_edges),
            max(-limits.shift_max_edges, min(limits.shift_max_edges, heave)),
            *within_reach(pivot_x, pivot_y, limits.pivot_max_edges),
        ]
        self._tremor.draw()

    def pose(self) -> Pose:
        """The plate's pose at the end of the next physics step."""
        self._servo.step()
        self._tremor.step()
        roll, pitch, yaw, x, y, heave, pivot_x, pivot_y = self._servo.at
        wander = self._tremor.at
        q = turn((roll + wander[0], pitch + wander[1], 0.0))
        if yaw:
            q = product(turn((0.0, 0.0, yaw)), q)
        turned_x, turned_y, turned_z = rotated(q, (pivot_x, pivot_y, 0.0)) if pivot_x or pivot_y else STILL
        edge = self._edge
        return Pose(
            (
                edge * (pivot_x - turned_x + x + wander[2]),
                edge * (pivot_y - turned_y + y + wander[3]),
                edge * (heave + wander[4] - turned_z),
            ),
            q,
        )
