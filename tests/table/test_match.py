"""Matches: who acts, undo and redo, determinism, the journal that survives a kill."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from skill.app.play.match.broken_record import broken_record
from skill.errors import FileError, IllegalMove, UnknownName
from skill.files import OF_OUR_FOLDER, write_text
from skill.lattice.cells import CELLS, NAMES, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PLACE, REMOVE, parse_action
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AnyGame
from skill.rules.options import Options
from skill.table.attempts import play_out
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.store import Store

RASANTO, EL_DADO = find_game("rasanto"), find_game("el-dado")


def first(game: AnyGame) -> Options:
    return game.options_from({"first_player": 1})


def test_people_and_bots_take_turns() -> None:
    match = Match(RASANTO, 2, first(RASANTO), ("human", "greedy"))
    assert match.needs_hands()
    match.play(PLACE("R", parse_cell("440"), None))
    assert not match.needs_hands()
    match.advance()
    assert [line.by for line in match.played] == [1, 2]
    assert match.seat == 1


def test_equal_revisions_mean_the_same_state() -> None:
    match, seen = Match(RASANTO, 2, first(RASANTO), ("human", "random")), set()
    seen.add(match.revision)
    for cell in ("440", "404"):  # taken back and another one played: as many actions as before
        match.play(PLACE("R", parse_cell(cell), None))
        assert match.revision > max(seen)
        seen.add(match.revision)
        match.step()
        assert match.revision > max(seen)
        seen.add(match.revision)
        match.undo()
        assert match.revision > max(seen)
        seen.add(match.revision)
    match.redo()
    assert match.revision > max(seen)
    assert Match(RASANTO, 2, first(RASANTO)).revision > match.revision
    revision = match.revision
    assert not match.redo()
    assert match.revision == revision


def test_illegal_actions_leave_the_match_as_it_is() -> None:
    match = Match(RASANTO, 2, first(RASANTO))
    before, revision = str(match.record), match.revision
    for action, by in ((PLACE("G", 0, None), None), (PLACE("R", 0, None), 2), (PLACE("R", 60, None), None)):
        with pytest.raises(IllegalMove):
            match.play(action, by)
    assert (str(match.record), match.revision) == (before, revision)
    with pytest.raises(IllegalMove, match="nobody to move by itself"):
        match.step()


def test_undo_goes_back_to_the_last_person_and_redo_forward() -> None:
    match = Match(RASANTO, 2, first(RASANTO), ("human", "random"), seed=3)
    assert not match.undo()
    match.play(PLACE("R", parse_cell("440"), None))
    match.advance()
    after, states = str(match.record), match.state
    assert match.undo()
    assert len(match.played) == 0
    assert match.redo()
    assert (str(match.record), match.state) == (after, states)
    assert not match.redo()
    match.undo()
    match.play(PLACE("R", parse_cell("008"), None))
    assert not match.redo()


def test_what_has_told_a_seat_something_is_not_taken_back() -> None:
    wolf = find_game("wolf")
    match = Match(wolf, 2, wolf.options_from({"first_player": 1, "wolf_by": "left"}), seed=3)
    match.play(match.moves()[5])
    assert match.can_undo and match.undo() and match.redo()
    match.play(next(action for action in match.moves() if action.verb == "ask"))
    costs = match.state.costs
    assert not match.can_undo and not match.undo()
    assert match.state.costs == costs == (1, 0)


def test_a_roll_taken_back_comes_out_the_same() -> None:
    match = Match(EL_DADO, 2, first(EL_DADO), ("human", "random"), seed=5)
    match.advance()
    filling = match.played[0]
    match.play(REMOVE(parse_cell("000")))
    match.advance()
    bot = match.played[-1]
    match.undo()
    match.play(REMOVE(parse_cell("000")))
    match.advance()
    assert (match.played[0], match.played[-1]) == (filling, bot)


@pytest.mark.parametrize("bot", ["random", "easy", "greedy"])  # of those that search see tests/bots/test_search.py
def test_same_seed_same_match(bot: str) -> None:
    def text(seed: int) -> str:
        match = Match(EL_DADO, 3, None, (bot,) * 3, seed)
        match.advance()
        assert match.result is not None
        return str(match.record)

    assert text(1) == text(1)
    assert text(1) != text(2)


def test_team_members_act_in_rotation() -> None:
    match = Match(RASANTO, 2, first(RASANTO), ("random+greedy", "random"), seed=1)
    members = []
    while match.result is None:
        if match.seat == 1:
            members.append(match.player(1))
        match.step()
    assert members[:4] == ["random", "greedy", "random", "greedy"]


def team_match(slug: str, players: int, full: int = 0, **options: object) -> Match:
    """A team of two at seat 1, who begins; `full` green dice, lowest cells first, lie on the plate."""
    game = find_game(slug)
    agreed = game.options_from({"first_player": 1, **options})
    position = Pyramid((cell, Die("G")) for cell in CELLS[:full]) if full else None
    return Match(game, players, agreed, ("random+greedy", *["random"] * (players - 1)), 1, position)


def play(match: Match, *lines: str) -> str:
    """Who acts for seat 1 after these actions."""
    for line in lines:
        match.play(parse_action(line, match.game.verbs))
    return match.player(1)


def test_a_turn_in_which_nothing_can_be_done_is_a_turn_of_the_team() -> None:
    match = team_match("up-and-down", 3)
    assert match.player(1) == "random"
    assert play(match, "roll 1", "roll 1") == "greedy"  # no die to take off, for seat 2 neither
    assert play(match, "roll 1", "roll 2", "place R800") == "greedy"
    assert play(match, "place R080") == "random"


@pytest.mark.parametrize(
    ("slug", "full", "options", "turn"),
    [
        ("most-simple-game", 90, {}, ["roll 1", "place R{}"]),
        ("trulla", 82, {"throw_model": "lattice"}, ["ladle 1", "throw 000", "land {}"]),
    ],
)
def test_a_team_whose_opponents_have_no_dice_left_takes_turns_all_the_same(
    slug: str, full: int, options: dict[str, object], turn: list[str]
) -> None:
    match = team_match(slug, 2, full, **options)
    seen = [match.player(1)]
    for _ in range(3):
        funnel = NAMES[match.pyramid.funnels()[0]]
        seen.append(play(match, *(line.format(funnel) for line in turn)))
    assert seen == ["random", "greedy", "random", "greedy"]


def test_in_a_race_of_teams_each_roll_is_a_turn() -> None:
    match = team_match("greedy-grabber", 3)
    seen = []
    while len(seen) < 3:
        match.step()
        if match.played[-1].action.verb == "roll":
            seen.append(match.player(1))
    assert seen == ["random", "greedy", "random"]


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(20):
        match = Match(RASANTO, 2, None, ("greedy", "random"), seed)
        match.advance()
        assert match.result is not None
        wins += match.result.winners == (1,)
    assert wins >= 15


def test_wrong_seats_and_numbers_are_refused() -> None:
    with pytest.raises(UnknownName, match="expected human, random, easy, greedy"):
        Match(RASANTO, 2, None, ("human", "clever"))
    with pytest.raises(UnknownName, match="rasanto is for 2"):
        Match(RASANTO, 3)


def test_journal_holds_every_action_and_undo(tmp_path: Path) -> None:
    path = tmp_path / "a" / "match.txt"
    match = Match(RASANTO, 2, first(RASANTO), ("human", "random"), 4, journal=path)
    match.play(PLACE("R", parse_cell("440"), None))
    match.advance()
    match.undo()
    match.play(PLACE("R", parse_cell("332"), None))
    assert read_journal(path) == match.record
    resumed = Match.from_journal(path)
    assert resumed.state == match.state
    resumed.advance()
    assert str(read_journal(path)) == str(resumed.record)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="cannot be written: "):
        write_text(tmp_path / "file" / "match.txt", "text", OF_OUR_FOLDER)


def test_last_line_cut_short_by_a_kill_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    match = Match(RASANTO, 2, first(RASANTO), journal=path)
    match.play(PLACE("R", parse_cell("440"), None))
    with path.open("a") as file:
        file.write("2: place G34")
    assert read_journal(path) == match.record


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_journal_that_cannot_be_written_is_given_up_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.txt"
    match = Match(RASANTO, 2, first(RASANTO), journal=path)
    match.play(match.moves()[0])
    assert not match.not_kept
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", no_room)
        match.play(match.moves()[0])
        match.play(match.moves()[0])
        assert match.undo()
        assert len(match.played) == 2
        assert match.not_kept == f"{path}: cannot be written: No space left on device"
        with pytest.raises(FileError, match="cannot be written: No space left"):
            match.keep_journal(path)
        assert [file.name for file in tmp_path.iterdir()] == ["match.txt"]
    match.keep_journal(path)
    match.play(match.moves()[0])
    assert read_journal(path) == match.record
    match.close_journal()


ENDLESS = """
import sys
from pathlib import Path
from skill.rules.catalogue import find_game
from skill.table.match import Match
match = Match(find_game("el-dado"), 2, None, ("random", "random"), 9, journal=Path(sys.argv[1]))
while match.result is None:
    match.step()
    print(len(match.played), flush=True)
    if len(match.played) == 40:
        import time
        time.sleep(60)
