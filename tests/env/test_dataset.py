"""Data sets of Minari: written, read back, and played again to the same ends."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
minari = pytest.importorskip("minari")

from skill.env.tasks import dataset  # noqa: E402
from skill.env.tasks.dataset import export, replay  # noqa: E402
from skill.env.tasks.environment import SkillTask  # noqa: E402
from skill.errors import FileError  # noqa: E402
from skill.physics.scene import ENGINE_VARIABLE  # noqa: E402

TRACE = Path(__file__).parents[1] / "records" / "flickers-5c651d7eba50e71d.trace"


@pytest.fixture(autouse=True)
def datasets_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


@pytest.mark.filterwarnings("error::UserWarning")
def test_what_a_planner_did_is_read_back_and_ends_the_same() -> None:
    export("throw-once", "skillbox/throw/planner-v0", "planner", range(3), material="wood")
    data = minari.load_dataset("skillbox/throw/planner-v0")
    episodes = list(data.iterate_episodes())
    assert data.recover_environment().unwrapped.material == "wood"
    assert len(episodes) == 3 and episodes[0].observations["dice"].shape == (2, 1, 8)
    assert [one.outcome == one.again for one in replay("skillbox/throw/planner-v0")] == [True] * 3
    with pytest.raises(FileError, match="skillbox/throw/planner-v0: there is one; expected a new name"):
        export("throw-once", "skillbox/throw/planner-v0", "random", range(1))
    with pytest.raises(FileError, match="data set skillbox/none/x-v0: cannot be read"):
        replay("skillbox/none/x-v0")


def episodes_of(name: str) -> list[tuple[bytes, ...]]:
    """All that a data set has of each episode, and of its beginning."""
    data = minari.load_dataset(name)
    about = data.storage.get_episode_metadata(range(len(data)))
    return [
        (
            each.actions.tobytes(),
            each.rewards.tobytes(),
            *(value.tobytes() for _, value in sorted(each.observations.items())),
            str(begun["seed"]).encode(),
        )
        for each, begun in zip(data.iterate_episodes(), about, strict=True)
    ]


@pytest.mark.filterwarnings("error::UserWarning")
def test_attempts_that_are_kept_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, name = tmp_path / "kept", "skillbox/throw/random-v{}"
    export("throw-once", name.format(0), "random", range(2), keep=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["throw-once-random-0.npz", "throw-once-random-1.npz"]
    export("throw-once", name.format(1), "random", range(3))
    made: list[int] = []
    own = dataset.attempt
    monkeypatch.setattr(dataset, "attempt", lambda source, piece: made.append(piece.seed) or own(source, piece))
    export("throw-once", name.format(2), "random", range(3), keep=folder)
    assert made == [2] and episodes_of(name.format(2)) == episodes_of(name.format(1))
    (folder / "throw-once-random-1.npz").write_bytes(b"no")
    with pytest.raises(FileError, match=r"throw-once-random-1\.npz: expected an attempt that was kept"):
        export("throw-once", name.format(3), "random", range(3), keep=folder)


def test_a_data_set_is_of_one_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, name = tmp_path / "kept", "skillbox/throw/planner-v{}"
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    export("throw-once", name.format(0), "planner", range(1), keep=folder)
    monkeypatch.setenv(ENGINE_VARIABLE, "")
    export("throw-once", name.format(1), "planner", range(1), keep=folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "throw-once-planner-0.npz",
        "throw-once-planner-rapier-0.npz",
    ]
    assert episodes_of(name.format(0)) != episodes_of(name.format(1))
    assert minari.load_dataset(name.format(0)).recover_environment().unwrapped.engine == "rapier"


@pytest.mark.slow
@pytest.mark.filterwarnings("error::UserWarning")
def test_one_process_two_and_a_cluster_write_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    name = "skillbox/throw/random-v{}"
    export("throw-once", name.format(1), "random", range(5))
    export("throw-once", name.format(2), "random", range(5), jobs=2)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        export("throw-once", name.format(3), "random", range(5), cluster=cluster.scheduler_address)
    assert episodes_of(name.format(1)) == episodes_of(name.format(2)) == episodes_of(name.format(3))


@pytest.mark.filterwarnings("error::UserWarning")
def test_what_a_person_did_begins_as_the_trace_and_ends_the_same() -> None:
    export("flickers", "skillbox/flickers/person-v0", traces=[TRACE])
    (one,) = replay("skillbox/flickers/person-v0")
    assert one.outcome == one.again in ("success", "failure", "time")
    with pytest.raises(FileError, match="trace of scene flickers with 1 dice: task hop expects scene faraday"):
        SkillTask("hop").reset(options={"trace": TRACE.read_text()})
