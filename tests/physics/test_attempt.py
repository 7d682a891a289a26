"""Attempts: outcomes, clock, report, replay bit for bit in a new process, rehearsals."""

from __future__ import annotations

import subprocess
import sys
from math import pi, sin
from pathlib import Path

import pytest

from skill.errors import IllegalMove, NotationError
from skill.lattice.cells import CORNERS, cells
from skill.lattice.notation import ATTEMPT, parse_position
from skill.lattice.reading import Reading
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import load_scene
from skill.physics.tools.tilt import REST
from skill.physics.tools.tool import Sample
from skill.physics.trace import Trace

SCENE = load_scene("faraday")
MIDDLE = parse_position("R233 G323 K332")


def in_corners(reading: Reading) -> bool:
    return reading.tilt_deg <= 5 and reading.cells.issuperset(CORNERS)


def one_off(reading: Reading) -> bool:
    return bool(reading.off)


def shaken(ticks: int, seed: int = 3) -> AttemptRun:
    attempt = AttemptRun(SCENE, MIDDLE, in_corners, one_off, 60.0, seed)
    for n in range(ticks):
        if not attempt.done:
            t = n / 60
            shift = 0.5 * sin(2 * pi * 3 * t)
            attempt.tick((20 * sin(5 * t), 15 * sin(4 * t), 0.0, shift, 0.0, 0.4 * sin(2 * pi * 4 * t), 0.0, -4.0))
    return attempt


def bits(attempt: AttemptRun) -> str:
    positions, rotations, *plate = attempt.poses()
    return positions.tobytes().hex() + rotations.tobytes().hex() + repr(plate)


def test_dice_that_stand_in_the_corners_succeed_once_they_are_settled() -> None:
    attempt = AttemptRun(SCENE, parse_position("R800 G080 K008"), in_corners, one_off, 10.0, 1)
    while not attempt.done:
        attempt.tick(REST)
    assert attempt.outcome == "success"
    assert attempt.time_s == pytest.approx(0.5, abs=0.05)
    report = attempt.report("first")
    heap, word = parse_position("R800 G080 K008"), attempt.trace.word("first")
    assert str(report) == f"attempt success {attempt.time_s:.3f} {heap} loose - off - trace {word}"
    assert ATTEMPT.parse(str(report)) == report


def test_faces_are_reported_where_the_start_knows_them() -> None:
    start = parse_position("R800:321 G080:654")
    attempt = AttemptRun(SCENE, start, seed=1)
    for _ in range(40):
        attempt.tick(REST)
    attempt.give_up()
    assert attempt.report()[3] == start


def test_a_die_off_fails_and_is_reported_first_fallen_first() -> None:
    attempt = AttemptRun(SCENE, MIDDLE, in_corners, one_off, 60.0, 1)
    for n in range(200):
        if not attempt.done:
            attempt.tick((-45.0, 0, 0, 0, 1.5 * sin(n / 2), sin(n / 3), 0, 0))
    report = attempt.report()
    assert report[1] == "failure" and len(report[5]) >= 1
    assert {colour for colour, _ in report[5]} <= {"R", "G", "K"}
    assert report[5] == tuple((die.colour, die.top) for die in attempt.reading().off)
    assert ATTEMPT.parse(str(report)) == report


def test_time_runs_out_on_the_simulated_clock() -> None:
    attempt = AttemptRun(SCENE, MIDDLE, in_corners, one_off, 0.5, 1)
    assert attempt.time_s == 0
    while not attempt.done:
        attempt.tick(REST)
    assert (attempt.outcome, attempt.time_s) == ("time", 0.5)
    assert attempt.reading().settled  # the dice came to rest off the clock
    with pytest.raises(IllegalMove, match="the attempt is over: time"):
        attempt.tick(REST)


def test_giving_up_ends_it_and_nothing_else_may_be_asked_before() -> None:
    attempt = AttemptRun(SCENE, MIDDLE, in_corners, one_off, 60.0, 1)
    with pytest.raises(IllegalMove, match="still runs"):
        attempt.report()
    attempt.give_up()
    attempt.give_up()
    assert str(attempt.report()).startswith("attempt gave_up 0.000 ")
    assert str(attempt.report()).endswith(" loose - off - trace -")


def test_a_nonsensical_sample_is_refused_and_leaves_no_mark() -> None:
    attempt = AttemptRun(SCENE, MIDDLE, seed=1)
    for bad in ((1.0,), (float("inf"),) * 8):
        with pytest.raises(NotationError):
            attempt.tick(bad)
    assert attempt.time_s == 0 and attempt.trace.samples == []


