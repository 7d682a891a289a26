"""What a shell is told when it asks how a word may go on, by the variables that Typer's scripts for shells set."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.bots.registry import all_bots, sitters
from skill.cli import app
from skill.cli.completion import BEFORE, join_words_of_bash
from skill.physics.scene import scene_names
from skill.rules.catalogue import all_games

Completed = Callable[[str], list[str]]


def asked(line: str) -> dict[str, str]:
    """The variables of a line in Bash with a space between what are words to it."""
    words = line.split(" ")
    count = str(len(words) - 1)
    return {"_SKILLBOX_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": count}


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch) -> Completed:
    """What the last word of a line may become."""

    def complete(line: str) -> list[str]:
        monkeypatch.setenv(BEFORE, "")
        for name, value in asked(line).items():
            monkeypatch.setenv(name, value)
        join_words_of_bash()
        told = CliRunner().invoke(app, [], prog_name="skillbox")
        assert told.exit_code == 0 and not told.stderr, told.output
        return told.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("skillbox rules ras", ["rasanto"]),
        ("skillbox rules nothing-", []),
        ("skillbox suite rasanto el-d", ["el-dado"]),
        ("skillbox play rasanto --set fill=", ["fill=immediate", "fill=deferred"]),
        ("skillbox play rasanto --set first_p", ["first_player=random", "first_player=1", "first_player=2"]),
        ("skillbox play rasanto --set=first_player=r", ["first_player=random"]),
        ("skillbox demo --set at", ["attempts=3", "attempts=1", "attempts=20"]),  # of faraday, its default
        ("skillbox simulate rasanto --bots greedy,e", ["greedy,easy", "greedy,expert"]),
        ("skillbox play rasanto --seat 2", [f"2={who}" for who in sitters()]),
        ("skillbox play rasanto --seat=1=easy+h", ["1=easy+human", "1=easy+hard"]),
        # Usually Bash breaks words at `=`.
        ("skillbox play rasanto --set fill =", ["immediate", "deferred"]),
        ("skillbox play rasanto --set fill = d", ["deferred"]),
        ("skillbox play rasanto --set = first_player = r", ["random"]),
        (
            "skillbox play --set fill = deferred rasanto --set = fi",
            ["fill=immediate", "fill=deferred", "first_player=random", "first_player=1", "first_player=2"],
        ),
        ("skillbox play --set x = 1 ras", ["rasanto"]),
        ("skillbox play rasanto --seat 1 = easy+h", ["easy+human", "easy+hard"]),
        ("skillbox roll d6 --scene dice-t", ["dice-tray"]),
    ],
)
def test_words_are_completed(completed: Completed, line: str, words: list[str]) -> None:
    assert completed(line) == words


def test_all_names_are_offered(completed: Completed) -> None:
    assert completed("skillbox rules ") == [game.slug for game in all_games()]
    assert completed("skillbox simulate rasanto --bots ") == list(all_bots())
    assert completed("skillbox roll d6 --scene ") == scene_names()


def test_no_game_file_is_run_for_it(completed: Completed, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "mine.py").write_text(f"open({str(ran)!r}, 'w')")
    assert completed(f"skillbox play {tmp_path / 'mine.py'} --set f") == []
    assert not ran.exists()


def test_the_program_joins_what_bash_has_broken() -> None:
    code = "import sys; sys.argv = ['skillbox']; from skill.cli import main; main()"
    variables = os.environ | asked("skillbox play rasanto --set fill = d")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=variables)
    assert told.stdout.split() == ["deferred"]


def test_names_are_looked_up_only_when_a_shell_asks() -> None:
    code = "import sys, skill.cli; print('skill.rules.catalogue' in sys.modules, 'skill.physics' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
