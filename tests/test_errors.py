"""What all errors have in common."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, date, datetime, time
from itertools import product
from pathlib import Path

import pytest

from skill.app.i18n import told
from skill.cli.scenes import check
from skill.errors import FileError, SkillboxError, Words, written
from skill.lattice.notation import parse_position

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("names", [("a", "b"), ["a", "b"], {"a": 1, "b": 2}, {"a": 1, "b": 2}.keys()])
def test_several_names_are_told_as_prose_and_not_as_python_writes_them(names: object) -> None:
    error = FileError("{path}: expected one of {names}", path="x", names=names)
    assert (str(error), told(error)) == ("x: expected one of a, b",) * 2
    assert told(Words("{names} are known", names=names)) == "a, b are known"


def test_what_has_a_text_form_of_its_own_keeps_it() -> None:
    assert str(FileError("{heap}", heap=parse_position("R800"))) == "R800"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        ("it's", '"it\'s"'),
        ('a "b"\n', r'"a \"b\"\n"'),
        (-1.5, "-1.5"),
        (float("nan"), "nan"),
        (datetime(1979, 5, 27, 7, 32, tzinfo=UTC), "1979-05-27T07:32:00+00:00"),
        (time(7, 32), "07:32:00"),
        ([1, [False, "x"]], '[1, [false, "x"]]'),
        ({"a-b": {"c d": date(1979, 5, 27)}}, '{a-b = {"c d" = 1979-05-27}}'),
        (Path("a.toml"), '"a.toml"'),
    ],
)
def test_a_value_of_a_file_is_shown_as_files_have_it(value: object, text: str) -> None:
    assert written(value) == text
    if value is not None and not isinstance(value, Path) and value == value:  # TOML has the rest
        assert tomllib.loads(f"x = {text}")["x"] == value


FILES = ("dice-tray.toml", "materials/wood.toml", "measurements/phone-and-ruler.toml", "challenges/stairs.toml")
VALUES = ("true", '"it\'s"', "1979-05-27", "07:32:00", "[true, 'a']", "{ a = true, b = 'c' }")


@pytest.mark.parametrize("file", FILES)
def test_messages_of_every_kind_of_file_have_no_value_as_python_writes_it(file: str, tmp_path: Path) -> None:
    lines = (ROOT / "scenes" / file).read_text(encoding="utf-8").splitlines()
    keys = {line.partition(" = ")[0]: n for n, line in enumerate(lines) if re.match(r"[a-z_]+ = [^\[{]*$", line)}
    path, told = tmp_path / Path(file).name, set()
    for (key, n), value in product([*keys.items()][:6], VALUES):
        path.write_text("\n".join([*lines[:n], f"{key} = {value}", *lines[n + 1 :]]), encoding="utf-8")
        try:
            check([path])
        except SkillboxError as error:
            told.add(str(error).replace(str(path), "FILE"))
    assert len(told) >= len(VALUES)
    for message in told:
        assert not re.search(r"True|False|None|datetime|'[a-z]+'|=\s*'|is '", message), message
