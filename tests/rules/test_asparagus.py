"""Worked examples of game 40."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, cells, small_pyramid
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.asparagus import GAME
from skill.rules.shared.demolition import State


def begun(pyramid: Pyramid, players: int = 2, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}), pyramid)  # type: ignore[dict-item]


def texts(state: State) -> set[str]:
    return {str(move) for move in GAME.moves(state)}


def test_example_1_green_breaks_the_column() -> None:
    state = begun(parse_position("R700 R800 G710 R701"))
    assert texts(state) == {"remove 700", "column 700>800", "column 700>701"}


def test_example_2_nothing_else_may_lie_on_a_die_of_the_column() -> None:
    (apex,) = cells("600")
    state = begun(Pyramid((cell, Die("K")) for cell in small_pyramid(apex, 3)))
    state = GAME.play(state, GAME.parse("remove 600"))
    columns = {text for text in texts(state) if text.startswith("column")}
    assert texts(state) - columns == {"remove 700", "remove 610", "remove 601"}
    assert columns == {"column 700>800", "column 610>620", "column 601>602"}


@pytest.mark.parametrize(
    ("colour_of", "expected"),
    [
        (lambda cell: "R", {"column 000>" + end for n in range(1, 9) for end in (f"{n}00", f"0{n}0", f"00{n}")}),
        (lambda cell: "R" if cell in cells("000 100 200 400") else "G", {"column 000>100", "column 000>200"}),
    ],
)
def test_on_the_full_pyramid_only_edges_in_the_colour_of_the_apex(colour_of, expected) -> None:  # type: ignore[no-untyped-def]
    state = begun(Pyramid((cell, Die(colour_of(cell))) for cell in CELLS), fill="keep")
    assert texts(state) == {"remove 000"} | expected


def test_a_column_scores_all_its_dice_and_passes_the_turn() -> None:
    state = begun(parse_position("B600 B700 B800 R610 R710 R601 R701 R620 R611 R602"), blue=7)
    state = GAME.play(state, GAME.parse("column 600>700"))
    assert (state.points, state.seat) == ((14, 0), 2)
    assert str(state.pyramid) == "R602 R611 R620 R701 R710 B800 R601 R610"


def test_worth_counts_the_whole_column_and_what_it_frees() -> None:
    state = begun(parse_position("R700 R800 G710 R701"))
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert worth == {"remove 700": 1 - 1.5, "column 700>800": 2 - 1.5, "column 700>701": 2 - 1.5}


@pytest.mark.parametrize("text", ["column 700>710", "column 700>611", "remove 800"])
def test_illegal_takes_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        GAME.check(begun(parse_position("R700 R800 G710 R701")), GAME.parse(text), 1)


def test_each_entry_says_what_it_is_worth() -> None:
    state = begun(parse_position("G600 G700 G800 K610 K601 K620 K611 K602 K710 R701"))
    worth = {str(move): GAME.offered(state, move) for move in GAME.moves(state)}
    assert {text: offer.values["count"] for text, offer in worth.items() if offer} == {
        "remove 600": 3,
        "column 600>700": 6,
        "column 600>800": 9,
    }
    assert GAME.emptied(state, GAME.parse("column 600>800")) == tuple(cells("600 700 800"))
