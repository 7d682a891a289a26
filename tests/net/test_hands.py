"""Hands at a distance: attempts that guests make, which the host steps too and others see as they go on."""

from __future__ import annotations

from collections.abc import Iterator
from math import sin
from pathlib import Path
from typing import Any

import pytest

from skill.env.protocol import Table
from skill.errors import IllegalMove, Unavailable
from skill.net.door import WATCHER, Door
from skill.net.guest import GuestSeat
from skill.net.hands import fingerprint
from skill.physics.attempt import AttemptRun
from skill.physics.trace import Trace
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.table.attempts import attempt_for
from skill.table.match import Match
from skill.table.replay import check_record
from tests.net.loopback import Loop

try:
    HERE = fingerprint()
except Unavailable:
    pytest.skip("no engine", allow_module_level=True)


class House:
    """A table of Faraday for one guest, with one who watches."""

    def __init__(self, folder: Path, hands: str = HERE) -> None:
        game = find_game("faraday")
        self.match = Match(game, 1, game.options_from({"attempts": 2}), ["human"], 7)
        self.wires: list[Loop] = []
        self.hands, self.folder = hands, folder
        self.door = self.opened()
        self.guest = self.joined()
        self.watcher = GuestSeat(lambda: Loop(self.door), "watch")

    def opened(self) -> Door:
        table = Table(self.match, "random", self.folder)
        door = Door(table, {1: "code", WATCHER: "watch"})
        table.settle()
        return door

    def connect(self) -> Loop:
        self.wires.append(Loop(self.door))
        return self.wires[-1]

    def joined(self) -> GuestSeat:
        return GuestSeat(self.connect, "code", hands=self.hands)

    def running(self, trace: Trace) -> AttemptRun:
        """The attempt on the guest's machine."""
        assert isinstance(self.match.turn, AttemptSpec)
        running = attempt_for(self.match.turn, trace.seed)
        assert running.trace.start == trace.start and running.trace.scene == trace.scene
        for sample in trace.samples:
            running.tick(sample)
        return running


def tilts(running: AttemptRun, first: int, last: int) -> Iterator[list[float]]:
    """What hands do, sample by sample, as a window records it."""
    for number in range(first, last):
        sample = [sin(number / 9 + column) / 10 for column in range(len(running.toolset.rest))]
        running.tick(sample)
        yield sample


def tried(house: House, count: int = 33) -> str:
    """The report of an attempt that the guest has made and given up, but not told of yet."""
    running = house.running(house.guest.begin_attempt())
    for sample in tilts(running, 0, count):
        house.guest.add_samples([sample])
    running.give_up()
    report = str(running.report())
    running.close()
    return report


def test_an_attempt_of_a_guest_is_in_the_record_as_its_machine_reported_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.guest.seen["attempt"] == {"number": 0, "seat": 1, "begun": False} and house.guest.seen["apart"] == []
    report = tried(house)
    house.watcher.wait(0)
    seen_so_far = sum(len(told["samples"]) for told in house.watcher.watched)
    assert seen_so_far == 30  # before it is over
    told = house.guest.end_attempt(report)
    assert told["same"] is True and told["report"] == report and "@" in report
    assert [str(line.action) for line in house.match.played] == [report]
    assert check_record(house.match.record, tmp_path) == []  # the host has kept the trace
    for _ in range(4):
        house.watcher.wait(0)
    head, *_ = watched = house.watcher.watched
    again = Trace.parse(head["trace"])
    again.samples = [tuple(sample) for told in watched for sample in told["samples"]]
    (kept,) = tmp_path.glob("*.trace")
    assert again.samples == Trace.read(kept).samples
    assert house.watcher.seen["attempt"]["number"] == 1


def test_the_trace_of_an_attempt_can_be_had_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.door.PIECE", 700)
    house = House(tmp_path)
    report = tried(house)
    for number in (0, 1, -1):
        with pytest.raises(IllegalMove, match="there is no trace of it"):
            house.watcher.trace(number)  # it is not over
    house.guest.end_attempt(report)
    for guest in (house.guest, GuestSeat(lambda: Loop(house.door), "watch")):
        assert Trace.parse(guest.trace(0)).word() in report
    for kept in tmp_path.glob("*.trace"):
        kept.unlink()
    with pytest.raises(IllegalMove, match="there is no trace of it"):
        house.guest.trace(0)


