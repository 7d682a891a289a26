"""A die in a funnel of the plate."""

from __future__ import annotations

from math import atan, degrees, hypot, inf, sqrt

import numpy as np

from skill.lattice.dice import RED, Die
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.lab.experiment import (
    WEDGE,
    Condition,
    Experiment,
    Values,
    lab_scene,
    lean_that_frees,
    threshold,
    travel_time,
)
from skill.physics.pose import LEVEL, Pose, Vec
from skill.physics.scene import Scene
from skill.physics.world import World

TIMED_EDGES = 0.35  # of a groove over which a die is timed


def _groove_acceleration(scene: Scene, values: Values) -> float:
    """Of a die that slides down a groove on two faces, m/s2."""
    world = World(lab_scene(scene, "top"), EMPTY, hand=[Die(RED, (3, 2, 1))], sleep=False)
    down = np.array(AXIS_VECTORS[0])  # along +I: the groove between the faces J and K of two plate cubes
    foot = np.array(world.plate.point((5.0, 2.0, 1.0)))
    start = foot - 0.4 * down
    die = world.take_from_stock((float(start[0]), float(start[1]), float(start[2])))
    world.release(die)
    for n in range(round(0.5 / scene.step_s)):
        slid = float((np.array(world.body(die).position) - start) @ down)
        if slid > TIMED_EDGES:
            return 2 * slid / (n * (n + 1)) / scene.step_s**2 * scene.dice.edge_m  # first the speed, then the place
        world.step()
    return 0.0


def _groove_acceleration_predicted(scene: Scene, values: Values) -> float:
    push = scene.engine.gravity_m_s2 * max(0.0, (1 - 2 * scene.material.on_plate) / sqrt(3))
    timed = TIMED_EDGES * scene.dice.edge_m
    return 2 * timed / travel_time(push, scene.material.damping_per_s, timed) ** 2


def _lets_go(scene: Scene, towards: Vec) -> float:
    """The slow lean in a direction at which the die in a funnel leaves its place, degrees."""
    x, y, _ = towards
    funnel = lab_scene(scene, "top")
    axis = (-y / hypot(x, y), x / hypot(x, y))
    return lean_that_frees(lambda: World(funnel, parse_position("R332:321"), sleep=False), 0, axis)


def _out_over_saddle(scene: Scene, values: Values) -> float:
    x, y, _ = AXIS_VECTORS[round(values["axis"])]
    return _lets_go(scene, (-x, -y, 0.0))


def _out_over_saddle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(_groove_ratio(scene.material.on_plate)))


def _groove_ratio(mu: float) -> float:
    """Sideways over downward pull at which a die in a funnel starts up the groove between its faces on J and K.

    Leaning by t towards -I, in units of g: g.I = cos t / sqrt 3 - sin t sqrt(2/3), g.J = g.K = cos t / sqrt 3 +
    sin t / sqrt 6. The faces are orthogonal, so the die slides along -I once -g.I > mu (g.J + g.K).
    """
    return (1 + 2 * mu) / (sqrt(2) * (1 - mu)) if mu < 1 else inf


def _out_over_point(scene: Scene, values: Values) -> float:
    x, y, _ = AXIS_VECTORS[round(values["axis"])]
    return _lets_go(scene, (x, y, 0.0))


def _out_over_point_predicted(scene: Scene, values: Values) -> float:
    """Leaning by t towards I the die lies on its face on I alone once g.J = g.K < 0, and slides up it between the two
    others when sqrt 2 |g.J| > mu g.I; g.I = cos t / sqrt 3 + sin t sqrt(2/3), g.J = cos t / sqrt 3 - sin t / sqrt 6.
    """
    mu = scene.material.on_plate
    return degrees(atan((sqrt(2) + mu) / (1 - sqrt(2) * mu))) if mu < 1 / sqrt(2) else inf


def _shaken_loose(scene: Scene, values: Values) -> float:
    """The sideways acceleration at which a die in a funnel starts up a groove, m/s2."""

    def holds(acceleration: float) -> bool:
        world = World(lab_scene(scene, "top"), parse_position("R332:321"), sleep=False)
        for n in range(round(0.15 / scene.step_s)):
            t = (n + 1) * scene.step_s
            world.step(Pose((0.0, acceleration * t * t / 2, 0.0), LEVEL.quaternion))
        gap = np.subtract(world.body(0).position, world.plate.point((3, 3, 2)))
        return float(np.linalg.norm(gap)) < 0.03

    return threshold(holds, 0.0, 4 * scene.engine.gravity_m_s2)


def _shaken_loose_predicted(scene: Scene, values: Values) -> float:
    return scene.engine.gravity_m_s2 * _groove_ratio(scene.material.on_plate)


AXIS = Condition(0.0, 0.0, 2.0, "in which of its three directions: 0 for I, 1 for J, 2 for K")

EXPERIMENTS = (
    Experiment(
        "groove-acceleration",
        "A die that slides down a groove on its corner",
        "m/s2",
        "g (1 - 2 mu) / sqrt 3, 0 from mu = 1/2 on; damping takes its share of the speed",
        _groove_acceleration,
        _groove_acceleration_predicted,
        depends=("damping_per_s", "friction_plate"),
        tolerance=0.2,
        caveat=WEDGE + " With mu = 0.2 the die speeds up 16 % too slowly, with 0.4 it stays where it is.",
        reference_friction=0.2,
    ),
    Experiment(
        "out-over-saddle",
        "The lean at which a funnel lets its die go over a saddle, up a groove",
        "deg",
        "tan t = (1 + 2 mu) / (sqrt 2 (1 - mu))",
        _out_over_saddle,
        _out_over_saddle_predicted,
        {"axis": AXIS},
        depends=("friction_plate",),
        tolerance=0.25,
        caveat=WEDGE,
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "out-over-point",
        "The lean at which a funnel lets its die go over a point, up a face",
        "deg",
        "tan t = (sqrt 2 + mu) / (1 - sqrt 2 mu)",
        _out_over_point,
        _out_over_point_predicted,
        {"axis": AXIS},
        depends=("friction_plate",),
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "shaken-loose",
        "The sideways acceleration at which a funnel lets its die go up a groove",
        "m/s2",
        "g (1 + 2 mu) / (sqrt 2 (1 - mu))",
        _shaken_loose,
        _shaken_loose_predicted,
        depends=("friction_plate",),
        tolerance=0.5,
        caveat=WEDGE,
    ),
)
