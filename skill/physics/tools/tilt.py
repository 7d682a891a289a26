"""The tilt-and-shake tool: two hands that hold the plate, follow a commanded target as fast as hands can, and tremble.

A sample is the commanded target, `COLUMNS`: roll and pitch about the world's x and y (right-handed: roll > 0 lifts the
back corner `800`, pitch > 0 lowers the right-hand side) as one rotation vector, then yaw about the vertical, all in
degrees; shifts and heave along x, y, z and the pivot about which the plate turns, in die edges. With rotation R, shift
s and pivot p the plate's origin is at p - R p + s: with the pivot under one corner that corner stays and the opposite
one is lifted, which is what separates dice.

Models. Following: each coordinate is driven to its target by the time-optimal (bang-bang) law under limits of rate and
acceleration (Athans and Falb, Optimal Control, 1966, chapter 7, the double integrator). Tremor: the slow wander of a
hand as a critically damped second-order Gauss-Markov process (Gelb, Applied Optimal Estimation, 1974, section 3.8),
of the rms that the rules give, independent for roll, pitch and the three shifts.
"""

from __future__ import annotations

from math import hypot, pi, radians, sqrt

import numpy as np

from skill.physics.pose import Pose, product, rotated, turn
from skill.physics.scene import Scene
from skill.physics.tools.tool import Sample, Tool

COLUMNS = ("roll_deg", "pitch_deg", "yaw_deg", "shift_x", "shift_y", "heave", "pivot_x", "pivot_y")
REST: Sample = (0.0,) * len(COLUMNS)
"""The plate held level in its place, pivot in the middle."""


class TiltTool(Tool):
    """The hands on the plate. With `seed` None a tremor that is under way dies down, as is to be expected of it."""

    name = "tilt"
    columns = COLUMNS
    rest = REST

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.tilt is not None
        limits, edge = scene.tilt, scene.dice.edge_m
        self._edge, self._limits, self._dt = edge, limits, scene.step_s
        rate, spin = radians(limits.rate_max_deg_s), radians(limits.angle_accel_max_deg_s2)
        speed, accel = limits.speed_max_m_s / edge, limits.accel_max_m_s2 / edge
        grip = limits.pivot_speed_max_edges_s
        dt = self._dt
        self._bounds = [
            (v, a * dt)
            for v, a in [(rate, spin)] * 3 + [(speed, accel)] * 3 + [(grip, grip / 0.05)] * 2  # 50 ms to full speed
        ]
        self._target = [0.0] * 8
        self._at = [0.0] * 8
        self._speed = [0.0] * 8
        self._noise = None if seed is None else np.random.default_rng([seed, 0x7131])
        self._omega = 2 * pi * limits.tremor_hz
        # White noise of intensity S through 1/(s + w)^2 has variance S/(4 w^3); held for T it has S = sigma^2 T.
        drive = sqrt(4 * self._omega**3 * scene.engine.sample_hz)
        self._push_rms = [radians(limits.tremor_deg) * drive] * 2 + [limits.tremor_edges * drive] * 3
        self._push = [0.0] * 5
        self._tremor = [0.0] * 5
        self._tremor_speed = [0.0] * 5

    @property
    def lean_deg(self) -> tuple[float, float]:
        """Roll and pitch that the hands mean to hold now, tremor not counted, degrees."""
        return (self._at[0] * 180 / pi, self._at[1] * 180 / pi)

    def state(self) -> tuple[list[float], ...]:
        """All that the hands' further motion depends on, the seed's future apart."""
        return tuple(map(list, (self._target, self._at, self._speed, self._push, self._tremor, self._tremor_speed)))

    def restore(self, state: tuple[list[float], ...]) -> None:
        """Take on the state of another tool of the same scene."""
        self._target, self._at, self._speed, self._push, self._tremor, self._tremor_speed = map(list, state)
        if self._noise is None:
            self._push = [0.0] * 5

    def aim(self, sample: Sample) -> None:
        """Command a target; what lies beyond the limits is brought to them."""
        limits = self._limits
        roll, pitch, yaw, x, y, heave, pivot_x, pivot_y = sample
        tilt = min(1.0, limits.tilt_max_deg / max(hypot(roll, pitch), 1e-12))
        shift = min(1.0, limits.shift_max_edges / max(hypot(x, y), 1e-12))
        pivot = min(1.0, limits.pivot_max_edges / max(hypot(pivot_x, pivot_y), 1e-12))
        self._target = [
            radians(roll * tilt),
            radians(pitch * tilt),
            radians(max(-limits.yaw_max_deg, min(limits.yaw_max_deg, yaw))),
            x * shift,
            y * shift,
            max(-limits.shift_max_edges, min(limits.shift_max_edges, heave)),
            pivot_x * pivot,
            pivot_y * pivot,
        ]
        if self._noise is not None:
            draws = self._noise.standard_normal(5).tolist()
            self._push = [rms * draw for rms, draw in zip(self._push_rms, draws, strict=True)]

    def pose(self) -> Pose:
        """The plate's pose at the end of the next physics step."""
        dt, at, speed = self._dt, self._at, self._speed
        for n, target in enumerate(self._target):
            gap, v = target - at[n], speed[n]
            if gap == 0.0 and v == 0.0:
                continue
            v_max, dv = self._bounds[n]
            reach = abs(gap)
            # The fastest speed from which the gap can still be stopped in, in whole steps.
            wanted = min(v_max, dv * (sqrt(0.25 + 2 * reach / (dv * dt)) - 0.5), reach / dt)
            if gap < 0:
                wanted = -wanted
            v += max(-dv, min(dv, wanted - v))
            speed[n] = v
            at[n] += v * dt
            if abs(target - at[n]) < 1e-9 and abs(v) <= dv:
                at[n], speed[n] = target, 0.0
        wander, drift, w = self._tremor, self._tremor_speed, self._omega
        for n in range(5):
            drift[n] += dt * (self._push[n] - 2 * w * drift[n] - w * w * wander[n])
            wander[n] += dt * drift[n]
        q = product(
            turn((0.0, 0.0, at[2])),
            turn((at[0] + wander[0], at[1] + wander[1], 0.0)),
        )
        pivot = (at[6], at[7], 0.0)
        turned = rotated(q, pivot)
        edge = self._edge
        return Pose(
            (
                edge * (pivot[0] - turned[0] + at[3] + wander[2]),
                edge * (pivot[1] - turned[1] + at[4] + wander[3]),
                edge * (at[5] + wander[4] - turned[2]),
            ),
            q,
        )
