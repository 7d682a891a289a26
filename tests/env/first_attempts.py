"""How the first attempt of random hands and of the planner goes in each task that is quick, as kept in
`first_attempts.csv`: so that nothing that hands, worlds and tasks go by changes unnoticed.
`python -m tests.env.first_attempts --write` after a change that is meant.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from skill.env.tasks.evaluation import Asked, run_episode
from skill.env.tasks.task import all_tasks

KEPT = Path(__file__).with_name("first_attempts.csv")
QUICK_S = 1.0  # processor time of what is kept
DEAR = {"blow", "captain-flint", "coulomb", "dice-mikado", "dune", "faraday", "mountaing"}  # more than that by far


class First(NamedTuple):
    """One attempt, with the seed 0."""

    task: str
    policy: str
    numpy: str
    """Another one may add in another order."""
    outcome: str
    time_s: str
    distance: str
    """To a millionth."""
    actions: str


def first(task: str, policy: str) -> tuple[First, float]:
    """That attempt, and the seconds of the processor that it took."""
    done = run_episode(Asked(task, policy), 0)
    how = (done.outcome, f"{done.time_s:.3f}", f"{done.distance:.6f}", str(done.actions))
    return First(task, policy, np.__version__, *how), done.spent_s


def kept() -> list[First]:
    """All that are kept."""
    with KEPT.open(encoding="utf-8", newline="") as file:
        return [First(**row) for row in csv.DictReader(file)]


def quick() -> Iterator[First]:
    """Those that take no long time, played now."""
    for task in [name for name in all_tasks() if name not in DEAR]:
        for policy in ("random", "planner"):
            found, spent_s = first(task, policy)
            if spent_s < QUICK_S:
                yield found


if __name__ == "__main__":
    if "--write" in sys.argv:
        with KEPT.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(First._fields)
            writer.writerows(quick())
    else:
        csv.writer(sys.stdout).writerows(quick())
