"""Several copies of Skillbox on one data folder: none touches what another plays, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

import skill.table.store
from skill.app.play.match.setup import Setup, begin, put_away
from skill.errors import FileError
from skill.files import is_locked_elsewhere
from skill.lattice.notation import ATTEMPT, parse_position
from skill.rules.catalogue import find_game
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.record import Record, read_record
from skill.table.store import Store
from tests.processes import together

RASANTO, FARADAY = find_game("rasanto"), find_game("faraday")
OTHER_COPY = """
import sys
from pathlib import Path
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.store import Store

game = find_game("rasanto")
match = Match(game, 2, game.options_from({"first_player": 1}), journal=Store(Path(sys.argv[1])).new_journal(game))
match.play(match.moves()[0])
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other_copy(tmp_path: Path):
    """Another process that plays a match in the same folder."""
    arguments = [sys.executable, "-c", OTHER_COPY, str(tmp_path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_what_another_copy_plays_is_not_offered_and_cannot_be_taken(tmp_path: Path, other_copy) -> None:
    store = Store(tmp_path)
    [journal] = (tmp_path / "journals").glob("*.txt")
    text = journal.read_text()
    assert store.open_matches() == []
    assert is_locked_elsewhere(journal)
    with pytest.raises(FileError, match="another window"):
        Match.from_journal(journal)
    with pytest.raises(FileError, match="another window"):
        Match.resumed(read_journal(journal)).keep_journal(journal)
    assert journal.read_text() == text
    assert store.new_journal(RASANTO) != journal


def test_after_a_kill_the_match_waits_for_any_copy(tmp_path: Path, other_copy) -> None:
    other_copy.kill()
    other_copy.wait()
    [(journal, record)] = Store(tmp_path).open_matches()
    resumed = Match.from_journal(journal)
    assert resumed.record == record
    resumed.play(resumed.moves()[0])
    assert len(read_journal(journal).played) == 2
    resumed.close_journal()
    assert [path.suffix for path in journal.parent.iterdir()] == [".txt"]  # no lock is left behind


def test_a_journal_that_cannot_be_gone_on_with_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    for text in (None, "hello\n"):
        if text:
            path.write_text(text)
        with pytest.raises(FileError):
            Match.from_journal(path)
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileError, match="cannot keep a journal there"):
        Match.from_journal(path / "match.txt")


def test_a_journal_that_cannot_be_written_stays_locked_until_it_is_closed(tmp_path: Path) -> None:
    """Else another copy could go on with it, and what was played there would be lost in the end."""
    match = Match(RASANTO, 2, RASANTO.options_from({"first_player": 1}), journal=tmp_path / "match.txt")
    match.play(match.moves()[0])
    (tmp_path / "match.txt").rename(tmp_path / "moved.txt")
    match.play(match.moves()[0])
    assert "match.txt: cannot be written: No such file" in match.not_kept
    (tmp_path / "moved.txt").rename(tmp_path / "match.txt")
    match.play(match.moves()[0])
    assert len(read_journal(tmp_path / "match.txt").played) == 1  # no line after one that is missing
    [asked] = together(ASK, 1, tmp_path / "match.txt")
    assert asked == "True\n"
    match.close_journal()
    assert [path.name for path in tmp_path.iterdir()] == ["match.txt"]


ASK = "import pathlib, skill.files; ready(); print(skill.files.is_locked_elsewhere(pathlib.Path(sys.argv[2])))"


def test_a_match_is_locked_until_it_is_put_away(tmp_path: Path) -> None:
    """Else another copy goes on with it while it is moved to the records."""

    class Asked(Store):
        def finish(self, journal: Path, record: Record, names: Sequence[str] = ()) -> Path:
            assert together(ASK, 1, journal) == ["True\n"]
            return super().finish(journal, record)

    match, journal = begin(Setup(RASANTO, 2, RASANTO.options_from({}), ("random", "random")), Asked(tmp_path))
    match.advance()
    put_away(match, journal, Asked(tmp_path))
    assert [path.name for path in tmp_path.rglob("*.txt*")] == [journal.name]


@pytest.fixture
def one_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """All matches begin and end within one second."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime(2026, 11, 1, 10, tzinfo=tz)

    monkeypatch.setattr(skill.table.store, "datetime", Clock)


@pytest.mark.usefixtures("one_second")
def test_two_matches_of_one_second_have_journals_of_their_own(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert len({store.new_journal(RASANTO) for _ in range(3)}) == 1  # while nothing has been written
    first = Match(RASANTO, 2, journal=store.new_journal(RASANTO))
    assert store.new_journal(RASANTO) not in {path for path, _ in store.open_matches()}
    first.close_journal()


def finished(seconds: float) -> Match:
    match = Match(FARADAY, 1, FARADAY.options_from({"attempts": 1}))
    match.play(ATTEMPT("success", seconds, parse_position("R800 G080 K008"), (), (), "-"))
    return match


@pytest.mark.usefixtures("one_second")
def test_two_matches_that_end_in_one_second_are_both_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    kept = []
    for seconds in (42.5, 40.25):
        match = finished(seconds)
        journal = store.new_journal(FARADAY)
        match.keep_journal(journal)
        kept.append(store.finish(journal, match.record))
        match.close_journal()
    assert [str(read_record(path)) for path in kept] == [str(finished(s).record) for s in (42.5, 40.25)]
    assert [line.result for line in store.history()] == ["40.25", "42.5"]


@pytest.mark.usefixtures("one_second")
def test_a_record_of_the_same_name_is_not_overwritten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second = finished(42.5), finished(40.25)
    journal = tmp_path / "journals" / "mine.txt"
    kept = []
    for match in (first, second):
        match.keep_journal(journal)
        kept.append(store.finish(journal, match.record))
        match.close_journal()
    assert [path.name for path in kept] == ["mine.txt", "mine-1.txt"]
    assert [line.result for line in store.history()] == ["40.25", "42.5"]
    store.reopen(journal, second.record)
    assert [path.name for path in (tmp_path / "records").iterdir()] == ["mine.txt"]
    assert [line.result for line in store.history()] == ["42.5"]


GO_ON = """
from pathlib import Path
from skill.app.play.match.setup import Setup, begin, put_away
from skill.errors import FileError
from skill.rules.catalogue import find_game
from skill.table.store import Store

journal, store, game = Path(sys.argv[2]), Store(Path(sys.argv[2]).parents[1]), find_game("rasanto")
setup = Setup(game, 2, game.options_from({}), ("human", "human"), resume=journal)
played = 0
ready()
while journal.exists():
    try:
        match, path = begin(setup, store)
    except FileError as error:
        if "another window" in str(error) or not journal.exists():
            continue
        raise
    for _ in range(3):
        if match.result is None:
            match.play(match.moves()[0])
            played += 1
    put_away(match, path, store)
print(played)
"""


@pytest.mark.parametrize("matches", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_no_action_of_a_match_is_lost_that_several_copies_go_on_with(tmp_path: Path, matches: int) -> None:
    store = Store(tmp_path)
    for _ in range(matches):
        journal = store.new_journal(RASANTO)
        match = Match(RASANTO, 2, RASANTO.options_from({"first_player": 1}), journal=journal)
        match.play(match.moves()[0])
        match.close_journal()
        played = sum(map(int, together(GO_ON, 4, journal)))
        assert not list(journal.parent.iterdir())
        record = read_record(tmp_path / "records" / journal.name)
        assert len(list(record.states())) == len(record.played) + 1 == played + 2


FINISH = """
from datetime import datetime
from pathlib import Path
from skill.lattice.notation import ATTEMPT, parse_position
from skill.rules.catalogue import find_game
from skill.table import store as kept
from skill.table.match import Match

class Clock(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime(2026, 11, 1, 10, tzinfo=tz)

kept.datetime = Clock
store, faraday = kept.Store(Path(sys.argv[2])), find_game("faraday")
ready()
for n in range(int(sys.argv[3])):
    journal = store.new_journal(faraday)
    match = Match(faraday, 1, faraday.options_from({"attempts": 1}), journal=journal)
    seconds = 1 + n + int(sys.argv[1]) / 10
    match.play(ATTEMPT("success", seconds, parse_position("R800 G080 K008"), (), (), "-"))
    store.save(match.record)
    store.finish(journal, match.record)
    match.close_journal()
    print(seconds)
"""


@pytest.mark.parametrize("matches", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_all_matches_are_kept_that_several_copies_end_in_one_second(tmp_path: Path, matches: int) -> None:
    ended = sorted(map(float, "".join(together(FINISH, 4, tmp_path, matches)).split()))
    assert len(ended) == 4 * matches
    for kind in ("records", "saved"):
        assert sorted(float(read_record(path).result) for path in (tmp_path / kind).iterdir()) == ended
    store = Store(tmp_path)
    assert sorted(float(line.result) for line in store.history(1000)) == ended
    assert store.best_times()["faraday"].seconds == ended[0]
    assert not list((tmp_path / "journals").iterdir())
