"""The rooms: who may import whom, and what may be imported where. Walks every import statement of the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import skill

ROOT = Path(skill.__file__).parent
SHARED = {"errors", "paths", "plots"}  # files beside the rooms that every room may use
ALLOWED = {
    "lattice": set(),
    "rules": {"lattice"},
    "physics": {"lattice"},
    "table": {"lattice", "rules", "physics"},
    "tune": {"lattice", "physics"},
    "app": {"lattice", "rules", "physics", "table"},
}
ONLY_IN = {
    "pybullet": {"physics/bullet.py"},
    "pygame": {"app"},
    "pygame_gui": {"app"},
    "moderngl": {"app"},
    "PIL": {"app"},
    "scipy": {"tune"},
    "matplotlib": {"plots.py"},
    "distributed": {"tune"},
    "gymnasium": {"env"},
    "pettingzoo": {"env"},
    "pyspiel": {"env"},
}
STANDARD_LIBRARY_ONLY = ("lattice", "rules")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if "scenes" not in path.relative_to(ROOT).parts]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_stay_within_the_rooms(path: Path) -> None:
    relative = path.relative_to(ROOT)
    room = relative.parts[0] if len(relative.parts) > 1 else None
    for name in imports(path):
        top, _, rest = name.partition(".")
        target = rest.split(".")[0]
        if top == "skill" and room in ALLOWED and target not in SHARED | {"", "__version__"}:
            assert target in ALLOWED[room] | {room}, f"{relative} imports {name}"
        if top in ONLY_IN:
            assert str(relative) in ONLY_IN[top] or room in ONLY_IN[top], f"{relative} imports {name}"
        if room in STANDARD_LIBRARY_ONLY and top != "skill":
            assert top in sys.stdlib_module_names | {"tomli"}, f"{relative} imports {name}"


BLOCKED = """
import sys
for name in ("pybullet", "pygame", "pygame_gui", "moderngl", "numpy", "PIL", "joblib"):
    sys.modules[name] = None
sys.argv = ["skillbox", *{arguments!r}]
from skill.cli import main
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["rules", "faraday"], ["perft", "rasanto", "--depth", "1"], ["simulate", "el-dado", "-n", "2"]],
    ids=lambda arguments: arguments[0],
)
def test_games_without_physics_need_no_heavy_library(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(arguments=arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_missing_pybullet_is_one_sentence_that_says_what_works() -> None:
    arguments = ["simulate", "faraday", "-n", "1", "--bots", "random"]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            BLOCKED.format(arguments=arguments).replace('"numpy", ', ""),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "pybullet is not installed" in done.stderr
    assert "still works" in done.stderr
    assert "Traceback" not in done.stderr
