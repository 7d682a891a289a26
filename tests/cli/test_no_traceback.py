"""What a user's system and files may be like: every command ends with code 2 and a sentence, never with a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skill.env.tasks.scores import FORM, Score, read_scores
from skill.errors import FileError
from skill.files import csv_rows
from skill.paths import home_folder
from tests.fuzz.archives import HOSTILE, encrypted, npz, zipped
from tests.fuzz.kinds import TASK, attempt

ROOT = Path(__file__).parents[2]
NOBODY = """import os, pwd, sys
def none(*_): raise KeyError("getpwuid(): uid not found: 54321")
pwd.getpwuid = none
from skill.cli import main
sys.exit(main())
"""
NAMES = ("HOME", "USER", "LOGNAME", "LNAME", "USERNAME", "XDG_DATA_HOME", "SKILLBOX_HOME", "MINARI_DATASETS_PATH")


def run(words: str, folder: Path, code: str = "", **changes: str) -> subprocess.CompletedProcess[bytes]:
    """A command in its own process, with these changes of the environment; `code` is run in place of `-m skill`."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES or not code}
    environment |= {"PYTHONPATH": str(ROOT), **changes}
    start = ["-c", code] if code else ["-m", "skill"]
    return subprocess.run(
        [sys.executable, *start, *words.split()], cwd=folder, env=environment, capture_output=True, check=False
    )


@pytest.mark.skipif(os.name != "posix", reason="users without a name")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("scene list", 0, b""),
        ("lab free-fall --material wodo", 2, b"expected one of"),
        ("tasks export hop skillbox/hop/x-v0 --seeds 1 --policy random", 2, b"let MINARI_DATASETS_PATH name a folder"),
    ],
)
def test_a_user_without_a_home_and_a_name(words: str, code: int, said: bytes, tmp_path: Path) -> None:
    pytest.importorskip("minari") if words.startswith("tasks") else None
    done = run(words, tmp_path, NOBODY)
    assert done.returncode == code and said in done.stderr and b"Traceback" not in done.stderr, done.stderr
    assert not list(tmp_path.iterdir()), "no folder is made whose name is the sign for a home"


def test_nothing_is_kept_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    from skill.errors import Unavailable
    from skill.paths import data_folder
    from skill.physics.scene import material_texts

    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", none)
    assert home_folder() == Path()
    monkeypatch.delenv("SKILLBOX_HOME", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: none())
    with pytest.raises(Unavailable, match="let SKILLBOX_HOME name a folder"):
        data_folder()
    assert "wood" in material_texts(), "ours are there all the same"


@pytest.mark.parametrize("coding", ["latin-1", "ascii", "cp437"])
def test_an_output_that_has_not_all_signs(coding: str, tmp_path: Path) -> None:
    for words in ("--language de rules rasanto", "--language fr list", "--language de --help"):
        done = run(words, tmp_path, PYTHONIOENCODING=coding)
        assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize("word", ["x", "-1", "99", "", "1.5", "9" * 50, None])
def test_a_shell_that_counts_words_wrong(word: str | None, tmp_path: Path) -> None:
    changes = {"_SKILLBOX_COMPLETE": "complete_bash", "COMP_WORDS": "skillbox\nsim"}
    changes |= {} if word is None else {"COMP_CWORD": word}
    code = "import sys\nsys.argv[0] = 'skillbox'\nfrom skill.cli import main\nsys.exit(main())"
    done = run("", tmp_path, code, **changes)
    assert b"Traceback" not in done.stderr and done.returncode == 0, done.stderr
    assert b"simulate" in done.stdout


def test_a_cell_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f'{",".join(Score._fields)}\n"{"x" * 200_000}"\n')
    assert FORM.begins.match(path.read_bytes())
    with pytest.raises(FileError, match=r"x\.csv, line 2: cannot be read: field larger than"):
        read_scores(path)
    with pytest.raises(FileError, match="line 1"):
        list(csv_rows(path, f'"{"x" * 200_000}"'))


def test_a_series_with_such_a_cell(tmp_path: Path) -> None:
    from skill.tune.series import read_series

    path = tmp_path / "x.csv"
    path.write_text(f't (s),x (m)\n0,"{"1" * 200_000}"\n1,2\n')
    with pytest.raises(FileError, match=r"x\.csv.*line 2"):
        read_series(path)


# -- attempts that were kept


@pytest.mark.parametrize("case", HOSTILE)
def test_an_attempt_that_was_not_kept_by_us(case: str, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    from skill.env.tasks import dataset
    from skill.env.tasks.environment import SkillTask

    env, path, (_, good) = SkillTask(TASK), tmp_path / "x.npz", attempt()
    path.write_bytes(npz(**good))
    assert set(dataset._read(path, env)["infos"]) == {"is_success", "distance", "outcome"}
    path.write_bytes(HOSTILE[case](good))
    with pytest.raises(FileError, match=r"x\.npz: expected an attempt that was kept"):
        dataset._read(path, env)


# -- data sets and policies


@pytest.mark.parametrize(
    "name", ["x", "../x-v0", "/x-v0", "a b-v0", "", "x-v0\n", "x" * 300 + "-v0", "a/../b-v0", "-v0"]
)
def test_a_bad_name_of_a_data_set_is_told_before_the_work(name: str, tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("minari")
    from skill.env.tasks.dataset import export

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "sets"))
    with pytest.raises(FileError, match="expected a name such as skillbox/hop/planner-v0"):
        export("hop", name, "random", range(10**9))  # which would never end


def test_a_broken_data_set_fails_no_other(tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("minari")
    from skill.env.tasks.dataset import check_dataset_name

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    (tmp_path / "no version" / "data").mkdir(parents=True)
    (tmp_path / "broken-v0" / "data").mkdir(parents=True)
    check_dataset_name("skillbox/hop/planner-v0")
    with pytest.raises(FileError, match="there is one"):
        check_dataset_name("broken-v0")


@pytest.mark.parametrize(
    "data",
    [
        b"no",
        b"",
        zipped(b"no"),
        zipped(b"[" * 100_000),
        zipped(b"[]"),
        zipped(json.dumps({"policy_class": {"__module__": 3}}).encode()),
        encrypted(zipped(b"{}")),
        zipped(json.dumps({"policy_class": {"__module__": "sac"}}).encode()),
    ],
)
def test_a_policy_that_is_none(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    from types import SimpleNamespace

    from skill.env.tasks.policies import find_policy

    def load(file: io.BytesIO, device: str) -> None:
        raise AttributeError("no policy in it")

    monkeypatch.setitem(sys.modules, "stable_baselines3", SimpleNamespace(PPO=SimpleNamespace(load=load), SAC=1))
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(
        FileError, match=r"x\.zip: (expected a policy that stable-baselines3 saved|policies of \w+ are not known)"
    ):
        find_policy(str(tmp_path / "x.zip"))


def test_json_that_is_deep(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    from skill.env.tasks.evaluation import Asked, evaluate

    path = tmp_path / "x.jsonl"
    path.write_text('{"task": "hop", "policy": "random", "level": "book", "x": ' + "[" * 100_000 + "\n")
    with pytest.raises(FileError, match=r"x\.jsonl, line 1"):
        evaluate(Asked("hop", "random"), range(1), keep=path)
