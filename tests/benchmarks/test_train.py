"""Benchmarks of learning: a short run of each way gives a policy that acts within its range."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.train import LEARNED, learn
from skill.env.tasks.environment import SkillTask

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", ["rlpd", "bc"])
def test_a_short_run_gives_a_policy(way: str, tmp_path: Path) -> None:
    baselines = pytest.importorskip("stable_baselines3")
    each = next(each for each in LEARNED if (each.way, each.task) == (way, "throw-once"))
    *curve, found = learn(each, True, tmp_path)
    assert found.figures["tests"] == 10 and 0 <= found.figures["success after"] <= 1
    steps = [row.figures["steps"] for row in curve]
    assert steps == sorted(steps) and bool(steps) == (way != "bc")
    model = (baselines.PPO if way == "bc" else baselines.SAC).load(tmp_path / f"{way}-throw-once.zip", device="cpu")
    width = (model.action_space.high - model.action_space.low).max()
    assert 0 < width < 0.2 if way == "rlpd" else width == 2  # throws of the planner are all alike
    env = SkillTask("throw-once")
    seen, _ = env.reset(seed=1)
    action = model.predict(seen, deterministic=True)[0]
    assert np.all(action >= model.action_space.low) and np.all(action <= model.action_space.high)
    env.close()
