"""Benchmarks of learning: what wrappers make of a task, and a short run of each way gives a policy that acts within its
range.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from benchmarks.train import LEARNED, QUICKER, learn
from benchmarks.wrappers.plate import MOVES, wrap
from skill.env.tasks.environment import SkillTask

learns = pytest.mark.skipif(find_spec("stable_baselines3") is None, reason="it needs stable-baselines3")


@pytest.mark.parametrize("name", MOVES)
def test_small_moves_are_those_of_the_columns(name: str) -> None:
    env = wrap(SkillTask(name))
    first, _ = env.reset(seed=3)
    assert env.observation_space.contains(first)
    low = np.array([least for least, _ in MOVES[name].values()])
    for _ in range(3):  # hands take a moment to get there
        seen, *_ = env.step(np.full(len(low), -1.0, np.float32))
    task = env.unwrapped
    assert isinstance(task, SkillTask)
    hands = dict(zip(task.columns, task.running.toolset.now, strict=True))
    assert [hands[column] for column in MOVES[name]] == pytest.approx(low, abs=0.05)
    assert all(abs(at) < 0.05 for column, at in hands.items() if column not in MOVES[name])
    assert seen[: len(low)] == pytest.approx(-1.0, abs=0.1)
    assert np.any(seen != first)
    env.close()


@learns
@pytest.mark.slow
def test_a_task_of_many_actions_is_learned_in_its_wrappers(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        fresh.submit(check_wrapped_run, tmp_path).result()


def check_wrapped_run(tmp_path: Path) -> None:
    """Learns a little, and evaluates what it has learned and what is drawn from the same range."""
    each = next(each for each in LEARNED if (each.way, each.task) == ("sac", "hop-far"))
    steps = each.settings["learning_starts"] + 50
    *_, found = learn(each._replace(steps=steps * QUICKER), True, tmp_path)
    assert found.figures["own actions"] == steps
    assert found.figures["tests"] == 10 and found.figures["chance"] == 0
    assert (tmp_path / "sac-hop-far.zip").exists() and not (tmp_path / "sac-hop-far.py").exists()


@learns
@pytest.mark.slow
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
