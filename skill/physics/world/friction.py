"""Friction in grooves: what Bullet's contacts make of it, and the grips of the dice by which it becomes Coulomb's.

The cause. Bullet gives each contact point two directions of friction and limits it along each to mu N by itself. The
first is the tangential part of v + g dt, what the contact would do in the step without any force, the second is across
it. On one face both together brake straight against the way, whatever their angle. In a groove they do not: a step of
gravity pushes the die into both faces by n = g_n dt and along the groove by d = v + g_d dt, so on each face the first
direction looks by the angle t, tan t = n / d, away from the groove and into the other face. Both rows go to their
limits, brake along the groove with mu N (cos t + sin t) and press the die with mu N (cos t - sin t) into the other
face, which adds to N there: a groove holds as if friction were

    mu' = mu (cos t + sin t) / (1 - mu (cos t - sin t)),

sqrt 2 mu at rest under a pull along the cube's diagonal, mu / (1 - mu) when the die is fast, most between. Measured
step by step this is right within 1 % while the contact points last. Bullet forgets a point that has slid 0.017 of an
edge: a die that goes faster than some 0.01 of an edge a step hops on single points, and the press is gone. What decides
is g dt^2 / edge alone: 24 mm at 240 steps a second are 6 mm at 480.

The remedy. Bullet multiplies a body's directions of friction by numbers along its own axes, and with them what they
apply: grips. Unlike friction itself, which a point keeps as it was when it was made, they count at once. A groove that
dice or the plate form runs along an axis of the die in it. With the grip across it a share s of that along it, the
second direction looks t' = atan(s tan t) away and

    mu' = mu grip (cos t + sin t') / (1 - mu grip s (cos t' - sin t)).

So at each observation every die that moves gets the grip that makes mu' = mu, and an s that falls from 1 at rest,
where nothing says along which axis it will go, to `ACROSS_LEAST`: with it the press nearly ends and mu' hardly depends
on t. A die on one face (the second-largest part of the pull along its axes tells) has the grip 1. All of this is
continuous, and what lies still is left as it is.

Bodies' grips multiply. So where there is a plate, every die and cube has the fourth root of 1/2 of its friction from
the start, which is right for what stands on its corner at rest, and grips are relative to that.

Error in percent against closed forms, with plate, dice on the corner, looked at 60 times a second (lean: 4 degrees a
second; groove: acceleration over 0.35 of an edge from rest, of which 10 % are 7, 4 and 2 % of friction at 0.2, 0.3 and
0.4; before: without grips):

TABLE
"""

from __future__ import annotations

from math import hypot

import numpy as np

from skill.lattice import frame
from skill.physics.attitude import Array
from skill.physics.pose import Vec
from skill.physics.scene import Scene
from skill.physics.world.bullet import ROOT_GRIP_AT_REST, Bullet
from skill.physics.world.dice import DiceArrays
from skill.physics.world.vessel import Vessel

ONE_FACE, TWO_FACES = 0.42, 0.48
"""The second-largest part of the pull on a die along its own axes, in shares of the whole: below the first the die lies
on one face, above the second on two or three."""
ACROSS_LEAST = 0.3
"""The least share of the grip across a groove."""
ACROSS_SLOPE = 0.6
"""tan t at which it is reached from above; it falls from tan t = 1 on."""
HOPS_FROM, HOPS_ALL = 0.006, 0.016
"""Edges a step from which a die hops now and then, and always."""
HOPPING = 0.15
"""A hopping die lands with a larger t than it slides with: by so much more grip friction is right again, measured."""
HAND_GRIP = 1.15
"""The most that a die gets that a hand draws along a groove."""
STILL_EDGES = 0.0005
"""What goes less than this from one observation to the next is at rest."""
CLOSE_ENOUGH = 0.01
"""By so much a grip may be off."""
LOW_EDGES = 0.45
"""Dice lower than this above their funnels touch the plate."""


