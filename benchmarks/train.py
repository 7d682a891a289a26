"""Do policies learn the dexterity tasks? How often learned hands succeed over 100 fixed seeds.

Single decisions and one task of ten actions a second by soft actor-critic (Haarnoja and others, 2018), as
stable-baselines3 has it; others by plain behaviour cloning: a network that takes the mean action of the planner's
successful attempts, by least squares. Settings are in `LEARNED`, nothing is tuned for a seed. One process each, and one
thread; the curve is the success of the last attempts while learning, the table that of the mean action afterwards.
`python -m benchmarks.train FOLDER` also keeps the policies there, for `skillbox tasks TASK --policy FILE.zip`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.env.tasks.environment import SkillTask
from skill.env.tasks.evaluation import Asked, evaluate, put_score, score, scores_file
from skill.env.tasks.policies import planner

PLOT = Plot("success", over="steps", log=False)
SEED = 7
FIRST_SEED = 10_000
"""Attempts to learn from have seeds from here on, far from those of the evaluation."""
TESTS, QUICK_TESTS = 100, 10
CURVE = 40  # points of a curve
NET = [128, 128]


class Learned(NamedTuple):
    """How one task is learned."""

    task: str
    way: str
    """`sac` or `bc`."""
    steps: int
    """Actions of the learner, or attempts of the planner that are cloned."""
    settings: dict[str, Any]


ONE_DECISION = {"learning_rate": 1e-3, "gamma": 0.0, "learning_starts": 200, "batch_size": 128}
CLONED_SHOT = {"learning_rate": 1e-3, "epochs": 1000, "batch_size": 256}
LEARNED = (
    Learned("throw-once", "sac", 2500, ONE_DECISION),
    Learned("flick-once", "sac", 2500, ONE_DECISION),
    Learned("knock-top-once", "sac", 2500, ONE_DECISION),
    Learned("press", "sac", 2500, {"learning_rate": 1e-3, "gamma": 0.95, "learning_starts": 300, "batch_size": 128}),
    Learned("throw-to-once", "bc", 250, CLONED_SHOT),
    Learned("throw-in-once", "bc", 200, CLONED_SHOT),
    Learned("throw-once", "bc", 150, CLONED_SHOT),
    Learned("flick-once", "bc", 250, CLONED_SHOT),
    Learned("set", "bc", 40, {"learning_rate": 1e-3, "epochs": 60, "batch_size": 256}),
)


def measure(quick: bool, only: str, into: Path | None = None) -> Iterator[Row]:
    """A row for each point of a curve, and one for what was learned; policies are kept in `into` if it is given."""
    package("stable_baselines3")
    with tempfile.TemporaryDirectory() as folder:
        for each in LEARNED:
            if only in each.task:
                yield from _learned(each, quick, into or Path(folder))


def _learned(each: Learned, quick: bool, folder: Path) -> Iterator[Row]:
    import torch

    torch.set_num_threads(1)
    steps = each.steps // 20 if quick else each.steps
    begun = time.process_time()
    model, curve = (_sac if each.way == "sac" else _cloned)(each, steps)
    spent_s = time.process_time() - begun
    for at, share in curve:
        yield Row(each.task, each.way, {"steps": at, "success": share})
    path = folder / f"{each.way}-{each.task}.zip"
    model.save(path)
    asked = Asked(each.task, str(path))
    found = score(asked, evaluate(asked, range(QUICK_TESTS if quick else TESTS)))
    if not quick:
        put_score(scores_file(), found._replace(policy=each.way))
    figures = {"tests": found.seeds, "success after": found.success, "low": found.low, "high": found.high}
    yield Row(each.task, each.way, {**figures, "learned from": steps, "spent s": spent_s}, f"seed {SEED}")


def _sac(each: Learned, steps: int) -> tuple[Any, list[tuple[float, float]]]:
    """A policy by soft actor-critic, and how many of the attempts of each part of the way succeeded."""
    from stable_baselines3 import SAC
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.monitor import Monitor

    ended: list[tuple[int, bool]] = []

    class Watch(BaseCallback):
        def _on_step(self) -> bool:
            for info, is_done in zip(self.locals["infos"], self.locals["dones"], strict=True):
                if is_done:
                    ended.append((self.num_timesteps, info["is_success"]))
            return True

    env = Monitor(SkillTask(each.task, reward="shaped"))
    env.reset(seed=FIRST_SEED)
    model = SAC("MultiInputPolicy", env, seed=SEED, device="cpu", policy_kwargs={"net_arch": NET}, **each.settings)
    model.learn(steps, callback=Watch())
    env.close()
    bins = np.linspace(0, steps, CURVE + 1)
    curve = []
    for low, high in pairwise(bins):
        part = [won for at, won in ended if low < at <= high]
        if part:
            curve.append((float(high), float(np.mean(part))))
    return model, curve


def _cloned(each: Learned, attempts: int) -> tuple[Any, list[tuple[float, float]]]:
    """A policy that does what the planner did in the attempts that succeeded; there is no curve of attempts."""
    import torch
    from stable_baselines3 import PPO

    env = SkillTask(each.task)
    seen, done = [], []
    for seed in range(FIRST_SEED, FIRST_SEED + attempts):
        observation, info = env.reset(seed=seed)
        act, own, is_over = planner(env, seed), [], False
        while not is_over:
            action = act(observation)
            own.append((observation, action))
            observation, _, terminated, truncated, info = env.step(action)
            is_over = terminated or truncated
        if info["is_success"]:
            seen += [one for one, _ in own]
            done += [action for _, action in own]
    model = PPO("MultiInputPolicy", env, seed=SEED, device="cpu", policy_kwargs={"net_arch": NET})
    policy = model.policy
    inputs = {key: torch.as_tensor(np.array([one[key] for one in seen])) for key in seen[0]}
    wanted = torch.as_tensor(np.array(done))
    optimiser = torch.optim.Adam(policy.parameters(), lr=each.settings["learning_rate"])
    rng = np.random.default_rng(SEED)
    policy.train()
    for _ in range(each.settings["epochs"]):
        for some in np.array_split(rng.permutation(len(wanted)), max(1, len(wanted) // each.settings["batch_size"])):
            mean = policy.get_distribution({key: value[some] for key, value in inputs.items()}).mode()
            loss = ((mean - wanted[some]) ** 2).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    env.close()
    return model, []


if __name__ == "__main__":
    for row in measure("--quick" in sys.argv, "", Path(sys.argv[1])):
        print(row)
