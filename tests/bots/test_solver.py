"""Solved endgames: the value is that of a plain search to all ends, and hard and expert play them without a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import pytest

from benchmarks.endgames import POSITIONS
from skill.bots.registry import find_bot
from skill.bots.solver import LOST, WON, Solver, loses_at_once, solved
from skill.lattice.notation import ROLL, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE, CHANCE, AnyGame, Game, Result, Seat, Turn
from skill.rules.options import Options
from tests.bots.exhaustive import Endgame, Exhaustive, endgames, losing_at_once, without_mistake
from tests.bots.test_search import Heap, Nim
from tests.figures import measured
from tests.rules.playouts import playout

STATES = 5000
ENDGAMES = (
    *("rasanto", "witches-dance", "mound-mover", "race", "finish", "most-simple-game", "diebylon", "flea-chase"),
    *("favourite", "el-dado"),  # that hide something
)


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sure_win_of_any_number_of_seats_holds_against_every_play(players: int) -> None:
    sure = Exhaustive(Nim(), 1, lambda winners: float(winners == (1,)), STATES)
    wins = 0
    for left in range(1, 15):
        for move, (low, high) in solved(Nim(), Heap(left, 1, players), 1, STATES).bounds.items():
            is_sure = sure.of(Nim().play(Heap(left, 1, players), move)) == 1
            assert (low == WON) <= is_sure and (high == WON) >= is_sure
            wins += low == WON
    assert wins >= 3


def test_a_seat_takes_its_win_and_a_loss_by_it_is_known() -> None:
    found = solved(Nim(), Heap(4, 1, 3), 1, STATES)  # whoever is next takes up to three that are left
    assert found.bounds[ROLL(1)] == found.bounds[ROLL(2)] == found.bounds[ROLL(3)] == (LOST, LOST)


def test_what_loses_at_once_is_known_with_few_states() -> None:
    solver = Solver(Nim(), 2, 40)
    assert [loses_at_once(solver, Heap(left, 1, 2), 1, ROLL(1)) for left in range(2, 7)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not loses_at_once(Solver(Nim(), 2, 1), Heap(4, 1, 2), 1, ROLL(1))  # nothing is said


class Doors(NamedTuple):
    """One of two doors is the right one, 0 before it is drawn; -1 in the view of a seat that has not looked."""

    right: int
    has_looked: bool = False
    is_second: bool = False
    chosen: int = 0


LOOK, WAIT = ROLL(3), ROLL(4)


class TwoDoors(Game[Doors]):
    """Look or wait, then open a door. Who knows where the prize is wins by either."""

    slug, players, verbs = "two-doors", (2, 2), (ROLL,)

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> Doors:
        return Doors(1)

    def pyramid(self, state: Doors) -> Pyramid:
        return EMPTY

    def to_move(self, state: Doors) -> Turn:
        return None if state.chosen else CHANCE if state.is_second and not state.right else 1

    def moves(self, state: Doors, seat: Seat | None = None) -> Sequence[Action]:
        return [ROLL(1), ROLL(2)] if state.is_second else [WAIT, LOOK, ROLL(1)]  # of chance too

    def play(self, state: Doors, action: Action, by: Turn = None) -> Doors:
        if by is CHANCE:
            return state._replace(right=action[1])
        if action in (LOOK, WAIT):
            return state._replace(has_looked=action == LOOK, is_second=True)
        return state._replace(chosen=action[1])

    def result(self, state: Doors) -> Result | None:
        if not state.chosen:
            return None
        return Result((1,) if state.chosen == state.right else (2,), (0, 0), "opened")

    def scores(self, state: Doors) -> tuple[float, ...]:
        return (0, 0)

    def view(self, state: Doors, seat: Seat) -> Doors:
        return state if state.has_looked or not state.right else state._replace(right=-1)

    def determinized(self, view: Doors, seat: Seat, rng: Random) -> Doors:
        return view if view.right >= 0 else view._replace(right=rng.choice([1, 2]))


def test_a_win_is_sure_only_by_what_the_seat_will_know() -> None:
    found = solved(TwoDoors(), Doors(-1), 1, STATES)
    assert found.best == LOOK and found.bounds[LOOK] == (WON, WON)
    assert found.bounds[WAIT][0] < WON  # though it wins in each world
    assert found.bounds[ROLL(1)] == (0.0, 0.0)  # in one of two
    assert find_bot("hard").choose(TwoDoors(), Doors(-1), 1, Random(1)) == LOOK
    later = solved(TwoDoors(), Doors(0), 1, STATES)  # the prize is still to be hidden
    assert later.best == LOOK and later.bounds[LOOK] == (WON, WON) and later.bounds[WAIT][0] < WON
    for door in (1, 2):
        assert without_mistake(TwoDoors(), Doors(door), 1, STATES) == [LOOK]
        assert without_mistake(TwoDoors(), Doors(door, has_looked=True, is_second=True), 1, STATES) == [ROLL(door)]


def mistakes(bot: str, positions: Iterable[Endgame]) -> list[str]:
    """Where a bot makes one, and whether there was anything to see."""
    played = [
        (one, find_bot(bot).choose(one.game, one.game.view(one.state, one.seat), one.seat, Random(n)))
        for n, one in enumerate(positions)
    ]
    assert played
    return [f"{one.game.slug}: {action}, not {one.right[0]}" for one, action in played if action not in one.right]


@pytest.mark.parametrize("slug", ["rasanto", "witches-dance", "race", "most-simple-game"])
def test_hard_makes_no_mistake_in_small_endgames(slug: str) -> None:
    assert not mistakes("hard", endgames(find_game(slug), range(2), 3, 1000))


@pytest.mark.parametrize("slug", ["acquire", "smuggling", "sandwich", "falling-rocks", "fire-and-water"])
def test_hard_does_not_lose_at_once_where_it_need_not(slug: str) -> None:
    game, seen = find_game(slug), 0
    for state, turn in last_choices(game, range(1, 4)):
        lost = losing_at_once(game, state, turn)
        if lost and len(lost) < len(game.moves(state, turn)):
            assert find_bot("hard").choose(game, game.view(state, turn), turn, Random(seen)) not in lost
            seen += 1
            if seen == 2:
                break
    assert seen


def last_choices(game: AnyGame, seeds: range) -> Iterator[tuple[Any, Seat]]:
    """The last ones of random games, from the end."""
    for seed in seeds:
        for state, turn, _ in reversed([*playout(game, seed, max(2, game.players[0]))][-40:]):
            if isinstance(turn, int):
                yield state, turn


@pytest.mark.parametrize("bot", ["hard", "expert"])
def test_endgames_that_were_measured_were_played_without_a_mistake(bot: str) -> None:
    rows = [row.figures for row in measured("endgames") if row.engine == bot]
    assert sum(row["without a mistake"] for row in rows) == sum(row["endgames"] for row in rows) == POSITIONS
    assert sum(row["losses avoided"] for row in rows) == sum(row["losses at once"] for row in rows) == POSITIONS
    assert sum(row["endgames"] for row in rows if row["seats"] == 2) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["hard", "expert"])
def test_endgames_are_played_without_a_mistake(bot: str) -> None:
    games = [find_game(slug) for slug in ENDGAMES]
    assert not mistakes(bot, chain.from_iterable(endgames(game, range(1, 4), 8, 4000) for game in games))


def test_where_states_are_used_up_nothing_is_said() -> None:
    game = find_game("reducto")
    state = next(state for state, turn, _ in playout(game, 1, 2) if turn == 1)
    assert solved(game, state, 1, 300).best is None


def test_expert_solves_longer_heaps() -> None:
    for left in (21, 22, 23):
        assert find_bot("expert").choose(Nim(), Heap(left, 1, 2), 1, Random(2)) == ROLL(left % 4)


def test_in_races_nothing_is_solved() -> None:
    game = find_game("greedy-grabber")
    views = (game.view(state, 1) for state, *_ in playout(game, 3, 3) if game.to_move(state) is ANYONE)
    view = next(view for view in views if game.moves(view, 1))
    thought = find_bot("hard").think(game, view, 1, Random(1), 300)  # type: ignore[attr-defined]
    assert thought.action in game.moves(view, 1)
    assert not loses_at_once(Solver(game, 3, STATES), view, 1, thought.action)


def test_states_that_cannot_be_known_again_are_not_solved() -> None:
    class Listed(Nim):
        def to_move(self, state: Any) -> Turn:
            return Nim.to_move(self, state[0])

        def moves(self, state: Any, seat: Seat | None = None) -> Sequence[Action]:
            return Nim.moves(self, state[0], seat)

        def scores(self, state: Any) -> tuple[float, ...]:
            return Nim.scores(self, state[0])

    found = solved(Listed(), [Heap(3, 1, 2)], 1, STATES)
    assert found.best is None and len(found.bounds) == 3
