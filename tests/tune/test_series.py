"""Time series as phyphox and Tracker write them, and what is read from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import asin, cos, degrees, pi, radians, sin, sqrt
from pathlib import Path
from random import Random

import pytest

from skill.errors import FileError
from skill.tune.evaluate import ClosedForms
from skill.tune.fit import fit
from skill.tune.measurements import load_measurements
from skill.tune.series import read_series
from skill.tune.series_readings import READINGS, readings

MU, G, HZ = 0.3, 9.81, 240


def phyphox(header: Sequence[str], rows: Iterable[Sequence[float]], separator: str = ",", point: str = ".") -> str:
    lines = [separator.join(f'"{name}"' for name in header)]
    lines += [separator.join(f"{number:.9E}".replace(".", point) for number in row) for row in rows]
    return "\n".join(lines) + "\n"


def tracker(header: Sequence[str], rows: Iterable[Sequence[float | None]], separator: str = "\t") -> str:
    """As its export has it: the object's name, no units, a separator at each end of line, blanks for what is unseen."""
    lines = [separator + "mass A" + separator * (len(header) - 1), separator.join(header) + separator]
    lines += [separator.join("" if number is None else f"{number:.6E}" for number in row) + separator for row in rows]
    return "\n".join(lines) + "\n"


def slide(speed: float, length_s: float, rng: Random, mu: float = MU) -> list[tuple[float, float]]:
    """Time and place of a die that slides until it rests, seen to 0.2 mm."""
    rows = []
    for n in range(round(length_s * HZ)):
        time = min(n / HZ, speed / (mu * G))
        rows.append((n / HZ, 0.1 + speed * time - mu * G * time**2 / 2 + rng.gauss(0, 2e-4)))
    return rows


@pytest.mark.parametrize(
    ("separator", "point"), [(",", "."), ("\t", "."), (";", "."), ("\t", ","), (";", ",")], ids=str
)
def test_the_five_ways_of_phyphox(separator: str, point: str, tmp_path: Path) -> None:
    path = tmp_path / "Raw Data.csv"
    header = ("Time (s)", "Acceleration x (m/s^2)", "Acceleration y (m/s^2)")
    text = phyphox(header, [(0.01 * n, 0.5 * n, -n) for n in range(6)], separator, point)
    path.write_text(text.replace(f"5{point}000000000E-01", "NaN", 1), encoding="utf-8-sig")
    series = read_series(path, "Acceleration x")
    assert series.quantity == "acceleration" and series.values.tolist() == [0, 1, 1.5, 2, 2.5]
    assert series.time_s == pytest.approx([0, 0.02, 0.03, 0.04, 0.05])
    assert read_series(path, "Acceleration y (m/s^2)").values[1] == -1


@pytest.mark.parametrize("separator", ["\t", ";", ","], ids=str)
def test_what_tracker_writes(separator: str, tmp_path: Path) -> None:
    path = tmp_path / "push.txt"
    path.write_text(tracker(("t", "x", "y"), [(0.0, 1.0, 2.0), (0.1, None, None), (0.2, 3.0, 4.0)], separator))
    series = read_series(path, "y")
    assert (series.quantity, series.time_s.tolist(), series.values.tolist()) == ("", [0, 0.2], [2, 4])
    path.write_text("mass A\n" + path.read_text().split("\n", 1)[1].replace("y", "y (mm)", 1))
    assert read_series(path, "y").values == pytest.approx([0.002, 0.004])


