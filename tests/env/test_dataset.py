"""Data sets of Minari: written, read back, and played again to the same ends."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
minari = pytest.importorskip("minari")

from skill.env.tasks.dataset import export, replay  # noqa: E402
from skill.env.tasks.environment import SkillTask  # noqa: E402
from skill.errors import FileError  # noqa: E402

TRACE = Path(__file__).parents[1] / "records" / "flickers-5c651d7eba50e71d.trace"


@pytest.fixture(autouse=True)
def datasets_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


@pytest.mark.filterwarnings("ignore::UserWarning:minari")
def test_what_a_planner_did_is_read_back_and_ends_the_same() -> None:
    export("throw-once", "skillbox/throw/planner-v0", "planner", range(3))
    data = minari.load_dataset("skillbox/throw/planner-v0")
    episodes = list(data.iterate_episodes())
    assert len(episodes) == 3 and episodes[0].observations["dice"].shape == (2, 1, 8)
    assert [one.outcome == one.again for one in replay("skillbox/throw/planner-v0")] == [True] * 3
    with pytest.raises(FileError, match="skillbox/throw/planner-v0: there is one; expected a new name"):
        export("throw-once", "skillbox/throw/planner-v0", "random", range(1))
    with pytest.raises(FileError, match="data set skillbox/none/x-v0: cannot be read"):
        replay("skillbox/none/x-v0")


@pytest.mark.filterwarnings("ignore::UserWarning:minari")
def test_what_a_person_did_begins_as_the_trace_and_ends_the_same() -> None:
    export("flickers", "skillbox/flickers/person-v0", traces=[TRACE])
    (one,) = replay("skillbox/flickers/person-v0")
    assert one.outcome == one.again in ("success", "failure", "time")
    with pytest.raises(FileError, match="trace of scene flickers with 1 dice: task hop expects scene faraday"):
        SkillTask("hop").reset(options={"trace": TRACE.read_text()})
