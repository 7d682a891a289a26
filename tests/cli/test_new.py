"""`skillbox new`: what it writes works, passes its own test, and nothing is written over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skill.cli.new import write_game, write_scene
from skill.errors import FileError, UnknownName
from skill.physics.scene import load_scene

ROOT = Path(__file__).parents[2]


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_new_game_passes_its_test_and_plays(tmp_path: Path) -> None:
    assert run("skill", "new", "tower", "--scene", cwd=tmp_path).returncode == 0
    tested = run("pytest", "-q", "test_tower.py", cwd=tmp_path)
    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr
    played = run("skill", "simulate", "tower.py", "-n", "5", "--players", "3", cwd=tmp_path)
    assert "Tower: 5 matches" in played.stdout, played.stderr
    told = run("skill", "analyse", "tower.py", "-n", "2", "--bot", "random", "--ladder", "random,greedy", cwd=tmp_path)
    assert told.returncode == 0 and "height=2" in told.stdout, told.stderr
    assert "height = 3" in run("skill", "rules", "tower.py", "--trust", cwd=tmp_path).stdout
    assert "good" in run("skill", "scene", "check", "tower.toml", cwd=tmp_path).stdout


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "test_tower.py").write_text("mine")
    with pytest.raises(FileError, match="exists already"):
        write_game("tower", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["test_tower.py"]
    assert (tmp_path / "test_tower.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "Tower", "1st", "my-game", "class", "random", "skill", "../tower"])
def test_names_that_cannot_be_a_module_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="expected small letters"):
        write_game(name, tmp_path)


def test_a_new_scene_is_good_and_never_written_over(tmp_path: Path) -> None:
    for code, said in ((0, "written"), (2, "exists already")):
        done = run("skill", "scene", "new", "my-plate", cwd=tmp_path)
        assert done.returncode == code and said in done.stdout + done.stderr
    assert load_scene(tmp_path / "my-plate.toml").title == "My Plate"
    with pytest.raises(UnknownName, match="expected small letters"):
        write_scene("../plate", tmp_path)
