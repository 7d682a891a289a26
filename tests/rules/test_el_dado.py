"""Worked examples of game 39."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, NAMES, cells, parse_cell
from skill.lattice.dice import KOSMOS, Die
from skill.lattice.notation import FILL, REMOVE, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.el_dado import GAME

FULL = Pyramid((cell, Die("R")) for cell in CELLS)


def takes(state: object) -> str:
    return " ".join(str(move).split()[1] for move in GAME.moves(state))  # type: ignore[arg-type]


def test_example_1_legal_takes_from_the_full_pyramid() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1, "fill": "keep"}), FULL)
    assert takes(state) == "000"
    state = GAME.play(state, REMOVE(parse_cell("000")))
    assert takes(state) == "001 010 100"
    state = GAME.play(state, REMOVE(parse_cell("100")))
    assert takes(state) == "200 001 010"


def test_example_2_two_players_and_four_dice() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), parse_position("O700 R800 G710 B701"))
    assert takes(state) == "700"
    state = GAME.play(state, REMOVE(parse_cell("700")))
    assert takes(state) == "701 710 800"
    for cell in cells("701 710 800"):
        state = GAME.play(state, REMOVE(cell))
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((13, 6), (1,))


def test_rich_filling_holds_gold_and_all_blue_and_pour_does_not_exceed_the_box() -> None:
    for fill in ("rich", "pour"):
        state = GAME.begin(2, GAME.options_from({"fill": fill}))
        for seed in range(20):
            (_, pyramid) = GAME.draw(state, Random(seed))
            counts = {colour: len(pyramid.cells_of(colour)) for colour in KOSMOS}
            assert pyramid.is_complete
            assert all(counts[colour] <= KOSMOS[colour] for colour in KOSMOS)
            if fill == "rich":
                assert (counts["O"], counts["B"]) == (1, 10)


@pytest.mark.parametrize(
    ("fill", "pyramid", "expected"),
    [
        ("rich", Pyramid((c, Die("RGK"[c % 3], (3, 2, 1))) for c in CELLS), "all gold and blue"),
        ("pour", Pyramid((c, Die("R", (3, 2, 1))) for c in CELLS), "the box has 90"),
        ("pour", parse_position("R800:321"), "complete pyramid"),
    ],
)
def test_impossible_filling_is_refused(fill: str, pyramid: Pyramid, expected: str) -> None:
    state = GAME.begin(2, GAME.options_from({"fill": fill}))
    with pytest.raises(IllegalMove, match=expected):
        GAME.check(state, FILL(pyramid), GAME.to_move(state))


def test_view_hides_covered_dice_only() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1, "fill": "keep"}), FULL)
    hidden = GAME.view(state, 1).pyramid.cells_of("?")
    assert [NAMES[c] for c in hidden] == [NAMES[c] for c in CELLS if "0" not in NAMES[c]]


def test_values_can_be_agreed_before_play() -> None:
    options = GAME.options_from({"first_player": 1, "gold": 0, "red": 20})
    state = GAME.begin(2, options, parse_position("O800 R080"))
    for cell in cells("800 080"):
        state = GAME.play(state, REMOVE(cell))
    assert state.points == (0, 20)
