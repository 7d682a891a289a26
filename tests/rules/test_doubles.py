"""Worked examples of game 41."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CELLS, NAMES, parse_cell
from skill.lattice.notation import parse_position
from skill.rules.games.doubles import GAME, PER_UNKNOWN, chance, known_numbers
from skill.rules.shared.demolition import State
from skill.rules.shared.kit import shuffled_pyramid
from tests.rules import scenes

DOUBLE, TRIPLE = "R700:321 R800:315 R710:132 R701:145", "R700:321 R800:315 R710:132 R701:213"


def begun(position: str, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(2, options, parse_position(position))


played = partial(scenes.played, GAME)


def test_example_1_a_double_gives_one_die_more() -> None:
    state = played(begun(DOUBLE), "remove 700")
    assert (state.seat, state.extra) == (1, 1)
    state = played(state, "remove 800")
    assert (state.seat, state.extra, state.points) == (2, 0, (2, 0))


def test_example_2_a_triple_gives_two_dice_more() -> None:
    state = played(begun(TRIPLE), "remove 700", "remove 800", "remove 710")
    assert (state.seat, state.points, str(state.pyramid)) == (2, (3, 0), "R701:213")
    state = played(state, "remove 701")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((3, 1), (1,))


def test_a_bonus_may_be_declined_unless_it_must_be_taken() -> None:
    state = played(begun(TRIPLE), "remove 700", "remove 800", "stop")
    assert (state.seat, state.extra, state.points) == (2, 0, (2, 0))
    with pytest.raises(IllegalMove):
        played(begun(TRIPLE, bonus="must"), "remove 700", "stop")
    with pytest.raises(IllegalMove):
        played(begun(TRIPLE), "stop")


# a pyramid of ten under 600: the funnel of 600 holds a double, the next ones nothing
TEN = "R600:321 R700:321 R610:132 R601:145 R800:315 R710:132 R701:145 R620:321 R611:321 R602:321"


def test_bonuses_of_several_takes_add_up() -> None:
    """600 leaves 3, 3, 3, and 700 again: the second take costs one of two and brings two."""
    state = played(begun(TEN.replace(":145", ":213")), "remove 600", "remove 700")
    assert (state.seat, state.extra, state.points) == (1, 3, (2, 0))


@pytest.mark.parametrize(("cell", "numbers"), [("600", [3, 3, 5]), ("700", [3]), ("610", [2]), ("601", [1])])
def test_numbers_are_known_by_deduction_from_two_faces_only(cell: str, numbers: list[int]) -> None:
    state = GAME.view(begun(TEN), 1)
    assert known_numbers(state.pyramid, parse_cell(cell)) == numbers


def test_worth_prefers_a_known_bonus_and_then_unknown_numbers() -> None:
    state = GAME.view(begun(f"{DOUBLE} R080:321"), 1)
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth == {"remove 700": 2, "remove 080": 1}
    state = GAME.play(begun(TEN), GAME.parse("remove 600"))
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth["stop"] == 0
    assert [worth[f"remove {cell}"] for cell in ("700", "610", "601")] == [1 + 2 * PER_UNKNOWN] * 3


def test_view_keeps_visible_faces_and_hides_the_rest() -> None:
    full = shuffled_pyramid(["R"] * 165, Random(1))
    view = GAME.pyramid(GAME.view(GAME.begin(2, GAME.options_from({"fill": "keep"}), full), 1))
    assert [NAMES[c] for c in view.cells_of("?")] == [NAMES[c] for c in CELLS if "0" not in NAMES[c]]
    for cell in view.cells_of("R"):
        seen = [axis for axis in AXES if full.is_bare(cell, axis)]
        assert all(full.faces_at(cell)[axis] == view.faces_at(cell)[axis] for axis in seen)
        assert view.put(cell, full.at(cell)) == view or len(seen) == 1


def test_position_without_pips_is_refused() -> None:
    with pytest.raises(IllegalMove, match="orientation"):
        begun("R700 R800 R710 R701")


def test_what_is_known_below_a_die_is_told_with_the_chance_of_further_dice() -> None:
    assert [round(chance(known), 3) for known in ((), (3,), (3, 5), (3, 5, 1), (3, 3), (2, 3, 2))] == [
        *(0.444, 0.444, 0.333, 0.0, 1.0, 1.0)
    ]
