"""Instruments: their resolution, and a zero that is off for all readings alike."""

from __future__ import annotations

from math import atan, degrees, inf, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import least_squares

from skill.errors import FileError
from skill.tune.fit import fit, offsets
from skill.tune.measurements import Measured, load_measurements
from skill.tune.report import report_text
from tests.tune.hidden import of_theory

MU = 0.25
SADDLE = degrees(atan((1 + 2 * MU) / (sqrt(2) * (1 - MU))))
POINT = degrees(atan((sqrt(2) + MU) / (1 - sqrt(2) * MU)))
OFFSET = 1.5


def angles(zero_error: float) -> str:
    """Readings of a phone that says too much, the point's a little less so."""
    return f"""
[vary]
friction_plate = {{ low = 0.05, high = 0.6 }}
[[group]]
unit = "deg"
zero_error = {zero_error}
[[group.measurement]]
experiment = "out-over-saddle"
values = [{SADDLE + OFFSET}]
spread = 0.2
[[group.measurement]]
experiment = "out-over-point"
values = [{POINT + OFFSET - 0.1}]
spread = 0.1
"""


def row(readings: tuple[float, ...], spread: float, resolution: float) -> Measured:
    return Measured("slip-angle", {}, readings, spread, len(readings) - 1.0, resolution)


def test_the_resolution_adds_its_twelfth_to_the_variance_of_the_mean() -> None:
    assert row((15.0,) * 4, 0.6, 0.5).sigma == pytest.approx(sqrt(0.6**2 / 4 + 0.5**2 / 12))
    assert row((15.0,) * 4, 0.0, 0.5).sigma == pytest.approx(0.5 / sqrt(12)), "equal readings are all rounded alike"
    assert row((15.0,) * 4, 0.0, 0.5).freedom == inf
    assert row((15.0,) * 4, 0.6, 0.0).freedom == 3 < row((15.0,) * 4, 0.6, 0.5).freedom < 10


def test_equal_readings_are_taken_where_the_resolution_is_known(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = "[vary]\nfriction_table = { low = 0.1, high = 0.5 }\n[[measurement]]\n"
    text += 'experiment = "slip-angle"\nunit = "deg"\nvalues = [15, 15, 15]\n'
    path.write_text(text + "resolution = 0.5")
    assert load_measurements(path).rows[0].sigma == pytest.approx(0.5 / sqrt(12))
    path.write_text(text + "resolution = -0.5")
    with pytest.raises(FileError, match=r"measurement.1.resolution = -0.5: input should be greater than or equal to 0"):
        load_measurements(path)
    path.write_text(text + "zero_error = 0.5")
    with pytest.raises(FileError, match=r"the values are all equal"):
        load_measurements(path)


def test_a_zero_that_is_off_is_told_from_the_friction() -> None:
    believed = fit(*of_theory(angles(0)))
    measurements, theory = of_theory(angles(2.0))
    result = fit(measurements, theory)
    assert abs(believed.values["friction_plate"] - MU) > believed.margins["friction_plate"]
    assert abs(result.values["friction_plate"] - MU) < result.margins["friction_plate"]
    assert believed.chi2 > 2 > 1 > result.chi2
    ((rows, offset),) = offsets(measurements.rows, result.simulated)
    assert [row.experiment for row in rows] == ["out-over-saddle", "out-over-point"]
    assert offset == pytest.approx(OFFSET, abs=0.6), "the two angles tell little apart"
    page = report_text(measurements, result)
    assert (
        "Offset of the instrument of out-over-saddle axis=0, out-over-point axis=0: +0.97 deg with a zero error of 2."
        in page
    )


def test_it_is_the_same_as_an_offset_among_the_parameters() -> None:
    measurements, theory = of_theory(angles(2.0))
    result = fit(measurements, theory)
    saddle, point = measurements.rows

    def residuals(at: np.ndarray) -> list[float]:
        mu, offset = at
        over_saddle = degrees(atan((1 + 2 * mu) / (sqrt(2) * (1 - mu))))
        over_point = degrees(atan((sqrt(2) + mu) / (1 - sqrt(2) * mu)))
        return [
            (over_saddle + offset - saddle.value) / saddle.sigma,
            (over_point + offset - point.value) / point.sigma,
            offset / 2.0,
        ]

    other = least_squares(residuals, [0.3, 0.0], xtol=1e-12)
    assert result.values["friction_plate"] == pytest.approx(other.x[0], abs=1e-4)
    assert result.chi2 == pytest.approx(2 * other.cost, abs=1e-4)
    ((_, offset),) = offsets(measurements.rows, result.simulated)
    assert offset == pytest.approx(other.x[1], abs=1e-2)


def test_a_zero_error_of_one_measurement_widens_its_margin_and_nothing_else() -> None:
    text = angles(0).partition("[[group]]")[0]
    text += '[[measurement]]\nexperiment = "out-over-saddle"\nunit = "deg"\nvalues = [62.0]\nspread = 0.3\n'
    plain, wide = fit(*of_theory(text)), fit(*of_theory(text + "zero_error = 0.4"))
    assert wide.values == pytest.approx(plain.values)
    assert wide.margins["friction_plate"] == pytest.approx(plain.margins["friction_plate"] * 5 / 3, rel=0.01)
