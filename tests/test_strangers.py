"""The page of what may be opened from strangers names every kind of file that the program reads, and what is
said there of how that is checked is so.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
READERS = {"read_text", "read_bytes", "read_toml", "csv_rows", "read_program", "sqlite3"}
"""Whoever reads what others may have written imports one of these."""
READ_BY = {
    "answers.py": ".journal",
    "app/demo.py": "record",
    "app/i18n.py": ".po",
    "app/library/own_games.py": "a game or a policy (`.py`)",
    "app/library/packing.py": ".skillbox",
    "app/lab/measure.py": "measurements",
    "app/play/guides/place.py": ".guide",
    "app/play/match/under_way.py": ".guide",
    "app/play/replay/timeline.py": "film",
    "app/screens/analysis/screen.py": "analyses",
    "app/screens/home/saved_matches.py": "record",
    "app/screens/home/screen.py": "a game or a policy (`.py`)",
    "app/settings/preferences.py": "preferences.toml",
    "cli/arguments.py": "--wrap",
    "cli/new.py": "scene",
    "cli/scenes.py": "scene",
    "env/tasks/dataset.py": ".npz",
    "env/tasks/evaluation.py": ".jsonl",
    "env/tasks/policies.py": ".zip",
    "env/tasks/scores.py": ".csv",
    "env/tasks/task.py": "scene",
    "net/door.py": ".trace",
    "net/wire.py": ".table",
    "packed.py": ".skillbox",
    "physics/scene.py": "--scene",
    "physics/trace.py": ".trace",
    "programs.py": "trusted.txt",
    "rules/catalogue.py": "a game or a policy (`.py`)",
    "rules/shared/sheets.py": "sheet",
    "table/evening.py": "evening.toml",
    "table/journal.py": "journal",
    "table/shipped_examples.py": "film",
    "table/mending.py": "matches.sqlite",
    "table/record.py": "record",
    "table/standings.py": "matches.sqlite",
    "table/store.py": "matches.sqlite",
    "tune/measurements.py": "measurements",
    "tune/series.py": "packed by gzip",
}
"""The modules that read, and what the page calls a file of theirs."""


def reads(path: Path) -> bool:
    """Whether a module imports one of the readers, wherever in it."""
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in READERS):  # as of most, which then need not be parsed
        return False
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom))
    return any(name.name in READERS for node in nodes for name in node.names)


def test_every_module_that_reads_is_listed() -> None:
    reading = {
        str(path.relative_to(ROOT / "skill").as_posix()) for path in (ROOT / "skill").rglob("*.py") if reads(path)
    }
    assert sorted(reading - READ_BY.keys()) == [], "name its files here and in docs/strangers.md"
    assert sorted(READ_BY.keys() - reading) == []


def test_the_page_names_every_kind_of_file() -> None:
    table = (ROOT / "docs/strangers.md").read_text(encoding="utf-8").partition("## Programs")[0]
    assert [name for name in READ_BY.values() if name not in table] == []


def test_every_exception_from_the_rules_of_bandit_tells_why() -> None:
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "S" in rules["select"]
    assert [place for place, left in rules["per-file-ignores"].items() if "S" in left] == ["tests/*"]
    found = []
    for folder in ("skill", "benchmarks", "bundle"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{path.name}: {line.strip()}" for line in lines if re.search(r"# noqa: (\w+, )*S\d", line)]
            assert not any(re.search("# noqa(?!: [A-Z])", line) for line in lines), path
    assert len(found) > 5
    assert [line for line in found if not re.search(r"# noqa: [A-Z0-9, ]+ \(.{10,}\)$", line)] == []
