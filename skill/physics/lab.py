"""The laboratory: small worlds with one question each, what theory answers and what the simulation does.

Each experiment is a function from a scene, which carries the material and the engine's settings, and conditions to one
number; where there is a closed form, another function gives it. The tuner runs the same experiments against what was
measured on a real table, and the tests hold the closed forms to 2 %.

Where simulation and closed form are more than 2 % apart, the experiment says why, and by how much at the most.

Symbols: g gravity, a the edge, mu the pair friction, e the pair restitution, r the rounding of the edges over a.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan, cos, degrees, hypot, inf, radians, sin, sqrt
from typing import NamedTuple

import numpy as np

from skill.errors import UnknownName
from skill.lattice.cells import CELLS
from skill.lattice.dice import RED, Die
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.bullet import FLAT_ARM
from skill.physics.pose import LEVEL, STILL, UNTURNED, Pose, Vec, turn
from skill.physics.scene import Scene
from skill.physics.world import World

Values = Mapping[str, float]


class Condition(NamedTuple):
    """One thing that is chosen when the experiment is made; its unit is in its name."""

    default: float
    low: float
    high: float
    help: str


class Experiment(NamedTuple):
    """One question to the world."""

    name: str
    title: str
    unit: str
    theory: str
    """The closed form in words and symbols, with what it leaves out, or why there is none."""
    simulate: Callable[[Scene, Values], float]
    predict: Callable[[Scene, Values], float] | None
    conditions: Mapping[str, Condition] = {}
    depends: tuple[str, ...] = ()
    """The parameters of the material that the answer depends on, where it is not told apart from another's by name."""
    most: Callable[[Values], float] = lambda values: inf
    """The most that a real table can answer under these conditions; the least is 0 everywhere."""
    tolerance: float = 0.02
    """How far simulation and closed form may be apart at the default step, as a share; absolute if 0 is predicted."""
    caveat: str = ""
    """Why it is more than 2 %, where it is."""


class Answer(NamedTuple):
    """What came of one experiment."""

    experiment: str
    unit: str
    conditions: dict[str, float]
    predicted: float | None
    simulated: float

    @property
    def error(self) -> float | None:
        """The difference as a share of what was predicted; the difference itself where that is 0."""
        if self.predicted is None:
            return None
        return (self.simulated - self.predicted) / (abs(self.predicted) or 1.0)


LIE_S = 0.05  # for which a die lies before it is pushed: its first contact takes two steps' weight at once
STEPS_PER_SAMPLE = (2, 4, 8, 16)  # 120 to 960 steps a second


def converged(experiment: Experiment, scene: Scene, given: Values | None = None) -> list[tuple[float, Answer]]:
    """The same experiment at finer and finer time steps: pairs of the step, seconds, and the answer."""
    rows = []
    for steps in STEPS_PER_SAMPLE:
        engine = scene.engine.model_copy(update={"steps_per_sample": steps})
        finer = scene.model_copy(update={"engine": engine})
        rows.append((finer.step_s, run(experiment, finer, given)))
    return rows


def find_experiment(name: str) -> Experiment:
    """The experiment of that name. Raises `UnknownName`."""
    if name not in EXPERIMENTS:
        raise UnknownName(f"experiment {name!r}: expected one of {', '.join(EXPERIMENTS)}")
    return EXPERIMENTS[name]


def conditions_of(experiment: Experiment, given: Values) -> dict[str, float]:
    """All conditions, those not `given` at their defaults. Raises `UnknownName` for a name or a value out of range."""
    for name, value in given.items():
        if name not in experiment.conditions:
            known = ", ".join(experiment.conditions) or "none"
            raise UnknownName(f"condition {name}: {experiment.name} has no such condition; expected {known}")
        low, high = experiment.conditions[name][1:3]
        if not low <= value <= high:
            raise UnknownName(f"condition {name} = {value:g}: expected {low:g} to {high:g}")
    return {name: float(given.get(name, condition.default)) for name, condition in experiment.conditions.items()}


