"""A die in a funnel of the plate."""

from __future__ import annotations

from math import atan, degrees, hypot, inf, sqrt

import numpy as np

from skill.lattice.cells import parse_cell
from skill.lattice.dice import RED, Die
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.lab.experiment import (
    GROOVE,
    Condition,
    Experiment,
    Values,
    lab_scene,
    leans_that_free,
    step,
    threshold,
    travel_time,
)
from skill.physics.pose import LEVEL, Pose
from skill.physics.scene import Scene
from skill.physics.world import World

TURNED = ((3, 2, 1), (1, 3, 2), (2, 1, 3))  # dice with another of their own axes along each axis of the lattice
PLATE_DEG_S = 2.0  # in which a plate leans slowly
START_EDGES = 0.25  # up a groove where a die is let go: further up it tips, as its weight is beyond where faces meet
TIMED_EDGES = 0.2  # of the groove over which it is timed


def _groove_acceleration(scene: Scene, values: Values) -> tuple[float, ...]:
    """Of dice that slide down a groove on two faces, each on others of its faces, m/s2."""
    return tuple(_down_groove(scene, Die(RED, faces)) for faces in TURNED)


def _down_groove(scene: Scene, turned: Die) -> float:
    world = World(lab_scene(scene, "top"), EMPTY, hand=[turned], sleep=False)
    down = np.array(AXIS_VECTORS[0])  # along +I: the groove between the faces J and K of two plate cubes
    foot = np.array(world.plate.point((5.0, 2.0, 1.0)))
    start = foot - START_EDGES * down
    die = world.take_from_stock((float(start[0]), float(start[1]), float(start[2])))
    world.release(die)
    for n in range(round(0.5 / scene.step_s)):
        slid = float((np.array(world.body(die).position) - start) @ down)
        if slid > TIMED_EDGES:
            steps = n * (n + 1 / scene.engine.substeps)  # the engine changes first the speed, then the place
            return 2 * slid / steps / scene.step_s**2 * scene.dice.edge_m
        step(world, n)
    return 0.0


def _groove_acceleration_predicted(scene: Scene, values: Values) -> float:
    push = scene.engine.gravity_m_s2 * max(0.0, (1 - 2 * scene.material.on_plate) / sqrt(3))
    timed = TIMED_EDGES * scene.dice.edge_m
    return 2 * timed / travel_time(push, scene.material.damping_per_s, timed) ** 2


def _lets_go(scene: Scene, values: Values, way: int) -> tuple[float, ...]:
    """The slow leans at which dice in three funnels leave their places, down (1) or up (-1) the axis, degrees.

    They lie in a row across it, so that none meets another, each with another of its axes along it.
    """
    funnel, axis = lab_scene(scene, "top"), round(values["axis"])
    row = [tuple(np.roll((0, j, 8 - j), axis)) for j in (2, 4, 6)]
    dice = Pyramid(
        (parse_cell("{}{}{}".format(*cell)), Die(RED, faces)) for cell, faces in zip(row, TURNED, strict=True)
    )
    x, y, _ = (way * share for share in AXIS_VECTORS[axis])
    about = (-y / hypot(x, y), x / hypot(x, y))
    return leans_that_free(lambda: World(funnel, dice, sleep=False), range(3), about, PLATE_DEG_S)


def _out_over_saddle(scene: Scene, values: Values) -> tuple[float, ...]:
    return _lets_go(scene, values, -1)


def _out_over_saddle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(_groove_ratio(scene.material.on_plate)))


def _groove_ratio(mu: float) -> float:
    """Sideways over downward pull at which a die in a funnel starts up the groove between its faces on J and K.

    Leaning by t towards -I, in units of g: g.I = cos t / sqrt 3 - sin t sqrt(2/3), g.J = g.K = cos t / sqrt 3 +
    sin t / sqrt 6. The faces are orthogonal, so the die slides along -I once -g.I > mu (g.J + g.K).
    """
    return (1 + 2 * mu) / (sqrt(2) * (1 - mu)) if mu < 1 else inf


def _out_over_point(scene: Scene, values: Values) -> tuple[float, ...]:
    return _lets_go(scene, values, 1)


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
            step(world, n, Pose((0.0, acceleration * t * t / 2, 0.0), LEVEL.quaternion))
        gap = np.subtract(world.body(0).position, world.plate.point((3, 3, 2)))
        return float(np.linalg.norm(gap)) < 0.03

    return threshold(holds, 0.0, 4 * scene.engine.gravity_m_s2)


def _shaken_loose_predicted(scene: Scene, values: Values) -> float:
    return scene.engine.gravity_m_s2 * _groove_ratio(scene.material.on_plate)


AXIS = Condition(0.0, 0.0, 2.0, "in which of its three directions: 0 for I, 1 for J, 2 for K")

EXPERIMENTS = (
    Experiment(
        "groove-acceleration",
        "Dice that slide down a groove on their corner: the median of three",
        "m/s2",
        "g (1 - 2 mu) / sqrt 3, 0 from mu = 1/2 on; damping takes its share of the speed",
        _groove_acceleration,
        _groove_acceleration_predicted,
        depends=("damping_per_s", "friction_plate"),
        tolerance=0.05,
        caveat=GROOVE
        + " The nearer mu is to 1/2, the smaller is the difference that is left: with 0.4 an error of 1 % in friction "
        "is one of 4 % here, with 0.45 of 9 %.",
        upper_limit=lambda values: 9.81 / sqrt(3),
        finer=4,
    ),
    Experiment(
        "out-over-saddle",
        "The lean at which funnels let their dice go over a saddle, up a groove: the median of three",
        "deg",
        "tan t = (1 + 2 mu) / (sqrt 2 (1 - mu))",
        _out_over_saddle,
        _out_over_saddle_predicted,
        {"axis": AXIS},
        depends=("friction_plate",),
        tolerance=0.05,
        caveat=GROOVE,
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "out-over-point",
        "The lean at which funnels let their dice go over a point, up a face: the median of three",
        "deg",
        "tan t = (sqrt 2 + mu) / (1 - sqrt 2 mu)",
        _out_over_point,
        _out_over_point_predicted,
        {"axis": AXIS},
        depends=("friction_plate",),
        tolerance=0.04,
        caveat=GROOVE + " On the one face that holds it a die keeps some of that, more or less as it is turned.",
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
        tolerance=0.05,
        caveat=GROOVE,
        finer=2,
    ),
)
