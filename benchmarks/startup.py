"""How long until something happens? Commands from the shell to their end, beside an empty Python and the peers' import.

Wall-clock time, the best of several rounds in which all take their turns.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from benchmarks.harness import Plot, Row
from skill.jobs import environment

PLOT = Plot("ms")
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


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each command and for the import of each peer that is there."""
    runs = {("python -c pass", "Python"): ["-c", "pass"]}
    for words in COMMANDS:
        runs[f"skillbox {' '.join(words)}", "ours"] = ["-m", "skill", *words]
    for name in ("skill.physics.world", "skill.rules.catalogue"):
        runs[f"import {name}", "ours"] = ["-c", f"import {name}"]
    runs["import of all games", "ours"] = ["-c", "from skill.rules.catalogue import all_games; all_games()"]
    for name in PEERS:
        if importlib.util.find_spec(name):
            runs[f"import {name}", "peer"] = ["-c", f"import {name}"]
    chosen = {key: words for key, words in runs.items() if only in key[0]}
    best = dict.fromkeys(chosen, float("inf"))
    for _ in range(1 if quick else ROUNDS):
        for key, words in chosen.items():
            began = perf_counter()
            subprocess.run([sys.executable, *words], env=environment(), capture_output=True, check=True)  # noqa: S603 (our own words, and no shell)
            best[key] = min(best[key], perf_counter() - began)
    for (case, engine), took in best.items():
        yield Row(case, engine, {"ms": 1000 * took})
