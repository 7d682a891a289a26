"""Worked examples and rulings of game 11."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, I, in_mask, parse_cell
from skill.lattice.notation import ROLL, STOP, parse_position
from skill.rules.game import CHANCE
from skill.rules.games.green_amoeba import GAME, START, State, parts_of, steps


def begun(position: str = str(START), **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(3, options, parse_position(position))


def stepped(state: State, *moves: str) -> State:
    for text in moves:
        action = GAME.parse(f"move {text}")
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def test_example_1_twelve_steps_from_the_start() -> None:
    state = GAME.play(begun(steps="exact"), ROLL(1))
    assert sorted(str(move).split()[1] for move in GAME.moves(state)) == [
        *("224>134", "224>314", "233>134", "233>143", "242>143", "242>341"),
        *("323>314", "323>413", "332>341", "332>431", "422>413", "422>431"),
    ]
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, GAME.parse("move 422>512"), 1)


def test_example_2_seventy_three_positions_after_a_two() -> None:
    state = GAME.play(begun(), ROLL(2))
    once = {GAME.play(state, move).pyramid for move in GAME.moves(state) if move.verb == "move"}
    twice = {
        GAME.play(after, move).pyramid
        for first in GAME.moves(state)
        if first.verb == "move"
        for after in [GAME.play(state, first)]
        for move in GAME.moves(after)
        if move.verb == "move"
    }
    assert len({state.pyramid} | once | twice) == 73


def test_example_3_seventeen_steps_to_a_corner() -> None:
    """Every one of the 17 steps has to raise the sum of the i coordinates by one."""

    def total(group: int) -> int:
        return sum(COORDS[cell][I] for cell in in_mask(group))

    def after(group: int, cell: int, to: int) -> int:
        return group & ~(1 << cell) | 1 << to

    assert total(START.mask) == 16
    reached = {START.mask}
    home = 1 << parse_cell("800")
    for _ in range(17):
        assert not any(group & home for group in reached)
        reached = {
            after(group, cell, to)
            for group in reached
            for _, cell, to in steps(group)
            if COORDS[to][I] > COORDS[cell][I]
        }
    winning = [group for group in reached if group & home]
    assert {tuple(sorted(COORDS[cell][I] for cell in in_mask(group))) for group in winning} == {(3, 4, 5, 6, 7, 8)}


def test_reaching_a_corner_ends_the_game_for_its_owner_whoever_moved() -> None:
    state = GAME.play(begun("G170 G260 G350 G440 G530 G080")._replace(seat=3), ROLL(6))
    assert GAME.to_move(state) is None  # it lies in the corner of seat 2 already
    state = GAME.play(begun("G170 G260 G350 G440 G530 G161")._replace(seat=3), ROLL(6))
    state = stepped(state, "161>071", "071>080")
    result = GAME.result(state)
    assert (result.winners, result.scores[1]) == ((2,), 0)
    assert GAME.moves(state) == []


def test_the_same_die_may_step_again_and_anybody_may_stop_at_once() -> None:
    state = GAME.play(begun(), ROLL(2))
    state = stepped(state, "422>431", "431>341")
    assert (state.seat, GAME.to_move(state), state.turns) == (2, CHANCE, 1)
    assert STOP() in GAME.moves(GAME.play(state, ROLL(5)))
    assert GAME.play(GAME.play(state, ROLL(5)), STOP()).seat == 3


def test_exact_steps_leave_no_stop() -> None:
    state = GAME.play(begun(steps="exact"), ROLL(2))
    assert STOP() not in GAME.moves(state)


def test_turn_cap_names_the_nearest_corner() -> None:
    state = begun("G332 G323 G422 G431 G413 G512", turn_cap=2)
    for _ in range(2):
        state = GAME.play(GAME.play(state, ROLL(1)), STOP())
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (3, 5, 5))
    assert GAME.result(begun()) is None
    capped = begun(turn_cap=1)
    shared = GAME.result(GAME.play(GAME.play(capped, ROLL(1)), STOP()))
    assert (shared.winners, shared.scores) == ((1, 2, 3), (4, 4, 4))


@pytest.mark.parametrize(
    "position", ["G422 G242 G224 G332 G323", "G422 G242 G224 G332 G323 G800", "G422 G332 G323 G233 G242 G322"]
)
def test_positions_that_are_no_amoeba_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove, match="amoeba"):
        begun(position)


def test_connection() -> None:
    assert len(parts_of(parse_position("G800 G710 G620").mask)) == 1
    assert len(parts_of(parse_position("G800 G620").mask)) == 2


def test_hint_pulls_to_the_own_corner_and_away_from_danger() -> None:
    state = GAME.play(begun(), ROLL(1))
    best = max(GAME.moves(state), key=lambda move: GAME.worth(state, move, 1))
    assert best.verb == "move"
    _, cell, to = best
    assert COORDS[to][I] > COORDS[cell][I]
    near = GAME.play(begun("G071 G161 G251 G341 G431 G422"), ROLL(1))
    assert max(GAME.moves(near), key=lambda move: GAME.worth(near, move, 1))[1] == near.pyramid.cells_of("G")[0]
