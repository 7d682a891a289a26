"""Input traces: written and read to the last bit; cut, changed or nonsensical files are refused with file and line."""

from __future__ import annotations

import platform
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import skill
from skill.errors import FileError
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.trace import Trace
from skill.physics.versions import versions_here


def a_trace() -> Trace:
    """A trace as they were before they said their versions."""
    samples = [(0.1 * n, -1 / 3, 1e-300, 2.0**-40, 5.0, -0.0, 1e9, 3.0) for n in range(4)]
    scene = load_scene("faraday", {"material.friction": 0.25})
    return Trace(scene, 7, parse_position("R233:321 G323 K332"), samples=samples, versions={})


def test_what_is_written_is_read(tmp_path: Path) -> None:
    trace = a_trace()
    trace.write(tmp_path / "one.trace")
    again = Trace.read(tmp_path / "one.trace")
    assert again == trace and again.text == trace.text
    assert str(again.samples[0][5]) == "-0.0"
    assert again.scene.material.friction == 0.25
    by = "" if trace.scene.engine.name == "bullet" else f"+{trace.scene.engine.name}"
    assert trace.word("mine") == f"mine{by}@{trace.checksum[:16]}" and trace.word().startswith(f"faraday{by}@")
    assert [path.name for path in tmp_path.iterdir()] == ["one.trace"]


def test_tools_that_a_scene_has_not_leave_no_mark() -> None:
    assert '"tilt":{' in a_trace().text and "null" not in a_trace().text


def test_an_empty_trace_is_one() -> None:
    trace = a_trace()
    trace.samples.clear()
    assert Trace.parse(trace.text) == trace


def changed(old: str, new: str) -> str:
    text = a_trace().text
    assert old in text
    return text.replace(old, new, 1)


BAD = {
    "empty": ("", 1, "skillbox trace 1"),
    "another format": (changed("trace 1", "trace 9"), 1, "skillbox trace 1"),
    "header missing": (changed("seed 7\n", ""), 3, "'seed' and its value"),
    "scene is no JSON": (changed('scene {"', "scene {"), 2, "JSON"),
    "scene has nonsense": (changed('"friction":0.25', '"friction":-3'), 2, "material.friction = -3"),
    "seed": (changed("seed 7", "seed -7"), 3, "whole number"),
    "rate": (changed("rate_hz 60", "rate_hz 61"), 4, "the scene's rate, 60"),
    "position": (changed("start R233:321", "start R233:111"), 5, "111"),
    "hand": (changed("hand -", "hand 3"), 6, "such as R:321 G"),
    "loose": (changed("loose -", "loose R9"), 7, "R9"),
    "tools": (changed("tools tilt", "tools spoon"), 8, "'tilt'"),
    "columns": (changed("columns roll_deg", "columns roll"), 9, "columns roll_deg"),
    "column missing": (changed("0.2 -0.3333333333333333 ", "-0.3333333333333333 "), 12, "8 finite numbers"),
    "word": (changed("0.2 -0.3333333333333333 ", "0.2 left "), 12, "8 finite numbers"),
    "not a number": (changed("0.2 -0.3333333333333333 ", "0.2 nan "), 12, "8 finite numbers"),
    "endless": (changed("0.2 -0.3333333333333333 ", "0.2 inf "), 12, "8 finite numbers"),
    "number changed": (changed("0.2 -0.33", "0.3 -0.33"), 14, "was changed"),
    "number rewritten": (changed("0.2 -0.33", "0.20 -0.33"), 12, "was changed"),
    "line missing": (
        a_trace().text.replace("\n0.2 ", "\n#", 1).replace("#", "0.2 ", 1).replace("end 4", "end 5"),
        14,
        "end 4",
    ),
    "something after the end": (a_trace().text + "0 0\n", 15, "was changed"),
    "cut short": (a_trace().text[: a_trace().text.index("end ")], 14, "cut short"),
    "cut within a line": (a_trace().text[: a_trace().text.index("end ") - 9], 13, "8 finite numbers"),
    "cut in the end line": (a_trace().text[:-10], 14, "was changed"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_broken_trace_is_refused_with_file_and_line(case: str, tmp_path: Path) -> None:
    text, line, expected = BAD[case]
    (tmp_path / "bad.trace").write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as error:
        Trace.read(tmp_path / "bad.trace")
    assert f"bad.trace, line {line}" in str(error.value)
    assert expected in str(error.value)


def test_a_trace_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        Trace.read(tmp_path / "none.trace")
    (tmp_path / "noise.trace").write_bytes(b"\x80\xff\xfe\x00")
    with pytest.raises(FileError, match="not UTF-8"):
        Trace.read(tmp_path / "noise.trace")
    with pytest.raises(FileError, match="cannot be written"):
        a_trace().write(tmp_path / "no" / "such" / "folder.trace")


VERSIONS = {"python": "3.12.1", "numpy": "2.4.6", "pybullet-arm64": "3.2.8", "skillbox": "0.1.0"}


def test_a_trace_says_its_versions_and_keeps_its_name(tmp_path: Path) -> None:
    trace, old = replace(a_trace(), versions=VERSIONS), a_trace()
    trace.write(tmp_path / "new.trace")
    line = "versions python==3.12.1 numpy==2.4.6 pybullet-arm64==3.2.8 skillbox==0.1.0"
    assert trace.text.splitlines()[8] == line
    again = Trace.read(tmp_path / "new.trace")
    assert again == trace and dict(again.versions) == VERSIONS
    assert "versions" not in old.text and not Trace.parse(old.text).versions
    assert trace.word() == old.word() and trace.text.splitlines()[-1] != old.text.splitlines()[-1]


def test_an_attempt_writes_the_versions_at_work() -> None:
    scene = load_scene("faraday")
    versions = AttemptRun(scene, parse_position("R233")).trace.versions
    assert versions == versions_here(scene.engine.name)
    assert versions["python"] == platform.python_version() and versions["numpy"] == np.__version__
    assert {"pybullet", "pybullet-arm64", "rapier3d"}.intersection(versions) and versions[
        "skillbox"
    ] == skill.__version__


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("numpy==2.4.6", "numpy", 9, "version 'numpy': expected a name and its version"),
        ("numpy==2.4.6", "numpy==", 9, "version 'numpy=='"),
        ("numpy==2.4.6", "python==2.4.6", 9, "each name once"),
        ("numpy==2.4.6", " numpy==2.4.6", 9, "version ''"),
        ("versions python==3.12.1 numpy==2.4.6 pybullet-arm64==3.2.8 skillbox==0.1.0", "versions", 9, "version ''"),
        ("versions python", "version python", 9, "columns roll_deg"),
        ("numpy==2.4.6", "numpy==2.4.7", 15, "was changed"),
    ],
)
def test_versions_that_make_no_sense_are_refused(old: str, new: str, line: int, expected: str) -> None:
    text = replace(a_trace(), versions=VERSIONS).text
    assert old in text
    with pytest.raises(FileError) as error:
        Trace.parse(text.replace(old, new, 1), "bad.trace")
    assert str(error.value).startswith(f"bad.trace, line {line}: ") and expected in str(error.value)
