"""Every experiment of the laboratory with the range of each of its conditions, and what `--converge` makes finer, kept
in `experiments.txt`.

`python -m tests.physics.experiments --write` after a change that is meant.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skill.physics.lab import EXPERIMENTS, REFINEMENTS

KEPT = Path(__file__).with_name("experiments.txt")


def listed() -> str:
    """A line for each experiment with what its answer may be off by, and below it one for each of its conditions."""
    lines = []
    for name, experiment in EXPERIMENTS.items():
        lines.append(f"{name}, {experiment.unit}: within {experiment.tolerance:g}")
        lines += [
            f"    {key} = {each.default:g}: {each.low:g} to {each.high:g}"
            for key, each in experiment.conditions.items()
        ]
    lines += [f"finer {setting}: {', '.join(map(str, values))}" for setting, values in REFINEMENTS.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__" and "--write" in sys.argv:
    KEPT.write_text(listed(), encoding="utf-8")
