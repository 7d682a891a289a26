"""A cube that is tossed on a table: where it is from frame to frame, beside where a camera saw a real one.

Units: metres, seconds, radians. Frame: the table's, whose top is z = 0. Attitudes are quaternions (x, y, z, w) from the
cube's own axes to the table's.

A tumbling cube is chaotic: a difference too small for a camera decides which corner hits first, and after that two
cubes that began alike go apart. So the difference of two tosses is given for their first part and for the whole, as
mean and as median.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import NamedTuple

import numpy as np

from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import EMPTY
from skill.physics.attitude import Array, matrices, tops
from skill.physics.lab.experiment import SEED, Condition, Experiment, Values, lab_scene
from skill.physics.pose import Quat, Vec, scaled
from skill.physics.scene import Scene
from skill.physics.world import World

ATTITUDES, TOSSED_S = 9, 3.0


class Start(NamedTuple):
    """How a cube leaves the hand."""

    place: Vec
    attitude: Quat
    velocity: Vec
    spin: Vec


class Track(NamedTuple):
    """Where a cube is at each of some frames."""

    places: Array
    """(frames, 3)"""
    attitudes: Array
    """(frames, 4)"""


def tossed(scene: Scene, start: Start, frames: int, frame_s: float) -> Track:
    """The track of a cube of the scene's size and material that starts like that, the start included.

    Frames are stepped whole, in steps that are no longer than the scene's.
    """
    steps = ceil(frame_s / scene.step_s - 1e-9)
    timed = lab_scene(scene, "none", sample_hz=1 / frame_s, steps_per_sample=steps)
    edge = scene.dice.edge_m
    world = World(timed, EMPTY, hand=[Die(RED, (3, 2, 1))], sleep=False)
    n = world.take_from_stock(scaled(start.place, 1 / edge), start.attitude)
    world.release(n, scaled(start.velocity, 1 / edge), start.spin)
    seen = [world.body(n)]
    for _ in range(frames - 1):
        for _ in range(steps):
            world.step()
        seen.append(world.body(n))
    world.close()
    return Track(edge * np.array([body.position for body in seen]), np.array([body.quaternion for body in seen]))


class Apart(NamedTuple):
    """How far two tracks are apart in each frame."""

    place_percent: Array
    """(frames,), of the cube's width."""
    attitude_deg: Array
    """(frames,), the angle between the two attitudes."""


def apart(one: Track, other: Track, width_m: float) -> Apart:
    """How far two tracks of as many frames are apart."""
    places = 100 * np.linalg.norm(one.places - other.places, axis=1) / width_m
    alike = np.abs((one.attitudes * other.attitudes).sum(axis=1))
    return Apart(places, np.degrees(2 * np.arccos(np.minimum(1.0, alike))))


def corners_apart(one: Track, other: Track, width_m: float) -> Array:
    """The root of the mean square distance of the cube's corners in two tracks, (frames,), in widths."""
    place, turned = apart(one, other, width_m)
    found: Array = np.sqrt((place / 100) ** 2 + 2 * np.sin(np.radians(turned) / 2) ** 2)
    return found


def lowest(track: Track, width_m: float) -> Array:
    """How high the lowest corner of the sharp cube is above the table, (frames,), in widths."""
    reach = np.abs(matrices(track.attitudes)[:, 2]).sum(axis=1) / 2
    found: Array = track.places[:, 2] / width_m - reach
    return found


def face_up(track: Track) -> int:
    """The number that looks up at the end; 1, 2, 3 look along the cube's own x, y, z."""
    return tops(matrices(track.attitudes[-1:])[:, 2])[0]


def _distance(scene: Scene, values: Values) -> tuple[float, ...]:
    """How far dice get over the table that are tossed alike but for how they are turned, mm."""
    edge = scene.dice.edge_m
    frame_s = 1 / scene.engine.sample_hz
    found = []
    for quaternion in np.random.default_rng(SEED).normal(size=(ATTITUDES, 4)):
        attitude = tuple((quaternion / np.sqrt((quaternion**2).sum())).tolist())
        level = Track(np.zeros((1, 3)), np.array([attitude]))
        height = values["height_mm"] / 1000 - lowest(level, edge)[0] * edge
        start = Start((0.0, 0.0, height), attitude, (values["speed_m_s"], 0.0, 0.0), (0.0, values["spin_rad_s"], 0.0))
        *_, (x, y, _) = tossed(scene, start, round(TOSSED_S / frame_s), frame_s).places.tolist()
        found.append(1000 * hypot(x, y))
    return tuple(found)


EXPERIMENTS = (
    Experiment(
        "toss",
        "How far a die gets that is tossed on a table: the median of nine that are turned in nine ways",
        "mm",
        "none: a die that tumbles is chaotic; tosses that a camera saw are compared frame by frame",
        _distance,
        None,
        {
            "speed_m_s": Condition(1.0, 0.1, 3.0, "over the table, as it leaves the hand"),
            "spin_rad_s": Condition(10.0, 0.0, 60.0, "forwards"),
            "height_mm": Condition(30.0, 5.0, 300.0, "of its lowest corner above the table"),
        },
        ("rolling_friction", "spinning_friction", "rounding_edges", "restitution", "friction_table"),
        converges=False,
    ),
)
