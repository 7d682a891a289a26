"""The release: sdist and wheel hold every file, and the wheel works in fresh environments and from another folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from itertools import compress
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from skill import __version__

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path, code: int = 0, **environment: str) -> str:
    """What a command prints, without anything of this checkout or of a display in its surroundings; of one that is to
    end with another exit code what it says of its failure."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stderr if code else done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, which lies beside it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    return folder / f"skillbox_dice-{__version__}-py3-none-any.whl"


def place(venv: Path, name: str) -> Path:
    """A folder of an environment, by its name in `sysconfig`."""
    return Path(sysconfig.get_path(name, scheme="venv", vars={"base": str(venv), "platbase": str(venv)}))


@pytest.mark.slow
def test_wheel_and_sdist_hold_every_file(wheel: Path) -> None:
    """Code, scenes, languages, templates and data: what the package has here, and nothing else."""
    here = {path for path in (ROOT / "skill").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    wanted = {str(path.relative_to(ROOT)) for path in here} | {"skill/env/tasks/scores.csv"}
    wanted |= {f"skill/{path.relative_to(ROOT)}" for path in (ROOT / "scenes").rglob("*") if path.is_file()}
    with ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if not name.partition("/")[0].endswith(".dist-info")}
    assert inside == wanted
    with tarfile.open(wheel.with_name(f"skillbox_dice-{__version__}.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {str(path.relative_to(ROOT)) for path in here} | {"README.md", "LICENSE", "pyproject.toml"} <= names


def pythons() -> list[str]:
    """This Python, and others that are supported and there."""
    own = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = [name for name in ("python3.11", "python3.12", "python3.13") if name != own and shutil.which(name)]
    starts = [not subprocess.run([name, "-c", ""], capture_output=True, check=False).returncode for name in found]
    return [sys.executable, *compress(found, starts)]


@pytest.mark.slow
@pytest.mark.parametrize("interpreter", pythons(), ids=lambda name: Path(name).name)
def test_wheel_works_from_another_folder(interpreter: str, wheel: Path, tmp_path: Path) -> None:
    run(interpreter, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    scripts = place(tmp_path / "venv", "scripts")
    python, skillbox = scripts / "python", scripts / "skillbox"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(python, "-c", "import skill; print(skill.__file__)", cwd=elsewhere)
    assert str(tmp_path / "venv") in where
    listed = json.loads(run(skillbox, "list", "--json", cwd=elsewhere))
    assert {"rasanto", "el-dado", "faraday"} <= {game["slug"] for game in listed}
    assert run(skillbox, "--version", cwd=elsewhere) == f"skillbox {__version__}\n"
    assert "Mikado" in run(skillbox, "--language", "fr", "rules", "dice-mikado", cwd=elsewhere)
    assert "faraday" in run(skillbox, "scene", "list", cwd=elsewhere)
    assert "seat 1" in run(skillbox, "simulate", "rasanto", "-n", "2", cwd=elsewhere)
    told = json.loads(run(skillbox, "demo", "--json", cwd=elsewhere, SKILLBOX_HOME=str(tmp_path / "home")))
    assert told["attempts"][0].startswith("attempt success")
    assert told["frames"] > 20
    assert (elsewhere / "skillbox-faraday.gif").read_bytes()[:6] == b"GIF89a"
    assert "all agree" in run(skillbox, "replay", "skillbox-faraday.txt", "--check", cwd=elsewhere)


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """What a distribution installs with it, itself included, but for any Bullet; `found` is known already."""
    try:
        found[name] = distribution(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed here")
    for requirement in map(Requirement, found[name].requires or []):
        asked = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if asked and requirement.name not in found and not requirement.name.startswith("pybullet"):
            needed(requirement.name, found)
    return found


PLAYED = """
from pathlib import Path
from skill.app.main import open_application
from skill.app.play.match.setup import Setup
from skill.rules.catalogue import find_game
from skill.table.store import Store

game = find_game("rasanto")
app = open_application(Setup(game, 2, game.options_from({}), ("greedy", "greedy"), seed=4), (1000, 640), Store(Path()))
for _ in range(20):
    app.frame(1.0)
assert app.failed is None
print(len(app.screen.control.runtime.match.played))
"""


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_without_any_engine_everything_but_physics_works(wheel: Path, tmp_path: Path) -> None:
    """In an environment that has the wheel and links to all that it depends on, and no engine."""
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    scripts, site = place(venv, "scripts"), place(venv, "purelib")
    run(scripts / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    (installed,) = distributions(name="skillbox-dice", path=[str(site)])
    for requirement in map(Requirement, installed.requires or []):
        if requirement.marker is None and not requirement.name.startswith("pybullet"):
            for name, found in needed(requirement.name, {}).items():
                assert not name.startswith("pybullet")
                link_into(site, found)
    python, skillbox = scripts / "python", scripts / "skillbox"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    here = {"SKILLBOX_HOME": str(tmp_path / "home"), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    here |= {"SKILLBOX_RENDERER": "software", "LANGUAGE": "en"}
    where = "import importlib.util, skill; print(importlib.util.find_spec('pybullet'), skill.__file__)"
    assert run(python, "-c", where, cwd=elsewhere).startswith(f"None {venv}")
    listed = json.loads(run(skillbox, "list", "--json", cwd=elsewhere, **here))
    assert {"rasanto", "faraday"} <= {game["slug"] for game in listed}
    assert "seat 1" in run(skillbox, "simulate", "rasanto", "-n", "2", cwd=elsewhere, **here)
    assert int(run(python, "-c", PLAYED, cwd=elsewhere, **here).split()[-1]) > 0
    assert "hop " in run(skillbox, "tasks", cwd=elsewhere, **here)
    for words in (("simulate", "faraday", "-n", "1"), ("demo",), ("lab", "slip-angle")):
        told = run(skillbox, *words, cwd=elsewhere, code=2, **here)
        assert "rapier3d is not installed" in told and "pip install 'rapier3d" in told, told
        assert "Traceback" not in told


def link_into(site: Path, found: Distribution) -> None:
    """Links in a folder to the modules and packages of a distribution, and to what tells of it."""
    for top in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
        if not (site / top).exists():
            try:
                (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())
            except OSError as error:
                pytest.skip(f"no links can be made here: {error}")
