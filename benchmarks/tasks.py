"""How many steps a second does a dexterity task make, beside gymnasium's pusher?

`actions a second` is what a learner sees, by random actions at each task's own rate; `samples a second` is the same at
one input sample an action, most of them 60 a simulated second; `x real time` is simulated over processor time. Resets
are counted. `observing` and `engine` are the shares of the processor time in which an observation is made and in which
the engine steps, in Rapier with our correction of its friction; `engine steps` are those of an action. The rest is
ours: tools, looking where dice are, reading them, goals. Processor time of one core, the best of several rounds; two
processes are taken together by the clock on the wall, which says little on a busy machine.

The peer is `Pusher-v5` of gymnasium in MuJoCo, an arm that pushes one cylinder, at its own 20 actions a second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import numpy as np

from benchmarks.harness import Plot, Row, ours
from benchmarks.peers import package
from skill.env.tasks.environment import SkillTask
from skill.env.tasks.task import all_tasks
from skill.physics.world import World
from skill.rules.options import AS_THE_SCENE

PLOT = Plot("x real time")
ROUNDS, LEAST_S = 3, 0.5
TILTED = "faraday"
TILT_DEG = 8.0  # of the plate that is tilted without losing a die: small enough for funnels to hold


def measure(quick: bool, only: str, material: str = AS_THE_SCENE) -> Iterator[Row]:
    """A row for each task, one for a tilted plate, one for the peer, and one for two processes of some."""
    for name, task in all_tasks().items():
        if only in name and not task.once:
            yield Row(name, ours(), _best(SkillTask(name, material=material), quick), f"{task.horizon_s:g} s at most")
            if not quick:
                yield Row(name, ours("a sample an action"), _best(SkillTask(name, repeat=1, material=material), quick))
    if only in "tilted plate":
        yield Row("tilted plate", ours("a sample an action"), _tilted(quick))
    if only in "pusher":
        package("mujoco")
        import gymnasium

        peer = gymnasium.make("Pusher-v5")
        yield Row("pusher", "MuJoCo", _best(peer, quick))
    if only in "two processes" and not quick:
        yield from _two()


def _best(env: Any, quick: bool) -> dict[str, float]:
    """The figures of the quickest round of random actions."""
    env.reset(seed=0)
    env.action_space.seed(0)
    rounds = [_round(env, 0.1 if quick else LEAST_S) for _ in range(1 if quick else ROUNDS)]
    env.close()
    return max(rounds, key=lambda figures: figures["actions a second"])


def _round(env: Any, least_s: float) -> dict[str, float]:
    inner = env.unwrapped
    is_ours = isinstance(inner, SkillTask)
    actions, simulated_s, begun = 0, 0.0, time.process_time()
    with _watched(type(inner.running.world._engine)) if is_ours else nullcontext({}) as shares:
        while time.process_time() - begun < least_s:
            *_, terminated, truncated, _ = env.step(env.action_space.sample())
            actions += 1
            simulated_s += inner.repeat / inner.rate_hz if is_ours else inner.dt
            if terminated or truncated:
                env.reset()
        spent_s = time.process_time() - begun
    figures = {"actions a second": actions / spent_s, "x real time": simulated_s / spent_s}
    steps = {"engine steps": shares.pop("steps") / actions} if is_ours else {}
    return figures | {name: part / spent_s for name, part in shares.items()} | steps


class _watched:  # noqa: N801 (reads as a verb)
    """Adds up the processor time of an engine's steps, which it counts, and of observations while it lasts."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def __enter__(self) -> dict[str, float]:
        self._shares = {"engine": 0.0, "looking": 0.0, "observing": 0.0, "steps": 0}
        self._kept = (self._engine.step, World.observe, SkillTask._observe)
        self._engine.step = self._timed("engine", self._engine.step)
        World.observe = self._timed("looking", World.observe)  # type: ignore[method-assign]
        SkillTask._observe = self._timed("observing", SkillTask._observe)  # type: ignore[method-assign]
        return self._shares

    def __exit__(self, *_: object) -> None:
        self._engine.step, World.observe, SkillTask._observe = self._kept  # type: ignore[method-assign]

    def _timed(self, name: str, function: Any) -> Any:
        shares, clock = self._shares, time.process_time

        def timed(own: Any) -> Any:
            begun = clock()
            result = function(own)
            shares[name] += clock() - begun
            shares["steps"] += name == "engine"
            return result

        return timed


def _tilted(quick: bool) -> dict[str, float]:
    """Three dice on a plate that is swayed 60 times a second, with an observation each time; no die is lost."""
    env = SkillTask(TILTED, repeat=1)
    best: dict[str, float] = {}
    for _ in range(1 if quick else ROUNDS):
        env.reset(seed=0)
        zero = env.action_of((0.0,) * 8)
        spent_s, steps = 0.0, 60 if quick else 600
        begun = time.process_time()
        for n in range(steps):
            action = zero.copy()
            action[0], action[1] = np.sin(n / 12) * TILT_DEG / 45, np.cos(n / 17) * TILT_DEG / 45
            env.step(action)
        spent_s = time.process_time() - begun
        figures = {"actions a second": steps / spent_s, "x real time": steps / 60 / spent_s}
        best = max(best, figures, key=lambda one: one.get("actions a second", 0.0))
    env.close()
    return best


def _two() -> Iterator[Row]:
    """Two environments in processes of their own against one in this process, by the clock."""
    import gymnasium

    for task_id in ("skill.env:Skillbox/Hop-v0", "skill.env:Skillbox/SetTop-v0"):
        for number in (1, 2):
            many = gymnasium.make_vec(task_id, num_envs=number, vectorization_mode="async")
            many.reset(seed=0)
            begun = time.perf_counter()
            count = 0
            while time.perf_counter() - begun < 2:
                many.step(many.action_space.sample())
                count += number
            yield Row(task_id.partition("/")[2], ours(f"{number} in processes"), {"by the clock": count / 2.0})
            many.close()
