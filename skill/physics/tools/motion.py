"""How hands move: they follow a target as fast as they can, and they tremble. What all tools in a hand share.

Models. Following: each coordinate is driven to its target by the time-optimal (bang-bang) law under limits of rate and
acceleration (Athans and Falb, Optimal Control, 1966, chapter 7, the double integrator). Tremor: the slow wander of a
hand as a critically damped second-order Gauss-Markov process (Gelb, Applied Optimal Estimation, 1974, section 3.8),
of a given rms, independent for each coordinate.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

import numpy as np

from skill.physics.scene import Scene

Numbers = list[float]


class Servo:
    """Coordinates that follow targets. `limits`: the greatest speed and acceleration of each, in its own unit."""

    def __init__(self, limits: Sequence[tuple[float, float]], dt: float) -> None:
        self._dt = dt
        self._bounds = [(speed, accel * dt) for speed, accel in limits]
        self.target: Numbers = [0.0] * len(limits)
        self.at: Numbers = [0.0] * len(limits)
        self._speed: Numbers = [0.0] * len(limits)

    def step(self) -> None:
        """Advance by one physics step."""
        dt, at, speed = self._dt, self.at, self._speed
        for n, target in enumerate(self.target):
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

    def state(self) -> tuple[Numbers, ...]:
        """All that the further motion depends on."""
        return (list(self.target), list(self.at), list(self._speed))

    def restore(self, state: tuple[Numbers, ...]) -> None:
        """Take on the state of another servo with these limits."""
        self.target, self.at, self._speed = map(list, state)


class Tremor:
    """The tremor of coordinates: rms values in their own units and a corner frequency.

    It is drawn from `seed` and the tool's own `tag`. With `seed` None there is none, and one that `restore` brings dies
    down, which is its expected course.
    """

    def __init__(self, scene: Scene, rms: Sequence[float], corner_hz: float, seed: int | None, tag: int) -> None:
        self._dt = scene.step_s
        self._noise = None if seed is None else np.random.default_rng([seed, tag])
        self._omega = 2 * pi * corner_hz
        # White noise of intensity S through 1/(s + w)^2 has variance S/(4 w^3); held for T it has S = sigma^2 T.
        drive = sqrt(4 * self._omega**3 * scene.engine.sample_hz)
        self._push_rms = [part * drive for part in rms]
        self._push: Numbers = [0.0] * len(rms)
        self.at: Numbers = [0.0] * len(rms)
        self._speed: Numbers = [0.0] * len(rms)

    def draw(self) -> None:
        """Draw what drives it until the next input sample."""
        if self._noise is not None:
            draws = self._noise.standard_normal(len(self._push)).tolist()
            self._push = [rms * draw for rms, draw in zip(self._push_rms, draws, strict=True)]

    def step(self) -> None:
        """Advance by one physics step."""
        dt, w, at, speed = self._dt, self._omega, self.at, self._speed
        for n, push in enumerate(self._push):
            speed[n] += dt * (push - 2 * w * speed[n] - w * w * at[n])
            at[n] += dt * speed[n]

    def state(self) -> tuple[Numbers, ...]:
        """All that the further motion depends on, the seed's future apart."""
        return (list(self._push), list(self.at), list(self._speed))

    def restore(self, state: tuple[Numbers, ...]) -> None:
        """Take on the state of another tremor of as many coordinates."""
        self._push, self.at, self._speed = map(list, state)
        if self._noise is None:
            self._push = [0.0] * len(self._push)
