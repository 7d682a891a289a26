"""Two copies of Skillbox on one data folder: neither touches what the other plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from skill.errors import FileError
from skill.rules.catalogue import find_game
from skill.table.hold import hold, is_held_elsewhere, let_go
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.store import Store

RASANTO = find_game("rasanto")
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
    assert is_held_elsewhere(journal)
    with pytest.raises(FileError, match="another window"):
        Match.resumed(read_journal(journal), journal)
    assert journal.read_text() == text
    assert store.new_journal(RASANTO) != journal


def test_after_a_kill_the_match_waits_for_any_copy(tmp_path: Path, other_copy) -> None:
    other_copy.kill()
    other_copy.wait()
    [(journal, record)] = Store(tmp_path).open_matches()
    resumed = Match.resumed(record, journal)
    resumed.play(resumed.moves()[0])
    assert len(read_journal(journal).played) == 2
    resumed.close_journal()
    assert [path.suffix for path in journal.parent.iterdir()] == [".txt"]  # no lock is left behind


def test_one_copy_may_take_its_own_file_again(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    hold(path)
    hold(path)
    assert not is_held_elsewhere(path)
    let_go(path)
    let_go(path)
    assert not list(tmp_path.iterdir())


def test_two_matches_of_one_second_have_journals_of_their_own(tmp_path: Path) -> None:
    store = Store(tmp_path)
    paths = {store.new_journal(RASANTO) for _ in range(3)}
    assert len(paths) in (1, 3)  # the same again while nothing has been written, else another
    first = Match(RASANTO, 2, journal=store.new_journal(RASANTO))
    assert store.new_journal(RASANTO) not in {path for path, _ in store.open_matches()}
    first.close_journal()
