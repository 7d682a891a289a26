"""What does an engine cost where a player waits for it? A live attempt, a rehearsal, a promised chance and worlds.

All of one engine in one run, on one core: `live attempt` is an attempt of Faraday that gets jolts, as the window steps
it, with its reading. What is told `of it` is done over and over again by itself, so it never leaves the processor's
caches and takes rather less there than in the attempt: the engine alone steps four dice that lie on the plate; the rest
of the attempt are the forces on dice on a plate that turns and what makes their contacts right. `rehearsal` is one of
its planner's, from the state of the attempt to the last sample; `chance of a jolt` is what a person's hands rehearse
before a jolt that is drawn at the level easy; `281 poured` are dice on a bare table, watched, as long as they fall;
`1,000 worlds` are of four dice each, counted from a few of them in a process that does nothing else. Times are of
the processor, the best of several rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from time import process_time

from benchmarks.harness import Plot, Row
from benchmarks.physics import CASES, Ours, run
from skill.bots.planners import Sample, random_samples
from skill.bots.planners.shared.pulse_search import DieStep
from skill.bots.planners.shared.rehearsed_pulse import promised, question
from skill.bots.planners.tilt import drawn_jolt
from skill.lattice.cells import LEVEL_STEPS
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.attitude import QUATERNIONS
from skill.physics.pose import LEVEL
from skill.physics.scene import installed_engines, load_scene
from skill.physics.world.engines import new_engine
from skill.physics.world.plate import Plate
from tests.physics.memory import can_count, thousand_worlds

PLOT = Plot("processor ms", log=False)
START = "R800:321 G080:321 K008:321 R233:213"
LIVE = 300  # samples of a live attempt
SOON = 6  # samples after which no die has fallen off yet
JOLTS = 24  # that are rehearsed
ROUNDS = 3
POURED = next(case for case in CASES if case.name == "281 poured")


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Rows of each engine that is installed; quick: one round, and nothing poured."""
    rounds = 1 if quick else ROUNDS
    for engine in installed_engines():
        whose = "ours" if engine == "bullet" else engine
        if only in "live attempt":
            steps = LIVE * load_scene("faraday").engine.steps_per_sample
            yield Row("live attempt", whose, {"us a step": 1e6 * min(_live(engine) for _ in range(rounds)) / steps})
            for part, each_us in _parts(engine).items():
                yield Row(f"live attempt, of it {part}", whose, {"us a step": each_us})
        if only in "rehearsal":
            yield Row("rehearsal", whose, {"processor ms": 1e3 * min(_rehearsals(engine) for _ in range(rounds))})
        if only in "chance of a jolt":
            yield Row("chance of a jolt", whose, {"processor ms": 1e3 * min(_chance(engine) for _ in range(rounds))})
        if only in POURED.name and not quick:
            done = run(Ours(load_scene(POURED.scene, {"engine.name": engine}), POURED), POURED)
            assert done is not None
            yield Row(POURED.name, whose, {"x real time": done.times_real_time})
        if only in "1,000 worlds" and can_count():
            yield Row("1,000 worlds", whose, {"MB": thousand_worlds(engine) / 1e6})


def _begun(engine: str, level: str = "book") -> AttemptRun:
    """Faraday's dice in Faraday's hands, at rest."""
    running = AttemptRun(load_scene("faraday", {"engine.name": engine}, level), parse_position(START), seed=1)
    for _ in range(30):
        running.tick(running.toolset.rest)
    return running


def _spent(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def _live(engine: str) -> float:
    """Seconds of an attempt that takes so many samples of jolts."""
    running = _begun(engine)
    samples: list[Sample] = list(islice(random_samples(running, 1), LIVE))

    def ticked() -> None:
        for sample in samples:
            running.tick(sample)
            running.reading()

    spent = _spent(ticked)
    running.close()
    return spent


def _parts(engine: str) -> dict[str, float]:
    """Microseconds a step of what a live attempt is made of, as far as it can be asked for by itself."""
    running = _begun(engine)
    world, toolset, per_sample = running.world, running.toolset, running.scene.engine.steps_per_sample
    for sample in islice(random_samples(running, 1), SOON):
        running.tick(sample)
    target = toolset.now

    def moved() -> None:
        toolset.aim(target)
        for _ in range(per_sample):
            world.plate.motion_to(toolset.tools[0].pose() or LEVEL)

    def looked() -> None:
        world.observe()
        world.reading()

    def often(work: Callable[[], None]) -> float:
        return min(_spent(lambda: [work() for _ in range(LIVE)]) for _ in range(ROUNDS)) / LIVE / per_sample

    alone = new_engine(running.scene, running.scene.step_s, dice=4, on_lattice=True)
    plate = Plate(running.scene, alone)
    for cell, _ in running.trace.start:
        x, y, z = plate.cell_centres[cell].tolist()
        alone.add_die((x, y, z), QUATERNIONS[ORIENTATIONS[0]])
    found = {
        "the engine alone": often(alone.step) * per_sample,
        "hands and the plate's motion": often(moved),
        "looking and reading": often(looked),
    }
    alone.close()
    running.close()
    return {part: 1e6 * each_s for part, each_s in found.items()}


def _rehearsals(engine: str) -> float:
    """Seconds of one rehearsal, on the average of several jolts."""
    running, rng = _begun(engine), Random(1)
    reading, state, copy = running.reading(), running.state(), running.rehearsal()
    steps = [DieStep(n, step, 1.0) for n in range(len(reading.dice)) for step in LEVEL_STEPS]
    jolts = [drawn_jolt(rng, reading, steps).samples() for _ in range(JOLTS)]

    def rehearsed() -> None:
        for n, samples in enumerate(jolts):
            copy.follow(state, n)
            copy.rehearse(samples, until_still=True)
            copy.reading()

    spent = _spent(rehearsed) / JOLTS
    copy.close()
    running.close()
    return spent


def _chance(engine: str) -> float:
    """Seconds in which the chance of a jolt is known that takes the die beside the middle a step on."""
    running = _begun(engine, "easy")
    limits = running.scene.tilt
    assert limits is not None
    asked = question(running, 3, LEVEL_STEPS[0], [running.toolset.rest] * 10, limits.jolt_variants)
    running.close()
    return _spent(lambda: promised(asked))
