"""Which fast tests run a line, and how long each test takes: found out once for a checkout, by coverage.py.

It is a plugin of pytest too: in the run that finds out (`--keep-spent FILE`) it keeps how long each test took, in the
run of a change (`--only FILE`) it leaves all other tests out and puts the listed ones in their order.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from coverage import CoverageData


class Reach:
    """Which tests run a line of a checkout. It is read from a folder that `find_out` has filled."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.spent_s: dict[str, float] = json.loads((folder / "spent.json").read_text(encoding="utf-8"))
        self._checkout = checkout
        self._data = CoverageData(str(folder / "coverage"))
        self._data.read()
        self._files = {Path(name).as_posix().partition("/skill/")[2]: name for name in self._data.measured_files()}

    def tests(self, file: Path, line: int) -> list[str]:
        """The tests that run the statement there, the quickest first; then those that run anything of its module; then
        the others of its room.

        A statement may have been run before a test asks for what it made: at import, or for a test before; and what a
        test runs in a process of its own is not known.
        """
        name = self._files.get(file.as_posix().removeprefix("skill/"))
        by_line = self._data.contexts_by_lineno(name) if name else {}
        room = f"tests/{file.parts[1]}/" if len(file.parts) > 2 else f"tests/test_{file.stem}.py"
        at = {line: {context.partition("|")[0] for context in found} for line, found in by_line.items()}
        of_statement = set().union(*(at.get(one, ()) for one in statement_lines(self._checkout / file, line)))
        of_module = set().union(*at.values()) & set(self.spent_s)
        of_room = {test for test in self.spent_s if test.startswith(room)}
        return sorted(
            of_module | of_room,
            key=lambda test: (test not in of_statement, test not in of_module, self.spent_s[test], test),
        )


def statement_lines(path: Path, line: int) -> range:
    """The lines of the innermost statement around a line; of a compound one those of its head."""
    lines = range(line, line + 1)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # outer ones come before inner ones
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            end = max(node.lineno + 1, body[0].lineno) if body else (node.end_lineno or node.lineno) + 1
            if line < end:
                lines = range(node.lineno, end)
    return lines


def find_out(checkout: Path, folder: Path) -> None:
    """Runs all fast tests of a checkout once and keeps in the folder which lines each runs."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "settings"
    settings.write_text(f"[run]\ndata_file = {folder / 'coverage'}\n", encoding="utf-8")
    words = ["-q", "-p", "tests.mutants.reach", "--keep-spent", str(folder / "spent.json")]
    words += ["--cov=skill", "--cov-context=test", f"--cov-config={settings}", "--cov-report="]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=checkout, env=environment, check=False)
    if done.returncode:
        raise SystemExit("the tests fail without any change")


class Watch:
    """Keeps how long each test took."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._spent_s: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds a part of a test: what comes before, itself, what comes after. Tests that were skipped are left out."""
        if not report.skipped:
            self._spent_s[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Writes what was kept."""
        self._file.write_text(json.dumps(self._spent_s), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the two runs."""
    parser.addoption("--keep-spent", type=Path, help="where to keep the seconds of each test")
    parser.addoption("--only", type=Path, help="a JSON list of the tests to run, in their order")


def pytest_configure(config: pytest.Config) -> None:
    """Watches, where that is asked for and not in a process that works for another."""
    if (file := config.getoption("keep_spent")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Watch(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the listed tests, in their order."""
    if file := config.getoption("only"):
        place = {test: n for n, test in enumerate(json.loads(file.read_text(encoding="utf-8")))}
        items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
