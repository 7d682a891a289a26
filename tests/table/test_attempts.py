"""Attempts at the table: bots with real dice, records that re-simulate, a kill in the middle."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from skill.errors import FileError, IllegalMove
from skill.files import OF_OUR_FOLDER, write_text
from skill.physics.scene import load_scene
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, AttemptSpec
from skill.table.attempts import (
    attempt_of,
    begin_attempt,
    bot_attempt,
    finish_attempt,
    last_trace,
    play_out,
    practice_attempt,
)
from skill.table.match import Match
from skill.table.record import trace_name
from skill.table.replay import check_record
from tests.rules.playouts import playout
from tests.rules.test_all_actions import option_sets

FARADAY = find_game("faraday")
SHORT = {"attempts": 2, "time_limit": 5.0}


def short_match(seed: int, journal: Path | None = None, **given: object) -> Match:
    options = FARADAY.options_from({**SHORT, **given})  # type: ignore[arg-type]
    return Match(FARADAY, 1, options, ("random",), seed, journal=journal)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, Path]:
    """A match of two short attempts with its traces in a folder."""
    folder = tmp_path_factory.mktemp("played")
    match = short_match(3)
    play_out(match, folder)
    return match, folder


def test_random_hands_end_by_the_limit_and_leave_traces(played: tuple[Match, Path]) -> None:
    match, folder = played
    assert match.result is not None
    assert len(match.played) == 2
    for line in match.played:
        assert line.action[1] in ("success", "failure", "time")
        name = trace_name(line.action)
        assert name is not None
        assert (folder / name).exists()


def test_same_seed_same_attempts(played: tuple[Match, Path]) -> None:
    again = short_match(3)
    play_out(again)
    assert str(again.record) == str(played[0].record)
    assert str(again.record) != str(_played_out(short_match(4)).record)


def _played_out(match: Match) -> Match:
    play_out(match)
    return match


def test_the_last_attempt_can_be_had_again(played: tuple[Match, Path], tmp_path: Path) -> None:
    match, folder = played
    trace = last_trace(match, folder)
    assert trace is not None
    assert match.played[-1].action[-1] == trace.word(match.played[-1].action[-1].split("@")[0])
    again = attempt_of(trace)
    assert (again.trace.seed, again.trace.start, again.trace.samples) == (trace.seed, trace.start, [])
    assert last_trace(match, tmp_path) is None  # it was not kept there
    assert last_trace(short_match(3), folder) is None


def test_practice_is_like_the_attempt_but_for_its_tremor() -> None:
    match = short_match(3)
    real, *tried = begin_attempt(match), practice_attempt(match, 1), practice_attempt(match, 2)
    assert [(attempt.scene, attempt.trace.start) for attempt in tried] == [(real.scene, real.trace.start)] * 2
    assert len({attempt.trace.seed for attempt in (real, *tried)}) == 3
    assert not match.played


def test_record_with_attempts_is_checked_in_a_new_process(played: tuple[Match, Path]) -> None:
    match, folder = played
    write_text(folder / "match.txt", str(match.record), OF_OUR_FOLDER)
    done = subprocess.run(
        [sys.executable, "-m", "skill", "replay", str(folder / "match.txt"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_report_that_the_trace_does_not_bear_out_is_found(played: tuple[Match, Path]) -> None:
    match, folder = played
    first = match.played[0]
    false = FARADAY.parse(str(first.action).replace(str(first.action).split()[1], "success", 1))
    assert false != first.action
    record = match.record._replace(played=(first._replace(action=false), *match.played[1:]))
    assert "simulated again it is" in check_record(record, folder)[0]
    assert "cannot be read" in check_record(match.record, folder / "elsewhere")[0]


@pytest.mark.parametrize("damage", ["cut", "changed", "nonsense"])
def test_damaged_trace_is_refused_with_its_line(played: tuple[Match, Path], damage: str, tmp_path: Path) -> None:
    match, folder = played
    name = trace_name(match.played[0].action)
    assert name is not None
    text = (folder / name).read_text()
    lines = text.splitlines(keepends=True)
    lines[20] = {"cut": "", "changed": lines[21], "nonsense": "1 2 three\n"}[damage]
    (tmp_path / name).write_text("".join(lines))
    (fault, *_) = check_record(match.record, tmp_path)
    assert name in fault
    assert "expected" in fault
    if damage == "nonsense":
        assert "line 21" in fault


def test_giving_up_is_an_outcome() -> None:
    match = short_match(1)
    running = begin_attempt(match)
    running.tick((0.0,) * 8)
    running.give_up()
    finish_attempt(match, running)
    assert match.played[0].action[1] == "gave_up"


def test_the_report_of_an_attempt_outlives_its_trace(tmp_path: Path) -> None:
    match = short_match(1)
    running = begin_attempt(match)
    running.tick((0.0,) * 8)
    running.give_up()
    (tmp_path / "journals").write_text("a file in the way")
    with pytest.raises(FileError, match="cannot be written"):
        finish_attempt(match, running, tmp_path / "journals")
    [line] = match.played
    assert line.action[1] == "gave_up"
    assert trace_name(line.action) is None
    assert not check_record(match.record, tmp_path)


def test_no_attempt_where_none_is_asked_for() -> None:
    rasanto = find_game("rasanto")
    match = Match(rasanto, 2, rasanto.options_from({"first_player": 1}), ("random", "random"))
    with pytest.raises(IllegalMove, match="no attempt is asked for"):
        bot_attempt(match)


PLAY = """
import sys
from pathlib import Path
from skill.table.attempts import bot_attempt
from tests.table.test_attempts import short_match
journal = Path(sys.argv[1])
match = short_match(8, journal)
bot_attempt(match, journal.parent)
ticks = [0]
def watch(running):
    ticks[0] += 1
    if ticks[0] == 60:
        print("in the middle of the second attempt", flush=True)
        import time
        time.sleep(60)
