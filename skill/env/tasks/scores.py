"""The table of scores that policies have reached in tasks. Reading it needs neither gymnasium nor physics."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, NamedTuple

import skill
from skill.env.tasks.task import all_tasks
from skill.errors import FileError, Words
from skill.files import csv_rows, form, place_of, read_text, write_text
from skill.lattice.notation import FIRST_ENGINE


class Score(NamedTuple):
    """How a policy did, as a row of the table."""

    task: str
    policy: str
    level: str
    varied: bool
    seeds: int
    success: float
    low: float
    high: float
    """The interval that holds the true share with 95 % probability (Wilson 1927)."""
    time_s: float | None
    """Mean of the successes."""
    distance: float
    """Mean at the end."""
    spent_s: float
    """Mean processor time of an attempt."""
    made_with: str
    machine: str
    date: str
    material: str = "scene"
    """What dice and plate were made of, as the option `material` of games has it."""
    engine: str = FIRST_ENGINE
    scene: str = "game"
    """Where they were moved, as the option `scene` of games has it."""

    @property
    def conditions(self) -> tuple[Any, ...]:
        """What makes it another score than others."""
        return (self.task, self.policy, self.level, self.varied, self.material, self.engine, self.scene)


FORM = form(Words("a table of scores"), ",".join(Score._fields[:-3]) + r"(,material(,engine(,scene)?)?)?\r?\n")


def scores_file() -> Path:
    """The table of reference scores: inside an installed package, among the results of benchmarks in a checkout."""
    inside = Path(__file__).with_name("scores.csv")
    return inside if inside.is_file() else Path(skill.__file__).parents[1] / "benchmarks" / "results" / "tasks.csv"


def read_scores(path: Path) -> list[Score]:
    """The rows of a table, none if there is no file. Raises `FileError` naming file and line."""
    if not path.is_file():
        return []
    rows = csv_rows(path, read_text(path))
    _, head = next(rows, (0, []))
    found = []
    for number, row in rows:
        try:
            found.append(_score_of(dict(zip(head, row, strict=True))))
        except (KeyError, ValueError, TypeError):
            raise FileError(
                "{path}, line {number}: expected a row with {fields}",
                path=path,
                number=number,
                fields=", ".join(Score._fields),
            ) from None
    return found


def _score_of(row: dict[str, str]) -> Score:
    return Score(
        row["task"],
        row["policy"],
        row["level"],
        row["varied"] == "True",
        int(row["seeds"]),
        float(row["success"]),
        float(row["low"]),
        float(row["high"]),
        float(row["time_s"]) if row["time_s"] else None,
        float(row["distance"]),
        float(row["spent_s"]),
        row["made_with"],
        row["machine"],
        row["date"],
        row.get("material") or "scene",
        row.get("engine") or FIRST_ENGINE,
        row.get("scene") or "game",
    )


def put_score(path: Path, new: Score) -> None:
    """Write a row into a table, in place of that of the same task, policy and conditions. Raises `FileError`."""
    place_of(path, FORM)
    order = list(all_tasks())
    rows = [row for row in read_scores(path) if row.conditions != new.conditions]
    rows.append(new)
    rows.sort(key=lambda row: (order.index(row.task) if row.task in order else len(order), row.policy != "random"))
    text = io.StringIO()
    writer: Any = csv.writer(text, lineterminator="\n")
    writer.writerow(Score._fields)
    writer.writerows(rows)
    write_text(path, text.getvalue(), FORM)
