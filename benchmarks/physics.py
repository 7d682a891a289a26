"""How fast and how true is the world? Standing, resting, picked, collapsing, poured and tilted dice, beside MuJoCo.

Speed and truth together, since either alone is cheap. `drift` is how far any die that nobody touches gets from its
place, `deepest` how deep any two bodies are seen inside each other, both in edges; `slid` is the share of the dice of a
picked column that slid by one cell, as the rules say; dice that are `carefully picked` are free ones, lifted off one by
one. `ours` steps and does no more, as the peer does; `ours, watched` is what a player has, a world that also looks 60
times a second for what is settled, fell off or may sleep, and sets the grips of few dice: `x without grips` is how many
times as long it takes as one that does not.

MuJoCo gets the same scene with each of its settings (`benchmarks/peers/mujoco_world.py`). The peer that ours is
compared with is the fastest that did the same work (`same_work`): it drifts no more than ours, or is no deeper where
all fall, and as many dice slid. Where none did, nothing is compared. Times are processor time of one core, the best of
several rounds that both engines take in turns; a setting that takes eight times ours is given up and not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, inf, radians, sin
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Plot, Row, ours
from benchmarks.peers.mujoco_world import SETTINGS, MujocoWorld, Setting
from skill.lattice.cells import BASE, CELLS, parse_cell
from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.pose import LEVEL, Pose, Quat, Vec, turn
from skill.physics.scene import Scene, load_scene
from skill.physics.world import World
from skill.physics.world.bullet import HEAP

PLOT = Plot("x real time")

Poses = Sequence[tuple[Vec, Quat]]
ROUNDS = 2
MANY, SHORT_S = 8, 0.5  # rounds where one is shorter than that
QUICK = 3  # settings of the peer that are tried in a quick run
NOTHING = 0.001  # edges, a hundredth of a millimetre: errors below that count as none
GIVE_UP = 8.0  # a setting that takes this many times our time has lost
LEAST_S = 2.0  # but for that long each may try
SLEEPERS = tuple(each for each in SETTINGS if each.hz == 240 and each.solver == "CG" and each.iterations == 20)
SLEEPS_BELOW = 1.0  # edges a second; at 0.1 and below MuJoCo's pyramid stays awake, for its dice jitter faster
TAKE_S = 2.0  # between two dice that careful hands take
LOOK_S = 0.05  # between two looks at drift and depth


def full(cells: Sequence[int]) -> Pyramid:
    return Pyramid((cell, Die(RED, (3, 2, 1))) for cell in cells)


FOUR = full([parse_cell(name) for name in ("800", "080", "008", "233")])
ONE = full([parse_cell("332")])
LAYER = full(BASE)
PYRAMID = full(CELLS)


class Case(NamedTuple):
    """A scene and what is done in it."""

    state: str
    scene: str
    start: Pyramid | int
    """The pyramid, or how many dice are poured onto the bare table."""
    before_s: float
    """Simulated before the clock runs."""
    timed_s: float
    plate: Callable[[float], Pose] | None = None
    sleep: bool = False
    takes: tuple[str, ...] = ()
    """The cells of dice that are taken away one after the other, `TAKE_S` apart."""

    @property
    def stands(self) -> bool:
        """Whether its dice are to stay where they are."""
        return self.state in ("awake", "resting", "tilted", "picked", "carefully picked")

    @property
    def dice(self) -> int:
        return self.start if isinstance(self.start, int) else len(self.start)

    @property
    def has_few_awake(self) -> bool:
        """Whether they lie on the plate, do not sleep and are not solved as a heap."""
        return isinstance(self.start, Pyramid) and not self.sleep and self.dice < HEAP

    @property
    def name(self) -> str:
        return f"{self.dice} {self.state}"


def swaying(t: float) -> Pose:
    """A plate that hands sway, from rest: up to 20 degrees about each axis."""
    ease = min(1.0, t) ** 2 * (3 - 2 * min(1.0, t))
    return Pose((0.0, 0.0, 0.0), turn((ease * 0.35 * sin(5 * t), ease * 0.3 * sin(7 * t), ease * 0.3 * sin(4 * t))))


def leaning(t: float) -> Pose:
    """A plate that is turned to 75 degrees within a second."""
    return Pose(LEVEL.position, turn((radians(75) * (1 - cos(min(1.0, t) * np.pi)) / 2, 0.0, 0.0)))


CASES = (
    Case("awake", "faraday", ONE, 0.5, 2.0),
    Case("awake", "faraday", FOUR, 0.5, 2.0),
    Case("tilted", "faraday", FOUR, 0.0, 3.0, swaying),
    Case("awake", "pyramid", LAYER, 0.5, 1.0),
    Case("awake", "mountaing", PYRAMID, 0.5, 0.5),
    Case("resting", "faraday", FOUR, 3.5, 1.0, sleep=True),
    Case("resting", "pyramid", PYRAMID, 3.5, 1.0, sleep=True),
    Case("picked", "pyramid", PYRAMID, 3.5, 1.5, sleep=True, takes=("800",)),
    Case("carefully picked", "pyramid", PYRAMID, 3.5, 8.0, sleep=True, takes=("000", "001", "010", "100")),
    Case("collapsing", "pyramid", PYRAMID, 0.0, 1.0, leaning),
    Case("poured", "lab", 45, 0.1, 1.0),
    Case("poured", "lab", 165, 0.1, 1.0),
    Case("poured", "lab", 281, 0.1, 1.0),
)


class Run(NamedTuple):
    """What came of one case in one engine."""

    simulated_s: float
    spent_s: float
    """Processor time of the timed part."""
    whole_s: float
    """The same with what went before."""
    steps: int
    drift: float | None
    """None where dice are to move."""
    deepest: float
    slid: float | None

    @property
    def times_real_time(self) -> float:
        """How many times faster than real time."""
        return self.simulated_s / self.spent_s

    @property
    def figures(self) -> dict[str, float]:
        """As a row has them."""
        always = {
            "x real time": self.times_real_time,
            "us a step": 1e6 * self.spent_s / self.steps,
            "deepest": self.deepest,
        }
        more = {"drift": self.drift, "slid": self.slid}
        return always | {name: value for name, value in more.items() if value is not None}


def cloud(count: int) -> Poses:
    """Dice in the air over a table, turned at random: 36 to a layer, as out of a box."""
    rng = np.random.default_rng(count)
    poses = []
    for n in range(count):
        layer, place = divmod(n, 36)
        x, y = divmod(place, 6)
        jog = rng.uniform(-0.2, 0.2, 2)
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        where = (1.9 * x - 4.75 + float(jog[0]), 1.9 * y - 4.75 + float(jog[1]), 1.5 + 1.8 * layer)
        poses.append((where, (float(q[0]), float(q[1]), float(q[2]), float(q[3]))))
    return poses


class Ours:
    """The world. One that is watched looks once an input sample for what is settled, fell off or may sleep."""

    def __init__(self, scene: Scene, case: Case, watched: bool) -> None:
        self._watched = watched or case.sleep
        self.step_s = scene.step_s
        self._per_sample = scene.engine.steps_per_sample
        self._n = 0
        if isinstance(case.start, int):
            poses = cloud(case.start)
            self._world = World(scene, EMPTY, hand=[Die(RED, (3, 2, 1))] * case.start, sleep=case.sleep)
            for n in [self._world.take_from_stock(*pose) for pose in poses]:
                self._world.release(n)
        else:
            self._world = World(scene, case.start, sleep=case.sleep, table=False)

    @property
    def poses(self) -> Poses:
        bodies = [self._world.body(n) for n in self._world.numbers]
        return [(body.position, body.quaternion) for body in bodies]

    def step(self, plate: Pose | None) -> None:
        self._world.step(plate)
        self._n += 1
        if self._watched and self._n % self._per_sample == 0:
            self._world.observe()

    def positions(self) -> NDArray[np.float64]:
        return np.array([self._world.body(n).position for n in range(len(self._world.colours))])

    def take_away(self, n: int) -> None:
        self._world.take_away(n)

    def deepest(self) -> float:
        return self._world.queries.deepest_contact()


def run(engine: Any, case: Case, limit_s: float = inf) -> Run | None:
    """One case in one engine that was just built; None if it takes more processor time than the limit."""
    start = engine.positions().copy()
    watched = np.ones(len(start), bool)
    taken, sliding = moved_by(case)
    watched[taken + sliding] = False
    before, timed = round(case.before_s / engine.step_s), round(case.timed_s / engine.step_s)
    look = max(1, round(LOOK_S / engine.step_s))
    spent, whole, drift, deepest = 0.0, 0.0, 0.0, 0.0
    for n in range(before + timed):
        plate = case.plate((n + 1) * engine.step_s) if case.plate else None
        if taken and n >= before and (n - before) % round(TAKE_S / engine.step_s) == 0:
            engine.take_away(taken[(n - before) // round(TAKE_S / engine.step_s)])
        began = process_time()
        engine.step(plate)
        took = process_time() - began
        whole += took
        if whole > limit_s:
            return None
        if n >= before:
            spent += took
            if n % look == 0:
                drift = max(drift, float(np.linalg.norm(engine.positions() - start, axis=1)[watched].max()))
                deepest = max(deepest, engine.deepest())
    slid = None
    if sliding:
        went = np.linalg.norm(engine.positions() - start, axis=1)[sliding]
        slid = float(np.mean((went > 0.75) & (went < 1.25)))
    return Run(timed * engine.step_s, spent, whole, timed, drift if case.stands else None, deepest, slid)


def moved_by(case: Case) -> tuple[list[int], list[int]]:
    """The numbers of the dice that are taken away, and of those that slide after them."""
    if not isinstance(case.start, Pyramid):
        return [], []
    heap, cells = case.start, [cell for cell, _ in case.start]
    taken, sliding = [parse_cell(name) for name in case.takes], list[int]()
    for cell in taken:
        sliding += map(cells.index, heap.column(cell)[1:])
        heap = heap.slide(cell)
    return [cells.index(cell) for cell in taken], sliding


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for ours, and one for each setting of the peer that was not given up."""
    for case in CASES:
        if only in case.name:
            yield from _compared(case, quick)


