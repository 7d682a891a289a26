"""What a fit rests on: a world that departs from theory is told, and so is a reading that much depends on."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

import pytest

from skill.tune.evaluate import ClosedForms, Question
from skill.tune.fit import fit
from skill.tune.report import parameter_lines, report_text
from skill.tune.sensitivity import by_theory, disagreements, next_measurement, without_a_measurement, without_a_reading
from tests.tune.hidden import of_theory

LEANS = """
[vary]
friction_plate = { low = 0.05, high = 0.6 }
[[measurement]]
experiment = "out-over-saddle"
unit = "deg"
values = [55.0, 56.0, 55.5, 56.5, 55.0]
"""


class Wedging(ClosedForms):
    """A world in which grooves hold better than they should, as Bullet's do."""

    def answers(self, questions: Sequence[Question]) -> list[float]:
        pairs = zip(questions, super().answers(questions), strict=True)
        return [answer * (1.1 if question.experiment == "out-over-saddle" else 1.0) for question, answer in pairs]


def test_a_world_that_departs_from_theory_is_told() -> None:
    measurements, theory = of_theory(LEANS)
    true = fit(measurements, theory)
    assert disagreements(measurements, true) == [] and by_theory(measurements, true) == {}
    wedged = fit(measurements, Wedging(measurements.scene))
    assert true.values["friction_plate"] - wedged.values["friction_plate"] > wedged.margins["friction_plate"]
    (found,) = disagreements(measurements, wedged)
    assert found.row.experiment == "out-over-saddle" and found.simulated == pytest.approx(1.1 * found.predicted)
    assert (found.row.freedom, found.margin / found.row.error) == (4, pytest.approx(2.776, abs=0.001))  # a table's t
    assert by_theory(measurements, wedged)["friction_plate"] == pytest.approx(true.values["friction_plate"], abs=0.02)
    lines = parameter_lines(measurements, wedged)
    assert (
        "out-over-saddle axis=0: the fitted world answers 55.6 deg, the closed form 50.55, further apart than"
        in lines[2]
    )
    assert lines[2].endswith("; see skillbox lab out-over-saddle")
    assert lines[3].startswith("by the closed forms friction_plate 0.")
    assert all(f"<li>{line}</li>" in report_text(measurements, wedged) for line in lines[2:4])


PUSHES = """
[vary]
friction_table = { low = 0.05, high = 0.7 }
[[measurement]]
experiment = "slip-angle"
unit = "deg"
values = [17.0, 16.5, 17.5, 20.5, 16.0, 16.5]
[[measurement]]
experiment = "slide-distance"
unit = "mm"
spread = 1.5
values = [61.0, { value = 41.0, speed_m_s = 0.5 }]
"""


def less(text: str, old: str) -> float:
    """The friction without some of the readings, fitted anew."""
    assert old in text
    return fit(*of_theory(text.replace(old, ""))).values["friction_table"]


def test_the_reading_that_matters_most_is_named_with_what_it_does() -> None:
    text = PUSHES.replace("values = [17.0", "spread = 1.5\nvalues = [17.0")
    measurements, theory = of_theory(text)
    result = fit(measurements, theory)
    value, margin = result.values["friction_table"], result.margins["friction_table"]
    reading = without_a_reading(measurements, result)["friction_table"]
    assert reading.name == "61 mm of slide-distance speed_m_s=0.6"
    assert reading.change == pytest.approx((less(text, "61.0, ") - value) / margin, rel=0.05)
    angles = text[text.index("[[measurement]]") : text.rindex("[[measurement]]")]
    angle = text.replace("61.0, { value = 41.0, speed_m_s = 0.5 }", "61.0")
    measurements, theory = of_theory(angle)
    result = fit(measurements, theory)
    value, margin = result.values["friction_table"], result.margins["friction_table"]
    whole = without_a_measurement(measurements, result)["friction_table"]
    assert whole.name == "slide-distance speed_m_s=0.6"
    assert whole.change == pytest.approx(
        (less(angle, angle[angle.rindex("[[measurement]]") :]) - value) / margin, rel=0.05
    )
    assert abs(whole.change) > abs(less(angle, angles) - value) / margin
    page = report_text(measurements, result)
    change = f"{whole.change:+.1f}"
    cells = ("friction_table", f"61 mm of {whole.name}", change, whole.name, change)
    assert f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" in page


