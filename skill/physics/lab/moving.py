"""A die that falls, slides, bounces or spins."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, inf, radians, sin

from skill.physics.lab.experiment import (
    LIE_S,
    Condition,
    Experiment,
    Found,
    Values,
    damped_motion,
    dice_on_table,
    gravity,
    lab_scene,
    run_for,
    stopping_distance,
    stopping_time,
    travel_time,
)
from skill.physics.pose import FLAT_ARM, Vec
from skill.physics.scene import Scene
from skill.physics.world import World

G_M_S2 = 9.81  # of a real table
PUSHED_M_S = 0.3  # at which a die is let go on a slope: from rest Bullet lets it start late
TIMED_S = 0.3  # over which a slide's acceleration is taken
AT_REST_S = 8.0  # after which every die lies still
DROPS = 9  # of a die, side by side, from heights that differ by less than what it falls in a step
LEAST_EDGES, ASTRAY_DEG = 0.1, 180.0  # a die that went less has no course
APART_EDGES = 4.0  # between two that fall


def _fall(scene: Scene, values: Values) -> float:
    """How far a die falls in the air, mm."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 400.0))
    run_for(world, values["time_s"])
    return (400.0 - world.body(0).position[2]) * scene.dice.edge_m * 1000


def _fall_predicted(scene: Scene, values: Values) -> float:
    return 1000 * damped_motion(scene.engine.gravity_m_s2, scene.material.damping_per_s, values["time_s"])[0]


def _slide_acceleration(scene: Scene, values: Values) -> float:
    """Down an incline, m/s2."""
    lean = radians(values["lean_deg"])
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5), lean=(0.0, lean, 0.0))
    world.release(0, (PUSHED_M_S / scene.dice.edge_m, 0.0, 0.0))
    run_for(world, LIE_S)
    before = world.body(0).velocity[0]
    run_for(world, TIMED_S)
    return max(0.0, (world.body(0).velocity[0] - before) / TIMED_S * scene.dice.edge_m)


def _slide_acceleration_predicted(scene: Scene, values: Values) -> float:
    lean = radians(values["lean_deg"])
    push = scene.engine.gravity_m_s2 * max(0.0, sin(lean) - scene.material.on_table * cos(lean))
    if not push:
        return 0.0
    before, after = (
        damped_motion(push, scene.material.damping_per_s, time_s, PUSHED_M_S)[1] for time_s in (LIE_S, LIE_S + TIMED_S)
    )
    return max(0.0, (after - before) / TIMED_S)


def _slide_distance(scene: Scene, values: Values) -> float:
    """How far a die that is pushed off flat slides, mm."""
    return simulated_slide_mm(scene, (values["speed_m_s"] / scene.dice.edge_m, 0.0, 0.0))


def _slide_place(scene: Scene, values: Values) -> float:
    """How far it has got after a time, mm."""
    return simulated_slide_mm(scene, (values["speed_m_s"] / scene.dice.edge_m, 0.0, 0.0), time_s=values["time_s"])


