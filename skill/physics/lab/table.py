"""A die that lies on a table, and dice that meet."""

from __future__ import annotations

from math import atan, degrees, exp, hypot, sqrt

import numpy as np

from skill.physics.lab.experiment import (
    SEED,
    Condition,
    Experiment,
    Values,
    dice_on_table,
    lab_scene,
    leans_that_free,
    run_for,
    threshold,
)
from skill.physics.pose import LEVEL, Pose, turn
from skill.physics.rolls import chi_square, rolled
from skill.physics.scene import Scene

TOPPLES_DEG = 45.0  # where a cube tips over that cannot slide; a rounded one does so sooner
MEETING_EDGES = 6.0  # over which the momentum of two dice that meet is kept
LEAN_AXIS = (0.0, 1.0)  # about y: downhill is along x


def _slip_angle(scene: Scene, values: Values) -> tuple[float, ...]:
    """The lean at which a die lying on a face starts to slide, degrees."""
    return leans_that_free(lambda: dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5)), [0], LEAN_AXIS)


def _slip_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.on_table, 1 - 2 * scene.material.rounding_edges)))


def _slip_on_die(scene: Scene, values: Values) -> tuple[float, ...]:
    """The lean at which a die lying on a taped one starts to slide, degrees."""
    bare = lab_scene(scene, "none")
    return leans_that_free(lambda: dice_on_table(bare, (0.0, 0.0, 0.5), (0.0, 0.0, 1.5), taped=1), [1], LEAN_AXIS)


def _slip_on_die_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.friction, 1 - 2 * scene.material.rounding_edges)))


def _topple_angle(scene: Scene, values: Values) -> tuple[float, ...]:
    """The lean at which a die that cannot slide tips over, degrees."""
    rough = scene.model_copy(update={"material": scene.material.model_copy(update={"friction_table": 1.5})})
    return leans_that_free(lambda: dice_on_table(lab_scene(rough, "none"), (0.0, 0.0, 0.5)), [0], LEAN_AXIS)


def _topple_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(1 - 2 * scene.material.rounding_edges))


def _turntable(scene: Scene, values: Values) -> float:
    """The rate at which a die is thrown off a turning table, rad/s."""
    radius = values["radius_mm"] / 1000 / scene.dice.edge_m

    def holds(rate: float) -> bool:
        world = dice_on_table(lab_scene(scene, "none"), (radius, 0.0, 0.5))
        dt, angle = scene.step_s, 0.0
        for n in range(round(4.0 / dt)):
            angle += rate * min(1.0, n * dt / 3.0) * dt  # three seconds to full speed: the table's jerk throws nothing
            world.step(Pose(LEVEL.position, turn((0.0, 0.0, angle))))
        x, y, _ = world.body(0).position
        return hypot(x - radius, y) < 0.1

    return threshold(holds, 0.0, 2 * _turntable_predicted(scene, values) + 1)


def _turntable_predicted(scene: Scene, values: Values) -> float:
    return sqrt(scene.material.on_table * scene.engine.gravity_m_s2 / (values["radius_mm"] / 1000))


def _collision_momentum(scene: Scene, values: Values) -> float:
    """The momentum of two dice after one has hit the other in the air, over that before."""
    weightless = lab_scene(scene, "none", gravity_m_s2=0.0)
    world = dice_on_table(weightless, (0.0, 0.0, 20.0), (3.0, 0.3, 20.2))
    speed = values["speed_m_s"] / scene.dice.edge_m
    world.release(0, velocity=(speed, 0.0, 0.0), spin=(1.0, 2.0, 3.0))
    run_for(world, MEETING_EDGES / speed)
    after = np.sum([world.body(n).velocity for n in (0, 1)], axis=0)
    return float(np.linalg.norm(after)) / speed


def _collision_momentum_predicted(scene: Scene, values: Values) -> float:
    return exp(-scene.material.damping_per_s * MEETING_EDGES * scene.dice.edge_m / values["speed_m_s"])


def _fairness(scene: Scene, values: Values) -> float:
    """Chi-square of the numbers that a die shows, all alike expected, over its degrees of freedom."""
    sides, rolls = int(values["sides"]), int(values["rolls"])
    shown = rolled(lab_scene(scene, "none"), [sides] * rolls, SEED)
    return chi_square([shown.count(n) for n in range(1, sides + 1)]) / (sides - 1)


EXPERIMENTS = (
    Experiment(
        "slip-angle",
        "The lean at which a die on a table starts to slide",
        "deg",
        "atan mu, or the lean at which it topples if that is less",
        _slip_angle,
        _slip_angle_predicted,
        depends=("friction_table",),
        tolerance=0.03,
        caveat="A die lies on few contact points and lets go of them one after the other, a bit late; a smaller step "
        "changes nothing.",
        upper_limit=lambda values: TOPPLES_DEG,
    ),
    Experiment(
        "slip-on-die",
        "The lean at which a die on another one, which is taped to the table, starts to slide",
        "deg",
        "atan mu, or the lean at which it topples if that is less",
        _slip_on_die,
        _slip_on_die_predicted,
        depends=("friction",),
        upper_limit=lambda values: TOPPLES_DEG,
    ),
    Experiment(
        "topple-angle",
        "The lean at which a die that cannot slide topples",
        "deg",
        "atan(1 - 2 r): the flat of a rounded face reaches (1/2 - r) a; rolling friction adds to it",
        _topple_angle,
        _topple_angle_predicted,
        depends=("rounding_edges", "rolling_friction"),
        upper_limit=lambda values: TOPPLES_DEG,
    ),
    Experiment(
        "turntable",
        "The rate at which a turning table throws a die off",
        "rad/s",
        "sqrt(mu g / R)",
        _turntable,
        _turntable_predicted,
        {"radius_mm": Condition(60.0, 20.0, 200.0, "its distance from the axis")},
        ("friction_table",),
    ),
    Experiment(
        "collision-momentum",
        "The momentum of two dice that meet in the air, after over before",
        "1",
        "1: momentum is kept; with damping d it is exp(-d t) after the time t that 6 edges take",
        _collision_momentum,
        _collision_momentum_predicted,
        {"speed_m_s": Condition(0.5, 0.05, 2.0, "the speed of the one that moves")},
        ("damping_per_s",),
    ),
    Experiment(
        "dice-fairness",
        "How unevenly the numbers of a die come that is rolled many times: chi-square over its degrees of freedom",
        "1",
        "1 on average for a fair die",
        _fairness,
        lambda scene, values: 1.0,
        {
            "rolls": Condition(600.0, 60.0, 4000.0, "how often it is rolled"),
            "sides": Condition(6.0, 4.0, 20.0, "4, 6, 8, 12 or 20"),
        },
        tolerance=2.0,
        converges=False,
        caveat="Fair dice scatter: one of a hundred fair d6 gives more than 3.0.",
    ),
)
