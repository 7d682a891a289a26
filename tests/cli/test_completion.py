"""What a shell is told when it asks how a word may go on, by the variables that Typer's scripts for shells set."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.bots.registry import all_bots, sitters
from skill.cli import app
from skill.physics.scene import scene_names
from skill.rules.catalogue import all_games


def completed(line: str) -> list[str]:
    """The words that the last one of a line may become."""
    asked = {"_SKILLBOX_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    told = CliRunner().invoke(app, [], prog_name="skillbox", env=asked)
    assert told.exit_code == 0 and not told.stderr, told.output
    return told.stdout.split()


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
        ("skillbox roll d6 --scene dice-t", ["dice-tray"]),
    ],
)
def test_words_are_completed(line: str, words: list[str]) -> None:
    assert completed(line) == words


def test_all_names_are_offered() -> None:
    assert completed("skillbox rules ") == [game.slug for game in all_games()]
    assert completed("skillbox simulate rasanto --bots ") == list(all_bots())
    assert completed("skillbox roll d6 --scene ") == scene_names()


def test_no_game_file_is_run_for_it(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "mine.py").write_text(f"open({str(ran)!r}, 'w')")
    assert completed(f"skillbox play {tmp_path / 'mine.py'} --set f") == []
    assert not ran.exists()


def test_names_are_looked_up_only_when_a_shell_asks() -> None:
    code = "import sys, skill.cli; print('skill.rules.catalogue' in sys.modules, 'skill.physics' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
