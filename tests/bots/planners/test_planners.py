"""Which planner an attempt gets: by the names of files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from skill.bots import planners
from skill.bots.planners import planned_samples, planner_names
from skill.errors import Unavailable
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene, scene_names
from tests.bots.planners.tries import asked

STILL = """
def planned_samples(spec, running, seed):
    yield running.toolset.rest
"""


def test_a_new_planner_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a scene it goes before that for the tools."""
    _, spec = asked("faraday", 1)
    running = AttemptRun(load_scene("faraday"), spec.start)
    (tmp_path / "faraday.py").write_text(STILL)
    monkeypatch.setattr(planners, "__path__", [*planners.__path__, str(tmp_path)])
    assert list(planned_samples(spec, running, 1)) == [running.toolset.rest]
    sys.modules.pop("skill.bots.planners.faraday")


def test_planners_are_named_for_scenes_and_tools() -> None:
    scenes = {name.replace("-", "_") for name in scene_names()}
    tools = {"tilt", "tilt_press", "breath", "throw", "flick", "ladle", "hand", "knock", "pour"}
    exercises = {"pull", "balcony", "flick_hit"}  # named by the tasks that they are for
    assert tools | exercises <= planner_names() <= scenes | tools | exercises


@pytest.mark.parametrize("name", ["shared", "pulse-search", "__init__", "planners.tilt", ".."])
def test_no_other_module_is_taken_for_a_planner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, spec = asked("faraday", 1)
    running = AttemptRun(load_scene("faraday"), spec.start)
    monkeypatch.setattr(running, "scene", running.scene.model_copy(update={"name": name}))
    monkeypatch.setattr(running.toolset, "name", "feet")
    with pytest.raises(Unavailable, match="no bot knows how to use feet"):
        planned_samples(spec, running, 1)
