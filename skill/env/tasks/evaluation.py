"""How well a policy does in a task over many seeds.

The same seeds give the same episodes on any number of processes and machines of one kind. Episodes can be kept in a
file, a JSON line for each; those found there are not run again.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext, suppress
from functools import lru_cache, partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from skill.env.tasks.environment import LEVELS, SkillTask
from skill.env.tasks.policies import Learned, Policy, find_policy, read_policy, repeat_of, told_of, wrapped
from skill.env.tasks.scores import Score
from skill.env.tasks.task import find_task
from skill.errors import FileError, UnknownName, Words
from skill.files import MOST_DATA, Form, append_line, growing, parse_json, place_of, read_text, write_text
from skill.intervals import wilson_of
from skill.jobs import spread
from skill.lattice.notation import FIRST_ENGINE
from skill.physics.scene import AS_THE_GAME, AS_THE_SCENE
from skill.programs import Program, read_program


class Asked(NamedTuple):
    """What is evaluated."""

    task: str
    policy: str
    """`random`, `planner` or a file."""
    level: str = "book"
    varied: bool = False
    material: str = AS_THE_SCENE
    """As the option `material` of games has it."""
    repeat: int | None = None
    """Input samples an action; None for what the policy usually takes."""
    wrap: str = ""
    """A Python file with the wrappers in which the policy was trained."""
    engine: str | None = None
    """None for that of `SKILLBOX_ENGINE` or the usual one; in what is kept it is named."""
    scene: str = AS_THE_GAME
    """As the option `scene` of games has it."""


class Episode(NamedTuple):
    """One attempt of a policy."""

    seed: int
    outcome: str
    """`success`, `failure` or `time`."""
    time_s: float
    """Simulated seconds from the first input."""
    distance: float
    actions: int
    spent_s: float
    """Processor time; the one number that differs from run to run."""


KEPT = Form(
    Words("a file of episodes that were kept"), re.compile(rb'\{"task": "[\w-]+", "policy": "[^"]*", "level": "')
)


def evaluate(
    asked: Asked,
    seeds: Sequence[int],
    jobs: int = 1,
    cluster: str | None = None,
    keep: Path | None = None,
    on_done: Callable[[Episode], Any] = lambda episode: None,
    program: Program | None = None,
    wrap: Program | None = None,
) -> list[Episode]:
    """The episodes with these seeds, in their order. A policy of a file is `program`, wrappers of a file are `wrap`,
    if those were read already.

    Raises `UnknownName`, `FileError`, and what `spread` raises.
    """
    if not seeds:
        raise UnknownName("number of seeds 0: expected at least 1")
    if asked.level not in LEVELS:
        raise UnknownName("level {level}: expected book or easy", level=repr(asked.level))
    program = program or read_policy(asked.policy)
    if asked.wrap:
        wrap = wrap or read_program(Path(asked.wrap))
    asked = with_engine(asked)
    env, policy = _made(asked, program, wrap)
    if isinstance(policy, Learned):
        policy.check(env)
    if keep is not None:
        place_of(keep, KEPT)
    with nullcontext() if keep is None else growing(keep, KEPT, make_folder=True):
        return _episodes(
            asked, partial(run_episode, asked, program=program, wrap=wrap), seeds, jobs, cluster, keep, on_done
        )


def with_engine(asked: Asked) -> Asked:
    """The same with the engine named that its attempts have here, so that they have it on other machines too."""
    made = SkillTask(
        asked.task,
        level=asked.level,  # type: ignore[arg-type]
        material=asked.material,
        scene=asked.scene,
        engine=asked.engine,
    )
    return asked._replace(engine=made.engine)


def _episodes(
    asked: Asked,
    work: Callable[[int], Episode],
    seeds: Sequence[int],
    jobs: int,
    cluster: str | None,
    keep: Path | None,
    on_done: Callable[[Episode], Any],
) -> list[Episode]:
    known = _kept(keep, asked) if keep is not None else {}
    for seed in seeds:
        if seed in known:
            on_done(known[seed])
    left = [seed for seed in seeds if seed not in known]
    with closing(spread(work, left, jobs, cluster, in_order=False)) as done:
        for episode in done:
            known[episode.seed] = episode
            if keep is not None:
                append_line(keep, json.dumps({**asked._asdict(), **episode._asdict()}), KEPT)
            on_done(episode)
    return [known[seed] for seed in seeds]


def run_episode(asked: Asked, seed: int, program: Program | None = None, wrap: Program | None = None) -> Episode:
    """One attempt from its start to its end, by the program if the policy is one, in the wrappers of another."""
    env, policy = _made(asked, program, wrap)
    begun = time.process_time()
    with told_of(wrap):
        seen, info = env.reset(seed=seed)
        act, actions, is_over = policy(env, seed), 0, False
        while not is_over:
            seen, _, terminated, truncated, info = env.step(act(seen))
            actions += 1
            is_over = terminated or truncated
    spent_s = time.process_time() - begun
    return Episode(
        seed, info["outcome"], round(env.unwrapped.running.time_s, 3), info["distance"], actions, round(spent_s, 3)
    )


@lru_cache(maxsize=1)
def _made(asked: Asked, program: Program | None, wrap: Program | None) -> tuple[Any, Policy]:
    task, policy, repeat = asked.task, asked.policy, asked.repeat
    if repeat is None and not find_task(task).once:
        repeat = repeat_of(policy)
    made = SkillTask(
        task,
        repeat=repeat,
        level=asked.level,  # type: ignore[arg-type]
        material=asked.material,
        scene=asked.scene,
        engine=asked.engine,
        variation=asked.varied,
    )
    return wrapped(made, wrap), find_policy(policy, program)


def _kept(path: Path, asked: Asked) -> dict[int, Episode]:
    """The episodes of a file that are of what is asked. A last line that a kill cut short is taken off.

    All others are read before that: of a file that is none of ours nothing is changed.
    """
    text = read_text(path, MOST_DATA)
    whole = text[: text.rfind("\n") + 1]
    with suppress(FileError):  # the last line counts unless it was cut off in the middle
        parse_json(text[len(whole) :], str(path))
        whole = f"{text}\n"
    found = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            data = parse_json(line, str(path))
            which = Asked(**{field: data[field] for field in Asked._fields if field in data})  # older ones have fewer
            which = which._replace(engine=which.engine or FIRST_ENGINE)
            episode = Episode(*(data[field] for field in Episode._fields))
        except (ValueError, KeyError, TypeError):
            raise FileError(
                "{path}, line {number}: {line}: expected an episode that was kept",
                path=path,
                number=number,
                line=repr(line[:60]),
            ) from None
        if which == asked:
            found[episode.seed] = episode
    if whole != text:
        write_text(path, whole, KEPT)
    return found


def score(asked: Asked, episodes: Sequence[Episode]) -> Score:
    """What episodes come to."""
    from skill.physics.versions import versions_here, versions_text

    engine = with_engine(asked).engine or FIRST_ENGINE
    won = [episode.time_s for episode in episodes if episode.outcome == "success"]
    low, high = wilson_of(len(won), len(episodes))
    return Score(
        asked.task,
        Path(asked.policy).stem,
        asked.level,
        asked.varied,
        len(episodes),
        round(len(won) / len(episodes), 4),
        round(low, 4),
        round(high, 4),
        round(mean(won), 2) if won else None,
        round(mean(episode.distance for episode in episodes), 3),
        round(mean(episode.spent_s for episode in episodes), 3),
        versions_text(versions_here(engine)),
        _machine(),
        time.strftime("%Y-%m-%d"),
        asked.material,
        engine,
        asked.scene,
    )


def _machine() -> str:
    import os
    import platform

    return f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