"""


def test_kill_in_the_middle_loses_nothing_that_was_played(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip() == "40":
            process.kill()
            break
    process.wait()
    resumed = Match.from_journal(path)
    assert len(resumed.played) == 40
    resumed.advance()
    whole = Match(EL_DADO, 2, None, ("random", "random"), 9)
    whole.advance()
    assert str(resumed.record) == str(whole.record)


def test_store_keeps_open_matches_finished_ones_and_best_times(tmp_path: Path) -> None:
    from skill.lattice.notation import ATTEMPT, parse_position

    store, faraday = Store(tmp_path), find_game("faraday")
    path = store.new_journal(faraday)
    match = Match(faraday, 1, faraday.options_from({"attempts": 2}), journal=path)
    home = parse_position("R800 G080 K008")
    match.play(ATTEMPT("success", 42.5, home, (), (), "-"))
    assert [p for p, _ in store.open_matches()] == [path]
    assert store.best_time(faraday, match.record.options) is None
    match.play(ATTEMPT("success", 40.25, home, (), (), "-"))
    kept = store.finish(path, match.record)
    assert store.open_matches() == []
    best = store.best_time(faraday, match.record.options)
    assert (best.seconds, best.player) == (40.25, "human")
    assert store.best_time(faraday, faraday.options_from({"time_limit": 60})) is None
    assert store.best_time(faraday, faraday.options_from({"level": "easy"})) is None
    assert store.best_time(faraday, faraday.options_from({"material": "wood"})) is None
    assert store.history() == [(best.finished_at, "faraday", "human", "40.25", kept)]
    assert store.best_times() == {"faraday": best}
    assert kept.read_text() == str(match.record)
    store.finish(kept, match.record)
    assert len(store.history()) == 1
    assert kept.exists()


def test_best_times_are_kept_apart_by_level(tmp_path: Path) -> None:
    from skill.lattice.notation import ATTEMPT, parse_position

    store, faraday = Store(tmp_path), find_game("faraday")
    for level, seconds in (("book", 42.5), ("easy", 12.25)):
        path = store.new_journal(faraday)
        match = Match(faraday, 1, faraday.options_from({"attempts": 1, "level": level}), journal=path)
        match.play(ATTEMPT("success", seconds, parse_position("R800 G080 K008"), (), (), "-"))
        store.finish(path, match.record)
        best = store.best_time(faraday, match.record.options)
        assert best is not None and best.seconds == seconds
        assert store.best_times(level=level) == {"faraday": best}
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:  # as they were noted before there were levels
        assert database.execute("select options from times order by id").fetchone() == (
            "fastest=best_time time_limit=180.0",
        )


def test_best_times_and_scores_are_kept_apart_by_engine(tmp_path: Path) -> None:
    from skill.lattice.notation import ATTEMPT, parse_position

    store, faraday = Store(tmp_path), find_game("faraday")
    home = parse_position("R800 G080 K008")
    for by, engine, seconds in (("", "bullet", 42.5), ("+rapier", "rapier", 12.25)):
        path = store.new_journal(faraday)
        match = Match(faraday, 1, faraday.options_from({"attempts": 1}), journal=path)
        match.play(ATTEMPT("success", seconds, home, (), (), f"faraday{by}@0123456789abcdef"))
        assert engine in ("bullet", str(match.record).rpartition("+")[2].partition("@")[0])
        assert broken_record(match, store) is None and store.best_score(match.record, low_is_good=True) is None
        store.finish(path, match.record)
        best = store.best_time(faraday, match.record.options, engine=engine)
        assert best is not None and best.seconds == seconds
        assert store.best_times(engine=engine) == {"faraday": best}
        assert store.best_score(match.record, low_is_good=True) == seconds
        match.undo()
        match.play(ATTEMPT("success", seconds - 1, home, (), (), f"faraday{by}@0123456789abcdef"))
        assert broken_record(match, store) == (seconds - 1, seconds, True)


def test_store_saves_a_match_with_its_traces_as_often_as_one_likes(tmp_path: Path) -> None:
    from skill.lattice.notation import ATTEMPT, parse_position

    store, faraday = Store(tmp_path), find_game("faraday")
    match = Match(faraday, 1, faraday.options_from({"attempts": 2}), journal=store.new_journal(faraday))
    checksum = "faraday@0123456789abcdef"
    (tmp_path / "journals" / "faraday-0123456789abcdef.trace").write_text("what hands did")
    match.play(ATTEMPT("success", 42.5, parse_position("R800 G080 K008"), (), (), checksum))
    first, second = store.save(match.record), store.save(match.record)
    assert [path for path, _ in store.saved()] == sorted((first, second), reverse=True)
    assert all(str(record) == str(match.record) for _, record in store.saved())
    assert (first.parent / "faraday-0123456789abcdef.trace").read_text() == "what hands did"
    assert len(store.open_matches()) == 1  # the match goes on as it was


def finished_attempts(store: Store) -> tuple[Match, Path]:
    """A match of two successes with a trace of the first, which has gone to the records."""
    from skill.lattice.notation import ATTEMPT, parse_position

    faraday = find_game("faraday")
    journal = store.new_journal(faraday)
    match = Match(faraday, 1, faraday.options_from({"attempts": 2}), journal=journal)
    (journal.parent / TRACE).write_text("what hands did")
    home = parse_position("R800 G080 K008")
    match.play(ATTEMPT("success", 42.5, home, (), (), "faraday@0123456789abcdef"))
    match.play(ATTEMPT("success", 40.25, home, (), (), "-"))
    match.close_journal()
    store.finish(journal, match.record)
    return match, journal


TRACE = "faraday-0123456789abcdef.trace"


def test_a_finished_match_that_is_played_on_counts_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    match, journal = finished_attempts(store)
    finished, times, history = match.record, store.best_times(), store.history()
    assert times["faraday"].seconds == 40.25
    assert match.undo()
    match.keep_journal(journal)
    store.reopen(journal, finished)
    assert (store.history(), store.best_times()) == ([], {})
    assert [str(record) for _, record in store.open_matches()] == [str(match.record)]
    assert (journal.parent / TRACE).exists()
    assert match.redo()
    match.close_journal()
    assert store.finish(journal, match.record) == history[0].file
    assert [line._replace(finished_at="") for line in store.history()] == [history[0]._replace(finished_at="")]
    assert store.best_times()["faraday"].seconds == 40.25
    assert not store.open_matches()


def test_a_kill_between_record_and_history_loses_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    match, journal = finished_attempts(store)
    finished, history = match.record, store.history()
    assert match.undo()
    match.keep_journal(journal)

    unlink = Path.unlink

    def killed(path: Path, missing_ok: bool = False) -> None:
        if path == history[0].file:
            raise KeyboardInterrupt
        unlink(path, missing_ok)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "unlink", killed)
        store.reopen(journal, finished)
    assert store.history() == [] and history[0].file.exists()
    assert Store(tmp_path).mend() == ""
    assert [line._replace(finished_at="") for line in store.history()] == [history[0]._replace(finished_at="")]
    (tmp_path / "matches.sqlite").unlink()
    assert Store(tmp_path).mend() == "" and len(store.history()) == 1
    match.close_journal()


@pytest.mark.parametrize(
    "value",
    [
        "times.seconds = 'soon'",
        "matches.players = 'two'",
        "seats.score = 9e999",
        "matches.result = x'00ff'",
        "seats.player = 'a' || char(0)",
        "matches.finished_at = 'soon'",
        "matches.file = '../../other.txt'",
    ],
)
def test_what_nobody_noted_in_the_history_is_left_out(value: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished_attempts(store)
    history, times = store.history(), store.best_times()
    table, _, change = value.partition(".")
    file = tmp_path / "matches.sqlite"
    with sqlite3.connect(file) as database:
        database.execute(f"update {table} set {change}")
    database.close()
    (tmp_path / "matches.sqlite.broken").write_text("of another time")
    said = store.mend()
    assert ("a row holds" if said.values["count"] == 1 else f"{said.values['count']} rows hold") in said
    assert "what was not noted there; as it was it is kept as matches.sqlite.broken-2" in said
    assert (tmp_path / "matches.sqlite.broken").read_text() == "of another time"
    assert [line.result for line in store.history()] == [line.result for line in history]
    if table != "times":
        assert store.best_times().keys() == times.keys()
    assert store.mend() == ""


def test_a_broken_history_is_put_aside_and_made_again_from_the_records(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.mend() == ""
    finished_attempts(store)
    times, history = store.best_times(), store.history()
    assert store.mend() == ""
    file = tmp_path / "matches.sqlite"
    file.write_bytes(b"garbage " * 1000)
    assert (store.best_times(), store.history()) == ({}, [])
    assert "the file is no database; it is now matches.sqlite.broken" in store.mend()
    assert (tmp_path / "matches.sqlite.broken").read_bytes() == b"garbage " * 1000
    again = store.history()
    assert [line._replace(finished_at="") for line in again] == [line._replace(finished_at="") for line in history]
    assert store.best_times()["faraday"]._replace(finished_at="") == times["faraday"]._replace(finished_at="")
    assert store.mend() == ""


ENDLESS_VIEW = (
    "drop table matches; create view matches as with recursive n(id) as (select 1 union all select id + 1 from n)"
    " select id, '' finished_at, '' game, 2 players, '' options, '' seats, '' result, '' file from n"
)


@pytest.mark.parametrize(
    "damage",
    [
        ENDLESS_VIEW,
        "drop table matches; create table matches (id)",
        "drop table times; create table times (id, finished_at, game, options, player, seconds, file, action)",
        "alter table seats rename column player to name",
        "alter table matches add column more text not null default ''",
        "alter table matches add column more text as (result) virtual",
        "create trigger t after insert on matches begin delete from matches; end",
        "drop table seats; create view seats as select * from matches",
    ],
)
def test_tables_that_are_not_ours_are_put_aside_once_and_made_again(damage: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished_attempts(store)
    times, file = store.best_times(), tmp_path / "matches.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(damage)
    database.close()
    assert (store.best_times(), store.history()) == ({}, [])
    assert "its tables are not those of Skillbox; it is now matches.sqlite.broken" in store.mend()
    assert store.best_times().keys() == times.keys()
    assert len(store.history()) == 1
    assert store.mend() == ""


def test_what_another_version_has_noted_beside_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished_attempts(store)
    with sqlite3.connect(tmp_path / "matches.sqlite") as database:
        database.executescript(
            "alter table matches add column place blob; create table more (x); create view y as select 1"
        )
    database.close()
    assert store.mend() == ""
    assert len(store.history()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as POSIX has them")
def test_a_pipe_in_the_place_of_the_history_is_put_aside(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "matches.sqlite")
    store = Store(tmp_path)
    assert store.history() == []
    assert "it is now matches.sqlite.broken" in store.mend()
    assert store.mend() == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Result "', '[Result "x'),
        ('[Result "', '[Result "7'),
        ('[Seats "human', '[Seats "human\0'),
        ("attempt success 42", "attempt success x"),
    ],
)
def test_a_record_that_is_not_whole_is_not_noted_and_the_others_are(old: str, new: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    finished_attempts(store)
    (finished,) = store.history()
    text = finished.file.read_text()
    assert old in text
    finished.file.with_name("other.txt").write_text(text.replace(old, new, 1))
    (tmp_path / "matches.sqlite").unlink()
    assert store.mend() == ""
    assert [line.file for line in store.history()] == [finished.file]


def test_a_journal_against_the_rules_is_not_shown(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for kind in ("journals", "saved"):
        (tmp_path / kind).mkdir()
        head = '[Game "rasanto"]\n[Players "2"]\n\n'
        (tmp_path / kind / "good.txt").write_text(head)
        (tmp_path / kind / "bad.txt").write_text(head + "1: pass\n")
    for _ in range(2):
        assert [path.name for path, _ in (*store.open_matches(), *store.saved())] == ["good.txt"] * 2


def test_a_history_out_of_reach_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite").symlink_to(tmp_path / "of" / "a disk that is not there")
    store = Store(tmp_path)
    assert "the file cannot be opened" in store.mend()
    assert (store.best_times(), store.history()) == ({}, [])
    assert (tmp_path / "matches.sqlite").is_symlink()


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_what_belongs_to_a_broken_history_is_put_aside_with_it(end: str, tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite").mkdir()
    beside = tmp_path / f"matches.sqlite{end}"
    beside.write_bytes(b"rows that were not in it yet")
    assert "it is now matches.sqlite.broken" in Store(tmp_path).mend()
    assert not beside.exists()
    assert (tmp_path / f"matches.sqlite.broken{end}").read_bytes() == b"rows that were not in it yet"


def test_what_is_there_and_is_another_s_is_put_aside_once(tmp_path: Path) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    (folder / "matches.sqlite").mkdir(parents=True)
    (folder / "matches.sqlite" / "letter.txt").write_text("mine")
    other.mkdir()
    with closing(sqlite3.connect(tmp_path / "places.sqlite")) as database, database:
        database.execute("create table places (url text)")
    theirs = (tmp_path / "places.sqlite").read_bytes()
    (other / "matches.sqlite").symlink_to(tmp_path / "places.sqlite")
    for place in (folder, other):
        store = Store(place)
        assert "it is now matches.sqlite.broken" in store.mend()
        assert store.mend() == ""
        journal = store.new_journal(EL_DADO)
        match = Match(EL_DADO, 2, None, ("random", "random"), journal=journal)
        play_out(match)
        store.finish(journal, match.record)
        assert len(store.history()) == 1
    assert (folder / "matches.sqlite.broken" / "letter.txt").read_text() == "mine"
    assert (tmp_path / "places.sqlite").read_bytes() == theirs


def test_store_passes_over_what_is_no_journal(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (tmp_path / "journals").mkdir()
    (tmp_path / "journals" / "x.txt").write_text("hello")
    assert store.open_matches() == []
    assert (tmp_path / "journals" / "x.txt").exists()


def test_chance_is_drawn_by_the_table() -> None:
    match = Match(EL_DADO, 2, None, seed=1)
    assert match.turn is CHANCE
    assert match.seat is None
    match.advance()
    assert match.needs_hands()
    assert match.record.played[0].by is None
