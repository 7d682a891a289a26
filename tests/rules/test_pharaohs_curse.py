"""Worked examples of game 50."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, cells, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import FILL, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.pharaohs_curse import CANNOT, GAME, SETUP, State, to_goal
from tests.rules import scenes

OTHERS = "B404:321 K440:321"
EXAMPLE = f"R044:132 G134:321 G143:623 {OTHERS}"


def begun(position: str, first: int = 1, **given: object) -> State:
    options = GAME.options_from({"first_player": first, **given})  # type: ignore[dict-item]
    return GAME.begin(3, options, parse_position(position))


def texts(state: State, verb: str) -> set[str]:
    return {str(move) for move in GAME.moves(state) if move.verb == verb}


played = partial(scenes.played, GAME)


def test_worked_example() -> None:
    state = begun(EXAMPLE)
    assert texts(state, "swap") == {"swap 044>134"}
    assert len(texts(state, "turn")) == 23
    state = played(state, "swap 044>134")
    assert (str(state.pyramid[parse_cell("134")]), state.seat) == ("R:132", 1)
    assert texts(state, "turn") == {f"turn 044:{a}{b}{c}" for a, b, c in ORIENTATIONS}
    state = played(state, "turn 044:654")
    assert (str(state.pyramid[parse_cell("044")]), state.seat) == ("G:654", 2)


def test_either_swap_or_turn() -> None:
    state = played(begun(EXAMPLE), "turn 044:321")
    assert state.seat == 2


def test_both_turn_and_then_swap() -> None:
    state = played(begun(EXAMPLE, actions="both"), "turn 044:531")
    assert (state.seat, texts(state, "turn"), texts(state, "swap")) == (1, set(), {"swap 044>134"})
    assert played(state, "stop").seat == 2
    assert played(state, "swap 044>134", "turn 044:321").seat == 2
    assert played(begun(EXAMPLE, actions="both"), "turn 044:145").seat == 2, "nothing matches, so nothing is left"
    with pytest.raises(IllegalMove):
        played(begun(EXAMPLE, actions="both"), "stop")


def test_explorers_do_not_swap_and_the_goals_of_others_are_closed() -> None:
    """Red at 071 and black at 062 touch with a 2 on both sides, red and the goal of blue, 080, with a 1."""
    state = begun("R071:321 K062:132 G080:213 G170:321 B404:321")
    assert texts(state, "swap") == set()
    assert texts(begun("B071:321 K062:132 G080:213 G170:321 R404:321", first=2), "swap") == {"swap 071>080"}


def test_the_first_in_its_goal_wins_at_once() -> None:
    state = played(begun(f"R710:321 G800:213 {OTHERS}"), "swap 710>800")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (8, 0, 0))


def test_turn_cap_is_a_draw() -> None:
    state = begun(EXAMPLE, turn_cap=1)
    state = played(state, "turn 044:321", "turn 404:132")
    assert GAME.result(state) is None
    result = GAME.result(played(state, "turn 440:132"))
    assert result.winners == ()


def test_filling() -> None:
    state = GAME.begin(3, GAME.options_from({}))
    (_, pyramid) = GAME.draw(state, Random(1))
    assert [pyramid.cells_of(colour) for colour in "RBK"] == [[c] for c in cells("044 404 440")]
    assert len(pyramid.cells_of("G")) == 42
    GAME.check(state, FILL(pyramid), CHANCE)
    with pytest.raises(IllegalMove, match="explorers at the sides"):
        GAME.check(state, FILL(pyramid.remove(parse_cell("800"))), CHANCE)


def uniform(faces: str) -> Pyramid:
    """The set-up with all dice lying alike."""
    return Pyramid((cell, Die(SETUP[cell], parse_position(f"G800:{faces}").faces_at(cells("800")[0]))) for cell in BASE)


def test_way_counts_swaps_and_turns() -> None:
    """Dice lying alike touch with different numbers everywhere, so that a turn is needed before the first swap."""
    maze, start, goal = uniform("321"), parse_cell("044"), parse_cell("800")
    assert all(to_goal(maze, 1, goal, faces) == 0 for faces in ORIENTATIONS)
    best = min(to_goal(maze, 1, start, faces) for faces in ORIENTATIONS)
    assert best >= 8
    assert to_goal(maze, 1, start, (3, 2, 1)) == 1 + best
    assert to_goal(maze, 1, parse_cell("080"), (3, 2, 1)) < CANNOT
    assert to_goal(begun(EXAMPLE).pyramid, 1, start, (3, 2, 1)) == CANNOT


def test_worth_prefers_the_way_and_shuts_the_door() -> None:
    state = begun(EXAMPLE.replace("G143", "G233:321 G143"))
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert set(worth.values()) == {-CANNOT}, "no way leads through so few dice"
    near = begun(f"R710:321 G800:213 G701:321 {OTHERS}")
    best = max(GAME.moves(near), key=lambda move: GAME.worth(near, move, 1))
    assert str(best) == "swap 710>800"
    state = played(begun("R134:132 G224:321 B044:132 K440:321"), "swap 134>224")
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert {text for text, value in worth.items() if value < 0} == {
        f"turn 134:{a}{b}{c}" for a, b, c in ORIENTATIONS if a == 3
    }


@pytest.mark.parametrize(
    "position", ["R044 B404 K440", "R044:321 B404:321", f"R044:321 R134:321 {OTHERS}", f"R044:321 O134:321 {OTHERS}"]
)
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(position)
