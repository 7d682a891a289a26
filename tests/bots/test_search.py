"""The search: that it finds what wins, for any number of seats, and plays the same wherever it runs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from skill.bots.registry import find_bot
from skill.bots.search import SearchBot, Thought
from skill.lattice.notation import ROLL, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AnyGame, Game, Result, Seat, Turn
from skill.rules.options import Options
from skill.rules.shared import kit
from skill.table.match import Match
from tests.rules.playouts import playout

BUDGET = 1500


class Heap(NamedTuple):
    left: int
    seat: Seat
    players: int


class Nim(Game[Heap]):
    """Whoever takes the last one of a heap wins."""

    slug, players, verbs = "nim", (2, 3), (ROLL,)

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> Heap:
        return Heap(10, kit.first_seat(options), players)

    def to_move(self, state: Heap) -> Turn:
        return state.seat if state.left else None

    def moves(self, state: Heap, seat: Seat | None = None) -> Sequence[Action]:
        return [ROLL(n) for n in range(1, 1 + min(3, state.left))]

    def play(self, state: Heap, action: Action, by: Turn = None) -> Heap:
        return Heap(state.left - action[1], state.seat % state.players + 1, state.players)

    def result(self, state: Heap) -> Result | None:
        last = (state.seat - 2) % state.players + 1
        return None if state.left else Result((last,), self.scores(state), "took the last")

    def pyramid(self, state: Heap) -> Pyramid:
        return EMPTY

    def scores(self, state: Heap) -> tuple[float, ...]:
        return (0,) * state.players

    def worth(self, state: Heap, action: Action, seat: Seat) -> float:
        return -float(action[1])


def thought(game: AnyGame, state: object, seat: Seat, seed: int = 1, budget: int = BUDGET) -> Thought:
    return SearchBot("search", 9, budget).think(game, state, seat, Random(seed), budget)


@pytest.mark.parametrize(("left", "players", "wins"), [(7, 2, 3), (6, 2, 2), (5, 2, 1), (3, 3, 3)])
def test_finds_the_winning_action_against_its_worth(left: int, players: int, wins: int) -> None:
    found = thought(Nim(), Heap(left, 1, players), 1)
    assert found.action == ROLL(wins) and found.usual == ROLL(1)
    best = found.of(found.action)
    assert best.values[0] > 0.75 and sum(best.values) < players and best.error < 0.1


def test_what_is_proven_ends_a_thought() -> None:
    for players, left in ((2, 7), (2, 11), (3, 3), (1, 9)):
        found = thought(Nim(), Heap(left, 1, players), 1, budget=20_000)
        best = found.of(found.action)
        assert best.values[0] == 1.0 and best.error == 0.0 and found.calls < 10_000
    assert thought(Nim(), Heap(3, 1, 3), 1).action == ROLL(3)  # the shortest of wins that are sure


def test_a_usual_action_that_is_surely_lost_is_not_kept() -> None:
    for seed in range(20):
        found = thought(Nim(), Heap(6, 1, 2), 1, seed, budget=60)
        lost = [one.action for one in found.candidates if one.values and one.values[0] == 0.0 and one.error == 0.0]
        assert found.action not in lost


@pytest.mark.parametrize(("slug", "seed", "played"), [("sandwich", 1, 42), ("sandwich", 1, 69), ("ruins", 4, 27)])
def test_a_usual_action_is_not_kept_since_little_is_known_of_it(slug: str, seed: int, played: int) -> None:
    game = find_game(slug)
    players = max(2, game.players[0])
    match = Match(game, players, game.options_from({}), ("greedy", "easy", "greedy")[:players], seed)
    while len(match.played) < played:
        match.step()
    assert match.seat is not None
    found = thought(game, match.view(match.seat), match.seat, 7, budget=600)
    assert found.of(found.action).values[match.seat - 1] > found.of(found.usual).values[match.seat - 1]


def test_it_does_not_think_where_nobody_says_what_may_be_hidden() -> None:
    class Dark(Nim):
        def view(self, state: Heap, seat: Seat) -> Heap:
            return state

    assert thought(Dark(), Heap(7, 1, 2), 1).action == ROLL(1)


def midgame(name: str, actions: int = 16) -> tuple[AnyGame, object, Seat]:
    """A state of a random game in which a seat has a choice."""
    game = find_game(name)
    for n, (state, by, _) in enumerate(playout(game, 1, max(2, game.players[0]))):
        if n >= actions and isinstance(by, int) and isinstance(game.to_move(state), int) and len(game.moves(state)) > 1:
            return game, state, by
    raise AssertionError(f"{name}: no such state")


@pytest.mark.parametrize("name", ["witches-dance", "summit-storm", "ruins", "asparagus"])
def test_the_same_seed_leads_to_the_same_thought_within_the_budget(name: str) -> None:
    game, state, seat = midgame(name)
    once, again = (thought(game, state, seat, budget=600) for _ in range(2))
    assert once == again
    assert {c.action for c in once.candidates} == set(game.moves(state, seat))
    assert sum(c.prior for c in once.candidates) == pytest.approx(1)
    assert sum(c.visits for c in once.candidates) > 0 and 600 <= once.calls < 3000


def test_a_budget_may_be_over_before_anything_was_tried() -> None:
    for left in (9, 20, 60):
        for budget in range(1, 90):
            assert thought(Nim(), Heap(left, 1, 2), 1, budget=budget).action in Nim().moves(Heap(left, 1, 2))


def test_odds_that_are_summed_up_along_the_tree_may_differ_in_their_last_bit() -> None:
    game = find_game("steps-to-the-throne")
    options = game.options_from({"turn_cap": 2})
    for seed in (5, 6):
        match = Match(game, 2, options, ("hard", "random"), seed)
        match.advance()
        assert match.result is not None


def test_a_forced_action_needs_no_thought() -> None:
    found = thought(Nim(), Heap(1, 2, 2), 2)
    assert found.action == found.usual == ROLL(1) and found.calls == 0 and not found.candidates[0].values


def test_a_bot_at_easy_plays_a_quarter_at_random() -> None:
    nim, state = Nim(), Heap(9, 1, 2)
    played = [find_bot("easy").choose(nim, state, 1, Random(seed)) for seed in range(400)]
    assert 0.1 < sum(action != ROLL(1) for action in played) / 400 < 0.24


def test_in_races_it_thinks_where_there_is_time_to() -> None:
    bot, game = SearchBot("search", 9, 200), find_game("cui-bono")
    options = game.options_from({"think_time_s": 30, "first_player": 1})
    state = game.play(game.begin(2, options), game.draw(game.begin(2, options), Random(1)), CHANCE)
    delay_s, action = bot.claim(game, state, 1, Random(2)) or (0.0, None)
    assert delay_s > 0 and action in game.moves(state, 1) and bot.claim(game, state, 2, Random(2)) is None
    for state, by, _ in playout(find_game("greedy-grabber"), 1):
        if by in (1, 2, 3):
            claims = [b.claim(find_game("greedy-grabber"), state, 1, Random(3)) for b in (bot, find_bot("greedy"))]
            assert claims[0] == claims[1]
            break
