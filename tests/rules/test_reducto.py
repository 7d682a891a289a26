"""Worked examples of game 46."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, NAMES, mask_of, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import FILL, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.reducto import GAME, State, jumps_from, parts
from tests.rules import scenes


def begun(position: str, players: int = 2, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def texts(state: State, *verbs: str) -> set[str]:
    return {str(move) for move in GAME.moves(state) if not verbs or move.verb in verbs}


played = partial(scenes.played, GAME)


def landings(position: str, cell: str) -> set[str]:
    return {NAMES[to] for to in jumps_from(parse_position(position), parse_cell(cell))}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ("R332:321", {"152"}),
        ("R242:321", {"152"}),
        ("R332:321 R242:321", {"152"}),
        ("R332:321 R152:321", set()),
        ("R251:321", set()),
        ("R431:321 R413:321 R341:321", set()),  # the neighbours of its 1s: one is never a jump
    ],
)
def test_example_1_three_funnels_along_the_line_of_the_three(others: str, expected: set[str]) -> None:
    assert landings(f"G422:153 {others}", "422") == expected


def test_example_2_series_of_two() -> None:
    position = "G422:153 R251:132"
    found = {str(part) for part in parts(parse_position(position), parse_cell("422"), 2, is_first=True)}
    assert "move 422>431" in found
    state = begun(f"{position} K017:514 K152:451 K332:654 K710:241")  # these cannot jump
    assert texts(state, "jump") == set()
    assert "move 422>431" in texts(state)
    state = played(state, "move 422>431")
    assert "jump 431>161" in texts(state)
    assert "stop" not in texts(state)
    state = played(state, "jump 431>161")
    assert (state.points, state.seat, len(state.pyramid)) == ((3, 0), 2, 5)


def test_a_jump_is_compulsory() -> None:
    state = begun("G422:153 R332:321")
    assert texts(state) == {"jump 422>152"}


def test_with_sixteen_dice_or_more_a_die_is_only_rolled() -> None:
    """Nothing can jump into the only empty funnel; the rolled die then could, but the turn is over."""
    state = GAME.begin(2, GAME.options_from({"first_player": 1}), crowd())
    assert GAME.to_move(state) is CHANCE
    assert len(GAME.moves(state)) == 45
    state = played(state, "remove 152")
    assert texts(state) == {f"throw {NAMES[cell]}" for cell in BASE if NAMES[cell] != "152"}
    state = played(state, "throw 422", "turn 422:153")
    assert (state.seat, state.quiet) == (2, 1)
    assert texts(state) == {"jump 422>152"}


def crowd() -> Pyramid:
    """45 dice, each turned so that it does not jump to 152 when that is empty."""
    hole = parse_cell("152")
    heap = Pyramid((cell, Die("GRK"[cell % 3], (3, 2, 1))) for cell in BASE)
    for cell in BASE:
        turned = (heap.turn(cell, faces) for faces in ORIENTATIONS)
        heap = next(like for like in turned if cell == hole or not jumps_from(like.remove(hole), cell))
    return heap


def test_a_roll_may_be_followed_by_a_jump_or_not() -> None:
    """With six dice: the rolled die may jump at once, and nothing more."""
    state = begun("K035:465 K134:514 K260:546 R332:654 G422:145 K503:241")
    assert texts(state, "jump") == set()
    state = played(state, "throw 422")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 24)
    jumping = played(state, "turn 422:153")
    assert texts(jumping) == {"jump 422>152", "stop"}
    assert (jumping.seat, played(jumping, "stop").seat) == (1, 2)
    assert played(jumping, "jump 422>152").points == (3, 0)
    idle = played(state, "turn 422:145")
    assert (idle.seat, idle.quiet) == (2, 1)


def test_with_few_dice_a_rolled_die_may_move_and_jump() -> None:
    state = begun("G422:635 R251:132", green=7)
    assert not texts(state, "jump")
    state = played(state, "throw 422", "turn 422:153")
    assert {"move 422>431", "stop"} <= texts(state)
    state = played(state, "move 422>431")
    assert texts(state) == {"jump 431>161"}
    assert played(state, "jump 431>161").points == (7, 0)


def test_only_series_that_win_the_die_are_offered() -> None:
    state = begun("G800:132 K008:132")
    for move in GAME.moves(state):
        if move.verb == "move":
            after = GAME.play(state, move)
            assert GAME.moves(after)


def test_one_is_only_the_first_part() -> None:
    pyramid = parse_position("G422:153 R332:132 R242:132 K152:132")
    second = parts(pyramid, parse_cell("422"), 2, is_first=False)
    assert not any(str(part) in ("move 422>431", "move 422>413") for part in second)


def test_end_with_one_die_or_after_idle_rounds() -> None:
    state = played(begun("G422:153 R332:321"), "jump 422>152")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((3, 0), (1,))
    state = begun("G800:132 K008:132", stall_rounds=1)
    for _ in range(2):
        assert GAME.result(state) is None
        state = played(state, "throw 800", "turn 800:132")
        state = played(state, "stop") if state.die >= 0 else state
    result = GAME.result(state)
    assert result.winners == (1, 2)


def test_filling() -> None:
    state = GAME.begin(2, GAME.options_from({}))
    (_, pyramid) = GAME.draw(state, Random(2))
    assert pyramid.mask == mask_of(BASE)
    assert {colour: len(pyramid.cells_of(colour)) for colour in "GRK"} == {"G": 15, "R": 15, "K": 15}
    with pytest.raises(IllegalMove, match="the box has 15"):
        GAME.check(state, FILL(Pyramid((c, Die("R", (3, 2, 1))) for c in BASE)), CHANCE)
    with pytest.raises(IllegalMove, match="base layer"):
        begun("G800:321 G710:321 G701:321 G700:321")


def test_worth_takes_the_highest_colour() -> None:
    state = begun("G422:153 R332:321 K323:132 K413:531")
    worth = {str(move): GAME.worth(state, move, 1) for move in GAME.moves(state)}
    assert max(worth, key=worth.__getitem__) == "jump 422>152"
