"""What is hostile by its length costs no more than its length: limits come before work, and readers are linear.

Each input took seconds to minutes, or as many gigabytes, where a reader went back over what it had read, or made
something of a size that was asked for before it looked whether that may be.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from skill.app.i18n import add_texts_of
from skill.app.settings.preferences import load_preferences
from skill.cli.help_pages import fault_text
from skill.cli.serve import request_lines
from skill.env.protocol import MOST_BYTES, Server
from skill.errors import FileError, SkillboxError
from skill.files import parse_toml
from skill.rules.catalogue import find_game
from skill.rules.shared.sheets import sheet_from_text, sheet_option
from skill.table.match import Match
from skill.table.record import parse_record
from skill.tune.series import read_series
from tests.fuzz.tries import Done, beyond

MANY = 60_000
SLOW_S = 3.0
"""Processor time; what is linear takes a tenth of it on a slow machine, and what is not minutes."""
PLURALS = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={};\\n"\nmsgid "Tower"\nmsgstr "Tour"\n'
HEAD = '[Game "rasanto"]\n[Players "2"]\n'


def _series(text: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        path.write_text(text)
        return read_series(path)

    return read


def _texts(text: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        path.with_name("tower.fr.po").write_text(text)
        return add_texts_of(path.with_name("tower.py"))

    return read


def _preferences(text: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        path.with_name("preferences.toml").write_text(text)
        return load_preferences(path.parent)

    return read


def _toml(text: str) -> Callable[[Path], object]:
    return lambda path: parse_toml(text, "it")


def _record(text: str) -> Callable[[Path], object]:
    return lambda path: parse_record(text)


def _request(**given: object) -> Callable[[Path], object]:
    return lambda path: Server().answer(json.dumps({"do": "new", "game": "rasanto", **given}))


INPUTS: dict[str, Callable[[Path], object]] = {
    "blanks in a header": _series("t (s),x" + " " * MANY + "y\n0,1\n"),
    "brackets in a header": _series("t (s),x" + "(" * MANY + "\n0,1\n"),
    "closing brackets in a header": _series("t (s),x(" + ")" * MANY + "y\n0,1\n"),
    "many columns": _series("t (s)," + "x," * MANY + "\n0,1\n"),
    "a large cell": _series('t (s),"' + "x" * 4 * MANY + '"\n0,1\n'),
    "a dotted key": _toml(".".join("a" * MANY) + " = 1"),
    "a quoted dotted key": _toml(".".join(['"a"'] * MANY) + " = 1"),
    "a dotted header": _toml("[" + " . ".join("a" * MANY) + "]\nx = 1"),
    "many keys in a table with a long name": _toml(
        f"[{'a' * 8 * MANY}]\n" + "\n".join(f"b{n} = 1" for n in range(MANY // 2))
    ),
    "strings that are not closed": _toml('a = """' + '\\"""' * MANY),
    "many quotes": _toml("a = " + '"' * 4 * MANY),
    "numbers that are not quite long": _toml(("9" * 999 + "a") * 500),
    "lines of one text": _texts('msgid "Tower"\nmsgstr "x"\n' + '"abcdefgh"\n' * 5 * MANY),
    "blanks in the rule for plurals": _texts(PLURALS.format("n" + " " * MANY + "x")),
    "a long rule for plurals": _texts(PLURALS.format("n>1||" * MANY + "n>1")),
    "unknown preferences": _preferences("\n".join(f"x{n} = 1" for n in range(6000))),
    "unknown keys of the keyboard": _preferences("[keys.match]\n" + "\n".join(f"x{n} = ['a']" for n in range(3000))),
    "blanks in a header of a record": _record(HEAD + f'[Event "{" " * MANY}'),
    "quotes in a header of a record": _record(HEAD + f"[Event {MANY * chr(34)}"),
    "backslashes in a header of a record": _record(HEAD + '[Event "' + "\\" * MANY),
    "an action that is long": _record(HEAD + "1: place " + "R440 " * MANY),
    "a position that is long": _record(HEAD + f'[Position "{"R440 " * MANY}"]'),
    "options that are long": _record(HEAD + f'[Options "{"fill=x " * MANY}"]'),
    "records that are many": _record('[Game "x"]\n\n' * 9000),
    "players": _request(players=300_000_000),
    "seats": _request(seats=["human"] * MANY),
    "a seat with many members": _request(seats=["+".join(["human"] * MANY), "human"]),
    "a name of a game": _request(game="x" * 10 * MANY),
    "a setting": _request(options={"x" * 10 * MANY: 1}),
    "a sheet": _request(game="R1", options={"sheet": "x\n" * 5 * MANY}),
    "players of a match": lambda path: Match(find_game("rasanto"), 300_000_000),
    "a fault of the command line": lambda path: fault_text("No such option: " + "'--x' " * MANY),
    "a sheet with text that is not closed": lambda path: sheet_from_text("x = '''" + '"""\\' * 12_000 + "'''", path),
    "a sheet with many strings": lambda path: sheet_option("x = '''" + '"' * 50_000 + "'''\n"),
}


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("case", INPUTS)
def test_what_is_long_is_read_or_refused_at_once(case: str, tmp_path: Path) -> None:
    begun = time.process_time()
    try:
        INPUTS[case](tmp_path / "a.csv")
    except SkillboxError as error:
        assert len(str(error)) < 1100
    assert time.process_time() - begun < SLOW_S


