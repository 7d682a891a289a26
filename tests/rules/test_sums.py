"""Worked example of game A3."""

from __future__ import annotations

from functools import partial

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, LEVELS, NAMES, UPPER_MASK, cells
from skill.lattice.notation import parse_position
from skill.rules.game import CHANCE
from skill.rules.games.sums import GAME
from skill.rules.shared.claims import State
from tests.rules import scenes

DICE = "800:531 710:642 701:145 620:426 611:236 602:654 530:362 521:514 512:124 503:465"
CORNER = dict(die.split(":") for die in DICE.split())
LEVEL_0 = " ".join(f"P{NAMES[cell]}:{CORNER.get(NAMES[cell], '321')}" for cell in BASE)  # no other funnel has 9 or 14


did = partial(scenes.claimed, GAME)


def begun(position: str = LEVEL_0, players: int = 4) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1}), parse_position(position))


def test_example_funnel_sums() -> None:
    pyramid = begun().pyramid
    assert [sum(pyramid.funnel_numbers(cell)) for cell in cells("700 610 601 520 511 502")] == [14, 14, 8, 14, 7, 13]


@pytest.mark.parametrize("cell", ["700", "610", "520"])
def test_example_roll_14(cell: str) -> None:
    state = did(begun(), "rolls P6,P5,P3", f"3: claim {cell}")
    assert (GAME.to_move(state), state.supplies) == (3, (15, 15, 14, 15))


def test_example_roll_9_and_8() -> None:
    state = did(begun(), "rolls P4,P4,P1", "2: blank")
    assert (GAME.to_move(state), state.supplies) == (2, (15, 15, 15, 15))
    state = did(begun(), "rolls P4,P3,P1", "2: blank")
    assert (GAME.to_move(state), state.supplies) == (CHANCE, (14, 18, 14, 14))


def test_example_three_dice_make_a_funnel() -> None:
    pyramid = parse_position(LEVEL_0 + " Y700:153 R610:465 Y601:236")
    (apex,) = cells("600")
    assert (pyramid.is_funnel(apex), sum(pyramid.funnel_numbers(apex))) == (True, 13)


def test_supplies_roller_and_options() -> None:
    assert [begun(players=n).supplies[0] for n in range(2, 7)] == [30, 20, 15, 12, 10]
    state = begun(players=3)
    assert GAME.race_order(state) == (2, 3, 1)
    state = did(state, "rolls P6,P5,P3", "1: claim 700", "1: turn 700:153")
    assert GAME.race_order(state) == (3, 1, 2)
    assert not {"gm", "penalty"} & set(state.options)


@pytest.mark.parametrize(
    "wrong",
    [
        LEVEL_0.replace("P800", "R800"),
        LEVEL_0.replace("P", "K"),
        LEVEL_0 + " P700:153 R610:465 Y601:236 Y520:321",
        LEVEL_0 + " " + " ".join(f"R{NAMES[cell]}:321" for cell in LEVELS[1][:32]),
    ],
)
def test_a_position_is_checked_against_the_material(wrong: str) -> None:
    """Level 0 pearl, built dice red and yellow, no more than there are."""
    with pytest.raises(IllegalMove, match="position"):
        begun(wrong)


def test_dice_are_built_of_the_other_colour_once_one_is_used_up() -> None:
    red = " ".join(f"R{NAMES[cell]}:321" for cell in LEVELS[1][:30])
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), parse_position(f"{LEVEL_0} {red}"))
    for _ in range(2):
        total = sum(state.pyramid.funnel_numbers(state.pyramid.funnels(UPPER_MASK)[0]))
        parts = next(roll for roll in GAME.rolls if sum(number for _, number in roll[1]) == total)
        cell = NAMES[state.pyramid.funnels(UPPER_MASK)[0]]
        state = did(state, str(parts), f"1: claim {cell}", f"1: turn {cell}:321")
        assert state.pyramid.count_of("R") == 30
