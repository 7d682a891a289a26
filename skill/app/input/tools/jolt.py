"""A jolt of the plate: one push that stops dead, with a simultaneous twist that keeps the other dice in place.

When the plate stops, dice fly on as it moved under them. A die leaves its funnel up one of three ramps, each along a
lattice axis, if it is fast enough along that ramp. It then comes down in the next funnel to the left or the right of
the ramp, whichever its flight leads to. The plate moves as a rigid body: the hands choose the speed of the plate under
the die that is meant, and the speed of the twist, so that the plate moves little under all other dice. Plate frame,
edges, radians, seconds; speeds are in edges a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import cos, dist, pi, radians, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.lattice.frame import AXIS_VECTORS
from skill.physics.pose import within_reach
from skill.physics.scene import Scene

Array = NDArray[np.float64]
Sample = tuple[float, ...]
Spot = tuple[float, float]
"""A place seen from above."""

UPWARDS = 0.8  # speed upwards of a push that takes a die along, as a share of that along
STAYS_TO, HOPS_FROM = 34.0, 42.0  # speed up a ramp up to which dice stay, and from which they hop
LEFT_BEHIND = 0.8  # what it counts that a ramp is pulled away from below a die, beside being driven up it
DOWNHILL = 90.0  # speed that a die loses towards the side that is lifted, for every radian
HEIGHT = 0.87  # of a die's middle above the plate's
TWISTS = np.array(list(product(np.linspace(-1, 1, 9), repeat=3)))
EFFORT = 1.0  # what a radian a second of twist counts
SPARED = 22.0  # speed up a ramp at which dice are sure to stay
HOLD_S, BACK_S, REST_S = 0.06, 0.15, 0.15
RAMPS: Array = -np.array(AXIS_VECTORS)


class Jolt(NamedTuple):
    """One jolt, as the hands give it."""

    grip: Spot
    """About where they twist the plate."""
    push: tuple[float, float, float]
    """Speed of the grip when it is stopped."""
    twist: tuple[float, float, float]
    """Rotation vector of the turn, radians a second."""
    bearing: float
    """The way that the die goes, counter-clockwise from +x: one of six."""
    meant: Spot | None
    """The die that is meant; None for all."""
    drive: float
    """How fast it is driven up the ramp on its way."""
    braking: float
    """How quickly the hands gather speed and stop, edges a second squared."""
    gather: float
    """How quickly they gather turning and stop, radians a second squared."""

    def driven(self, at: Spot) -> float:
        """How fast a die there is driven up the ramp that it is driven up most."""
        if self.meant is None or dist(at, self.meant) < 1e-6:
            return self.drive
        arm = (at[0] - self.grip[0], at[1] - self.grip[1], HEIGHT)
        return float((RAMPS @ (np.array(self.push) + np.cross(self.twist, arm))).max())

    def samples(self, rate_hz: int) -> list[Sample]:
        """The commands that give it to a level plate, and bring that back."""
        lean = tuple(part * abs(part) / self.gather * 180 / pi for part in self.twist)
        way = tuple(part * abs(part) / self.braking for part in self.push)
        lead_s = max(map(abs, self.twist)) / self.gather - max(map(abs, self.push)) / self.braking
        begins, holds, back, rests = (round(s * rate_hz) for s in (max(0.0, lead_s), HOLD_S, BACK_S, REST_S))
        pushed = (*lean, *way)
        slow = [tuple(part * (1 - n / back) for part in pushed) for n in range(1, back + 1)]
        moves = [(*lean, 0.0, 0.0, 0.0)] * begins + [pushed] * holds + slow + [(0.0,) * 6] * rests
        return [(*move, *self.grip) for move in moves]


def jolt(scene: Scene, meant: Spot | None, bearing: float, drive: float, dice: Sequence[Spot]) -> Jolt:
    """The jolt that drives the die at `meant` so fast up the ramp on its way, and the others least.

    The way is the nearest of six bearings. With `meant` None it is a push that drives all alike.
    """
    bearing = round(bearing / (pi / 3)) * pi / 3
    limits = scene.tilt
    assert limits is not None
    braking, gather = limits.accel_max_m_s2 / scene.dice.edge_m, radians(limits.angle_accel_max_deg_s2)
    way = np.array((cos(bearing), sin(bearing), UPWARDS))
    velocity = way * drive / float((RAMPS @ way).max())
    others = np.array([at for at in dice if meant is None or dist(at, meant) > 1e-6]).reshape(-1, 2)
    twist = np.zeros(3)
    grip = (0.0, 0.0)
    if meant is not None and len(others):
        twists = TWISTS * radians(limits.rate_max_deg_s)
        rises = twists * np.abs(twists) / gather
        lost = DOWNHILL * np.column_stack([-rises[:, 1], rises[:, 0], np.zeros(len(twists))])
        arms = np.column_stack([others - np.array(meant), np.zeros(len(others))])
        velocities = velocity + lost[:, None] + np.cross(twists[:, None], arms[None])
        drives = velocities @ RAMPS.T
        worst = np.maximum(drives, -LEFT_BEHIND * drives).max(axis=(1, 2))
        best = int(np.argmin(np.maximum(worst, SPARED) + EFFORT * np.abs(twists).sum(axis=1)))
        twist, velocity = twists[best], velocity + lost[best]
        x, y = others.mean(axis=0)
        grip = within_reach(float(x), float(y), limits.pivot_max_edges)
    elif meant is not None:
        grip = within_reach(*meant, limits.pivot_max_edges)
    arm = np.array((*(np.array(meant if meant is not None else grip) - np.array(grip)), HEIGHT))
    vx, vy, vz = (velocity - np.cross(twist, arm)).tolist()
    wx, wy, wz = twist.tolist()
    return Jolt(grip, (vx, vy, vz), (wx, wy, wz), bearing, meant, drive, braking, gather)
