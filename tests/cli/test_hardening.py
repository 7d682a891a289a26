"""What goes wrong outside: full disks, folders that are gone, killed workers, own games that fail, endless options."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from skill.app.i18n import told as translated
from skill.cli.new import write_game
from skill.errors import LONGEST, FileError, Unavailable, UnknownName
from skill.rules.catalogue import all_games, find_game
from skill.table.match import Match
from tests.conftest import Say
from tests.engines import needs_engine

LONG = "9" * 5000
RECORD = '[Game "rasanto"]\n[Players "2"]\n[Options "first_player=1"]\n\n'
TRACE = "skillbox trace 1\nscene {}\nseed {}\nrate_hz 60\nstart -\nhand -\nloose -\ntools tilt\ncolumns x\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{RECORD}1: roll {LONG}\n",
        f"{RECORD}{LONG}: pass\n",
        f"{RECORD}1: first {LONG}\n",
        RECORD.replace("rasanto", "tabula-rasa").replace("2", "3") + f"1: break {LONG},1\n",
        '[Game "faraday"]\n[Players "1"]\n\n' + f"1: attempt success {LONG}.000 - loose - off - trace -\n",
        RECORD.replace('"2"', f'"{LONG}"'),
        RECORD.replace("=1", f"={LONG}"),
        RECORD + "x" * 100_000,
        RECORD + "1: place R\u0663\u0664\u0661\n",  # digits, but none of ours
    ],
    ids=lambda text: text[-40:-1],
)
def test_a_long_number_or_line_is_told_in_short(text: str, skillbox: Say) -> None:
    Path("a.txt").write_text(text, encoding="utf-8")
    code, _, told = skillbox("replay", "a.txt")
    assert code == 2 and "a.txt" in told and "expected" in told
    assert len(told) < LONGEST + 100


@pytest.mark.parametrize("scene", ["[" * 5000, "{" + '"a":{' * 5000, f'{{"a":{LONG}}}', "x", '{"name":1e400}'])
def test_a_trace_that_cannot_be_read_is_told(scene: str, tmp_path: Path) -> None:
    from skill.physics.trace import Trace

    with pytest.raises(FileError, match="line 2"):
        Trace.parse(TRACE.format(scene, 3).replace("{}", "3"))
    with pytest.raises(FileError, match=r"line 3.*whole number"):
        Trace.parse(TRACE.replace("scene {}", _faraday()).format(LONG))


def _faraday() -> str:
    kept = next((Path(__file__).parents[1] / "records").glob("faraday-*.trace"))
    return kept.read_text().split("\n")[1].replace("{", "{{").replace("}", "}}")


def test_the_journal_of_the_tuner_may_hold_what_is_none(tmp_path: Path) -> None:
    from skill.physics.scene import load_scene
    from skill.tune.evaluate import Evaluator

    journal = tmp_path / "a.journal"
    journal.write_text("\n".join(['{"ask": ["', "[" * 5000, LONG, "{", ""]))
    assert Evaluator(load_scene("lab"), journal).found == 0


@pytest.mark.parametrize(
    "words",
    [("play", "rasanto", "--seat", f"{LONG}=greedy"), ("roll", f"d{LONG}"), ("list", "--family", LONG)],
    ids=lambda words: words[0],
)
def test_a_long_number_on_the_command_line_is_told_in_short(words: tuple[str, ...], skillbox: Say) -> None:
    code, _, told = skillbox(*words)
    assert code == 2 and "expected" in told and len(told) < LONGEST


@pytest.mark.parametrize("words", ["simulate rasanto -n 1", "play rasanto", "analyse rasanto", "suite A2", "demo wolf"])
@pytest.mark.parametrize("players", ["9" * 80, "100", "0", "-3"])
def test_a_number_of_seats_that_cannot_be_is_told(words: str, players: str, skillbox: Say) -> None:
    code, _, said = skillbox(*words.split(), "--players", players)
    assert code == 2 and "expected 1 to 99" in said, said


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e999", "-1"])
@pytest.mark.parametrize("command", ["analyse rasanto", "analyse-catalogue rasanto"])
def test_a_time_that_never_comes_is_told(command: str, seconds: str, skillbox: Say) -> None:
    code, _, said = skillbox(*command.split(), "--seconds", seconds)
    assert code == 2 and f"--seconds {float(seconds):g}: expected a finite number that is 0 or more" in said, said


@pytest.mark.skipif(os.name != "posix", reason="signals of a pipe")
@pytest.mark.parametrize("words", ["list", "replay bad.txt --check"])
def test_a_reader_that_has_gone_is_neither_a_failed_check_nor_a_good_one(words: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(RECORD + "1: fly\n\n" + RECORD)
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "skill", *words.split()],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            stdout=nobody,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 141 and not done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_told(skillbox: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        code, _, told = skillbox("list")
        assert (code, told) == (2, "skillbox: No space left on device\n")
        monkeypatch.setattr(sys, "stdout", io.StringIO())


def test_new_writes_all_files_or_none(skillbox: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, replace = ["tower.py"], Path.replace

    def fails(part: Path, target: Path) -> Path:
        if target.name not in wanted:
            raise OSError(28, "No space left on device")
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", fails)
    code, _, told = skillbox("new", "tower")
    assert code == 2 and "test_tower.py: cannot be written: No space left on device" in told
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{}"),
        ("scene", "check", "{}"),
        ("demo", "faraday", "--out", "{}.gif"),
        ("roll", "d6", "--scene", "{}"),
        ("rules", "{}.py", "--trust"),
    ],
    ids=str,
)
def test_a_name_that_is_too_long_is_told(words: tuple[str, ...], skillbox: Say) -> None:
    code, _, told = skillbox(*(word.format("x" * 300) for word in words))
    assert code == 2 and "skillbox: " in told


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that is in use")
def test_a_folder_that_is_gone_is_told(skillbox: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert skillbox("list")[0] == 0
    for words in (("new", "tower"), ("demo", "faraday", "--out", "a.gif"), ("replay", "a.txt")):
        code, _, told = skillbox(*words)
        assert code == 2 and "No such file or directory" in told
    code, _, told = skillbox("analyse", "rasanto", "--out", "a.json")
    assert code == 2 and "the current folder: No such file or directory" in told
    monkeypatch.chdir(tmp_path)


def test_a_display_that_does_not_answer_opens_no_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    from skill.app.main import open_application
    from skill.table.store import Store

    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setenv("SKILLBOX_RENDERER", "software")
    with pytest.raises(Unavailable, match=r":4711 does not answer.*simulate"):
        open_application(store=Store(tmp_path))


# -- games of one's own


def tower(folder: Path, old: str, new: str) -> Path:
    path, *_ = write_game("tower", folder)
    path.write_text(path.read_text().replace(old, new, 1))
    return path


MOVES = "        if self.result(state):\n            return []\n"


NOTHING = "        state.nothing\n"
NOTHING_TOLD = "tower.py, line {}: AttributeError: 'State' object has no attribute 'nothing'"


@pytest.mark.parametrize(
    ("new", "told", "jobs"),
    [
        (NOTHING, NOTHING_TOLD, "1"),
        (NOTHING, NOTHING_TOLD, "2"),
        ("        raise SystemExit(0)\n", "tower.py, line {}: SystemExit: 0", "1"),
        ("        return None\n", "tower offers seat 1 no action", "1"),
    ],
)
def test_a_game_that_fails_is_told_with_file_and_line(
    new: str, told: str, jobs: str, skillbox: Say, tmp_path: Path
) -> None:
    path = tower(tmp_path, MOVES, new)
    line = path.read_text().split(new)[0].count("\n") + 1
    code, _, said = skillbox("simulate", "tower.py", "--trust", "-n", "2", "--jobs", jobs)
    assert code == 2 and told.format(line) in said, said


def test_a_worker_that_is_killed_is_told(skillbox: Say, tmp_path: Path) -> None:
    kill = "        import multiprocessing as m, os\n        m.parent_process() and os.kill(os.getpid(), 9)\n"
    tower(tmp_path, MOVES, kill + MOVES)
    code, _, said = skillbox("simulate", "tower.py", "--trust", "-n", "4", "--jobs", "2")
    assert code == 2 and "was killed" in said


def test_rules_of_a_file_are_shown_to_those_who_trust_it(skillbox: Say, tmp_path: Path, monkeypatch) -> None:
    tower(tmp_path, "GAME =", "open('ran', 'w').close()\nGAME =")
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    code, _, said = skillbox("rules", "tower.py")
    assert code == 2 and "expected --trust" in said and not Path("ran").exists()
    for answer, runs in (("n\n", False), ("y\n", True)):
        asked = io.StringIO(answer)
        asked.isatty = lambda: True  # type: ignore[method-assign]
        monkeypatch.setattr(sys, "stdin", asked)
        code, out, said = skillbox("rules", "tower.py")
        assert (code == 0, Path("ran").exists(), "X1 Tower" in out) == (runs, runs, runs)
        assert "Run it?" in said
    assert skillbox("rules", "tower.py", "--trust")[0] == 0


# -- options without an end


def test_options_without_an_end_need_a_limit(skillbox: Say) -> None:
    endless = ("simulate", "mound-mover", "-n", "1", "--set", "round_cap=0")
    code, _, said = skillbox(*endless)
    assert code == 2 and "round_cap=0: a match may go on for ever; expected others, or a --limit of actions" in said
    code, out, said = skillbox(*endless, "--limit", "50")
    assert code == 0 and "50.0 actions" in out and "broken off 1" in out and "warning: With these options" in said
    assert skillbox("demo", "mound-mover", "--set", "round_cap=0", "--out", "a.gif")[0] == 2
    b = ("simulate", "up-and-down", "-n", "1", "--set", "version=B", "--set", "round_cap=0")
    assert skillbox(*b)[0] == 2
    assert skillbox(*b, "--set", "b_add=one")[0] == 0


@pytest.mark.parametrize("game", [game for game in all_games() if game.endless_with], ids=lambda game: game.slug)
def test_endless_options_are_there(game) -> None:
    for values in game.endless_with:
        options = game.options_from(values)
        assert game.endless_by(options) == values and game.cautions(options)
    assert not game.endless_by(game.options_from({}))


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_time_for_late_grabs_ends_however_long_it_is(bots: str, skillbox: Say) -> None:
    """It runs on while grabs are made; in a match of bots too."""
    late = ("--set", "late_s=30", "--set", "dead_s=30")
    code, out, _ = skillbox("simulate", "pack-rat", "-n", "1", "--bots", bots, *late, "--limit", "20000")
    assert code == 0 and "broken off" not in out


def test_what_is_told_of_endless_options_is_in_the_help() -> None:
    """An option that says that 0 means no end is among those with which a game is endless."""
    for game in all_games():
        zero = {
            option.name
            for option in game.options
            if re.search(r"_cap$|^stall_", option.name)
            and 0 in option.choices
            and re.search("0 (for none|for no end|off)", option.help)
        }
        assert zero == {name for each in game.endless_with for name, value in each.items() if value == 0}, game


def test_a_message_that_can_be_translated_is_no_longer_than_others() -> None:
    error = UnknownName("{given} is given", given=LONG)
    assert len(translated(error)) == len(str(error)) < len(LONG)


def test_find_game_shortens() -> None:
    with pytest.raises(ValueError) as caught:
        find_game("x" * 10_000)
    assert len(str(caught.value)) < 300


WITHOUT_PHYSICS = (
    "import sys; sys.modules['pybullet'] = sys.modules['rapier3d'] = None\nfrom skill.cli import main; main()"
)


def test_the_example_of_measurements_needs_no_physics(tmp_path: Path) -> None:
    def tune(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT_PHYSICS, "tune", *words]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    done = tune("--example")
    assert done.returncode == 0 and "[vary]" in done.stdout, done.stderr
    (tmp_path / "a.toml").write_text(done.stdout)
    done = tune("a.toml")
    assert done.returncode == 2 and "rapier3d is not installed" in done.stderr


MEASURED = """
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slip-angle"
unit = "deg"
values = [18, 17, 18.5, 17.5, 19]
"""
ON_A_FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from skill.cli import main
main()
"""
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")


