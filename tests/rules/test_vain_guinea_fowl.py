"""Worked examples and rulings of game 17."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, NAMES, parse_cell
from skill.lattice.dice import BLACK, ORIENTATIONS, RED, Die, Faces, parse_faces
from skill.lattice.notation import PLACE
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE
from skill.rules.games.vain_guinea_fowl import COAT, GAME, LAYINGS, REMINDER, SET_UP, SIDES, TOSS, State
from tests.rules import scenes
from tests.rules.playouts import playout


def begun(pyramid: Pyramid | None = None, players: int = 2) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1}), pyramid)


did = partial(scenes.claimed, GAME)


def fitting(state: State, faces: str) -> str:
    """Where a die that was rolled so may be put."""
    state = did(state, "1: toss", f"orient {faces}")
    return " ".join(NAMES[move[2]] for move in GAME.moves(state, 1) if move.verb == "place")


def test_example_1_useful_orientations() -> None:
    def use(faces: Faces) -> str:
        if not LAYINGS[faces]:
            return "none"
        right = sum(a == b for a, b in zip(faces, REMINDER, strict=True))
        return {0: "turned", 1: "one", 3: "reminder"}[right]

    assert Counter(map(use, ORIENTATIONS)) == {"one": 9, "reminder": 1, "turned": 2, "none": 12}


@pytest.mark.parametrize(
    ("faces", "where"),
    [
        ("124", "125 134 143 152"),
        ("241", "215 314 413 512"),
        ("145", "116 125 134 143 152 161 215 251 314 341 413 431 512 521 611"),
        ("451", "116 125 134 143 152 161 215 251 314 341 413 431 512 521 611"),
        ("514", "116 125 134 143 152 161 215 251 314 341 413 431 512 521 611"),
        ("654", ""),
    ],
)
def test_example_2_where_dice_fit_at_the_start(faces: str, where: str) -> None:
    assert fitting(begun(), faces) == where


def coat(missing: int = 0) -> Pyramid:
    """The set-up with a coat of dice like the reminder, without the last few of it."""
    cells = COAT[: len(COAT) - missing]
    return Pyramid([*SET_UP, *((cell, Die(BLACK, REMINDER)) for cell in cells)])


def test_example_3_finished_coat() -> None:
    assert (len(COAT), len(SET_UP)) == (46, 11)
    faces = [REMINDER[axis] for cell in COAT for axis in SIDES[cell]]
    assert Counter(faces) == {1: 21, 4: 21, 5: 21}
    assert Counter(len(axes) for axes in SIDES.values()) == {1: 30, 2: 15, 3: 1}
    assert all(min(COORDS[cell]) == 1 for cell in COAT)


@pytest.mark.parametrize("seed", range(3))
def test_every_random_coat_shows_only_1_4_and_5(seed: int) -> None:
    *_, (state, _, _) = playout(GAME, seed, players=2)
    for cell in COAT:
        die = state.pyramid[cell]
        if die is not None:
            assert die.faces is not None
            assert all(die.faces[axis] == REMINDER[axis] for axis in SIDES[cell])


def test_everybody_plays_at_once() -> None:
    state = begun(players=3)
    assert (GAME.to_move(state), [list(GAME.moves(state, seat)) for seat in (1, 2, 3)]) == (ANYONE, [[TOSS()]] * 3)
    state = did(state, "2: toss")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 24)
    state = did(state, "orient 124", "1: toss", "orient 241")
    assert state.rolled == ((2, 4, 1), (1, 2, 4), None)
    state = did(state, "2: place K125:124", "2: toss", "orient 132")
    assert (state.supplies, state.rolled) == ((15, 14, 15), ((2, 4, 1), (1, 3, 2), None))


def test_the_first_gets_the_cell_that_two_want() -> None:
    state = did(begun(), "1: toss", "orient 124", "2: toss", "orient 132", "2: place K125:132")
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("K", parse_cell("125"), (1, 2, 4)), 1)
    assert TOSS() in GAME.moves(state, 1)


def test_a_die_that_shows_the_numbers_elsewhere_is_turned_upright() -> None:
    state = did(begun(), "1: toss", "orient 451", "1: place K116:145")
    assert state.pyramid.faces_at(parse_cell("116")) == REMINDER
    with pytest.raises(IllegalMove):
        did(begun(), "1: toss", "orient 124", "1: place K116:145")
    with pytest.raises(IllegalMove):
        did(begun(), "1: toss", "orient 451", "1: place K116:451")


def test_cells_above_wait_for_their_supports() -> None:
    assert "124" not in fitting(begun(), "145").split()
    base = Pyramid([*SET_UP, *((parse_cell(name), Die(BLACK, REMINDER)) for name in ("125", "134"))])
    assert "124" in fitting(begun(base), "145").split()  # on 125, 134 and the green 224


def test_the_last_die_placed_wins_at_once() -> None:
    state = begun(coat(missing=2))
    assert state.supplies == (1, 1)
    state = did(state, "2: toss", "orient 514")
    (where,) = [move for move in GAME.moves(state, 2) if move.verb == "place"]
    result = GAME.result(did(state, f"2: {where}"))
    assert (result.winners, result.scores) == ((2,), (1, 0))


def test_three_players_leave_one_place_open() -> None:
    state = begun(coat(missing=1), players=3)
    result = GAME.result(state)
    assert result is not None
    assert state.supplies == (0, 0, 0)
    assert len(COAT) - sum(begun(players=3).supplies) == 1


def test_impossible_positions_are_refused() -> None:
    wrong = Pyramid([*SET_UP, (parse_cell("125"), Die(BLACK, parse_faces("213")))])
    for pyramid in (Pyramid(), wrong, Pyramid([*SET_UP, (parse_cell("080"), Die(BLACK, REMINDER))]), coat(missing=1)):
        with pytest.raises(IllegalMove, match=r"guinea-fowl|coat"):
            begun(pyramid)


def test_a_coat_that_does_not_fit_is_refused() -> None:
    fitting = coat(missing=2)
    last = COAT[len(COAT) - 3]
    for die in (Die(BLACK, parse_faces("213")), Die(RED, REMINDER), Die(BLACK)):
        with pytest.raises(IllegalMove, match="the coat has black dice that show 1, 4 and 5"):
            begun(fitting.remove(last).put(last, die))
    begun(fitting)


def test_pace_and_computer_players() -> None:
    state = begun()
    assert (GAME.pause_s(state), GAME.race_order(state)) == (1.0, (1, 2))
    seconds, action = GAME.guess(state, 1, Random(0)) or (0, None)
    assert (action, 0.2 <= seconds <= 3) == (TOSS(), True)
    state = did(state, "1: toss", "orient 145")
    guesses = [GAME.guess(state, 1, Random(seed)) for seed in range(40)]
    assert {NAMES[guess[1][2]] for guess in guesses if guess} == {"116", "161", "611"}
    single = did(begun(), "1: toss", "orient 124")
    assert GAME.worth(single, TOSS(), 1) < GAME.worth(single, PLACE("K", parse_cell("125"), (1, 2, 4)), 1)
