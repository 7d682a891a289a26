"""The command line as users type it: results, JSON, and clear errors with exit code 2."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

import pytest
from typer.testing import CliRunner

import skill
import skill.cli
from skill.analyse.run import Asked
from skill.bots.registry import sitters
from skill.cli import app
from skill.cli.bench import load_harness
from skill.cli.matches import listed
from skill.errors import SkillboxError, Unavailable
from skill.physics.trace import Trace
from skill.physics.versions import Versions, versions_here
from skill.rules.catalogue import find_game
from skill.table.attempts import play_out
from skill.table.match import Match
from tests.engines import AT_WORK

ROOT = Path(__file__).parents[2]


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "skill", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
    )


@pytest.fixture
def skillbox(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, which saves the second that a start takes: `skillbox("roll", "d6")`."""

    def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        monkeypatch.chdir(cwd)
        monkeypatch.setattr("sys.argv", ["skillbox", *arguments])
        capsys.readouterr()
        try:
            skill.cli.main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return subprocess.CompletedProcess(arguments, code, *capsys.readouterr())

    return run


def refused(words: str, *arguments: str) -> None:
    """Runs a command in this process and finds it refused: with an error that `main` tells in one sentence."""
    told = CliRunner().invoke(app, arguments)
    assert isinstance(told.exception, SkillboxError) and words in str(told.exception), told.exception


def test_list_and_filters(skillbox: Run) -> None:
    games = json.loads(skillbox("list", "--json").stdout)
    assert {"rasanto", "el-dado", "faraday"} <= {game["slug"] for game in games}
    physical = skillbox("list", "--kind", "physics").stdout
    assert "faraday" in physical
    assert "rasanto" not in physical
    assert "faraday" in skillbox("list", "--players", "1").stdout
    assert "el-dado" in skillbox("list", "--family", "demolition").stdout


@pytest.mark.parametrize("name", ["39", "el-dado", "el-d"])
def test_rules(name: str, skillbox: Run) -> None:
    text = skillbox("rules", name).stdout
    assert text.startswith("39 El Dado")
    assert "fill = pour" in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rasanto", "--set", "first_player=1", "--depth", "3"), "85140"),
        (("el-dado", "--set", "first_player=1", "--depth", "3"), "9"),
        (("el-dado", "--set", "first_player=1", "--depth", "2", "--from", "R800 G080"), "2"),
    ],
)
def test_perft(arguments: tuple[str, ...], expected: str, skillbox: Run) -> None:
    assert skillbox("perft", *arguments).stdout.strip() == expected


def test_perft_divide_adds_up(skillbox: Run) -> None:
    data = json.loads(
        skillbox("perft", "rasanto", "--set", "first_player=1", "--depth", "2", "--divide", "--json").stdout
    )
    assert len(data["by_first"]) == 45
    assert data["count"] == sum(data["by_first"].values()) == 45 * 44


def test_simulate_gives_the_same_table_on_two_processes(skillbox: Run) -> None:
    arguments = ("simulate", "el-dado", "-n", "8", "--bots", "greedy,random,random", "--seed", "5", "--json")
    one, two = (json.loads(skillbox(*arguments, "--jobs", jobs).stdout) for jobs in "12")
    measured = {"wall_s": None, "took_s": None}
    assert one | measured == two | measured
    assert sum(one["wins"]) == pytest.approx(8)
    assert [row["bot"] for row in one["bots"]] == ["greedy", "random"] and one["bots"][1]["elo"] < 0


def test_replay_shows_and_checks(tmp_path: Path, skillbox: Run) -> None:
    record = tmp_path / "match.txt"
    record.write_text((ROOT / "tests/transcripts/rasanto.txt").read_text())
    assert re.search(r"result \d+ \d+", skillbox("replay", str(record)).stdout)
    good = skillbox("replay", str(record), "--check")
    assert (good.returncode, "all agree" in good.stdout) == (0, True)
    record.write_text(record.read_text().replace("[Result ", '[Result "1 2"] # '))
    bad = skillbox("replay", str(record), "--check")
    assert bad.returncode == 1
    assert "header Result" in bad.stdout


