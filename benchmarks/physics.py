"""How fast and how true is the world? Dice awake, tilted, at rest, poured and taken, beside four other engines.

Speed and truth together, since either alone is cheap. Ours is the world that games and tasks use: it looks 60 times a
second for what is settled, fell off or may sleep, and in Bullet sets grips. Each peer gets the same scene with each of
its settings, at the step that the setting names. `drift` is how far any die that nobody touches gets from its place;
`depth` how deep contacts are, of all looks together, their median, the 95th in a hundred and the deepest; `slid` the
share of the dice of a picked column that slid by one cell, as the rules say; all in edges. `sliding` is by what share
of friction's part a die goes wrong, down a groove or after a flat push, whichever is more.

A peer is compared where it did the same work (`same_work`): the fastest of its settings that is as true as ours in all
of these, with a margin of a twentieth. Times are processor time of one core, the median of several rounds that all take
in turns, with the spread from the quickest to the slowest in shares of it; `load` is how many processes wanted to run.
A setting that takes four times ours is given up.

The cases `beside` say what else a world costs: to build, to snapshot and restore, to read contacts, a rehearsal (a
restored world's second), memory, and whether a restored world goes on with the same bytes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, hypot, inf, radians, sin, sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Plot, Row
from benchmarks.peers.bullet_world import SETTINGS as BULLET
from benchmarks.peers.bullet_world import BulletWorld
from benchmarks.peers.mujoco_world import SETTINGS as MUJOCO
from benchmarks.peers.mujoco_world import SLEEPS_BELOW, MujocoWorld
from benchmarks.peers.physx_world import SETTINGS as PHYSX
from benchmarks.peers.physx_world import PhysxWorld
from benchmarks.peers.rapier_world import SETTINGS as RAPIER
from benchmarks.peers.rapier_world import RapierWorld
from benchmarks.peers.setup import SLIDING_FRICTION, Poses, flat, groove, groove_error, push_error, setup_of
from skill.errors import Unavailable
from skill.lattice.cells import BASE, CELLS, NUMBER_OF, parse_cell, small_pyramid
from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.lab import EXPERIMENTS
from skill.physics.lab import run as asked
from skill.physics.pose import LEVEL, Pose, turn
from skill.physics.scene import Scene, load_scene
from skill.physics.world import World
from tests.processes import printed

PLOT = Plot("x real time")

ROUNDS, QUICK_ROUNDS = 5, 1
QUICK = 3  # settings of each peer that are tried in a quick run
NOTHING = 0.001  # edges, a hundredth of a millimetre: errors below that count as none
SLIDES_RIGHT = 0.02  # errors of sliding below that count as none
MARGIN = 1.05
GIVE_UP = 4.0  # a setting that takes this many times our time has lost
LEAST_S = 2.0  # but for that long each may try
TAKE_S = 2.0  # between two dice that careful hands take
LOOK_S = 0.05  # between two looks at drift and depth
REHEARSED_S = 1.0
COPIES, MORE_COPIES = 10, 500  # worlds by which what one takes is measured: more where all take less than the next
ENOUGH_KB = 10_000
GROWN = "import sys; from benchmarks.physics import grown_kb; print(grown_kb(*sys.argv[1:]))"
GRAVITY = 9.81 / 0.012

PEERS: Mapping[str, tuple[type[Any], Sequence[Any]]] = {
    "MuJoCo": (MujocoWorld, MUJOCO),
    "PyBullet": (BulletWorld, BULLET),
    "Rapier": (RapierWorld, RAPIER),
    "PhysX": (PhysxWorld, PHYSX),
}
"""Of each what makes a world, and the settings that are tried."""
SLEEPERS: Mapping[str, Callable[[Any], Any]] = {
    "MuJoCo": lambda setting: setting._replace(sleep=SLEEPS_BELOW),
    "Rapier": lambda setting: setting._replace(sleep=True),
    "PhysX": lambda setting: setting._replace(sleep=True),
}
"""The same setting with bodies that may sleep, where an engine can and leaves it off."""


def full(cells: Sequence[int]) -> Pyramid:
    return Pyramid((cell, Die(RED, (3, 2, 1))) for cell in cells)


def heap(levels: int) -> Pyramid:
    """The pyramid of so many levels as near the plate's middle as it goes."""
    inner, rest = divmod(9 - levels, 3)
    return full(small_pyramid(NUMBER_OF[(inner + (rest > 0), inner + (rest > 1), inner)], levels))


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
    Case("awake", "pyramid", heap(3), 0.5, 1.0),
    Case("awake", "pyramid", LAYER, 0.5, 1.0),
    Case("awake", "pyramid", heap(7), 0.5, 0.5),
    Case("awake", "mountaing", PYRAMID, 0.5, 0.5),
    Case("tilted", "faraday", ONE, 0.0, 3.0, swaying),
    Case("tilted", "faraday", FOUR, 0.0, 3.0, swaying),
    Case("tilted", "pyramid", heap(3), 0.0, 2.0, swaying),
    Case("resting", "faraday", FOUR, 3.5, 1.0, sleep=True),
    Case("resting", "pyramid", PYRAMID, 3.5, 1.0, sleep=True),
    Case("picked", "pyramid", PYRAMID, 3.5, 1.5, sleep=True, takes=("800",)),
    Case("carefully picked", "pyramid", PYRAMID, 3.5, 4.0, sleep=True, takes=("000", "001")),
    Case("collapsing", "pyramid", PYRAMID, 0.0, 1.0, leaning),
    Case("poured", "lab", 10, 0.1, 1.0),
    Case("poured", "lab", 45, 0.1, 1.0),
    Case("poured", "lab", 165, 0.1, 1.0),
    Case("poured", "lab", 281, 0.1, 1.0),
)
BESIDE = (CASES[1], CASES[5])


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
    depths: NDArray[np.float64]
    """Of all contacts at all looks."""
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
            "steps a second": self.steps / self.simulated_s,
            "deepest": float(self.depths.max(initial=0.0)),
        }
        if self.drift is not None:
            always["drift"] = self.drift
        elif len(self.depths):
            always |= {f"depth, {n} %": float(np.percentile(self.depths, n)) for n in (50, 95)}
        return always | ({} if self.slid is None else {"slid": self.slid})


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
    """The world, which looks once an input sample for what is settled, fell off or may sleep."""

    def __init__(self, scene: Scene, case: Case) -> None:
        self.step_s = scene.step_s
        self._per_sample = scene.engine.steps_per_sample
        self._n = 0
        if isinstance(case.start, int):
            self.world = World(scene, EMPTY, hand=[Die(RED, (3, 2, 1))] * case.start, sleep=case.sleep)
            for n in [self.world.take_from_stock(*pose) for pose in cloud(case.start)]:
                self.world.release(n)
        else:
            self.world = World(scene, case.start, sleep=case.sleep, table=False)

    @property
    def poses(self) -> Poses:
        bodies = [self.world.body(n) for n in self.world.numbers]
        return [(body.position, body.quaternion) for body in bodies]

    def step(self, plate: Pose | None = None) -> None:
        self.world.step(plate)
        self._n += 1
        if self._n % self._per_sample == 0:
            self.world.observe()

    def positions(self) -> NDArray[np.float64]:
        return np.array([self.world.body(n).position for n in range(len(self.world.colours))])

    def take_away(self, n: int) -> None:
        self.world.take_away(n)

    def depths(self) -> list[float]:
        return self.world.queries.depths()

    def snapshot(self) -> Any:
        return self._n, self.world.state()

    def restore(self, snapshot: Any) -> None:
        self._n, state = snapshot
        self.world.restore(state)


