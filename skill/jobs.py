"""Work in other processes: many pieces on all cores or a Dask cluster, pieces in the background, one piece at a time in
a process that stays ready, and commands of our own.

Every Python that is started here finds modules where this one does, and never in the current folder: a file `json.py`
that lies there is not run. It is started in the current folder, even if that has been deleted.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from skill.errors import SkillboxError, Unavailable, words_of
from skill.programs import TRUSTED, Program

Piece = TypeVar("Piece")
Result = TypeVar("Result")

ANSWER_S = 10  # for which a cluster's scheduler and its first worker are waited for
BATCH_S = (0.2, 2.0)  # a batch that takes a worker less is followed by larger ones, one that takes more by smaller ones
BATCHES_AHEAD = 2  # for each thread of a cluster's workers: one in work and one to follow
MODEST = 10  # by how much the priority of a process that is kept at hand is lower than ours
CARRIED = ("SKILLBOX_ENGINE",)
"""Environment variables on which results depend: workers that were started earlier, or elsewhere, work with ours."""
RENEW_S = 1.0  # after which is asked again how many threads there are


def spread(
    function: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    jobs: int = 1,
    cluster: str | None = None,
    in_order: bool = True,
) -> Generator[Result, None, None]:
    """What `function` returns for each piece, as soon as it is there, in the order of the pieces or of completion.

    One job is done in this process, more (-1: one a core) in others, or on the cluster at that address. These are sent
    `function` and pieces by pickle, and are stopped when the generator is closed or interrupted. Raises
    `Unavailable` without dask, where no scheduler answers or no worker joins it, where a process is killed, or where a
    piece ends every worker of a cluster that tries it.
    """
    if (cluster is None and jobs == 1) or not pieces:
        yield from map(function, pieces)
        return
    function = partial(_as_here, function, {name: os.environ.get(name) for name in CARRIED})
    if cluster is not None:
        yield from _on_cluster(function, pieces, cluster, in_order)
        return
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed

    # Results that are wanted at once are not held back until a batch of several pieces is done.
    way = {"return_as": "generator"} if in_order else {"return_as": "generator_unordered", "batch_size": 1}
    results: Any = None
    with _children_look_where_we_do:
        try:
            with _children_stay_where_we_are:
                results = Parallel(n_jobs=jobs, **way)(delayed(function)(piece) for piece in pieces)
            for result in results:  # noqa: UP028 (`yield from` would close them itself)
                yield result
        except BrokenProcessPool:
            raise Unavailable("one of the processes that did the work was killed, perhaps for want of memory") from None
        finally:
            if results is not None:  # not interrupted before
                with _manager_may_stumble:
                    results.close()


def _as_here(function: Callable[[Piece], Result], carried: dict[str, str | None], piece: Piece) -> Result:
    """What a function returns for a piece with these environment variables."""
    for name, value in carried.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    return function(piece)


def _on_cluster(
    function: Callable[[Piece], Result], pieces: Sequence[Piece], address: str, in_order: bool
) -> Generator[Result, None, None]:
    """The results of a cluster's workers, also of those that join while it lasts.

    A scheduler takes milliseconds for whatever it hands out, so small pieces go in batches, as many as take a worker
    a moment. What a worker had when it was lost is done again by another.
    """
    with _client(address) as client:
        from distributed import KilledWorker, as_completed

        done: Any = as_completed([])  # type: ignore[no-untyped-call]
        first: dict[Any, int] = {}  # the number of the first piece of each batch that is out
        early: dict[int, Result] = {}  # results whose turn has not come
        size, sent, given, seen_s, threads = 1, 0, 0, -RENEW_S, 0
        while sent < len(pieces) or first:
            if time.monotonic() - seen_s > RENEW_S:
                seen_s, threads = time.monotonic(), sum(client.ncores().values())
            while sent < len(pieces) and len(first) < max(1, BATCHES_AHEAD * threads):
                batch = client.submit(_batch, function, pieces[sent : sent + size], pure=False)
                first[batch] = sent
                sent += size
                done.add(batch)
            batch = next(done)
            try:
                took_s, results = batch.result()
            except KilledWorker:
                raise Unavailable("a piece of the work has ended every worker that tried it") from None
            number = first.pop(batch)
            if took_s < BATCH_S[0] and len(results) == size:
                size *= 2
            elif took_s > BATCH_S[1]:
                size = max(1, size // 2)
            if not in_order:
                yield from results
                continue
            early.update(enumerate(results, number))
            while given in early:
                yield early.pop(given)
                given += 1


def _batch(function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> tuple[float, list[Result]]:
    """Seconds that some pieces took, and their results."""
    begun = time.monotonic()
    results = list(map(function, pieces))
    return time.monotonic() - begun, results


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to the scheduler of a Dask cluster with workers."""
    try:
        from distributed import Client
    except ImportError:
        raise Unavailable("a cluster needs dask: pip install '.[cluster]' in Skillbox's checkout") from None
    try:
        client: Any = Client(address, timeout=ANSWER_S)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise Unavailable(
            "cluster {address}: no Dask scheduler answers there: {error}", address=address, error=error
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=ANSWER_S)
        except TimeoutError:
            raise Unavailable(
                "cluster {address}: no worker has joined within {time_s} s", address=address, time_s=ANSWER_S
            ) from None
        yield client


