"""Measurements files: the one that ships, and what is refused with file, key, value and what was expected."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from pathlib import Path
from statistics import stdev

import pytest

from skill.errors import FileError
from skill.files import read_toml
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import scenes_folder
from skill.tune.example import example, needs, procedures
from skill.tune.measurements import faults, load_measurements, place_of_fault

NAMED = r'experiment = "(.*)"'
GOOD = """
[vary]
friction_table = { low = 0.1, high = 0.5 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
conditions = { speed_m_s = 0.5 }
values = [30, 33, 31, 32.5]
"""


def test_the_files_that_ship() -> None:
    for path in scenes_folder().glob("measurements/*.toml"):
        measurements = load_measurements(path)
        assert len(measurements.rows) >= len(measurements.vary)
    assert "phone" in example()


def test_what_the_example_explains_can_be_said_in_another_language() -> None:
    said = example(str.upper)
    assert tomllib.loads(said) == tomllib.loads(example())
    explained = [line.partition("#")[2] for line in said.splitlines() if not line.startswith("#  ")]
    assert len(explained) > 50 and not any(map(str.islower, "".join(explained)))
    assert max(map(len, said.splitlines())) <= 120
    assert example(lambda text: f"{text}") == example()


def test_what_the_example_leaves_out_can_be_put_in(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    _, title, tables = example().partition("\ntitle")
    path.write_text(title + re.sub(r"^#     ", "", tables, flags=re.MULTILINE))
    read = [row.experiment for row in load_measurements(path).rows]
    assert sorted(read) == sorted(re.findall(NAMED, example()))


def test_what_the_example_tells_is_drawn_in_the_docs_and_nothing_else_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tuners.md").read_text(encoding="utf-8")
    drawings = page.split("```\n")[1]
    words = re.findall(r"[a-z]+(?:-[a-z]+)+", drawings)
    assert sorted(word for word in words if word in EXPERIMENTS) == sorted(set(re.findall(NAMED, example())))
    assert f"the {len(EXPERIMENTS)} experiments" in page


def test_what_a_file_says(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("material = 'plastic'\nedge_mm = 16\n" + GOOD)
    measurements = load_measurements(path)
    (row,) = measurements.rows
    assert (row.experiment, row.conditions, row.value) == ("slide-distance", {"speed_m_s": 0.5}, 31.625)
    assert row.sigma == pytest.approx(stdev([30, 33, 31, 32.5]) / 2) and row.freedom == 3
    assert measurements.scene.dice.edge_m == 0.016
    assert (measurements.title, measurements.vary["friction_table"].high) == (str(path), 0.5)
    path.write_text(GOOD + "spread = 2")
    assert load_measurements(path).rows[0].sigma == 1.0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("slide-distance", "slide", 'measurement.1.experiment = "slide": expected one of free-fall'),
        ('"mm"', '"cm"', 'measurement.1.unit = "cm": slide-distance is measured in "mm"'),
        ('unit = "mm"', "", "measurement.1.unit: missing"),
        ("[30, 33, 31, 32.5]", "[30, 33, -31, 32.5]", "measurement.1.values: -31 mm: cannot be; expected at least 0"),
        ("[30, 33, 31, 32.5]", "[30, 'far']", 'measurement.1.values.2 = "far": input should be a valid number'),
        ("[30, 33, 31, 32.5]", "[30, nan, 3, 3]", "measurement.1.values.2 = nan"),
        ("[30, 33, 31, 32.5]", "[]", "measurement.1.values = []: input should have at least 1 items"),
        (
            "[30, 33, 31, 32.5]",
            "[30]",
            "measurement.1.spread: missing, and 1 of 3 values cannot tell it; expected it or more of them",
        ),
        ("[30, 33, 31, 32.5]", "[30, 30, 30, 30]", "the values are all equal"),
        ("speed_m_s = 0.5", "speed_m_s = 50", "condition speed_m_s = 50: expected 0.1 to 2"),
        ("speed_m_s = 0.5", "speed = 0.5", "slide-distance has no such condition; expected speed_m_s"),
        ("values", "value", "measurement.1.values: missing"),
        ("conditions", "condition", "measurement.1.condition = {speed_m_s = 0.5}: unknown key; expected one of exper"),
        ("friction_table", "density_kg_m3", "vary.density_kg_m3: cannot be varied; expected one of friction"),
        ("low = 0.1", "low = 0.6", "vary.friction_table.high = 0.5: expected more than low = 0.6"),
        ("high = 0.5", "high = 5", "vary.friction_table.high = 5: expected at most 1.5"),
        ("high = 0.5", "", "not TOML"),
        ("friction_table = {", "pitch = {", "vary.pitch.low = 0.1: expected at least 1"),
        ("friction_table = {", "rounding_edges = {", "vary.rounding_edges.high = 0.5: expected at most 0.3"),
        ("[vary]", "material = 'plastik'\n[vary]", '"plastik": no such material; expected one of plastic'),
        ("[vary]", "edge_mm = 0.012\n[vary]", "edge_mm = 0.012"),
        ("[vary]", "[varied]", "vary: missing"),
    ],
)
def test_what_is_refused(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(FileError) as told:
        load_measurements(path)
    assert words in str(told.value) and str(path) in str(told.value)
    with suppress(FileError):  # of some no table can be made at all
        assert str(told.value) in map(str, faults(read_toml(path), str(path), tmp_path))


def test_everything_that_is_wrong_is_told_with_its_place() -> None:
    data = tomllib.loads(GOOD + GOOD.split("\n", 3)[3] * 3)
    data["vary"] |= {"friction": {"low": 0.1, "high": 9.0}, "beauty": {"low": 0.1, "high": 0.2}}
    data["measurement"][1]["values"][2] = -5.0
    data["measurement"][2]["values"] = [30, 33]
    data["measurement"][3]["conditions"] = {"speed_m_s": -1.0}
    data["group"] = [{"unit": "mm", "measurement": [dict(data["measurement"][0], experiment="slide")]}]
    del data["group"][0]["measurement"][0]["unit"]
    places = [".".join(place_of_fault(fault, "mine.toml")) for fault in faults(data, "mine.toml")]
    ranges, rows = ["vary.friction.high", "vary.beauty"], ["measurement.3.spread", "measurement.4.conditions"]
    assert places == [*ranges, "measurement.2.values", *rows, "group.1.measurement.1.experiment"]
    data["edge_mm"] = "12"
    del data["measurement"][0]["values"]
    places = [".".join(place_of_fault(fault, "mine.toml")) for fault in faults(data, "mine.toml")]
    assert places == ["edge_mm", "measurement.1.values"]


def test_what_the_example_explains_is_told_of_each_experiment_by_itself() -> None:
    told = procedures()
    assert list(told) == re.findall(NAMED, example())
    for name, words in (("slip-angle", "Die on board. "), ("bounce-height", "Bounce. "), ("spin-rate", "Spin. ")):
        assert told[name].startswith(words)
    for text in (*told.values(), needs()):
        assert not re.search(r"[`=\[{}]|[a-z]_|\b(the same|varied|below)\b", text), "that only tells of the file"


def test_a_die_does_not_bounce_higher_than_it_fell(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    row = '[[measurement]]\nexperiment = "bounce-height"\nunit = "mm"\nconditions = { drop_mm = 50 }\n'
    path.write_text(GOOD + row + "values = [12, 13, 60, 11]")
    with pytest.raises(FileError, match=r"measurement.2.values: 60 mm: cannot be; expected 0 to 50"):
        load_measurements(path)


def in_a_file(experiment: str, values: str, tmp_path: Path, unit: str = "deg", more: str = "") -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'[vary]\nfriction_table = {{ low = 0.1, high = 0.5 }}\n[[measurement]]\nexperiment = "{experiment}"\n'
        f'unit = "{unit}"\nvalues = {values}\n{more}'
    )
    return path


@pytest.mark.parametrize(
    ("values", "point"), [("[14,5, 13,0]", "14.5"), ("[14,53, 13,97]", "14.53"), ("[2,5, 3,1, 2,8]", "2.5")]
)
def test_decimal_commas_between_values_are_seen(values: str, point: str, tmp_path: Path) -> None:
    whole = point.split(".")[0]
    words = f"numbers in pairs, as decimal commas leave them; expected {point}, or, if they are right, {whole}.0, "
    with pytest.raises(FileError, match=words):
        load_measurements(in_a_file("slip-angle", values, tmp_path))


@pytest.mark.parametrize(
    "values",
    [
        "[14, 15, 14, 15]",
        "[14, 16, 14, 16]",
        "[22, 22, 22, 22, 23, 40]",
        "[14.0, 5.0, 13.0, 0.0]",
        "[15, 9, 16]",
        "[14.5, 9, 13, 8]",
    ],
)
def test_whole_readings_are_no_decimal_commas(values: str, tmp_path: Path) -> None:
    assert load_measurements(in_a_file("slip-angle", values, tmp_path)).rows


def test_readings_that_differ_by_rounding_alone_are_equal(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="the values are all equal; expected how far one reading may be off"):
        load_measurements(in_a_file("slip-angle", "[0.30000000000000004, 0.3, 0.3]", tmp_path))


@pytest.mark.parametrize(
    ("experiment", "unit", "values", "more", "words"),
    [
        (
            "slide-acceleration",
            "m/s2",
            "[4.2, 4.3, 4.1]",
            "conditions = { lean_deg = 25.0 }",
            "cannot be; expected 0 to 4.14",
        ),
        ("slip-angle", "deg", "[50, 51, 52]", "", "50 deg: cannot be; expected 0 to 45"),
        ("spin-rate", "rad/s", "[61, 62, 64]", "conditions = { spin_rad_s = 60.0 }", "cannot be; expected 0 to 60"),
    ],
)
def test_what_no_friction_gives_is_refused(
    experiment: str, unit: str, values: str, more: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError, match=words):
        load_measurements(in_a_file(experiment, values, tmp_path, unit, more))


def test_no_file() -> None:
    with pytest.raises(FileError, match=r"nowhere.toml: cannot be read"):
        load_measurements("nowhere.toml")


PUSHES = """
[vary]
friction_table = { low = 0.1, high = 0.5 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
conditions = { speed_m_s = 0.5 }
values = [30, { value = 44, speed_m_s = 0.6 }, 33, { value = 46, speed_m_s = 0.6 }, 31]
"""


def test_a_reading_may_have_conditions_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PUSHES)
    slow, fast = load_measurements(path).rows
    assert (slow.conditions, slow.readings) == ({"speed_m_s": 0.5}, (30, 33, 31))
    assert (fast.conditions, fast.readings) == ({"speed_m_s": 0.6}, (44, 46))
    pooled = ((2 * stdev([30, 33, 31]) ** 2 + stdev([44, 46]) ** 2) / 3) ** 0.5
    assert slow.spread == fast.spread == pytest.approx(pooled) and slow.freedom == fast.freedom == 3
    path.write_text(PUSHES + "spread = 2")
    assert [row.sigma for row in load_measurements(path).rows] == pytest.approx([2 / 3**0.5, 2 / 2**0.5])


ANGLES = """
[vary]
friction_plate = { low = 0.1, high = 0.5 }
[[group]]
unit = "deg"
[[group.measurement]]
experiment = "out-over-saddle"
values = [62, 63, 62.5]
[[group.measurement]]
experiment = "out-over-point"
conditions = { axis = 1 }
values = [73, { value = 74, axis = 2 }, 73.5]
spread = 1.0
"""


def test_a_group_holds_measurements_of_several_experiments(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ANGLES)
    rows = load_measurements(path).rows
    assert [row.label for row in rows] == ["out-over-saddle axis=0", "out-over-point axis=1", "out-over-point axis=2"]
    assert [row.readings for row in rows] == [(62, 63, 62.5), (73, 73.5), (74,)]
    path.write_text(PUSHES + ANGLES.partition("}")[2])
    assert len(load_measurements(path).rows) == 5


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    [
        (PUSHES, "speed_m_s = 0.6", "speed = 0.6", "measurement.1.values.2: condition speed: slide-distance has no su"),
        (PUSHES, "speed_m_s = 0.6", "speed_m_s = 6", "measurement.1.values.2: condition speed_m_s = 6: expected 0.1"),
        (
            PUSHES,
            "speed_m_s = 0.6",
            "speed_m_s = 'v'",
            'measurement.1.values.2.speed_m_s = "v": input should be a valid',
        ),
        (PUSHES, "value = 44, ", "", "measurement.1.values.2.value: missing, expected a value"),
        (
            PUSHES,
            "33, { value = 46, speed_m_s = 0.6 }, ",
            "",
            "spread: missing; expected it or 3 values under the same conditions, not 2",
        ),
        (
            PUSHES,
            "30, { value = 44, speed_m_s = 0.6 }, 33, { value = 46, speed_m_s = 0.6 }, 31",
            "{ value = 30, speed_m_s = 0.5 }, { value = 44, speed_m_s = 0.6 }, { value = 60, speed_m_s = 0.7 }",
            "spread: missing, and each reading has its own conditions; expected how far one is off",
        ),
        (ANGLES, '"deg"', '"mm"', 'group.1.measurement.1.unit = "mm": out-over-saddle is measured in "deg"'),
        (ANGLES, 'unit = "deg"', "", "group.1.unit: missing"),
        (ANGLES, "[[group]]\n", "[[group]]\nzero = 1\n", "group.1.zero = 1: unknown key; expected one of unit, "),
        (ANGLES, "spread", "spred", "group.1.measurement.2.spred = 1.0: unknown key; expected one of experiment, "),
        (ANGLES, ANGLES[ANGLES.index("[[") :], "", "measurement: missing, expected at least one measurement or group"),
    ],
)
def test_what_is_refused_of_readings_and_groups(text: str, old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(FileError) as told:
        load_measurements(path)
    assert words in str(told.value) and str(path) in str(told.value)
    with suppress(FileError):  # of some no table can be made at all
        assert str(told.value) in map(str, faults(read_toml(path), str(path), tmp_path))
