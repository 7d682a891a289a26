"""Programs of a user's: what runs is what was read when the user was asked, wherever it runs, and nothing beside it."""

from __future__ import annotations

import os
import pickle
import py_compile
import re
import sys
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.errors import FileError, UnknownName
from skill.files import write_text
from skill.programs import _DIGESTS as TRUSTED_FILE
from skill.programs import TRUSTED, read_program
from skill.rules.catalogue import load_game, load_game_file
from skill.table.match import Match
from skill.table.record import FORM
from tests.conftest import Say

SPY = "\nopen({ran!r}, 'w').close()\n"
STILL = "import numpy as np\ndef policy(seen):\n    return np.zeros(9, np.float32)\n"


@pytest.fixture
def run(skillbox: Say) -> Callable[..., tuple]:
    """The console script in this process, which nobody can answer: exit code and what it said of errors."""
    return lambda *words: skillbox(*words)[::2]


def with_trap(file: Path, ran: Path) -> None:
    """Beside the file lies what Python would run in its place: a compiled file that says it need not be checked."""
    trap = file.with_name("trap.py")
    trap.write_text(file.read_text() + SPY.format(ran=str(ran)))
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(trap), cache_from_source(str(file)), invalidation_mode=mode, doraise=True)
    trap.unlink()


def test_no_compiled_file_runs_in_place_of_the_source(tmp_path: Path) -> None:
    from skill.env.tasks.policies import find_policy

    pytest.importorskip("gymnasium")
    ran = tmp_path / "ran"
    write_game("tower", tmp_path)
    (tmp_path / "still.py").write_text(STILL)
    for name, load in (("tower", load_game_file), ("still", lambda path: find_policy(str(path)))):
        file = tmp_path / f"{name}.py"
        with_trap(file, ran)
        before = sorted(tmp_path.rglob("*"))
        load(file)
        assert not ran.exists(), name
        assert sorted(tmp_path.rglob("*")) == before, "nothing was compiled beside it"


def test_what_runs_elsewhere_is_what_was_read_here(tmp_path: Path) -> None:
    write_game("tower", tmp_path)
    file, ran = tmp_path / "tower.py", tmp_path / "ran"
    program = read_program(file)
    game = load_game(program)
    sent = pickle.dumps(game)
    file.write_text(file.read_text() + SPY.format(ran=str(ran)))
    assert pickle.loads(sent) is game  # here it has run already
    for name in [name for name in sys.modules if name.startswith("skillbox_own_")]:
        del sys.modules[name]
    assert pickle.loads(sent).slug == "tower"  # as in another process
    assert not ran.exists()
    assert read_program(file).digest != program.digest


COMMANDS = (
    *("rules tower.py", "perft tower.py --depth 0", "play tower.py", "demo tower.py --out x.gif"),
    *("simulate tower.py -n 1", "analyse tower.py -n 1", "replay match.txt --game tower.py"),
    "serve --stdio --game tower.py",
    *("tasks hop --policy tower.py", "tasks hop --policy tower.zip"),
    *("tasks export hop skillbox/hop/x-v0 --policy tower.py", "tasks export hop skillbox/hop/x-v0 --policy tower.zip"),
)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_asks_before_it_runs_a_program(words: str, run, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    write_game("tower", tmp_path)
    file, ran = tmp_path / "tower.py", tmp_path / "ran"
    file.write_text(file.read_text() + SPY.format(ran=str(ran)))
    file.with_suffix(".zip").write_bytes(b"PK")
    before = sorted(tmp_path.rglob("*"))
    code, said = run(*words.split())
    assert code == 2 and "is a program and runs with your rights; expected --trust" in said, said
    assert sorted(tmp_path.rglob("*")) == before
    assert "--trust" in _options(words)


def _options(words: str) -> set[str]:
    """The options of a command."""
    from typer.main import get_command

    from skill.cli import app

    found = get_command(app)
    parts = ["tasks", "evaluate"] if words.startswith("tasks hop") else words.split()
    for part in parts:
        if part in getattr(found, "commands", {}):
            found = found.commands[part]
    return {name for option in found.params for name in option.opts}


def test_a_process_of_ours_runs_only_what_was_trusted_here(run, tmp_path: Path, monkeypatch) -> None:
    write_game("tower", tmp_path)
    file = tmp_path / "tower.py"
    monkeypatch.setenv(TRUSTED, read_program(file).digest)
    assert run("rules", "tower.py") == (0, "")
    file.write_text(file.read_text() + "\n")
    code, said = run("rules", "tower.py")
    assert code == 2 and "expected --trust" in said


@pytest.mark.skipif(sys.platform != "linux", reason="names of files")
@pytest.mark.parametrize("name", ["tower\n%s", "tower\udcff", 'tower"]\n[Result "x'])
def test_the_name_of_a_program_is_one_line_in_files_of_ours(
    name: str, run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the list of what is trusted, and in records."""
    monkeypatch.setattr("skill.rules.catalogue._own_games", ())  # those that are named are taken up
    other = "0" * 64
    write_game("tower", tmp_path)
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    file = games / f"{name % other if '%' in name else name}.py"
    (tmp_path / "tower.py").rename(file)
    assert run("rules", str(file), "--trust")[0] == 0
    digests = [line.partition(" ")[0] for line in (games / TRUSTED_FILE).read_text().splitlines()]
    assert digests == [read_program(file).digest]
    record = str(Match(load_game_file(file), 2).record)
    assert re.findall(r"^\[(\w+)", record, re.MULTILINE) == ["Game", "GameFile", "Players", "Seats", "Seed", "Result"]
    write_text(tmp_path / "a.txt", record, FORM)
    assert run("replay", "a.txt", "--game", str(file), "--trust") == (0, "")


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.py: cannot be read"):
        read_program(tmp_path / "none.py")
    with pytest.raises(FileError, match=r"text\.txt: expected a Python file"):
        read_program(tmp_path / "text.txt")
    (tmp_path / "null.py").write_bytes(b"GAME = 1\0")
    with pytest.raises(FileError, match=r"null\.py: (SyntaxError|ValueError)"):
        load_game_file(tmp_path / "null.py")
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe.py")
        with pytest.raises(FileError, match=r"pipe\.py"):
            load_game_file(tmp_path / "pipe.py")


def test_a_policy_that_leaves_is_told(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    from skill.env.tasks.policies import find_policy

    (tmp_path / "leaves.py").write_text("raise SystemExit(0)")
    with pytest.raises(FileError, match=r"leaves\.py: cannot be run: SystemExit"):
        find_policy(str(tmp_path / "leaves.py"))
    with pytest.raises(UnknownName, match="policy 'clever'"):
        find_policy("clever")
