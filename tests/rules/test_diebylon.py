"""Worked examples of game 38."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import LEVEL, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import parse_die, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.diebylon import COLOURS, GAME, HOMES, START
from tests.rules import scenes
from tests.rules.playouts import playout


def begun(position: Pyramid | str = START, **options: object) -> Any:
    pyramid = parse_position(position) if isinstance(position, str) else position
    return GAME.begin(3, GAME.options_from({"first_player": 1, **options}), pyramid)  # type: ignore[dict-item]


act = partial(scenes.played, GAME)


def legal(state: Any, roll: int) -> set[str]:
    return {str(move).removeprefix("move ") for move in GAME.moves(act(state, f"roll {roll}"))}


def test_set_up_is_three_mounds_of_ten() -> None:
    state = begun()
    assert {str(state.pyramid[cell]) for cell in HOMES[0]} == {"R"}
    assert len(state.pyramid) == 30
    assert GAME.to_move(state) is CHANCE
    assert len(GAME.moves(state)) == 6


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (1, {"pass"}),
        (2, {"pass"}),
        (3, {"pass"}),
        (4, {"600>503", "600>530"}),
        (5, {"pass"}),
        (6, {f"600>{to}" for to in ("404", "413", "512", "440", "431", "521")}),
    ],
)
def test_example_1_from_the_start_only_4_and_6_can_be_used(roll: int, expected: set[str]) -> None:
    assert legal(begun(), roll) == expected


def test_example_2_three_swaps_under_an_enemy_top() -> None:
    pyramid = START.remove(parse_cell("600")).put(parse_cell("600"), Die("G")).remove(parse_cell("060"))
    state = begun(pyramid.place(parse_cell("503"), Die("R")))
    assert legal(state, 1) == {"swap 700>600", "swap 610>600", "swap 601>600"}
    after = act(state, "roll 1", "swap 610>600")
    assert (str(after.pyramid[parse_cell("610")]), str(after.pyramid[parse_cell("600")])) == ("G", "R")
    assert after.seat == 2
    assert legal(begun(state.pyramid, one="may_swap"), 1) == {
        *("swap 700>600", "swap 610>600", "swap 601>600"),
        "pass",
    }


def test_no_swap_under_own_dice_or_under_two() -> None:
    assert legal(begun("R800 R710 R701 R700"), 1) == {"pass"}
    two_on_710 = begun("G800 R710 G701 G620 G611 G700 K610")
    assert legal(two_on_710, 1) == {"pass"}
    assert legal(begun("R800 R710 G701 G620 G611 G700 K610"), 1) == {"swap 800>700"}


def test_a_die_that_is_not_free_is_not_swapped() -> None:
    """The enemy die on R800 carries another one, so it cannot be lifted."""
    heap = "R800 G710 G701 G700 K620 K611 K602 K610 K601 K600"
    assert legal(begun(heap), 1) == {"pass"}


@pytest.mark.parametrize(
    ("roll", "expected"),
    [(2, {"422", "242", "323", "233", "431", "341"}), (3, {"pass"}), (5, {"pass"})],
)
def test_example_3_a_die_alone_on_the_plate(roll: int, expected: set[str]) -> None:
    assert {text.removeprefix("332>") for text in legal(begun("R332"), roll)} == expected


def test_four_is_two_steps_on_the_plate_but_never_back_to_the_start() -> None:
    ends = {text.removeprefix("332>") for text in legal(begun("R332"), 4)}
    assert "332" not in ends
    assert {"512", "152", "413", "224"} <= ends
    assert "242" in ends  # by way of 341


def test_levels_and_parity() -> None:
    """Even numbers lead to the same level or two up or down, odd ones one up or down (or three, in a long slide)."""
    for seed in range(4):
        for state, _, action in playout(GAME, seed):
            if action is not None and action.verb == "move":
                rise = abs(LEVEL[action[1]] - LEVEL[action[2]])
                assert rise in {2: {0}, 3: {1}, 4: {0, 2}, 5: {1, 3}, 6: {0, 2, 4}}[state.roll]


def test_the_number_must_be_used_and_the_die_is_ones_own() -> None:
    state = act(begun(), "roll 4")
    for text in ("pass", "move 060>350", "move 600>512", "swap 700>600"):
        with pytest.raises(IllegalMove):
            act(state, text)


def nine_and(colour: str, corner: int, rest: str) -> Pyramid:
    """The mound of a corner without its top, in one colour, and other dice."""
    return Pyramid([*((cell, Die(colour)) for cell in HOMES[corner][:-1]), *map(parse_die, rest.split())])


def test_full_wins_with_the_tenth_die_in_either_other_corner() -> None:
    for corner, cell, top in ((1, "350", "060"), (2, "305", "006")):
        state = begun(nine_and("R", corner, f"R{cell} K440"))
        result = GAME.result(act(state, "roll 4", f"move {cell}>{top}"))
        assert (result.winners, max(result.scores)) == ((1,), 10)


def test_the_own_corner_does_not_count() -> None:
    state = begun(nine_and("R", 0, "R530 G044 K440"))
    assert GAME.result(act(state, "roll 4", "move 530>600")) is None


def test_top_is_enough_on_the_dice_of_others() -> None:
    heap = nine_and("K", 1, "R350 G800")
    state = act(begun(heap, win="top"), "roll 4", "move 350>060")
    result = GAME.result(state)
    assert result.winners == (1,)
    assert GAME.result(act(begun(heap), "roll 4", "move 350>060")) is None


def test_a_swap_can_win() -> None:
    """Green lies on top of red's nine dice: a swap brings red up, and green under it."""
    heap = nine_and("R", 1, "G060 K800")
    assert GAME.result(act(begun(heap), "roll 1", "swap 070>060")) is None
    result = GAME.result(act(begun(heap, win="top"), "roll 1", "swap 070>060"))
    assert result.winners == (1,)


def test_a_swap_may_give_another_player_the_tenth_die() -> None:
    """Red's die on top of green's nine at corner 006 lies under a green one, on a heap that black has built around."""
    around = "K305 K215 K125 K035 K205 K115 K025 K105 K015"
    state = act(begun(nine_and("G", 2, f"R006 {around} G005")), "roll 1", "swap 006>005")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((2,), (0, 10, 0))


def test_round_cap_counts_the_better_corner() -> None:
    state = begun("R080 R008 R017 G800 K440", round_cap=1)
    state = act(state, "roll 3", "pass", "roll 3", "pass")
    assert GAME.result(state) is None
    result = GAME.result(act(state, "roll 3", "pass"))
    assert (result.winners, result.scores) == ((1,), (2, 1, 0))


def test_positions_that_are_won_or_have_other_dice_are_refused() -> None:
    won = nine_and("R", 1, "R060")
    with pytest.raises(IllegalMove, match="won"):
        begun(won)
    for text in ("B800", "R800:321"):
        with pytest.raises(IllegalMove):
            begun(text)
    with pytest.raises(IllegalMove, match="11 dice"):
        begun(Pyramid((cell, Die(COLOURS[0])) for cell in (*HOMES[0], parse_cell("332"))))
