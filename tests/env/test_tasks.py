"""The dexterity tasks: every one of them, from the registry."""

from __future__ import annotations

import warnings
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from skill.bots.planners import planner_names  # noqa: E402
from skill.env.tasks import task as task_module  # noqa: E402
from skill.env.tasks.environment import SkillTask  # noqa: E402
from skill.env.tasks.task import all_tasks, find_task, varied  # noqa: E402
from skill.errors import UnknownName  # noqa: E402
from skill.lattice.pyramid import EMPTY  # noqa: E402
from skill.physics.scene import load_scene  # noqa: E402
from skill.rules.catalogue import all_games  # noqa: E402
from skill.rules.game import AttemptSpec  # noqa: E402

TASKS = all_tasks()
FULL = {"dice-mikado", "mountaing", "captain-flint", "strut"}
"""Those with many dice: slow to begin."""
FEW = {"hop", "blow-one", "flick-to-once", "set-top", "press"}
PLAIN = [name for name in TASKS if name not in FULL]


def trajectory(env: Any, seed: int, steps: int = 12) -> bytes:
    """Every observation, reward and place of the dice of an attempt with drawn actions."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    told = [seen[key].tobytes() for key in sorted(seen)]
    for _ in range(steps):
        action = rng.uniform(-1, 1, env.action_space.shape).astype(np.float32)
        seen, reward, terminated, truncated, info = env.step(action)
        told += [seen[key].tobytes() for key in sorted(seen)]
        told += [part.tobytes() for part in env.unwrapped.running.world.observed]
        told.append(repr((reward, terminated, truncated, sorted(info.items()))).encode())
        if terminated or truncated:
            break
    return b"".join(told)


def test_there_are_enough_and_every_game_of_skill_has_one() -> None:
    assert len(TASKS) >= 20 and len({task.id for task in TASKS.values()}) == len(TASKS)
    played = {task.game for task in TASKS.values()}
    assert {game.slug for game in all_games() if game.family == "skill"} <= played
    assert {task.level for task in TASKS.values()} == {1, 2, 3, 4, 5}
    assert {task.planner for task in TASKS.values()} - {""} <= planner_names()


@pytest.mark.parametrize("name", PLAIN)
def test_gymnasium_has_nothing_to_say_against_it(name: str) -> None:
    env = gymnasium.make("skill.env:" + TASKS[name].id)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FULL))
def test_gymnasium_has_nothing_to_say_against_those_with_many_dice(name: str) -> None:
    test_gymnasium_has_nothing_to_say_against_it(name)


@pytest.mark.parametrize("name", PLAIN)
def test_the_start_of_an_exercise_varies_and_its_size_does_not(name: str) -> None:
    begun = [TASKS[name].begin(Random(seed)) for seed in range(8)]
    sizes = {(len(b.spec.start), len(b.spec.loose), len(b.spec.hand), len(b.places)) for b in begun}
    assert len(sizes) == 1
    assert {b.spec.scene for b in begun} == {begun[0].spec.scene}
    if begun[0].places:
        assert len({b.places for b in begun}) > 1


@pytest.mark.parametrize("name", sorted(FEW))
def test_a_world_that_is_reset_gives_the_bytes_of_a_new_one(name: str) -> None:
    used, seeds = SkillTask(name), (3, 4, 3)
    again = [trajectory(used, seed) for seed in seeds]
    assert again[0] == again[2] != again[1]
    for seed, told in zip(seeds[:2], again, strict=False):
        fresh = SkillTask(name)
        assert trajectory(fresh, seed) == told
        fresh.close()
    used.close()


def test_the_generator_of_the_environment_draws_what_follows() -> None:
    env = SkillTask("hop")
    env.reset(seed=1)
    starts = [str(env.running.trace.start)]
    for _ in range(4):
        env.reset()
        starts.append(str(env.running.trace.start))
    other = SkillTask("hop")
    other.reset(seed=1)
    assert len(set(starts)) > 2 and str(other.running.trace.start) == starts[0]


def test_an_action_spans_what_the_tools_take_and_back() -> None:
    env = SkillTask("set")
    env.reset(seed=0)
    assert env.columns == ("hand_x", "hand_y", "hand_z", "hand_yaw_deg", "grip")
    low, high = env.sample_of([-1] * 5), env.sample_of([1] * 5)
    assert low == (-30, -30, 0, -180, 0) and high == (30, 30, 30, 180, 1)
    sample = (3.0, -2.0, 7.0, 90.0, 1.0)
    assert env.sample_of(env.action_of(sample)) == pytest.approx(sample, abs=1e-5)
    assert env.action_of((99.0, 0, 0, 0, 0)) == pytest.approx([1, 0, -1, 0, -1])
    stays = env.sample_of(env.action_of(env.running.toolset.rest))
    assert stays == pytest.approx((0, -12, 8, 0, 0), abs=1e-5)


def test_an_action_lasts_for_its_samples_and_time_truncates() -> None:
    env = SkillTask("stack", repeat=3)
    seen, _ = env.reset(seed=0)
    still = env.action_of(env.running.toolset.rest)
    env.step(still)
    assert len(env.running.trace.samples) == 3
    env = SkillTask("pour", repeat=500)
    env.reset(seed=0)
    over = env.action_of((0.0, 0.0, 3.0, 0.0))
    for step in range(2):
        seen, reward, terminated, truncated, info = env.step(over)
        assert truncated is (step == 1) and not terminated and reward == 0
    assert info["outcome"] == "time" and seen["time"] == [1.0]


def test_a_single_decision_aims_for_two_samples_before_it_lets_go() -> None:
    env = SkillTask("throw-once")
    env.reset(seed=1)
    env.step(np.zeros(env.action_space.shape, np.float32))
    assert [sample[-1] for sample in env.running.trace.samples[:4]] == [0.0, 0.0, 1.0, 0.0]
    env.close()


def test_shaped_rewards_add_up_to_how_much_nearer_it_is() -> None:
    plain, shaped = SkillTask("throw-to-once"), SkillTask("throw-to-once", reward="shaped")
    action = np.zeros(9, np.float32)
    before, _ = shaped.reset(seed=2)
    plain.reset(seed=2)
    seen, reward, *_ = shaped.step(action)
    _, sparse, terminated, _, info = plain.step(action)

    def felt(distance: float) -> float:
        return distance / (1 + distance / 10)

    gain = felt(float(before["goal_distance"][0])) - felt(float(seen["goal_distance"][0]))
    assert reward == pytest.approx(sparse + gain, abs=1e-4) and terminated
    assert info["outcome"] in ("success", "failure") and sparse == float(info["is_success"])


def test_variation_is_drawn_within_its_factors_and_from_the_seed() -> None:
    scene = load_scene("faraday")
    changes = varied(scene, TASKS["hop"].factors, Random(1))
    assert changes == varied(scene, TASKS["hop"].factors, Random(1)) != varied(scene, TASKS["hop"].factors, Random(2))
    assert {"material.friction", "tilt.tremor_deg", "tilt.tremor_edges"} <= changes.keys()
    assert 0.8 * 0.3 <= changes["material.friction"] <= 1.2 * 0.3
    env = SkillTask("hop", variation={"material.friction": (2.0, 2.0)})
    env.reset(seed=0)
    assert env.running.scene.material.friction == pytest.approx(0.6)
    assert trajectory(SkillTask("hop", variation=True), 5, 4) == trajectory(SkillTask("hop", variation=True), 5, 4)


def test_dice_that_are_off_or_not_yet_there_say_so() -> None:
    env = SkillTask("flick-once")
    seen, _ = env.reset(seed=0)
    assert seen["dice"][0, 7] == 0 and seen["dice"][0, 1] < -8
    seen, *_ = env.step(env.action_of((0.0, 90.0, 0.0, 5.0, 0.0, 0.0, 0.0)))
    assert seen["dice"][0].tolist() == [0, 0, 0, 0, 0, 0, 1, 1]
    seen, _ = SkillTask("set").reset(seed=0)
    assert seen["dice"][0, 7] == 1


def test_pixels_are_an_observation_where_they_are_asked_for() -> None:
    env = gymnasium.make("skill.env:Skillbox/Hop-v0", render_mode="rgb_array", size=(80, 60))
    seen, _ = gymnasium.wrappers.AddRenderObservation(env, render_only=True).reset(seed=0)
    assert seen.shape == (60, 80, 3) and seen.dtype == np.uint8 and seen.std() > 10


def test_a_wrong_name_is_answered_by_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"task 'hopp': expected one of hop"):
        find_task("hopp")
    assert find_task("skill.env:Skillbox/HopFar-v0").name == "hop-far"
    with pytest.raises(UnknownName, match="reward 'dense': expected sparse or shaped"):
        SkillTask("hop", reward="dense")  # type: ignore[arg-type]
    with pytest.raises(
        UnknownName, match="repeat 0: expected a whole number of input samples for an action, 1 or more"
    ):
        SkillTask("hop", repeat=0)


def test_a_fault_in_the_file_is_told_with_its_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    file = tmp_path / "tasks.toml"
    file.write_text('[hop]\ntitle = "Hop"\nexercise = "hop"\nlevel = 9\nhorizon_s = 1.0\n')
    monkeypatch.setattr(task_module, "FILE", file)
    with pytest.raises(task_module.FileError, match=r"tasks\.toml: hop\.level = 9: input should be less than or equal"):
        all_tasks.__wrapped__()


@pytest.mark.slow
def test_one_environment_four_in_processes_and_another_process_agree() -> None:
    env = gymnasium.make("skill.env:Skillbox/Hop-v0")
    many = gymnasium.make_vec("skill.env:Skillbox/Hop-v0", num_envs=4, vectorization_mode="async")
    starts, _ = many.reset(seed=[1, 2, 3, 4])
    rng = np.random.default_rng(0)
    actions = rng.uniform(-0.1, 0.1, (5, 4, 8)).astype(np.float32)
    told = [starts, *(many.step(each)[0] for each in actions)]
    many.close()
    for n in range(4):
        seen = [env.reset(seed=n + 1)[0], *(env.step(each[n])[0] for each in actions)]
        for one, all_four in zip(seen, told, strict=True):
            for key, value in one.items():
                assert value.tobytes() == all_four[key][n].tobytes(), key


def end(distance: float, is_settled: bool = True, is_goal: bool = True, has_failed: bool = False) -> Any:
    """A reading as far as an attempt's rules below ask it."""
    return SimpleNamespace(distance=distance, settled=is_settled, is_goal=is_goal, has_failed=has_failed)


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (end(0.5), (True, False)),
        (end(0.49), (True, False)),
        (end(0.51), (False, True)),
        (end(0.51, is_settled=False), (False, False)),  # it may yet come nearer
        (end(0.51, is_goal=False), (False, False)),
        (end(0.1, is_goal=False), (False, False)),
        (end(0.1, has_failed=True), (True, True)),
        (end(0.51, is_settled=False, has_failed=True), (False, True)),
    ],
)
def test_a_task_that_asks_for_an_end_so_near_fails_by_one_that_is_farther(
    reading: Any, expected: tuple[bool, bool]
) -> None:
    spec = AttemptSpec(1, "dune", EMPTY, lambda r: r.is_goal, lambda r: r.has_failed, lambda r: r.distance, 9.0)
    asked = task_module._to_within(spec, 0.5)
    assert (asked.goal(reading), asked.failed(reading)) == expected


def test_a_task_that_asks_for_a_score_is_as_far_as_the_score_lacks() -> None:
    spec = AttemptSpec(1, "dune", EMPTY, lambda r: False, lambda r: False, lambda r: -r.distance, 9.0)
    asked = task_module._for_points(spec._replace(score=lambda r: r.distance), 3.0)
    told = [(asked.goal(end(score)), asked.distance(end(score))) for score in (0, 2, 3, 4)]
    assert told == [(False, 3.0), (False, 1.0), (True, 0.0), (True, 0.0)]