def on_a_full_disk(limit: int, *words: str) -> str:
    """What a command says of its failure if no file can be larger than `limit` bytes."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", ON_A_FULL_DISK, str(limit), *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


def contents() -> dict[str, bytes | None]:
    """All that lies in the current folder but for locks: the bytes of each file, None for a folder."""
    return {str(path): path.read_bytes() if path.is_file() else None for path in Path().rglob("*")}


@posix_only
@pytest.mark.parametrize(
    ("before", "limit", "words", "named"),
    [
        ((), 0, ("tune", "mine.toml", "--out", "out.toml"), "mine.journal"),
        (("tune", "mine.toml"), 0, ("tune", "mine.toml", "--out", "new/out.toml"), "out.toml"),
        (("tune", "mine.toml", "--grid", "2"), 0, ("tune", "mine.toml", "--grid", "2", "--out", "g.csv"), "g.csv"),
        (("tune", "mine.toml"), 400, ("tune", "mine.toml", "--report", "rep"), "report.html"),
        ((), 0, ("replay", "match.txt", "--out", "new/a.gif"), "a.gif"),
        ((), 0, ("analyse", "rasanto", "-n", "1", "--out", "a.json"), "a.journal"),
        ((), 0, ("tasks", "evaluate", "hop", "--seeds", "1", "--keep", "new/a.jsonl"), "a.jsonl"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) and value else str(value),
)
def test_a_full_disk_leaves_nothing_empty_behind(
    before: tuple[str, ...], limit: int, words: tuple[str, ...], named: str, skillbox: Say
) -> None:
    needs_engine()
    Path("mine.toml").write_text(MEASURED)
    Path("was-empty").touch()
    Path("was-there").mkdir()
    match = Match(find_game("rasanto"), 2, None, ("random", "random"), 1)
    while len(match.played) < 3:
        match.step()
    Path("match.txt").write_text(str(match.record))
    if before:
        assert skillbox(*before)[0] == 0
    kept = contents()
    told = on_a_full_disk(limit, *words)
    assert f"{named}: cannot be written: File too large" in told
    assert contents() == kept


@pytest.mark.parametrize(
    "words",
    [
        ("tune", "shut/mine.toml"),
        ("analyse", "rasanto", "-n", "1", "--out", "shut/a.json"),
        ("demo", "--out", "shut/a.gif"),
    ],
)
def test_a_read_only_folder_is_told_and_nothing_is_left(words: tuple[str, ...], skillbox: Say) -> None:
    (shut := Path("shut")).mkdir()
    (shut / "mine.toml").write_text(MEASURED)
    kept = contents()
    shut.chmod(0o555)
    if os.access(shut, os.W_OK):
        pytest.skip("no folder is read-only for root or on Windows")
    try:
        code, _, told = skillbox(*words)
    finally:
        shut.chmod(0o755)
    assert (code, contents()) == (2, kept) and "Permission denied" in told


def test_tasks_are_listed_without_physics(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", WITHOUT_PHYSICS, "tasks"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "hop " in done.stdout and "planner" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play rasanto --resume a.txt --seat 1=easy", "--seat: means nothing with --resume"),
        ("host --resume a.txt --port 7000", "--port: means nothing with --resume"),
        ("host --resume a.txt --no-hints", "--hints: means nothing with --resume"),
        ("join nothing --hands", "--hands: expected --stdio with it"),
        ("replay a.txt --window --check", "--check: means nothing with --window"),
        ("tasks export flickers a/b-v0 --trace a.trace --seeds 3", "--seeds: means nothing with --trace"),
        ("analyse-catalogue rasanto --journals a", "--journals: expected --shares with it"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(skillbox: Say, command: str, said: str) -> None:
    code, printed, wrong = skillbox(*command.split())
    assert (code, printed) == (2, "") and said in wrong
