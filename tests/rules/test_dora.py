"""Worked example of game 26, in both throw models."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, LEVEL, Cell, cells, parse_cell
from skill.lattice.dice import Die, Faces
from skill.lattice.notation import ATTEMPT, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import CHANCE, AttemptSpec
from skill.rules.games.dora import GAME, State
from tests.rules import scenes
from tests.rules.playouts import playout

EXAMPLE = "R422:514 G332:321 R323:623"


def begun(position: str | None = None, players: int = 3, first: int = 1, **given: object) -> State:
    options = GAME.options_from({"first_player": first, "throw_model": "lattice", **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position) if position else None)


played = partial(scenes.played, GAME)


def ways(state: State) -> list[str]:
    return [str(move) for move in GAME.moves(state)]


def test_example_the_largest_number_fills_like_a_domino() -> None:
    state = begun(EXAMPLE, first=2)
    assert GAME.to_move(state) == 1
    assert ways(state) == ["place R322:213", "place R322:236", "place R322:241", "place R322:264"]


def test_example_the_odd_number_decides() -> None:
    state = begun("R422:514 G332:321 R323:145")
    assert GAME.to_move(state) == 2
    assert all(move[3][1] == 5 for move in GAME.moves(state))
    assert len(ways(state)) == 4


def test_example_one_colour_is_filled_by_the_next_player_against_a_largest_number() -> None:
    state = begun("R422:514 R332:321 R323:145")
    assert GAME.to_move(state) == 2
    assert all(faces[0] == 2 or faces[2] == 2 for _, _, _, faces in GAME.moves(state))
    assert len(ways(state)) == 8
    assert GAME.to_move(begun("G422:514 G332:321 G323:145", players=2)) == 1


def test_three_equal_numbers_are_filled_by_whoever_placed_last_against_any() -> None:
    """-I, -J and -K of the three dice all show 5; green's die at `323`, then red's at `422`, was the last."""
    state = begun("R332:451 G323:145", first=1)
    state = played(state, "show 514", "place R422:514")
    assert GAME.to_move(state) == 1
    assert {move[1] for move in GAME.moves(state)} == {"R"}
    assert all(2 in faces for _, _, _, faces in GAME.moves(state))
    assert len(ways(state)) == 12
    state = begun("R422:514 R332:451", first=2)
    assert GAME.to_move(played(state, "show 145", "place G323:145")) == 2


def test_a_throw_is_placed_as_it_lies_beside_a_taken_funnel() -> None:
    state = begun()
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 24)
    state = played(state, "show 514")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (1, 45)
    state = played(state, "place R800:514", "show 321")
    assert ways(state) == ["place G701:321", "place G710:321"]


def test_the_turn_ends_when_all_funnels_are_filled() -> None:
    """The die at `422` opens `322` and `412`: two fills, then the next player throws."""
    state = begun("G332:321 R323:623 K512:321 K413:124", first=1)
    state = played(state, "show 514", "place R422:514")
    assert state.waiting == tuple(cells("322 412"))
    assert GAME.to_move(state) == 1
    state = played(state, "place R322:213")
    assert (state.seat, state.waiting) == (1, tuple(cells("412")))
    state = GAME.play(state, GAME.moves(state)[0])
    assert (state.seat, state.waiting, GAME.to_move(state)) == (2, (), CHANCE)


def test_the_player_on_turn_may_choose_which_funnel_is_next() -> None:
    state = begun("G332:321 R323:623 K512:321 K413:124", first=3, fill_order="active")
    state = played(state, "show 514", "place K422:514")
    assert GAME.to_move(state) == 3
    assert ways(state) == ["choose 322", "choose 412"]
    state = played(state, "choose 412")
    assert {move[2] for move in GAME.moves(state)} == {parse_cell("412")}
    state = GAME.play(state, GAME.moves(state)[0])
    assert {move[2] for move in GAME.moves(state)} == {parse_cell("322")}


def test_the_last_die_wins_at_once_as_a_filler_too() -> None:
    state = begun(EXAMPLE, first=2)._replace(left=(1, 9, 4))
    result = GAME.result(played(state, "place R322:213"))
    assert (result.winners, result.scores) == ((1,), (0, 9, 4))


@pytest.mark.parametrize("players", [2, 3])
def test_somebody_always_runs_out_of_dice(players: int) -> None:
    for seed in range(10):
        *_, (state, _, _) = playout(GAME, seed, players, {"throw_model": "lattice"})
        assert min(state.left) == 0
        assert sum(state.left) + len(state.pyramid) == {2: 166, 3: 165}[players]
        assert sum(LEVEL[cell] == 0 for cell, _ in state.pyramid) <= 45


# -- real throws


def attempt(state: State) -> AttemptSpec:
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    return turn


def reported(state: State, lands: str | None, faces: Faces = (5, 1, 4), outcome: str = "success") -> State:
    pyramid = GAME.pyramid(state)
    if lands is not None:
        pyramid = pyramid.place(parse_cell(lands), Die("W", faces))
    off = () if lands is not None else (("W", 3),)
    report = ATTEMPT(outcome, 1.0, pyramid, (), off, "-")
    GAME.check(state, report, attempt(state).seat)
    return GAME.play(state, report)


def test_a_real_throw_that_counts_is_carried_to_its_funnel() -> None:
    state = reported(begun(throw_model="physics"), "233")
    assert (state.pyramid, state.faces) == (EMPTY, (5, 1, 4))
    assert "place R800:514" in ways(state)


def test_a_throw_off_the_plate_is_made_again_and_after_five_repeats_chance_turns_the_die() -> None:
    state = begun(throw_model="physics")
    for _ in range(6):
        assert attempt(state).seat == 1
        state = reported(state, None, outcome="failure")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 24)
    state = played(state, "show 514", "place R800:514")
    assert attempt(state).seat == 2


def test_what_counts_as_a_throw() -> None:
    start = parse_position("R800:321")
    spec = attempt(begun("R800:321", throw_model="physics"))
    assert (spec.start, spec.hand[0].colour) == (start, "W")

    def reading(there: str | None, moved: float = 0.0, settled: bool = True) -> Reading:
        cell = None if there is None else parse_cell(there)
        at = (0.0, 0.0, 0.0) if cell is None else tuple(map(float, COORDS[cell]))
        old = DieReading("R", parse_cell("800"), (3, 2, 1), (8.0 + moved, 0.0, 0.0))
        return Reading((old, DieReading("W", cell, (5, 1, 4), at)), settled, 0.0, 1.0)  # type: ignore[arg-type]

    assert spec.goal(reading("233"))
    assert not spec.failed(reading("233"))
    assert not spec.goal(reading("233", settled=False))
    assert not spec.failed(reading(None, settled=False))
    assert spec.failed(reading(None))
    assert spec.failed(reading("233", moved=0.2))
    assert (spec.distance(reading("233")), spec.distance(reading(None))) == (0, 1)


@pytest.mark.parametrize(
    ("position", "expected"),
    [("R800", "orientation"), ("B800:321", "colour B"), ("K800:321", "colour K")],
)
def test_positions_that_do_not_fit_are_refused(position: str, expected: str) -> None:
    with pytest.raises(IllegalMove, match=expected):
        begun(position, players=2)


def test_a_position_with_all_dice_of_a_colour_is_refused() -> None:
    def die(cell: Cell) -> Die:
        return Die("R", Random(cell).choice([(3, 2, 1), (5, 1, 4)]))

    with pytest.raises(IllegalMove, match="55 dice of colour R"):
        GAME.begin(3, GAME.options_from({}), Pyramid((cell, die(cell)) for cell in range(55)))
