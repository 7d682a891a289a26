"""How long until something happens? Commands from the shell to their end, the window until its first picture, beside an
empty Python and the peers' import.

The best of several rounds in which all take their turns. `clock` is what a person waits, `processor` what one core has
to do; `share` is that beside the import of numpy, so that machines can be compared.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from time import perf_counter

from benchmarks.harness import Plot, Row
from benchmarks.home import CHILD
from skill.jobs import environment

if sys.platform != "win32":
    import resource

PLOT = Plot("clock, ms")
ROUNDS = 5
COMMANDS = (
    ("--version",),
    ("--help",),
    ("list",),
    ("rules", "rasanto"),
    ("scene", "list"),
    ("perft", "el-dado", "--depth", "1", "--set", "first_player=1"),
    ("lab", "free-fall"),
)
PEERS = ("mujoco", "pyspiel", "gymnasium")
MEASURE = "import numpy"
UNSEEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each command and for the import of each peer that is there."""
    runs = {("python -c pass", "Python"): ["-c", "pass"]}
    for words in COMMANDS:
        runs[f"skillbox {' '.join(words)}", "ours"] = ["-m", "skill", *words]
    for name in ("skill.physics.world", "skill.rules.catalogue"):
        runs[f"import {name}", "ours"] = ["-c", f"import {name}"]
    runs["import of all games", "ours"] = ["-c", "from skill.rules.catalogue import all_games; all_games()"]
    runs["the home screen, drawn by software", "ours"] = ["-c", CHILD]
    for name in PEERS:
        if importlib.util.find_spec(name):
            runs[f"import {name}", "peer"] = ["-c", f"import {name}"]
    runs[MEASURE, "numpy"] = ["-c", MEASURE]
    chosen = {key: words for key, words in runs.items() if only in key[0] or key[0] == MEASURE}
    best = dict.fromkeys(chosen, (float("inf"), float("inf")))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(1 if quick else ROUNDS):
            for key, words in chosen.items():
                clock, processor = best[key]
                took = run(words, folder)
                best[key] = min(clock, took[0]), min(processor, took[1])
    for (case, engine), (clock, processor) in best.items():
        if only not in case:
            continue  # it ran to be measured beside
        share = processor / best[MEASURE, "numpy"][1]
        yield Row(case, engine, {"clock, ms": 1000 * clock, "processor, ms": 1000 * processor, "share": share})


def run(words: list[str], folder: str) -> tuple[float, float]:
    """Seconds on the clock and of the processor that a Python takes with these words and this data folder."""
    began, before = perf_counter(), used()
    subprocess.run(  # noqa: S603 (our own words, and no shell)
        [sys.executable, *words],
        env={**environment(), **UNSEEN, "SKILLBOX_HOME": folder},
        capture_output=True,
        check=True,
    )
    return perf_counter() - began, used() - before


def used() -> float:
    """Seconds of the processor that ended children of this process have taken."""
    if sys.platform == "win32":
        return os.times().children_user + os.times().children_system
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime
