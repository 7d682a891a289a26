"""A die on the table."""

from __future__ import annotations

from math import atan, cos, degrees, exp, hypot, inf, radians, sin, sqrt

import numpy as np

from skill.physics.lab.experiment import (
    BOX,
    SEED,
    STEP,
    Condition,
    Experiment,
    Values,
    damped_motion,
    dice_on_table,
    gravity,
    lab_scene,
    run_for,
    stopping_distance,
    stopping_time,
    threshold,
    travel_time,
)
from skill.physics.pose import LEVEL, Pose, Vec, turn
from skill.physics.rolls import chi_square, rolled
from skill.physics.scene import Scene
from skill.physics.world.bullet import FLAT_ARM

LIE_S = 0.05  # for which a die lies before it is pushed: its first contact takes two steps' weight at once
TIMED_S = 0.2  # over which a slide's acceleration is taken
MEETING_EDGES = 6.0  # over which the momentum of two dice that meet is kept


def _slip_angle(scene: Scene, values: Values) -> float:
    """The lean at which a die lying on a face starts to slide, degrees."""

    def holds(angle_deg: float) -> bool:
        world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5), lean=(0.0, radians(angle_deg), 0.0))
        run_for(world, 0.3)
        x, _, _ = world.body(0).position
        return x < 0.1

    return threshold(holds, 0.0, 60.0)


def _slip_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.on_table, 1 - 2 * scene.material.rounding_edges)))


def _slip_on_die(scene: Scene, values: Values) -> float:
    """The lean at which a die lying on a taped one starts to slide, degrees."""

    def holds(angle_deg: float) -> bool:
        lean = (0.0, radians(angle_deg), 0.0)
        world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5), (0.0, 0.0, 1.5), lean=lean, taped=1)
        run_for(world, 0.3)
        return world.body(1).position[0] < 0.1

    return threshold(holds, 0.0, 60.0)


def _slip_on_die_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.friction, 1 - 2 * scene.material.rounding_edges)))


def _topple_angle(scene: Scene, values: Values) -> float:
    """The lean at which a die that cannot slide tips over, degrees."""
    rough = scene.model_copy(update={"material": scene.material.model_copy(update={"friction_table": 1.5})})

    def holds(angle_deg: float) -> bool:
        world = dice_on_table(lab_scene(rough, "none"), (0.0, 0.0, 0.5), lean=(0.0, radians(angle_deg), 0.0))
        run_for(world, 1.0)
        return world.body(0).position[0] < 0.3

    return threshold(holds, 10.0, 55.0)


def _topple_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(1 - 2 * scene.material.rounding_edges))


def _slide_acceleration(scene: Scene, values: Values) -> float:
    """Down an incline, m/s2."""
    lean = radians(values["lean_deg"])
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5), lean=(0.0, lean, 0.0))
    run_for(world, LIE_S)
    before = world.body(0).velocity[0]
    run_for(world, TIMED_S)
    return (world.body(0).velocity[0] - before) / TIMED_S * scene.dice.edge_m


def _slide_acceleration_predicted(scene: Scene, values: Values) -> float:
    lean = radians(values["lean_deg"])
    push = scene.engine.gravity_m_s2 * max(0.0, sin(lean) - scene.material.on_table * cos(lean))
    before, after = (
        damped_motion(push, scene.material.damping_per_s, time_s)[1] for time_s in (LIE_S, LIE_S + TIMED_S)
    )
    return (after - before) / TIMED_S


def _slide_distance(scene: Scene, values: Values) -> float:
    """How far a die that is pushed off flat slides, mm."""
    return simulated_slide_mm(scene, (values["speed_m_s"] / scene.dice.edge_m, 0.0, 0.0))


def simulated_slide_mm(scene: Scene, velocity: Vec, spin: Vec | None = None) -> float:
    """How far along x a die slides that lies flat and gets a velocity (edges/s) and a spin (rad/s); mm."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5))
    run_for(world, LIE_S)
    world.release(0, velocity, spin)
    for _ in range(round(8.0 / scene.step_s)):
        world.step()
        if hypot(*world.body(0).velocity) < 1e-3:
            break
    return world.body(0).position[0] * scene.dice.edge_m * 1000


def _slide_distance_predicted(scene: Scene, values: Values) -> float:
    return predicted_slide_mm(scene, values["speed_m_s"])


def predicted_slide_mm(scene: Scene, speed_m_s: float) -> float:
    """How far a die slides by theory, mm."""
    brake = scene.material.on_table * scene.engine.gravity_m_s2
    return 1000 * stopping_distance(speed_m_s, brake, scene.material.damping_per_s)


def _bounce_height(scene: Scene, values: Values) -> float:
    """How high a die rises that falls flat on the table, mm, underside to table."""
    drop = values["drop_mm"] / 1000 / scene.dice.edge_m
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5 + drop))
    for _ in range(round(2.0 / scene.step_s)):
        world.step()
        speed = world.body(0).velocity[2]
        if speed >= 0:  # it rises with this speed from here on; how deep it is in the table now is the time step's
            return stopping_distance(speed, gravity(scene), scene.material.damping_per_s) * scene.dice.edge_m * 1000
    return 0.0


def _bounce_height_predicted(scene: Scene, values: Values) -> float:
    g, damping, drop = scene.engine.gravity_m_s2, scene.material.damping_per_s, values["drop_mm"] / 1000
    _, speed = damped_motion(g, damping, travel_time(g, damping, drop))
    return 1000 * stopping_distance(scene.material.restitution * speed, g, damping)


def _spin_time(scene: Scene, values: Values) -> float:
    """How long a die spins flat on the table about the vertical, s."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5))
    run_for(world, LIE_S)
    world.release(0, spin=(0.0, 0.0, values["spin_rad_s"]))
    spin, slowing = values["spin_rad_s"], 1.0
    for n in range(round(8.0 / scene.step_s)):
        world.step()
        left = hypot(*world.body(0).spin)
        if left < 0.05:  # it stopped within this step, at the rate at which it was slowing
            return (n + (min(1.0, spin / slowing) if n else 1.0)) * scene.step_s
        spin, slowing = left, max(spin - left, 1e-9)
    return inf