class GrooveFriction:
    """Sets the grips of the dice of a world by how they lie and move."""

    def __init__(self, dice: DiceArrays, bullet: Bullet, vessel: Vessel, scene: Scene) -> None:
        self._dice, self._bullet, self._vessel = dice, bullet, vessel
        self._dt, self._sample_hz = scene.step_s, scene.engine.sample_hz
        self._friction, self._on_plate = scene.material.friction, scene.material.on_plate
        self._at_rest: Vec | None = None  # under which pull all lay still when they were last looked at

    def update(self, gravity: Vec, way: Array | None = None) -> None:
        """Set the grips for this pull, edges a second squared, plate frame.

        `way` (n, 3) is how far each die went since the last observation, edges; without it all are taken as at rest,
        and as changed: come, let go or held.
        """
        still = way is None or np.abs(way).max(initial=0.0) < STILL_EDGES
        if still and way is not None and self._at_rest == gravity:
            return
        self._at_rest = gravity if still else None
        size = hypot(*gravity) * self._dt
        if size:
            self._set(self._wanted(np.array(gravity) * self._dt, size, None if still else way))

    def _wanted(self, step_of_gravity: Array, size: float, way: Array | None) -> Array:
        """The grips (n, 3) along the dice's own axes. Speeds: edges a second."""
        dice = self._dice
        rows = np.arange(len(dice))
        felt = np.abs(step_of_gravity @ dice.rotations)
        if way is None:
            groove, speed = felt.argmin(axis=1), np.zeros(len(dice))
        else:
            motion = np.abs(np.einsum("ni,nij->nj", way, dice.rotations)) * self._sample_hz
            groove = (motion - felt).argmax(axis=1)
            speed = motion[rows, groove]
        drive = felt[rows, groove]
        push = 0.5 * (felt.sum(axis=1) - drive)
        felt[rows, groove] = size
        in_groove = np.clip((felt.min(axis=1) / size - ONE_FACE) / (TWO_FACES - ONE_FACE), 0.0, 1.0)
        if self._vessel.is_there:
            in_groove[dice.is_held] = 0.0  # they lie on its floor
        low = dice.positions[:, 2] < frame.HALF_DIAGONAL + LOW_EDGES
        mu = np.where(low, self._on_plate, self._friction)
        hops = np.clip((speed * self._dt - HOPS_FROM) / (HOPS_ALL - HOPS_FROM), 0.0, 1.0)
        at_rest = np.minimum(_grip(push / np.maximum(drive, 1e-9), 1.0, mu), 1.0)
        # What a hand moves is not driven by gravity: the hand holds against that.
        slope = push / np.maximum(np.where(dice.is_held, speed, drive + speed), 1e-9)
        across = np.clip((slope - ACROSS_SLOPE) / (1 - ACROSS_SLOPE), ACROSS_LEAST, 1.0)
        across[dice.is_held & (speed > STILL_EDGES * self._sample_hz)] = ACROSS_LEAST
        grip = _grip(slope, across, mu * (1 - hops)) * (1 + HOPPING * hops)
        grip = np.minimum(grip, np.where(dice.is_held, HAND_GRIP, 1 + HOPPING * hops))
        grip, at_rest, across = (1 - in_groove * (1 - share) for share in (grip, at_rest, across))
        along = grip / np.where(low, ROOT_GRIP_AT_REST**2, np.sqrt(at_rest) * ROOT_GRIP_AT_REST)
        wanted: Array = np.repeat((along * across)[:, None], 3, axis=1)
        wanted[rows, groove] = along
        return wanted

    def _set(self, wanted: Array) -> None:
        dice = self._dice
        for n in np.flatnonzero(np.abs(wanted - dice.grips).max(axis=1) > CLOSE_ENOUGH).tolist():
            self._bullet.set_grip(dice.bodies[n], wanted[n].tolist())
            dice.grips[n] = wanted[n]


def _grip(slope: Array, across: Array | float, mu: Array) -> Array:
    """The grip with which a groove holds as `mu` says, where tan t is `slope`."""
    turned = across * slope
    cos, cos_turned = 1 / np.sqrt(1 + slope * slope), 1 / np.sqrt(1 + turned * turned)
    sin, sin_turned = slope * cos, turned * cos_turned
    grip: Array = 1 / (cos + sin_turned + mu * across * (cos_turned - sin))
    return grip
