"""What kept traces lead to, as fingerprints that two interpreters can be compared by:

    python -m tests.physics.fingerprint [TRACE ...]

prints for each engine that is installed, and for the first trace of each game or those named, a checksum of where all
dice and the plate are after each of its first samples. Every Python with the same numpy gives the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from skill.physics.attempt import AttemptRun
from skill.physics.scene import installed_engines
from skill.physics.trace import Trace
from tests.table.records import RECORDS

SAMPLES = 120
HEAVY = {"captain-flint", "coulomb", "dice-mikado", "mountaing"}  # whole pyramids, and two minutes of tilting


def fingerprint(trace: Trace, engine: str, samples: int | None = SAMPLES) -> str:
    """A checksum of all poses at the start and after each of the first `samples` of a trace, or of all.

    `engine` takes the place of the one that the trace was made with.
    """
    scene = trace.scene.stepped_by(engine)
    running = AttemptRun(scene, trace.start, seed=trace.seed, hand=trace.hand, loose=trace.loose)
    seen = sha256()
    for sample in (None, *trace.samples[:samples]):
        if sample is not None:
            running.tick(sample)
        positions, rotations, *plate = running.poses()
        seen.update(positions.tobytes() + rotations.tobytes() + repr((plate, running.reading())).encode())
    running.close()
    return seen.hexdigest()


def first_traces() -> list[Path]:
    """The first kept trace of each game that takes no long time."""
    games = groupby(sorted(RECORDS.glob("*.trace")), lambda path: path.stem.rpartition("-")[0])
    return [next(paths) for game, paths in games if game not in HEAVY]


def lines(paths: list[Path]) -> Iterator[str]:
    """Engine, file and checksum of each trace in each engine."""
    for engine in installed_engines():
        for path in paths:
            yield f"{engine} {path.name} {fingerprint(Trace.read(path), engine)}"


def main(paths: list[Path]) -> None:
    """Prints a line for each trace in each engine."""
    for line in lines(paths or first_traces()):
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
