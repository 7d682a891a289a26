"""What an experiment is, the small worlds for it, and the closed forms of damped motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist, expm1, inf, log1p, radians, sqrt
from typing import NamedTuple

from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import EMPTY
from skill.physics.pose import LEVEL, STILL, UNTURNED, Pose, Vec, turn
from skill.physics.scene import Scene
from skill.physics.tools.tool import Tool
from skill.physics.world import World

Values = Mapping[str, float]
SEED = 1  # of what is drawn in an experiment
LIE_S = 0.05  # for which a die lies before it is pushed: its first contact takes two steps' weight at once
QUICK_DEG_S, SLOW_DEG_S = 20.0, 0.5  # in which a plate or a table leans
EASE_S = 0.1  # in which a lean comes to its rate: a jerk would push the die
SEEN_EDGES, SEEN_EARLY_EDGES = 0.04, 0.01  # by which a die has left its place, in a quick lean and in a slow one
BEFORE_DEG = 8.0  # the slow lean begins so long before where the quick one ended, which is 1 to 4 too much
SETTLE_S = 0.2  # for which dice lie before they are leaned
MOST_LEAN_DEG = 120.0


class Condition(NamedTuple):
    """One thing that is chosen when the experiment is made; its unit is in its name."""

    default: float
    low: float
    high: float
    help: str


class Found(NamedTuple):
    """An answer with what else was seen."""

    answer: float
    told: Mapping[str, float]
    """By its name with its unit."""


class Experiment(NamedTuple):
    """One question to the world."""

    name: str
    title: str
    unit: str
    theory: str
    """The closed form in words and symbols, with what it leaves out, or why there is none."""
    simulate: Callable[[Scene, Values], float | tuple[float, ...] | Found]
    """The answer of the simulated world; where one alone says little, several, whose median is the answer."""
    predict: Callable[[Scene, Values], float] | None
    conditions: Mapping[str, Condition] = {}
    depends: tuple[str, ...] = ()
    """The parameters of material and plate that the answer depends on, the one that the experiment is made for last."""
    upper_limit: Callable[[Values], float] = lambda values: inf
    """The greatest value that a real table can give under these conditions; the least is 0 everywhere."""
    tolerance: float = 0.02
    """How far simulation and closed form may be apart with plastic: a share, or absolute if 0 is predicted."""
    caveat: str = ""
    """Why the tolerance is more than 2 %, where it is."""
    holds: Callable[[Scene, Values], bool] = lambda scene, values: True
    """Whether what the closed form is of happens in such a scene."""
    beyond: str = ""
    """What happens where it does not."""
    finer: int = 1
    """How many times finer than the scene's its step is, as what it measures is over in a few steps of a scene."""
    converges: bool = True
    """Whether a finer step tells anything: not where many dice meet, as chance decides, or stand still."""


class Answer(NamedTuple):
    """What came of one experiment."""

    experiment: str
    unit: str
    conditions: dict[str, float]
    predicted: float | None
    simulated: float
    spread: tuple[float, float] | None
    """The least and the greatest of several answers of which `simulated` is the median."""
    step_s: float
    """Of the simulated world."""
    told: Mapping[str, float] = {}
    """What else was seen, by its name with its unit."""

    @property
    def error(self) -> float | None:
        """The difference as a share of what was predicted; the difference itself where that is 0."""
        if self.predicted is None:
            return None
        return (self.simulated - self.predicted) / (abs(self.predicted) or 1.0)


GROOVE = (
    "Bullet limits friction along two axes apart, not as a cone, by which a groove would hold too well. A world with a "
    "plate lowers it by how each die lies and moves whenever it looks, which comes near Coulomb's but is not it."
)


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


def leans_that_free(
    make: Callable[[], World], dice: Sequence[int], axis: tuple[float, float], rate_deg_s: float = SLOW_DEG_S
) -> tuple[float, ...]:
    """The leans, about a horizontal axis of length 1, at which dice of a level world leave their places, degrees.

    As a hand does it: quickly at first to see about where, then in a new world slowly from a little before that.
    """
    about = min(_leans(make(), dice, axis, 1, inf, QUICK_DEG_S, SEEN_EDGES))
    return _leans(make(), dice, axis, len(dice), about - BEFORE_DEG, rate_deg_s, SEEN_EARLY_EDGES)


def _leans(
    world: World,
    dice: Sequence[int],
    axis: tuple[float, float],
    enough: int,
    slow_from_deg: float,
    slow_deg_s: float,
    seen_edges: float,
) -> tuple[float, ...]:
    """The same for one world that leans slowly from some lean on, and until so many dice are `enough`.

    A die that comes back has not gone: dice rock by a degree on their face now and then, and stand again.
    """
    run_for(world, SETTLE_S)
    starts = [world.body(die).position for die in dice]
    places, found, gone = list(starts), dict[int, float](), set[int]()
    angle, rate, dt = 0.0, 0.0, world.scene.step_s
    slow_deg = slow_from_deg + 2 * QUICK_DEG_S * EASE_S
    for number in range(round(MOST_LEAN_DEG / slow_deg_s / dt)):
        rate += ((QUICK_DEG_S if angle < slow_from_deg else slow_deg_s) - rate) * dt / EASE_S
        angle += rate * dt
        x, y = (radians(angle) * share for share in axis)
        step(world, number, Pose(LEVEL.position, turn((x, y, 0.0))))
        for n, die in enumerate(dice):
            now = world.body(die).position
            if slow_from_deg > 0 and angle < slow_deg < inf:
                places[n] = now  # what it creeps by in the quick part is not counted
            if dist(now, starts[n]) > SEEN_EDGES:
                gone.add(die)
            if die in gone or dist(now, places[n]) > seen_edges:
                found.setdefault(die, angle)
            else:
                found.pop(die, None)
        if len(gone) >= enough or angle > MOST_LEAN_DEG:
            break
    return tuple(found.get(die, angle) for die in dice)


def step(world: World, number: int, plate: Pose | None = None) -> None:
    """One step, of that number from 0 on; after a sample's worth of them the world is observed, as in play.

    That is when a world with a plate sees how each die lies in its groove, on which its friction depends.
    """
    world.step(plate)
    if world.plate.has_cells and (number + 1) % world.scene.engine.steps_per_sample == 0:
        world.observe()


def run_for(world: World, time_s: float) -> None:
    """Advance a world by that time."""
    for n in range(round(time_s / world.scene.step_s)):
        step(world, n)


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