def run(engine: Any, case: Case, limit_s: float = inf) -> Run | None:
    """One case in one engine that was just built; None if it takes more processor time than the limit."""
    start = engine.positions().copy()
    watched = np.ones(len(start), bool)
    taken, sliding = moved_by(case)
    watched[taken + sliding] = False
    before, timed = round(case.before_s / engine.step_s), round(case.timed_s / engine.step_s)
    look = max(1, round(LOOK_S / engine.step_s))
    spent, whole, drift, depths = 0.0, 0.0, 0.0, list[float]()
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
                depths += [max(0.0, depth) for depth in engine.depths()]
    slid = None
    if sliding:
        went = np.linalg.norm(engine.positions() - start, axis=1)[sliding]
        slid = float(np.mean((went > 0.75) & (went < 1.25)))
    return Run(timed * engine.step_s, spent, whole, timed, drift if case.stands else None, np.array(depths), slid)


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
    """A row for ours on each engine, and of each peer one for each setting that ours is compared with, or for its
    fastest one where none is as true."""
    for case in CASES:
        if only in case.name:
            yield from _compared(case, quick)
    for case in BESIDE:
        if only in (name := f"{case.dice} beside"):
            for engine, make in _makers(case, quick):
                *_, grown = printed(sys.executable, GROWN, name, engine)
                yield Row(name, engine, {"memory, kB": float(grown)} | _beside(make))


