"""What an experiment is, the small worlds for it, and the closed forms of damped motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import expm1, inf, log1p, sqrt
from typing import NamedTuple

from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import EMPTY
from skill.physics.pose import LEVEL, STILL, UNTURNED, Pose, Vec, turn
from skill.physics.scene import Scene
from skill.physics.tools.tool import Tool
from skill.physics.world import World

Values = Mapping[str, float]
SEED = 1  # of what is drawn in an experiment
REFERENCE_FRICTION = 0.4  # pair friction, that of plastic


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
    """The parameters of the material that the answer depends on, the one that the experiment is made for last."""
    upper_limit: Callable[[Values], float] = lambda values: inf
    """The greatest value that a real table can give under these conditions; the least is 0 everywhere."""
    tolerance: float = 0.02
    """How far simulation and closed form may be apart at the default step: a share, or absolute if 0 is predicted."""
    caveat: str = ""
    """Why the tolerance is more than 2 %, where it is."""
    reference_friction: float = REFERENCE_FRICTION
    """The pair friction at which the tolerance holds; the caveat says why if it is not the usual one."""


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


BOX = (
    "Bullet limits friction along two axes apart, not as a cone, so what lies still at an angle to both holds up to "
    "sqrt 2 times as much; a smaller step changes nothing."
)
WEDGE = (
    "Bullet limits friction along two axes apart, not as a cone: while a die slides along a groove the friction across "
    "it does not give way and presses the die into the other face, so that a groove holds as if mu were up to sqrt 2 "
    "times as large; a smaller step changes nothing."
)
STEP = "One step of the clock is long beside the event; the error falls with the step."


def lab_scene(scene: Scene, side: str, **engine: float) -> Scene:
    """The scene with that side of the plate up, or `none`, a plate that nothing moves, and these engine settings."""
    plate = scene.plate.model_copy(update={"side": side})
    return scene.model_copy(update={"plate": plate, "engine": scene.engine.model_copy(update=engine), "tilt": None})


def dice_on_table(scene: Scene, *places: Vec, lean: Vec = STILL, taped: int = 0) -> World:
    """Dice let go flat on a table that leans by the rotation vector `lean`; places in edges, table's frame.

    The first `taped` of them stay where they are, whatever happens.
    """
    world = World(scene, EMPTY, hand=[Die(RED, (3, 2, 1))] * len(places), sleep=False)
    for n in [world.take_from_stock(place, UNTURNED) for place in places][taped:]:
        world.release(n)
    if lean != STILL:
        state = world.state()
        leaning = state.plate._replace(pose=Pose(LEVEL.position, turn(lean)))
        world.restore(state._replace(plate=leaning))
    return world


def step_sample(world: World, tool: Tool) -> None:
    """Advance a world by one input sample under one tool."""
    for _ in range(world.scene.engine.steps_per_sample):
        tool.act(world)
        world.step()
    world.observe()


def run_for(world: World, time_s: float) -> None:
    """Advance a world by that time without observing it."""
    for _ in range(round(time_s / world.scene.step_s)):
        world.step()


def threshold(holds: Callable[[float], bool], low: float, high: float, steps: int = 9) -> float:
    """Where `holds` turns from true to false between `low` and `high`, found by bisection."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def damped_motion(push: float, damping: float, time_s: float, speed: float = 0.0) -> tuple[float, float]:
    """The distance and then the speed of a body after a time under a constant acceleration `push` and a damping.

    From v' = push - damping v, as Bullet has it, which lets exp(-damping dt) of the speed through each step.
    """
    slow = -expm1(-damping * time_s) / damping if damping else time_s
    ramp = (time_s - slow) / damping if damping * time_s > 1e-6 else time_s**2 / 2  # below, digits cancel
    return speed * slow + push * ramp, speed + (push - damping * speed) * slow


def travel_time(push: float, damping: float, distance: float) -> float:
    """The time in which a body gets from rest over a distance, seconds; found by Newton's method."""
    if not push:
        return inf
    time_s = sqrt(2 * distance / push)
    for _ in range(8):
        got, speed = damped_motion(push, damping, time_s)
        time_s += (distance - got) / speed
    return time_s


def stopping_time(speed: float, brake: float, damping: float) -> float:
    """The time in which a constant deceleration and a damping bring a body to rest, seconds."""
    if not brake:
        return inf
    return log1p(damping * speed / brake) / damping if damping else speed / brake


def stopping_distance(speed: float, brake: float, damping: float) -> float:
    """How far the body gets in its `stopping_time`."""
    if not brake:
        return speed / damping if damping else inf
    return damped_motion(-brake, damping, stopping_time(speed, brake, damping), speed)[0]


def gravity(scene: Scene) -> float:
    """Gravity in edges a second squared."""
    return scene.engine.gravity_m_s2 / scene.dice.edge_m
