"""How hands set dice in motion: the impact of a finger, and how far a launch strays from what was meant.

Models. Impact: that of two bodies, without friction, after Routh (The Elementary Part of a Treatise on the Dynamics of
a System of Rigid Bodies, 1905, chapter IV, impulsive forces) and Goldsmith (Impact, 1960, chapter II, stereomechanical
impact). A finger of mass M at speed u hits a body of mass m and isotropic inertia I along the unit vector n, at r from
its centre; with restitution e the impulse is J = (1 + e) u / (1/M + 1/m + |r x n|^2 / I), and the body gets the
velocity J n / m and the spin J (r x n) / I. Straying: a launched body misses only by errors of direction and of speed
at the moment of release, normal and independent (Venkadesan and Mahadevan, Optimal strategies for throwing accurately,
Royal Society Open Science 4, 2017, section 2). Attitudes at random: all alike, four normal numbers on the unit sphere
(Muller, A note on a method for generating points uniformly on n-dimensional spheres, 1959).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin, tan

import numpy as np

from skill.physics.pose import STILL, Quat, Vec, cross, scaled
from skill.physics.scene import Finger, Scene


def limited(v: Vec, most: float) -> Vec:
    """The vector, shortened to the length `most` if it is longer."""
    return scaled(v, min(1.0, most / max(hypot(*v), 1e-12)))


def heading(bearing: float, elevation: float) -> Vec:
    """The unit vector of a direction: counter-clockwise from +x seen from above, and above the horizontal, radians."""
    return (cos(elevation) * cos(bearing), cos(elevation) * sin(bearing), sin(elevation))


def random_attitude(normals: Sequence[float]) -> Quat:
    """The uniformly distributed attitude that four standard normal draws give."""
    x, y, z, w = normals
    length = hypot(x, y, z, w)
    return (x / length, y / length, z / length, w / length)


class LaunchNoise:
    """The errors of what one hand launches, drawn from `seed` and the tool's own `tag`; none with `seed` None."""

    def __init__(self, noise_dir_deg: float, noise_share: float, seed: int | None, tag: int) -> None:
        self._rng = None if seed is None else np.random.default_rng([seed, tag])
        self._dir, self._share = radians(noise_dir_deg), noise_share

    def perturbed(self, v: Vec) -> Vec:
        """A velocity or spin with its error: turned a little about two axes across it, a little longer or shorter."""
        aside, up, longer = self.normals()
        length = hypot(*v)
        if length == 0.0:
            return v
        flat = hypot(v[0], v[1])
        left: Vec = (-v[1] / flat, v[0] / flat, 0.0) if flat > 1e-9 * length else (0.0, 1.0, 0.0)
        over = cross(scaled(v, 1 / length), left)
        a, b = length * tan(self._dir * aside), length * tan(self._dir * up)
        turned: Vec = (
            v[0] + a * left[0] + b * over[0],
            v[1] + a * left[1] + b * over[1],
            v[2] + a * left[2] + b * over[2],
        )
        return scaled(turned, max(0.0, 1 + self._share * longer) * length / hypot(*turned))

    def normals(self) -> Vec:
        """Three standard normal draws, zeros without a seed."""
        if self._rng is None:
            return STILL
        x, y, z = self._rng.standard_normal(3).tolist()
        return (x, y, z)

    def attitude(self) -> Quat | None:
        """The random attitude of a shaken die; None without a seed: it stays as it was."""
        return None if self._rng is None else random_attitude(self._rng.standard_normal(4).tolist())


def impact(scene: Scene, finger: Finger, speed_m_s: float, along: Vec, at: Vec) -> tuple[Vec, Vec]:
    """The velocity, edges a second, and spin, radians a second, that a finger at that speed gives to a die at rest.

    `along` is the unit vector of its motion and `at` the point that it hits, edges from the die's centre.
    """
    edge, inertia = scene.dice.edge_m, scene.dice.inertia
    finger_dice = finger.finger_kg / scene.die_kg
    arm = cross(at, along)
    lever = arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2
    impulse = (1 + finger.finger_restitution) * speed_m_s / edge / (1 / finger_dice + 1 + lever / inertia)
    return scaled(along, impulse), scaled(arm, impulse / inertia)
