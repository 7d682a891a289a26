"""Games one after another: points of a suite, and a pyramid handed on."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove, UnknownName
from skill.lattice.notation import parse_position
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.suite import ABACUS_SUITE, continued, play_suite, suite_games


def test_the_abacus_suite_counts_two_for_a_win_and_one_for_a_shared_one() -> None:
    games = suite_games([])
    assert [game.number for game in games] == list(ABACUS_SUITE)
    expected = [0, 0, 0]
    for played in play_suite(games, 3, ("random", "random", "random"), seed=4):
        for seat in played.result.winners:
            expected[seat - 1] += 2 if len(played.result.winners) == 1 else 1
        assert list(played.points) == expected


def test_two_processes_play_the_same_suite() -> None:
    games = suite_games([])
    one, two = (list(play_suite(games, 3, ("greedy", "random", "random"), 4, jobs=jobs)) for jobs in (1, 2))
    assert one == two


def test_el_dado_begins_from_the_pyramid_that_rasanto_left(monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    def play(match: Match) -> None:
        left.append(match.pyramid)
        match.advance()
        left.append(match.pyramid)

    monkeypatch.setattr("skill.table.suite.play_out", play)
    games = suite_games(["rasanto", "el-dado"])
    assert len(list(play_suite(games, 2, ("random", "random"), keep=True))) == 2
    assert left[2] == left[1]
    assert left[2].is_complete


def test_a_game_that_cannot_go_on_from_the_pyramid_says_so() -> None:
    with pytest.raises(IllegalMove, match="keep"):
        continued(find_game("el-dado"), parse_position("R800"), 2, ("random", "random"), 0)


def test_games_for_other_numbers_of_players_are_refused() -> None:
    with pytest.raises(UnknownName, match="squeeze-play is for 3"):
        list(play_suite(suite_games(["A1"]), 2, ("random", "random")))
