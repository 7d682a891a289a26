"""Where there is no Bullet the window opens all the same, and games without physics are played in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLAYED = """
import sys
sys.modules["pybullet"] = None
from pathlib import Path
from skill.app.main import open_application
from skill.app.play.match.setup import Setup
from skill.rules.catalogue import find_game
from skill.table.store import Store

game = find_game("rasanto")
app = open_application(Setup(game, 2, game.options_from({}), ("greedy", "greedy"), seed=4), (1000, 640), Store(Path()))
for _ in range(20):
    app.frame(1.0)
assert app.failed is None and app.screen.control.runtime.match.played
"""


def test_bots_play_in_the_window_without_physics(tmp_path: Path) -> None:
    unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}
    environment = {**os.environ, **unseen, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", PLAYED]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
