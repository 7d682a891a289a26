"""Benchmarks of learning: a short run of each way gives a policy that acts within its range."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from benchmarks.train import LEARNED, learn
from skill.env.tasks.environment import SkillTask

pytestmark = pytest.mark.slow


@pytest.mark.skipif(find_spec("stable_baselines3") is None, reason="it needs stable-baselines3")
@pytest.mark.parametrize("way", ["rlpd", "bc"])
def test_a_short_run_gives_a_policy(way: str, tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # torch crashes where OpenGL is in use
        fresh.submit(check_short_run, way, tmp_path).result()


def check_short_run(way: str, tmp_path: Path) -> None:
    """Learns, and lets the policy act."""
    import stable_baselines3 as baselines

    each = next(each for each in LEARNED if (each.way, each.task) == (way, "throw-once"))
    *curve, found = learn(each, True, tmp_path)
    assert found.figures["tests"] == 10 and 0 <= found.figures["success after"] <= 1
    steps = [row.figures["steps"] for row in curve]
    assert steps == sorted(steps) and bool(steps) == (way != "bc")
    model = (baselines.PPO if way == "bc" else baselines.SAC).load(tmp_path / f"{way}-throw-once.zip", device="cpu")
    width = (model.action_space.high - model.action_space.low).max()
    assert 0 < width < 0.2 if way == "rlpd" else width == 2  # throws of the planner are all alike
    assert (tmp_path / f"{way}-throw-once.py").exists() == (width < 2), "the range, for `--wrap`"
    env = SkillTask("throw-once")
    seen, _ = env.reset(seed=1)
    action = model.predict(seen, deterministic=True)[0]
    assert np.all(action >= model.action_space.low) and np.all(action <= model.action_space.high)
    env.close()
