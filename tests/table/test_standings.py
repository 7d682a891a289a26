"""How people and bots have done, from the seats of finished matches."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from skill.rules.catalogue import find_game
from skill.rules.game import Result
from skill.table.match import Match
from skill.table.standings import low_is_good
from skill.table.store import Store


def finished(store: Store, seed: int, *seats: str, names: tuple[str, ...] = ()) -> Path:
    game = find_game("el-dado")
    match = Match(game, len(seats), game.options_from({"first_player": 1}), ("random",) * len(seats), seed)
    match.advance()
    return store.finish(store.new_journal(game), match.record._replace(seats=seats), names)


def test_players_are_told_apart_by_name_and_bots_by_kind(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.standings() == []
    finished(store, 1, "human", "greedy", names=("Ann", ""))
    finished(store, 2, "human", "human", names=("Ann", "Ben"))
    finished(store, 3, "human", "random", names=("", ""))
    rows = {(row.player, row.is_person): row for row in store.standings()}
    assert {key: row.played for key, row in rows.items()} == {
        ("Ann", True): 2,
        ("Ben", True): 1,
        ("", True): 1,
        ("greedy", False): 1,
        ("random", False): 1,
    }
    assert sum(row.won for row in rows.values()) == pytest.approx(3)  # of shared wins each has a part
    assert all(row.game == "el-dado" and row.best is not None for row in rows.values())


def test_of_shared_wins_each_has_a_part_in_all_that_were_noted_before_too(tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished(store, 1, "human", "human", "greedy", names=("Ann", "Ben", ""))
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:
        database.execute("update seats set won = (seat < 3)")
    assert {row.player: row.won for row in store.standings()} == {"Ann": 0.5, "Ben": 0.5, "greedy": 0.0}


def test_a_match_that_is_taken_up_again_counts_no_more(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = find_game("el-dado")
    match = Match(game, 2, game.options_from({"first_player": 1}), ("random",) * 2, 1)
    match.advance()
    journal = store.new_journal(game)
    store.finish(journal, match.record)
    assert store.standings()
    store.reopen(journal, match.record)
    assert store.standings() == []


def test_matches_from_before_there_were_standings_are_added(tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished(store, 1, "human", "greedy", names=("Ann", ""))
    expected = [(row.is_person, row.won, row.best) for row in store.standings()]
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:
        database.execute("drop table seats")
    assert Store(tmp_path).mend() == ""
    assert sorted((row.is_person, row.won, row.best) for row in store.standings()) == sorted(expected)
    assert {row.player for row in store.standings()} == {"", "greedy"}  # names are in no record


@pytest.mark.parametrize(
    ("game", "result", "low"),
    [
        ("rasanto", Result((1,), (9, 4), ""), False),
        ("rasanto", Result((2,), (9, 4), ""), True),
        ("rasanto", Result((1, 2), (9, 9), ""), None),
        ("rasanto", Result((), (0, 0), ""), None),
        ("dice-mikado", Result((), (7,), ""), False),
        ("faraday", Result((1,), (7.5,), ""), None),
    ],
)
def test_whether_more_is_better_is_seen_from_who_has_won(game: str, result: Result, low: bool | None) -> None:
    found = find_game(game)
    record = Match(found, len(result.scores)).record
    assert low_is_good(record, result) is low
