"""Worked examples of game 53, and its rulings."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import LEVEL_STEPS, Vector, cells, mask_of, shifted
from skill.rules.games.triangle import GAME, TRIANGLES, State, arrangements, how, moves_to_go, rotations
from tests.rules.scenes import begun, legal, played


def scene(*seats: str, seat: int = 1) -> State:
    """A state from the rows of each seat, divided by commas."""
    pieces = tuple(tuple(tuple(sorted(cells(row))) for row in rows.split(",")) for rows in seats)
    return State(pieces, seat, GAME.options_from({}))


def rows(state: State, piece: str) -> list[str]:
    """Where the row of these cells may go."""
    return [line.split(">")[1] for line in legal(GAME, state) if line.startswith(f"row {piece}>")]


def test_example_1_first_moves() -> None:
    state = begun(GAME)
    assert rows(state, "800") == ["601", "610"]
    assert rows(state, "017 107") == ["035 125", "215 305"]
    assert rows(state, "062 161 260") == ["053 152 251", "062 152 242", "152 251 350", "242 251 260"]
    assert [len(legal(GAME, begun(GAME, first_player=seat))) for seat in (1, 2, 3)] == [8, 8, 8]


def test_example_2_rotation_about_an_end() -> None:
    assert "422 512 602" in rows(begun(GAME, first_player=3), "602 611 620")


def test_row_on_the_second_level_covers_and_must_come_down() -> None:
    state = played(GAME, begun(GAME), "row 800>610")
    assert rows(state, "701 710") == []
    state = played(GAME, state, "row 080>160")
    assert rows(state, "602 611 620") == []
    state = played(GAME, state, "row 008>016")
    assert legal(GAME, state) == ["row 610>512", "row 610>530", "row 610>800"]


def test_row_that_cannot_come_down_lets_another_move_and_the_duty_stays() -> None:
    state = scene("610,035 125,053 152 251", "800,701 710,512 521 530", "008,017 107,602 611 620")
    lines = legal(GAME, state)
    assert lines
    assert not rows(state, "610")
    state = played(GAME, state, "row 053 152 251>062 161 260", "row 800>601", "row 008>026")
    assert legal(GAME, state) == ["row 610>800"]


def test_jump_over_one_piece_to_the_first_place_that_fits() -> None:
    jump = scene("422,080 071,008 017 026", "512 602,800,062 053 044", "440,170 161,107 206 305")
    assert rows(jump, "422") == ["323", "332", "413", "431", "521"]  # over 512 602 it would leave the plate
    over = scene("224,080 071,008 017 026", "233,800,062 053 044", "440,170 161,107 206 305")
    assert "242" in rows(over, "224")
    assert "422" not in rows(over, "224")
    two = scene("422,080 071,008 017 026", "332,800,062 053 044", "242,170 161,107 206 305")
    assert not [cell for cell in rows(two, "422") if cell in ("332", "242", "152")]
    own = scene("422,332 242,008 017 026", "800,080 071,062 053 044", "440,170 161,107 206 305")
    assert "152" in rows(own, "422")


def test_six_dice_as_a_triangle_win_after_the_own_move_only() -> None:
    state = scene("215,323 233,422 332 242", "080,710 701,206 116 026", "008,170 071,620 611 602")
    assert GAME.scores(state)[0] == 5
    state = played(GAME, state, "row 215>224")
    assert GAME.result(state).winners == (1,)  # type: ignore[union-attr]
    assert GAME.scores(state)[0] == 6


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_every_seat_wins_with_its_own_dice(seat: int) -> None:
    mine, others = "215,323 233,422 332 242", ("080,710 701,206 116 026", "008,170 071,620 611 602")
    state = scene(*others[: seat - 1], mine, *others[seat - 1 :], seat=seat)
    assert GAME.result(played(GAME, state, "row 215>224")).winners == (seat,)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("piece", "to", "word"),
    [("422", "431", "shifted"), ("422", "242", "jumped"), ("422", "332", "shifted"), ("422", "322", "lifted")],
)
def test_what_is_told_of_a_single_die(piece: str, to: str, word: str) -> None:
    row, way = tuple(cells(piece)), tuple(cells(to))
    assert word in how(row, way)[1]


@pytest.mark.parametrize("step", LEVEL_STEPS)
def test_a_row_moved_by_one_step_is_shifted_unless_it_turned(step: Vector) -> None:
    row = tuple(sorted(cells("323 332")))
    to = tuple(sorted(cell for c in row if (cell := shifted(c, step)) is not None))
    assert ("shifted" if to not in rotations(row) else "turned") in how(row, to)[0]


def test_both_kinds_of_triangles() -> None:
    assert mask_of(cells("422 242 224 332 323 233")) in TRIANGLES
    assert mask_of(cells("233 413 431 323 332 422")) in TRIANGLES
    assert len(TRIANGLES) == 28 + 15


def test_moves_that_are_still_missing() -> None:
    def missing(rows: str) -> int:
        return moves_to_go(scene(rows).pieces[0])

    assert missing("224,323 233,422 332 242") == 0
    assert missing("215,323 233,422 332 242") == 1  # a shift
    assert missing("224,323 332,422 332 242") == 1  # a turn about 323
    assert missing("304,323 233,422 332 242") == 1  # comes down into its place


def test_a_shift_or_a_turn_changes_what_is_missing_by_one_at_most() -> None:
    state, changes = begun(GAME), set()
    for n in range(60):
        moves = GAME.moves(state)
        for action in moves:
            if any(way in how(action[1], action[2])[0] for way in ("shift", "turn")):
                own = GAME.play(state, action).pieces[state.seat - 1]
                changes.add(moves_to_go(own) - moves_to_go(state.pieces[state.seat - 1]))
        state = GAME.play(state, moves[7 * n % len(moves)])
    assert changes == {-1, 0, 1}


def test_arrangements_are_whole_triangles() -> None:
    found = [mask_of(cell for row in rows for cell in row) for rows in arrangements()]
    assert set(found) == set(TRIANGLES)
    assert len(found) == 9 * len(TRIANGLES)
    assert all([len(row) for row in rows] == [1, 2, 3] for rows in arrangements())


def test_nobody_wins_at_the_cap() -> None:
    state = played(GAME, begun(GAME, turn_cap=1), "row 800>610", "row 080>160", "row 008>016")
    assert GAME.result(state).winners == ()  # type: ignore[union-attr]


def test_wrong_starts_and_moves_are_refused() -> None:
    with pytest.raises(IllegalMove, match="one row"):
        begun(GAME, "R800")
    for line in ("row 800>530", "row 800>503", "row 017>026", "row 701 710>503 512", "pass"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME), line)
