"""Worked examples of game 3 and the attempt rules that games of skill share."""

from __future__ import annotations

import pytest

from skill.lattice.cells import COORDS, cells
from skill.lattice.notation import ATTEMPT, parse_position
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import AttemptSpec, Result
from skill.rules.games.faraday import GAME, distance, is_home
from skill.rules.shared.attempts import one_off


def reading(names: str, off: int = 0, tilt_deg: float = 0.0, settled: bool = True) -> Reading:
    standing = [
        DieReading("R", cell, (3, 2, 1), tuple(map(float, COORDS[cell])))  # type: ignore[arg-type]
        for cell in cells(names)
    ]
    fallen = [DieReading("R", None, None, (9.0, 0.0, 0.0), off=True, top=1)] * off
    return Reading((*standing, *fallen), settled, tilt_deg, 1.0)


def test_example_1_two_corners_are_partial() -> None:
    report = ATTEMPT("time", 1.0, parse_position("R800 R080 R017"), (), (), "-")
    assert GAME.partial(report, GAME.options_from({})) == 2
    assert not is_home(reading("800 080 017"))
    assert distance(reading("800 080 017")) == 1


def test_example_2_three_corners_are_success() -> None:
    assert is_home(reading("800 080 008"))
    assert distance(reading("800 080 008")) == 0
    assert not is_home(reading("800 080 008", tilt_deg=5.5))
    assert not is_home(reading("800 080 008", settled=False))


def test_start_is_fifteen_steps_from_the_goal_and_a_die_off_ends_the_attempt() -> None:
    assert distance(reading("233 323 332")) == 15
    assert one_off(reading("800 080", off=1))
    assert not one_off(reading("800 080 008"))


def played(given: dict[str, object], reports: list[tuple[str, float, str]], players: int = 2) -> Result | None:
    state = GAME.begin(players, GAME.options_from({"first_player": 1, **given}))  # type: ignore[dict-item]
    for outcome, seconds, position in reports:
        turn = GAME.to_move(state)
        assert isinstance(turn, AttemptSpec)
        assert turn.start == GAME.start_position
        state = GAME.play(state, ATTEMPT(outcome, seconds, parse_position(position), (), (), "-"))
    return GAME.result(state)


HOME, TWO, ONE = "R800 G080 K008", "R800 G080 K017", "R800 G233 K323"


@pytest.mark.parametrize(
    ("given", "reports", "winners"),
    [
        ({"attempts": 1}, [("success", 50.0, HOME), ("success", 40.0, HOME)], (2,)),
        ({"attempts": 1}, [("success", 40.0, HOME), ("success", 40.0, HOME)], (1, 2)),
        ({"attempts": 1}, [("failure", 5.0, TWO), ("time", 180.0, ONE)], (1,)),
        ({"attempts": 1}, [("failure", 5.0, TWO), ("time", 180.0, TWO)], (1, 2)),
        ({"fastest": "first_success"}, [("failure", 1.0, ONE), ("success", 90.0, HOME)], (2,)),
        ({"fastest": "first_success"}, [("success", 90.0, HOME)], (1,)),
        (
            {"attempts": 2},
            [("success", 60.0, HOME), ("success", 50.0, HOME), ("success", 30.0, HOME), ("failure", 2.0, ONE)],
            (1,),
        ),
    ],
)
def test_who_wins(given: dict[str, object], reports: list[tuple[str, float, str]], winners: tuple[int, ...]) -> None:
    result = played(given, reports)
    assert result.winners == winners


def test_everybody_has_all_attempts_when_the_best_time_wins() -> None:
    assert played({"attempts": 2}, [("success", 60.0, HOME)] * 3) is None