def test_a_trace_replays_bit_for_bit(tmp_path: Path) -> None:
    attempt = shaken(150)
    attempt.give_up()
    attempt.trace.write(tmp_path / "shake.trace")
    again = replay(Trace.read(tmp_path / "shake.trace"), in_corners, one_off, 60.0)
    assert bits(again) == bits(attempt) and again.report() == attempt.report()
    code = (
        "import sys; from tests.physics.test_attempt import *\n"
        f"print(bits(replay(Trace.read({str(tmp_path / 'shake.trace')!r}), in_corners, one_off, 60.0)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == bits(attempt)


def test_sleep_changes_no_attempt() -> None:
    trace = shaken(100).trace
    awake, asleep = (replay(trace, in_corners, one_off, 60.0, sleep=sleep) for sleep in (False, True))
    assert awake.report() == asleep.report()


def test_another_seed_trembles_otherwise() -> None:
    assert bits(shaken(60, seed=3)) == bits(shaken(60, seed=3)) != bits(shaken(60, seed=4))


def test_a_rehearsal_goes_on_from_here_and_leaves_the_attempt_alone() -> None:
    scene = load_scene("faraday", {"tilt.tremor_deg": 0.0, "tilt.tremor_edges": 0.0})
    attempt = AttemptRun(scene, parse_position("R800 G242 K035"), seed=2)
    for _ in range(30):
        attempt.tick(REST)
    before = bits(attempt)
    stage = attempt.rehearsal()
    tap = [(0.0, 0.0, 0.0, 0.4, 0.0, 0.5, 0.0, 0.0)] * 6 + [REST] * 40
    assert stage.rehearse([(*REST,)] * 5)
    first = stage.state()
    stage.follow(attempt.state())
    assert first != stage.state() and bits(attempt) == before
    on_plate = stage.rehearse([(*s, 0.0, 0.0)[:8] for s in tap])
    for sample in tap:
        attempt.tick(sample)
    assert on_plate == (not attempt.reading().off)
    assert {die.cell for die in stage.reading().dice} == {die.cell for die in attempt.reading().dice}
    assert attempt.reading().cells != set(cells("800 242 035"))  # the tap moved something


def test_a_rehearsal_goes_as_an_attempt_does_that_is_read_after_every_sample() -> None:
    jolt = [(8.0, 3.0, 0.0, 0.4, 0.0, 0.5, 0.0, -4.0)] * 6 + [REST] * 30
    at_once, one_by_one = (shaken(9).rehearsal(seed=4) for _ in range(2))
    assert at_once.rehearse(jolt) and all(one_by_one.rehearse([sample]) for sample in jolt)
    assert bits(at_once) == bits(one_by_one)
    assert at_once.reading().dice == one_by_one.reading().dice


def test_a_rehearsal_in_which_no_die_sleeps_ends_when_all_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    jolt, played = [(8.0, 3.0, 0.0, 0.4, 0.0, 0.5, 0.0, -4.0)] * 6 + [REST] * 200, list[Sample]()
    move = AttemptRun._move
    monkeypatch.setattr(AttemptRun, "_move", lambda run, sample: (played.append(sample), move(run, sample))[1])
    to_its_end, until_slow = (shaken(9).rehearsal(seed=4) for _ in range(2))
    played.clear()
    assert to_its_end.rehearse(jolt) and len(played) == len(jolt)
    played.clear()
    assert until_slow.rehearse(jolt, acting=6) and 9 <= len(played) < 100
    assert [die.cell for die in until_slow.reading().dice] == [die.cell for die in to_its_end.reading().dice]


def test_a_rehearsal_ends_when_a_die_falls() -> None:
    attempt = AttemptRun(SCENE, parse_position("R800 G080 K008"), seed=1)
    stage = attempt.rehearsal()
    assert not stage.rehearse([(-45.0, 0, 0, 0, 1.5 * sin(n / 2), sin(n / 3), 0, 0) for n in range(200)])
    stage.follow(attempt.state())
    assert stage.rehearse([REST] * 30) and stage.reading().cells == set(CORNERS)


def test_a_reading_says_what_the_dice_showed_when_it_was_made() -> None:
    run = AttemptRun(load_scene("faraday"), parse_position("R233 G323 K332"), seed=1)
    early = run.reading()
    asked = early.dice
    run.tick((30.0, *REST[1:]))
    late = run.reading()
    for _ in range(40):
        run.tick((30.0, *REST[1:]))
    assert early.dice is asked, "read once"
    again = AttemptRun(load_scene("faraday"), parse_position("R233 G323 K332"), seed=1)
    again.tick((30.0, *REST[1:]))
    assert late == again.reading() != run.reading(), "though asked only after the dice had moved on"
