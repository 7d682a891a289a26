"""Worked examples of game 57, and its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import ATTEMPT, parse_position
from skill.rules.game import CHANCE, AttemptSpec
from skill.rules.games.fire_red_devil import GAME, SET_UPS, TOLD_ENDINGS, TRAPPED
from tests.rules.scenes import begun, legal, played

BASES = "K611 K521 K512 K251 K161 K152 K215 K125 K116"
CHASE = f"O332 G422 G323 R341 {BASES}"


def on_turn(position: str, seat: int, **given: Any) -> Any:
    return begun(GAME, position, **given)._replace(seat=seat)


def ending(state: Any) -> tuple[tuple[int, ...], str]:
    result = GAME.result(state)
    assert result is not None
    return result.winners, result.reason


def test_example_1_devil_jumps_onto_the_angel() -> None:
    state = on_turn(CHASE, 2)
    assert "move 341>322" in legal(GAME, state)
    assert ending(played(GAME, state, "move 341>322")) == ((2,), "The devil has caught the angel.")
    assert "move 341>322" not in legal(GAME, on_turn(CHASE.replace("G422 ", ""), 2))


def test_example_2_angel_moves_and_leaves_a_green_die() -> None:
    state = begun(GAME, CHASE)
    assert legal(GAME, state) == [f"move 332>{cell}" for cell in ("233", "242", "314", "350", "431")]
    state = played(GAME, state, "move 332>233")
    assert str(GAME.pyramid(state)) == str(parse_position(CHASE.replace("O332", "O233 G332")))
    assert GAME.unplaced(state).total() == 90 - 3


@pytest.mark.parametrize(("pyramids", "apexes"), [("corners", "511 151 115"), ("sides", "133 313 331")])
def test_set_up_and_start_cells_by_chance(pyramids: str, apexes: str) -> None:
    assert len(SET_UPS[pyramids]) == 12
    state = begun(GAME, pyramids=pyramids)
    assert str(GAME.pyramid(state)).split()[-3:] == sorted("K" + apex for apex in apexes.split())
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 36)
    state = played(GAME, state, "place O800")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 35)
    assert GAME.to_move(played(GAME, state, "place R080")) == 1


def test_first_player_is_the_angel() -> None:
    state = played(GAME, begun(GAME, first_player="random"), "first 2", "place O800", "place R080")
    assert (GAME.to_move(state), state.angel_seat) == (2, 2)


def test_angel_may_not_stop_on_the_devil() -> None:
    assert "move 341>322" not in legal(GAME, begun(GAME, "O341 R332 G422 G323"))
    assert "move 341>322" in legal(GAME, begun(GAME, "O341 R800 G332 G422 G323"))


def test_angel_without_a_move_loses() -> None:
    assert ending(begun(GAME, "O800 R080 G710 G701 G700")) == ((2,), TOLD_ENDINGS[TRAPPED])


def test_catching_by_taking_the_cell() -> None:
    state = on_turn("O332 R341", 2, catch="replace")
    assert "move 341>332" in legal(GAME, state)
    state = played(GAME, state, "move 341>332")
    assert ending(state) == ((2,), "The devil has caught the angel.")
    assert str(GAME.pyramid(state)) == "R332 G341"
    covered = on_turn("O332 G422 G323 G322 R341", 2, catch="replace")
    assert "move 341>332" not in legal(GAME, covered)


def test_sitting_on_the_angel_is_no_catch_if_its_cell_must_be_taken() -> None:
    state = played(GAME, on_turn(CHASE, 2, catch="replace"), "move 341>322")
    assert ending(state) == ((2,), TOLD_ENDINGS[TRAPPED])  # it cannot move under the devil


def test_angel_that_lasts_wins_and_blue_dice_follow_the_ninetieth_green() -> None:
    state = on_turn("O332 R800", 2, greens=10)._replace(turns=19)
    assert ending(played(GAME, state, "move 800>710")) == ((1,), "The green dice are used up: the angel has escaped.")
    state = played(GAME, begun(GAME, "O332 R800", greens=50)._replace(placed=90), "move 332>233")
    assert str(GAME.pyramid(state)) == "O233 B332 R800"


def test_devil_without_a_move_passes_and_the_turn_counts() -> None:
    state = on_turn("O332 R800 G710 G701 G700", 2)
    assert legal(GAME, state) == ["pass"]
    assert played(GAME, state, "pass").turns == 1


def test_start_cells_may_be_thrown() -> None:
    state = begun(GAME, start="thrown")
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    assert (turn.seat, turn.scene, len(turn.hand)) == (1, "fire-red-devil", 1)

    def thrown(state: Any, where: str) -> Any:
        position = parse_position(f"{SET_UPS['corners']} {where}".strip())
        return GAME.play(state, ATTEMPT("success", 3.0, position, (), (), "-"))

    assert thrown(state, "").misses == 1
    state = thrown(state, "W332:321")
    assert str(GAME.pyramid(state)).split().count("O332") == 1
    assert GAME.to_move(state).seat == 2  # type: ignore[union-attr]
    for _ in range(6):
        state = thrown(state, "")
    assert GAME.to_move(state) is CHANCE


@pytest.mark.parametrize("position", ["O332:321", "O332 O323", "P332"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    for line in ("move 332>341", "move 422>431", "pass", "place G332"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME, CHASE), line)