def test_a_false_report_is_refused_and_gives_no_second_try(tmp_path: Path) -> None:
    house = House(tmp_path)
    report = tried(house)
    lie = report.replace("attempt gave_up", "attempt success")
    assert lie != report
    with pytest.raises(IllegalMove, match="the samples do not lead to that report"):
        house.guest.end_attempt(lie)
    assert house.match.played == ()
    house.guest.begin_attempt()
    house.guest.add_samples([[0.0] * 8] * 60)
    assert house.guest.end_attempt(report)["same"] is True
    assert [str(line.action) for line in house.match.played] == [report]


def test_what_the_host_finds_counts_where_machines_differ(tmp_path: Path) -> None:
    house = House(tmp_path, hands=HERE.replace(" ", " older ", 1))
    assert house.guest.seen["apart"] == house.watcher.seen["apart"] == [1]  # before anybody has acted
    report = tried(house)
    other = report.replace("attempt gave_up", "attempt success")
    told = house.guest.end_attempt(other)
    assert told["same"] is False and told["report"] == report
    assert [str(line.action) for line in house.match.played] == [report]


def test_an_attempt_goes_on_after_a_new_wire_a_new_guest_and_a_new_host(tmp_path: Path) -> None:
    house = House(tmp_path)
    running = house.running(house.guest.begin_attempt())
    house.guest.add_samples(tilts(running, 0, 12))
    house.wires[-1].close()
    house.guest.add_samples(tilts(running, 12, 24))  # lost with the wire
    house.guest.wait(0)
    house.guest.add_samples(tilts(running, 24, 30))
    house.door = house.opened()  # a host that was killed knows nothing of an attempt under way
    house.wires[-1].close()
    running.give_up()
    assert house.guest.end_attempt(str(running.report()))["same"] is True

    house.guest.begin_attempt()
    house.guest.add_samples([[0.0] * 8] * 6)
    house.wires[-1].close()
    house.guest = house.joined()  # somebody with the same invitation, elsewhere
    running = house.running(house.guest.begin_attempt())
    assert len(running.trace.samples) == 6
    running.give_up()
    assert house.guest.end_attempt(str(running.report()))["same"] is True
    assert len(house.match.played) == 2


def test_who_comes_without_hands_has_a_bot_try(tmp_path: Path) -> None:
    house = House(tmp_path)
    running = house.running(house.guest.begin_attempt())
    house.guest.add_samples(tilts(running, 0, 12))
    running.give_up()
    house.wires[-1].close()
    assert house.match.played == ()
    GuestSeat(lambda: Loop(house.door), "code")
    assert str(house.match.played[0].action) == str(running.report())  # what was begun is no second try
    assert len(house.match.played) == 2 and house.match.turn is None


@pytest.mark.parametrize(
    "samples",
    [
        [1],
        [[]],
        [["x"] * 8],
        [[True] * 8],
        [[None] * 8],
        [[10**400] * 8],
        [[-1e308] * 8],
        [[0.0] * 7],
        [{}],
        ["12345678"],
    ],
)
def test_samples_that_are_none_change_nothing(samples: Any, tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.guest.ask(do="samples", attempt=0, **{"from": 0}, samples=[])["error"]["kind"] == "IllegalMove"
    house.guest.begin_attempt()
    told = house.guest.ask(do="samples", attempt=0, **{"from": 0}, samples=[[0.0] * 8, *samples])
    assert told["error"]["kind"] in ("BadRequest", "NotationError"), told
    for first in (-1, 1, 99):
        told = house.guest.ask(do="samples", attempt=0, **{"from": first}, samples=[])
        assert "expected 0, the next one" in told["error"]["text"]
    assert house.door.trying and house.door.trying.samples == []
    assert house.watcher.ask(do="begin")["error"]["text"] == "you watch; expected a seat"
