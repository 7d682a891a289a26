"""Hands at a distance: an attempt that a guest makes on its own machine, told to the others sample by sample.

The host steps the same attempt by the same samples as they come in. So it never takes a guest's word for how it ended:
where both machines compute alike, a report that is not the host's own is refused; where they may not, the host's own
counts.
A world is made of nothing hidden, so games in which anything is leave attempts to the host.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from math import sin
from platform import machine
from typing import Any

from skill.env.protocol import BadRequest, Table
from skill.errors import FileError, IllegalMove, SkillboxError, shortened
from skill.rules.game import AttemptSpec, Seat
from skill.table.attempts import begin_attempt, finish_attempt

MOST_AIM_S, LONGEST_S = 600.0, 3600.0
"""How long an attempt may go on before its clock runs, and after that where its time has no limit."""
MOST_TOLD = 500
"""Samples in a frame to whoever watches."""
MOST = 1e6
"""No number of a sample is greater: edges, radians, and their speeds."""
TRIED = 20
"""Samples by which machines are compared."""


class FalseReport(SkillboxError):
    """A report that the samples do not lead to."""


@cache
def fingerprint() -> str:
    """What decides how worlds move here: the versions, the processor, and where a short attempt ends to the last bit.

    Raises `Unavailable` without an engine.
    """
    import numpy as np

    from skill.lattice.notation import parse_position
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import load_scene
    from skill.physics.versions import versions_here, versions_text

    running = AttemptRun(load_scene("faraday"), parse_position("R800 R710 R701"), seed=1)
    for number in range(TRIED):
        running.tick([sin(number + column) / 20 for column in range(len(running.toolset.rest))])
    bodies = filter(None, running.world.state().dice.bodies)
    ended = sha256(b"".join(np.asarray(part, float).tobytes() for body in bodies for part in body))
    running.close()
    versions = {name: number for name, number in versions_here().items() if name != "python"}
    return f"{versions_text(versions)} {sys.platform} {machine()} {ended.hexdigest()[:16]}"


def hands_here() -> str:
    """The same, or nothing where there is no engine."""
    with suppress(SkillboxError):
        return fingerprint()
    return ""


class Trying:
    """An attempt that a guest makes, as the host has it."""

    def __init__(self, table: Table) -> None:
        """The attempt that the match asks for. Raises as `begin_attempt` does."""
        match, spec = table.match, table.match.turn
        assert isinstance(spec, AttemptSpec)
        self._table, self.number, self.seat = table, len(match.played), spec.seat
        self.key = match.revision
        """Another one for each attempt, also where one was taken back."""
        self._running = begin_attempt(match)
        self.head = self._running.trace.text
        """The trace before the first sample: scene, seed and start."""
        self.is_over = False
        limit_s = MOST_AIM_S + min(spec.time_limit_s, LONGEST_S)
        self._most = round(limit_s * self._running.trace.rate_hz)
        self._said = (-1, -1, "")

    @property
    def samples(self) -> list[Any]:
        """All that it has been given."""
        return self._running.trace.samples

    @property
    def is_done(self) -> bool:
        """Whether it has an outcome: no more samples are taken."""
        return self._running.done

    def take(self, first: int, samples: list[Any]) -> None:
        """Steps it by samples of which the first has that number, from 0; those that it has are passed over.

        Raises `BadRequest`, `NotationError`, and nothing has changed.
        """
        count = len(self.samples)
        if not 0 <= first <= count:
            raise BadRequest(f"samples: from {first}; expected {count}, the next one")
        new = [self._checked(sample) for sample in samples[count - first :]]
        if count + len(new) > self._most:
            raise BadRequest(f"samples: expected at most {self._most} in all")
        for sample in new:
            if self._running.done:
                return  # whatever hands do then does not count
            self._running.tick(sample)

    def _checked(self, sample: Any) -> Any:
        whole = isinstance(sample, list) and all(isinstance(x, int | float) and x is not True for x in sample)
        if not whole or any(abs(x) > MOST for x in sample):
            raise BadRequest(f"samples: {shortened(json.dumps(sample))}; expected lists of numbers of at most {MOST:g}")
        return self._running.toolset.checked(sample)

    def end(self, report: str | None, alike: bool) -> bool | None:
        """Gives the match what came of it here; whether that is the `report` of the guest, None without one.

        Raises `FalseReport` where it is not and both machines compute `alike`: no more samples are taken then, so that
        nobody gets a second try by a lie.
        """
        said = None if report is None else self._table.match.game.parse(report)
        self._running.give_up()
        own = self._running.report()
        if alike and said not in (None, own):
            raise FalseReport("end: the samples do not lead to that report, but to {own}", own=own)
        self._finish()
        return None if said is None else said == own

    def _finish(self) -> None:
        self.is_over = True
        try:
            with suppress(FileError):  # the match has the report all the same
                finish_attempt(self._table.match, self._running, self._table.traces)
        finally:
            self._running.close()

    def drop(self) -> None:
        """Lets go of it, as if it had never begun."""
        if not self.is_over:
            self.is_over = True
            self._running.close()

    def frame(self, first: int) -> tuple[int, str]:
        """What is told of the samples from that number on to whoever watches, and the number of the next ones."""
        last = min(len(self.samples), first + MOST_TOLD)
        if self._said[:2] != (first, last):
            told: dict[str, Any] = {"do": "hands", "seat": self.seat, "attempt": self.number, "from": first}
            told |= {"trace": self.head} if first == 0 else {}
            self._said = (first, last, json.dumps({**told, "samples": self.samples[first:last]}))
        return last, self._said[2]


def check_asked_for(table: Table, seat: Seat) -> None:
    """Raises `IllegalMove` unless a seat is to try something now."""
    spec = table.match.turn
    if not isinstance(spec, AttemptSpec) or spec.seat != seat:
        raise IllegalMove("no attempt of seat {seat} is asked for now", seat=seat)
