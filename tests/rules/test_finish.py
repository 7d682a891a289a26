"""Worked examples of game 56, and its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.rules.games.finish import GAME, can_advance
from tests.rules.scenes import begun, legal, played

HELD = "R800 G710 G701 G700"  # the red die is covered by a green one


def targets(state: Any, cell: str) -> list[str]:
    return [line[-3:] for line in legal(GAME, state) if line.startswith(f"move {cell}")]


def movers(state: Any) -> set[str]:
    return {line[5:8] for line in legal(GAME, state)}


def test_example_1_and_2_first_moves() -> None:
    state = begun(GAME)
    assert targets(state, "512") == ["413", "422", "503", "530", "610"]
    assert targets(state, "611") == ["413", "431"]
    assert [len(legal(GAME, begun(GAME, first_player=seat))) for seat in (1, 2, 3)] == [26, 26, 26]
    assert [len(legal(GAME, begun(GAME, start="stack", first_player=seat))) for seat in (1, 2, 3)] == [10, 10, 10]


@pytest.mark.parametrize(
    ("position", "is_useful"),
    [
        ("R512 R044", True),
        ("R044 R053", False),  # both on the line
        (HELD, False),  # covered
        (f"{HELD} R161", True),
    ],
)
def test_who_has_no_useful_move_may_pass(position: str, is_useful: bool) -> None:
    state = begun(GAME, position)
    assert can_advance(state, 1, 0) == is_useful
    assert ("pass" in legal(GAME, state)) != is_useful


def test_stuck_player_may_make_any_move_or_pass() -> None:
    assert legal(GAME, begun(GAME, HELD)) == ["pass"]
    assert targets(begun(GAME, HELD + " R044"), "044") == ["035", "053", "134", "143"]


def test_blocker_must_free_the_stuck_player_at_his_own_next_turn() -> None:
    state = played(GAME, begun(GAME, HELD + " G080 K008"), "pass")
    assert movers(state) == {"700"}
    assert movers(state._replace(was_stuck=(False, False, False))) == {"700", "080"}
    third = played(GAME, begun(GAME, "R800 K710 K701 K700 G080 K008"), "pass", "move 080>170")
    assert movers(third) == {"700"}


def test_blocker_who_cannot_free_must_lift_a_covering_die() -> None:
    state = played(GAME, begun(GAME, "R710 G800 G701 G620 G611 G700 G610 K008"), "pass")
    assert movers(state) == {"700", "610"}


def test_player_freed_before_creates_no_duty() -> None:
    state = begun(GAME, f"{HELD} R422 G080", first_player=2)._replace(was_stuck=(True, False, False))
    assert movers(state) == {"700", "080"}


def test_what_was_before_the_first_turn_binds_nobody() -> None:
    position = (
        "G800 R710 R701 R700 R332 R044"  # the green die is covered, and a red one is parked on no line of green's
    )
    for parked in ("", " R503", " R350"):
        assert movers(begun(GAME, position + parked)) >= {"700", "332", *parked.split("R")[1:]}


def test_parked_die_must_leave_the_line_of_a_player_who_could_not_advance() -> None:
    state = begun(GAME, "R422 G044 G260", first_player=2)
    assert movers(state) == {"044", "260"}
    assert legal(GAME, state._replace(was_halted=(True, False, False))) == ["move 044>134", "move 044>143"]


def test_whoever_moves_may_owe_both_to_those_before_and_to_those_after_him() -> None:
    stuck = {1: "G800 R710 R701 R700 R080 K332", 3: "G800 K710 K701 K700 K008 R332"}
    for seat, position in stuck.items():
        state = begun(GAME, position, first_player=seat)._replace(was_stuck=(False, True, False))
        assert movers(state) == {"700"}


def test_corner_of_two_lines_is_no_parking_for_its_owner() -> None:
    state = begun(GAME, "R422 K080 K251", first_player=3, line="all9")._replace(was_halted=(True, False, False))
    assert movers(state) == {"080", "251"}


def test_of_two_duties_either_will_do() -> None:
    state = played(GAME, begun(GAME, HELD + " G044 G260"), "pass")
    assert movers(state) == {"044", "700"}
    assert GAME.facts(state, 2) and not GAME.facts(state, 1)
    free = state._replace(was_stuck=(False,) * 3, was_halted=(False,) * 3)
    assert not GAME.facts(free, 2)


SIX = "R062 R053 R044 R035 R026 R116"


@pytest.mark.parametrize(
    ("position", "line", "is_won"),
    [(f"R071 {SIX}", "inner7", True), (f"R080 {SIX}", "inner7", False), (f"R080 {SIX}", "all9", True)],
)
def test_all_seven_on_the_line_win(position: str, line: str, is_won: bool) -> None:
    state = played(GAME, begun(GAME, position, line=line), "move 116>017")
    assert (GAME.result(state) is not None) == is_won
    assert GAME.scores(state)[0] == 6 + is_won


def test_die_above_the_plate_is_not_on_the_line() -> None:
    assert GAME.scores(begun(GAME, "G053 G143 G044 R043 R035"))[0] == 1


def test_most_dice_on_the_line_win_at_the_cap() -> None:
    state = played(GAME, begun(GAME, "R044 R422 G080 K008", turn_cap=1), "move 422>332", "move 080>170", "move 008>107")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (1, 0, 0))


@pytest.mark.parametrize("position", ["R800:321", "B800"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    for line in ("move 512>431", "move 161>242", "pass"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME), line)
