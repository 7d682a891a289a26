"""Worked examples and rulings of game 16."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, NAMES
from skill.lattice.notation import ATTEMPT, FIELDS, parse_position
from skill.rules.game import CHANCE, AttemptSpec, Result
from skill.rules.games.trulla import GAME, LADLE, State, supply
from skill.rules.shared.throws import LAND, OFF, THROW


def begun(position: str = "-", players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def played(state: State, *texts: str) -> State:
    for text in texts:
        action, turn = GAME.parse(text), GAME.to_move(state)
        by = turn.seat if isinstance(turn, AttemptSpec) else turn
        GAME.check(state, action, by)
        state = GAME.play(state, action, by)
    return state


def poured(state: State, position: str, loose: str = "-", off: str = "-") -> State:
    report = ATTEMPT(
        "success", 5.0, parse_position(position), FIELDS["loose"].parse(loose), FIELDS["dice"].parse(off), "-"
    )
    return played(state, str(report))


def test_example_1_the_fallen_die_and_two_in_the_ladle_go_back() -> None:
    state = played(begun(), "ladle 7")
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec) and len(turn.hand) == 7 and {die.colour for die in turn.hand} == {"R"}
    assert turn.adjust == (("ladle.capacity", 20),)
    state = poured(state, "R422 R332 R323 R233", off="R4")
    assert supply(state, 1) == 55 - 7 + 3 and state.seat == 2


def test_example_1_on_the_lattice() -> None:
    state = played(begun(throw_model="lattice"), "ladle 7", "throw 332", "land 422", "land 332", "land 323", "land 322")
    assert GAME.to_move(state) is CHANCE
    state = played(state, "off 4")
    assert (supply(state, 1), state.seat, state.ladle) == (51, 2, 0)


def test_example_2_the_row_rule() -> None:
    assert GAME.scores(begun("R422 R332 R323 G322")) == (6, 3, 0)


def test_dice_of_others_go_back_to_their_owners_and_loose_ones_do_not_count() -> None:
    state = played(begun("R422 G332 K323"), "ladle 2")
    state = poured(state, "R422", "R2@3.10/3.20/2.00", "G3,K6")
    assert [supply(state, seat) for seat in (1, 2, 3)] == [55 - 2, 55, 55]
    assert GAME.scores(state) == (3, 0, 0)


def test_no_passing_and_no_more_than_the_ladle_holds() -> None:
    moves = GAME.moves(begun(ladle_capacity=6))
    assert moves == [LADLE(count) for count in range(1, 7)]
    with pytest.raises(IllegalMove):
        GAME.check(begun(), GAME.parse("ladle 21"), 1)


def test_rounds_without_a_gain_end_it() -> None:
    state = begun("R800", 2, idle_rounds=1)
    for seat in (1, 2):
        state = played(state, "ladle 1")
        state = poured(state, "R800", off=f"{'RG'[seat - 1]}1")
    assert GAME.result(state) == Result((1,), (3, 0), "Outside faces count; the most win.")


def test_a_round_is_a_turn_of_everybody_who_has_dice() -> None:
    state = begun(" ".join(f"G{NAMES[cell]}" for cell in CELLS[:82]), 2, idle_rounds=2, throw_model="lattice")
    for _ in range(2):
        assert GAME.result(state) is None and state.seat == 1
        state = played(state, "ladle 1", "throw 000", "off 1")
    assert GAME.result(state) is not None


def in_place(colour: str, count: int, begin: int = 0) -> str:
    return " ".join(f"{colour}{NAMES[cell]}" for cell in CELLS[begin : begin + count])


def test_a_round_is_not_over_while_somebody_is_due_who_has_dice() -> None:
    """Red runs out in the midst of a round: Green has 80 dice, and his turn of it is still to come."""
    state = begun("-", 2, idle_rounds=1, ladle_capacity=40)
    heap = in_place("R", 40)
    state = poured(played(state, "ladle 40"), heap)
    heap += f" {in_place('G', 1, 40)}"
    state = poured(played(state, "ladle 1"), heap)
    loose = ",".join(f"R1@{n / 10:.2f}/4.00/4.00" for n in range(40))
    state = poured(played(state, "ladle 40"), heap, loose)
    assert state.seat == 2 and GAME.to_move(state) == 2
    heap += f" {in_place('G', 1, 41)}"
    state = poured(played(state, "ladle 1"), heap, loose)
    state = poured(played(state, "ladle 2"), heap, loose + ",R1@1.00/4.50/2.50,R1@1.20/4.50/2.50")
    assert (supply(state, 1), supply(state, 2)) == (0, 80)
    assert GAME.result(state) is None and GAME.to_move(state) == 2
    state = poured(played(state, "ladle 1"), heap, loose + ",R1@1.00/4.50/2.50,R1@1.20/4.50/2.50", "G1")
    assert GAME.result(state) is not None


def test_a_die_over_one_that_leans_stands_for_the_turn_and_is_loose_afterwards() -> None:
    begin = "R800 R710 R701"
    state = played(begun(begin, 2), "ladle 1")
    leaning = "R3@7.00/0.00/0.00:321"
    after = poured(state, "R800 R710", f"R4@7.10/0.40/0.90,{leaning}")
    assert (after.most, after.idle, len(after.pyramid), GAME.scores(after)[0]) == (3, 0, 2, 6)
    assert supply(after, 1) == 82 - 4
    gained = poured(played(begun("R800 R710", 2), "ladle 2"), "R800 R710", f"R4@7.10/0.40/0.90,{leaning}")
    assert gained.most == 3, "what the turn goes by"
    again = poured(played(gained, "ladle 1"), "R800 R710 G080", f"R4@7.10/0.40/0.90,{leaning}")
    assert (again.most, again.last, again.idle) == (3, 1, 0), "from now on it is loose: no more than three"


def test_the_gold_die_fills_the_last_place_of_two_players() -> None:
    names = [NAMES[cell] for cell in CELLS]
    colours = ["R" if n < 82 else "G" for n in range(163)]
    state = begun(" ".join(c + name for c, name in zip(colours, names, strict=False)), 2, throw_model="lattice")
    assert [supply(state, 1), supply(state, 2)] == [0, 1]
    state = GAME.play(state._replace(seat=2), LADLE(1), 2)
    state = GAME.play(GAME.play(state, THROW(163), 2), LAND(163), CHANCE)
    assert state.pyramid.is_complete and state.pyramid.at(164).colour == "O"
    result = GAME.result(state)
    assert result is not None and sum(result.scores) == 135 - 3


def test_whoever_has_no_dice_is_passed_over_and_all_90_may_be_used() -> None:
    names = [NAMES[cell] for cell in CELLS]
    full = " ".join(f"G{name}" for name in names[:55])
    state = played(begun(full, throw_model="lattice"), "ladle 1", "throw 000", "off 1")
    assert state.seat == 3
    assert supply(begun(supply="all90"), 2) == 90


def test_off_is_shown_only_on_the_lattice() -> None:
    with pytest.raises(IllegalMove):
        GAME.check(played(begun(), "ladle 1"), OFF(3), CHANCE)
