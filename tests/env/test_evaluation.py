"""Policies over fixed seeds: the same numbers whichever way they are run, kept, resumed and put in the table."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from skill.env.tasks import policies
from skill.env.tasks.environment import SkillTask
from skill.env.tasks.evaluation import (
    Asked,
    Episode,
    evaluate,
    score,
)
from skill.env.tasks.policies import NAMED, find_policy
from skill.env.tasks.scores import put_score, read_scores, scores_file
from skill.env.tasks.task import all_tasks
from skill.errors import FileError, UnknownName
from skill.intervals import wilson_of
from skill.physics.scene import ENGINE_VARIABLE
from tests.env import first_attempts

RANDOM = Asked("throw-once", "random")


def without_time(episodes: list[Episode]) -> list[Episode]:
    return [episode._replace(spent_s=0.0) for episode in episodes]


def test_planners_set_dice_and_throw_them() -> None:
    assert [episode.outcome for episode in evaluate(Asked("set", "planner"), range(2))] == ["success"] * 2
    won = [episode.outcome for episode in evaluate(Asked("throw-once", "planner"), range(5))]
    assert won.count("success") >= 4


@pytest.mark.slow
def test_the_planner_that_knocks_takes_a_die_to_the_next_funnel() -> None:
    won = [episode.outcome for episode in evaluate(Asked("knock-to-once", "planner"), range(8))]
    assert won.count("success") >= 1  # 25 of 100


def test_what_is_kept_is_not_run_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    first = evaluate(RANDOM, range(2), keep=file)
    with file.open("a") as more:
        more.write('{"task": "throw-once", "cut sh')
    told: list[Episode] = []
    second = evaluate(RANDOM, range(3), keep=file, on_done=told.append)
    assert second[:2] == first and len(told) == 3
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()] == [0, 1, 2]
    file.write_text("nonsense\n")
    with pytest.raises(FileError, match=r"kept\.jsonl: exists already; expected another name, or a file of episodes"):
        evaluate(RANDOM, range(1), keep=file)


def test_what_is_kept_is_of_one_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, policy = tmp_path / "kept.jsonl", Asked("throw-once", "planner")
    of_bullet = evaluate(policy, range(2), keep=file)
    before = [{key: value for key, value in json.loads(line).items() if key != "engine"} for line in file.open()]
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    of_rapier = evaluate(policy, range(2), keep=file)
    assert [json.loads(line)["engine"] for line in file.open()] == ["bullet", "bullet", "rapier", "rapier"]
    assert of_rapier == evaluate(policy, range(2), keep=file) != of_bullet
    assert score(policy, of_rapier).engine == "rapier"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in before))  # of before there was another
    assert of_bullet == evaluate(policy._replace(engine="bullet"), range(2), keep=file)
    with pytest.raises(UnknownName, match="engine 'havok': expected one of bullet, rapier"):
        evaluate(policy._replace(engine="havok"), range(2))


@pytest.mark.slow
def test_processes_and_a_cluster_give_the_same_numbers(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    one, kept = without_time(evaluate(RANDOM, range(6))), tmp_path / "kept.jsonl"
    assert without_time(evaluate(RANDOM, range(6), jobs=2)) == one
    evaluate(RANDOM, range(2), keep=kept)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert without_time(evaluate(RANDOM, range(6), cluster=cluster.scheduler_address, keep=kept)) == one
    assert without_time(evaluate(RANDOM, range(6), keep=kept)) == one and len(kept.read_text().splitlines()) == 6


def test_a_policy_of_a_file_acts_in_whatever_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "still.py"
    file.write_text("import numpy as np\ndef policy(seen):\n    return np.zeros(9, np.float32)\n")
    (episode,) = evaluate(Asked("throw-once", str(file)), range(1))
    assert episode.actions == 1
    monkeypatch.chdir(tmp_path)
    assert policies.read_policy(file.name).path == file and policies.read_policy("planner") is None
    file.write_text("x = 1\n")
    with pytest.raises(FileError, match=r"still\.py: expected a function policy\(observation\) or begin\(env, seed\)"):
        find_policy(str(file))
    with pytest.raises(UnknownName, match=r"policy 'best': expected random, planner, FILE\.py or FILE\.zip"):
        find_policy("best")
    (tmp_path / "no.zip").write_text("no")
    pytest.importorskip("stable_baselines3")
    with pytest.raises(FileError, match="expected a policy that stable-baselines3 saved"):
        find_policy(str(tmp_path / "no.zip"))


def test_rows_of_the_table_are_replaced_and_read_back(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    won, lost = Episode(0, "success", 2.0, 0.0, 1, 0.1), Episode(1, "failure", 1.0, 3.0, 1, 0.1)
    put_score(table, score(RANDOM, [won, lost]))
    put_score(table, score(Asked("hop", "planner"), [won]))
    put_score(table, score(RANDOM, [won, won, lost, lost]))
    rows = read_scores(table)
    assert [(row.task, row.policy, row.seeds, row.success) for row in rows] == [
        ("hop", "planner", 1, 1.0),
        ("throw-once", "random", 4, 0.5),
    ]
    assert rows[1].time_s == 2.0 and rows[1].distance == 1.5
    for _ in range(2):
        old = [line.rpartition(",")[0] for line in table.read_text().splitlines()]  # of before engines, and materials
        table.write_text("\n".join(old) + "\n")
        assert {(row.material, row.engine) for row in read_scores(table)} == {("scene", "bullet")}
    put_score(table, score(RANDOM._replace(material="wood"), [won]))
    assert [row.material for row in read_scores(table)] == ["scene", "scene", "wood"]
    put_score(table, score(RANDOM._replace(engine="rapier"), [won]))
    assert [row.engine for row in read_scores(table)] == ["bullet", "bullet", "bullet", "rapier"]
    table.write_text("task,policy\nhop,random\n")
    with pytest.raises(FileError, match=r"scores\.csv, line 2: expected a row with task, policy"):
        read_scores(table)


def test_the_time_of_a_score_is_the_mean_of_successes_to_a_hundredth() -> None:
    times = {"success": (1.0, 1.03, 1.13), "failure": (9.0,)}
    episodes = [Episode(0, outcome, time_s, 0.0, 1, 0.1) for outcome, some in times.items() for time_s in some]
    assert score(RANDOM, episodes).time_s == pytest.approx(1.05, abs=0.005)
    assert score(RANDOM, episodes[-1:]).time_s is None


def test_the_interval_is_that_of_wilson() -> None:
    assert wilson_of(0, 100) == pytest.approx((0.0, 0.037), abs=1e-3)
    assert wilson_of(50, 100) == pytest.approx((0.404, 0.596), abs=1e-3)


def test_the_committed_table_is_of_tasks_that_there_are_and_has_both_policies_of_all() -> None:
    rows = read_scores(scores_file())
    assert {row.task for row in rows} <= set(all_tasks())
    assert {(row.task, row.policy) for row in rows} >= {(task, policy) for task in all_tasks() for policy in NAMED}
    assert all(row.low <= row.success <= row.high for row in rows)


def test_stable_baselines_has_nothing_to_say_against_a_task() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SkillTask("flick-to-once"), warn=False)  # it would rather have all in one row


@pytest.mark.parametrize("kept", first_attempts.kept(), ids=lambda kept: f"{kept.task}-{kept.policy}")
def test_first_attempts_go_as_they_went(kept: first_attempts.First) -> None:
    if kept.numpy != np.__version__:
        pytest.skip(f"made with numpy {kept.numpy}: another one may add in another order")
    found, _ = first_attempts.first(kept.task, kept.policy)
    assert found == kept, "if it is meant: python -m tests.env.first_attempts --write"
