"""Work in other processes: order, the end of them, and no module from the current folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from skill import jobs
from skill.errors import FileError, Unavailable
from skill.jobs import CARRIED, Background, Telling, Worker, environment, spread, start_skillbox
from skill.physics.scene import ENGINE_VARIABLE

ROOT = Path(__file__).parents[1]
HOSTILE = "import pathlib\npathlib.Path({marker!r}).touch()\n"
NAMES = ("json", "signal", "random", "multiprocessing", "subprocess", "pickle", "numpy", "joblib", "skill")


def negative(number: int) -> int:
    return -number


def slow_first(number: int) -> int:
    time.sleep(0.5 * (number == 0))
    return -number


def ends(number: int) -> int:
    os._exit(1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_pieces(jobs: int) -> None:
    assert list(spread(slow_first, range(6), jobs)) == [0, -1, -2, -3, -4, -5]
    assert list(spread(negative, [], jobs)) == []


def first_waits_for_fourth(piece: tuple[int, Path]) -> int:
    """The first piece takes until another process has come to the fourth."""
    number, folder = piece
    (folder / str(number)).touch()
    while number == 0 and not (folder / "4").exists():
        time.sleep(0.01)
    return number


def test_a_result_that_is_wanted_at_once_waits_for_no_other(tmp_path: Path) -> None:
    found = list(spread(first_waits_for_fourth, [(n, tmp_path) for n in range(6)], 2, in_order=False))
    assert found[0] != 0 and sorted(found) == [0, 1, 2, 3, 4, 5]


def engine_there(number: int) -> str | None:
    return os.environ.get(ENGINE_VARIABLE)


def test_workers_that_are_there_already_take_the_engine_of_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ENGINE_VARIABLE in CARRIED
    for engine in ("rapier", "bullet", None):
        if engine is None:
            monkeypatch.delenv(ENGINE_VARIABLE)
        else:
            monkeypatch.setenv(ENGINE_VARIABLE, engine)
        assert list(spread(engine_there, range(2), 2)) == [engine] * 2


@pytest.mark.slow
def test_a_cluster_takes_the_engine_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
        assert list(spread(engine_there, range(3), cluster=cluster.scheduler_address)) == ["rapier"] * 3


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(Unavailable, match="no Dask scheduler answers there"):
        list(spread(negative, [1], cluster="nowhere"))


@pytest.mark.slow
def test_a_cluster_gives_the_same_in_the_same_order() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert list(spread(slow_first, range(6), cluster=cluster.scheduler_address)) == [0, -1, -2, -3, -4, -5]


@pytest.mark.slow
def test_a_cluster_does_again_what_a_lost_worker_had_and_tells_of_a_piece_that_ends_workers() -> None:
    from distributed import LocalCluster
    from psutil import Process  # which distributed needs

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = spread(slow_first, range(40), cluster=cluster.scheduler_address, in_order=False)
        some = [next(found)]
        Process(cluster.workers[0].pid).kill()
        assert sorted([*some, *found]) == [-n for n in range(39, -1, -1)]
        with pytest.raises(Unavailable, match="a piece of the work has ended every worker that tried it"):
            list(spread(ends, [1], cluster=cluster.scheduler_address))


SLEEPY = """
import os, signal, sys, time
from skill.jobs import spread
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell has ignored by what runs in the background
def sleep(number):
    os.write(1, b"begun\\n")  # at once: two processes write beside each other
    time.sleep(60)
try:
    list(spread(sleep, range(4), 2, in_order=bool(int(sys.argv[1]))))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to all programs of a console")
@pytest.mark.parametrize("in_order", ["0", "1"])
def test_an_interrupt_ends_all_processes_at_once(in_order: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLEEPY, in_order], stdout=subprocess.PIPE, text=True, process_group=0, env=environment()
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        process.stdout.read()  # up to its end: nobody holds the other side any more
        assert process.wait(10) == 130


@pytest.mark.filterwarnings("ignore:.*tasks")
def test_a_worker_tells_what_was_returned_and_that_something_was_raised() -> None:
    worker = Worker()
    try:
        told = []
        for piece in (3, "nothing"):
            worker.ask(negative, piece)
            told.append(tuple(worker.wait()))
        assert told == [(-3, True), (None, False)]
    finally:
        worker.stop()


def test_work_that_is_not_wanted_any_more_is_stopped() -> None:
    with closing(spread(time.sleep, [0.0, 0.0, 60.0, 60.0], 2, in_order=False)) as results:
        next(results)
    assert list(spread(negative, [1, 2], 2)) == [-1, -2]


def test_a_background_process_gives_pieces_with_results_and_none_for_those_left_when_it_dies() -> None:
    for function, expected in ((negative, [(1, -1), (2, -2)]), (ends, [(1, None), (2, None)])):
        background, found = Background(function, [1, 2]), []
        while len(found) < 2:
            found += background.take()
        assert found == expected and background.take() == []
        background.stop()