def run(experiment: Experiment, scene: Scene, given: Values | None = None) -> Answer:
    """One experiment with a scene's material and engine, and conditions other than the default ones."""
    conditions = conditions_of(experiment, given or {})
    predicted = experiment.predict(scene, conditions) if experiment.predict else None
    simulated = experiment.simulate(scene, conditions)
    return Answer(experiment.name, experiment.unit, conditions, predicted, simulated)


# -- the table and what lies on it


def _with(scene: Scene, side: str, **engine: float) -> Scene:
    plate = scene.plate.model_copy(update={"side": side})
    return scene.model_copy(update={"plate": plate, "engine": scene.engine.model_copy(update=engine), "tilt": None})


def _dice_on_table(scene: Scene, *places: Vec, lean: Vec = STILL, taped: int = 0) -> World:
    """Dice let go flat on a table that leans by the rotation vector `lean`; places in edges, table's frame.

    The first `taped` of them stay where they are, whatever happens.
    """
    world = World(scene, EMPTY, hand=[Die(RED, (3, 2, 1))] * len(places), sleep=False)
    for n in [world.take_up(place, UNTURNED) for place in places][taped:]:
        world.let_go(n)
    if lean != STILL:
        world.restore(world.state()._replace(plate=Pose(LEVEL.position, turn(lean))))
    return world


def _run_for(world: World, time_s: float) -> None:
    for _ in range(round(time_s / world.scene.step_s)):
        world.step()