def test_one_of_many_readings_is_left_out_of_its_mean() -> None:
    measurements, theory = of_theory(PUSHES.rpartition("[[measurement]]")[0].replace("16.5]", "16.5]\nspread = 1.5"))
    result = fit(measurements, theory)
    value, margin = result.values["friction_table"], result.margins["friction_table"]
    reading = without_a_reading(measurements, result)["friction_table"]
    assert reading.name == "20.5 deg of slip-angle"
    rest = fit(*of_theory(PUSHES.rpartition("[[measurement]]")[0].replace("20.5, ", ""))).values["friction_table"]
    assert reading.change == pytest.approx((rest - value) / margin, rel=0.05)
    whole = without_a_measurement(measurements, result)["friction_table"]
    assert whole.name == "slip-angle" and isinf(whole.change)
    assert "<td>slip-angle</td><td>rests on it alone</td>" in report_text(measurements, result)


def test_what_readings_share_of_a_zero_is_left_out_with_them() -> None:
    text = """
[vary]
friction_plate = { low = 0.05, high = 0.6 }
[[group]]
unit = "deg"
zero_error = 1.0
[[group.measurement]]
experiment = "out-over-saddle"
values = [62.0]
spread = 0.5
[[group.measurement]]
experiment = "out-over-point"
values = [70.0]
spread = 0.3
"""
    measurements, theory = of_theory(text)
    result = fit(measurements, theory)
    value, margin = result.values["friction_plate"], result.margins["friction_plate"]
    whole = without_a_measurement(measurements, result)["friction_plate"]
    start = text.index("[[group.measurement]]")
    middle = text.rindex("[[group.measurement]]")
    rests = {"out-over-saddle axis=0": text[:start] + text[middle:], "out-over-point axis=0": text[:middle]}
    changes = {name: fit(*of_theory(rest)).values["friction_plate"] - value for name, rest in rests.items()}
    assert whole.name == max(changes, key=lambda name: abs(changes[name]))
    assert whole.change == pytest.approx(changes[whole.name] / margin, rel=0.1)


SEVERAL = """
[vary]
friction = { low = 0.05, high = 0.7 }
friction_table = { low = 0.05, high = 0.7 }
[[measurement]]
experiment = "slip-on-die"
unit = "deg"
values = [15.0, 15.5, 14.5, 15.0, 15.5, 14.5]
[[measurement]]
experiment = "slip-angle"
unit = "deg"
values = [13.0, 17.0, 15.0, 11.0]
[[measurement]]
experiment = "slide-distance"
unit = "mm"
conditions = { speed_m_s = 0.6 }
values = [70, 66, 68, 69, 67]
"""


def test_what_is_to_be_measured_next_narrows_the_widest_margin_more_than_anything_else() -> None:
    measurements, theory = of_theory(SEVERAL)
    found = fit(measurements, theory)
    told = next_measurement(measurements, found)
    assert told is not None
    shares = {name: found.margins[name] / (high - low) for name, (low, high) in measurements.vary.items()}
    assert told.parameter == max(shares, key=shares.__getitem__)
    margins = {}
    for row in measurements.rows:  # known spreads, so that only the number of readings changes
        twice = row._replace(readings=row.readings * 2)
        rows = tuple(twice if each is row else each for each in measurements.rows)
        margins[row.label] = fit(measurements._replace(rows=rows), theory).margins[told.parameter]
    assert told.measurement == min(margins, key=margins.__getitem__)
    assert told.margin < found.margins[told.parameter]
    assert told.margin == pytest.approx(margins[told.measurement], rel=0.15)


def test_nothing_is_next_where_nothing_is_determined() -> None:
    text = SEVERAL.split("[[measurement]]")[0] + "[[measurement]]" + SEVERAL.split("[[measurement]]")[1]
    measurements, theory = of_theory(
        text.replace("friction = ", "rolling_friction = ").replace("high = 0.7", "high = 0.1", 1)
    )
    found = fit(measurements, theory)
    assert set(found.undetermined) == set(found.values) and next_measurement(measurements, found) is None


@pytest.mark.parametrize(
    "values",
    [
        "conditions = { speed_m_s = 0.6 }\nvalues = [30, 31, 30, 29]",  # slides that leans of 15 degrees forbid
        "conditions = { speed_m_s = 0.6 }\nvalues = [0.075, 0.076, 0.075, 0.074]",  # in m
    ],
)
def test_more_of_readings_that_nothing_explains_is_not_recommended(values: str) -> None:
    slides = f'[[measurement]]\nexperiment = "slide-distance"\nunit = "mm"\n{values}\n'
    leans = '[[measurement]]\nexperiment = "slip-angle"\nunit = "deg"\nvalues = [15.0, 15.2, 14.8, 15.1]\n'
    measurements, theory = of_theory(f"[vary]\nfriction_table = {{ low = 0.05, high = 0.7 }}\n{leans}{slides}")
    found = fit(measurements, theory)
    assert found.unexplained and next_measurement(measurements, found) is None