def counts(most: int, tell: Callable[[int], None]) -> int:
    for n in range(most):
        tell(n)
    if most == 4:
        raise FileError("{path}: expected {count}", path="a.txt", count=3)
    if most == 5:
        os._exit(1)
    return most


def test_a_process_tells_how_far_it_is_and_what_came_of_it() -> None:
    tellings = {most: Telling(counts, most) for most in (3, 4, 5)}
    for most, telling in tellings.items():
        told = []
        while telling.done is None:
            told += telling.take()
        assert told[:3] == [0, 1, 2] and telling.take() == []
        result = {3: 3, 4: "a.txt: expected 3", 5: None}[most]
        assert telling.done == (result, most == 3)
        telling.stop()
    assert tellings[4].done.result.text == "{path}: expected {count}", "it can be told in any language"


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, full of modules that leave `ran` behind when they are run."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(HOSTILE.format(marker=str(tmp_path / "ran")))
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process cannot go to a folder that is deleted")
@pytest.mark.parametrize("is_deleted_before", [True, False])
def test_processes_start_in_a_folder_that_is_deleted(
    is_deleted_before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    if is_deleted_before:
        gone.rmdir()
    background, worker = Background(negative, [1]), Worker()
    worker.ask(negative, 2)
    if not is_deleted_before:
        gone.rmdir()  # long before a Python has started
    while not (found := background.take()):
        time.sleep(0.01)
    while (done := worker.take()) is None:
        time.sleep(0.01)
    background.stop()
    worker.stop()
    assert (found, done.result, list(spread(negative, [3, 4], 2))) == ([(1, -1)], -2, [-3, -4])
    assert capfd.readouterr().err == ""
    monkeypatch.chdir(tmp_path)


def is_here(folder: Path) -> bool:
    return folder.samefile(Path.cwd())


def test_processes_start_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    background = Background(is_here, [tmp_path])
    while not (found := background.take()):
        time.sleep(0.01)
    background.stop()
    assert found == [(tmp_path, True)] and Path.cwd() == tmp_path


def test_no_process_runs_modules_of_the_current_folder(hostile_folder: Path, tmp_path: Path) -> None:
    exported = start_skillbox("list")
    assert exported.wait(60) == 0, exported.stderr and exported.stderr.read()
    background = Background(negative, [1])
    while not background.take():
        pass
    code = "from skill.jobs import spread; print(list(spread(abs, [-1, -2], 2)))"
    script = tmp_path / "script.py"
    script.write_text(f"if __name__ == '__main__':\n    {code}\n")
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[1, 2]\n"
    assert not (tmp_path / "ran").exists()
    subprocess.run([sys.executable, "-c", "import json"], check=False)
    assert (tmp_path / "ran").exists(), "the modules are not hostile at all"


@pytest.mark.filterwarnings("ignore:.*tasks")
def test_our_own_environment_is_left_as_it_was() -> None:
    before = dict(os.environ)
    with closing(spread(negative, range(9), 2)) as results:
        next(results)
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert dict(os.environ) == before


@pytest.mark.filterwarnings("ignore:.*tasks")
def test_work_that_is_given_up_tells_nothing_though_the_thread_that_manages_it_stumbles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from joblib.externals.loky.process_executor import _ExecutorManagerThread

    ends, told = _ExecutorManagerThread.join_executor_internals, list[str]()

    def stumbles(thread: _ExecutorManagerThread) -> None:
        ends(thread)
        told.append("it ended")
        raise KeyError(7)

    monkeypatch.setattr(_ExecutorManagerThread, "join_executor_internals", stumbles)
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.thread.name))
    with closing(spread(time.sleep, [0.0, 0.0, 60.0, 60.0], 2, in_order=False)) as results:
        next(results)
    assert told == ["it ended"]
    with jobs._manager_may_stumble:
        (other := threading.Thread(target={}.__getitem__, args=(7,), name="another")).start()
        other.join()
    assert told == ["it ended", "another"]


@pytest.mark.parametrize("kept", ["worker.warm()", "worker.ask(abs, -1)", "worker.ask(time.sleep, 600.0)"])
def test_a_program_ends_at_once_though_a_process_is_kept_at_hand(kept: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    lines = [
        "import time",
        "from skill.jobs import Worker",
        "worker = Worker()",
        "if __name__ == '__main__':",
        f"    {kept}",
    ]
    script.write_text("\n".join(lines) + "\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, str(script)], env=environment, timeout=60, check=False).returncode == 0


def test_our_own_environment_is_left_as_it_was_where_threads_start_processes_at_once() -> None:
    """Whoever came first leaves first, as threads do, and not in the order of blocks in each other."""
    before, folder = dict(os.environ), os.getcwd
    for switch in (jobs._children_look_where_we_do, jobs._children_stay_where_we_are):
        first, second = ExitStack(), ExitStack()
        first.enter_context(switch)
        second.enter_context(switch)
        first.close()
        assert (dict(os.environ), os.getcwd) != (before, folder)
        second.close()
        assert (dict(os.environ), os.getcwd) == (before, folder)
