"""The comparison of a bot with greedy ones: what a match counts."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from benchmarks import opponents
from benchmarks.opponents import Line, Played, blank, grow, grown, neighbours, play, read, write
from skill.bots.greedy import GreedyBot
from skill.bots.registry import find_bot
from skill.bots.search import SearchBot
from skill.intervals import wilson
from skill.rules.catalogue import find_game

BOT = SearchBot("hard", 4, 60)


def test_where_nobody_wins_there_is_no_share() -> None:
    """Greedy bots go to and fro in Slide until its cap of moves."""
    assert [play("slide", 2, GreedyBot(), "greedy", number).share for number in range(2)] == [None, None]


def line(monkeypatch: pytest.MonkeyPatch, shares: Sequence[float | None], control: Iterable[float | None] = ()) -> Line:
    """The line of matches with these shares of the bot, and of the others' bot in its place."""
    others = [*control] or [0.5] * len(shares)
    monkeypatch.setattr(opponents, "compared", lambda *words: Played(shares[words[-1]], 10, 0.125, others[words[-1]]))
    count = len(shares)
    return [*grown(blank(find_game("witches-dance"), BOT), BOT, count, count)][-1]


def test_matches_that_nobody_won_and_shared_wins_are_counted_as_what_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    won: list[float | None] = [1.0] * 14 + [0.0] * 6
    plain, open_ = line(monkeypatch, won), line(monkeypatch, won + [None] * 80)
    assert (open_.matches, open_.decided, open_.nobody) == (100, 20, 80)
    assert (open_.share, open_.error, open_.verdict) == (plain.share, plain.error, plain.verdict)
    shared = line(monkeypatch, [0.5] * 10 + [1.0] * 9 + [0.0])
    low, high = wilson([0.5] * 10 + [1.0] * 9 + [0.0])
    assert shared.share == plain.share and shared.error < 0.75 * plain.error
    assert shared.error == pytest.approx((high - low) / 2 / 1.96, rel=0.1)
    half = line(monkeypatch, won, [0.0, None] * 10)
    assert half.in_its_place == 0.0 and half.nobody_in_its_place == 10
    write([shared], tmp_path / "kept.csv")
    assert read(tmp_path / "kept.csv") == [shared]


def test_lines_from_before_matches_without_a_winner_were_counted_are_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    won = line(monkeypatch, [1.0] * 14 + [0.0] * 6)
    write([won], file := tmp_path / "kept.csv")
    (row,) = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    old = {name: value for name, value in row.items() if name not in ("nobody", "nobody_in_its_place", "shared")}
    file.write_text(f"{','.join(old)}\n" + ",".join(f'"{value}"' for value in old.values()), encoding="utf-8")
    assert len(old) == len(row) - 3 and read(file) == [won]


def test_the_table_goes_on_from_what_is_kept_and_tells_between_what_a_share_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def compared(*words: int) -> Played:
        asked.append(words[-1])
        return Played(float(words[-1] % 4 > 0), 10, 0.125, 0.5)

    monkeypatch.setattr(opponents, "compared", compared)
    begun, file = blank(find_game("witches-dance"), BOT, "medium"), tmp_path / "kept.csv"
    for most in (7, 30):  # as if it had been stopped after the seventh
        last = grow(begun, BOT, 30, most, 10.0, 1, file)
    assert asked == list(range(30)) and read(file) == [last] and last.matches == 30
    low, high = last.between
    assert low < last.share < high and {"low", "high"} <= last.row().figures.keys()


def test_each_level_meets_the_one_below_it() -> None:
    assert neighbours() == [("medium", "easy"), ("hard", "medium"), ("expert", "hard")]


def test_a_budget_is_what_the_time_of_a_level_allows() -> None:
    slow, quick = (blank(find_game(slug), find_bot("expert")) for slug in ("quadrula-rasa", "witches-dance"))  # type: ignore[arg-type]
    assert slow.budget < quick.budget == find_bot("expert").budget  # type: ignore[attr-defined]