def _threshold(holds: Callable[[float], bool], low: float, high: float, steps: int = 9) -> float:
    """Where `holds` turns from true to false between `low` and `high`, by halving the interval."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def _g(scene: Scene) -> float:
    """Gravity in edges a second squared."""
    return scene.engine.gravity_m_s2 / scene.dice.edge_m


# -- a die on the table


def _slip_angle(scene: Scene, values: Values) -> float:
    """The lean at which a die lying on a face starts to slide, degrees."""

    def holds(angle_deg: float) -> bool:
        world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5), lean=(0.0, radians(angle_deg), 0.0))
        _run_for(world, 0.3)
        x, _, _ = world.body(0).position
        return x < 0.1

    return _threshold(holds, 0.0, 60.0)


def _slip_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.on_table, 1 - 2 * scene.material.rounding_edges)))


def _slip_on_die(scene: Scene, values: Values) -> float:
    """The lean at which a die lying on a taped one starts to slide, degrees."""

    def holds(angle_deg: float) -> bool:
        lean = (0.0, radians(angle_deg), 0.0)
        world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5), (0.0, 0.0, 1.5), lean=lean, taped=1)
        _run_for(world, 0.3)
        return world.body(1).position[0] < 0.1

    return _threshold(holds, 0.0, 60.0)


def _slip_on_die_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(min(scene.material.friction, 1 - 2 * scene.material.rounding_edges)))


def _topple_angle(scene: Scene, values: Values) -> float:
    """The lean at which a die that cannot slide tips over, degrees."""
    rough = scene.model_copy(update={"material": scene.material.model_copy(update={"friction_table": 1.5})})

    def holds(angle_deg: float) -> bool:
        world = _dice_on_table(_with(rough, "none"), (0.0, 0.0, 0.5), lean=(0.0, radians(angle_deg), 0.0))
        _run_for(world, 1.0)
        return world.body(0).position[0] < 0.3

    return _threshold(holds, 10.0, 55.0)


def _topple_angle_predicted(scene: Scene, values: Values) -> float:
    return degrees(atan(1 - 2 * scene.material.rounding_edges))


def _slide_acceleration(scene: Scene, values: Values) -> float:
    """Down an incline, m/s2."""
    lean = radians(values["lean_deg"])
    world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5), lean=(0.0, lean, 0.0))
    _run_for(world, 0.05)
    before = world.body(0).velocity[0]
    _run_for(world, 0.2)
    return (world.body(0).velocity[0] - before) / 0.2 * scene.dice.edge_m


def _slide_acceleration_predicted(scene: Scene, values: Values) -> float:
    lean = radians(values["lean_deg"])
    return scene.engine.gravity_m_s2 * max(0.0, sin(lean) - scene.material.on_table * cos(lean))


def _slide_distance(scene: Scene, values: Values) -> float:
    """How far a die that is pushed off flat slides, mm."""
    world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5))
    _run_for(world, LIE_S)
    world.let_go(0, velocity=(values["speed_m_s"] / scene.dice.edge_m, 0.0, 0.0))
    for _ in range(round(8.0 / scene.step_s)):
        world.step()
        if hypot(*world.body(0).velocity) < 1e-3:
            break
    return world.body(0).position[0] * scene.dice.edge_m * 1000


def _slide_distance_predicted(scene: Scene, values: Values) -> float:
    mu = scene.material.on_table
    return 1000 * values["speed_m_s"] ** 2 / (2 * mu * scene.engine.gravity_m_s2) if mu else inf


def _bounce_height(scene: Scene, values: Values) -> float:
    """How high a die rises that falls flat on the table, mm, underside to table."""
    drop = values["drop_mm"] / 1000 / scene.dice.edge_m
    world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5 + drop))
    for _ in range(round(2.0 / scene.step_s)):
        world.step()
        speed = world.body(0).velocity[2]
        if speed >= 0:  # it rises with this speed from here on; how deep it is in the table now is the time step's
            return speed**2 / (2 * _g(scene)) * scene.dice.edge_m * 1000
    return 0.0


def _bounce_height_predicted(scene: Scene, values: Values) -> float:
    return scene.material.restitution**2 * values["drop_mm"]


def _spin_time(scene: Scene, values: Values) -> float:
    """How long a die spins flat on the table about the vertical, s."""
    world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 0.5))
    _run_for(world, LIE_S)
    world.let_go(0, spin=(0.0, 0.0, values["spin_rad_s"]))
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
    slowing = arm * _g(scene) * 6
    return values["spin_rad_s"] / slowing if slowing else inf


def _fall(scene: Scene, values: Values) -> float:
    """How far a die falls in the air, mm."""
    world = _dice_on_table(_with(scene, "none"), (0.0, 0.0, 400.0))
    _run_for(world, values["time_s"])
    return (400.0 - world.body(0).position[2]) * scene.dice.edge_m * 1000


def _fall_predicted(scene: Scene, values: Values) -> float:
    return 1000 * scene.engine.gravity_m_s2 * values["time_s"] ** 2 / 2


def _turntable(scene: Scene, values: Values) -> float:
    """The rate at which a die is thrown off a turning table, rad/s."""
    radius = values["radius_mm"] / 1000 / scene.dice.edge_m

    def holds(rate: float) -> bool:
        world = _dice_on_table(_with(scene, "none"), (radius, 0.0, 0.5))
        dt, angle = scene.step_s, 0.0
        for n in range(round(4.0 / dt)):
            angle += rate * min(1.0, n * dt / 3.0) * dt  # three seconds to full speed: the table's jerk throws nothing
            world.step(Pose(LEVEL.position, turn((0.0, 0.0, angle))))
        x, y, _ = world.body(0).position
        return hypot(x - radius, y) < 0.1

    return _threshold(holds, 0.0, 2 * _turntable_predicted(scene, values) + 1)


def _turntable_predicted(scene: Scene, values: Values) -> float:
    return sqrt(scene.material.on_table * scene.engine.gravity_m_s2 / (values["radius_mm"] / 1000))


def _collision_momentum(scene: Scene, values: Values) -> float:
    """The momentum of two dice after one has hit the other in the air, over that before."""
    weightless = _with(scene, "none", gravity_m_s2=0.0)
    world = _dice_on_table(weightless, (0.0, 0.0, 20.0), (3.0, 0.3, 20.2))
    speed = values["speed_m_s"] / scene.dice.edge_m
    world.let_go(0, velocity=(speed, 0.0, 0.0), spin=(1.0, 2.0, 3.0))
    _run_for(world, 6.0 / speed)
    after = np.sum([world.body(n).velocity for n in (0, 1)], axis=0)
    return float(np.linalg.norm(after)) / speed


# -- a die in the plate


def _groove_acceleration(scene: Scene, values: Values) -> float:
    """Of a die that slides down a groove on two faces, m/s2."""
    world = World(_with(scene, "top"), EMPTY, hand=[Die(RED, (3, 2, 1))], sleep=False)
    down = np.array(AXIS_VECTORS[0])  # along +I: the groove between the faces J and K of two plate cubes
    foot = np.array(world.point((5.0, 2.0, 1.0)))
    start = foot - 0.4 * down
    die = world.take_up((float(start[0]), float(start[1]), float(start[2])))
    world.let_go(die)
    for n in range(round(0.5 / scene.step_s)):
        slid = float((np.array(world.body(die).position) - start) @ down)
        if slid > 0.35:
            return 2 * slid / (n * (n + 1)) / scene.step_s**2 * scene.dice.edge_m  # first the speed, then the place
        world.step()
    return 0.0


def _groove_acceleration_predicted(scene: Scene, values: Values) -> float:
    return scene.engine.gravity_m_s2 * max(0.0, (1 - 2 * scene.material.on_plate) / sqrt(3))


def _lets_go(scene: Scene, towards: Vec) -> float:
    """The slow lean in a direction at which the die in a funnel leaves its place, degrees."""
    world = World(_with(scene, "top"), parse_position("R332:321"), sleep=False)
    rate = radians(20.0)
    axis = (-towards[1] / hypot(*towards[:2]), towards[0] / hypot(*towards[:2]))
    angle, dt = 0.0, scene.step_s
    while angle < radians(120):
        angle += rate * dt
        world.step(Pose(LEVEL.position, turn((axis[0] * angle, axis[1] * angle, 0.0))))
        if hypot(*(a - b for a, b in zip(world.body(0).position, world.point((3, 3, 2)), strict=True))) > 0.1:
            break
    return degrees(angle)


def _out_over_saddle(scene: Scene, values: Values) -> float:
    x, y, _ = AXIS_VECTORS[0]
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
    x, y, _ = AXIS_VECTORS[0]
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
        world = World(_with(scene, "top"), parse_position("R332:321"), sleep=False)
        for n in range(round(0.15 / scene.step_s)):
            t = (n + 1) * scene.step_s
            world.step(Pose((0.0, acceleration * t * t / 2, 0.0), LEVEL.quaternion))
        gap = np.subtract(world.body(0).position, world.point((3, 3, 2)))
        return float(np.linalg.norm(gap)) < 0.03

    return _threshold(holds, 0.0, 4 * scene.engine.gravity_m_s2)


def _shaken_loose_predicted(scene: Scene, values: Values) -> float:
    return scene.engine.gravity_m_s2 * _groove_ratio(scene.material.on_plate)


# -- heaps


def _pyramid_energy(scene: Scene, values: Values) -> float:
    """The largest energy that the untouched full pyramid gains over its start, in die weights times edges."""
    full = Pyramid((cell, Die(RED, (3, 2, 1))) for cell in CELLS)
    world = World(_with(scene, "top"), full, sleep=False)

    def energy() -> float:
        bodies = [world.body(n) for n in range(len(full))]
        height = sum(body.position[2] for body in bodies)
        motion = sum(np.dot(b.velocity, b.velocity) + np.dot(b.spin, b.spin) / 6 for b in bodies) / 2
        return float(height + motion / _g(scene))

    start, most = energy(), 0.0
    for _ in range(round(values["time_s"] * 10)):
        _run_for(world, 0.1)
        most = max(most, energy() - start)
    return most


_BOX = (
    "Bullet limits friction along two axes apart, not as a cone, so what lies still at an angle to both holds up to "
    "sqrt 2 times as much; a smaller step changes nothing."
)
_WEDGE = (
    "Bullet limits friction along two axes apart, not as a cone: while a die slides along a groove the friction across "
    "it does not give way and presses the die into the other face, so that a groove holds as if mu were up to sqrt 2 "
    "times as large; a smaller step changes nothing."
)
_STEP = "One step of the clock is long beside the event; the error falls with the step."

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            "free-fall",
            "A die that falls",
            "mm",
            "g t^2 / 2",
            _fall,
            _fall_predicted,
            {"time_s": Condition(0.3, 0.05, 0.6, "how long it falls")},
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
            caveat=_BOX,
            most=lambda values: 90.0,
        ),
        Experiment(
            "slip-on-die",
            "The lean at which a die on another one, which is taped to the table, starts to slide",
            "deg",
            "atan mu, or the lean at which it topples if that is less",
            _slip_on_die,
            _slip_on_die_predicted,
            depends=("friction",),
            most=lambda values: 90.0,
        ),
        Experiment(
            "slide-acceleration",
            "A die that slides down a leaning table",
            "m/s2",
            "g (sin t - mu cos t)",
            _slide_acceleration,
            _slide_acceleration_predicted,
            {"lean_deg": Condition(30.0, 5.0, 34.0, "how far the table leans")},
            ("friction_table",),
            tolerance=0.04,
            caveat="It is the small difference of two large numbers: friction itself is within 1 %.",
        ),
        Experiment(
            "slide-distance",
            "How far a die slides on a table that was pushed off flat",
            "mm",
            "v^2 / (2 mu g)",
            _slide_distance,
            _slide_distance_predicted,
            {"speed_m_s": Condition(0.6, 0.1, 2.0, "its speed at the start")},
            ("friction_table",),
            tolerance=0.03,
            caveat=_STEP,
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
            caveat=_STEP + " The die lies on few contact points at first and rocks.",
            most=lambda values: 90.0,
        ),
        Experiment(
            "bounce-height",
            "How high a die bounces that falls flat on a table",
            "mm",
            "e^2 h",
            _bounce_height,
            _bounce_height_predicted,
            {"drop_mm": Condition(60.0, 10.0, 300.0, "how far it falls")},
            ("restitution",),
            tolerance=0.05,
            caveat=_STEP,
            most=lambda values: values["drop_mm"],
        ),
        Experiment(
            "spin-time",
            "How long a die spins flat on a table",
            "s",
            "w a / (6 g (0.383 mu (1 - 2 r) + spinning friction)), a flat that is pressed evenly",
            _spin_time,
            _spin_time_predicted,
            {"spin_rad_s": Condition(60.0, 10.0, 150.0, "its spin at the start")},
            ("friction_table", "spinning_friction"),
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
            "1: momentum is kept",
            _collision_momentum,
            lambda scene, values: 1.0,
            {"speed_m_s": Condition(0.5, 0.05, 2.0, "the speed of the one that moves")},
        ),
        Experiment(
            "groove-acceleration",
            "A die that slides down a groove on its corner",
            "m/s2",
            "g (1 - 2 mu) / sqrt 3, 0 from mu = 1/2 on",
            _groove_acceleration,
            _groove_acceleration_predicted,
            depends=("friction_plate",),
            tolerance=1.0,
            caveat=_WEDGE,
        ),
        Experiment(
            "out-over-saddle",
            "The lean at which a funnel lets its die go over a saddle, up a groove",
            "deg",
            "tan t = (1 + 2 mu) / (sqrt 2 (1 - mu))",
            _out_over_saddle,
            _out_over_saddle_predicted,
            depends=("friction_plate",),
            tolerance=0.25,
            caveat=_WEDGE,
            most=lambda values: 90.0,
        ),
        Experiment(
            "out-over-point",
            "The lean at which a funnel lets its die go over a point, up a face",
            "deg",
            "tan t = (sqrt 2 + mu) / (1 - sqrt 2 mu)",
            _out_over_point,
            _out_over_point_predicted,
            depends=("friction_plate",),
            tolerance=0.05,
            caveat=_BOX,
            most=lambda values: 90.0,
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
            caveat=_WEDGE,
        ),
        Experiment(
            "pyramid-energy",
            "The energy that the untouched full pyramid gains",
            "weights x edges",
            "0: nothing gives it any",
            _pyramid_energy,
            lambda scene, values: 0.0,
            {"time_s": Condition(5.0, 1.0, 60.0, "how long it is left alone")},
        ),
    )
}
