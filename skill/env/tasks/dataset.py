"""What planners and people did in a task, as a data set of Minari, and read back.

Actions are kept as the environment takes them, so playing them again from the same beginning leads to the same end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from skill.env.tasks.environment import Observation, SkillTask
from skill.env.tasks.policies import Act, find_policy, repeat_of
from skill.env.tasks.task import find_task
from skill.errors import FileError, Unavailable
from skill.physics.trace import Trace

Done = Callable[[str], Any]


class Kept(NamedTuple):
    """One episode of a data set: how it was kept to end, and how it ends when it is played again."""

    outcome: str
    again: str


def _minari() -> Any:
    try:
        import minari
    except ImportError:
        raise Unavailable("data sets need minari: pip install 'skillbox[env]'") from None
    return minari


def export(
    task: str,
    name: str,
    policy: str = "planner",
    seeds: Sequence[int] = (),
    traces: Iterable[Path] = (),
    on_done: Done = lambda outcome: None,
) -> Any:
    """A new data set of that name, `skillbox/hop/planner-v0`: attempts of a policy, and those that traces hold.

    A person's trace is one of an attempt at the task's game; its actions last one sample. Raises `FileError`,
    `UnknownName`, `Unavailable`.
    """
    minari = _minari()
    read = [Trace.read(path) for path in traces]
    found = find_task(task)
    repeat = 1 if read else None if found.once else repeat_of(policy)
    if name in minari.list_local_datasets():
        raise FileError(f"data set {name}: there is one; expected a new name, or delete it: minari delete {name}")
    env: Any = gymnasium.make(f"skill.env:{found.id}", repeat=repeat)
    inner: SkillTask = env.unwrapped
    buffers = []
    for seed in seeds:
        seen, info = env.reset(seed=seed)
        buffers.append(_played(env, seen, info, find_policy(policy)(inner, seed), {"seed": seed}))
        on_done(buffers[-1]["infos"]["outcome"][-1])
    for trace in read:
        begin = {"trace": replace(trace, samples=[]).text}
        seen, info = env.reset(seed=0, options=begin)
        buffers.append(_played(env, seen, info, _repeated(inner, trace), {"seed": 0, "options": begin}))
        on_done(buffers[-1]["infos"]["outcome"][-1])
    by = "a person" if read and not seeds else Path(policy).stem
    made = minari.create_dataset_from_buffers(
        name,
        [minari.data_collector.EpisodeBuffer(**each) for each in buffers],
        env=env,
        algorithm_name=by,
        description=f"{found.title}: {found.id}, by {by}.",
    )
    env.close()
    return made


def _played(env: Any, seen: Observation, info: dict[str, Any], act: Act, begun: dict[str, Any]) -> dict[str, Any]:
    """Plays an attempt to its end. Returns what Minari keeps of it."""
    seens, infos = [seen], [info]
    rows: list[tuple[Any, float, bool, bool]] = []
    while not rows or not (rows[-1][2] or rows[-1][3]):
        action = act(seens[-1])
        seen, reward, terminated, truncated, info = env.step(action)
        rows.append((action, float(reward), terminated, truncated))
        seens.append(seen)
        infos.append(info)
    actions, rewards, terminations, truncations = map(list, zip(*rows, strict=True))
    return {
        **begun,
        "observations": {key: np.array([each[key] for each in seens]) for key in seens[0]},
        "actions": np.array(actions),
        "rewards": rewards,
        "terminations": terminations,
        "truncations": truncations,
        "infos": {key: [each[key] for each in infos] for key in infos[0]},
    }


def _repeated(env: SkillTask, trace: Trace) -> Act:
    """What a trace has, and rest after its end."""
    samples = iter(trace.samples)
    rest = env.running.toolset.rest
    return lambda _seen: env.action_of(next(samples, rest))


def replay(name: str) -> list[Kept]:
    """Plays all episodes of a data set again, in the environment that it says it is of. Raises `FileError`."""
    minari = _minari()
    try:
        data = minari.load_dataset(name)
    except (FileNotFoundError, ValueError) as error:
        raise FileError(f"data set {name}: cannot be read: {error}") from None
    env = data.recover_environment()
    kept = []
    for episode, about in zip(
        data.iterate_episodes(), data.storage.get_episode_metadata(range(len(data))), strict=True
    ):
        env.reset(seed=int(about["seed"]), options=about.get("options"))
        again = "running"
        for action in episode.actions:
            *_, info = env.step(action)
            again = info["outcome"]
        kept.append(Kept(_text(episode.infos["outcome"][-1]), again))
    env.close()
    return kept


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
