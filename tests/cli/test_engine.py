"""`--engine` on every command that moves dice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.cli import app
from skill.physics.scene import ENGINE_VARIABLE
from skill.physics.trace import Trace
from skill.physics.versions import ENGINES
from skill.rules.catalogue import find_game
from skill.table.attempts import play_out
from skill.table.match import Match
from tests.engines import INSTALLED


@pytest.fixture(autouse=True)
def none_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)


def test_an_engine_is_chosen() -> None:
    done = CliRunner().invoke(app, ["lab", "slip-angle", "--engine", "rapier"])
    assert done.exit_code == 0 and "21.9" in done.output, done.output
    assert not os.environ.get(ENGINE_VARIABLE), "a later command in this process has its own engine"


ROLLED = ["simulate", "hide-away", "-n", "1", "--bots", "random", "--set", "throw_model=physics", "--limit", "2"]
TASK = ["tasks", "hop", "--seeds", "1"]
MEASURED = """vary.friction = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slip-on-die"
unit = "deg"
values = [20, 21, 22]
"""
TUNE = ["tune", "m.toml", "--check"]
PRINTED = [["roll", "d6"], ["lab", "free-fall"], ROLLED, TASK, TUNE]


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("words", PRINTED, ids=lambda words: words[0])
def test_a_printout_says_which_engine_it_is_of_unless_it_is_the_usual_one(words: list[str], engine: str) -> None:
    Path("m.toml").write_text(MEASURED)
    done = CliRunner().invoke(app, [*words, "--engine", engine])
    assert done.exit_code == 0 and ("Engine: rapier" in done.stderr) == (engine != INSTALLED[0]), done.output


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("words", PRINTED, ids=lambda words: words[0])
def test_data_always_say_which_engine_they_are_of(words: list[str], engine: str) -> None:
    Path("m.toml").write_text(MEASURED)
    done = CliRunner().invoke(app, [*words, "--engine", engine, "--json"])
    told = json.loads(done.stdout)
    first = told[0] if isinstance(told, list) else told
    assert first.get("engine", *first.get("engines", [])) == engine, done.output


@pytest.mark.parametrize(
    "words",
    [["roll", "6"], ["lab", "slip-angle"], ["simulate", "faraday"], ["tasks", "hop"], ["demo"], ["play", "faraday"]],
    ids=lambda words: words[0],
)
def test_no_such_engine(words: list[str]) -> None:
    done = CliRunner().invoke(app, [*words, "--engine", "havok"])
    assert done.exit_code and "--engine 'havok': expected one of bullet, rapier" in str(done.exception), done.output


@pytest.mark.parametrize("engine", INSTALLED)
def test_a_record_says_what_has_stepped_it_and_is_replayed_by_that(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, engine)
    game = find_game("faraday")
    match = Match(game, 1, game.options_from({"attempts": 1, "time_limit": 5.0}), ("random",), 3)
    play_out(match, tmp_path)
    record = tmp_path / "match.txt"
    record.write_text(str(match.record))
    assert ("+rapier@" in record.read_text()) == (engine == "rapier")
    (trace,) = tmp_path.glob("*.trace")
    made = Trace.read(trace).versions
    for other, packages in ENGINES.items():
        assert bool(made.keys() & set(packages)) == (other == engine)
    for named in INSTALLED:
        monkeypatch.setenv(ENGINE_VARIABLE, named)
        done = CliRunner().invoke(app, ["replay", str(record), "--check"])
        assert done.exit_code == 0 and len(done.output.splitlines()) == 1 and "all agree" in done.output, done.output
