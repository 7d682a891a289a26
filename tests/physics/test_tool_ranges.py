"""What each number of a sample can be: every tool of every scene says it, and keeps to it."""

from __future__ import annotations

import pytest

from skill.physics.scene import TOOLS, load_scene, scene_names
from skill.physics.tools import Toolset, tool_class, toolset_columns, toolset_ranges

WITH_TOOLS = [name for name in scene_names() if load_scene(name).tools]


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_has_a_range_with_a_unit_for_each_column(name: str) -> None:
    tool = tool_class(name)
    assert len(tool.ranges) == len(tool.columns)
    named = {"deg": "_deg", "m/s": "_m_s", "1/s": "_per_s", "weights": "_weights"}
    for column, each in zip(tool.columns, tool.ranges, strict=True):
        for unit, ending in named.items():
            assert column.endswith(ending) <= (each.unit == unit), column


@pytest.mark.parametrize("name", WITH_TOOLS)
def test_tools_begin_within_their_ranges(name: str) -> None:
    scene = load_scene(name)
    ranges, now = toolset_ranges(scene), Toolset(scene, 0).now
    assert len(ranges) == len(now) == len(toolset_columns(scene))
    for column, (low, high, _), value in zip(toolset_columns(scene), ranges, now, strict=True):
        assert low < high, column
        assert low - 1e-9 <= value <= high + 1e-9, column


@pytest.mark.parametrize("name", WITH_TOOLS)
def test_a_tool_touches_dice_by_what_it_does_and_not_at_rest(name: str) -> None:
    scene = load_scene(name)
    toolset = Toolset(scene, None)
    assert toolset.touches(toolset.rest) == (False,) * len(toolset.tools)
    most = tuple(high for _, high, _ in toolset_ranges(scene))
    assert toolset.touches(most) == (True,) * len(toolset.tools)


def test_a_limit_in_metres_is_told_in_edges() -> None:
    scene = load_scene("malicious-pleasure")
    assert scene.throw is not None
    reach = scene.throw.reach_m / scene.dice.edge_m
    assert toolset_ranges(scene)[0] == (-reach, reach, "edges")
