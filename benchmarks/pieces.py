"""What does a piece of work cost beside itself, and what do more workers bring where there are no more cores?

Pieces that do nothing show what spreading costs, in batches as `skill.jobs` makes them and one at a time: processor
time of whoever spreads them (`sender`), of Dask's scheduler and of the workers, and how many a second go through.
Pieces that wait need no core: what they lose beside so many workers is lost to spreading (`of all`: the share of the
workers' time in which they wait). Pieces that compute need a core each; `cores` is the processor time of the pieces
over that of the clock. `bytes` are those of real pieces and of their results, pickled; `processor s` is what one takes.

Scheduler and workers are processes of their own on this machine; up to 16 workers have one each, 64 share one, so that
their processor time says nothing. Each figure is of the quickest of several rounds.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.env.tasks.dataset import Piece, Source, attempt
from skill.env.tasks.evaluation import Asked, run_episode
from skill.files import OF_OUR_FOLDER, append_line
from skill.jobs import environment, spread
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game
from skill.tune.evaluate import Question, _keyed

PLOT = Plot("pieces a second")
WORKERS = (2, 8, 16, 64)
SHARED = 64
"""So many workers are threads of one process."""
ROUNDS = 2
NOTHING, SINGLY = 2000, 300  # pieces of a round
WAIT_S, WAITS = 0.1, 20  # how long a piece waits, and how many there are for each worker
COMPUTE_S, COMPUTED = 0.1, 48

WORKER = """
import asyncio, sys
from distributed import Worker
async def main():
    workers = [Worker(sys.argv[1], nthreads=1, dashboard_address=None) for _ in range(int(sys.argv[2]))]
    await asyncio.gather(*workers)
    await asyncio.gather(*(worker.finished() for worker in workers))
asyncio.run(main())
"""
SCHEDULER = """
import asyncio
from distributed import Scheduler
async def main():
    async with Scheduler(port=0, dashboard_address=None) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""


def nothing(number: int) -> int:
    """A piece that costs nothing."""
    return number


def wait(number: int) -> int:
    """A piece that needs no core."""
    time.sleep(WAIT_S)
    return number


def compute(number: int) -> float:
    """A piece that needs a core for its time. Returns the processor time it took."""
    begun = time.thread_time()
    while time.thread_time() - begun < COMPUTE_S:
        pass
    return time.thread_time() - begun


class Cluster(NamedTuple):
    """A Dask cluster on this machine."""

    address: str
    scheduler: Any
    """The process, for psutil."""
    workers: Sequence[Any]


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A cluster of so many workers of one thread each."""
    psutil = package("psutil")
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", *arguments]
        made = subprocess.Popen(  # noqa: S603 (our own words, and no shell)
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        started.append(made)
        return made

    try:
        scheduler = start(SCHEDULER)
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        each = workers if workers >= SHARED else 1
        ours = [start(WORKER, address, str(each)) for _ in range(workers // each)]
        from distributed import Client

        with Client(address) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=60)  # type: ignore[no-untyped-call]
        yield Cluster(address, psutil.Process(scheduler.pid), [psutil.Process(each.pid) for each in ours])
    finally:
        for process in started:
            process.kill()
            process.wait()


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Rows for pieces of each kind on processes and clusters, and for what real pieces cost."""
    rounds, sizes = (1, WORKERS[:1]) if quick else (ROUNDS, WORKERS)
    if only in "real pieces":
        yield from _real(quick)
    if only in "keeping":
        yield _keeping()
    if only in "processes":
        yield from _spread(rounds, "2 processes", 2, partial(spread, jobs=2, in_order=False), None)
    for workers in sizes:
        name = f"Dask, {workers} workers"
        if only in name:
            with cluster(workers) as there:
                yield from _spread(rounds, name, workers, partial(spread, cluster=there.address, in_order=False), there)


Spread = Callable[[Callable[[int], Any], Sequence[int]], Iterator[Any]]


