"""Worked examples of game A2; the race itself is tested with Greedy Grabber."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import ALL, CELLS, cells, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import FILL
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.pack_rat import GAME
from skill.rules.shared.grabbing import State

SHOWN = {"100": (4, 1, 2), "010": (3, 1, 5), "001": (2, 4, 1)}


def begun() -> State:
    """The worked example on dice that show no 4 on any side, after a roll of 4."""
    heap = Pyramid((cell, Die("Y", (3, 2, 1))) for cell in CELLS).remove(parse_cell("000"))
    for name, faces in SHOWN.items():
        heap = heap.put(parse_cell(name), Die("Y", faces))
    return GAME.play(GAME.begin(3, GAME.options_from({"first_player": 1}), heap), GAME.parse("roll 4"))


def free(state: State) -> set[int]:
    return set(state.pyramid.free())


def test_worked_example() -> None:
    state = begun()
    assert [str(move) for seat in (1, 2, 3) for move in GAME.moves(state, seat)] == ["grab 100", "stop", "grab 001"]
    state = GAME.play(state, GAME.parse("grab 100"), 1)
    assert free(state) == set(cells("200 010 001"))
    state = GAME.play(state, GAME.parse("grab 001"), 2)
    assert free(state) == set(cells("200 010 101 002"))
    assert state.piles == (1, 1, 0)


def test_the_apex_leaves_before_the_game() -> None:
    state = GAME.begin(3, GAME.options_from({}))
    (_, heap) = GAME.draw(state, Random(3))
    assert heap.mask == ALL & ~(1 << parse_cell("000"))
    assert sorted(len(heap.cells_of(colour)) for colour in "RYP") == [54, 55, 55]
    with pytest.raises(IllegalMove, match="164 dice"):
        GAME.check(state, FILL(heap.put(parse_cell("000"), Die("R", (3, 2, 1)))), CHANCE)


def test_a_turn_that_leaves_only_base_dice_is_the_last() -> None:
    heap = Pyramid((c, Die("R", (3, 2, 1))) for c in cells("700 800 710 701"))
    state = GAME.begin(3, GAME.options_from({"first_player": 1}), heap)
    for by, text in ((CHANCE, "roll 3"), (1, "grab 700"), (1, "grab 701")):
        assert GAME.result(state) is None
        state = GAME.play(state, GAME.parse(text), by)
    result = GAME.result(GAME.play(GAME.play(state, GAME.parse("stop"), 1), GAME.parse("close"), CHANCE))
    assert (result.scores, result.winners) == ((2, 0, 0), (1,))
