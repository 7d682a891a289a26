"""`--engine` on every command that moves dice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.cli import app
from skill.physics.scene import ENGINE_VARIABLE


@pytest.fixture(autouse=True)
def none_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)


def test_an_engine_is_chosen() -> None:
    done = CliRunner().invoke(app, ["lab", "slip-angle", "--engine", "rapier"])
    assert done.exit_code == 0 and "21.9" in done.output, done.output
    assert not os.environ.get(ENGINE_VARIABLE), "a later command in this process has its own engine"


@pytest.mark.parametrize(
    "words",
    [["roll", "6"], ["lab", "slip-angle"], ["simulate", "faraday"], ["tasks", "hop"], ["demo"], ["play", "faraday"]],
    ids=lambda words: words[0],
)
def test_no_such_engine(words: list[str]) -> None:
    done = CliRunner().invoke(app, [*words, "--engine", "havok"])
    assert done.exit_code and "--engine 'havok': expected one of bullet, rapier" in str(done.exception), done.output