@pytest.mark.parametrize(
    ("header", "quantity", "value"),
    [
        ("w_deg_s", "rate", pi / 180),
        ("w_deg_per_s", "rate", pi / 180),
        ("w deg/s", "rate", pi / 180),
        ("w_degrees_per_second", "rate", pi / 180),
        ("w (deg s^-1)", "rate", pi / 180),
        ("w_rad_per_s", "rate", 1.0),
        ("w (rad*s^-1)", "rate", 1.0),
        ("w_dps", "rate", pi / 180),
        ("w_mps", "speed", 1.0),
        ("w (m·s⁻¹)", "speed", 1.0),
        ("w_mm_per_s", "speed", 1e-3),
        ("w_cm", "length", 1e-2),
        ("w (millimetres)", "length", 1e-3),
        ("w_m_s2", "acceleration", 1.0),
        ("w (m s-2)", "acceleration", 1.0),
        ("w (ms^-2)", "acceleration", 1.0),
        ("w (m/s**2)", "acceleration", 1.0),
        ("w (m/s/s)", "acceleration", 1.0),
        ("w (cm/s²)", "acceleration", 1e-2),
    ],
)
def test_units_are_known_however_they_are_written(header: str, quantity: str, value: float, tmp_path: Path) -> None:
    path = tmp_path / "series.csv"
    path.write_text(f"t_ms,{header}\n0,0\n500,1\n1000,2\n", encoding="utf-8")
    series = read_series(path, "w")
    assert series.quantity == quantity and series.values == pytest.approx([0, value, 2 * value])
    assert series.time_s.tolist() == [0, 0.5, 1.0]


def test_an_empty_file_is_told_as_one(tmp_path: Path) -> None:
    path = tmp_path / "series.csv"
    path.write_text(" \n\n")
    with pytest.raises(FileError, match=r"series.csv: there is nothing in it; expected a header with the names"):
        read_series(path)


def test_a_slide_gives_its_speed_and_its_distance(tmp_path: Path) -> None:
    path = tmp_path / "push.txt"
    for speed, length_s in ((0.4, 0.2), (0.6, 0.5), (0.9, 2.0)):
        path.write_text(tracker(("t", "x"), slide(speed, length_s, Random(1))))
        (found,) = readings(path, "", "slide-distance")
        assert found["speed_m_s"] == pytest.approx(speed, rel=0.02)
        assert found["value"] == pytest.approx(1000 * speed**2 / (2 * MU * G), rel=0.01)
    backwards = [(time, -x) for time, x in slide(0.6, 0.5, Random(1))]
    path.write_text(phyphox(("Time (s)", "x (m)"), backwards))
    assert readings(path, "x", "slide-distance")[0]["speed_m_s"] == pytest.approx(0.6, rel=0.02)


def test_a_spin_gives_its_rate_and_its_time(tmp_path: Path) -> None:
    rng, path = Random(2), tmp_path / "spin.csv"
    rates = [max(0.0, 60 - 150 * n / HZ) + rng.gauss(0, 1.0) for n in range(150)]
    path.write_text(phyphox(("Time (ms)", "omega (deg/s)"), [(1000 * n / HZ, degrees(w)) for n, w in enumerate(rates)]))
    assert readings(path, "omega", "spin-time")[0] == pytest.approx({"value": 0.4, "spin_rad_s": 60}, rel=0.02)


def test_accelerations_and_leans(tmp_path: Path) -> None:
    rng, path = Random(3), tmp_path / "series.csv"
    path.write_text(tracker(("t", "x"), [(n / HZ, 0.2 + 0.1 * n / HZ + 1.25 * (n / HZ) ** 2) for n in range(60)]))
    assert readings(path, "x", "slide-acceleration")[0] == pytest.approx({"value": 2.5})
    lean = [min(16.0, 5 * n / 100) + rng.gauss(0, 0.2) for n in range(380)]
    path.write_text(phyphox(("Time (s)", "Tilt (°)"), [(n / 100, angle) for n, angle in enumerate(lean)]))
    assert readings(path, "", "slip-angle")[0]["value"] == pytest.approx(16.0, abs=0.1)
    pulls = [(n / 100, -G * sin(radians(angle))) for n, angle in enumerate(lean)]
    path.write_text(phyphox(("Time (s)", "Acceleration y (m/s^2)"), pulls, ";", ","))
    assert readings(path, "", "out-over-point")[0]["value"] == pytest.approx(16.0, abs=0.1)


