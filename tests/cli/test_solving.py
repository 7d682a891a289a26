"""What is printed of solved positions that no short command line leads to; the others stand in `printed.txt`."""

from __future__ import annotations

import json
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from skill.analyse import solve
from skill.analyse.solve import Solution, Value
from skill.cli import app
from skill.cli.new import write_game
from skill.cli.solving import Position, _print, _verdict
from skill.rules.catalogue import load_game_file, use_own_games
from skill.rules.game import CHANCE, AnyGame
from skill.table.match import Match
from tests.analyse.test_solve import Place, Web
from tests.conftest import Say

WEB = Web(3, 14, with_chance=True)


@pytest.fixture(autouse=True)
def no_own_games():
    yield
    use_own_games(())


def verdict(low: Value, high: Value, actions: int | None = None, is_shortest: bool = False, players: int = 2) -> str:
    is_over, is_mean = actions == 0, isinstance(low, Fraction)
    found = Solution(low, high, actions, is_shortest, (), 9, None, is_over, is_mean)
    return _verdict(Position("", players, None), found)


def test_what_is_proven_is_told_and_no_more() -> None:
    scale = "; 1 is a win, -1 a loss, 0 anything else."
    assert verdict(Fraction(5, 12), Fraction(5, 12)) == f"With best play the value for seat 1 is +0.4167 (5/12){scale}"
    even = "With best play chance decides, and one seat is as likely to win as the other: a value of 0."
    assert verdict(Fraction(0), Fraction(0)) == even
    assert verdict(0, 0, 0) == "The game is over; no seat has won alone."
    assert verdict(0, 0) == "With best play no seat wins alone."
    assert verdict(-1, 0) == f"With best play the value for seat 1 is −1 to 0{scale}"
    assert verdict(-1, -1, 7) == "With best play seat 2 wins, in 7 actions at the most."
    assert verdict(1, 1, 1, True) == "With best play seat 1 wins in one action."
    assert verdict(1, 1, 0, True) == "The game is over; seat 1 has won."
    assert verdict(-1, -1, 3, True, players=1) == "Seat 1 cannot win."


def test_whoever_stops_it_is_not_told_that_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Solution:
        raise KeyboardInterrupt

    monkeypatch.setattr("skill.analyse.solve.solved", stopped)
    done = CliRunner().invoke(app, ["analyse", "rasanto", "--solve"])
    assert done.exit_code == 130 and done.stdout == ""


@pytest.mark.parametrize("as_json", [False, True])
def test_what_was_known_when_it_was_stopped_is_told(monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
    """Ctrl+C while the second of three variants is solved."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what runs in the background
    solved = solve.solved

    def stopped(game: AnyGame, state: Any, *rest: Any) -> Solution:
        if state.options["quiet_cap"] == 2:
            signal.raise_signal(signal.SIGINT)
        return solved(game, state, *rest)

    monkeypatch.setattr("skill.analyse.solve.solved", stopped)
    asked = ["analyse", "smuggling", "--solve", "--set", "match=single", "--set", "quiet_cap=1,2,3"]
    done = CliRunner().invoke(app, [*asked, *["--json"] * as_json])
    assert done.exit_code == 130
    if as_json:
        first, second = json.loads(done.stdout)["variants"]
        assert first["winner"] == 2 and second["stopped"] == "it was stopped"
    else:
        assert "With best play seat 2 wins in 2 actions." in done.stdout and "it was stopped." in done.stdout
        assert "quiet_cap=3" not in done.stdout
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


def test_where_chance_is_first_each_of_its_draws_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    state = next(Place(n) for n in range(14) if WEB.to_move(Place(n)) is CHANCE)
    found = solve.solved(WEB, state)
    assert found.outcomes and not found.line
    assert sum(one.part * one.low for one in found.outcomes) == found.low
    _print(WEB, Position("", 2, state), found, with_line=True)
    printed = capsys.readouterr().out.splitlines()
    at = printed.index("Chance is first; what it may draw, how likely that is, and the value for seat 1 then:")
    assert [line.split()[:3] for line in printed[at + 1 : at + 1 + len(found.outcomes)]] == [
        ["roll", str(one.action[1]), str(one.part)] for one in found.outcomes
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--solve", "-n", "3"), "-n: means nothing with --solve"),
        (("--solve", "--bot", "easy"), "--bot: means nothing with --solve"),
        (("--solve", "--ladder", "easy"), "--ladder: means nothing with --solve"),
        (("--solve", "--most", "9"), "--most: means nothing with --solve"),
        (("--solve", "--jobs", "2"), "--jobs: means nothing with --solve"),
        (("--solve", "--out", "a.json"), "--out: means nothing with --solve"),
        (("--solve", "--number", "1"), "--number: expected --record with it"),
        (("--solve", "--record", "a", "--seed", "1"), "--seed: means nothing with --record"),
        (("--states", "9"), "--states: expected --solve with it"),
        (("--from", ""), "--from: expected --solve with it"),
        (("--seconds", "inf"), "--seconds inf: expected a finite number that is 0 or more"),
    ],
)
def test_what_would_be_ignored_is_refused(skillbox: Say, words: tuple[str, ...], said: str) -> None:
    code, printed, wrong = skillbox("analyse", "rasanto", *words)
    assert (code, printed) == (2, "") and said in wrong


@pytest.mark.parametrize("named", [("tower.py",), ("tower", "--game", "tower.py")])
def test_a_moment_of_a_record_of_a_game_of_ones_own_is_solved(
    skillbox: Say, tmp_path: Path, named: tuple[str, ...]
) -> None:
    write_game("tower", tmp_path)
    match = Match(load_game_file(tmp_path / "tower.py"), 2, seats=("greedy", "random"), seed=3)
    while match.turn is not None:
        match.step()
    (tmp_path / "match.txt").write_text(f"{match.record}\n\n{match.record}")
    asked = ("analyse", *named, "--trust", "--solve", "--record", "match.txt")
    code, printed, said = skillbox(*asked, "--number", "2")
    assert code == 0 and printed.startswith("The game is over; "), said
    code, _, said = skillbox(*asked)
    assert code == 2 and "2 records; expected one, or the number of one of them" in said
