"""Records read back as they were; broken ones are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.errors import FileError, IllegalMove
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.table.record import Played, Record, parse_record, read_record
from skill.table.replay import check_record, described
from tests.rules.playouts import playout


def random_record(game: AnyGame, seed: int) -> Record:
    players = game.players[0]
    lines = [
        Played(by if isinstance(by, int) else None, action)
        for _, by, action in playout(game, seed, players)
        if action is not None
    ]
    record = Record(game, players, game.options_from({}), ("random",) * players, seed, None, tuple(lines))
    *_, last = record.states()
    return record._replace(result=str(game.result(last)))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_record_to_state_to_record_is_the_identity(game: AnyGame) -> None:
    record = random_record(game, 2)
    again = parse_record(str(record))
    assert again == record
    assert str(again) == str(record)
    *_, state = record.states()
    *_, state_again = again.states()
    assert state == state_again
    assert check_record(again, Path()) == []


GOOD = """[Game "23 rasanto"]
[Players "2"]
[Options "first_player=1"]
[Seed "7"]
[Result "*"]

1: place R440  # a comment
2: place G341
*: undo
2: place G332
"""


def test_comments_and_undo() -> None:
    record = parse_record(GOOD)
    assert [str(line) for line in record.played] == ["1: place R440", "2: place G332"]
    assert record.seats == ("human", "human")
    assert list(described(record))[-1] == "result *"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("23 rasanto", "23 rasnto", "did you mean rasanto"),
        ('[Game "23 rasanto"]\n', "", "no header"),
        ('"2"]', '"two"]', "expected a whole number"),
        ('"2"]', '"5"]', "rasanto is for 2"),
        ("first_player=1", "first_player=9", "expected random"),
        ("first_player=1", "fisrt_player=1", "did you mean first_player"),
        ('[Seed "7"]', '[Sed "7"]', "line 4"),
        ('[Seed "7"]', '[Seed "7"', "line 4"),
        ("1: place R440", "place R440", "line 7"),
        ("1: place R440", "1: place R449", "line 7.*cell '449'"),
        ("1: place R440", "1: throw R440", "line 7.*expected one of place"),
        ("1: place R440  # a comment\n2: place G341\n", "", "undo with no action"),
        ('[Seed "7"]', '[Seats "human"]', "names 1 seats; expected 2"),
        ('[Seed "7"]', '[Position "R700"]', "no die can stand"),
    ],
)
def test_broken_records_are_refused(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    with pytest.raises(FileError, match=f"(?s)match.txt.*{expected}"):
        parse_record(GOOD.replace(old, new, 1), "match.txt")


def test_file_that_is_none_or_binary(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_record(tmp_path / "none.txt")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="cannot be read"):
        read_record(tmp_path / "binary.txt")


@pytest.mark.parametrize("seed", ["--7", "²", "9" * 5000, "seven"])
def test_a_seed_that_is_no_number_is_refused(seed: str) -> None:
    with pytest.raises(FileError, match=r"header Seed is .* expected a whole number"):
        parse_record(GOOD.replace('[Seed "7"]', f'[Seed "{seed}"]'))


def test_a_header_that_stands_twice_is_refused() -> None:
    with pytest.raises(FileError, match="line 5: header Seed for the second time"):
        parse_record(GOOD.replace('[Seed "7"]', '[Seed "7"]\n[Seed "8"]'))


def test_illegal_lines_and_false_results_are_found() -> None:
    record = parse_record(GOOD.replace("2: place G332", "2: place G440"))
    with pytest.raises(IllegalMove, match="action 2: place G440: not legal"):
        list(record.states())
    assert "action 2: place G440: not legal" in check_record(record, Path())[0]
    assert check_record(parse_record(GOOD.replace("2: place", "1: place")), Path())
    assert "lead to '*'" in check_record(parse_record(GOOD.replace('"*"', '"73 62"')), Path())[0]
