"""The policies of a task: random, a planner, or one from a file.

A policy is begun anew for each attempt and then asked for one action after the other. A file `NAME.py` has a function
`policy(observation)` or, where it needs more than what is seen, `begin(env, seed)`, which returns such a function;
`NAME.zip` is a policy that stable-baselines3 saved.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.spaces import Box

from skill.bots import planners
from skill.env.tasks.environment import Floats, Observation, SkillTask
from skill.errors import FileError, SkillboxError, Unavailable, UnknownName, shortened
from skill.programs import Program, read_program, run_program

Act = Callable[[Observation], Floats]
Policy = Callable[[SkillTask, int], Act]
"""Begins an attempt of an environment that was just reset, with a seed of its own."""
NAMED = ("random", "planner")
LONG = 400  # characters of a space in a message


class Algorithm(NamedTuple):
    """How a file of an algorithm is known."""

    name: str
    policies: str
    """The module of its policies."""
    has: tuple[str, ...] = ()
    """What it notes of itself, where several have policies of that module."""


ON_POLICY = "stable_baselines3.common.policies"
ALGORITHMS = (
    Algorithm("PPO", ON_POLICY, ("clip_range",)),
    Algorithm("A2C", ON_POLICY, ("ent_coef", "vf_coef")),
    Algorithm("SAC", "stable_baselines3.sac.policies"),
    Algorithm("TD3", "stable_baselines3.td3.policies"),  # DDPG too
    Algorithm("RecurrentPPO", "sb3_contrib.common.recurrent.policies"),
    Algorithm("TQC", "sb3_contrib.tqc.policies"),
    Algorithm("CrossQ", "sb3_contrib.crossq.policies"),
)
"""Those that act with numbers from -1 to 1."""
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
    module = _module(program)
    begin, act = getattr(module, "begin", None), getattr(module, "policy", None)
    if not callable(begin) and not callable(act):
        raise FileError("{path}: expected a function policy(observation) or begin(env, seed)", path=program.path)

    def begun(env: SkillTask, seed: int) -> Act:
        with told_of(program):
            chosen = begin(env, seed) if callable(begin) else act
        if not callable(chosen):
            raise FileError("{path}: begin(env, seed): expected a function of what is seen", path=program.path)

        def acting(seen: Observation) -> Floats:
            with told_of(program):
                action: Floats = chosen(seen)
            return action

        return acting

    return begun


def wrapped(env: SkillTask, wrap: Program | None) -> Any:
    """A task in the wrappers that the function `wrap` of a program puts round it; as it is without one."""
    if wrap is None:
        return env
    around = getattr(_module(wrap, "skillbox_wrap"), "wrap", None)
    if not callable(around):
        raise FileError("{path}: expected a function wrap(env)", path=wrap.path)
    with told_of(wrap):
        made = around(env)
    if not isinstance(made, gymnasium.Env) or made.unwrapped is not env:
        raise FileError("{path}: wrap(env): expected the environment that it was given, in wrappers", path=wrap.path)
    return made


def _module(program: Program, name: str = "skillbox_policy") -> Any:
    """The module that a Python file is."""
    try:
        return run_program(program, name)
    except (Exception, SystemExit) as error:
        raise FileError(
            "{path}: cannot be run: {kind}: {error}", path=program.path, kind=type(error).__name__, error=str(error)
        ) from error


@contextmanager
def told_of(program: Program | None) -> Iterator[None]:
    """A block in which what a program has defined is called. What it raises is told with the program's file and line.

    Raises `FileError`; also where it would have ended ours.
    """
    try:
        yield
    except SkillboxError:
        raise
    except (Exception, SystemExit) as error:
        if program is None:
            raise
        path = program.path
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        text = "{path}, line {line}: {kind}: {error}" if lines else "{path}: {kind}: {error}"
        kind = type(error).__name__
        raise FileError(text, path=path, line=lines[-1] if lines else 0, kind=kind, error=str(error)) from error


@dataclass(frozen=True)
class Learned:
    """A policy that stable-baselines3 has saved; it acts by its mean, and keeps its state from action to action."""

    path: Path
    model: Any

    def check(self, env: Any) -> None:
        """Raises `FileError` unless it was learned with the spaces of this environment."""
        for what in ("action_space", "observation_space"):
            own, asked = getattr(self.model, what), getattr(env, what)
            if own != asked and not _is_turned(own, asked):
                raise FileError(
                    "{path}: learned with {what} {own}; task {task} has {asked}; if it was trained in wrappers, give "
                    "them by --wrap FILE.py, with a function wrap(env)",
                    path=self.path,
                    what=what,
                    own=shortened(str(own), LONG),
                    task=env.unwrapped.task.name,
                    asked=shortened(str(asked), LONG),
                )

        if last := self._strange(env.observation_space):
            raise FileError(
                "{path}: learned with observations that task {task} never makes, such as {last}; if they were "
                "normalised, do so by --wrap FILE.py, with a function wrap(env)",
                path=self.path,
                task=env.unwrapped.task.name,
                last=shortened(last, LONG),
            )

        task = env.unwrapped
        if env is task and (number := self._between(task)):
            raise FileError(
                "{path}: learned from what task {task} shows after input sample {number}, where no action of {repeat} "
                "samples ends; if it was trained with another repeat, give that by --repeat",
                path=self.path,
                task=task.task.name,
                number=number,
                repeat=task.repeat,
            )

    def _between(self, task: SkillTask) -> int:
        """After which input sample it has seen a task last, where no action of this task ends there; 0 elsewhere."""
        last = getattr(self.model, "_last_obs", None)
        shares: Any = np.ravel(last["time"]) if isinstance(last, dict) else ()
        seen = (round(float(share) * task.task.horizon_s * task.rate_hz) for share in shares)
        return next((samples for samples in seen if samples % task.repeat), 0)

    def _strange(self, space: Any) -> str:
        """One of what it has seen last, of each environment, that the space does not have; empty if there is none.

        Normalised observations have the same space as others, but hardly all of the numbers in it.
        """
        last = getattr(self.model, "_last_obs", None)
        if last is None or (isinstance(space, Box) and space.dtype == np.uint8):
            return ""
        whole = last if isinstance(last, dict) else {"": last}
        for n in range(len(next(iter(whole.values())))):
            seen = {key: np.asarray(values[n], np.float32) for key, values in whole.items()}
            if not space.contains(seen if isinstance(last, dict) else seen[""]):
                return str(seen if isinstance(last, dict) else seen[""])
        return ""

    def __call__(self, env: Any, seed: int) -> Act:
        self.check(env)
        state: Any = None
        begins = np.ones(1, bool)

        def act(seen: Observation) -> Floats:
            nonlocal state
            action: Floats
            action, state = self.model.predict(seen, state=state, episode_start=begins, deterministic=True)
            begins[:] = False
            return action

        return act


def _is_turned(own: Any, asked: Any) -> bool:
    """Whether one space has the pictures of the other with their colours first, as stable-baselines3 turns them."""
    if not (isinstance(own, Box) and isinstance(asked, Box) and own.dtype == asked.dtype == np.uint8):
        return False
    return len(asked.shape) == 3 and own.shape == (asked.shape[2], *asked.shape[:2])


def learned(program: Program) -> Policy:
    """The policy that stable-baselines3 or sb3-contrib saved in a file.

    Raises `FileError` for a file that is none, and for an algorithm that is not known; `Unavailable`.
    """
    path = program.path
    text = "{path}: expected a policy that stable-baselines3 saved: {kind}: {error}"
    try:
        with zipfile.ZipFile(io.BytesIO(program.source)) as file:
            data = json.loads(file.read("data"))
        kind = data["policy_class"]["__module__"]
    except Exception as error:  # whatever zip files hold that are none
        raise FileError(text, path=path, kind=type(error).__name__, error=str(error)) from None
    found = next((each for each in ALGORITHMS if kind == each.policies and set(each.has) <= set(data)), None)
    if found is None:
        raise FileError(
            "{path}: policies of {kind} are not known; expected one of {known}",
            path=path,
            kind=kind,
            known=", ".join(each.name for each in ALGORITHMS),
        )
    package = kind.partition(".")[0]
    try:
        algorithm = getattr(import_module(package), found.name)
    except ImportError:
        pip = "pip install sb3-contrib" if package == "sb3_contrib" else "pip install '.[train]' in Skillbox's checkout"
        raise Unavailable(
            "{path}: a policy of {name} needs {package}: {pip}", path=path, name=found.name, package=package, pip=pip
        ) from None
    try:
        return Learned(path, algorithm.load(io.BytesIO(program.source), device="cpu"))
    except Exception as error:  # whatever pickles and tensors hold that are none
        raise FileError(text, path=path, kind=type(error).__name__, error=str(error)) from None
