"""Records read back as they were; broken ones are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.errors import FileError, IllegalMove
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.table.match import Match
from skill.table.record import MOST_RECORDS, Played, Record, parse_record, read_record, read_records
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
        ('"*"]', '"x"]', r"Result is 'x'; expected \* or a score for each of 2 seats"),
        ('"*"]', '"73"]', "Result is '73'; expected"),
        ('[Seed "7"]', '[Seats "human a\0b"]', r"Seats names 'a\\x00b'; expected human or the name of a bot"),
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


KEPT = r"""[Event "St. George (Baker) 1: place R440"]
[Game "23 rasanto"]
[Site "the "Old" inn, table #3"]
[Players "2"]
[Date "2026.11.26"]
[Remark "a \"word\" \\ and C:\dice"]  # seen

1: place R440
"""


def test_headers_that_are_not_ours_are_kept_in_their_order_and_mean_nothing() -> None:
    record = parse_record(KEPT)
    assert record.other_headers == (
        ("Event", "St. George (Baker) 1: place R440"),
        ("Site", 'the "Old" inn, table #3'),
        ("Date", "2026.11.26"),
        ("Remark", 'a "word" \\ and C:\\dice'),
    )
    assert [str(line) for line in record.played] == ["1: place R440"]
    assert parse_record(str(record)) == record
    assert Match.resumed(parse_record(KEPT.replace("1: place R440\n", ""))).record.other_headers == record.other_headers


SEVERAL = """[Game "rasanto"]
[Players "2"]

1: place R440

[Event "a second one"]
[Game "rasanto"]
[Players "2"]

[Game "rasanto"]
[Players "3"]

[Game "el-dado"]

[Players "2"]
[Seats "greedy easy"]
"""


def test_a_file_may_hold_several_records(tmp_path: Path) -> None:
    (path := tmp_path / "a.txt").write_text(SEVERAL)
    first, second, broken, last = read_records(path)
    assert (str(first.played[0]), second.other_headers) == ("1: place R440", (("Event", "a second one"),))
    assert "rasanto is for 2" in str(broken)
    assert (last.game.slug, last.seats) == ("el-dado", ("greedy", "easy"))
    assert read_record(path, 4) == last
    with pytest.raises(FileError, match=r"a\.txt: 4 records; expected one, or the number of one of them"):
        read_record(path)
    with pytest.raises(FileError, match=r"a\.txt: record 5; expected a number from 1 to 4"):
        read_record(path, 5)
    path.write_text('[Game "x"]\n\n' * (MOST_RECORDS + 1))
    with pytest.raises(FileError, match="10001 records; expected at most 10000"):
        read_records(path)


REMARKED = """% by a program
;; <somebody // another>
[Event "a; b # c {d}"] [Game "rasanto"]  ; as PGN has it
[Players "2"] [White "1: place R440"]
{a line of its own}

1: place R440 {[%clk 0:15:20]} ; good
% in the midst
1: place {a} R440 # and {b
"""


def test_the_remarks_of_pgn_and_several_headers_on_a_line_are_read() -> None:
    record = parse_record(REMARKED)
    assert (record.game.slug, record.players) == ("rasanto", 2)
    assert record.other_headers == (("Event", "a; b # c {d}"), ("White", "1: place R440"))
    assert [str(line) for line in record.played] == ["1: place R440"] * 2
    with pytest.raises(FileError, match="line 11: "):
        parse_record(REMARKED + "\n1: place { R440\n")


WRAPPED = """{ A remark as programs wrap it:
[Game "of nobody"]
and on }  [Event "a { b"] {seen} ; by "us"
[Game "rasanto"] { here
too }
[Players "2"]

{[%clk 0:15:20]} 1: place R440 { the better one,

1: place G332 # undone } 2: place G332 {
}
*: undo
"""


def test_a_remark_in_braces_may_go_over_several_lines_and_stand_beside_headers() -> None:
    record = parse_record(WRAPPED)
    assert record.other_headers == (("Event", "a { b"),)
    assert [str(line) for line in record.played] == ["1: place R440"]
    for more in ("{ a\n2: place G332\n", "{ a\n2: place G332 {b}\n"):
        with pytest.raises(FileError, match=r"a\.txt, line 13: a remark without a closing brace; expected one"):
            parse_record(WRAPPED + more, "a.txt")


def test_a_header_after_one_with_bare_quotes_is_not_taken_into_its_value() -> None:
    with pytest.raises(FileError, match=r"line 1: .*expected a header"):
        parse_record('[Site "the "Old" inn"] [Seed "7"]\n' + KEPT)


def test_no_action_is_written_with_a_sign_of_remarks() -> None:
    forms = {verb.form for game in all_games() for verb in game.verbs}
    assert forms and not [form for form in forms if set("#;%{}") & set(form)]


LOOSE = """  [Event ""]

[Game\t"rasanto" ]
[Players "2"]


1 :  place R440
\t1:place R440
[Event "put together by a program that adds no line"]
[Game "rasanto"]
[Players "2"]
*: place R440\x1a
\ufeff[Game "rasanto"]
[Players "2"]
"""


def test_what_people_and_other_programs_make_of_blanks_and_of_files_put_together(tmp_path: Path) -> None:
    (path := tmp_path / "a.txt").write_text(LOOSE)
    records = read_records(path)
    assert [[str(line) for line in record.played] for record in records] == [
        ["1: place R440", "1: place R440"],
        ["*: place R440"],
        [],
    ]
    assert records[0].other_headers == (("Event", ""),)


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
