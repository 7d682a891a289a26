"""The wheel: built, installed in a fresh environment, and used from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command prints, without anything of this checkout or of a display in its surroundings."""
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
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_wheel_works_from_another_folder(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT, cwd=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("skillbox-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    skillbox = tmp_path / "venv" / "bin" / "skillbox"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = run(python, "-c", "import skill; print(skill.__file__)", cwd=elsewhere)
    assert str(tmp_path / "venv") in where
    listed = json.loads(run(skillbox, "list", "--json", cwd=elsewhere))
    assert {"rasanto", "el-dado", "faraday"} <= {game["slug"] for game in listed}
    assert "faraday" in run(skillbox, "scene", "list", cwd=elsewhere)
    told = json.loads(run(skillbox, "demo", "--json", cwd=elsewhere, SKILLBOX_HOME=str(tmp_path / "home")))
    assert told["attempts"][0].startswith("attempt success")
    assert told["frames"] > 20
    assert (elsewhere / "skillbox-faraday.gif").read_bytes()[:6] == b"GIF89a"
    assert "all agree" in run(skillbox, "replay", "skillbox-faraday.txt", "--check", cwd=elsewhere)
