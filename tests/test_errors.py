"""What all errors have in common."""

from __future__ import annotations

import pytest

from skill.app.i18n import told
from skill.errors import FileError, Words
from skill.lattice.notation import parse_position


@pytest.mark.parametrize("names", [("a", "b"), ["a", "b"], {"a": 1, "b": 2}, {"a": 1, "b": 2}.keys()])
def test_several_names_are_told_as_prose_and_not_as_python_writes_them(names: object) -> None:
    error = FileError("{path}: expected one of {names}", path="x", names=names)
    assert (str(error), told(error)) == ("x: expected one of a, b",) * 2
    assert told(Words("{names} are known", names=names)) == "a, b are known"


def test_what_has_a_text_form_of_its_own_keeps_it() -> None:
    assert str(FileError("{heap}", heap=parse_position("R800"))) == "R800"
