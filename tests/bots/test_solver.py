"""Solved endgames: the value is that of a plain search to all ends, and hard plays them without a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from skill.bots.registry import find_bot
from skill.bots.solver import LOST, WON, solved
from skill.lattice.notation import ROLL, Action
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AnyGame, Seat, Turn
from tests.bots.test_search import Heap, Nim
from tests.rules.playouts import playout

STATES = 5000


def plain(game: AnyGame, state: Any, seat: Seat) -> float:
    """What a state is worth to a seat, by every line to its end."""
    turn = game.to_move(state)
    if turn is None:
        result = game.result(state)
        assert result is not None
        return 0.0 if len(result.winners) != 1 else WON if seat in result.winners else LOST
    moves = game.moves(state, turn if isinstance(turn, int) else None)
    values = [plain(game, game.play(state, move, turn), seat) for move in moves]
    if turn is CHANCE:
        weights = game.weights(state)
        return sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
    return max(values) if turn == seat else min(values)


@pytest.mark.parametrize("left", range(1, 13))
def test_a_heap_is_solved_in_the_fewest_actions(left: int) -> None:
    found = solved(Nim(), Heap(left, 1, 2), 1, STATES)
    if left % 4:
        assert found.best == ROLL(left % 4) and found.bounds[found.best] == (WON, WON)
    else:
        assert found.best is not None and set(found.bounds.values()) == {(LOST, LOST)}
    assert find_bot("hard").choose(Nim(), Heap(left, 1, 2), 1, Random(1)) == found.best


@pytest.mark.parametrize("slug", ["rasanto", "witches-dance", "most-simple-game", "masquerade"])
def test_an_endgame_has_the_value_of_all_its_lines(slug: str) -> None:
    game, seen = find_game(slug), 0
    for seed in range(3):
        states = [(state, turn) for state, turn, _ in playout(game, seed, 2)][-3:-1]
        for state, turn in states:
            if not isinstance(turn, int):
                continue
            found = solved(game, state, turn, STATES)
            if found.best is not None:
                seen += 1
                after = game.play(state, found.best, turn)
                assert plain(game, after, turn) == pytest.approx(plain(game, state, turn))
    assert seen


def test_where_states_are_used_up_nothing_is_said() -> None:
    game = find_game("reducto")
    state = next(state for state, turn, _ in playout(game, 1, 2) if turn == 1)
    assert solved(game, state, 1, 300).best is None


def test_expert_solves_longer_heaps() -> None:
    for left in (21, 22, 23):
        assert find_bot("expert").choose(Nim(), Heap(left, 1, 2), 1, Random(2)) == ROLL(left % 4)


def test_states_that_cannot_be_known_again_are_not_solved() -> None:
    class Listed(Nim):
        def to_move(self, state: Any) -> Turn:
            return Nim.to_move(self, state[0])

        def moves(self, state: Any, seat: Seat | None = None) -> Sequence[Action]:
            return Nim.moves(self, state[0], seat)

    found = solved(Listed(), [Heap(3, 1, 2)], 1, STATES)
    assert found.best is None and len(found.bounds) == 3
