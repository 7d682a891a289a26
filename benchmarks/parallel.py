"""How much do more cores bring? Worlds, the tuner's sweep, matches, an analysis, a planner's attempts and rehearsals.

Wall-clock time, the best of several rounds. All run on one process and on more, all but worlds and rehearsals on a
cluster too, and must give the same numbers everywhere; the cluster is Dask with two workers of one thread each on this
machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter

from benchmarks.harness import Plot, Row
from benchmarks.physics import FOUR, Case, Ours, run, swaying
from benchmarks.plans import tried
from skill.analyse import run as analysis
from skill.bots.planners.shared.rehearsals import LANES
from skill.env.tasks import evaluation
from skill.jobs import spread
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game
from skill.table.simulate import seatings, simulate
from skill.tune.evaluate import Evaluator, Question

PLOT = Plot("x one process")
CASE = Case("tilted", "faraday", FOUR, 0.0, 2.0, swaying)
ROUNDS, WORLDS = 3, 12
MATCHES, GAME, BOTS = 300, "witches-dance", ("greedy", "random")
ANALYSED = 60
"""Matches of the first series of an analysis."""
TASK, SEEDS = "join", range(12)
REHEARSED, SEED = "faraday", 20
"""The game and the seed of the attempt that is rehearsed."""
QUESTIONS = [Question("slip-on-die", (), (("friction", 0.1 + 0.01 * n),)) for n in range(40)]


def tilted(_: int) -> float:
    """Four dice on a plate that sways for two seconds: how far they drift."""
    done = run(Ours(load_scene(CASE.scene), CASE), CASE)
    assert done is not None
    return done.drift


def worlds(jobs: int) -> list[float]:
    """The same in many worlds on so many processes."""
    return list(spread(tilted, range(WORLDS), jobs))


def timed(work: Callable[[], Sequence[object]], rounds: int) -> tuple[float, Sequence[object]]:
    """Seconds of the best round after one that warms up, and what came of it."""
    found = work()
    best = float("inf")
    for _ in range(rounds):
        began = perf_counter()
        found = work()
        best = min(best, perf_counter() - began)
    return best, found


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Rows for each of these. Raises `AssertionError` if numbers differ."""
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
        scene = load_scene("lab")
        yield from everywhere(
            "sweep",
            "evaluations a second",
            len(QUESTIONS),
            lambda jobs, cluster: Evaluator(scene, jobs=jobs, cluster=cluster).answers(QUESTIONS),
            rounds,
            (cores,),
        )
    if only in "matches":
        game, seated = find_game(GAME), seatings(BOTS, 2)
        options = game.options_from({})

        def play(jobs: int, cluster: str | None) -> Sequence[object]:
            played = simulate(game, options, seated, MATCHES, jobs=jobs, cluster=cluster)
            return [outcome._replace(wall_s=0.0) for outcome in played]

        yield from everywhere("matches", "matches a second", MATCHES, play, rounds, sorted({2, cores}))
    if only in "analysis":
        game = find_game(GAME)
        asked = analysis.Asked(game, 2, game.options_from({}), matches=ANALYSED, ladder=BOTS[::-1])

        def analyse(jobs: int, cluster: str | None) -> Sequence[object]:
            return [
                watched for series in analysis.play(asked, None, jobs, cluster).series for watched in series.watched
            ]

        yield from everywhere("analysis", "matches a second", len(analyse(1, None)), analyse, rounds, (2,))
    if only in "rehearsals":

        def rehearse(jobs: int) -> Sequence[object]:
            return tried(REHEARSED, SEED, jobs).samples

        alone, samples = timed(lambda: rehearse(1), rounds)
        yield Row("rehearsals", "1 process", {"attempts a second": 1 / alone, "x one process": 1.0})
        for jobs in sorted({2, min(cores, LANES)}):
            took, same = timed(partial(rehearse, jobs), rounds)
            assert same == samples, f"{jobs} processes gave another plan than one"
            figures = {"attempts a second": 1 / took, "x one process": alone / took}
            yield Row("rehearsals", f"{jobs} processes", figures, "same numbers")
    if only in "planner":
        hands = evaluation.Asked(TASK, "planner")

        def attempt(jobs: int, cluster: str | None) -> Sequence[object]:
            return [episode._replace(spent_s=0.0) for episode in evaluation.evaluate(hands, SEEDS, jobs, cluster)]

        yield from everywhere("planner", "attempts a second", len(SEEDS), attempt, rounds, (2,))


def everywhere(
    case: str,
    unit: str,
    count: int,
    work: Callable[[int, str | None], Sequence[object]],
    rounds: int,
    processes: Sequence[int],
) -> Iterator[Row]:
    """Rows for some work on one process, on more, and on a cluster, all of which must give the same."""
    alone, numbers = timed(lambda: work(1, None), rounds)
    yield Row(case, "1 process", {unit: count / alone, "x one process": 1.0})
    with _cluster() as address:
        ways: dict[str, tuple[int, str | None]] = {f"{jobs} processes": (jobs, None) for jobs in processes}
        if address is None:
            yield Row(case, "Dask", {}, "not installed: pip install distributed")
        else:
            ways["Dask, 2 workers"] = (1, address)
        for name, way in ways.items():
            took, same = timed(lambda way=way: work(*way), rounds)  # type: ignore[misc]
            assert same == numbers, f"{name} gave other numbers than one process"
            yield Row(case, name, {unit: count / took, "x one process": alone / took}, "same numbers")


@contextmanager
def _cluster() -> Iterator[str | None]:
    """The address of a Dask cluster with two workers; None where Dask is not installed."""
    try:
        from distributed import LocalCluster
    except ImportError:
        yield None
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address
