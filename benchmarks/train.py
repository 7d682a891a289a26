"""Do policies learn the dexterity tasks? How often learned hands succeed over 100 fixed seeds.

Three ways, all with stable-baselines3:

`sac`: soft actor-critic (Haarnoja and others, 2018) from nothing.
`rlpd`: the same with prior data (Ball and others, 2023). Half of each batch are attempts of the planner, good and bad,
    the other half are its own. Actions range over those of the planner and a little beyond.
`bc`: plain behaviour cloning, a network that takes the mean action of the planner's successes, by least squares.

Settings are in `LEARNED`, the same for each task of one decision and for each of many; nothing is tuned for a seed. One
process, one thread. Tasks of many actions are learned in the wrappers of a file of `wrappers`; what is cloned there
is every input sample of the planner, as it moves its hands once a sample. The curve is the success of the last attempts
while learning, the table that of the mean action afterwards; `chance` is that of uniform choices from the same range of
actions. `python -m benchmarks.train FOLDER` keeps the policies there too, for `skillbox tasks TASK --policy FILE.zip`,
and beside one that was learned in a smaller range the file for `--wrap`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.env.tasks.environment import Floats, Observation, SkillTask
from skill.env.tasks.evaluation import Asked, evaluate, score
from skill.env.tasks.policies import planner, wrapped
from skill.env.tasks.scores import put_score, scores_file
from skill.programs import read_program

HERE = Path(__file__).parent
PLOT = Plot("success", over="steps", log=False)
SEED = 7
FIRST_SEED, FIRST_SHOWN = 10_000, 1_000_000
"""Attempts to learn from have seeds from here on, own ones and the planner's, far from those of the evaluation."""
TESTS, QUICK_TESTS = 100, 10
QUICKER = 8  # times less to learn from
CURVE = 40  # points of a curve
NET = [128, 128]


class Learned(NamedTuple):
    """How one task is learned."""

    task: str
    way: str
    """`sac`, `rlpd` or `bc`."""
    steps: int
    """Actions of the learner."""
    shown: int
    """Attempts of the planner."""
    settings: Mapping[str, Any]
    wrap: str = ""
    """The file with the wrappers in which it is learned, from this folder."""
    repeat: int | None = None
    """Input samples of an action; None for as many as the task has by itself."""


ENTROPY = -2.0
"""That of a policy in each number of an action, to which soft actor-critic is drawn: a spread of 0.03 where the range
is from -1 to 1. The default, -1, is a spread of 0.1."""
BEYOND, LEAST = 0.25, 0.005
"""How far actions may go beyond those of the planner on either side: a share of their range, and that much more."""
WRAP = """import numpy as np
from gymnasium.spaces import Box
from gymnasium.wrappers import TransformAction


def wrap(env):
    # the range in which the policy beside this file was learned; its actions mean what they mean in the task
    return TransformAction(env, lambda action: action, Box(np.float32({low}), np.float32({high})))
"""
ONE_DECISION = {
    "learning_rate": 1e-3,  # at first; it falls to 0
    "gamma": 0.0,
    "learning_starts": 200,
    "batch_size": 256,
    "ent_coef": "auto_0.05",  # at first; from the default, 1, it takes thousands of attempts to fall
}
MANY_DECISIONS = {
    "learning_rate": 1e-3,
    "gamma": 0.9,
    "learning_starts": 1000,
    "batch_size": 256,
    "ent_coef": "auto_0.05",
}
PLATE = "wrappers/plate.py"
CLONED_SHOT = {"learning_rate": 1e-3, "epochs": 1000, "batch_size": 256}
CLONED_SAMPLES = {"learning_rate": 1e-3, "epochs": 60, "batch_size": 256}
LEARNED = (
    Learned("flick-once", "sac", 2500, 0, ONE_DECISION),
    Learned("throw-once", "sac", 2500, 0, ONE_DECISION),
    Learned("flick-once", "rlpd", 2000, 200, ONE_DECISION),
    Learned("throw-once", "rlpd", 2000, 200, ONE_DECISION),
    Learned("throw-to-once", "rlpd", 2000, 200, ONE_DECISION),
    Learned("throw-in-once", "rlpd", 2000, 200, ONE_DECISION),
    Learned("throw-to-once", "bc", 0, 250, CLONED_SHOT),
    Learned("throw-in-once", "bc", 0, 200, CLONED_SHOT),
    Learned("throw-once", "bc", 0, 150, CLONED_SHOT),
    Learned("flick-once", "bc", 0, 250, CLONED_SHOT),
    Learned("set", "bc", 0, 40, CLONED_SAMPLES),
    Learned("hop-far", "sac", 30_000, 0, MANY_DECISIONS, PLATE),
    Learned("join", "sac", 200_000, 0, MANY_DECISIONS, PLATE),
    Learned("hop-far", "bc", 0, 40, CLONED_SAMPLES, repeat=1),
    Learned("join", "bc", 0, 40, CLONED_SAMPLES, repeat=1),
)