def _spread(rounds: int, name: str, workers: int, way: Spread, there: Cluster | None) -> Iterator[Row]:
    """Rows for the three kinds of pieces."""
    ways = {"nothing": way}
    if there is not None:
        ways["nothing, one at a time"] = partial(_one_at_a_time, there.address)
    for case, each in ways.items():
        count = NOTHING if case == "nothing" else SINGLY
        took, spent = _best(rounds, there, lambda each=each, count=count: _all(each, nothing, range(count)))  # type: ignore[misc]
        costs = {f"{who}, ms a piece": 1000 * part / count for who, part in spent.items()}
        yield Row(case, name, {"pieces a second": count / took, **costs})
    waits = range(WAITS * workers)
    took, _ = _best(rounds, there, lambda: _all(way, wait, waits))
    yield Row(f"wait {WAIT_S:g} s", name, {"pieces a second": len(waits) / took, "of all": WAIT_S * WAITS / took})
    if workers < SHARED:
        took, _ = _best(rounds, there, lambda: _all(way, compute, range(COMPUTED)))
        share = COMPUTED * COMPUTE_S / took
        yield Row(f"compute {COMPUTE_S:g} s", name, {"pieces a second": COMPUTED / took, "cores": share})


def _one_at_a_time(address: str, function: Callable[[int], Any], pieces: Sequence[int]) -> Iterator[Any]:
    """What `spread` does on a cluster, without batches."""
    from distributed import Client
    from joblib import Parallel, delayed, parallel_config

    with Client(address) as client, parallel_config("dask", client=client):  # type: ignore[no-untyped-call]
        yield from Parallel(batch_size=1, return_as="generator_unordered")(delayed(function)(n) for n in pieces)


def _all(way: Spread, function: Callable[[int], Any], pieces: Sequence[int]) -> None:
    assert len(list(way(function, pieces))) == len(pieces)


def _best(rounds: int, there: Cluster | None, work: Callable[[], None]) -> tuple[float, dict[str, float]]:
    """Seconds of the quickest round after one that warms up, and who spent how much processor time in it."""
    work()
    found = []
    for _ in range(rounds):
        before, begun = _spent(there), time.perf_counter()
        work()
        took = time.perf_counter() - begun
        found.append((took, {who: spent - before[who] for who, spent in _spent(there).items()}))
    return min(found, key=lambda one: one[0])


def _spent(there: Cluster | None) -> dict[str, float]:
    """Processor seconds so far."""

    def of(process: Any) -> float:
        times = process.cpu_times()
        return float(times.user + times.system)

    spent = {"sender": time.process_time()}
    if there is not None:
        spent["scheduler"] = of(there.scheduler)
        if len(there.workers) > 1:
            spent["workers"] = sum(map(of, there.workers))
    return spent


def _real(quick: bool) -> Iterator[Row]:
    """What pieces of each kind weigh and cost, in this process; the first also makes its world."""
    from skill.analyse.watch import Piece as Watching
    from skill.analyse.watch import watch
    from skill.table.simulate import _played

    game = find_game("witches-dance")
    options, seats = game.options_from({}), ("greedy", "random")
    questions = [Question("slip-on-die", (), (("friction", 0.3 + 0.01 * n),)) for n in range(3)]
    kinds: list[tuple[str, Callable[[Any], Any], list[Any]]] = [
        ("evaluate throw-once, planner", partial(run_episode, Asked("throw-once", "planner")), [0, 1, 2]),
        ("evaluate hop, planner", partial(run_episode, Asked("hop", "planner")), [0, 1, 2]),
        ("evaluate set, random", partial(run_episode, Asked("set", "random")), [0, 1, 2]),
        ("export throw-once", partial(attempt, Source("throw-once", "planner", None)), [Piece(n, n) for n in range(3)]),
        ("export set", partial(attempt, Source("set", "planner", 1)), [Piece(n, n) for n in range(3)]),
        ("analyse", partial(watch, game, options, 3000, None), [Watching(seats, n) for n in range(3)]),
        ("simulate", partial(_played, game, options, False, None), [(n, seats) for n in range(3)]),
        ("tune slip-on-die", partial(_keyed, load_scene("lab")), questions),
    ]
    for name, function, pieces in kinds[:1] if quick else kinds:
        costs = []
        for piece in pieces:
            begun = time.process_time()
            result = function(piece)
            costs.append(time.process_time() - begun)
        figures = {
            "bytes sent": len(pickle.dumps((function, pieces[-1]))),
            "bytes returned": len(pickle.dumps(result)),
            "first, processor s": costs[0],
            "processor s": sum(costs[1:]) / len(costs[1:]),
        }
        yield Row("real pieces", name, figures)


def _keeping() -> Row:
    """How fast results are kept: a line each, which is on the disk before the next is taken."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kept.jsonl"
        path.touch()
        begun = time.perf_counter()
        for _ in range(100):
            append_line(path, "x" * 300, OF_OUR_FOLDER)
        return Row("keeping", "a line", {"pieces a second": 100 / (time.perf_counter() - begun)})