def test_a_file_of_several_records_is_listed_shown_by_number_and_checked_whole(tmp_path: Path) -> None:
    one = '[Event "evening"]\n[Game "rasanto"]\n[Players "{}"]\n\n'
    (record := tmp_path / "a.txt").write_text(one.format(2) + "*: roll 4\n" + one.format(7) + one.format(2))
    replay = partial(CliRunner().invoke, app)
    listed = replay(["replay", str(record)])
    assert listed.exit_code == 0
    assert "3 records; --number N shows one" in listed.stdout
    assert re.search(r"\n +2  .*rasanto is for 2", listed.stdout)
    assert replay(["replay", str(record), "--number", "3"]).stdout == "result *\n"
    checked = replay(["replay", str(record), "--check"])
    assert checked.exit_code == 1
    assert "record 3: 0 actions, result *: all agree" in checked.stdout
    assert checked.stdout.endswith("a.txt: 3 records, 2 with faults\n")
    told = json.loads(replay(["replay", str(record), "--check", "--json"]).stdout)
    assert [bool(each["faults"]) for each in told] == [True, True, False]
    for words in (("--number", "4"), ("--number", "0"), ("--out", str(tmp_path / "a.png")), ("--window",)):
        refused("a number from 1 to 3", "replay", str(record), *words)


