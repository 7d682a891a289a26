"""Solved positions: value and length are those of a plain search of every line, which has no window and no table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from skill.analyse.solve import DEEPEST, LOST, WON, check_solvable, solved
from skill.errors import UnknownName
from skill.lattice.notation import ROLL, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AnyGame, Game, Result, Seat, Turn
from skill.rules.options import Options
from tests.bots.test_search import Heap, Nim
from tests.rules.playouts import playout


class Place(NamedTuple):
    number: int


class Web(Game[Place]):
    """A game without sense: places with ways to others, drawn from a seed, in which seats and chance are to move."""

    slug, players, verbs = "web", (2, 2), (ROLL,)

    def __init__(self, seed: int, places: int, with_chance: bool, ways_back: bool = False) -> None:
        rng = Random(seed)
        movers = (1, 2, CHANCE) if with_chance else (1, 2)
        self.mover = [rng.choice(movers) for _ in range(places)]
        self.ways = [
            [rng.randrange(places) if ways_back and rng.random() < 0.3 else min(n + rng.randint(1, 4), places)
             for _ in range(rng.randint(1, 4))]
            if rng.random() < 0.8 else []
            for n in range(places)
        ]  # fmt: skip
        self.won = [rng.choice([(1,), (2,), (1, 2), ()]) for _ in range(places + 1)]
        self.parts = [[rng.randint(n == 0, 3) for n in range(len(ways))] for ways in self.ways]

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> Place:
        return Place(0)

    def to_move(self, state: Place) -> Turn:
        is_over = state.number == len(self.ways) or not self.ways[state.number]
        return None if is_over else self.mover[state.number]

    def moves(self, state: Place, seat: Seat | None = None) -> Sequence[Action]:
        return [ROLL(n) for n in range(len(self.ways[state.number]))]

    def weights(self, state: Place) -> Sequence[float]:
        return self.parts[state.number]

    def play(self, state: Place, action: Action, by: Turn = None) -> Place:
        return Place(self.ways[state.number][action[1]])

    def result(self, state: Place) -> Result | None:
        return Result(self.won[state.number], (0, 0), "chance") if self.to_move(state) is None else None

    def pyramid(self, state: Place) -> Pyramid:
        return EMPTY

    def scores(self, state: Place) -> tuple[float, ...]:
        return (0, 0)


def children(game: AnyGame, state: Any) -> list[Any]:
    turn = game.to_move(state)
    return [game.play(state, m, turn) for m in game.moves(state, turn if isinstance(turn, int) else None)]


def plain(game: AnyGame, state: Any) -> Fraction:
    """What a state is worth to seat 1, by every line to its end."""
    turn = game.to_move(state)
    if turn is None:
        winners = game.result(state).winners  # type: ignore[union-attr]
        return Fraction((winners == (1,)) - (winners == (2,)))
    values = [plain(game, after) for after in children(game, state)]
    if turn is CHANCE:
        weights = [Fraction(weight) for weight in game.weights(state)]
        return sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0)) / sum(weights)
    return max(values) if turn == 1 else min(values)


def plain_length(game: AnyGame, state: Any, winner: Seat) -> float:
    """In how many actions a seat wins that is quick, against one that is slow and bad luck; infinite if it may not."""
    turn = game.to_move(state)
    if turn is None:
        return 0 if game.result(state).winners == (winner,) else float("inf")  # type: ignore[union-attr]
    after = children(game, state)
    if turn is CHANCE:
        after = [each for each, weight in zip(after, game.weights(state), strict=True) if weight]
    lengths = [plain_length(game, each, winner) for each in after]
    return 1 + (min(lengths) if turn == winner else max(lengths))


def agrees(game: AnyGame, state: Any) -> Fraction:
    """Checks a solution against the plain search, line and all; the value."""
    found, value = solved(game, state), plain(game, state)
    assert found.is_solved and found.stopped is None and found.low == value
    for played in found.line:
        assert played.by == game.to_move(state) and plain(game, state) == value
        state = game.play(state, played.action, played.by)
    assert game.to_move(state) in (None, CHANCE) and plain(game, state) == value
    if value in (WON, LOST):
        winner = 1 if value == WON else 2
        assert found.winner == winner and found.is_shortest
        rest = plain_length(game, state, winner)
        assert found.actions == len(found.line) + rest
    else:
        assert found.winner is found.actions is None
    return value


def plain_is_mean(game: AnyGame, state: Any) -> bool:
    """Whether in a draw with best play chance may bring another end, whatever ways the seats take to keep it."""
    if game.to_move(state) is None:
        return False
    kept = [after for after in children(game, state) if plain(game, after) == 0]
    if game.to_move(state) is CHANCE:
        weights = game.weights(state)
        after = [each for each, weight in zip(children(game, state), weights, strict=True) if weight]
        return any(plain(game, each) != 0 or plain_is_mean(game, each) for each in after)
    return all(plain_is_mean(game, after) for after in kept)


def test_a_draw_is_told_apart_from_an_even_chance() -> None:
    """What every play leaves to chance is called so, and no draw."""
    seen = set()
    for seed in range(300):
        game = Web(seed, 10, with_chance=True)
        found = solved(game, Place(0))
        if found.low == 0 and found.is_solved and not found.is_over:
            seen.add(found.is_mean)
            assert found.is_mean or not plain_is_mean(game, Place(0))
    assert seen == {False, True}


@pytest.mark.parametrize("with_chance", [False, True])
def test_games_without_sense_are_solved_as_by_every_line(with_chance: bool) -> None:
    seen = set()
    for seed in range(80):
        game = Web(seed, 14, with_chance)
        found = solved(game, Place(0))
        if found.winner is not None:
            assert found.actions == plain_length(game, Place(0), found.winner)
        seen.add(agrees(game, Place(0)))
    assert {WON, 0, LOST} <= seen and with_chance == (len(seen) > 3)


def test_where_ways_lead_back_a_win_is_found_if_there_is_one() -> None:
    """The plain answer is the least set of places from which a seat can force its win."""
    wins, open_ones = 0, 0
    for seed in range(60):
        game = Web(seed, 12, False, ways_back=True)
        forced: dict[Seat, dict[int, int]] = {1: {}, 2: {}}
        for seat, known in forced.items():
            for length in range(13):
                for n in range(len(game.ways) + 1):
                    turn = game.to_move(Place(n))
                    after = [child.number in known for child in children(game, Place(n))] if turn else []
                    if turn is None:
                        wins_here = game.won[n] == (seat,) and length == 0
                    else:
                        before = [c.number in known and known[c.number] < length for c in children(game, Place(n))]
                        wins_here = (any(before) if turn == seat else all(before)) and bool(after)
                    if wins_here:
                        known.setdefault(n, length)
        found = solved(game, Place(0), 5000)
        if 0 in forced[1] or 0 in forced[2]:
            winner = 1 if 0 in forced[1] else 2
            assert (found.winner, found.actions) == (winner, forced[winner][0])
            wins += 1
        else:
            assert found.winner is None
            open_ones += not found.is_solved
    assert wins > 20 and open_ones


@pytest.mark.parametrize("left", range(1, 13))
def test_a_heap_is_won_in_the_fewest_actions(left: int) -> None:
    assert agrees(Nim(), Heap(left, 1, 2)) == (WON if left % 4 else LOST)


@pytest.mark.parametrize("slug", ["rasanto", "witches-dance", "most-simple-game", "masquerade"])
def test_endgames_of_the_catalogue_have_the_value_of_all_their_lines(slug: str) -> None:
    game = find_game(slug)
    for seed in range(2):
        for state, turn, _ in [*playout(game, seed, 2)][-5:-1]:
            if turn is not None:
                agrees(game, state)


def test_a_short_win_is_found_in_a_large_game() -> None:
    class Long(Nim):
        """Taking three when it is full wins at once; the rest of the game is longer than can be looked at."""

        def moves(self, state: Heap, seat: Seat | None = None) -> Sequence[Action]:
            return [ROLL(1), ROLL(2), ROLL(3)]

        def play(self, state: Heap, action: Action, by: Turn = None) -> Heap:
            after = super().play(state, action, by)
            return after._replace(left=0) if (state.left, action[1]) == (200, 3) else after

    found = solved(Long(), Heap(200, 1, 2), 500)
    assert (found.winner, found.actions, [str(p) for p in found.line]) == (1, 1, ["1: roll 3"])


def test_what_is_not_solved_is_told_with_what_is_known() -> None:
    game = find_game("rasanto")
    state = game.begin(2, game.options_from({"first_player": "1"}))
    found = solved(game, state, 300)
    assert not found.is_solved and found.states == 300 and found.line == () and found.actions is None
    assert str(found.stopped) == "300 states were not enough"
    found = solved(game, state, 10_000, time.monotonic() - 1)
    assert str(found.stopped) == "the time was not enough" and found.states == 0
    calls: list[int] = []
    assert solved(game, state, 2500, None, lambda: calls.append(1)).states == 2500 and len(calls) == 2


def test_play_without_an_end_is_told() -> None:
    class Round(Nim):
        def play(self, state: Heap, action: Action, by: Turn = None) -> Heap:
            return state._replace(seat=3 - state.seat)

    found = solved(Round(), Heap(3, 1, 2), 10_000)
    assert not found.is_solved and str(found.stopped) == f"some play goes on for more than {DEEPEST} actions"


def test_one_seat_wins_or_cannot() -> None:
    class Alone(Nim):
        players = (1, 3)

        def result(self, state: Heap) -> Result | None:
            return Result(() if state.left < 0 else (1,), (0,), "none are left") if state.left <= 0 else None

        def to_move(self, state: Heap) -> Turn:
            return 1 if state.left > 0 else None

        def moves(self, state: Heap, seat: Seat | None = None) -> Sequence[Action]:
            return [ROLL(2), ROLL(4)]

    assert solved(Alone(), Heap(6, 1, 1)).actions == 2
    assert solved(Alone(), Heap(7, 1, 1)).high == LOST


def test_what_has_no_best_play_is_refused() -> None:
    for slug, players, wrong in (("summit-storm", 3, "expected 1 or 2"), ("clever-mole", 2, "hands or speed")):
        with pytest.raises(UnknownName, match=wrong):
            check_solvable(find_game(slug), players)
    hidden = find_game("cui-bono")
    state = hidden.begin(2, hidden.options_from({"first_player": "1"}))
    state = hidden.play(state, hidden.draw(state, Random(1)), CHANCE)
    with pytest.raises(UnknownName, match="hides something"):
        solved(hidden, state)
    with pytest.raises(UnknownName, match="a state has lists"):
        solved(Nim(), [Heap(3, 1, 2)])
    drawn = find_game("reducto")
    with pytest.raises(UnknownName, match="more than can be listed"):
        solved(drawn, drawn.begin(2, drawn.options_from({"first_player": "1"})))
