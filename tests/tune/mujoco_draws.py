"""The tuner with our own world on readings of MuJoCo, with fresh noise in each draw.

`python -m tests.tune.mujoco_draws --draws 20` fits each draw that is not in the table yet, in some minutes each, and
keeps it at once in `benchmarks/results/tuner-mujoco.csv`. The materials take turns. At the end it says in how many
draws every parameter lies within the tuner's margin and the friction on the plate within a tenth.
"""

from __future__ import annotations

import argparse
import csv
import io
from datetime import date
from pathlib import Path
from random import Random

import skill
from benchmarks.harness import machine
from skill.files import OF_OUR_FOLDER, write_text
from skill.tune.evaluate import Evaluator
from skill.tune.fit import fit
from tests.tune.hidden import DOINGS, Doing, measured
from tests.tune.mujoco_readings import Made, read_table

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "tuner-mujoco.csv"
COLUMNS = ("draw", "parameter", "truth", "found", "margin", "versions", "machine", "date")
ALL = (*DOINGS, Doing("out-over-saddle", {}, 1.0, 0.5, 10))
PLATE = 0.1  # by how much of itself the friction on the plate may be off

Row = dict[str, str]


def read(path: Path) -> list[Row]:
    """The rows so far, one for each parameter of a draw."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(rows: list[Row], path: Path) -> None:
    """Keeps all rows."""
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, file.getvalue(), OF_OUR_FOLDER)


def fitted(draw: int, made: Made, jobs: int) -> list[Row]:
    """The rows of a draw: the readings' noise follows from its number."""
    measurements = measured(made.truth, Random(draw), ALL, made.answers)
    result = fit(measurements, Evaluator(measurements.scene, jobs=jobs))
    return [
        {
            "draw": str(draw),
            "parameter": name,
            "truth": f"{made.truth[name]:g}",
            "found": f"{value:.4f}",
            "margin": f"{result.margins[name]:.4f}",
            "versions": f"skillbox {skill.__version__}",
            "machine": machine(),
            "date": str(date.today()),
        }
        for name, value in result.values.items()
    ]


def is_inside(row: Row) -> bool:
    """Whether what was found is within its margin of the truth, and on the plate within a tenth."""
    truth, off = float(row["truth"]), abs(float(row["found"]) - float(row["truth"]))
    return off <= float(row["margin"]) and (row["parameter"] != "friction_plate" or off <= PLATE * truth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the table that grows")
    arguments = parser.parse_args()
    table, good = read_table(), 0
    for draw in range(arguments.draws):
        rows = read(arguments.results)
        if all(row["draw"] != str(draw) for row in rows):
            rows += fitted(draw, table[draw % len(table)], arguments.jobs)
            write(rows, arguments.results)
        outside = [row["parameter"] for row in rows if row["draw"] == str(draw) and not is_inside(row)]
        good += not outside
        print(f"draw {draw}: {'outside: ' + ', '.join(outside) if outside else 'all inside'}", flush=True)
    print(f"{good} of {arguments.draws} draws with every parameter inside")


if __name__ == "__main__":
    main()
