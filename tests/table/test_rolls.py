"""Rolls of real dice for games: which chance nodes are rolls, and matches played with them."""

from __future__ import annotations

import pytest

from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE
from skill.table.hands import play_out
from skill.table.match import Match
from skill.table.rolls import roll, sides_of


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
        match = Match(game, 1, game.options_from({"stall_rolls": 2}), ("random",), 1)
        play_out(match, real_rolls=real)
        assert match.result is not None
        records.append(str(match.record))
    assert records[0] == records[1] != records[2]


def test_other_chance_is_no_roll_of_one_die() -> None:
    game = find_game("rasanto")
    match = Match(game, 2, game.options_from({}), ("random", "random"), 1)  # who begins
    assert match.turn is CHANCE and roll(match) is None
    match = at_chance("dora", throw_model="lattice")
    assert match.turn is CHANCE and roll(match) is None  # 24 orientations