class Background(Generic[Piece, Result]):
    """Another process that works on some pieces in their order while this one goes on, and can be killed at any time.

    It is given all its pieces at its start: so there is no queue and no lock on which either could wait.
    """

    def __init__(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> None:
        self._open = list(pieces)
        self._process, self._reader = _started(_work, function, list(pieces))

    def take(self) -> list[tuple[Piece, Result | None]]:
        """The pieces that were finished since the last call, with their results; None for all left if it has died."""
        found: list[tuple[Piece, Result | None]] = []
        try:
            while self._open and self._reader.poll():
                result = self._reader.recv()
                found.append((self._open.pop(0), result))
        except (EOFError, OSError):
            found += [(piece, None) for piece in self._open]
            self._open.clear()
        return found

    def stop(self) -> None:
        """Kills it."""
        self._process.kill()
        self._process.join()
        self._reader.close()


class Telling(Generic[Piece]):
    """Another process that works on one piece, tells meanwhile how far it is, and can be killed at any time.

    `function` is called with the piece and with what it tells by, both of which are pickled.
    """

    def __init__(self, function: Callable[[Piece, Callable[[Any], None]], Any], piece: Piece) -> None:
        self.done: Done | None = None
        """What came of it, once that has been taken; of an error that a user can mend the words."""
        self._process, self._reader = _started(_tell, function, piece)

    def take(self) -> list[Any]:
        """What it has told since the last call. Does not wait."""
        found: list[Any] = []
        try:
            while self.done is None and self._reader.poll():
                is_end, said = self._reader.recv()
                if is_end:
                    self.done = Done(*said)
                else:
                    found.append(said)
        except (EOFError, OSError):
            self.done = Done(None, False)
        return found

    def stop(self) -> None:
        """Kills it."""
        self._process.kill()
        self._process.join()
        self._reader.close()


def _tell(function: Callable[[Any, Callable[[Any], None]], Any], piece: Any, pipe: Any) -> None:
    if hasattr(os, "nice"):  # Windows has none
        os.nice(MODEST)
    try:
        done = Done(function(piece, lambda said: pipe.send((False, said))), True)
    except SkillboxError as error:
        done = Done(words_of(error), False)
    pipe.send((True, tuple(done)))


def _started(target: Callable[..., None], *given: Any) -> tuple[Any, Any]:
    """A process that is given all that it works on at its start, and where its results are read."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(*given, writer), daemon=True)
    with _children_look_where_we_do, _children_stay_where_we_are:
        process.start()
    writer.close()  # ours; when the other end is gone, reading ends
    return process, reader


def _work(function: Callable[[Piece], Any], pieces: Sequence[Piece], results: Any) -> None:
    for piece in pieces:
        results.send(function(piece))


class Worker:
    """Another process that is kept at hand for one piece of work at a time, which can be dropped at any moment.

    It is started when it is first asked, or by `warm`. It has no queue: what is asked anew replaces what is in work.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._is_ready = False
        """Whether the process has come up, so that sending to it cannot block."""
        self._waiting: bytes | None = None
        """What is sent once it has."""
        self.is_busy = False
        """Whether there is work whose end has not been taken."""

    def warm(self) -> None:
        """Starts the process if there is none; where the system allows no other, there is none afterwards either."""
        if self._process is not None:
            return
        context = multiprocessing.get_context("spawn")
        try:
            ours, theirs = context.Pipe()
        except OSError:  # too many open files
            return
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with theirs, _children_look_where_we_do, _children_stay_where_we_are:
            try:
                process.start()
            except OSError:  # too many processes, no memory
                ours.close()
                return
        self._process, self._pipe = process, ours

    def ask(self, function: Callable[[Piece], Any], piece: Piece) -> None:
        """Has `function(piece)` worked out; work that is not done is dropped. Raises what pickle does."""
        asked = pickle.dumps((function, piece))
        self.drop()
        self.warm()
        self._waiting, self.is_busy = asked, True
        with suppress(OSError):  # `take` finds that it has died
            self._send()

    def _send(self) -> None:
        """Sends what waits, once the process has come up."""
        if self._is_ready and self._waiting is not None:
            asked, self._waiting = self._waiting, None
            self._pipe.send_bytes(asked)

    def take(self) -> Done | None:
        """What came of it once it is done, None before. Does not wait."""
        if self.is_busy and self._process is None:
            self.stop()
            return Done(None, False)
        try:
            while self.is_busy:
                self._send()
                if not self._pipe.poll():
                    return None
                told = self._pipe.recv()
                if self._is_ready:
                    self.is_busy = False
                    return Done(*told)
                self._is_ready = True
        except (EOFError, OSError):
            self.stop()
            return Done(None, False)
        return None

    def wait(self) -> Done:
        """What came of it, once it is done."""
        while (done := self.take()) is None:
            self._pipe.poll(None)
        return done

    def drop(self) -> None:
        """Ends the work at once: the process is killed, and another one takes its place."""
        if self.is_busy:
            self.stop()
            self.warm()

    def stop(self) -> None:
        """Kills the process; the next work starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = self._waiting = None
        self._is_ready = self.is_busy = False


class Done(NamedTuple):
    """What came of a piece of work."""

    result: Any
    is_well: bool
    """Whether the function has returned; False if it has raised, or its process has died or could not be started."""


def _serve(pipe: Any) -> None:
    """Works until the other end of the pipe is closed, and leaves the processor to whoever draws."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(MODEST)
    try:
        pipe.send("ready")
        while True:
            asked = pipe.recv_bytes()
            try:
                function, piece = pickle.loads(asked)  # noqa: S301 (from the process that started this one)
                done = Done(function(piece), True)
            except Exception:  # whoever asked can find it out again, where it can be seen
                done = Done(None, False)
            pipe.send(tuple(done))
    except (EOFError, OSError, KeyboardInterrupt):
        return


Process = subprocess.Popen[str]
"""A command that runs in another process."""


def start_skillbox(*arguments: str, trusted: Program | None = None) -> Process:
    """Starts a command of our own; only what it says on standard error is kept, in its `stderr`.

    It may run the program that is `trusted`, unless its file has been changed meanwhile.
    """
    command = [sys.executable, "-m", "skill", *arguments]
    return subprocess.Popen(  # noqa: S603 (our own words, and no shell)
        command,
        env=environment() | ({TRUSTED: trusted.digest} if trusted else {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def environment() -> dict[str, str]:
    """The environment of a Python that finds modules where this one does, and not in the current folder."""
    return {**os.environ, **_search()}


def _search() -> dict[str, str]:
    return {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


class _Switch:
    """Something that is on as long as anybody is within it, also where several threads come and go."""

    def __init__(self, turn_on: Callable[[], Callable[[], None]]) -> None:
        """`turn_on` gives what turns it off again."""
        self._turn_on, self._within, self._lock = turn_on, 0, threading.Lock()

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._turn_off = self._turn_on()
            self._within += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._within -= 1
            if not self._within:
                self._turn_off()


def _look_where_we_do() -> Callable[[], None]:
    search = _search()
    before = {name: os.environ.get(name) for name in search}
    os.environ.update(search)

    def turn_off() -> None:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    return turn_off


def _stay_where_we_are() -> Callable[[], None]:
    asked = os.getcwd
    os.getcwd = lambda: os.curdir
    return lambda: setattr(os, "getcwd", asked)


def _let_the_manager_stumble() -> Callable[[], None]:
    told = threading.excepthook

    def tell(args: threading.ExceptHookArgs) -> None:
        if not (args.exc_type is KeyError and args.thread and args.thread.name == "ExecutorManagerThread"):
            told(args)

    threading.excepthook = tell
    return lambda: setattr(threading, "excepthook", told)


_children_look_where_we_do = _Switch(_look_where_we_do)
"""Within it processes that libraries start have that environment: they take it from ours alone."""
_children_stay_where_we_are = _Switch(_stay_where_we_are)
"""Within it processes that libraries start stay in the current folder, of which they know no name.

Libraries ask for its name and have the process go there, which fails where the folder is deleted by then. To go to `.`
does not, on Linux, and is the same place: a process is started in the current folder anyway.
"""
_manager_may_stumble = _Switch(_let_the_manager_stumble)
"""Within it the thread of loky 3.6 that manages processes may end by a KeyError and nothing is told of it.

Where a piece is done in the moment in which all work is given up, the piece that was to follow has been forgotten, but
not its number, by which the thread looks it up. The processes are killed by then.
"""
