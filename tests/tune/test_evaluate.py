"""Evaluations: kept in the journal, the same on any number of processes and on a cluster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skill.errors import FileError, Unavailable
from skill.physics.scene import load_scene
from skill.tune.evaluate import Evaluator, Question, ask

SCENE = load_scene("lab")
QUESTIONS = [
    Question(name, given, (("friction_table", friction), ("restitution", 0.5)))
    for friction in (0.2, 0.3, 0.4)
    for name, given in (
        ("slide-distance", (("speed_m_s", 0.5),)),
        ("slip-angle", ()),
        ("bounce-height", (("drop_mm", 80.0),)),
    )
]


def test_a_second_run_simulates_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "mine.journal"
    asked: list[int] = []
    first = Evaluator(SCENE, journal, on_start=asked.append)
    answers = first.answers(QUESTIONS)
    assert answers == [ask(SCENE, question) for question in QUESTIONS]
    again = Evaluator(SCENE, journal, on_start=asked.append)
    assert again.answers(QUESTIONS) == answers
    assert (first.simulated, again.simulated, again.found, asked) == (9, 0, 9, [9, 0])


def test_a_line_that_was_cut_off_is_asked_again_and_spoils_no_other(tmp_path: Path) -> None:
    journal = tmp_path / "mine.journal"
    answers = Evaluator(SCENE, journal).answers(QUESTIONS[:3])
    text = journal.read_text()
    journal.write_text(text[:-20])
    resumed = Evaluator(SCENE, journal)
    assert (resumed.found, resumed.answers(QUESTIONS[:3]), resumed.simulated) == (2, answers, 1)
    assert Evaluator(SCENE, journal).found == 3


def test_answers_of_another_scene_are_not_used(tmp_path: Path) -> None:
    journal = tmp_path / "mine.journal"
    Evaluator(SCENE, journal).answers(QUESTIONS[:3])
    assert Evaluator(load_scene("lab", {"dice.edge_m": 0.016}), journal).found == 0
    assert Evaluator(load_scene("lab", {"material.friction": 0.2}), journal).found == 0


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "notes.journal").write_text(json.dumps({"dear": "diary"}) + "\n")
    with pytest.raises(
        FileError, match=r"notes.journal: exists already; expected another name, or the journal of a tuner"
    ):
        Evaluator(SCENE, tmp_path / "notes.journal")
    with pytest.raises(FileError, match="cannot be written"):
        Evaluator(SCENE, tmp_path / "nowhere" / "mine.journal").answers(QUESTIONS)


@pytest.mark.slow
def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(Unavailable, match="no Dask scheduler answers there"):
        Evaluator(SCENE, cluster="tcp://127.0.0.1:9").answers(QUESTIONS)


@pytest.mark.slow
def test_one_process_two_and_a_cluster_give_the_same_numbers() -> None:
    from distributed import Client, LocalCluster

    one = Evaluator(SCENE).answers(QUESTIONS)
    assert Evaluator(SCENE, jobs=2).answers(QUESTIONS) == one
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        assert Evaluator(SCENE, cluster=cluster.scheduler_address).answers(QUESTIONS) == one
