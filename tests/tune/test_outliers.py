"""Outliers: counted less by Huber's loss, and named."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from skill.errors import FileError
from skill.tune.fit import Fit, fit
from skill.tune.measurements import Measurements, measurements_from
from skill.tune.outliers import K, spread_of, weight
from skill.tune.report import parameter_lines, report_text
from tests.tune.hidden import of_theory

MU = 0.3
WRONG = 9  # the place of the reading that went wrong


def pushes(loss: str, rng: Random, wrong_mm: float) -> tuple[Measurements, Fit]:
    """The fit to twelve pushes, each with its own speed, one of which slid too far."""
    speeds = [0.3 + 0.05 * n for n in range(12)]
    slid = [
        1000 * speed**2 / (2 * MU * 9.81) + rng.gauss(0, 2) + wrong_mm * (n == WRONG) for n, speed in enumerate(speeds)
    ]
    values = ", ".join(
        f"{{ value = {mm:.1f}, speed_m_s = {speed:.2f} }}" for mm, speed in zip(slid, speeds, strict=True)
    )
    measurements, theory = of_theory(
        f"""
loss = "{loss}"
[vary]
friction_table = {{ low = 0.05, high = 0.7 }}
[[measurement]]
experiment = "slide-distance"
unit = "mm"
spread = 2.0
values = [{values}]
"""
    )
    return measurements, fit(measurements, theory)


def test_weights() -> None:
    assert [weight(apart) for apart in (0.0, -1.0, K, -2 * K, 4 * K)] == [1, 1, 1, 0.5, 0.25]
    assert 0 < weight(float("-inf")) < 0.01


def test_the_spread_of_normal_readings_is_theirs_and_an_outlier_hardly_changes_it() -> None:
    rng = Random(1)
    many = [[rng.gauss(5, 2) for _ in range(8)] for _ in range(100)]
    assert spread_of(many) == pytest.approx(2, rel=0.05)
    assert fmean(spread_of([values]) ** 2 for values in many) ** 0.5 == pytest.approx(2, rel=0.1)
    good = many[0]
    assert stdev([*good, 50.0]) > 12 and spread_of([[*good, 50.0]]) < 1.5 * spread_of([good])
    assert spread_of([[15, 15, 15, 15, 17]]) == 0


def test_a_reading_that_went_wrong_is_counted_less_and_named() -> None:
    measurements, squares = pushes("linear", Random(2), 80)
    assert abs(squares.values["friction_table"] - MU) > 0.02 and squares.unexplained
    measurements, robust = pushes("huber", Random(2), 80)
    assert abs(robust.values["friction_table"] - MU) < robust.margins["friction_table"] < 0.02
    named = [line for line in parameter_lines(measurements, robust) if "counts only" in line]
    wrong = robust.rows[WRONG]
    assert named == [line for line in named if line.startswith(f"{wrong.value:g} mm of slide-distance speed_m_s=0.75 ")]
    assert len(named) == 1 and named[0] in report_text(measurements, robust)


def test_good_readings_give_what_they_gave() -> None:
    off = []
    for seed in range(5):
        _, squares = pushes("linear", Random(seed), 0)
        measurements, robust = pushes("huber", Random(seed), 0)
        off.append(
            abs(robust.values["friction_table"] - squares.values["friction_table"]) / squares.margins["friction_table"]
        )
        assert robust.margins["friction_table"] < 1.2 * squares.margins["friction_table"]
        assert not any("counts only" in line for line in parameter_lines(measurements, robust))
    assert max(off) < 0.3


def test_the_margins_hold_with_an_outlier_among_the_readings() -> None:
    trials = [pushes("huber", Random(seed), 40)[1] for seed in range(20)]
    assert sum(abs(trial.values["friction_table"] - MU) <= trial.margins["friction_table"] for trial in trials) >= 18


def test_an_outlier_among_readings_of_the_same_conditions() -> None:
    row = {"experiment": "slip-angle", "unit": "deg", "values": [15.0, 16.5, 15.5, 16.0, 28.0, 14.5, 15.0]}
    vary = {"friction_table": {"low": 0.05, "high": 0.7}}
    (plain,) = measurements_from({"vary": vary, "measurement": [row]}, "here").rows
    (robust,) = measurements_from({"vary": vary, "measurement": [row], "loss": "huber"}, "here").rows
    good = [value for value in robust.readings if value < 20]
    assert abs(plain.value - fmean(good)) > 1.5 > 0.4 > abs(robust.value - fmean(good))
    assert robust.spread < 1.6 * stdev(good) and robust.weights[4] < 0.2 and min(robust.weights[:4]) > 0.8


def test_contrary_experiments_are_still_not_explained() -> None:
    measurements, theory = of_theory(
        """
loss = "huber"
[vary]
friction_table = { low = 0.05, high = 0.7 }
[[measurement]]
experiment = "slip-angle"
unit = "deg"
values = [15.0, 16.5, 15.5, 16.0, 14.5]
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [30.0, 31.0, 32.0, 30.5, 29.5]
"""
    )
    result = fit(measurements, theory)
    assert result.unexplained and any("counts only" in line for line in parameter_lines(measurements, result))


def test_a_loss_that_is_none() -> None:
    with pytest.raises(FileError, match='loss = "cauchy": input should be one of "linear", "huber"'):
        measurements_from({"loss": "cauchy", "vary": {"friction": {"low": 0.1, "high": 0.2}}}, "here")