def _spin_time_predicted(scene: Scene, values: Values) -> float:
    material = scene.material
    arm = material.on_table * FLAT_ARM * (1 - 2 * material.rounding_edges) + material.spinning_friction
    slowing = arm * gravity(scene) * 6
    return stopping_time(values["spin_rad_s"], slowing, material.damping_per_s)


def _fall(scene: Scene, values: Values) -> float:
    """How far a die falls in the air, mm."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 400.0))
    run_for(world, values["time_s"])
    return (400.0 - world.body(0).position[2]) * scene.dice.edge_m * 1000


def _fall_predicted(scene: Scene, values: Values) -> float:
    return 1000 * damped_motion(scene.engine.gravity_m_s2, scene.material.damping_per_s, values["time_s"])[0]


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
        "free-fall",
        "A die that falls",
        "mm",
        "g t^2 / 2; with damping d it is g (d t - 1 + exp(-d t)) / d^2",
        _fall,
        _fall_predicted,
        {"time_s": Condition(0.3, 0.05, 0.6, "how long it falls")},
        ("damping_per_s",),
    ),
    Experiment(
        "slip-angle",
        "The lean at which a die on a table starts to slide",
        "deg",
        "atan mu, or the lean at which it topples if that is less",
        _slip_angle,
        _slip_angle_predicted,
        depends=("friction_table",),
        tolerance=0.05,
        caveat=BOX,
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "slip-on-die",
        "The lean at which a die on another one, which is taped to the table, starts to slide",
        "deg",
        "atan mu, or the lean at which it topples if that is less",
        _slip_on_die,
        _slip_on_die_predicted,
        depends=("friction",),
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "slide-acceleration",
        "A die that slides down a leaning table",
        "m/s2",
        "g (sin t - mu cos t); damping takes its share of the speed",
        _slide_acceleration,
        _slide_acceleration_predicted,
        {"lean_deg": Condition(30.0, 5.0, 34.0, "how far the table leans")},
        ("damping_per_s", "friction_table"),
        tolerance=0.04,
        caveat="It is the small difference of two large numbers: friction itself is within 1 %.",
    ),
    Experiment(
        "slide-distance",
        "How far a die slides on a table that was pushed off flat",
        "mm",
        "v^2 / (2 mu g); with damping d it is v / d - mu g log(1 + d v / (mu g)) / d^2",
        _slide_distance,
        _slide_distance_predicted,
        {"speed_m_s": Condition(0.6, 0.1, 2.0, "its speed at the start")},
        ("damping_per_s", "friction_table"),
        tolerance=0.03,
        caveat=STEP,
    ),
    Experiment(
        "topple-angle",
        "The lean at which a die that cannot slide topples",
        "deg",
        "atan(1 - 2 r): the flat of a rounded face reaches (1/2 - r) a; rolling friction adds to it",
        _topple_angle,
        _topple_angle_predicted,
        depends=("rounding_edges", "rolling_friction"),
        tolerance=0.12,
        caveat=STEP + " The die lies on few contact points at first and rocks.",
        upper_limit=lambda values: 90.0,
    ),
    Experiment(
        "bounce-height",
        "How high a die bounces that falls flat on a table",
        "mm",
        "e^2 h; damping takes its share of the speed on both ways",
        _bounce_height,
        _bounce_height_predicted,
        {"drop_mm": Condition(60.0, 10.0, 200.0, "how far it falls; from higher it is in the table before it is seen")},
        ("damping_per_s", "restitution"),
        tolerance=0.05,
        caveat=STEP,
        upper_limit=lambda values: values["drop_mm"],
    ),
    Experiment(
        "spin-time",
        "How long a die spins flat on a table",
        "s",
        "w a / (6 g (0.383 mu (1 - 2 r) + spinning friction)), a flat that is pressed evenly; with damping d "
        "that time T becomes log(1 + d T) / d",
        _spin_time,
        _spin_time_predicted,
        {"spin_rad_s": Condition(60.0, 10.0, 150.0, "its spin at the start")},
        ("damping_per_s", "rounding_edges", "friction_table", "spinning_friction"),
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
        caveat="Fair dice scatter: one of a hundred fair d6 gives more than 3.0.",
    ),
)
