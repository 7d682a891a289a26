"""Readings of the kinds that laboratories and phones write: taken for what they are, or refused with what to look at.

They were made with a friction of 0.24 and lie in `readings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, floor, radians, sqrt
from pathlib import Path
from statistics import stdev

import pytest
from scipy.stats import t as student

from skill.errors import FileError
from skill.physics.scene import check, load_scene
from skill.tune.evaluate import ClosedForms, Evaluator, Question
from skill.tune.fit import Fit, fit
from skill.tune.measurements import load_measurements
from skill.tune.report import parameter_lines

READINGS = Path(__file__).with_name("readings")
MU = 0.24


def fitted(name: str) -> Fit:
    """The fit of our own world to one of them."""
    measurements = load_measurements(READINGS / name)
    return fit(measurements, Evaluator(measurements.scene))


@pytest.mark.parametrize("name", ["mine", "narrow", "wide"])
def test_precise_readings_have_the_margin_that_students_t_gives_whatever_the_range(name: str) -> None:
    found = fitted(f"01-precise-readings/{name}.toml")
    (row,) = found.rows
    margin = student.ppf(0.975, 7) * stdev(row.readings) / sqrt(8) / (9.81 * cos(radians(25)))
    assert found.values["friction_table"] == pytest.approx(MU, abs=5e-4)
    assert margin <= found.margins["friction_table"] < 1.4 * margin, "and a little for the noise of the world"
    assert found.margins["friction_table"] == pytest.approx(0.001, abs=2e-4)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("01-precise-readings/films/mine.toml", 0.002),
        ("05-two-runs-beside-each-other/mine.toml", 0.025),
        ("09-capstone/mine.toml", 0.01),
        ("11-semicolon-in-title/mine.toml", 0.015),
    ],
)
def test_what_is_read_of_a_file_is_what_it_says(name: str, most: float) -> None:
    found = fitted(name)
    assert abs(found.values["friction_table"] - MU) < found.margins["friction_table"] < most


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("03-slide-with-stop", r"f0.txt, column 'x': it does not get faster evenly, .* ends before anything stops it"),
        (
            "04-slide-with-rest",
            r"f0.txt, column 'x': .* by 0.0\d+ m/s2 before 0.1\d+ s and by 2.0\d* after it; expected",
        ),
        ("07-unquoted-decimal-comma", r"p0.csv: line 2: 3 cells, and 2 in the header of line 1; commas were taken for"),
    ],
)
def test_what_is_no_single_motion_or_no_single_number_is_refused(name: str, words: str) -> None:
    with pytest.raises(FileError, match=words):
        load_measurements(READINGS / name / "mine.toml")


class Sawing(ClosedForms):
    """A world in which the lean at which a die slips saws with friction, as Bullet's does."""

    def answers(self, questions: Sequence[Question]) -> list[float]:
        frictions = [dict(question.material)["friction_table"] / 0.0053 for question in questions]
        pairs = zip(super().answers(questions), frictions, strict=True)
        return [answer + 0.3 * (friction - floor(friction) - 0.5) for answer, friction in pairs]


def test_a_world_that_saws_has_it_in_the_margin() -> None:
    """Of two ranges either interval holds the value of the other."""
    found = []
    for name in ("mine", "narrow"):
        measurements = load_measurements(READINGS / f"13-range-moves-the-answer/{name}.toml")
        found.append(fit(measurements, Sawing(measurements.scene)))
    apart = abs(found[0].values["friction_table"] - found[1].values["friction_table"])
    margins = [each.margins["friction_table"] for each in found]
    assert apart < min(margins) and 0.002 < min(margins) <= max(margins) < 0.008
    smooth = fit(measurements, ClosedForms(measurements.scene))
    assert smooth.margins["friction_table"] < 0.002, "what is left is the scatter of the readings"


@pytest.mark.slow
def test_our_own_world_saws_and_has_it_in_the_margin() -> None:
    found = [fitted(f"13-range-moves-the-answer/{name}.toml") for name in ("mine", "narrow")]
    apart = abs(found[0].values["friction_table"] - found[1].values["friction_table"])
    assert apart < min(each.margins["friction_table"] for each in found)


def test_a_reading_that_is_far_off_is_named_where_most_others_are_equal() -> None:
    for name in ("mine", "works"):
        measurements = load_measurements(READINGS / f"16-huber-rounded/{name}.toml")
        found = fit(measurements, ClosedForms(measurements.scene))
        assert abs(found.values["restitution"] - 0.43) < found.margins["restitution"] < 0.03
        assert any(line.startswith("60 mm of bounce-height") for line in parameter_lines(measurements, found))


def test_a_material_beside_its_scene_is_found() -> None:
    check(READINGS / "15-docs-material-in-scene" / "s.toml")
    assert load_scene(READINGS / "15-docs-material-in-scene" / "s.toml").material.friction_table == MU


def test_no_reading_is_left_out() -> None:
    """Each folder is in one of the tests above."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(folder.name in text for folder in READINGS.iterdir()) and len(list(READINGS.iterdir())) == 10
