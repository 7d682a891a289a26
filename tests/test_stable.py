"""The page of what stays names what there is, and all that pages and templates tell others to import."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "stable.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(skill\.[\w.]+)` \| (.*) \|$", re.MULTILINE)
NAMES = {module: re.findall(r"`(\w+)`", cell) for module, cell in ROW.findall(PAGE)}
IMPORT = re.compile(r"^ *from (skill\.[\w.]+) import ([\w, ]+)", re.MULTILINE)
SHOWN = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "skill" / "cli" / "templates").glob("*")]


@pytest.mark.parametrize("module", NAMES)
def test_names_are_there(module: str) -> None:
    for room, package in (("skill.env.pettingzoo", "pettingzoo"), ("skill.env.openspiel", "pyspiel")):
        if module == room:
            pytest.importorskip(package)
    there = import_module(module)
    assert NAMES[module]
    for name in NAMES[module]:
        assert hasattr(there, name) or import_module(f"{module}.{name}")


def test_what_others_are_told_to_import_stays() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SHOWN if path.is_file()]
    lines = [found for text in texts for found in IMPORT.findall(text)]
    told = {(module, name.strip()) for module, names in lines for name in names.split(",")}
    assert len(told) > 20
    assert sorted(pair for pair in told if pair[1] not in NAMES.get(pair[0], [])) == []
