"""The tools as a set: each has its table in a scene and a module of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import skill.physics.tools
from skill.physics.scene import TOOLS, Scene, load_scene, scene_names
from skill.physics.tools import Toolset, tool_class, toolset_columns
from skill.physics.tools.tool import Tool


@pytest.mark.parametrize("name", TOOLS)
def test_the_table_of_a_tool_names_its_module_and_class(name: str) -> None:
    tool = tool_class(name)
    assert issubclass(tool, Tool) and tool.name == name and tool.columns


def test_every_tool_has_a_table_in_scenes() -> None:
    for path in Path(skill.physics.tools.__file__).parent.glob("*.py"):
        classes = [line for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("(Tool):")]
        assert len(classes) == (path.stem in TOOLS), path.name


def test_samples_have_the_columns_of_the_tools_in_their_order() -> None:
    several: list[Scene] = [scene for scene in map(load_scene, scene_names()) if len(scene.tools) > 1]
    assert several
    for scene in several:
        assert scene.tools == tuple(name for name in TOOLS if getattr(scene, name) is not None)
        toolset = Toolset(scene, None)
        assert toolset.columns == toolset_columns(scene) and len(toolset.rest) == len(toolset.columns)
        assert toolset.name == "+".join(scene.tools)


def test_a_scene_loads_the_tools_that_it_has_and_no_others() -> None:
    code = (
        "import sys\n"
        "from skill.physics.scene import load_scene\n"
        "scene = load_scene('faraday')\n"
        "assert not any(name.startswith('skill.physics.tools') for name in sys.modules)\n"
        "from skill.physics.tools import Toolset\n"
        "Toolset(scene, 1)\n"
        "print(*(name for name in sys.modules if name.startswith('skill.physics.tools.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {f"skill.physics.tools.{name}" for name in ("motion", "tilt", "tool")}