def measure(quick: bool, only: str, into: Path | None = None) -> Iterator[Row]:
    """A row for each point of a curve, and one for what was learned; policies are kept in `into` if it is given."""
    package("stable_baselines3")
    with tempfile.TemporaryDirectory() as folder:
        for each in LEARNED:
            if only in each.task:
                yield from learn(each, quick, into or Path(folder))


def learn(each: Learned, quick: bool, folder: Path) -> Iterator[Row]:
    """The rows of one task and way; the policy is kept in the folder, its score in the table unless it is `quick`."""
    import stable_baselines3
    import torch

    torch.set_num_threads(1)
    if quick:  # still more actions than those before learning starts
        each = each._replace(steps=each.steps // QUICKER, shown=each.shown // QUICKER)
    begun = time.process_time()
    model, curve = (_cloned if each.way == "bc" else _sac)(each)
    spent_s = time.process_time() - begun
    for at, share in curve:
        yield Row(each.task, each.way, {"steps": at, "success": share})
    path = folder / f"{each.way}-{each.task}.zip"
    model.save(path)
    wrap = str(HERE / each.wrap) if each.wrap else _wrapping(path.with_suffix(".py"), model.action_space)
    asked = Asked(each.task, str(path), repeat=each.repeat, wrap=wrap)
    tests = range(QUICK_TESTS if quick else TESTS)
    found = score(asked, evaluate(asked, tests))
    if not quick:
        put_score(scores_file(), found._replace(policy=each.way))
    figures = {"tests": found.seeds, "success after": found.success, "low": found.low, "high": found.high}
    if each.way != "bc":
        figures["chance"] = score(asked, evaluate(asked._replace(policy="random"), tests)).success
    made = f"seed {SEED}, stable-baselines3=={stable_baselines3.__version__} torch=={torch.__version__}"
    figures |= {"own actions": each.steps, "shown": each.shown, "spent s": spent_s}
    yield Row(each.task, each.way, figures, made)


# -- what the planner shows


class Moment(NamedTuple):
    """One action of the planner, and what came of it."""

    seen: Observation
    action: Floats
    reward: float
    after: Observation
    is_last: bool


def _shown(env: SkillTask, attempts: int) -> Iterator[tuple[list[Moment], bool]]:
    """Attempts of the planner, and whether they succeeded."""
    for seed in range(FIRST_SHOWN, FIRST_SHOWN + attempts):
        seen, info = env.reset(seed=seed)
        act, attempt, is_over = planner(env, seed), list[Moment](), False
        while not is_over:
            action = act(seen)
            after, reward, terminated, truncated, info = env.step(action)
            attempt.append(Moment(seen, action, reward, after, terminated))
            seen, is_over = after, terminated or truncated
        yield attempt, info["is_success"]


# -- the ways

Result = tuple[Any, list[tuple[float, float]]]
"""A model; after how many actions which share of the last attempts succeeded."""


def _sac(each: Learned) -> Result:
    """A policy by soft actor-critic, in actions around those of the planner if it shows some."""
    from stable_baselines3 import SAC
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.utils import LinearSchedule

    ended: list[tuple[int, bool]] = []

    class Watch(BaseCallback):
        def _on_step(self) -> bool:
            for info, is_done in zip(self.locals["infos"], self.locals["dones"], strict=True):
                if is_done:
                    ended.append((self.num_timesteps, info["is_success"]))
            return True

    task = SkillTask(each.task, reward="shaped")
    shown = [moment for attempt, _ in _shown(task, each.shown) for moment in attempt]
    if shown:
        task.action_space = _around(np.array([moment.action for moment in shown]))
    env = Monitor(wrapped(task, read_program(HERE / each.wrap) if each.wrap else None))
    env.reset(seed=FIRST_SEED)
    settings = {
        **each.settings,
        "learning_rate": LinearSchedule(each.settings["learning_rate"], 0.0, 1.0),
        "target_entropy": ENTROPY * env.action_space.shape[0],
    }
    seeing = "MlpPolicy" if each.wrap else "MultiInputPolicy"
    model = SAC(seeing, env, seed=SEED, device="cpu", policy_kwargs={"net_arch": NET}, **settings)
    if shown:
        model.replay_buffer = _half_shown(model, each.steps, shown)
    model.learn(each.steps, callback=Watch())
    env.close()
    curve = []
    for low, high in pairwise(np.linspace(0, each.steps, CURVE + 1)):
        part = [won for at, won in ended if low < at <= high]
        if part:
            curve.append((float(high), float(np.mean(part))))
    return model, curve


def _around(actions: Floats) -> Box:
    """The range of these actions (n, columns) and a little beyond."""
    low, high = actions.min(axis=0), actions.max(axis=0)
    margin = BEYOND * (high - low) + LEAST
    return Box(np.clip(low - margin, -1, 1), np.clip(high + margin, -1, 1), dtype=np.float32)


def _wrapping(path: Path, space: Box) -> str | None:
    """The file that gives a task the actions with which a policy was learned; None, and no file, if it has them."""
    if np.all(space.low == -1) and np.all(space.high == 1):
        return None
    path.write_text(WRAP.format(low=space.low.tolist(), high=space.high.tolist()), encoding="utf-8")
    return str(path)


def _half_shown(model: Any, steps: int, moments: list[Moment]) -> Any:
    """A replay buffer of which half of each batch are the planner's moments."""
    import torch
    from stable_baselines3.common.buffers import DictReplayBuffer
    from stable_baselines3.common.type_aliases import DictReplayBufferSamples

    class HalfShown(DictReplayBuffer):
        def sample(self, batch_size: int, env: Any = None) -> Any:
            halves = super().sample(batch_size // 2, env), shown.sample(batch_size - batch_size // 2, env)
            return DictReplayBufferSamples(*(joined(parts) for parts in zip(*halves, strict=True)))

    def joined(parts: Any) -> Any:
        if isinstance(parts[0], dict):
            return {key: torch.cat([part[key] for part in parts]) for key in parts[0]}
        return None if parts[0] is None else torch.cat(parts)  # None: discounts, which only longer returns have

    spaces = model.observation_space, model.action_space
    shown = DictReplayBuffer(len(moments), *spaces, device="cpu")
    for seen, action, reward, after, is_last in moments:
        scaled = model.policy.scale_action(action)
        shown.add(seen, after, scaled, np.array([reward]), np.array([is_last]), [{}])
    return HalfShown(steps, *spaces, device="cpu")


def _cloned(each: Learned) -> Result:
    """A policy that does what the planner did in the attempts that succeeded; there is no curve of attempts."""
    import torch
    from stable_baselines3 import PPO

    env = SkillTask(each.task, repeat=each.repeat)
    good = [moment for attempt, won in _shown(env, each.shown) if won for moment in attempt]
    model = PPO("MultiInputPolicy", env, seed=SEED, device="cpu", policy_kwargs={"net_arch": NET})
    policy = model.policy
    inputs = {key: torch.as_tensor(np.array([one.seen[key] for one in good])) for key in good[0].seen}
    wanted = torch.as_tensor(np.array([one.action for one in good]))
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
