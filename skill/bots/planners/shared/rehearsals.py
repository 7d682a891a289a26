"""Rehearsals of an attempt side by side, on one core or on many, with the same outcomes.

The outcome of a rehearsal depends a little on what its copy of the world rehearsed before, since Bullet then finds
contacts in another order. So there are always `LANES` copies. The pieces of a batch go to the copies in turn, and each
copy does its pieces in order. It makes no difference which process holds a copy. A planner asks for pieces in batches,
even if it may stop after a few: on one core the superfluous rehearsals cost a little, on several cores batches save
more than that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.planners import Sample
from skill.jobs import Worker
from skill.lattice.reading import Reading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

LANES = 4
"""Copies of an attempt, and the most pieces that are rehearsed at the same time."""


class Piece(NamedTuple):
    """What is to be rehearsed."""

    samples: Sequence[Sample]
    tremor: int
    """The seed of the tremor that the hands have in it."""
    acting: int | None = None
    """How many of the samples do something, after which nothing but a die that still moves matters; None: all."""


Way = Callable[["AttemptRun", Piece], bool]
"""Rehearses a piece in a copy; whether no die fell off. Sent by pickle, so a function of a module."""


class Outcome(NamedTuple):
    """What came of it."""

    is_whole: bool
    """Whether no die fell off."""
    reading: Reading


def until_still(rehearsal: AttemptRun, piece: Piece) -> bool:
    """Until dice have stopped after the samples that do something, or to the last one."""
    return rehearsal.rehearse(piece.samples, acting=piece.acting)


class Rehearsals:
    """The copies of one running attempt, with one of `running.jobs` in this process, with more in so many others, so
    that the screen is not held up; dice sleep in them with `sleep`.

    Where another process dies, its copies are made anew here.
    """

    def __init__(self, running: AttemptRun, way: Way = until_still, *, sleep: bool = False) -> None:
        processes = min(running.jobs if running.jobs > 0 else os.cpu_count() or 1, LANES)
        self._workers: list[Worker | None] = [_worker() for _ in range(processes)] if processes > 1 else [None]
        self._here = _Lanes(running.copier(sleep), way)
        self._key = next(_KEYS)

    def of(self, state: tuple[Any, ...], pieces: Sequence[Piece]) -> list[Outcome]:
        """What comes of each piece from that state of the attempt on."""
        lanes = [n % LANES for n in range(len(pieces))]
        shares: list[list[tuple[int, Piece]]] = [[] for _ in self._workers]
        for lane, piece in zip(lanes, pieces, strict=True):
            shares[lane % len(shares)].append((lane, piece))
        for worker, share in zip(self._workers, shares, strict=True):
            if worker is not None and share:
                worker.ask(_rehearsed, (self._key, self._here, state, share))
        found = [iter(self._done(n, state, share)) for n, share in enumerate(shares)]
        return [next(found[lane % len(found)]) for lane in lanes]

    def _done(self, number: int, state: tuple[Any, ...], share: Sequence[tuple[int, Piece]]) -> list[Outcome]:
        """What the process with that number was asked for."""
        worker = self._workers[number]
        if worker is not None and share:
            done = worker.wait()
            if done.is_well:
                outcomes: list[Outcome] = done.result
                return outcomes
            self._workers[number] = None
            _lent.discard(worker)
        return self._here.of(state, share)

    def close(self) -> None:
        """Gives the memory of the engine back, here at once, and the other processes to whoever rehearses next."""
        self._here.close()
        for worker in filter(None, self._workers):
            worker.drop()
            _lent.discard(worker)
            _idle.append(worker)
        self._workers = [None]


class _Lanes:
    """Some of the copies; by pickle without them, as it was made."""

    def __init__(self, copier: Callable[[], AttemptRun], way: Way) -> None:
        self._copier, self._way = copier, way
        self._copies: dict[int, AttemptRun] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _Lanes, (self._copier, self._way)

    def of(self, state: tuple[Any, ...], share: Sequence[tuple[int, Piece]]) -> list[Outcome]:
        """What comes of pieces, each in the copy with its number."""
        found = []
        for lane, piece in share:
            if (copy := self._copies.get(lane)) is None:
                copy = self._copies[lane] = self._copier()
            copy.follow(state, piece.tremor)
            is_whole = self._way(copy, piece)
            found.append(Outcome(is_whole, copy.reading()))
        return found

    def close(self) -> None:
        for copy in self._copies.values():
            copy.close()
        self._copies.clear()


_KEYS = count()
_idle: list[Worker] = []  # processes of rehearsals that are closed: to start one takes most of a second
_lent: set[Worker] = set()
"""Those in use. Garbage collection closes rehearsals that nobody has closed; it would close the pipes of their
processes first, which others are given afterwards, if these were garbage too."""
_there: dict[int, _Lanes] = {}  # in such a process: the copies of the rehearsals that it works for, by their key


def _worker() -> Worker:
    if _idle:
        worker = _idle.pop()
    else:
        worker = Worker()
        worker.warm()
    _lent.add(worker)
    return worker


def _rehearsed(asked: tuple[int, _Lanes, tuple[Any, ...], Sequence[tuple[int, Piece]]]) -> list[Outcome]:
    """In another process: `of`, in the copies that are kept there for the rehearsals with that key."""
    key, lanes, state, share = asked
    if key not in _there:
        for old in _there.values():
            old.close()
        _there.clear()
        _there[key] = lanes
    return _there[key].of(state, share)
