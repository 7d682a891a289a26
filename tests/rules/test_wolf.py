"""Worked examples of game 47."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, NAMES, cells, in_mask, mask_of, parse_cell
from skill.lattice.notation import FILL
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.wolf import BUSH, DIRECT, DOG, GAME, PLACES, SHEEP, State, sight
from tests.rules import scenes

SEEN_FROM_232 = "206 215 224 233 242 251 260 035 134 332 431 530 062 152 422 512 602"


def flock(bushes: str = "", dogs: str = "") -> Pyramid:
    heap = Pyramid((cell, BUSH if NAMES[cell] in bushes.split() else SHEEP) for cell in BASE)
    for cell in cells(dogs):
        heap = heap.place(cell, DOG)
    return heap


def begun(players: int = 2, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}))  # type: ignore[dict-item]


played = partial(scenes.played, GAME)


def seen(heap: Pyramid, dog: str) -> set[str]:
    return {NAMES[cell] for cell in in_mask(sight(heap, parse_cell(dog)))}


def test_example_1_a_dog_sees_seventeen() -> None:
    assert seen(flock(), "232") == set(SEEN_FROM_232.split())


def test_example_2_another_dog_hides_what_lies_beyond_it() -> None:
    expected = "206 215 224 233 017 116 314 413 512 611 710 044 134 404"
    assert seen(flock(dogs="232"), "214") == set(expected.split())
    assert len(expected.split()) == 14
    assert len(set(expected.split()) | set(SEEN_FROM_232.split())) == 25


def test_example_3_a_bush_hides_what_lies_beyond_it() -> None:
    found = seen(flock(bushes="242"), "232")
    assert found == set(SEEN_FROM_232.split()) - {"251", "260", "152", "062"}
    assert len(found - {"242"}) == 12


@pytest.mark.parametrize("place", PLACES)
def test_every_dog_sees_seventeen_where_nothing_is_in_the_way(place: int) -> None:
    assert sight(flock(), place).bit_count() == 17


def test_a_dog_under_which_the_wolf_is_sees_it_even_beside_other_dogs() -> None:
    around = " ".join(NAMES[place] for place in PLACES if NAMES[place] != "232")
    assert {"332", "242", "233"} <= seen(flock(dogs=around), "232")


def test_a_round_and_its_costs() -> None:
    state = begun()
    assert GAME.to_move(state) is CHANCE
    state = played(state, "wolf 251")
    assert GAME.to_move(state) == 1
    state = played(state, "place R232")
    assert (state.answers, state.suspects) == (((parse_cell("232"), True),), mask_of(cells(SEEN_FROM_232)))
    state = played(state, "place R214", "ask 206")
    assert [answer for _, answer in state.answers] == [True, False, False]
    assert {NAMES[c] for c in in_mask(state.suspects)} == {
        "242", "251", "260", "035", "332", "431", "530", "062", "152", "422", "602"
    }  # fmt: skip
    state = played(state, "ask 251")
    assert (state.costs, state.round, state.shepherd) == ((4, 0), 1, 2)
    assert str(state.flock) == str(flock())
    state = played(state, "wolf 800", "ask 800")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((4, 1), (2,))


def test_a_sheep_is_asked_about_once_and_a_place_holds_one_dog() -> None:
    state = played(begun(), "wolf 251", "ask 800", "place R232")
    for text in ("ask 800", "place R232", "place R222", "wolf 080"):
        with pytest.raises(IllegalMove):
            played(state, text)
    assert len(GAME.moves(state)) == 44 + 35


def test_the_shepherd_alone_is_told_that_he_sets_dogs_or_asks() -> None:
    before, after = begun(), played(begun(), "wolf 251")
    assert [len(GAME.facts(state, seat)) for state in (before, after) for seat in (1, 2)] == [1, 1, 2, 1]


def test_several_rounds_each() -> None:
    state = begun(3, rounds=2, first_player=3)
    shepherds = []
    while GAME.result(state) is None:
        shepherds.append(state.shepherd)
        state = played(state, "wolf 800", "ask 800")
    assert shepherds == [3, 1, 2, 3, 1, 2]
    assert state.costs == (2, 2, 2)


def test_the_left_neighbour_hides_the_wolf_and_the_shepherd_does_not_see_it() -> None:
    state = begun(3, wolf_by="left", first_player=3)
    assert GAME.to_move(state) == 1
    state = played(state, "wolf 251")
    assert GAME.view(state, 3) == GAME.view(played(begun(3, wolf_by="left", first_player=3), "wolf 800"), 3)
    assert GAME.view(state, 1).wolf == parse_cell("251")
    assert GAME.moves(GAME.view(state, 3)) == GAME.moves(state)


def test_alone_against_a_random_wolf() -> None:
    state = begun(1, wolf_by="left")
    assert GAME.to_move(state) is CHANCE
    result = GAME.result(played(state, "wolf 800", "ask 080", "ask 800"))
    assert (result.scores, result.winners) == ((2,), (1,))


def test_bushes_are_neither_wolf_nor_asked_about_and_are_drawn_anew_for_each_round() -> None:
    state = begun(bushes=9)
    (_, heap) = GAME.draw(state, Random(4))
    assert len(heap.cells_of("G")) == 9
    state = GAME.play(state, FILL(heap))
    assert len(GAME.moves(state)) == 36
    state = GAME.play(state, GAME.moves(state)[0])
    assert len(GAME.moves(state)) == 36 + 36
    state = GAME.play(state, GAME.parse(f"ask {NAMES[state.wolf]}"))
    assert GAME.to_move(state) is CHANCE
    assert not GAME.moves(state)
    for wrong in (flock("800"), heap.remove(parse_cell("800"))):
        with pytest.raises(IllegalMove):
            GAME.check(state, FILL(wrong), CHANCE)


def test_worth_splits_the_suspects_evenly_and_asks_at_the_end() -> None:
    state = GAME.view(played(begun(), "wolf 251"), 1)
    assert GAME.worth(state, GAME.parse("place R232"), 1) == 17
    assert GAME.worth(state, GAME.parse("ask 800"), 1) == DIRECT
    left = state._replace(suspects=mask_of(cells("800")))
    best = max(GAME.moves(left), key=lambda move: GAME.worth(left, move, 1))
    assert str(best) == "ask 800"