def simulated_slide_mm(scene: Scene, velocity: Vec, spin: Vec | None = None, time_s: float = AT_REST_S) -> float:
    """How far along x a die slides in a time that lies flat and gets a velocity (edges/s) and a spin (rad/s); mm."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5))
    run_for(world, LIE_S)
    world.release(0, velocity, spin)
    whole, part = divmod(time_s / scene.step_s, 1.0)
    for _ in range(round(whole)):
        world.step()
        if hypot(*world.body(0).velocity) < 1e-3:
            break
    x = world.body(0).position[0]
    if part > 1e-6:
        world.step()
        x += part * (world.body(0).position[0] - x)
    return x * scene.dice.edge_m * 1000


def _slide_heading(scene: Scene, values: Values) -> Found:
    """How far a die that is pushed off flat has gone off its course when it lies still, deg, and how far it turned."""
    speed, heading = values["speed_m_s"] / scene.dice.edge_m, radians(values["heading_deg"])
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5))
    run_for(world, LIE_S)
    world.release(0, (speed * cos(heading), speed * sin(heading), 0.0))
    yaw = 0.0
    for _ in range(round(AT_REST_S / scene.step_s)):
        world.step()
        body = world.body(0)
        yaw += body.spin[2] * scene.step_s
        if hypot(*body.velocity, *body.spin) < 1e-3:
            break
    x, y, _ = world.body(0).position
    off = degrees(atan2(y, x) - heading) if hypot(x, y) > LEAST_EDGES else ASTRAY_DEG
    return Found(abs(off), {"yaw_deg": degrees(yaw)})


def _slide_distance_predicted(scene: Scene, values: Values) -> float:
    return predicted_slide_mm(scene, values["speed_m_s"])


def _slide_place_predicted(scene: Scene, values: Values) -> float:
    return predicted_slide_mm(scene, values["speed_m_s"], values["time_s"])


def slides_flat(scene: Scene, values: Values) -> bool:
    """Whether a die that slides stays flat on its face: the flat of it reaches (1/2 - r) a to all sides."""
    return scene.material.on_table <= 1 - 2 * scene.material.rounding_edges


def predicted_slide_mm(scene: Scene, speed_m_s: float, time_s: float = inf) -> float:
    """How far a die slides by theory in a time, mm."""
    brake, damping = scene.material.on_table * scene.engine.gravity_m_s2, scene.material.damping_per_s
    if time_s >= stopping_time(speed_m_s, brake, damping):
        return 1000 * stopping_distance(speed_m_s, brake, damping)
    return 1000 * damped_motion(-brake, damping, time_s, speed_m_s)[0]


def _bounce_height(scene: Scene, values: Values) -> tuple[float, ...]:
    """How high dice rise that fall flat on the table, mm, underside to table, each as from the height asked for.

    How deep a die is in the table when it is first seen there is chance, and with it what it rises to.
    """
    drop, g = values["drop_mm"] / 1000 / scene.dice.edge_m, gravity(scene)
    step = damped_motion(g, scene.material.damping_per_s, travel_time(g, scene.material.damping_per_s, drop))[1]
    drops = [drop + ((n + 0.5) / DROPS - 0.5) * step * scene.step_s for n in range(DROPS)]
    world = dice_on_table(lab_scene(scene, "none"), *((APART_EDGES * n, 0.0, 0.5 + h) for n, h in enumerate(drops)))
    rises: dict[int, float] = {}
    for _ in range(round(2.0 / scene.step_s)):
        world.step()
        for n in range(DROPS):
            speed = world.body(n).velocity[2]
            if n not in rises and speed >= 0:  # it rises with this speed from here on
                rises[n] = stopping_distance(speed, g, scene.material.damping_per_s) / drops[n] * values["drop_mm"]
        if len(rises) == DROPS:
            break
    return tuple(rises.get(n, 0.0) for n in range(DROPS))


def _bounce_height_predicted(scene: Scene, values: Values) -> float:
    g, damping, drop = scene.engine.gravity_m_s2, scene.material.damping_per_s, values["drop_mm"] / 1000
    _, speed = damped_motion(g, damping, travel_time(g, damping, drop))
    return 1000 * stopping_distance(scene.material.restitution * speed, g, damping)


def _spinning(scene: Scene, values: Values) -> World:
    """A die that spins flat on the table about the vertical."""
    world = dice_on_table(lab_scene(scene, "none"), (0.0, 0.0, 0.5))
    run_for(world, LIE_S)
    world.release(0, spin=(0.0, 0.0, values["spin_rad_s"]))
    return world


def _spin_time(scene: Scene, values: Values) -> float:
    """How long a die spins flat on the table about the vertical, s."""
    world = _spinning(scene, values)
    spin, slowing = values["spin_rad_s"], 1.0
    for n in range(round(AT_REST_S / scene.step_s)):
        world.step()
        left = hypot(*world.body(0).spin)
        if left < 0.05:  # it stopped within this step, at the rate at which it was slowing
            return (n + (min(1.0, spin / slowing) if n else 1.0)) * scene.step_s
        spin, slowing = left, max(spin - left, 1e-9)
    return inf


def _slowing(scene: Scene) -> float:
    """What a flat that is pressed evenly takes of a spin, rad/s2."""
    material = scene.material
    arm = material.on_table * FLAT_ARM * (1 - 2 * material.rounding_edges) + material.spinning_friction
    return arm * gravity(scene) / scene.dice.inertia


def _spin_time_predicted(scene: Scene, values: Values) -> float:
    return stopping_time(values["spin_rad_s"], _slowing(scene), scene.material.damping_per_s)


def _spin_rate(scene: Scene, values: Values) -> float:
    """How fast it still turns after a time, rad/s."""
    world = _spinning(scene, values)
    whole, part = divmod(values["time_s"] / scene.step_s, 1.0)
    for _ in range(round(whole)):
        world.step()
    rate = hypot(*world.body(0).spin)
    world.step()
    return rate + part * (hypot(*world.body(0).spin) - rate)


def _spin_rate_predicted(scene: Scene, values: Values) -> float:
    rate, slowing, damping = values["spin_rad_s"], _slowing(scene), scene.material.damping_per_s
    if values["time_s"] >= stopping_time(rate, slowing, damping):
        return 0.0
    return damped_motion(-slowing, damping, values["time_s"], rate)[1]


SPEED = Condition(0.6, 0.1, 2.0, "its speed at the start")
SPIN = Condition(60.0, 10.0, 150.0, "its spin at the start")
BEYOND = "A die whose mu is more than 1 - 2 r tumbles instead: there the curve ends."
ONE_POINT = (
    "Bullet has a sliding die on one contact point at a time, on which it rocks, and a point that lets go keeps the "
    "friction of the step before; a smaller step changes nothing. A die whose mu is more than 1 - 2 r tumbles instead."
)

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
        finer=8,
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
        upper_limit=lambda values: G_M_S2 * sin(radians(values["lean_deg"])),
        finer=4,
    ),
    Experiment(
        "slide-distance",
        "How far a die slides on a table that was pushed off flat",
        "mm",
        "v^2 / (2 mu g); with damping d it is v / d - mu g log(1 + d v / (mu g)) / d^2",
        _slide_distance,
        _slide_distance_predicted,
        {"speed_m_s": SPEED},
        ("damping_per_s", "friction_table"),
        tolerance=0.03,
        holds=slides_flat,
        beyond=BEYOND,
        caveat=ONE_POINT,
        finer=4,
    ),
    Experiment(
        "slide-place",
        "Where a die is that was pushed off flat, some time after it",
        "mm",
        "v t - mu g t^2 / 2 until it lies still; damping takes its share of the speed",
        _slide_place,
        _slide_place_predicted,
        {"speed_m_s": SPEED, "time_s": Condition(0.1, 0.01, 2.0, "since it was pushed off")},
        ("damping_per_s", "friction_table"),
        tolerance=0.03,
        holds=slides_flat,
        beyond=BEYOND,
        caveat=ONE_POINT,
        finer=4,
    ),
    Experiment(
        "slide-heading",
        "How far a die that was pushed off flat, at an angle to its faces, goes off its course",
        "deg",
        "0: Coulomb's friction is against the motion, and by statics what presses the leading edge turns nothing",
        _slide_heading,
        lambda scene, values: 0.0,
        {"heading_deg": Condition(20.0, 0.0, 45.0, "of the push, from the normal of a face"), "speed_m_s": SPEED},
        ("friction_table",),
        tolerance=5.0,
        holds=slides_flat,
        beyond=BEYOND,
        caveat="Bullet limits friction along two axes apart, to a square in place of Coulomb's circle; Rapier goes "
        "straight.",
        upper_limit=lambda values: 180.0,
        finer=1,
    ),
    Experiment(
        "bounce-height",
        "How high a die bounces that falls flat on a table: the median of nine drops",
        "mm",
        "e^2 h; damping takes its share of the speed on both ways",
        _bounce_height,
        _bounce_height_predicted,
        {"drop_mm": Condition(60.0, 10.0, 200.0, "how far it falls; from higher it is in the table before it is seen")},
        ("damping_per_s", "restitution"),
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
        {"spin_rad_s": SPIN},
        ("damping_per_s", "rounding_edges", "friction_table", "spinning_friction"),
    ),
    Experiment(
        "spin-rate",
        "How fast a die that was spun flat on a table still turns, some time after it",
        "rad/s",
        "w - 6 g t (0.383 mu (1 - 2 r) + spinning friction) / a, until it stands still; damping takes its share",
        _spin_rate,
        _spin_rate_predicted,
        {"spin_rad_s": SPIN, "time_s": Condition(0.05, 0.01, 2.0, "since it was spun")},
        ("damping_per_s", "rounding_edges", "friction_table", "spinning_friction"),
        upper_limit=lambda values: values["spin_rad_s"],
    ),
)