def test_a_film_of_a_slide_or_a_spin_gives_places_and_rates(tmp_path: Path) -> None:
    path = tmp_path / "push.txt"
    path.write_text(tracker(("t", "x"), [(time, -x) for time, x in slide(0.6, 0.5, Random(1))]))
    places = readings(path, "", "slide-place")
    rest_s = 0.6 / (MU * G)
    assert [found["time_s"] for found in places] == pytest.approx([rest_s * n / 4 for n in range(1, 5)], rel=0.01)
    for found in places:
        time_s = min(found["time_s"], rest_s)
        assert found["value"] == pytest.approx(1000 * (0.6 * time_s - MU * G * time_s**2 / 2), abs=0.2)
    rng = Random(2)
    rates = [max(0.0, 60 - 150 * n / HZ) + rng.gauss(0, 1.0) for n in range(150)]
    path.write_text(phyphox(("Time (s)", "omega (rad/s)"), [(n / HZ, -rate) for n, rate in enumerate(rates)]))
    found = readings(path, "", "spin-rate")
    assert [rate["value"] for rate in found] == pytest.approx([45, 30, 15], abs=0.7)
    assert [rate["time_s"] for rate in found] == pytest.approx([0.1, 0.2, 0.3], rel=0.02)


def bounce(drop: float, restitution: float, rng: Random, length_s: float = 0.5) -> list[tuple[float, float]]:
    """Time and height of a die that is let go and bounces, over a floor of 300 mm, seen to 0.3 mm."""
    rows = []
    fall_s = sqrt(2 * drop / G)
    for n in range(round(length_s * HZ)):
        after = n / HZ - fall_s
        height, rise = drop - G * (n / HZ) ** 2 / 2, restitution * G * fall_s
        while after >= 0:
            height = rise * after - G * after**2 / 2
            after, rise = after - 2 * rise / G, restitution * rise
            if rise < 0.01:
                height, after = 0.0, -1.0
        rows.append((n / HZ, 0.3 + height + rng.gauss(0, 3e-4)))
    return rows


@pytest.mark.parametrize(("drop", "restitution"), [(0.12, 0.3), (0.12, 0.7), (0.2, 0.2), (0.05, 0.5)])
def test_a_film_of_a_bounce_gives_how_far_it_fell_and_how_high_it_rose(
    drop: float, restitution: float, tmp_path: Path
) -> None:
    path = tmp_path / "bounce.txt"
    for seed, sign in ((1, 1), (2, -1)):
        rows = [(time, sign * height) for time, height in bounce(drop, restitution, Random(seed))]
        path.write_text(tracker(("t", "y"), rows))
        (found,) = readings(path, "", "bounce-height")
        assert found["drop_mm"] == pytest.approx(1000 * drop, rel=0.01)
        assert found["value"] == pytest.approx(1000 * drop * restitution**2, abs=0.5)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            bounce(0.12, 0.4, Random(1), 0.14),
            "no bounce is seen; expected a series that goes on beyond the top of the f",
        ),
        (bounce(0.12, 0.4, Random(1), 0.21), "the bounce has no top; expected a series that goes on beyond it"),
        (bounce(0.12, 0.4, Random(1))[::8], "too few samples before and after it hits; expected 3 of each"),
        (
            [(time, 0.6 * height) for time, height in bounce(0.12, 0.4, Random(1))],
            "it falls with 5.89 m/s2; expected 9.81 within 10 %: are length and time of the film right?",
        ),
        (
            [(n / HZ, 0.42) for n in range(24)] + [(time + 0.1, y) for time, y in bounce(0.12, 0.4, Random(1))],
            "it does not fall and rise freely; expected a series that begins once the die is let go",
        ),
    ],
)
def test_a_film_that_is_no_bounce_is_refused(rows: list[tuple[float, float]], words: str, tmp_path: Path) -> None:
    path = tmp_path / "bounce.txt"
    path.write_text(tracker(("t", "y"), rows))
    with pytest.raises(FileError) as told:
        readings(path, "y", "bounce-height")
    assert words in str(told.value) and "bounce.txt, column 'y'" in str(told.value)


