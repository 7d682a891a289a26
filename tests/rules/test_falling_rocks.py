"""Worked examples of game 54, and its rulings."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.rules.games.falling_rocks import GAME
from tests.rules.scenes import begun, legal, played


def test_example_1_first_turn_has_nine_moves() -> None:
    moves = "602>413 602>521 611>422 611>503 611>530 620>431 620>512 701>512 710>521"
    assert legal(GAME, begun(GAME)) == [f"move {move}" for move in moves.split()]
    assert [len(legal(GAME, begun(GAME, first_player=seat))) for seat in (2, 3)] == [9, 9]


@pytest.mark.parametrize("cell", ["422", "332", "323", "242", "233", "224"])
def test_example_1_inner_funnels_have_all_six_moves(cell: str) -> None:
    assert len(legal(GAME, begun(GAME, f"R{cell}"))) == 6


def test_example_2_captured_die_goes_back_where_the_mover_says() -> None:
    state = played(GAME, begun(GAME, "R611 G422 G080 G170"), "move 611>422")
    assert (GAME.to_move(state), GAME.unplaced(state).total()) == (1, 1)
    assert legal(GAME, state) == [f"place G{cell}" for cell in ("062", "071", "161", "260")]
    state = played(GAME, state, "place G260")
    assert str(GAME.pyramid(state)) == "G080 G170 G260 R422"
    assert GAME.to_move(state) == 2


def test_die_on_its_own_line_goes_sideways_only_and_captures_nothing() -> None:
    state = begun(GAME, "R044 G053 G125")
    assert legal(GAME, state) == ["move 044>035"]


@pytest.mark.parametrize(("enemy", "is_captured"), [("G602", False), ("K602", True)])
def test_only_a_die_on_its_own_line_is_safe(enemy: str, is_captured: bool) -> None:
    assert ("move 521>602" in legal(GAME, begun(GAME, f"R521 {enemy}"))) == is_captured


def test_escape_never_captures_and_no_move_ends_on_own_dice() -> None:
    moves = legal(GAME, begun(GAME, "R332 G521 R251 R413 K224"))
    assert [move for move in moves if move.startswith("move 332")] == ["move 332>143", "move 332>440"]


def test_capture_needs_an_empty_start_funnel_and_the_one_just_left_counts() -> None:
    home = "G080 G170 G071 G260"
    assert "move 224>332" not in legal(GAME, begun(GAME, f"R224 G332 {home} R161 R062"))
    assert "move 224>332" in legal(GAME, begun(GAME, f"R224 G332 {home} R161"))
    state = played(GAME, begun(GAME, f"R161 G242 {home} K062"), "move 161>242")
    assert legal(GAME, state) == ["place G161"]


def test_enemy_on_my_line_is_captured_by_arriving() -> None:
    state = played(GAME, begun(GAME, "R233 R422 K044"), "move 233>044")
    assert len(legal(GAME, state)) == 6
    state = played(GAME, state, "place K008")
    assert GAME.scores(state) == (1, 0, 0)


def test_first_to_bring_all_home_wins() -> None:
    state = begun(GAME, "R080 R071 R062 R053 R044 R224 G800")
    assert GAME.result(state) is None
    state = played(GAME, state, "move 224>035")
    assert GAME.result(state).winners == (1,)  # type: ignore[union-attr]


def test_player_without_a_move_passes() -> None:
    assert legal(GAME, begun(GAME, "G800")) == ["pass"]


def test_most_dice_at_home_win_at_the_cap() -> None:
    state = played(GAME, begun(GAME, "R044 R422 G080", turn_cap=1), "move 044>053", "move 080>161", "pass")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (1, 0, 0))


@pytest.mark.parametrize("position", ["R800:321", "B800", "R800 R710 R701 R700", "R800 R710 R701 R620 R611 R602 R530"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    for line in ("move 611>521", "move 800>611", "move 080>251", "pass", "place G080"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME), line)