@pytest.fixture(scope="module")
def attempt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a short attempt at Faraday, its trace beside it."""
    folder = tmp_path_factory.mktemp("attempt")
    game = find_game("faraday")
    match = Match(game, 1, game.options_from({"attempts": 1, "time_limit": 5.0}), ("random",), 3)
    play_out(match, folder)
    (folder / "match.txt").write_text(str(match.record))
    return folder / "match.txt"


HERE = versions_here(AT_WORK)
OTHER = {**HERE, "python": "3.9.1", "numpy": "1.7"}
NOW = f"here are python {HERE['python']}, numpy {HERE['numpy']}"
MADE = f"traces were made with python 3.9.1, numpy 1.7; {NOW}"


@pytest.mark.parametrize(
    ("versions", "is_true", "told"),
    [
        (HERE, True, ""),
        (HERE, False, ""),
        (OTHER, True, MADE),
        (OTHER, False, f"{MADE}; other versions may round otherwise, and then dice roll otherwise"),
        ({}, True, ""),
        ({}, False, f"traces do not say with what versions they were made; here are {listed(versions_here())}"),
    ],
)
def test_replay_says_with_what_versions_a_trace_was_made(
    versions: Versions, is_true: bool, told: str, attempt: Path, tmp_path: Path
) -> None:
    (trace,) = attempt.parent.glob("*.trace")
    replace(Trace.read(trace), versions=versions).write(tmp_path / trace.name)
    text = attempt.read_text()
    outcome = re.search(r"attempt (\w+)", text)
    assert outcome is not None
    record = tmp_path / "match.txt"
    record.write_text(text if is_true else text.replace(outcome[0], "attempt gave_up"))
    checked = CliRunner().invoke(app, ["replay", str(record), "--check"])
    assert checked.exit_code == (0 if is_true else 1)
    first, *rest = checked.stdout.splitlines()
    assert ("all agree" if is_true else "simulated again it is") in first
    assert rest == [told] * bool(told)
    data = json.loads(CliRunner().invoke(app, ["replay", str(record), "--check", "--json"]).stdout)
    assert (data["made_with"], data["here"]) == ([dict(versions)], dict(versions_here()))


def test_replay_refuses_versions_that_make_no_sense(attempt: Path, tmp_path: Path) -> None:
    (trace,) = attempt.parent.glob("*.trace")
    (tmp_path / trace.name).write_text(trace.read_text().replace("numpy==", "numpy "))
    (tmp_path / "match.txt").write_text(attempt.read_text())
    checked = CliRunner().invoke(app, ["replay", str(tmp_path / "match.txt"), "--check"])
    assert checked.exit_code == 1
    assert f"{trace.name}, line 9: version 'numpy': expected a name and its version" in checked.stdout


def test_replay_draws_over_no_record(tmp_path: Path) -> None:
    record = tmp_path / "match.png"
    record.write_text((ROOT / "tests/transcripts/rasanto.txt").read_text())
    refused(f"--out {record}: would be written over {record}", "replay", str(record), "--out", str(record))
    assert record.read_text().startswith("[Game ")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rules", "rasnto"), "did you mean rasanto"),
        (("rules", "qqxxqq"), "skillbox list"),
        (("play", "rasanto", "--players", "7"), "rasanto is for 2"),
        (("play", "rasanto", "--seat", "3=greedy"), "from 1 to 2"),
        (("play", "rasanto", "--seat", "1=clever"), "expected human"),
        (("perft", "rasanto", "--depth", "1", "--set", "fill=never"), "immediate | deferred"),
        (("perft", "rasanto", "--depth", "1", "--set", "fil=deferred"), "did you mean fill"),
        (("perft", "rasanto", "--depth", "1", "--set", "fill"), "OPTION=VALUE"),
        (("perft", "rasanto", "--depth", "1", "--from", "R700"), "no die can stand at 700"),
        (("perft", "rasanto", "--depth", "1", "--from", "R700x"), "die 'R700x'"),
        (("perft", "rasanto", "--depth", "x"), "'x'"),
        (("simulate", "rasanto", "-n", "0"), "at least 1"),
        (("simulate", "rasanto", "--bots", "greedy,clever"), "clever"),
        (("replay", "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("scene", "check", "nowhere.toml"), "nowhere.toml"),
        (("list", "--family", "skil"), "expected one of skill"),
        (("rules", "nowhere.py"), "nowhere.py: cannot be read: No such file"),
        (("demo", "rasanto", "--out", "film.txt"), "expected a name that ends in"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_clear_sentence_and_exit_code_2(
    arguments: tuple[str, ...],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["skillbox", *arguments])
    with pytest.raises(SystemExit) as end:
        skill.cli.main()
    told = capsys.readouterr().err
    assert expected in told.replace("│\n│ ", ""), told
    assert end.value.code == 2


def test_every_command_has_help_with_an_example() -> None:
    commands = (
        "list",
        "rules",
        "play",
        "demo",
        "simulate",
        "analyse",
        "replay",
        "perft",
        "lab",
        "roll",
        "tune",
        "bench",
        "scene list",
        "scene check",
    )
    for command in commands:
        text = CliRunner().invoke(app, [*command.split(), "--help"]).stdout
        assert f"Example: skillbox {command}" in text


@pytest.mark.parametrize("command", [("simulate", "rasanto", "-n", "1"), ("tune", "two.toml")], ids=" ".join)
@pytest.mark.parametrize("jobs", [0, -2, 1001, 10**22])
def test_a_number_of_processes_that_cannot_be_is_refused(
    command: tuple[str, ...], jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(TWO)
    refused(f"--jobs {jobs}: expected 1 to 1000, or -1 for every core", *command, "--jobs", str(jobs))


OWN_GAME = """
from skill.rules.games.rasanto import Rasanto

class Mine(Rasanto):
    number, slug, title, family = "X1", "mine", "Mine", "own"

GAME = Mine()
"""


WORTH = """    def result(self, state):
        found = super().result(state)
        return found and found._replace(scores=tuple(map(worth, found.scores)))

class Score(int):
    pass

@cache
def worth(score):
    return Score(100 * score)
