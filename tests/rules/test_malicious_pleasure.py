"""Worked examples of game 20, in both throw models."""

from __future__ import annotations

from functools import partial

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import NAMES, NEIGHBOUR_MASK, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, Loose, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.game import CHANCE, AttemptSpec
from skill.rules.games.malicious_pleasure import GAME, State, appeal
from tests.rules import scenes

EXAMPLE = "R422:412 G332:321 R323:132 G413:321 G512:321 G314:321"  # -I of 422 is 4, -K of 323 is 2
ONE_ONLY = "R422:132 G332:321 G323:132 G413:321 G512:321 G314:321"


def begun(position: str | None = None, players: int = 2, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position) if position else None)


played = partial(scenes.played, GAME)


def landed(position: str, cell: str, **given: object) -> State:
    """Seat 1's die lands there and shows 321."""
    return played(begun(position, throw_model="lattice", **given), f"throw {cell}", f"land {cell}", "show 321")


def reported(
    state: State, pyramid: Pyramid, loose: tuple[Loose, ...] = (), off: tuple[tuple[str, int], ...] = ()
) -> State:
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    report = ATTEMPT("success", 1.0, pyramid, loose, off, "-")
    GAME.check(state, report, turn.seat)
    return GAME.play(state, report, turn.seat)


def cells_to_place(state: State) -> set[str]:
    return {NAMES[move[2]] for move in GAME.moves(state) if move.verb == "place"}


def test_example_1_choice_of_four_or_two() -> None:
    state = landed(EXAMPLE, "322")
    assert [str(move) for move in GAME.moves(state)] == ["use 422", "use 323"]
    four = played(state, "use 422")
    assert (four.left, cells_to_place(four)) == (3, {"412", "313"})
    four = played(four, "place R412:321")
    assert cells_to_place(four) == {"313"}
    four = played(four, "place R313:321")
    assert cells_to_place(four) == {"312"}
    before = begun(EXAMPLE).supplies[0]
    four = played(four, "place R312:321")
    assert (before - four.supplies[0], GAME.to_move(four)) == (4, 2)
    two = played(state, "use 323")
    assert (two.left, cells_to_place(two)) == (1, {"412", "313"})
    assert GAME.to_move(played(two, "place R412:321")) == 2


def test_example_2_a_one_brings_no_further_die() -> None:
    state = landed(ONE_ONLY, "322")
    assert GAME.to_move(state) == 2
    assert state.supplies == (80, 77)


def test_example_3_dice_off_return_to_their_owners() -> None:
    state = begun(EXAMPLE)
    after = GAME.pyramid(state).remove(parse_cell("512")).remove(parse_cell("314"))
    state = reported(state, after, off=(("G", 2), ("G", 5), ("W", 1)))
    assert state.supplies == (80, 80)
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    assert turn.seat == 2


def test_a_real_throw_into_a_funnel() -> None:
    state = begun(EXAMPLE)
    state = reported(state, GAME.pyramid(state).place(parse_cell("322"), Die("W", (2, 1, 3))))
    assert str(state.pyramid[parse_cell("322")]) == "R:213"
    assert GAME.to_move(state) == 1
    assert state.choosing == (parse_cell("422"), parse_cell("323"))


@pytest.mark.parametrize(
    ("cell", "why"),
    [("800", "a funnel of the plate"), ("412", "no own die round the funnel")],
)
def test_the_turn_is_over_and_the_die_stays(cell: str, why: str) -> None:
    position = "G422:321 G413:321 G512:321 R323:321"
    state = landed(position, cell)
    assert (GAME.to_move(state), parse_cell(cell) in state.pyramid) == (2, True), why
    assert state.supplies == (80, 79)


def test_the_player_may_stop_at_any_time() -> None:
    state = played(landed(EXAMPLE, "322"), "use 422", "place R412:321", "pass")
    assert GAME.to_move(state) == 2


def test_among_lets_the_first_further_die_go_anywhere() -> None:
    state = played(landed(EXAMPLE, "322", touch="among"), "use 422")
    assert "800" in cells_to_place(state)
    state = played(state, "place R800:321")
    assert cells_to_place(state) == {"701", "710"}


def test_dice_may_touch_by_a_corner_if_agreed() -> None:
    """`233` meets the die at `322` in one corner."""
    position = "R422:412 G332:321 R323:132"
    assert GAME.to_move(landed(position, "322")) == 2, "no die may touch it: the number of neither support is asked for"
    assert "233" in cells_to_place(played(landed(position, "322", contact="face_edge_point"), "use 422"))


def test_a_loose_die_blocks_the_funnel_in_which_it_lies() -> None:
    lying: tuple[Loose, ...] = (("G", 4, (4.1, 1.2, 2.1)),)
    state = begun(EXAMPLE)._replace(loose=lying)
    heap = GAME.pyramid(state).place(parse_cell("322"), Die("W", (3, 2, 1)))
    state = reported(state, heap, loose=lying)
    assert cells_to_place(played(state, "use 422")) == {"313"}


