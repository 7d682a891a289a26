"""What a fit rests on: a world that departs from theory is told, and so is a reading that much depends on."""

from __future__ import annotations

import pytest

from skill.tune.checks import by_theory, disagreements
from skill.tune.evaluate import Question
from skill.tune.fit import fit
from skill.tune.report import parameter_lines, report_text
from tests.tune.hidden import Theory, of_theory

LEANS = """
[vary]
friction_plate = { low = 0.05, high = 0.6 }
[[measurement]]
experiment = "out-over-saddle"
unit = "deg"
values = [55.0, 56.0, 55.5, 56.5, 55.0]
"""


class Wedging(Theory):
    """A world in which grooves hold better than they should, as Bullet's do."""

    def answer(self, question: Question) -> float:
        return super().answer(question) * (1.1 if question.experiment == "out-over-saddle" else 1.0)


def test_a_world_that_departs_from_theory_is_told() -> None:
    measurements, theory = of_theory(LEANS)
    true = fit(measurements, theory)
    assert disagreements(measurements, true) == [] and by_theory(measurements, true) == {}
    wedged = fit(measurements, Wedging(measurements.scene))
    assert true.values["friction_plate"] - wedged.values["friction_plate"] > wedged.margins["friction_plate"]
    (found,) = disagreements(measurements, wedged)
    assert found.row.experiment == "out-over-saddle" and found.simulated == pytest.approx(1.1 * found.predicted)
    assert by_theory(measurements, wedged)["friction_plate"] == pytest.approx(true.values["friction_plate"], abs=0.02)
    lines = parameter_lines(measurements, wedged)
    assert (
        "out-over-saddle axis=0: the fitted world answers 55.6 deg, the closed form 50.55, further apart than"
        in lines[2]
    )
    assert lines[2].endswith("; see skillbox lab out-over-saddle")
    assert lines[3].startswith("by the closed forms friction_plate 0.")
    assert all(f"- {line}" in report_text(measurements, wedged) for line in lines[2:4])
