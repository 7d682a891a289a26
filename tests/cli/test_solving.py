"""What is printed of solved positions that no short command line leads to; the others stand in `printed.txt`."""

from __future__ import annotations

from fractions import Fraction

import pytest
from typer.testing import CliRunner

from skill.analyse.solve import Solution, Value
from skill.cli import app
from skill.cli.solving import Position, _verdict


def verdict(low: Value, high: Value, actions: int | None = None, is_shortest: bool = False, players: int = 2) -> str:
    return _verdict(Position("", players, None), Solution(low, high, actions, is_shortest, (), 9, None))


def test_what_is_proven_is_told_and_no_more() -> None:
    scale = "; 1 is a win, -1 a loss, 0 anything else."
    assert verdict(Fraction(5, 12), Fraction(5, 12)) == f"With best play the value for seat 1 is +0.4167 (5/12){scale}"
    assert verdict(Fraction(0), Fraction(0)) == f"With best play the value for seat 1 is +0.0000 (0){scale}"
    assert verdict(0, 0) == "With best play no seat wins alone."
    assert verdict(-1, 0) == f"With best play the value for seat 1 is -1 to 0{scale}"
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
