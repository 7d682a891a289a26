"""Benchmarks: what is found, how figures are shown, and that cheap ones run."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import opponents
from benchmarks.harness import Plot, Row, columns, csv_text, draw, find, names, table
from benchmarks.peers import package
from skill.bots.greedy import GreedyBot
from skill.bots.registry import find_bot
from skill.bots.search import SearchBot
from skill.errors import Unavailable, UnknownName
from skill.rules.catalogue import find_game

ROOT = Path(__file__).parents[2]
ROWS = [
    Row("4 dice", "ours", {"us a step": 65.123, "drift": 0.00104, "dice": 4}),
    Row("4 dice", "peer", {"us a step": 12345.6, "dice": 4}, "the peer"),
]


def test_all_have_a_question_and_rows() -> None:
    ours = {
        "answering",
        "circle",
        "costs",
        "endgames",
        "fairness",
        "frames",
        "hands",
        "home",
        "laboratory",
        "levels",
        "opponents",
        "parallel",
        "physics",
        "pieces",
        "plans",
        "playouts",
        "promises",
        "scaling",
        "slides",
        "solved",
        "startup",
        "tasks",
        "thoughts",
        "tosses",
        "train",
        "watchers",
    }
    assert set(names()) == ours
    for name in (
        "answering",
        "circle",
        "costs",
        "endgames",
        "frames",
        "hands",
        "levels",
        "parallel",
        "pieces",
        "plans",
        "playouts",
        "slides",
        "startup",
        "thoughts",
    ):
        assert "?" in find(name).__doc__.splitlines()[0]
    with pytest.raises(UnknownName, match="expected one of answering, circle, costs, endgames"):
        find("speed")


def test_figures_are_shown_as_a_table_csv_and_picture(tmp_path: Path) -> None:
    assert columns(ROWS) == ["us a step", "drift", "dice"]
    head, ours, peer = table(ROWS).splitlines()
    assert head.split() == ["case", "engine", "us", "a", "step", "drift", "dice"]
    assert ours.split() == ["4", "dice", "ours", "65.1", "0.00104", "4"]
    assert peer.split() == ["4", "dice", "peer", "12,346", "-", "4", "the", "peer"]
    lines = list(csv.DictReader(csv_text({"physics": ROWS}).splitlines()))
    assert [line["value"] for line in lines] == ["65.123", "0.00104", "4", "12345.6", "4"]
    assert lines[-1]["remark"] == "the peer" and "pybullet" in lines[-1]["versions"] and lines[-1]["date"] >= "2026"
    for plot in (Plot("us a step"), Plot("us a step", over="dice")):
        assert draw("physics", plot, ROWS, tmp_path).read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(("name", "library"), [("parallel", "gymnasium"), ("tasks", "gymnasium")])
def test_a_benchmark_that_lacks_a_library_says_which(name: str, library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from skill.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "bench", name, "--quick", "--only", "Flickers, easy"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 2 and "Traceback" not in told.stderr
    assert f"benchmark {name}: {library} is not installed: pip install -e '.[bench]'" in told.stderr


def test_a_benchmark_writes_no_table_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `python -m benchmarks.opponents` has a table in the checkout grow."""
    monkeypatch.setattr(opponents, "write_text", lambda *_: pytest.fail("a table was written"))
    monkeypatch.setattr(opponents, "compared", lambda *_: (1.0, 10, 0.1, 0.5))
    (row,) = find("opponents").measure(False, "rasanto")
    assert row.figures["matches"] >= opponents.LEAST


def test_a_peer_that_is_not_there_is_asked_for() -> None:
    with pytest.raises(Unavailable, match=r"peer chess9: not installed; pip install"):
        package("chess9")


def test_a_game_is_played_out() -> None:
    rows = {row.case: row.figures for row in find("playouts").measure(True, "rasanto")}
    assert rows["median of ours"]["moves a second"] > rows["median of ours"]["through OpenSpiel"] > 0
    assert rows["chess"]["through OpenSpiel, x python_team_dominoes"] > 0


def test_bots_think_about_positions_all_along_a_match() -> None:
    (row,) = find("thoughts").measure(True, "witches-dance")
    assert row.engine == "medium" and row.figures["longest, s"] >= row.figures["median, s"] > 0
    assert row.figures["most choices"] > 1


def test_mistakes_of_bots_are_counted_where_there_are_any_to_make() -> None:
    (row,) = find("endgames").measure(True, "most-simple-game")
    assert row.engine == "hard" and row.figures["endgames"] >= row.figures["without a mistake"] > 0


def test_four_dice_that_sway_stay_in_their_places() -> None:
    pytest.importorskip("mujoco")
    pytest.importorskip("pybullet")
    bullet, rapier, *peers = find("physics").measure(True, "4 tilted")
    assert (bullet.engine, rapier.engine) == ("ours, Bullet", "ours, Rapier")
    for ours in (bullet, rapier):
        assert ours.figures["drift"] < 0.01 and ours.figures["deepest"] < 0.01
    assert bullet.figures["x MuJoCo"] > 0
    assert any(row.engine.startswith("MuJoCo") and row.remark == "the fastest that is as true" for row in peers)


def test_matches_against_greedy_are_played_until_the_answer_is_clear(tmp_path: Path) -> None:
    line = opponents.blank(find_game("witches-dance"), SearchBot("hard", 4, 60))
    *_, first = opponents.grown(line, SearchBot("hard", 4, 60), most=2)
    opponents.write([first], tmp_path / "kept.csv")
    (kept,) = opponents.read(tmp_path / "kept.csv")
    assert kept[:8] == first[:8] and kept.matches == 2 and 0 <= kept.wins <= 2 and kept.verdict == "open"
    assert kept.control == sum(opponents.play("witches-dance", 2, GreedyBot(), "greedy", n).share for n in range(2))
    assert [played.matches for played in opponents.grown(kept, SearchBot("hard", 4, 60), most=3)] == [3]
    assert line._replace(matches=9, wins=9).is_clear and line._replace(matches=5).is_clear
    assert not line._replace(matches=30, wins=20).is_clear
    assert (
        line._replace(matches=30, wins=22).verdict == "better" and line._replace(matches=30, wins=8).verdict == "worse"
    )
    assert line._replace(players=3, matches=9, wins=9).is_clear
    (row,) = opponents.measure(True, "witches-dance")
    assert row.figures["matches"] == 2 and row.engine == "hard 300 against greedy"


def test_a_level_is_compared_with_another_one_on_a_line_of_its_own() -> None:
    medium = SearchBot("medium", 3, 60)
    line = opponents.blank(find_game("witches-dance"), medium, "easy")
    assert opponents.key(line) != opponents.key(opponents.blank(find_game("witches-dance"), medium))
    *_, played = opponents.grown(line, medium, most=2)
    assert played.control == sum(
        opponents.play("witches-dance", 2, find_bot("easy"), "easy", n).share for n in range(2)
    )
    assert played.wins == sum(opponents.play("witches-dance", 2, medium, "easy", n).share for n in range(2))
    assert (
        played._replace(matches=30, wins=14, control=15).reason
        == "no better than easy in its place with the same seeds"
    )
