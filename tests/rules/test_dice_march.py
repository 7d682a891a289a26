"""Worked examples of game A6, and its rulings."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import parse_cell
from skill.lattice.notation import parse_position
from skill.rules.games.dice_march import GAME, fought
from tests.rules.scenes import begun, legal, played


def test_example_1_first_turn() -> None:
    for seat in (1, 2, 3):
        lines = legal(GAME, begun(GAME, first_player=seat))
        assert (sum("tip" in line for line in lines), sum("turn" in line for line in lines)) == (12, 115)
    state = played(GAME, begun(GAME), "tip 044>134")
    assert "R134:531" in str(GAME.pyramid(state))
    assert GAME.unplaced(state).total() == 0


@pytest.mark.parametrize(("to", "faces"), [("134", "531"), ("143", "623"), ("053", "362"), ("035", "315")])
def test_tips_of_a_start_die(to: str, faces: str) -> None:
    state = played(GAME, begun(GAME, "R044:321 Y206:132"), f"tip 044>{to}")
    assert f"R{to}:{faces}" in str(GAME.pyramid(state))


@pytest.mark.parametrize(
    ("seat", "goal", "dice"), [(1, "800", "062 053 044 035 026"), (2, "080", "206 305 404 503 602"), (3, "008", "620")]
)
def test_start_dice_show_three_to_their_owner(seat: int, goal: str, dice: str) -> None:
    pyramid = GAME.pyramid(begun(GAME))
    shown = [str(pyramid).split(f"{cell}:")[1][seat - 1] for cell in dice.split()]
    assert shown == ["3"] * len(shown)
    left_neighbour = seat % 3
    assert all(str(pyramid).split(f"{cell}:")[1][left_neighbour] == "2" for cell in dice.split())


def test_example_2_two_funnels_at_once() -> None:
    state = begun(GAME, "Y233:654 Y431:213 R341:451 R422:563 P323:264", first_player=2)
    state = played(GAME, state, "tip 233>332")
    assert str(GAME.pyramid(state)) == "Y431:213"
    assert (state.captured, state.removed) == ((0, 1, 0), (1, 1, 1))
    result = GAME.result(state)
    assert (result.winners, result.reason) == ((2,), "Only the winner has dice left.")


@pytest.mark.parametrize(
    ("own_tie", "left", "captured", "removed"),
    [("beats", "Y008:321 R332:356 R422:546", (1, 0, 0), (0, 0, 0)), ("removed", "Y008:321", (0, 0, 0), (2, 1, 0))],
)
def test_tie_among_own_dice(own_tie: str, left: str, captured: tuple[int, ...], removed: tuple[int, ...]) -> None:
    state = begun(GAME, "R422:546 R233:654 Y323:213 Y008:321", own_tie=own_tie)  # 5 and 5 against 3
    state = played(GAME, state, "tip 233>332")
    assert (str(GAME.pyramid(state)), state.captured, state.removed) == (left, captured, removed)


@pytest.mark.parametrize(
    ("pearl", "captor"),
    [("P422:531", 2), ("P422:635", None), ("P422:236", None)],  # 6 beats 5; 6 and 6; a tie at 2
)
def test_tipped_die_that_is_beaten_in_one_funnel_and_fares_badly_in_another(pearl: str, captor: int | None) -> None:
    position = parse_position(f"R332:321 Y431:635 R341:514 {pearl} R323:321")
    losses = fought(position, parse_cell("332"), "beats")
    assert losses.captured.get(parse_cell("332")) == captor
    assert losses.captured[parse_cell("341")] == 2
    assert (parse_cell("332") in losses.removed) == (captor is None)


def test_three_dice_of_one_player_never_fight() -> None:
    state = played(GAME, begun(GAME, "R422:546 R233:654 R323:264 Y008:321", own_tie="removed"), "tip 233>332")
    assert (len(GAME.pyramid(state)), state.stalled) == (4, 0)


def test_turning_starts_no_fight_and_counts_as_nothing_happening() -> None:
    state = begun(GAME, "R422:546 R332:321 Y323:213 P008:321")
    state = played(GAME, state, "turn 332:654")
    assert (len(GAME.pyramid(state)), state.stalled) == (4, 1)


def test_never_backwards() -> None:
    tips = [line for line in legal(GAME, begun(GAME, "R332:321 Y008:321")) if line.startswith("tip")]
    assert tips == ["tip 332>323", "tip 332>341", "tip 332>422", "tip 332>431"]


def test_goal_corner_wins_at_once() -> None:
    state = played(GAME, begun(GAME, "R710:321 Y206:132 P620:213"), "tip 710>800")
    assert GAME.result(state).winners == (1,)  # type: ignore[union-attr]
    foreign = played(GAME, begun(GAME, "R170:321 Y206:132 P620:213"), "turn 170:132")
    assert GAME.result(foreign) is None


def test_enemy_in_the_goal_corner_blocks_it() -> None:
    assert "tip 710>800" not in legal(GAME, begun(GAME, "R710:321 Y800:132"))


def test_player_without_dice_is_passed_over() -> None:
    state = played(GAME, begun(GAME, "R332:321 P008:321"), "turn 332:654")
    assert GAME.to_move(state) == 3
    assert GAME.to_move(begun(GAME, "R332:321 P008:321", first_player=2)) == 3


def test_stalled_game_is_scored_and_the_later_turn_breaks_ties() -> None:
    state = begun(GAME, "R332:321 Y206:132 P620:213", stall_turns=2)
    state = played(GAME, state, "turn 332:654", "turn 206:321")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((0, 0, 0), (2,))
    assert played(GAME, begun(GAME, stall_turns=2), "turn 044:654", "tip 206>116").stalled == 0


def test_no_dice_left_is_scored() -> None:
    state = begun(GAME, "R422:563 Y233:654 P323:264", first_player=2)
    state = played(GAME, state, "tip 233>332")
    result = GAME.result(state)
    assert result is not None
    assert (str(GAME.pyramid(state)), result.scores, result.winners) == ("-", (-1, -1, -1), (2,))


@pytest.mark.parametrize("position", ["R332", "K332:321", "R332:321 R422:321 R323:321 Y322:321"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    for line in ("tip 044>053", "turn 044:321", "tip 206>116"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME), line)
