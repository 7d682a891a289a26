"""An evening: which games, what they bring, and that it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.errors import FileError, SkillboxError, UnknownName
from skill.rules.catalogue import all_games, find_game
from skill.table.evening import (
    FEWEST,
    FILE,
    MOST,
    Evening,
    alike,
    chosen_games,
    drop_evening,
    keep_evening,
    kept_evening,
    minutes_of,
    next_first,
)
from skill.table.match import Match

GAMES = tuple(map(find_game, ("rasanto", "el-dado", "slide")))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("minutes", [60, 90, 120])
def test_three_to_five_games_fit_the_players_and_the_time(players: int, minutes: int) -> None:
    for seed in range(12):
        games = chosen_games(players, minutes, seed)
        assert FEWEST <= len(games) <= MOST
        assert len(set(games)) == len(games)
        assert sum(map(minutes_of, games)) <= minutes
        assert all(game.seats(game.options_from({}))[0] <= players <= game.players[1] for game in games)
        assert games == chosen_games(players, minutes, seed)
    assert any(chosen_games(players, minutes, seed) != chosen_games(players, minutes, 0) for seed in range(1, 5))


def test_too_short_an_evening_is_told() -> None:
    with pytest.raises(UnknownName, match="minutes 5: not enough for 3 games of 2 players"):
        chosen_games(2, 5, 0)


def test_wins_count_two_shared_ones_one_and_another_end_takes_the_place_of_the_first() -> None:
    evening = Evening(GAMES, ("human", "medium"))
    assert (evening.next_game, evening.points) == (GAMES[0], (0, 0))
    evening = evening.begun("a.txt").with_result((2,), "a.txt").with_result((1, 2), "b.txt")
    assert (evening.next_game, evening.points, evening.under_way) == (GAMES[2], (1, 3), "")
    evening = evening.with_result((1,), "a.txt")
    assert (evening.points, len(evening.winners)) == ((3, 1), 2)
    assert evening.with_result((), "c.txt").next_game is None


def test_an_evening_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    assert kept_evening(tmp_path) is None
    for evening in (Evening(GAMES, ("human", "easy")), Evening(GAMES, ("human",) * 2, ((1, 2), ()), ("a", ""), "b")):
        keep_evening(tmp_path, evening)
        assert kept_evening(tmp_path) == evening
    drop_evening(tmp_path)
    assert kept_evening(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "games = 3",
        "games = ['rasanto']",
        "games = ['gone']\nseats = ['human']\nwinners = []\nmatches = []\nunder_way = ''",
        "games = ['rasanto']\nseats = ['human']\nwinners = [[2]]\nmatches = ['']\nunder_way = ''",
        "games = ['rasanto']\nseats = ['human']\nwinners = [1]\nmatches = ['']\nunder_way = ''",
        "games = ",
    ],
)
def test_a_broken_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(SkillboxError) as told:
        kept_evening(tmp_path)
    assert isinstance(told.value, UnknownName) == ("gone" in text)
    assert isinstance(told.value, FileError) != ("gone" in text)


def test_what_is_like_a_game_is_of_its_kind_and_for_as_many() -> None:
    for game in all_games():
        players = game.players[0]
        (first, *_) = found = alike(game, players)
        assert game not in found
        assert all(other.players[0] <= players for other in found)
        if sum(other.kind == game.kind for other in found) > 3:
            assert first.kind == game.kind


def test_whoever_sits_to_the_left_begins_the_rematch() -> None:
    game = find_game("el-dado")
    for first, left in ((1, 2), (2, 3), (3, 1)):
        match = Match(game, 3, game.options_from({"first_player": first}), ("random",) * 3, 1)
        assert next_first(match) == left
    match = Match(game, 3, game.options_from({}), ("random",) * 3, 1)
    assert next_first(match) is None
    while match.seat is None:
        match.step()
    assert match.seat is not None
    assert next_first(match) == match.seat % 3 + 1
