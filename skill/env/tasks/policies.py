"""Who acts in a task: at random, as a planner does, as a file says.

A policy is begun anew for each attempt and then asked for one action after the other. A file `NAME.py` has a function
`policy(observation)` or, where it needs more than what is seen, `begin(env, seed)`, which returns such a function;
`NAME.zip` is a policy that stable-baselines3 saved.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from skill.bots import planners
from skill.env.tasks.environment import Floats, Observation, SkillTask
from skill.errors import FileError, Unavailable, UnknownName
from skill.programs import Program, read_program, run_program

Act = Callable[[Observation], Floats]
Policy = Callable[[SkillTask, int], Act]
"""Begins an attempt of an environment that was just reset, with a seed of its own."""
NAMED = ("random", "planner")
GO = 0.5  # the last number of a sample that lets go


def find_policy(name: str, program: Program | None = None) -> Policy:
    """The policy of that name or in that file, as `read_policy` has read it. Raises `UnknownName`, `FileError`,
    `Unavailable`.
    """
    if name == "random":
        return random
    if name == "planner":
        return planner
    program = program or read_program(Path(check_name(name)))
    return programmed(program) if program.path.suffix == ".py" else learned(program)


def check_name(name: str) -> str:
    """The name of a policy. Raises `UnknownName` for what is none."""
    if name not in NAMED and Path(name).suffix not in (".py", ".zip"):
        raise UnknownName(
            "policy {name}: expected {known}, FILE.py or FILE.zip", name=repr(name), known=", ".join(NAMED)
        )
    return name


def read_policy(name: str) -> Program | None:
    """The program that is the policy of that name, which is not run yet; None for one of `NAMED`. Raises `UnknownName`
    and `FileError`.
    """
    return None if check_name(name) in NAMED else read_program(Path(name))


def repeat_of(name: str) -> int | None:
    """How many input samples an action of that policy lasts: planners move their hands once a sample."""
    return 1 if name == "planner" else None


def random(env: SkillTask, seed: int) -> Act:
    """Every action alike."""
    env.action_space.seed(seed)

    def act(_seen: Observation) -> Floats:
        return env.action_space.sample()

    return act


def planner(env: SkillTask, seed: int) -> Act:
    """The hands of a bot, which know more than what is seen. Raises `Unavailable` where there is no plan."""
    module = env.task.planner
    planned = import_module(f"{planners.__name__}.{module}").planned_samples if module else planners.planned_samples
    samples = planned(env.asked, env.running, seed)
    rest = env.running.toolset.rest
    following = _letting_go(samples) if env.task.once else chain(samples, repeat(rest))

    def act(_seen: Observation) -> Floats:
        return env.action_of(next(following, rest))

    return act


def _letting_go(samples: Iterator[Any]) -> Iterator[Any]:
    """The sample that lets go."""
    return (sample for sample in samples if sample[-1] >= GO)


def programmed(program: Program) -> Policy:
    """The policy in a Python file."""
    path = program.path
    try:
        module = run_program(program, "skillbox_policy")
    except (Exception, SystemExit) as error:
        raise FileError(
            "{path}: cannot be run: {kind}: {error}", path=path, kind=type(error).__name__, error=str(error)
        ) from error
    if begin := getattr(module, "begin", None):
        policy: Policy = begin
        return policy
    act = getattr(module, "policy", None)
    if not callable(act):
        raise FileError("{path}: expected a function policy(observation) or begin(env, seed)", path=path)
    return lambda env, seed: act


def learned(program: Program) -> Policy:
    """The policy that stable-baselines3 saved in a file; it acts by its mean."""
    path = program.path
    try:
        import stable_baselines3
    except ImportError:
        raise Unavailable(
            "{path}: a learned policy needs stable-baselines3: pip install '.[train]' in Skillbox's checkout", path=path
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(program.source)) as file:
            kind = json.loads(file.read("data"))["policy_class"]["__module__"]
        names = {"sac": "SAC", "td3": "TD3", "dqn": "DQN"}
        algorithm = getattr(stable_baselines3, next((names[part] for part in kind.split(".") if part in names), "PPO"))
        model = algorithm.load(io.BytesIO(program.source), device="cpu")
    except Exception as error:  # whatever zip files, pickles and tensors hold that are none
        text = "{path}: expected a policy that stable-baselines3 saved: {kind}: {error}"
        raise FileError(text, path=path, kind=type(error).__name__, error=str(error)) from None

    def begin(env: SkillTask, seed: int) -> Act:
        def act(seen: Observation) -> Floats:
            action: Floats = model.predict(seen, deterministic=True)[0]
            return action

        return act

    return begin