bot_attempt(match, journal.parent, watch)
"""


def test_kill_in_the_middle_of_an_attempt_loses_that_attempt_only(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    process = subprocess.Popen([sys.executable, "-c", PLAY, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert "second attempt" in process.stdout.readline()
    process.kill()
    process.wait()
    resumed = Match.from_journal(path)
    assert len(resumed.played) == 1
    assert check_record(resumed.record, tmp_path) == []
    play_out(resumed, tmp_path)
    assert str(resumed.record) == str(_played_out(short_match(8)).record)


@pytest.mark.slow
def test_greedy_hands_bring_the_dice_home_in_the_time_limit() -> None:
    """At least 2 of the seeds 1 to 3, as `skillbox demo faraday --seed S` plays them."""
    home = []
    for seed in range(1, 4):
        match = Match(FARADAY, 1, FARADAY.options_from({"attempts": 1}), ("greedy",), seed)
        play_out(match)
        outcome, seconds = match.played[0].action[1:3]
        assert seconds <= 180
        if outcome == "success":
            home.append(seed)
    assert len(home) >= 2, home


def test_hands_are_those_of_the_level() -> None:
    for level in ("book", "easy"):
        match = Match(FARADAY, 1, FARADAY.options_from({"level": level}))
        running = begin_attempt(match)
        assert running.scene == load_scene("faraday", level=level)
        running.close()
    assert load_scene("faraday") != load_scene("faraday", level="easy")


@pytest.mark.parametrize(
    "game",
    [game for game in all_games() if any(option.name == "level" for option in game.all_options)],
    ids=lambda game: game.slug,
)
def test_easy_is_easier_in_every_scene_of_a_game(game: AnyGame) -> None:
    asked = set()
    for given in option_sets(game):
        turns = map(game.to_move, (state for state, _, _ in islice(playout(game, 1, given=given), 60)))
        if spec := next((turn for turn in turns if isinstance(turn, AttemptSpec)), None):
            asked.add((spec.scene, spec.adjust))
    assert asked
    for scene, adjust in asked:
        assert load_scene(scene, dict(adjust)) != load_scene(scene, dict(adjust), "easy"), scene
