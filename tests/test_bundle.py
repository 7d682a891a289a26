"""The bundle's entry: what its processes are started with is read as Python reads it. `python -m bundle` itself tries
what it has built, in minutes.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bundle.window import try_window
from skill import __version__

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--version"], f"skillbox {__version__}"),
        (["-m", "skill", "--version"], f"skillbox {__version__}"),
        (["-B", "-S", "-I", "-c", "import sys; print(sys.argv)", "4"], "['-c', '4']"),
    ],
)
def test_entry_of_the_bundle_runs_what_its_children_are_started_with(words: list[str], told: str) -> None:
    command = [sys.executable, "-m", "bundle.entry", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == told, done.stderr


@pytest.mark.slow
def test_a_window_that_comes_up_is_seen_and_a_program_that_ends_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    pytest.importorskip("PIL")
    entry = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); from skill.cli import main; main()"]
    assert try_window([*entry, "play", "rasanto"], sys.executable, tmp_path).startswith("its window ")
    with pytest.raises(RuntimeError, match="ended by itself with exit code 0"):
        try_window([*entry, "list"], sys.executable, tmp_path)
