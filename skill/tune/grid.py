"""Grid search: every measured experiment at every point of a grid over the parameters that may vary."""

from __future__ import annotations

import csv
import io
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import UnknownName, Words
from skill.files import form
from skill.tune.evaluate import Evaluator
from skill.tune.fit import Model
from skill.tune.measurements import Measurements

MOST = 100_000  # evaluations of one search


class GridSearch(NamedTuple):
    """Answers of the experiments at every point of a grid."""

    names: tuple[str, ...]
    axes: tuple[tuple[float, ...], ...]
    """The values of each parameter."""
    answers: NDArray[np.float64]
    """(points of the first parameter, of the second, ..., measurements)"""
    chi2: NDArray[np.float64]
    """(points of the first parameter, of the second, ...): how badly each point fits."""

    @property
    def best(self) -> dict[str, float]:
        """The point of the grid that fits best."""
        at = np.unravel_index(int(self.chi2.argmin()), self.chi2.shape)
        return {name: axis[int(n)] for name, axis, n in zip(self.names, self.axes, at, strict=True)}


def grid_search(measurements: Measurements, evaluator: Evaluator, points: int) -> GridSearch:
    """The experiments at `points` values of each parameter, ends included. Raises `UnknownName` for too many or few."""
    if measurements.tosses:
        text = "--grid {points}: tosses are fitted and not swept; expected a file without them"
        raise UnknownName(text, points=points)
    names = tuple(measurements.vary)
    asked = points ** len(names) * len(measurements.rows)
    if points < 2 or asked > MOST:
        raise UnknownName(
            "--grid {points}: expected at least 2, and at most {most} evaluations, not {asked}, for {readings} "
            "measurements and {parameters} parameters",
            points=points,
            most=MOST,
            asked=asked,
            readings=len(measurements.rows),
            parameters=len(names),
        )
    model = Model(measurements, evaluator)
    ticks = np.linspace(0.0, 1.0, points)
    shares = [np.array(share) for share in product(ticks, repeat=len(names))]
    answers = model.answers(shares)
    chi2 = (model.residuals_of(answers) ** 2).sum(axis=1)
    axes = tuple(tuple((low + ticks * (high - low)).tolist()) for low, high in measurements.vary.values())
    shape = (points,) * len(names)
    return GridSearch(names, axes, answers.reshape(*shape, -1), chi2.reshape(shape))


FORM = form(Words("the table of a sweep"), r"[^\n]*,chi_square\r?\n")


def csv_text(measurements: Measurements, found: GridSearch) -> str:
    """A table with a line for each point: its parameters, what each experiment answers, chi square."""
    file = io.StringIO()
    table: Any = csv.writer(file, lineterminator="\n")
    table.writerow([*found.names, *(f"{row.label} {row.unit}" for row in measurements.rows), "chi_square"])
    answers = found.answers.reshape(found.chi2.size, -1).tolist()
    for point, row, chi2 in zip(product(*found.axes), answers, found.chi2.ravel().tolist(), strict=True):
        table.writerow([f"{value:.6g}" for value in (*point, *row, chi2)])
    return file.getvalue()