def test_a_line_that_is_too_long_is_answered_once_and_the_next_one_is_read(tmp_path: Path) -> None:
    (path := tmp_path / "a").write_bytes(b'{"do": "games"' + b" " * 3 * MOST_BYTES + b'}\n{"do": "quit"}\n')
    with path.open("rb") as source:
        lines = list(request_lines(source))
    assert [len(line) for line in lines] == [MOST_BYTES + 1, 15]
    server = Server()
    assert f"at most {MOST_BYTES} bytes" in json.loads(server.answer(lines[0]))["error"]["text"]
    assert json.loads(server.answer(lines[1])) == {"ok": True}


@pytest.mark.parametrize("identity", ["\ud800", ["\udfff"], {"\ud800": 1}, 10**30, None, [[1]]])
def test_every_id_comes_back_in_a_line_that_can_be_sent(identity: object) -> None:
    answer = Server().answer(json.dumps({"do": "rules", "game": "\ud800", "id": identity}))
    told = json.loads(answer.encode())
    assert told["id"] == identity
    assert not told["ok"]


@pytest.mark.parametrize("identity", ["NaN", "Infinity", "[" * 40 + "]" * 40, "[" * 900 + "]" * 900, "9" * 5000])
def test_an_id_that_no_json_has_is_refused(identity: str) -> None:
    told = json.loads(Server().answer(f'{{"do": "games", "id": {identity}}}'))
    assert told["error"]["kind"] == "BadRequest"


def test_a_series_with_a_cell_that_is_no_cell_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_text('t (s),x\n0,1\n1,"' + "x" * 200_000 + '"\n')
    with pytest.raises(FileError, match=r"a\.csv: .*field larger|a cell of more|too large|field"):
        read_series(path)


def test_the_fuzz_tells_what_costs_a_hundred_times_what_is_usual() -> None:
    def one(size: int, code: int, seconds: float, mib: float = 1.0) -> Done:
        return Done("record", "replay", size, (), code, seconds, mib)

    done = dict(enumerate([one(100, 2, 0.02)] * 20))
    done[7], done[9] = one(100, 2, 2.5), one(100, 2, 0.02, 250.0)
    done |= {20: one(100_000, 2, 2.5), 21: one(1_000, 2, 99.0), 22: one(100, 0, 40.0), 23: one(100, 0, 50.0)}
    assert list(beyond(done)) == [
        (7, "took 2.5 s, others of its kind and size 0.020"),
        (21, "took 99.0 s, others of its kind and size 0.200"),
        (9, "took 250.0 MiB, others of its kind and size 1.000"),
    ]