GOOD = phyphox(
    ("Time (s)", "x (m)", "y (m)"), [(n / HZ, x, 0.0) for n, (_, x) in enumerate(slide(0.6, 0.5, Random(1)))]
)
LINES = GOOD.splitlines()


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (GOOD, "", "push.csv: line 1: column: missing, expected one of x (m), y (m)"),
        (GOOD, "z", "push.csv: line 1: no column 'z': expected one of x (m), y (m)"),
        (GOOD.replace("y (m)", "x (m)"), "x", "line 1: column 'x' is there 2 times: expected the export of one object"),
        (
            GOOD.replace("x (m)", "x (furlong)"),
            "x",
            "line 1, column 'x (furlong)': no unit 'furlong': expected one of s,",
        ),
        (GOOD.replace("x (m)", "x (rad)"), "x", "column 'x (rad)': slide-distance is not read from angle; expected a"),
        (GOOD.replace("Time (s)", "frame"), "x", "line 1, column 'frame': expected the time, as t or Time (s)"),
        (GOOD.partition("\n")[2], "x", "line 1: expected a header with the names of the columns above the numbers"),
        (LINES[0], "x", "push.csv: no two columns of numbers with tabs, semicolons, commas or blanks between"),
        ("\n".join([*LINES[:3], "0.1,far,0"]), "x", "line 4, column 'x (m)' = 'far': expected a number"),
        ("\n".join([*LINES[:3], "0.1,inf,0"]), "x", "line 4, column 'x (m)' = 'inf': expected a number"),
        (
            "\n".join([*LINES[:3], "0.1"]),
            "x",
            "line 4: 1 cells, and 3 in the header of line 1; commas were taken for the separators",
        ),
        (
            "\n".join([*LINES[:3], LINES[1]]),
            "x",
            "line 4, column 'Time (s)' = 0: expected more than 0.004166666667, the",
        ),
        ("\n".join(LINES[:4]), "x", "column 'x (m)': 3 samples; expected at least 5"),
        ("\n".join(LINES[:30]), "x", "it does not come to rest; expected a series that goes on until it lies still"),
    ],
)
def test_what_is_refused(text: str, column: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "push.csv"
    path.write_text(text)
    with pytest.raises(FileError) as told:
        readings(path, column, "slide-distance")
    assert words in str(told.value) and str(path) in str(told.value)


def test_a_push_that_is_in_the_series_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "push.csv"
    waits = [(n / HZ, 0.1) for n in range(24)]
    path.write_text(phyphox(("t", "x"), waits + [(time + 0.1, x) for time, x in slide(0.6, 0.5, Random(1))]))
    with pytest.raises(FileError, match=r"column 'x': it does not slow down evenly, .* begins once the die is let go"):
        readings(path, "", "slide-distance")


FILE = """
[vary]
friction_table = { low = 0.05, high = 0.7 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
spread = 3
series = ["pushes/1.txt", "pushes/2.txt"]
column = "x"
values = [{ value = 62, speed_m_s = 0.6 }]
"""


def test_series_beside_the_measurements(tmp_path: Path) -> None:
    (tmp_path / "pushes").mkdir()
    for n, speed in ((1, 0.5), (2, 0.7)):
        text = tracker(("t", "x", "y"), [(time, x, 0.0) for time, x in slide(speed, 0.5, Random(n))])
        (tmp_path / "pushes" / f"{n}.txt").write_text(text)
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    measurements = load_measurements(path)
    assert [round(row.conditions["speed_m_s"], 1) for row in measurements.rows] == [0.6, 0.5, 0.7]
    result = fit(measurements, ClosedForms(measurements.scene))
    assert abs(result.values["friction_table"] - MU) < result.margins["friction_table"]
    path.write_text(FILE.replace("2.txt", "3.txt"))
    with pytest.raises(FileError, match=r"mine.toml: measurement.1.series.2: .*3.txt: cannot be read: No such file"):
        load_measurements(path)
    path.write_text(FILE.replace("slide-distance", "turntable"))
    with pytest.raises(
        FileError, match=f"series.1: .*: turntable cannot be read .* expected one of {', '.join(READINGS)}"
    ):
        load_measurements(path)


def test_a_column_without_a_series_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE.replace('series = ["pushes/1.txt", "pushes/2.txt"]\n', ""))
    with pytest.raises(FileError, match='column = "x": of no file; expected series beside it'):
        load_measurements(path)