def _compared(case: Case, quick: bool) -> Iterator[Row]:
    scene = load_scene(case.scene)
    bare, watched = (run(Ours(scene, case, watch), case) for watch in (False, True))
    assert bare is not None and watched is not None
    free = load_scene(case.scene, {"engine.grips": False})
    gripless = run(Ours(free, case, True), case) if case.has_few_awake else None
    poses = Ours(scene, case, False).poses
    runs: dict[Setting, Run] = {}
    for setting in _settings(case)[: QUICK if quick else None]:
        theirs = run(MujocoWorld(scene, poses, setting), case, max(GIVE_UP * bare.whole_s, LEAST_S))
        if theirs is not None:
            runs[setting] = theirs
    rival = _rival(bare, runs)
    rounds = 1 if quick else MANY if bare.whole_s < SHORT_S else ROUNDS
    for _ in range(rounds - 1):  # by turns, the best of each
        bare = _quicker(bare, run(Ours(scene, case, False), case))
        watched = _quicker(watched, run(Ours(scene, case, True), case))
        if gripless is not None:
            gripless = _quicker(gripless, run(Ours(free, case, True), case))
        if rival is not None:
            runs[rival] = _quicker(runs[rival], run(MujocoWorld(scene, poses, rival), case))
    for engine, each in ((ours(), bare), (ours("watched"), watched)):
        if each is bare and case.sleep:
            continue  # only what is watched sleeps
        ratio = {} if rival is None else {"x MuJoCo": each.times_real_time / runs[rival].times_real_time}
        if gripless is not None and each is watched:
            ratio["x without grips"] = watched.spent_s / gripless.spent_s
        yield Row(case.name, engine, {**each.figures, **ratio})
    for setting, theirs in runs.items():
        yield Row(case.name, str(setting), theirs.figures, "the peer" if setting == rival else "")


def _quicker(one: Run, other: Run | None) -> Run:
    return min(one, other or one, key=lambda each: each.spent_s)


def _rival(ours: Run, runs: Mapping[Setting, Run]) -> Setting | None:
    """The fastest that did the same work as ours, or None."""
    alike = {setting: each for setting, each in runs.items() if same_work(ours.figures, each.figures)}
    return max(alike, key=lambda setting: alike[setting].times_real_time, default=None)


def same_work(ours: Mapping[str, float], theirs: Mapping[str, float]) -> bool:
    """Whether a peer kept its dice in place as well as we, or no deeper in each other where all fall, and slid as many.

    Errors below a hundredth of a millimetre count as none. Takes the figures of two rows of one case.
    """
    by = "drift" if "drift" in ours else "deepest"
    return theirs[by] <= max(NOTHING, ours[by]) and theirs.get("slid") == ours.get("slid")


def _settings(case: Case) -> tuple[Setting, ...]:
    """With sleep, which MuJoCo has but leaves off, and without it."""
    if not case.sleep:
        return SETTINGS
    return tuple(each for setting in SLEEPERS for each in (setting, setting._replace(sleep=SLEEPS_BELOW)))