"""


def test_a_game_of_ones_own_in_a_file_runs_after_a_warning(tmp_path: Path, skillbox: Run) -> None:
    (tmp_path / "mine.py").write_text(OWN_GAME)
    done = skillbox("perft", "mine.py", "--trust", "--depth", "1", "--set", "first_player=1", cwd=tmp_path)
    assert done.stdout.strip() == "45"
    assert "warning" not in done.stderr
    (tmp_path / "broken.py").write_text("GAME = 3")
    assert "expected a skill.rules.game.Game" in skillbox("rules", "broken.py", "--trust", cwd=tmp_path).stderr


def test_a_game_of_ones_own_is_played_in_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that a file can define: also what stands in the result, and functions that keep their answers."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("from functools import cache\n" + OWN_GAME.replace("GAME =", WORTH + "\nGAME ="))
    one, two = (
        CliRunner().invoke(app, ["simulate", "mine.py", "--trust", "-n", "2", "--seed", "5", "--json", "--jobs", jobs])
        for jobs in "12"
    )
    assert (one.exit_code, two.exit_code) == (0, 0), two.exception
    tables = [json.loads(done.stdout) | {"wall_s": None, "took_s": None} for done in (one, two)]
    assert tables[0] == tables[1] and sum(tables[0]["mean_scores"]) > 1000


@pytest.mark.parametrize("code", ["0", "1", "'enough'"])
def test_a_game_of_ones_own_that_ends_the_program_is_told(code: str, tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text(f"import sys\nsys.exit({code})\n")
    refused(f"leaves.py, line 2: SystemExit: {code.strip(chr(39))}", "rules", str(tmp_path / "leaves.py"), "--trust")


def test_commands_of_readme_and_docs_exist() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for page in pages for name in re.findall(r"^skillbox (\w+)", page.read_text(), re.MULTILINE)}
    for command in sorted(shown):
        assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0, command


def test_lab(skillbox: Run) -> None:
    rows = json.loads(skillbox("lab", "slide-distance", "--set", "speed_m_s=0.8", "--converge", "--json").stdout)
    assert len(rows) == 10 and {row["conditions"]["speed_m_s"] for row in rows} == {0.8}
    assert abs(rows[3]["error"]) < 0.03 and rows[3]["step_s"] < rows[0]["step_s"]
    assert rows[-1]["iterations"] > rows[5]["iterations"] and rows[-1]["step_s"] == rows[5]["step_s"]
    shown = skillbox("lab", "slide-distance")
    assert shown.returncode == 0 and "slide-distance" in shown.stdout and "v^2 / (2 mu g)" in shown.stdout


def test_the_difference_of_engines_is_in_the_unit_where_nothing_is_predicted_to_share() -> None:
    heading, fall = (
        CliRunner().invoke(app, ["lab", name, "--both"]).stdout.splitlines()[1]
        for name in ("slide-heading", "free-fall")
    )
    _, predicted, *_, difference, unit = heading.split()
    assert predicted == "0" and unit == "deg" and -5 < float(difference) < 5
    assert fall.split()[-2:] == ["%", "mm"]


def test_lab_tells_a_series_and_what_the_step_does() -> None:
    arguments = ("lab", "spin-rate", "--set", "time_s=0.02,0.05,0.09", "--set", "spin_rad_s=60")
    rows = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [row["conditions"]["time_s"] for row in rows] == [0.02, 0.05, 0.09]
    rates = [row["simulated"] for row in rows]
    assert rates == sorted(rates, reverse=True) and all(abs(row["error"]) < 0.02 for row in rows)
    head, *lines = CliRunner().invoke(app, arguments).stdout.splitlines()
    assert head.split()[:3] == ["experiment", "time_s", "step"] and [line.split()[1] for line in lines] == [
        "0.02",
        "0.05",
        "0.09",
    ]
    fall = CliRunner().invoke(app, ["lab", "free-fall", "--set", "time_s=0.05"])
    assert re.fullmatch(
        r"free-fall +0\.52 +12\.26 +12\.39 +\+1\.0 % +\+8\.3 % +\+0\.5 %  mm", fall.stdout.splitlines()[1]
    )
    bounce = CliRunner().invoke(app, ["lab", "bounce-height"])
    assert re.search(r"  mm, 5\.\d+ to 5\.\d+$", bounce.stdout)


def test_what_never_happens_is_told_in_json_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """No force shakes a die loose where friction is 1 or more; it need not be simulated to see how that is told."""
    from skill.physics.lab import EXPERIMENTS

    endless = EXPERIMENTS["shaken-loose"]._replace(predict=lambda scene, given: inf, simulate=lambda scene, given: 39.2)
    monkeypatch.setitem(EXPERIMENTS, "shaken-loose", endless)
    (row,) = json.loads(
        CliRunner().invoke(app, ["lab", "shaken-loose", "--json"]).stdout,
        parse_constant=lambda word: pytest.fail(f"{word} is no JSON"),
    )
    assert (row["predicted"], row["simulated"], row["error"]) == (None, 39.2, None)
    shown = CliRunner().invoke(app, ["lab", "shaken-loose"]).stdout.splitlines()[1]
    assert shown.split() == ["shaken-loose", "2.08", "inf", "39.2", "-", "-", "-", "m/s2"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("slide",), "slide-distance"),
        (("",), "slide-distance"),
        (("slide-distance", "--set", "speed=1"), "speed_m_s"),
        (("slide-distance", "--set", "speed_m_s=fast"), "expected a number"),
        (("slide-distance", "--material", "glass"), "plastic"),
        (("--set", "speed_m_s=1"), "the name of one experiment"),
    ],
)
def test_lab_refuses_what_it_does_not_know(arguments: tuple[str, ...], words: str, skillbox: Run) -> None:
    told = skillbox("lab", *arguments)
    assert told.returncode == 2 and words in told.stderr and "Traceback" not in told.stderr


def test_roll(skillbox: Run) -> None:
    shown = started("roll", "2d6", "d20", "--seed", "7").stdout
    assert re.fullmatch(r"d6:[1-6] d6:[1-6] d20:(1?[1-9]|[12]0)\n", shown)
    told = json.loads(skillbox("roll", "2d6", "d20", "--seed", "7", "--json").stdout)
    assert " ".join(f"d{die['sides']}:{die['number']}" for die in told) == shown.strip()


@pytest.mark.parametrize("dice, words", [("d7", "7 sides: expected one of 4, 6, 8"), ("6", "such as d20 or 3d6")])
def test_roll_refuses_dice_that_there_are_not(dice: str, words: str) -> None:
    told = started("roll", dice)
    assert told.returncode == 2 and words in told.stderr and "Traceback" not in told.stderr


def test_tune(tmp_path: Path, skillbox: Run) -> None:
    shown = skillbox("tune", "--example").stdout
    (tmp_path / "example.toml").write_text(shown)
    assert "example.toml: good" in skillbox("scene", "check", "example.toml", cwd=tmp_path).stdout
    (tmp_path / "mine.toml").write_text(
        '[vary]\nfriction_table = { low = 0.1, high = 0.6 }\n[[measurement]]\nexperiment = "slide-distance"\n'
        'unit = "mm"\nvalues = [45, 47, 44, 46]\n'
    )
    fitted = skillbox("tune", "mine.toml", "--out", "material.toml", "--report", "report", cwd=tmp_path)
    assert re.search(r"friction_table  0\.[34]\d+ \+- 0\.0\d+\nnothing checks the fit.*\nchi square", fitted.stdout), (
        fitted.stdout + fitted.stderr
    )
    assert (tmp_path / "report" / "report.html").is_file() and (tmp_path / "mine.journal").is_file()
    assert skillbox("lab", "slip-angle", "--material", "material.toml", cwd=tmp_path).returncode == 0
    swept = skillbox("tune", "mine.toml", "--grid", "3", cwd=tmp_path).stdout.splitlines()
    assert swept[0] == "friction_table,slide-distance speed_m_s=0.6 mm,chi_square" and len(swept) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "expected a measurements file"),
        (("nowhere.toml",), "nowhere.toml: cannot be read"),
        (("pyproject.toml",), "vary: missing, expected a value"),
        (("scenes/measurements/phone-and-ruler.toml", "--grid", "100"), "--grid 100: expected at least 2"),
    ],
)
def test_tune_refuses_what_it_cannot_use(arguments: tuple[str, ...], words: str, skillbox: Run) -> None:
    told = skillbox("tune", *arguments, cwd=ROOT)
    assert told.returncode == 2 and words in told.stderr and "Traceback" not in told.stderr


SCENES = ROOT / "scenes"
SQUARES = "# eight squares of felt, [[measurement]]s to follow\n"


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("faraday.toml", "", SQUARES),
        ("materials/rubber.toml", "", SQUARES),
        ("measurements/phone-and-ruler.toml", "[[measurement]]", "[[ measurement ]]"),
        ("challenges/oak.toml", "squares =", '"squares" ='),
    ],
)
def test_a_file_is_checked_as_what_its_keys_say(file: str, before: str, after: str, tmp_path: Path) -> None:
    copy = tmp_path / Path(file).name
    copy.write_text((SCENES / file).read_text(encoding="utf-8").replace(before, after, -1 if before else 1))
    done = CliRunner().invoke(app, ["scene", "check", str(copy)])
    assert done.exception is None and done.stdout == f"{copy}: good\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("source = 'me'\nfriction = -1", "friction = -1: input should be"),
        ("title = 'Mine'\nfriction = 0.2\n[plate]\npitch = 1.01", "friction = 0.2: unknown key"),
        ("[vary]\nfriction = { low = 0.1, high = 0.2 }", "measurement: missing"),
        ("slug = 'mine'\ntitle = 'Mine'", "no key squares"),
        ("squares = [", "not TOML"),
    ],
)
def test_what_is_wrong_is_told_of_the_kind_of_file_it_is(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    refused(words, "scene", "check", str(tmp_path / "mine.toml"))


TWO = """
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44]
"""


def link(name: str, to: str) -> None:
    """A link in the current folder; skips the test where not everybody may make one."""
    try:
        Path(name).symlink_to(to)
    except OSError as error:
        if sys.platform != "win32":
            raise
        pytest.skip(f"Windows lets only some users make links: {error}")


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("two.toml", ("--out", "two.toml"), "--out two.toml: would be written over two.toml"),
        ("two.toml", ("--grid", "2", "--out", "./two.toml"), "--out two.toml: would be written over two.toml"),
        ("two.toml", ("--out", "link.toml"), "--out link.toml: would be written over two.toml"),
        ("two.toml", ("--out", "two.journal"), "--out two.journal: would be written over two.journal"),
        ("two.journal", (), "its journal two.journal: would be written over two.journal"),
    ],
)
def test_tune_writes_over_nothing_that_it_reads(
    name: str, arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skill.tune.evaluate._keyed", lambda scene, question: pytest.fail("it simulated"))
    Path(name).write_text(TWO)
    if "link.toml" in arguments:
        link("link.toml", name)
    refused(words, "tune", name, *arguments)
    assert Path(name).read_text() == TWO


PUSHED = """
material = "own.toml"
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
spread = 3
series = ["push.csv", "two.journal"]
"""


@pytest.mark.parametrize(
    ("arguments", "series", "words"),
    [
        (("--out", "push.csv"), "other.csv", "--out push.csv: would be written over push.csv"),
        (("--out", "link.csv"), "other.csv", "--out link.csv: would be written over push.csv"),
        (("--out", "own.toml"), "other.csv", "--out own.toml: would be written over own.toml"),
        ((), "two.journal", "its journal two.journal: would be written over two.journal"),
    ],
)
def test_tune_writes_over_no_series_and_no_material(
    arguments: tuple[str, ...], series: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skill.tune.evaluate._keyed", lambda scene, question: pytest.fail("it simulated"))
    slid = "t,x\n" + "".join(f"{n / 100},{0.6 * min(n, 20) / 100 - 1.5 * (min(n, 20) / 100) ** 2}\n" for n in range(30))
    for name in ("push.csv", series):
        Path(name).write_text(slid)
    Path("own.toml").write_text((SCENES / "materials" / "plastic.toml").read_text())
    if "link.csv" in arguments:
        link("link.csv", "push.csv")
    Path("two.toml").write_text(PUSHED.replace("two.journal", series))
    refused(words, "tune", "two.toml", *arguments)
    assert Path("push.csv").read_text() == Path(series).read_text() == slid


def test_bench(skillbox: Run) -> None:
    assert "startup      How long until something happens?" in skillbox("bench", "startup", "--list").stdout
    told = json.loads(skillbox("bench", "startup", "--quick", "--only", "--version", "--json").stdout)
    (row,) = told["startup"]
    assert row["case"] == "skillbox --version" and row["figures"]["clock, ms"] > 0
    unknown = skillbox("bench", "speed")
    assert unknown.returncode == 2 and "expected one of answering, circle, costs, endgames" in unknown.stderr


def test_an_installed_package_says_that_it_has_no_benchmarks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(skill, "__file__", str(tmp_path / "site-packages" / "skill" / "__init__.py"))
    with pytest.raises(Unavailable, match="clone the repository"):
        load_harness()


def test_help_names_every_bot(skillbox: Run) -> None:
    text = " ".join(skillbox("play", "--help").stdout.split())
    assert f"Who sits there: {', '.join(sitters())}." in text


def test_the_usual_analysis_is_the_same_from_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Asked] = []

    def refuse(what: Asked, *_: object) -> None:
        asked.append(what)
        raise Unavailable("enough")

    monkeypatch.setattr("skill.analyse.run.play", refuse)
    refused("enough", "analyse", "rasanto")
    game = find_game("rasanto")
    usual = Asked(game, 2, game.options_from({}))
    assert asked == [usual._replace(seconds=asked[0].seconds, ladder=list(usual.ladder))]


def test_files_that_are_written_are_told_beside_the_data(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    told = CliRunner().invoke(app, ["analyse", "el-dado", "-n", "1", "--seconds", "0.001", "--json", "--out", str(out)])
    assert json.loads(told.stdout) == json.loads(out.read_text())
    assert told.stderr == f"{out}: written\n"


@pytest.mark.parametrize(("again", "code"), [("success", 0), ("failure", 1)])
def test_an_export_says_by_its_exit_code_whether_all_attempts_end_the_same(
    again: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("gymnasium")
    from skill.env.tasks.dataset import Kept

    kept = [("success", "success"), ("success", again)]
    monkeypatch.setattr("skill.env.tasks.dataset.export", lambda *_: None)
    monkeypatch.setattr("skill.env.tasks.dataset.replay", lambda _: [Kept(*ends) for ends in kept])
    told = CliRunner().invoke(app, ["tasks", "export", "throw-once", "skillbox/throw/planner-v0"])
    assert told.exit_code == code and f"{2 - code} end the same" in told.output


@pytest.mark.parametrize("converge", [(), ("--converge",)])
@pytest.mark.parametrize("varied", [(), ("--set", "time_s=0.05,0.1")])
def test_every_column_of_a_table_of_answers_has_a_head(converge: tuple[str, ...], varied: tuple[str, ...]) -> None:
    head, *lines = CliRunner().invoke(app, ["lab", "free-fall", *varied, *converge]).stdout.splitlines()
    names = re.split(r" {2,}|(?<=error) ", re.sub(r"(?<=[a-z]) (step ms)", r"  \1", head))
    last = ["iterations"] if converge else ["scene step", "half step"]
    assert names == [
        "experiment",
        *(["time_s"] if varied else []),
        "step ms",
        "predicted",
        "simulated",
        "error",
        *last,
        "unit",
    ]
    rows = [line for line in lines if line.startswith("free-fall")]
    ends = [match.end() for match in re.finditer(r"\S+( \S+)*", head)][1:-1]  # numbers end below the names of theirs
    assert rows and all(line[end - 1] != " " and line[end] == " " for line in rows for end in ends)
