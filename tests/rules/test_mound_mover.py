"""Worked examples of game 37."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import LEVEL, NAMES
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.mound_mover import COLOURS, GAME, HOMES, TARGETS, set_up
from tests.rules import scenes


def begun(position: Pyramid | None = None, **options: object) -> Any:
    return GAME.begin(3, GAME.options_from({"first_player": 1, **options}), position)  # type: ignore[dict-item]


act = partial(scenes.played, GAME)


def legal(state: Any) -> set[str]:
    return {str(move).removeprefix("move ") for move in GAME.moves(state)}


@pytest.mark.parametrize("blue_mound", ["off", "on"])
def test_example_1_two_moves_from_the_start(blue_mound: str) -> None:
    assert legal(begun(blue_mound=blue_mound)) == {"500>440", "500>404"}


def test_example_2_the_neighbours_after_the_first_move() -> None:
    state = act(begun(), "move 500>440")
    assert legal(state) == {"050>044"}
    assert legal(state._replace(seat=3)) == {"005>404", "005>044"}


def test_example_3_seat_one_in_the_same_position() -> None:
    state = act(begun(), "move 500>440")._replace(seat=1)
    assert legal(state) == {
        *("440>341", "440>431", "440>500"),
        "600>404",
        *("501>431", "501>404"),
        "510>413",
    }


def test_mixed_layers_have_twenty_dice_of_each_colour() -> None:
    pyramid = set_up("mixed", "on")
    assert Counter(die.colour for _, die in pyramid) == {"R": 20, "G": 20, "K": 20, "B": 10}
    layers = [{pyramid.at(cell).colour for cell in HOMES[0] if LEVEL[cell] == level} for level in range(4)]
    assert layers == [{"R"}, {"G"}, {"K"}, {"R"}]  # own, left neighbour's, right neighbour's, own
    assert Counter(die.colour for _, die in set_up("plain", "off")) == {"R": 20, "G": 20, "K": 20}


def test_the_target_is_the_next_corner_clockwise() -> None:
    assert [NAMES[target[-1]] for target in TARGETS] == ["050", "005", "500"]
    assert [set(target) for target in TARGETS] == [set(HOMES[1]), set(HOMES[2]), set(HOMES[0])]


def test_blue_dice_and_dice_under_others_never_move() -> None:
    state = begun(blue_mound="on")
    for text in ("move 222>422", "move 600>404", "move 050>440", "pass"):
        with pytest.raises(IllegalMove):
            act(state, text)


def done_but_one(seats: tuple[int, ...]) -> Pyramid:
    """Seats 1 and 2 as given lack only the top die of their target, which is one move away; all else is cleared."""
    pyramid = EMPTY
    for seat in seats:
        for cell in TARGETS[seat - 1][:-1]:
            pyramid = pyramid.place(cell, Die(COLOURS[seat - 1]))
    return pyramid


def test_one_player_wins_at_the_end_of_the_round() -> None:
    """Red's last die climbs from 440 to 050; green and black have a lone die to move."""
    pyramid = Pyramid([*done_but_one((1,)), *parse_position("R440 G800 K404")])
    state = act(begun(pyramid), "move 440>050", "move 800>710")
    assert GAME.result(state) is None
    result = GAME.result(act(state, "move 404>413"))
    assert (result.winners, result.scores) == ((1,), (20, 0, 0))


def test_several_who_are_done_in_one_round_share() -> None:
    pyramid = Pyramid([*done_but_one((1, 2)), *parse_position("R440 G044 K800")])
    result = GAME.result(act(begun(pyramid), "move 440>050", "move 044>005", "move 800>710"))
    assert result.winners == (1, 2)


def test_an_aim_left_within_the_round_does_not_count() -> None:
    pyramid = Pyramid([*done_but_one((1,)), *parse_position("R440 G800 K404")])
    state = act(begun(pyramid, first_player=1, moves="roll"), "roll 2", "move 440>050", "move 050>440")
    state = act(state, "roll 1", "move 800>710", "roll 1", "move 404>413")
    assert GAME.result(state) is None


def test_all_pass_in_succession() -> None:
    """No colour but black has dice, and black's are under blue ones."""
    pyramid = parse_position("K800 K710 K701 B700")
    state = act(begun(pyramid), "pass", "pass")
    assert GAME.result(state) is None
    result = GAME.result(act(state, "pass"))
    assert (result.winners, result.scores) == ((3,), (0, 0, 3))


def test_round_cap_counts_dice_in_place() -> None:
    state = act(begun(round_cap=1), "move 500>440", "move 050>044")
    assert GAME.result(state) is None
    result = GAME.result(act(state, "move 005>404"))
    assert (result.winners, result.scores) == ((1, 2, 3), (0, 0, 0))
    assert GAME.result(act(begun(round_cap=0), "move 500>440", "move 050>044", "move 005>404")) is None


def test_a_roll_is_used_with_any_own_dice_as_far_as_it_goes() -> None:
    state = begun(moves="roll")
    assert GAME.to_move(state) is CHANCE
    assert len(GAME.moves(state)) == 6
    state = act(state, "roll 3", "move 500>440", "move 600>404", "move 440>341")
    assert (state.seat, state.left) == (2, 0)
    blocked = begun(parse_position("R800 R710 R701 B700 G080 K008"), moves="roll")
    state = act(blocked, "roll 4")
    assert legal(state) == {"pass"}
    assert (act(state, "pass").seat, act(state, "pass").left) == (2, 0)


def test_positions_with_other_dice_are_refused() -> None:
    for text in ("Y800", "R800:321"):
        with pytest.raises(IllegalMove):
            begun(parse_position(text))


def test_the_outlook_rises_by_what_a_move_is_worth() -> None:
    """Both count what lies on what should move: else a bot that thinks ahead would bury its own dice."""
    rng, state = Random(7), begun()
    for _ in range(60):
        seat = GAME.to_move(state)
        action = rng.choice(GAME.moves(state, seat))
        after = GAME.play(state, action)
        gained = GAME.outlook(after)[seat - 1] - GAME.outlook(state)[seat - 1]
        assert gained == pytest.approx(GAME.worth(state, action, seat))
        state = after
