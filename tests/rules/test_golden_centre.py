"""Worked examples of game 22."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, NAMES, corner_pyramid, in_mask
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.golden_centre import COLOURS, GAME, State


def begun(*sizes: int, **given: object) -> State:
    """A state in which seats I, J, K have that many dice, placed in filling order."""
    dice = [
        (cell, Die(colour))
        for axis, colour, size in zip(AXES, COLOURS, sizes, strict=False)
        for cell in corner_pyramid(axis, 4)[:size]
    ]
    return GAME.begin(3, GAME.options_from(given), Pyramid(dice))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("roll", "sizes"),
    [("R2,G5,K3", (0, 0, 1)), ("R4,G4,K1", (0, 0, 1)), ("R6,G1,K6", (0, 1, 0)), ("R1,G6,K6", (1, 0, 0))],
)
def test_examples_who_adds(roll: str, sizes: tuple[int, ...]) -> None:
    state = GAME.play(begun(), GAME.parse(f"rolls {roll}"), CHANCE)
    assert GAME.scores(state) == sizes
    assert GAME.to_move(state) is CHANCE


def test_example_three_fives_take_five_from_everybody_or_all() -> None:
    state = GAME.play(begun(12, 3, 5), GAME.parse("rolls R5,G5,K5"), CHANCE)
    assert GAME.scores(state) == (7, 0, 0)


def test_three_equal_take_one_in_the_french_rules() -> None:
    state = GAME.play(begun(12, 3, 0, triple="one"), GAME.parse("rolls R5,G5,K5"), CHANCE)
    assert GAME.scores(state) == (11, 2, 0)


def test_by_rule_the_smallest_funnel_is_filled_and_the_largest_die_taken_off() -> None:
    state = GAME.play(begun(11), GAME.parse("rolls R2,G1,K3"), CHANCE)
    added = in_mask(state.pyramid.mask & ~begun(11).pyramid.mask)
    assert [NAMES[cell] for cell in added] == ["511"]
    state = GAME.play(state, GAME.parse("rolls R2,G2,K2"), CHANCE)
    assert state.pyramid == begun(10).pyramid


def test_manual_choice_of_funnels_and_dice() -> None:
    state = GAME.play(begun(10, 1, choose="manual"), GAME.parse("rolls R2,G1,K3"), CHANCE)
    assert GAME.to_move(state) == 1
    assert [str(move) for move in GAME.moves(state)] == [
        f"place R{cell}" for cell in ("502", "511", "520", "601", "610", "700")
    ]
    state = GAME.play(state, GAME.parse("place R700"), 1)
    state = GAME.play(state, GAME.parse("rolls R2,G2,K2"), CHANCE)
    assert GAME.to_move(state) == 1
    assert "remove 800" not in map(str, GAME.moves(state))
    for text in ("remove 700", "remove 800"):
        GAME.check(state, GAME.parse(text), 1)
        state = GAME.play(state, GAME.parse(text), 1)
    assert GAME.to_move(state) == 2
    state = GAME.play(state, GAME.moves(state)[0], 2)
    assert GAME.to_move(state) is CHANCE
    assert GAME.scores(state) == (9, 0, 0)


@pytest.mark.parametrize("size", [20, 10, 4])
def test_the_first_complete_pyramid_wins_at_once(size: int) -> None:
    levels = {20: 4, 10: 3, 4: 2}[size]
    own = Pyramid((cell, Die("G")) for cell in corner_pyramid(1, levels)[:-1])
    state = GAME.begin(3, GAME.options_from({"size": size}), own)
    assert GAME.result(state) is None
    state = GAME.play(state, GAME.parse("rolls R1,G2,K3"), CHANCE)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((2,), (0, size, 0))


def test_dice_in_another_corner_are_refused() -> None:
    with pytest.raises(IllegalMove, match="own corners"):
        GAME.begin(3, GAME.options_from({}), parse_position("R080"))
    assert begun().pyramid == EMPTY


@pytest.mark.parametrize(
    ("sizes", "text", "players", "count", "left"),
    [
        ((7, 3, 0), "In front by {count} dice", (1,), 4, 13),
        ((7, 0, 7), "In front, equal", (1, 3), None, 13),
        ((4, 19, 19), "The next die wins for {players}.", (2, 3), None, None),
    ],
)
def test_who_is_in_front_is_told_and_whose_next_die_decides(sizes, text, players, count, left) -> None:
    (told,) = GAME.facts(begun(*sizes), 1)
    assert told.text.startswith(text)
    assert tuple(player.seat for player in told.values["players"]) == players
    assert (told.values.get("count"), told.values.get("left")) == (count, left)


def test_nothing_is_told_of_a_front_before_the_first_die_and_after_the_last() -> None:
    assert not GAME.facts(begun(), 1)
    assert not GAME.facts(begun(20), 1)
