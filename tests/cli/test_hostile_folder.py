"""A folder full of modules named like those that the program uses: no command runs one of them.

`python -m` itself imports some modules of the standard library from the current folder before it comes to our first
line; what these are is found out by running it. `python -P -m` and the console script do not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "import sys\nfrom skill.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
HOSTILE = "open({ran!r}, 'a').write(__name__ + chr(10))\n"
OURS = {"benchmarks", "sitecustomize", "usercustomize", "tests"}
MEASUREMENTS = """
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44]
"""
COMMANDS = {
    "version": "--version",
    "front end": "",
    "list": "list",
    "rules": "rules rasanto",
    "perft": "perft rasanto --depth 1",
    "play": "play rasanto",
    "demo": "demo el-dado --out film.gif",
    "simulate": "simulate rasanto -n 4 --bots greedy,random --jobs 2",
    "analyse": "analyse smuggling -n 1 --bot random --ladder random,greedy --jobs 2 --out mine.json --report page.html",
    "suite": "suite A2 --bots random",
    "replay": "replay match.txt --check",
    "render": "replay match.txt --out match.png",
    "new": "new tower --scene",
    "scene list": "scene list",
    "scene new": "scene new plate",
    "scene check": "scene check mine.toml",
    "lab": "lab free-fall",
    "tune": "tune mine.toml --grid 2 --jobs 2 --report report",
    "roll": "roll d6",
    "bench": "bench startup --quick --only --version",
    "cores": "bench parallel --quick --only worlds",
}
NO_DISPLAY = ("front end", "play")
"""Commands that open a window: without a display they say so, and what works without one."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the console script, and beside it `hostile`, in which the commands are run."""
    place = tmp_path_factory.mktemp("place")
    (place / "skillbox").write_text(SCRIPT)
    hostile = place / "hostile"
    hostile.mkdir()
    names = {"skill"} | set(sys.stdlib_module_names) | set(packages_distributions())
    for name in sorted(name for name in names - OURS if name.isidentifier()):
        (hostile / f"{name}.py").write_text(HOSTILE.format(ran=str(place / "ran")))
    (hostile / "mine.toml").write_text(MEASUREMENTS)
    (hostile / "match.txt").write_text((ROOT / "tests/transcripts/rasanto.txt").read_text())
    return place


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python with these words in the hostile folder; `ran` beside it then names the modules that it ran."""
    (place / "ran").unlink(missing_ok=True)
    (place / "ran").touch()
    removed = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in removed}
    environment |= {"PYTHONPATH": str(ROOT), "SKILLBOX_HOME": str(place / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=place / "hostile",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def ran(place: Path) -> set[str]:
    return set((place / "ran").read_text().split())


def test_python_runs_them_if_nobody_keeps_it_from_it(place: Path) -> None:
    run(place, "-c", "import json, signal, numpy, typer")
    first = {"json", "numpy", "typer"} if sys.version_info < (3, 13) else {"linecache", "traceback"}
    assert first <= ran(place)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in ("demo", "cores"))) for name in COMMANDS]
)
def test_no_command_runs_a_module_of_the_current_folder(name: str, place: Path) -> None:
    words = COMMANDS[name].split()
    for file in ("tower.py", "test_tower.py", "tower.toml", "plate.toml", "mine.journal"):
        (place / "hostile" / file).unlink(missing_ok=True)
    done = run(place, str(place / "skillbox"), *words)
    assert ran(place) == set(), done.stderr
    assert done.returncode == (2 if name in NO_DISPLAY else 0), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["list", "simulate", "roll"])
def test_nor_does_python_m(name: str, place: Path) -> None:
    words = COMMANDS[name].split()
    (place / "hostile" / "skill.py").rename(place / "skill.py.txt")  # this one is what `python -m skill` asks for
    try:
        safe = run(place, "-P", "-m", "skill", *words)
        assert safe.returncode == 0 and ran(place) == set(), safe.stderr
        # What Python has imported before the first line of any program is not ours to keep from it.
        (place / "probe.py").write_text("import sys\nprint(*sys.modules)")
        before = subprocess.run(
            [sys.executable, "-m", "probe"], cwd=place, capture_output=True, text=True, check=True
        ).stdout.split()
        for module in before:
            (place / "hostile" / f"{module}.py").unlink(missing_ok=True)
        done = run(place, "-m", "skill", *words)
        assert done.returncode == 0 and ran(place) == set(), done.stderr
    finally:
        (place / "skill.py.txt").rename(place / "hostile" / "skill.py")


def test_a_game_file_that_is_named_is_run(place: Path) -> None:
    (place / "hostile" / "mine.py").write_text(
        "from skill.rules.games.rasanto import Rasanto\n\n\nclass Mine(Rasanto):\n"
        '    number, slug, title, family = "X1", "mine", "Mine", "own"\n\n\nGAME = Mine()\n'
    )
    done = run(place, str(place / "skillbox"), "simulate", "mine.py", "--trust", "-n", "2", "--jobs", "2")
    assert done.returncode == 0 and "Mine: 2 matches" in done.stdout, done.stderr
    assert ran(place) == set()
