"""One command makes anew whatever a new game changes."""

from __future__ import annotations

from pathlib import Path

from tests.regenerate import LONG, QUICK, ROOT

OF_NO_GAME = {
    "tests.analyse.analysed": "of games that are named there",
    "tests.env.first_attempts": "of tasks",
    "tests.physics.answered": "of the laboratory",
    "tests.physics.experiments": "of the laboratory",
    "tests.physics.pythons": "of interpreters",
    "tests.physics.scene_limits": "of the format of scenes",
    "tests.tune.mujoco_readings": "of what MuJoCo measured",
    "tests.wheels": "of what is installed where",
}


def writers() -> set[str]:
    """The modules of the tests that write what is kept, by their names."""
    found = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    ours = {Path(__file__), ROOT / "tests" / "regenerate.py", ROOT / "tests" / "digests.py"}
    kept = [path for path, text in found.items() if '"--write"' in text or "KEPT.main(" in text]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in kept if path not in ours}


def test_it_makes_all_that_is_kept_of_games() -> None:
    assert writers() == {*QUICK, *LONG, *OF_NO_GAME}
    assert not {*QUICK, *LONG} & OF_NO_GAME.keys()