LEANING: tuple[Loose, ...] = (("W", 3, (3.0, 2.0, 2.0), (3, 2, 1)), ("G", 2, (3.2, 2.9, 2.1)))
"""The thrown die stands in 322; what is under it at 332 leans."""


def test_a_die_over_one_that_leans_stands_for_the_turn_that_threw_it() -> None:
    state = begun(EXAMPLE)
    state = reported(state, state.pyramid.remove(parse_cell("332")), loose=LEANING)
    assert [str(move) for move in GAME.moves(state)] == ["use 422", "use 323"]
    assert state.supplies == (79, 78)
    state = played(state, "use 422", "place R412:321", "pass")
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    assert parse_cell("322") not in turn.start and parse_cell("412") in turn.start
    assert turn.loose == (LEANING[1], ("R", 3, (3.0, 2.0, 2.0), (3, 2, 1))), "from then on it lies loose"
    assert state.supplies == (78, 78)


def test_a_die_that_leans_is_no_support() -> None:
    state = begun(EXAMPLE)
    leaning: tuple[Loose, ...] = (LEANING[0], ("R", 4, (4.1, 2.1, 2.3)))
    state = reported(state, state.pyramid.remove(parse_cell("422")), loose=leaning)
    assert (state.choosing, state.left) == ((), 1), "the only own die that stands under it is 323, which shows 2"


def test_a_support_is_not_asked_for_where_the_choice_changes_nothing() -> None:
    same = "R422:412 G332:321 R323:514 G413:321 G512:321 G314:321"
    state = landed(same, "322")
    assert (state.choosing, state.left) == ((), 3), "both show a four"
    full = landed("R422:412 R332:321 R323:132", "322")
    assert not full.choosing, "no place for a further die, whatever the number"
    last = begun(EXAMPLE, throw_model="lattice")._replace(supplies=(2.0, 30.0))
    last = played(last, "throw 322", "land 322", "show 321")
    assert (last.choosing, last.left) == ((), 1), "one die is left, whatever the number"


def test_a_loose_thrown_die_stays_and_ends_the_turn() -> None:
    state = reported(begun(EXAMPLE), begun(EXAMPLE).pyramid, loose=(("W", 4, (0.0, 4.5, 4.5)),))
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    assert (turn.seat, turn.loose, state.supplies) == (2, (("R", 4, (0.0, 4.5, 4.5)),), (79, 78))


def test_an_empty_supply_wins_at_once() -> None:
    state = begun(throw_model="lattice")._replace(supplies=(1, 5))
    result = GAME.result(played(state, "throw 800", "land 800", "show 321"))
    assert (result.winners, result.scores) == ((1,), (0, 5))
    state = landed(EXAMPLE, "322")._replace(supplies=(1, 5))
    result = GAME.result(played(state, "use 422", "place R412:654"))
    assert result.winners == (1,)


def test_turns_without_a_new_low_end_the_game() -> None:
    state = begun(players=3, throw_model="lattice", stall=3)
    for turn in range(3):
        assert GAME.result(state) is None
        state = played(state, f"throw {'800' if turn else '000'}", "off 3")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1, 2, 3), (55, 55, 55))


def test_the_count_of_idle_turns_begins_anew_with_a_new_low() -> None:
    state = played(begun(throw_model="lattice", stall=2), "throw 800", "off 3", "throw 800", "land 800", "show 321")
    assert (state.idle, state.lows) == (0, (82, 81))
    assert GAME.to_move(played(state, "throw 800", "off 1")) == 2


def test_chance_lets_the_die_land_and_turns_it() -> None:
    state = played(begun(throw_model="lattice"), "throw 233")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 45 + 6)
    state = played(state, "land 233")
    assert (GAME.to_move(state), len(GAME.moves(state)), state.pyramid) == (CHANCE, 24, EMPTY)


def test_positions_that_do_not_fit_are_refused() -> None:
    with pytest.raises(IllegalMove, match="orientation"):
        begun("R800")
    with pytest.raises(IllegalMove, match="colour K"):
        begun("K800:321")


def test_a_bot_aims_at_the_highest_own_number_and_rather_where_there_are_funnels_beside_it() -> None:
    """Into 322 look the 4 of 422 and the 2 of 323, both red."""
    state = begun(EXAMPLE)
    beside = [NAMES[cell] for cell in state.pyramid.funnels(NEIGHBOUR_MASK[parse_cell("322")])]
    assert appeal(state, parse_cell("322")) == 4.0 * (1 + len(beside))
    assert appeal(state, parse_cell("332")) == 0.0  # no funnel
    assert 0.0 < appeal(state, parse_cell("233")) < 1.0