def column_of(text: str, column: str, tmp_path: Path) -> tuple[str, list[float], list[float]]:
    """Quantity, times from the first on and values of a column of a file with this text."""
    path = tmp_path / "export.txt"
    path.write_text(text, encoding="utf-8")
    series = read_series(path, column)
    return series.quantity, [round(float(time - series.time_s[0]), 6) for time in series.time_s], series.values.tolist()


FORMATS = {
    "Logger Pro, runs beside each other": (
        "Run 1: Time (s),Run 1: Position (m),Run 2: Time (s),Run 2: Position (m)\n0,9,5,1\n1,9,5.5,2\n2,9,,\n",
        "Run 2: Position",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "Logger Pro, the last run": (
        "Latest: Time (s)\tLatest: Position (m)\n0.0\t1\n0.5\t2\n",
        "",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "times first, then places": (
        "Time (s) Run #1,Time (s) Run #2,x (m) Run #1,x (m) Run #2\n0,0,1,3\n1,2,2,4\n",
        "x Run #2",
        "length",
        [0, 2],
        [3, 4],
    ),
    "runs without names": ("t (s),a (m),t (s),b (m)\n0,1,0,3\n1,2,2,4\n", "b", "length", [0, 2], [3, 4]),
    "Capstone": (
        '"Time (s) Run #1","Position (m) Run #1"\n0.0,1\n0.5,2\n',
        "Position Run #1",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "Graphical Analysis": (
        "Data Set 1:Time(s),Data Set 1:Position(m)\n0.0,1\n0.5,2\n",
        "",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "Sensor Logger": (
        "time,seconds_elapsed,z,y,x (m/s^2)\n1700000000000000000,0.01,1,2,3\n1700000000010000000,0.02,1,2,4\n",
        "x",
        "acceleration",
        [0, 0.01],
        [3, 4],
    ),
    "nanoseconds since 1970": (
        "timestamp,x (mm)\n1700000000000000000,1000\n1700000000010000000,2000\n",
        "x",
        "length",
        [0, 0.01],
        [1, 2],
    ),
    "milliseconds since 1970": ("time;x (m)\n1700000000000;1\n1700000000010;2\n", "x", "length", [0, 0.01], [1, 2]),
    "Arduino": ("millis,x_mm\n100,1000\n150,2000\n", "x", "length", [0, 0.05], [1, 2]),
    "AndroSensor": (
        "ACCELEROMETER X (m/s²);Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS\n"
        "1,5;0;2024-01-02 10:11:12:000\n2,5;10;2024-01-02 10:11:12:010\n",
        "ACCELEROMETER X",
        "acceleration",
        [0, 0.01],
        [1.5, 2.5],
    ),
    "a spreadsheet with units behind slashes": ("t / s;x / mm\n0;1000\n0,5;2000\n", "x", "length", [0, 0.5], [1, 2]),
    "units behind commas": ('"Time, s","x, cm"\n0,100\n0.5,200\n', "x", "length", [0, 0.5], [1, 2]),
    "quoted decimal commas": ('"t (s)","x (m)"\n"0,0","1,5"\n"0,5","2,5"\n', "x", "length", [0, 0.5], [1.5, 2.5]),
    "a row of units": ("t,x\ns,mm\n0,1000\n0.5,2000\n", "x", "length", [0, 0.5], [1, 2]),
    "a row of units in brackets": ("t\tx\n(s)\t(mm)\n0\t1000\n0.5\t2000\n", "x", "length", [0, 0.5], [1, 2]),
    "blanks between columns": (
        "  Time (s)    x (mm)\n  0.000     1000.0\n  0.500     2000.0\n",
        "x",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "one blank between columns": ("t (s) x (mm)\n0 1000\n0.5 2000\n", "x", "length", [0, 0.5], [1, 2]),
    "numpy": ("# t,x\n0.000000e+00,1.0e+00\n5.000000e-01,2.0e+00\n", "x", "", [0, 0.5], [1, 2]),
    "pandas": (",t,x\n0,0.0,1\n1,0.5,2\n", "x", "", [0, 0.5], [1, 2]),
    "separators in titles": (
        '"Push 1; board of beech"\n# beech\tand oak; dry\nt (s),x (mm)\n0,1000\n0.5,2000\n',
        "",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "Tracker, not marked at first": (
        "mass A\t\t\nt\tx\ty\t\n0.0\t\t\t\n0.1\t1\t3\t\n0.2\t2\t4\t\n",
        "y",
        "",
        [0, 0.1],
        [3, 4],
    ),
    "minus signs of a typesetter": ("t,x\n0,\N{MINUS SIGN}1\n0.5,2\n", "x", "", [0, 0.5], [-1, 2]),
    "nothing measured": ("t,x,y\n0,1,NA\n0.5,2,-\n1,3,7\n1.5,4,8\n", "y", "", [0, 0.5], [7, 8]),
    "of the force of gravity": ("time (s),gFx (g)\n0,1\n0.5,0.5\n", "gFx", "acceleration", [0, 0.5], [G, G / 2]),
    "a logger with the time of day": (
        "time, sens0 (mm)\n00:03:11.5, 1000\n00:03:12, 2000\n",
        "",
        "length",
        [0, 0.5],
        [1, 2],
    ),
    "dates": (
        "DateTime;Magnitude;X (m/s^2)\n2015-01-01 23:59:59.50;2;1\n2015-01-02 00:00:00.00;2;2\n",
        "X",
        "acceleration",
        [0, 0.5],
        [1, 2],
    ),
    "milliseconds behind a colon": (
        "Time,gz (dps)\n13:22:01:100,180\n13:22:01:200,360\n",
        "",
        "rate",
        [0, 0.1],
        [pi, 2 * pi],
    ),
    "a clock in another language": (
        '"Zeit (s)";"Drehrate z (rad/s)"\n0;1,5\n0,5;2,5\n',
        "Drehrate z",
        "rate",
        [0, 0.5],
        [1.5, 2.5],
    ),
}


@pytest.mark.parametrize("name", FORMATS)
def test_what_others_write(name: str, tmp_path: Path) -> None:
    text, column, quantity, times, values = FORMATS[name]
    found = column_of(text, column, tmp_path)
    assert found == (quantity, pytest.approx(times), pytest.approx(values))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "t (ms),x (cm)\n0,0,02\n4,0,03\n",
            "line 2: 3 cells, and 2 in the header of line 1; commas were taken for the",
        ),
        ("t,x\n0,1\n0.5,2,7\n", "line 3: 3 cells, and 2 in the header of line 1"),
        ('t;x\n0;"1.234,5"\n1;2\n', "column 'x': '1.234,5' in line 2 and '1.234,5' in line 2; expected points alone"),
        ("t;x\n0;1,234\n1;0.5\n", "column 'x': '0.5' in line 3 and '1,234' in line 2; expected points alone"),
        ("t,x\n0,1_0\n1,2\n2,3\n", "line 2, column 'x' = '1_0': expected a number; commas were taken for the"),
        (
            "frame,x\n0,1\n1,2\n",
            "line 1, column 'frame': expected the time, as t or Time (s); commas were taken for the",
        ),
        (
            "t (s),t (ms),x\n0,0,1\n1,1000,2\n",
            "line 1: column 'x' may belong to the time of t (s), t (ms): expected one",
        ),
        (
            "0,1\n1,2\n",
            "line 1: expected a header with the names of the columns above the numbers, as t (s) and x (mm)",
        ),
        (
            "a film\nof a die\n",
            "no two columns of numbers with tabs, semicolons, commas or blanks between them; expected",
        ),
        ('t,x\n0,"1\n1,2\n', "no two columns of numbers"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line_and_the_separator(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as told:
        column_of(text, "", tmp_path)
    assert words in str(told.value) and "export.txt" in str(told.value)


def down_a_board(kind: str, noise: float = 2e-4) -> list[tuple[float, float]]:
    """Time and place of a die that gets faster by 2 m/s2 for 0.3 s, and of what else is in the film."""
    rng, rows = Random(6), []
    for n in range(100):
        time = n / HZ
        slid = min(time, 0.3) if kind == "an end stop" else max(0.0, time - 0.08) if kind == "a rest" else time
        place = slid**2
        if kind == "a push":  # by 8 m/s2
            place = 4 * min(time, 0.06) ** 2 + (0.48 * (time - 0.06) + (time - 0.06) ** 2 if time > 0.06 else 0)
        elif kind == "a die that gets slower":
            place = time - time**2
        rows.append((time, place + rng.gauss(0, noise)))
    return rows


@pytest.mark.parametrize("kind", ["an end stop", "a rest", "a push", "a die that gets slower", "nothing else"])
def test_an_acceleration_is_that_of_one_motion(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(tracker(("t", "x"), down_a_board(kind)))
    if kind == "nothing else":
        assert readings(path, "", "slide-acceleration")[0]["value"] == pytest.approx(2, rel=0.02)
        return
    words = (
        "it gets slower; expected" if "slower" in kind else r"not get faster evenly, but by .* and ends before anything"
    )
    with pytest.raises(FileError, match=words):
        readings(path, "", "slide-acceleration")


@pytest.mark.parametrize("experiment", ["slide-acceleration", "slide-distance"])
def test_a_sample_that_is_far_off_is_told(experiment: str, tmp_path: Path) -> None:
    """As where a tracker took something else for the die: one such sample changes friction by many margins."""
    rows = down_a_board("nothing else") if experiment == "slide-acceleration" else slide(0.6, 0.5, Random(1))
    path = tmp_path / "film.txt"
    path.write_text(tracker(("t", "x"), rows))
    assert readings(path, "", experiment)
    rows[30] = (rows[30][0], rows[30][1] + 0.008)
    path.write_text(tracker(("t", "x"), rows))
    with pytest.raises(FileError, match=r"column 'x': at 0\.125 s it is off by \S+ % of its way; expected samples"):
        readings(path, "", experiment)


def test_errors_of_a_tracker_that_smooths_are_no_second_motion(tmp_path: Path) -> None:
    path, refused = tmp_path / "board.txt", 0
    for seed in range(20):
        rng, error, rows = Random(seed), 0.0, []
        for n in range(72):
            error = 0.6 * error + rng.gauss(0, 2e-4)
            rows.append((n / HZ, (n / HZ) ** 2 + error))
        path.write_text(tracker(("t", "x"), rows))
        try:
            readings(path, "", "slide-acceleration")
        except FileError:
            refused += 1
    assert refused <= 1


@pytest.mark.parametrize("at", [0.04, 0.08])
def test_a_push_of_a_slide_is_found_by_what_comes_after_it(at: float, tmp_path: Path) -> None:
    """It takes 0.04 s or 0.08 s to be as fast as the slide begins."""
    path, rng = tmp_path / "push.txt", Random(4)
    pushed = [(n / HZ, 0.1 + 0.3 / at * (n / HZ) ** 2) for n in range(round(at * HZ))]
    slides = [(at + time, 0.3 * at + place) for time, place in slide(0.6, 0.5, rng)]
    path.write_text(tracker(("t", "x"), pushed + slides))
    with pytest.raises(FileError, match=r"it does not slow down evenly, .* begins once the die is let go"):
        readings(path, "", "slide-distance")
    path.write_text(tracker(("t", "x"), slides))
    (found,) = readings(path, "", "slide-distance")
    assert found["speed_m_s"] == pytest.approx(0.6, rel=0.02)


@pytest.mark.parametrize(
    ("header", "angles", "words"),
    [
        ("Tilt", [16.0] * 300, "its header says no unit; expected one of rad, deg, °, m/s^2,"),
        ("gFx", [0.25] * 300, "its header says no unit"),
        (
            "Tilt (deg)",
            [n / 10 for n in range(160)] + [0.0] * 140,
            "not held still at the end: 0 deg within 0, after up to",
        ),
        ("Tilt (deg)", [n / 10 for n in range(300)], "not held still at the end: 27.5 deg within 1.3"),
        (
            "a (m/s^2)",
            [16.0] * 300,
            "16 m/s2 while it is held still; expected at most 9.81: is that the unit, and the axis",
        ),
        ("a (g)", [2.7] * 300, "26.5 m/s2 while it is held still"),
    ],
)
def test_a_lean_has_a_unit_and_is_held(header: str, angles: list[float], words: str, tmp_path: Path) -> None:
    path = tmp_path / "tilt.csv"
    path.write_text(phyphox(("Time (s)", header), [(n / 100, angle) for n, angle in enumerate(angles)]))
    with pytest.raises(FileError) as told:
        readings(path, "", "slip-angle")
    assert words in str(told.value)


def test_an_acceleration_in_g_is_no_angle_in_radians(tmp_path: Path) -> None:
    path = tmp_path / "tilt.csv"
    path.write_text(phyphox(("Time (s)", "gFx (g)"), [(n / 100, 0.25) for n in range(300)]))
    assert readings(path, "", "slip-angle")[0]["value"] == pytest.approx(degrees(asin(0.25)))


def leaning(header: str, turned_deg: float, unit: float = 1.0, gravity: float = 1.0) -> str:
    """What a phone says that lies so on a board which is leaned to 17 degrees and held."""
    rng, rows = Random(4), []
    for n in range(500):
        lean, turn = radians(min(17.0, 6 * n / 100)), radians(turned_deg)
        pull = gravity * G * sin(lean)
        axes = (pull * cos(turn), pull * sin(turn), gravity * G * cos(lean))
        rows.append((n / 100, *((axis + rng.gauss(0, 0.03)) / unit for axis in axes)))
    return phyphox(("Time (s)", *(header.replace("?", axis) for axis in "xyz")), rows)


@pytest.mark.parametrize("turned_deg", [0.0, 12.0, 30.0, 90.0, 200.0])
@pytest.mark.parametrize("axis", ["x", "y"])
def test_a_phone_lies_on_the_board_as_it_likes(turned_deg: float, axis: str, tmp_path: Path) -> None:
    path = tmp_path / "tilt.csv"
    path.write_text(leaning("Acceleration ? (m/s^2)", turned_deg))
    assert readings(path, f"Acceleration {axis}", "slip-angle")[0]["value"] == pytest.approx(17.0, abs=0.1)


@pytest.mark.parametrize(
    ("unit", "gravity", "words"), [(G, 1.0, ": 0.999 m/s2 with the other axes"), (1.0, 0.0, ": 0.05")]
)
def test_three_axes_come_to_g(unit: float, gravity: float, words: str, tmp_path: Path) -> None:
    path = tmp_path / "tilt.csv"
    path.write_text(leaning("a? (m/s^2)", 0.0, unit, gravity))
    with pytest.raises(FileError, match=r"is that the unit, and is gravity in it") as told:
        readings(path, "ax", "slip-angle")
    assert words in str(told.value)


def test_a_film_that_counts_pictures_is_no_film_in_seconds(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(tracker(("t", "x"), [(time * HZ, place) for time, place in down_a_board("nothing else")]))
    with pytest.raises(FileError, match="it gets faster for 99 s; expected at most 5: is that the unit of the time"):
        readings(path, "", "slide-acceleration")


@pytest.mark.parametrize(
    "text",
    [
        "sep=,\nt (s),x (m)\n0,1\n1,2\n",
        "# slide; second try\tof three\nt (s),x (m)\n0,1\n1,2\n",
        '"t (s)","x; along the board (m)"\n"0","1"\n"1","2"\n',
        "Run 2, felt\n\nt;x\n0,0;1,0\n1,0;2,0\n",
        "t,x,\n0,1,\n1,2,\n,,\n",
    ],
)
def test_titles_and_names_may_have_any_sign(text: str, tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_text(text)
    series = read_series(path)
    assert (series.time_s.tolist(), series.values.tolist()) == ([0, 1], [1, 2])
