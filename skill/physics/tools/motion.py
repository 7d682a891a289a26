"""How hands move: they follow a target as fast as they can, and they tremble. All tools in a hand share this.

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

DRAWS = 32  # samples for which a tremor is drawn at once


class Servo:
    """Coordinates that follow targets. `limits`: the greatest speed and acceleration of each, in its own unit."""

    def __init__(self, limits: Sequence[tuple[float, float]], dt: float) -> None:
        self._dt = dt
        self._bounds = [(speed, accel * dt, accel * dt * dt) for speed, accel in limits]
        self.target: Numbers = [0.0] * len(limits)
        self.at: Numbers = [0.0] * len(limits)
        self._speed: Numbers = [0.0] * len(limits)

    def step(self) -> None:
        """Advance by one physics step."""
        dt, at, speed = self._dt, self.at, self._speed
        n = -1
        for target, place, v, (v_max, dv, ddv) in zip(self.target, at, speed, self._bounds, strict=True):
            n += 1
            if place == target and v == 0.0:
                continue
            gap = target - place
            reach = abs(gap)
            # The fastest speed from which the gap can still be stopped in, in whole steps.
            wanted = dv * (sqrt(0.25 + 2 * reach / ddv) - 0.5)
            if wanted > v_max:
                wanted = v_max
            if wanted > reach / dt:
                wanted = reach / dt
            change = (-wanted if gap < 0 else wanted) - v
            v += dv if change > dv else -dv if change < -dv else change
            speed[n] = v
            place += v * dt
            at[n] = place
            if abs(target - place) < 1e-9 and abs(v) <= dv:
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
        self._damping, self._pull = 2 * self._omega, self._omega * self._omega
        # White noise of intensity S through 1/(s + w)^2 has variance S/(4 w^3); held for T it has S = sigma^2 T.
        drive = sqrt(4 * self._omega**3 * scene.engine.sample_hz)
        self._push_rms = [part * drive for part in rms]
        self._draws: Numbers = []  # drawn already, the next last
        self._push: Numbers = [0.0] * len(rms)
        self.at: Numbers = [0.0] * len(rms)
        self._speed: Numbers = [0.0] * len(rms)

    def draw(self) -> None:
        """Draw what drives it until the next input sample."""
        if self._noise is not None:
            if not self._draws:  # many at a time: one by one they would take as long as a step's tremor
                self._draws = self._noise.standard_normal(DRAWS * len(self._push))[::-1].tolist()
            self._push = [rms * self._draws.pop() for rms in self._push_rms]

    def step(self) -> None:
        """Advance by one physics step."""
        dt, damping, pull, at, speed = self._dt, self._damping, self._pull, self.at, self._speed
        for n, push in enumerate(self._push):
            place, v = at[n], speed[n]
            v += dt * (push - damping * v - pull * place)
            speed[n] = v
            at[n] = place + dt * v

    def state(self) -> tuple[Numbers, ...]:
        """All that the further motion depends on, the seed's future apart."""
        return (list(self._push), list(self.at), list(self._speed))

    def restore(self, state: tuple[Numbers, ...]) -> None:
        """Take on the state of another tremor of as many coordinates."""
        self._push, self.at, self._speed = map(list, state)
        if self._noise is None:
            self._push = [0.0] * len(self._push)
