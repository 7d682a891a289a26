"""What is handed to tasks: actions, arguments of `make`, steps after the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from skill.env.tasks.environment import SkillTask  # noqa: E402
from skill.env.tasks.task import all_tasks  # noqa: E402
from skill.errors import IllegalMove, NotationError, UnknownName  # noqa: E402


@pytest.mark.parametrize(
    "action",
    [
        None,
        "left",
        0.5,
        [0.0] * 3,
        np.zeros((1, 5)),
        [0.0, 0.0, 0.0, 0.0, np.nan],
        [0.0, 0.0, np.inf, 0.0, 0.0],
        [[0.0], 1, 2, 3, 4],
        {"hand": 1},
        True,
        [True] * 5,
        np.ones(5, bool),
        ["0.5"] * 5,
        np.zeros(5, complex),
    ],
    ids=repr,
)
def test_an_action_that_is_none_is_told_with_task_shape_and_columns(action: Any) -> None:
    env = SkillTask("set")
    env.reset(seed=0)
    said = r"task set: action .*: expected 5 finite numbers, shape \(5,\): hand_x hand_y hand_z hand_yaw_deg grip"
    with pytest.raises(IllegalMove, match=said):
        env.step(action)
    assert env.running.trace.samples == []
    with pytest.raises(NotationError, match="expected 5 finite numbers: hand_x"):
        env.action_of([0.0] * 4)


def test_what_is_beyond_the_least_and_the_greatest_is_brought_to_these() -> None:
    env = SkillTask("set")
    assert env.sample_of([-7, 9, 1, 2, -2]) == env.sample_of([-1, 1, 1, 1, -1])
    assert env.sample_of([0, 1, 0, 1, 0]) == env.sample_of(np.array([0, 1, 0, 1, 0], np.float32))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"level": "hard"}, "level 'hard': expected book or easy"),
        ({"level": None}, "level None: expected book or easy"),
        ({"reward": 1}, "reward 1: expected sparse or shaped"),
        ({"render_mode": "rgb"}, "render_mode 'rgb': expected None or rgb_array"),
        ({"size": 64}, "size 64: expected width and height of a picture"),
        ({"size": (64, 0)}, r"size \(64, 0\): expected width and height"),
        ({"size": (64, 48.5)}, r"size \(64, 48.5\): expected width and height"),
        ({"repeat": 2.5}, "repeat 2.5: expected a whole number of input samples"),
        ({"repeat": "3"}, "repeat '3': expected a whole"),
        ({"repeat": True}, "repeat True: expected a whole"),
        (
            {"variation": {"material.fricton": (0.5, 2)}},
            "variation 'material.fricton': .* one of material.frict",
        ),
        ({"variation": {"friction": (0.5, 2)}}, "variation 'friction': scene faraday has no such number"),
        ({"variation": {"breath.blow_max_pa": (1, 2)}}, "variation 'breath.blow_max_pa': .* no such number"),
        ({"variation": {5: (1, 2)}}, "variation 5: scene faraday has no such number"),
        ({"variation": {"material.friction": 2.0}}, "variation 'material.friction' = 2.0: expected the least"),
        ({"variation": {"material.friction": (2, 1)}}, r"= \(2, 1\): expected the least and the greatest factor"),
        ({"variation": {"material.friction": (-1, 1)}}, r"= \(-1, 1\): expected the least"),
        ({"variation": {"material.friction": (1, float("nan"))}}, "expected the least and the greatest factor"),
        ({"variation": "material.friction"}, "variation 'material.friction': expected True, False or factors"),
    ],
    ids=str,
)
def test_what_make_is_given_is_checked_and_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        SkillTask("hop", **given)


def test_every_task_takes_its_own_variation_and_a_star() -> None:
    for name in all_tasks():
        SkillTask(name, variation={"*.friction": (0.9, 1.1)})
    assert SkillTask("hop", variation={"*.tremor_deg": (2.0, 2.0)}).reset(seed=1)


def test_a_reset_names_an_option_that_there_is_not() -> None:
    env = SkillTask("hop")
    for options in ({"seed": 3}, {"trace": 5}, {"trcae": "text"}):
        with pytest.raises(UnknownName, match=r"reset option .*: expected trace, the text of one"):
            env.reset(options=options)


def test_after_the_end_there_are_no_more_steps_and_no_more_rewards() -> None:
    env = SkillTask("flick-once")
    with pytest.raises(UnknownName, match="reset it first"):
        env.step(np.zeros(6, np.float32))
    env.reset(seed=0)
    assert env.step(np.zeros(len(env.columns), np.float32))[2]
    with pytest.raises(IllegalMove, match=r"task flick-once: the attempt is over \(\w+\); expected a reset before"):
        env.step(np.zeros(len(env.columns), np.float32))
    late = SkillTask("pour", repeat=1000)
    late.reset(seed=0)
    assert late.step(late.action_of((0.0, 0.0, 3.0, 0.0)))[3]
    with pytest.raises(IllegalMove, match=r"over \(time\)"):
        late.step(late.action_of((0.0, 0.0, 3.0, 0.0)))


@pytest.mark.parametrize(("task", "repeat", "steps"), [("Hop", None, 100), ("Hop", 7, 86), ("ThrowOnce", None, 1)])
def test_the_spec_says_after_how_many_actions_an_episode_is_truncated(task: str, repeat: Any, steps: int) -> None:
    env = gymnasium.make(f"skill.env:Skillbox/{task}-v0", repeat=repeat)
    assert env.spec.max_episode_steps == steps
    again = gymnasium.make(env.spec)  # what Minari and recorders do
    assert again.spec.max_episode_steps == steps and again.unwrapped.repeat == env.unwrapped.repeat
    cut = gymnasium.make(f"skill.env:Skillbox/{task}-v0", max_episode_steps=3)
    assert cut.spec.max_episode_steps == 3
    many = gymnasium.make_vec(f"skill.env:Skillbox/{task}-v0", num_envs=2, repeat=repeat)
    assert [spec.max_episode_steps for spec in many.get_attr("spec")] == [steps, steps]
    env.reset(seed=0)
    still = env.unwrapped.action_of(env.unwrapped.running.toolset.rest)
    count = 1
    while not any(env.step(still)[2:4]):
        count += 1
    assert count == steps


@pytest.mark.parametrize("options", [3, "trace", ["trace"], [("trace", "")], True])
def test_reset_options_are_by_name(options: Any) -> None:
    env = SkillTask("set")
    with pytest.raises(UnknownName, match=r"reset options .*: expected them by name"):
        env.reset(options=options)
    env.reset(options={})


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    env = SkillTask("set")
    with pytest.raises(UnknownName, match=r"seed .*: expected a whole number from 0 on, or None"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(3))


@pytest.mark.parametrize("name", [None, 3, ["set"]])
def test_a_task_is_named_by_a_text(name: Any) -> None:
    with pytest.raises(UnknownName, match=r"task .*: expected one of"):
        SkillTask(name)


def test_a_state_is_one_of_a_task() -> None:
    env = SkillTask("set")
    env.reset(seed=1)
    for state in (None, "x", env.running):
        with pytest.raises(UnknownName, match="expected one that `state\\(\\)` gave"):
            env.restore(state)
    env.restore(env.state())