class Entry(NamedTuple):
    """One of those that are compared."""

    name: str
    peer: str
    """None of the peers for ours."""
    make: Callable[[], Any]
    sliding: float


def _compared(case: Case, quick: bool) -> Iterator[Row]:
    own = [Entry(f"ours, {name}", "", make, our_sliding(name.lower())) for name, make in _ours(case)]
    first = {entry: run(entry.make(), case) for entry in own}
    limit = max(GIVE_UP * max(each.whole_s for each in first.values() if each), LEAST_S)
    first |= {entry: run(entry.make(), case, limit) for entry in _peers(case, quick)}
    runs = {entry: [each] for entry, each in first.items() if each}
    figures = {entry: {**each[0].figures, "sliding, %": 100 * entry.sliding} for entry, each in runs.items()}
    rivals = {one: _rivals(figures[one], {e: f for e, f in figures.items() if e.peer}) for one in own}
    again = [*own, *dict.fromkeys(rival for each in rivals.values() for rival in each.values())]
    for _ in range((QUICK_ROUNDS if quick else ROUNDS) - 1):
        for entry in again:
            if (each := run(entry.make(), case)) is not None:
                runs[entry].append(each)
    speed = {entry: median(each.times_real_time for each in of) for entry, of in runs.items()}
    beaten = {entry.peer: entry for entry in sorted(runs, key=speed.__getitem__)}  # of each peer its fastest
    matched = {entry.peer for entry in again}
    for entry, of in runs.items():
        if entry not in again and (entry.peer in matched or beaten[entry.peer] is not entry):
            continue
        found = figures[entry] | {"x real time": speed[entry], "us a step": median(e.figures["us a step"] for e in of)}
        if len(of) > 1:
            spent = [each.spent_s for each in of]
            found["spread"] = (max(spent) - min(spent)) / median(spent)
        found["load"] = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        found |= {f"x {name}": speed[entry] / speed[rival] for name, rival in rivals.get(entry, {}).items()}
        remark = "the fastest that is as true" if entry in again else "the fastest; none is as true"
        yield Row(case.name, entry.name, found, remark if entry.peer else "")


def _rivals(ours: Mapping[str, float], theirs: Mapping[Entry, Mapping[str, float]]) -> dict[str, Entry]:
    """Of each peer the fastest setting that did the same work as ours."""
    found: dict[str, Entry] = {}
    for entry in sorted(theirs, key=lambda entry: theirs[entry]["x real time"]):  # of each peer the last one stays
        if same_work(ours, theirs[entry]):
            found[entry.peer] = entry
    return found


def same_work(ours: Mapping[str, float], theirs: Mapping[str, float]) -> bool:
    """Whether a peer kept its dice in place as well as we, or no deeper in each other where all fall, slid as many, and
    slides as truly. Takes the figures of two rows of one case.

    Errors below a hundredth of a millimetre and below two percent of friction count as none.
    """
    bounds = {"sliding, %": 100 * SLIDES_RIGHT} | {"drift" if "drift" in ours else "depth, 95 %": NOTHING}
    alike = all(theirs[name] <= MARGIN * max(least, ours[name]) for name, least in bounds.items())
    return alike and theirs.get("slid") == ours.get("slid")


def _ours(case: Case) -> Iterator[tuple[str, Callable[[], Ours]]]:
    for name in ("bullet", "rapier"):
        scene = load_scene(case.scene, {"engine.name": name})
        yield name.title(), lambda scene=scene: Ours(scene, case)  # type: ignore[misc]


