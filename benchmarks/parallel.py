"""How much do more cores bring? Worlds side by side, and the tuner's sweep on one process, on all cores, on a cluster.

Wall-clock time, the best of several rounds. The sweep must give the same numbers everywhere; the cluster is Dask with
two workers of one thread each on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import perf_counter

from benchmarks.harness import Plot, Row
from benchmarks.physics import FOUR, Case, Ours, run, swaying
from skill.jobs import spread
from skill.physics.scene import load_scene
from skill.tune.evaluate import Evaluator, Question

PLOT = Plot("x one process")
CASE = Case("tilted", "faraday", FOUR, 0.0, 2.0, swaying)
ROUNDS, WORLDS = 3, 12
QUESTIONS = [Question("slip-on-die", (), (("friction", 0.1 + 0.01 * n),)) for n in range(40)]


def tilted(_: int) -> float:
    """Four dice on a plate that sways for two seconds: how far they drift."""
    done = run(Ours(load_scene(CASE.scene), CASE, True), CASE)
    assert done is not None
    return done.drift


def worlds(jobs: int) -> list[float]:
    """The same in many worlds on so many processes."""
    return list(spread(tilted, range(WORLDS), jobs))


def timed(work: Callable[[], list[float]], rounds: int) -> tuple[float, list[float]]:
    """Seconds of the best round after one that warms up, and what came of it."""
    found = work()
    best = float("inf")
    for _ in range(rounds):
        began = perf_counter()
        found = work()
        best = min(best, perf_counter() - began)
    return best, found


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Rows for worlds and for the sweep. Raises `AssertionError` if the sweep's numbers differ."""
    rounds, cores = 1 if quick else ROUNDS, os.cpu_count() or 1
    if only in "worlds":
        alone, drifts = timed(lambda: worlds(1), rounds)
        together, again = timed(lambda: worlds(cores), rounds)
        assert drifts == again, "worlds side by side gave other numbers"
        steps = WORLDS * CASE.timed_s / load_scene(CASE.scene).step_s
        yield Row("worlds", "1 process", {"steps a second": steps / alone, "x one process": 1.0})
        yield Row(
            "worlds", f"{cores} processes", {"steps a second": steps / together, "x one process": alone / together}
        )
    if only in "sweep":
        yield from _sweep(rounds, cores)


def _sweep(rounds: int, cores: int) -> Iterator[Row]:
    scene = load_scene("lab")
    alone, numbers = timed(lambda: Evaluator(scene).answers(QUESTIONS), rounds)
    yield Row("sweep", "1 process", {"evaluations a second": len(QUESTIONS) / alone, "x one process": 1.0})
    ways = {f"{cores} processes": lambda: Evaluator(scene, jobs=cores).answers(QUESTIONS)}
    try:
        from distributed import LocalCluster
    except ImportError:
        yield Row("sweep", "Dask", {}, "not installed: pip install distributed")
        cluster = None
    else:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        address = cluster.scheduler_address
        ways["Dask, 2 workers"] = lambda: Evaluator(scene, cluster=address).answers(QUESTIONS)
    for name, way in ways.items():
        took, same = timed(way, rounds)
        assert same == numbers, f"{name} gave other numbers than one process"
        yield Row(
            "sweep",
            name,
            {"evaluations a second": len(QUESTIONS) / took, "x one process": alone / took},
            "same numbers",
        )
    if cluster is not None:
        cluster.close()
