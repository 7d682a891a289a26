"""Are real dice fair? Thousands of rolls of each kind on felt, and how likely fair dice would be as uneven.

    python benchmarks/fairness.py [--rolls N] [--seed S] [--scene NAME]

Prints for each kind how often the rarest and the commonest number came, chi-square over all numbers, and the share of
fair dice that would give as much or more. Of five kinds less than 0.2 % of any would be a reason to doubt: less than
1 % comes of fair ones too, in one run of twenty.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from math import erfc, exp, pi, sqrt
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.harness import Plot, Row
from skill.physics.rolls import chi_square, rolled
from skill.physics.scene import Scene, load_scene
from skill.physics.solids import SOLIDS

PLOT = Plot("p of chi-square")


def chance(chi2: float, freedom: int) -> float:
    """How likely chi-square is at least that (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4-5)."""
    if freedom % 2:
        term, total = sqrt(2 * chi2 / pi), 0.0
        for n in range(1, freedom, 2):
            total += term
            term *= chi2 / (n + 2)
        return erfc(sqrt(chi2 / 2)) + exp(-chi2 / 2) * total
    term, total = 1.0, 0.0
    for n in range(2, freedom + 1, 2):
        total += term
        term *= chi2 / n
    return exp(-chi2 / 2) * total


def rolls(scene: Scene, sides: int, count: int, seed: int) -> Row:
    """So many rolls of one kind of die."""
    began = process_time()
    seen = Counter(rolled(scene, [sides] * count, seed))
    spent = process_time() - began
    counts = [seen[n] for n in range(1, sides + 1)]
    chi2 = chi_square(counts)
    figures = {
        "rolls": count,
        "expected each": count / sides,
        "rarest": min(counts),
        "commonest": max(counts),
        "chi-square": chi2,
        "p of chi-square": chance(chi2, sides - 1),
        "rolls/s": count / spent,
    }
    return Row(f"d{sides}", "bullet", figures)


def measure(quick: bool, only: str, count: int = 2000, seed: int = 1, scene: str = "dice-tray") -> Iterator[Row]:
    for sides in SOLIDS:
        if only in f"d{sides}":
            yield rolls(load_scene(scene), sides, count // 10 if quick else count, seed)


def main() -> None:
    from benchmarks.harness import table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scene", default="dice-tray")
    arguments = parser.parse_args()
    print(table(list(measure(False, "", arguments.rolls, arguments.seed, arguments.scene))))


if __name__ == "__main__":
    main()
