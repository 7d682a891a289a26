"""Worked examples of game 42."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import FILL, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.favourite import GAME
from skill.rules.shared.demolition import State


def begun(position: str, players: int = 2) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1}), parse_position(position))


def takes(state: State) -> str:
    return " ".join(str(move).split()[1] for move in GAME.moves(state))


def played(state: State, cells: str) -> State:
    for cell in cells.split():
        action = GAME.parse(f"remove {cell}")
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def test_worked_example_the_lower_of_two_wins() -> None:
    state = begun("R700 K800 G710 G701")
    assert takes(state) == "700"
    state = played(state, "700")
    assert takes(state) == "701 710"
    state = played(state, "710")
    assert takes(state) == "701"
    state = played(state, "701")
    assert takes(state) == "800"
    result = GAME.result(played(state, "800"))
    assert (result.scores, result.winners) == ((4, 5), (1,))


@pytest.mark.parametrize(
    ("position", "players", "order", "winners"),
    [
        ("G800 K080 R008", 3, "800 080 008", (2,)),
        ("G800 G080 R008", 3, "080 800 008", (2, 3)),
        ("R800 G080 G008", 3, "008 080 800", (2, 3)),
        ("G800 G080", 2, "080 800", (1, 2)),
        ("G800 G080 G008", 3, "008 080 800", (1, 2, 3)),
        ("G800 K080 G008 R170", 4, "008 800 080 170", (2, 3)),
    ],
)
def test_left_neighbour_of_each_top_scorer_wins(
    position: str, players: int, order: str, winners: tuple[int, ...]
) -> None:
    result = GAME.result(played(begun(position, players), order))
    assert result.winners == winners


def test_worth_wants_the_right_neighbour_to_be_on_top() -> None:
    """With two players the right neighbour takes next: 080 gives it black, 800 only red."""
    state = begun("G700 K800 R710 R701 G080 R008")
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth == {"remove 700": 3 - 2, "remove 080": 3 - 1}
    state = begun("G700 K800 R710 R701 G080 R008", players=3)
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth == {"remove 700": 2 - 1, "remove 080": 1 - 0}


def test_only_the_three_colours_are_known_in_equal_parts() -> None:
    with pytest.raises(IllegalMove, match="colour B"):
        begun("B800")
    state = GAME.begin(2, GAME.options_from({}))
    with pytest.raises(IllegalMove, match="the box has 55"):
        GAME.check(state, FILL(Pyramid((c, d._replace(colour="R")) for c, d in drawn())), CHANCE)
    assert {colour: len(drawn().cells_of(colour)) for colour in "RGK"} == {"R": 55, "G": 55, "K": 55}


def drawn() -> Pyramid:
    (_, pyramid) = GAME.draw(GAME.begin(2, GAME.options_from({})), Random(1))
    return pyramid
