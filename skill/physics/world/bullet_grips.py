"""Friction in grooves: the error of Bullet's contacts, and the grips of dice that correct it to Coulomb's law.

The cause. Bullet gives each contact point two directions of friction and limits the friction along each of them
separately to mu N. The first is the tangential part of v + g dt, what the contact would do in the step without any
force, the second is across it. On one face both together brake straight against the way, whatever their angle. In a
groove they do not: a step of gravity pushes the die into both faces by n = g_n dt and along the groove by d = v + g_d
dt, so on each face the first direction looks by the angle t, tan t = n / d, away from the groove and into the other
face. Both rows go to their limits, brake along the groove with mu N (cos t + sin t) and press the die with mu N (cos t
- sin t) into the other face, which adds to N there: a groove holds as if friction were

    mu' = mu (cos t + sin t) / (1 - mu (cos t - sin t)),

sqrt 2 mu at rest under a pull along the cube's diagonal, mu / (1 - mu) when the die is fast, most between. Measured
step by step this is right within 1 % while the contact points last. Bullet forgets a point that has slid 0.017 of an
edge: a die that goes faster than some 0.01 of an edge a step hops on single points, and the press is gone. What decides
is g dt^2 / edge alone: 24 mm at 240 steps a second are 6 mm at 480.

The remedy. Bullet multiplies the directions of friction, and so the friction along them, by factors along the body's
own axes: grips. A contact point keeps the friction with which it was made, but grips count at once. A groove that dice
or the plate form runs along an axis of the die in it. With the grip across it a share s of that along it, the second
direction looks t' = atan(s tan t) away and

    mu' = mu grip (cos t + sin t') / (1 - mu grip s (cos t' - sin t)).

So at each observation every die that moves gets the grip that makes mu' = mu, and an s that falls from 1 at rest,
where nothing says along which axis it will go, to `ACROSS_LEAST`: with it the press nearly ends and mu' hardly depends
on t. A die on one face (the second-largest part of the pull along its axes tells) has the grip 1. All of this is
continuous, and what lies still is left as it is.

Bodies' grips multiply. So each has the root of what a pair at rest needs: where there is a plate every die and cube has
the fourth root of 1/2 of its friction from the start, which is right on a level plate, and grips are relative to that;
the cubes have the one for dice that lie in the plate as they stood. A die that slides has the remaining factor. A scene
may do without grips (`engine.grips`): there grooves hold with `mu'`. Scenes with a press do without them, since a
finger presses with many times a die's weight, and gravity does not tell how a die is held.

When a hand draws a die up a groove at a steady pace, it balances the pull of gravity along the groove, so t is near 90
degrees. With `HAND_GRIP` the hand then needs 17 to 26 % less force than it should, at a friction of 0.4 to 0.6.

Error in percent against closed forms, with plate, dice on the corner, looked at 60 times a second (lean: 4 degrees a
second; groove: acceleration over 0.35 of an edge from rest, of which 10 % are 15, 7, 2.5 and 1 % of friction at 0.2,
0.3, 0.4 and 0.45; before: without grips). A die of 6 mm at 240 steps a second hops from the first step on:

    friction  steps/s  edge mm | groove before now | saddle before now | point before now | shaken before now
    0.1           240        6 |       -3    +2 |       +3    +1 |       +1    +1 |       +3    -2
    0.1           240       12 |       -4    +1 |       +4    +1 |       +1    +1 |       +4    -1
    0.1           240       24 |       -5    +0 |       +5    +2 |       +1    +1 |       +6    +0
    0.1           480        6 |       -5    +2 |       +4    +1 |       +1    +1 |       +4    -1
    0.1           480       12 |       -5    +2 |       +5    +2 |       +1    +1 |       +6    +0
    0.1           480       24 |       -6    +0 |       +6    +2 |       +2    +2 |       +9    +0
    0.2           240        6 |      -20   +10 |       +8    +0 |       +1    +0 |       +7    -7
    0.2           240       12 |      -16    +5 |       +8    +1 |       +1    +1 |      +12    -4
    0.2           240       24 |      -14    -1 |       +9    +2 |       +1    +1 |      +17    -1
    0.2           480        6 |      -14    +5 |       +9    +1 |       +1    +1 |      +16    -2
    0.2           480       12 |      -21    +2 |       +9    +2 |       +1    +1 |      +17    -1
    0.2           480       24 |      -22    +0 |      +10    +2 |       +3    +1 |      +19    +1
    0.3           240        6 |      -30    +2 |      +13    +1 |       +1    +1 |      +20   -14
    0.3           240       12 |      -52    +2 |      +14    +2 |       +1    +1 |      +29    -4
    0.3           240       24 |      -66    -5 |      +14    +2 |       +1    +1 |      +36    -2
    0.3           480        6 |      -66    +5 |      +14    +1 |       +1    +1 |      +34    -4
    0.3           480       12 |      -69    +0 |      +15    +2 |       +1    +1 |      +36    -2
    0.3           480       24 |      -77    -3 |      +15    +2 |       +1    +2 |      +41    -1
    0.4           240        6 |     -100   +14 |      +18    +2 |       +1    +0 |      +21   -11
    0.4           240       12 |     -100    +0 |      +19    +2 |       +1    +1 |      +45    -7
    0.4           240       24 |     -100    -9 |      +19    +2 |       +1    +1 |      +61    -1
    0.4           480        6 |     -100    -3 |      +16    +2 |       +1    +0 |      +59    -2
    0.4           480       12 |     -100    -8 |      +18    +2 |       +1    +1 |      +82    -1
    0.4           480       24 |     -100    -7 |      +18    +2 |       +1    +1 |      +87    -2
    0.45          240        6 |     -100   +53 |      +19    +1 |       +1    +1 |      +18   -14
    0.45          240       12 |     -100    +9 |      +20    +2 |       +1    +1 |      +34    -9
    0.45          240       24 |     -100   -12 |      +20    +2 |       +1    +1 |      +56    +0
    0.45          480        6 |     -100   -15 |      +19    +2 |       +1    +0 |      +56    -1
    0.45          480       12 |     -100    -8 |      +19    +1 |       +1    +1 |      +67    +0
    0.45          480       24 |     -100   -14 |      +20    +2 |       +1    +1 |      +67    +1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np

from skill.lattice import frame
from skill.physics.attitude import Array
from skill.physics.pose import STILL, Vec
from skill.physics.scene import Scene
from skill.physics.world.dice import DiceArrays, Flags, Rows
from skill.physics.world.plate import Plate
from skill.physics.world.vessel import Vessel

ROOT_GRIP_AT_REST = 0.5**0.25
"""What share of its friction a die has, and a cube of the plate, where dice stand on corners; see above."""
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
"""The greatest grip of a die that a hand draws along a groove."""
EVERY_STEPS = 4
"""Grips are set no more often than that, however often dice are looked at, so that rehearsals feel the same."""
STILL_EDGES_S = 0.03
"""A slower die lies still."""
CLOSE_ENOUGH = 0.01
"""A grip may be off by so much."""
LOW = frame.HALF_DIAGONAL + 0.45
"""Dice whose centres are lower than this, edges, touch the plate."""


SetGrip = Callable[[int, Sequence[float]], None]
"""Scales the friction of a body in the directions of its own three axes."""


class Grips(Rows):
    """What is kept of each die."""

    def __init__(self) -> None:
        self.scales: Array = np.zeros((0, 3))
        """(n, 3): what scales its friction along its own axes; 0 where nothing was set yet."""
        self.set_at: Array = np.zeros((0, 3))
        """(n, 3): where it was then."""
        self.moved: Flags = np.zeros(0, bool)
        """(n,): whether it moved then."""


class GrooveFriction:
    """Sets the grips of the dice of a world by how they lie and move."""

    def __init__(self, dice: DiceArrays, plate: Plate, set_grip: SetGrip, vessel: Vessel, scene: Scene) -> None:
        self._dice, self._plate, self._set_grip, self._vessel = dice, plate, set_grip, vessel
        self._grips = dice.of_engine = Grips()
        self._dt, self._clock_s = scene.step_s, 0.0
        self._friction, self._on_plate = scene.material.friction, scene.material.on_plate
        self._least_s = (EVERY_STEPS - 0.5) * scene.step_s
        self._gravity: Vec | None = None  # for which all were set last
        self._plate_share = ROOT_GRIP_AT_REST
        """Of the friction on it, what its cubes have of themselves."""

    def update(self, gravity: Vec, clock_s: float) -> None:
        """Set the grips for this pull, edges a second squared, plate frame, after the dice were observed.

        They are set by how far each die went since the last time. Dice that lie still under the same pull as then keep
        theirs.
        """
        dice, elapsed = self._dice, clock_s - self._clock_s
        if elapsed > self._least_s:
            self._set_all(gravity, clock_s, ((dice.positions - self._grips.set_at) / elapsed).tolist())

    def restart(self, gravity: Vec, clock_s: float, velocities: Array | None = None) -> None:
        """Set all grips anew: dice have come, were let go or taken in hand; at rest, or with velocities (n, 3)."""
        self._gravity = None
        self._set_all(gravity, clock_s, [STILL] * len(self._dice) if velocities is None else velocities.tolist())

    def _set_all(self, gravity: Vec, clock_s: float, velocities: Sequence[Sequence[float]]) -> None:
        dice = self._dice
        moves = [max(map(abs, velocity)) > STILL_EDGES_S for velocity in velocities]
        which = [True] * len(dice)
        if gravity == self._gravity:
            which = [now or before for now, before in zip(moves, self._grips.moved.tolist(), strict=True)]
        else:
            self._gravity = gravity
            self._set_plate(gravity)
        self._grips.moved, self._grips.set_at, self._clock_s = np.array(moves, bool), dice.positions, clock_s
        for n, there in enumerate(dice.is_present.tolist()):
            if there and which[n]:
                self._set(n, gravity, velocities[n] if moves[n] else STILL)

    def _set_plate(self, gravity: Vec) -> None:
        """Give the cubes of the plate their part: what a die that lies in it like all others has at rest."""
        x, y, z = gravity
        pull = [abs(x * a + y * b + z * c) for a, b, c in frame.AXIS_VECTORS]
        size = sqrt(x * x + y * y + z * z) or 1.0
        drive, least, most = sorted(pull)
        share = sqrt(_grip_at_rest(0.5 * (least + most), drive, _in_groove(least / size), self._on_plate))
        if abs(share - self._plate_share) > CLOSE_ENOUGH:
            self._plate_share, grip = share, share / ROOT_GRIP_AT_REST
            for body in self._plate.bodies:
                self._set_grip(body, (grip, grip, grip))

    def _set(self, n: int, gravity: Vec, velocity: Sequence[float]) -> None:
        """Set the grip of one die, in plain floats: for the few dice that move at a time arrays take longer."""
        dice, dt = self._dice, self._dt
        (a, b, c), (d, e, f), (g, h, i) = dice.rotations[n].tolist()
        x, y, z = gravity
        pull = [abs(x * a + y * d + z * g), abs(x * b + y * e + z * h), abs(x * c + y * f + z * i)]
        size = sqrt(x * x + y * y + z * z) or 1.0
        x, y, z = velocity
        speeds = (abs(x * a + y * d + z * g), abs(x * b + y * e + z * h), abs(x * c + y * f + z * i))
        ahead = [speeds[0] - dt * pull[0], speeds[1] - dt * pull[1], speeds[2] - dt * pull[2]]
        groove = ahead.index(max(ahead))
        speed, drive = speeds[groove], dt * pull.pop(groove)
        in_groove = _in_groove(min(pull) / size)
        held = bool(dice.is_held[n])
        if held and self._vessel.is_there:
            in_groove = 0.0  # it lies on the vessel's floor
        low = dice.positions[n, 2] < LOW
        at_rest = grip = across = 1.0
        if in_groove:
            mu, push = self._on_plate if low else self._friction, 0.5 * dt * (pull[0] + pull[1])
            at_rest = grip = _grip_at_rest(push, drive, in_groove, mu)
            if speed or held:
                grip, across = self._grip_along(push, drive, speed, in_groove, mu, held)
        # Its neighbours have their part of it: the plate's cubes, or dice that lie as it does.
        along = grip / (self._plate_share if low else sqrt(at_rest)) / ROOT_GRIP_AT_REST
        wanted = [along * across] * 3
        wanted[groove] = along
        now = self._grips.scales[n].tolist()
        if max(abs(wanted[0] - now[0]), abs(wanted[1] - now[1]), abs(wanted[2] - now[2])) > CLOSE_ENOUGH:
            self._set_grip(dice.bodies[n], wanted)
            self._grips.scales[n] = wanted

    def _grip_along(
        self, push: float, drive: float, speed: float, in_groove: float, mu: float, held: bool
    ) -> tuple[float, float]:
        """The grip along a groove of a die that moves or is held, and the share of it across."""
        # What a hand moves is not driven by gravity: the hand holds against that.
        slope = push / max(speed if held else drive + speed, 1e-9)
        across = min(1.0, max(ACROSS_LEAST, (slope - ACROSS_SLOPE) / (1.0 - ACROSS_SLOPE)))
        if held and speed > STILL_EDGES_S:
            across = ACROSS_LEAST
        hops = min(1.0, max(0.0, (speed * self._dt - HOPS_FROM) / (HOPS_ALL - HOPS_FROM)))
        grip = _grip(slope, across, mu * (1.0 - hops)) * (1.0 + HOPPING * hops)
        grip = 1.0 - in_groove * (1.0 - min(grip, HAND_GRIP if held else 1.0 + HOPPING * hops))
        return grip, 1.0 - in_groove * (1.0 - across)


def _in_groove(least: float) -> float:
    """How far a die lies in a groove, 0 to 1, whose second-largest pull along its axes is `least` of the whole."""
    return min(1.0, max(0.0, (least - ONE_FACE) / (TWO_FACES - ONE_FACE)))


def _grip_at_rest(push: float, drive: float, in_groove: float, mu: float) -> float:
    return 1.0 - in_groove * (1.0 - min(1.0, _grip(push / max(drive, 1e-9), 1.0, mu)))


def _grip(slope: float, across: float, mu: float) -> float:
    """The grip with which a groove holds as `mu` says, where tan t is `slope`; a huge one where none is enough, as
    beyond a friction of 1 it may be.
    """
    turned = across * slope
    cos, cos_turned = 1.0 / sqrt(1.0 + slope * slope), 1.0 / sqrt(1.0 + turned * turned)
    needed = cos + turned * cos_turned + mu * across * (cos_turned - slope * cos)
    return 1.0 / max(needed, 1e-6)
