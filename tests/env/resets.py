"""`python -m tests.env.resets -n 10000 hop set`: whether memory grows while tasks are begun again and again.

Each task is begun so often, a step after each beginning, in a process of its own; without names all tasks, in turn.
Exit code 1 if the resident memory of one is larger at the end than after the first tenth by more than `ALLOWED_KB`.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
from pathlib import Path

ALLOWED_KB = 1500
"""By how much a process may grow that loses nothing: caches and the heap are not full at once."""


def resident_kb() -> int:
    """The resident memory of this process, which Linux alone tells so."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def grown(task: str, engine: str, resets: int) -> tuple[int, int]:
    """The resident memory after a tenth of the beginnings and after all, kB."""
    from skill.env.tasks.environment import SkillTask

    env = SkillTask(task, engine=engine)
    action = env.action_space.sample() * 0
    after_tenth = 0
    for number in range(resets):
        env.reset(seed=number)
        env.step(action)
        if number == resets // 10:
            after_tenth = resident_kb()
    return after_tenth, resident_kb()


def main() -> int:
    """Prints a line for each task; see the module."""
    from skill.env.tasks.task import all_tasks

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", metavar="TASK")
    parser.add_argument("-n", type=int, default=10_000, dest="resets")
    parser.add_argument("--engine", default="bullet")
    parser.add_argument("--here", action="store_true", help="in this process")
    asked = parser.parse_args()
    if asked.here:
        before, after = grown(asked.tasks[0], asked.engine, asked.resets)
        is_flat = after - before <= ALLOWED_KB
        lost = 1024 * (after - before) / (0.9 * asked.resets)
        word = "flat" if is_flat else "GROWS"
        print(f"{asked.tasks[0]:<20} {asked.engine:<7} {before:8} kB {after:8} kB {lost:7.0f} B a reset  {word}")
        return not is_flat
    wrong = 0
    for task in asked.tasks or all_tasks():
        command = [sys.executable, "-m", "tests.env.resets", task, "-n", str(asked.resets), "--engine", asked.engine]
        wrong += subprocess.run([*command, "--here"], check=False).returncode != 0
    return min(1, wrong)


if __name__ == "__main__":
    sys.exit(main())