def _peers(case: Case, quick: bool) -> Iterator[Entry]:
    """Without those that are not installed."""
    setup = setup_of(load_scene(case.scene), next(_ours(case))[1]().poses)
    for peer, (world, settings) in PEERS.items():
        for setting in settings[: QUICK if quick else None]:
            try:
                error = max(
                    groove_error(world(groove(GRAVITY), setting), GRAVITY),
                    push_error(world(flat(GRAVITY), setting), GRAVITY),
                )
            except Unavailable:
                break
            ways = [setting, SLEEPERS[peer](setting)] if case.sleep and peer in SLEEPERS else [setting]
            for way in ways:
                yield Entry(str(way), peer, lambda world=world, way=way: world(setup, way), error)  # type: ignore[misc]


def our_sliding(engine: str) -> float:
    """The same of our world at the step of play: see `groove_error` and `push_error`."""
    scene = load_scene("lab", {"engine.name": engine, "material.friction": SLIDING_FRICTION})
    down, push = (
        asked(EXPERIMENTS["groove-acceleration"], scene, None, 1),
        asked(EXPERIMENTS["slide-distance"], scene, None, 1),
    )
    heading = asked(EXPERIMENTS["slide-heading"], scene, None, 1)
    held = 2 * SLIDING_FRICTION * scene.engine.gravity_m_s2 / sqrt(3)
    off = hypot((push.error or 0.0), radians(heading.simulated))
    return max(abs((down.predicted or 0.0) - down.simulated) / held, off)


def _makers(case: Case, quick: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Ours, and each peer with the first of its settings that slides right, else with its first."""
    yield from ((f"ours, {name}", make) for name, make in _ours(case))
    by_peer: dict[str, list[Entry]] = {}
    for entry in _peers(case, quick):
        by_peer.setdefault(entry.peer, []).append(entry)
    for entries in by_peer.values():
        best = next((entry for entry in entries if entry.sliding <= SLIDES_RIGHT * MARGIN), entries[0])
        yield best.name, best.make


def _beside(make: Callable[[], Any]) -> dict[str, float]:
    """What else a world costs."""
    engine, began = make(), process_time()
    for _ in range(COPIES):
        make()
    built = process_time() - began
    for _ in range(round(0.5 / engine.step_s)):
        engine.step()
    found = {"build, ms": 1e3 * built / COPIES}
    found["contacts, us"] = 1e6 * _quickest(engine.depths)
    found["snapshot, us"] = 1e6 * _quickest(engine.snapshot)
    snapshot = engine.snapshot()
    found["restore, us"] = 1e6 * _quickest(lambda: engine.restore(snapshot))

    def rehearse() -> None:
        engine.restore(snapshot)
        for _ in range(round(REHEARSED_S / engine.step_s)):
            engine.step()

    found["rehearsal, ms"] = 1e3 * _quickest(rehearse, 3)
    first = engine.positions().copy()
    rehearse()
    return found | {"same bytes": float(np.array_equal(first, engine.positions()))}


def _quickest(work: Callable[[], object], times: int = 20) -> float:
    """Processor seconds of the median of several times."""
    found = []
    for _ in range(times):
        began = process_time()
        work()
        found.append(process_time() - began)
    return median(found)


def grown_kb(name: str, engine: str) -> float:
    """By how much the resident memory of this process, which has done nothing else, grows with one more world."""
    case = next(case for case in BESIDE if name == f"{case.dice} beside")
    setup = setup_of(load_scene(case.scene), next(_ours(case))[1]().poses)
    makers = {f"ours, {own}": make for own, make in _ours(case)}
    for world, settings in PEERS.values():
        makers |= {str(way): lambda world=world, way=way: world(setup, way) for way in settings}  # type: ignore[misc]
    make = makers[engine]
    worlds, before = [make()], _resident_kb()
    for copies in (COPIES, MORE_COPIES):
        worlds += [make() for _ in range(copies)]
        if (grown := _resident_kb() - before) > ENOUGH_KB:
            break
    return grown / (len(worlds) - 1)


def _resident_kb() -> float:
    """The resident memory of this process; 0 where the system does not say."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024 if told.exists() else 0.0
