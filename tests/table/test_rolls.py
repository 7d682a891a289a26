"""Rolls of real dice for games: which chance nodes are rolls, and matches played with them."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.fairness import chance
from skill.lattice.dice import ORIENTATIONS
from skill.physics.rolls import chi_square
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.rolls import dropped, roll, sides_of


def at_chance(slug: str, **given: object) -> Match:
    game = find_game(slug)
    match = Match(game, 2, game.options_from({"first_player": 1, **given}), ("random", "random"), 4)
    while match.turn is not CHANCE:
        match.step()
    return match


@pytest.mark.parametrize("slug, sides", [("most-simple-game", 6), ("roll-to-the-top", 4)])
def test_a_roll_that_the_rules_ask_for_is_made_and_played(slug: str, sides: int) -> None:
    match = at_chance(slug)
    if slug == "roll-to-the-top":
        assert [str(move) for move in match.moves()] == [f"cast d4 {n}" for n in range(1, 5)]
    assert sides_of(match.moves()) == sides
    action = roll(match)
    assert action in match.moves() and action == roll(match)  # the match's seed settles it
    match.play(action)
    assert match.played[-1].action == action


def test_all_kinds_of_dice_are_rolled_to_the_top() -> None:
    match, seen = at_chance("roll-to-the-top"), set()
    for _ in range(5):
        action = roll(match)
        assert action is not None
        seen.add(sides_of(match.moves()))
        match.play(action)
    assert seen == {4, 6, 8, 12, 20}


def test_a_match_is_played_out_with_real_rolls() -> None:
    game = find_game("roll-to-the-top")
    records = []
    for real in (True, True, False):
        match = Match(game, 1, game.options_from({"stall_rolls": 1}), ("random",), 1)
        play_out(match, real_rolls=real)
        assert match.result is not None
        records.append(str(match.record))
    assert records[0] == records[1] != records[2]


def test_other_chance_is_no_roll_of_one_die() -> None:
    game = find_game("rasanto")
    match = Match(game, 2, game.options_from({}), ("random", "random"), 1)  # who begins
    assert match.turn is CHANCE and roll(match) is None
    hide = at_chance("hide-away", throw_model="lattice")
    assert hide.turn is CHANCE and roll(hide) is None  # where a die lands


@pytest.mark.parametrize("slug", ["reducto", "steps-to-the-throne", "dora"])
def test_an_orientation_is_that_of_a_die_that_fell_into_a_funnel(slug: str) -> None:
    given = {"throw_model": "lattice"} if slug == "dora" else {}
    match = at_chance(slug, **given)
    while sides_of(match.moves()) != 24:
        match.step()
    action = roll(match)
    assert action in match.moves() and action == roll(match)
    match.play(action)


def test_no_orientation_is_preferred_at_first_sight() -> None:
    assert len({dropped(seed) for seed in range(12)}) >= 7  # of 24: fair dice show fewer once in 270 times


@pytest.mark.slow
def test_dice_that_fall_into_a_funnel_are_fair() -> None:
    seen = Counter(dropped(seed) for seed in range(360))
    counts = [seen[faces] for faces in ORIENTATIONS]
    assert chance(chi_square(counts), 23) >= 0.01, counts


def test_a_seed_drops_a_die_as_it_always_did() -> None:
    assert [dropped(seed) for seed in range(3)] == [(4, 5, 1), (5, 1, 4), (2, 3, 6)]
