"""Attempts at a table of several machines: hands at one window make them, and the others see them as they are made."""

from __future__ import annotations

from collections.abc import Iterator
from math import sin

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.screens import destinations
from skill.app.screens.match.screen import MatchScreen
from skill.net.door import WATCHER
from skill.net.guest import GuestSeat, connected
from skill.net.hands import hands_here
from skill.net.hosting import Hosted
from skill.net.invitation import Invitation
from skill.rules.game import AttemptSpec
from skill.table.attempts import attempt_in
from skill.table.record import read_record
from skill.table.replay import check_record
from tests.app.driver import Driver
from tests.app.screens.test_several_machines import at_home, driver, joined, unhurried, until
from tests.engines import needs_engine
from tests.net import waiting
from tests.net.test_host import begun, guest_of, served
from tests.net.waiting import PATIENCE_S

__all__ = ["at_home", "driver", "unhurried"]


@pytest.fixture(autouse=True)
def engine() -> None:
    needs_engine()


class Other:
    """Another machine with hands, which makes one attempt when it is told to."""

    def __init__(self, hosted: Hosted, invitation: Invitation, hands: str = "") -> None:
        self.hosted, hands = hosted, hands or hands_here()
        self.guest = GuestSeat(lambda: connected(invitation), invitation.code, PATIENCE_S, hands=hands)
        self.report = ""

    def try_for(self, samples: int) -> Iterator[int]:
        """Begins it, and goes on by so many samples at a time as often as it is asked to."""
        spec = self.hosted.match.turn
        assert isinstance(spec, AttemptSpec)
        running = attempt_in(spec, self.guest.begin_attempt())
        while True:
            for number in range(samples):
                sample = [sin(number / 9 + column) / 10 for column in range(len(running.toolset.rest))]
                running.tick(sample)
                self.guest.add_samples([sample])
            if (yield len(running.trace.samples)):
                break
        running.give_up()
        self.report = str(running.report())
        running.close()
        self.guest.end_attempt(self.report)


def told(watcher: GuestSeat) -> int:
    """How many samples of an attempt it has been told of."""
    return watcher.watched[-1]["from"] + len(watcher.watched[-1]["samples"]) if watcher.watched else 0


def at_the_table(driver: Driver, hosted: Hosted, seat: int) -> MatchScreen:
    joined(driver, hosted.kept.invitations[seat])
    assert isinstance(driver.app.screen, MatchScreen)
    return driver.app.screen


def test_hands_at_a_window_make_the_attempt_and_see_that_of_another(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", "faraday", attempts=1, first_player=1)
    with served(hosted):
        screen = at_the_table(driver, hosted, 1)
        control, runtime = screen.control, screen.control.runtime
        watcher = guest_of(hosted.kept.invitations[WATCHER])
        other = Other(hosted, hosted.kept.invitations[2])
        until(driver, lambda: runtime.phase is Phase.READY)
        assert runtime.can_practise and not hosted.match.played
        control.begin_attempt()
        driver.frames(40)
        assert runtime.phase is Phase.HANDS and not runtime.can_drop
        screen.perform(Act.UNDO)
        assert runtime.phase is Phase.HANDS  # there is one try
        screen.perform(Act.PAUSE)
        until(driver, lambda: runtime.match.paused_by == 1)
        assert runtime.attempts.running is not None
        held = len(runtime.attempts.running.trace.samples)
        driver.frames(20)
        assert len(runtime.attempts.running.trace.samples) == held
        screen.perform(Act.PAUSE)
        until(driver, lambda: runtime.match.paused_by is None)
        driver.frames(5)
        made = runtime.attempts.running.trace
        waiting.until(lambda: told(watcher) >= held - 6, lambda: watcher.wait(0.1))
        screen.perform(Act.GIVE_UP)
        screen.perform(Act.GIVE_UP)
        until(driver, lambda: len(runtime.match.played) == 1)
        [own] = hosted.match.played
        assert own.action[-1] == made.word() and own.action[1] == "gave_up"
        assert runtime.match.played[0] == own
        driver.until_card()
        assert control.card.title == "You have given up"  # type: ignore[union-attr]
        screen.cards.close()

        going = other.try_for(12)
        next(going)
        until(driver, lambda: runtime.attempts.running is not None)
        seen = runtime.attempts.running
        assert seen is not None and runtime.phase is Phase.HANDS
        control.runtime.attempts.give_up()  # of another nobody gives up
        assert not seen.done
        for count in (24, 36):
            assert going.send(False) == count
            until(driver, lambda count=count: len(seen.trace.samples) >= count - 6)
            until(driver, lambda: not control.needs_time)  # while nothing more is told
        with pytest.raises(StopIteration):
            going.send(True)
        until(driver, lambda: runtime.match.result is not None and runtime.attempts.running is None)
        assert seen.trace.word() in other.report
        until(driver, lambda: control.kept is not None)
        assert control.kept
        record = read_record(control.kept)
        assert str(record) == str(hosted.match.record)
        assert check_record(record, control.kept.parent) == []  # with both traces
        watcher.close()
        other.guest.close()


def test_who_comes_back_goes_on_with_what_hands_have_done(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", "faraday", attempts=1, first_player=1)
    with served(hosted):
        screen = at_the_table(driver, hosted, 1)
        until(driver, lambda: screen.control.runtime.phase is Phase.READY)
        assert not screen.control.needs_time
        screen.control.begin_attempt()
        driver.frames(40)
        trying = hosted.door.trying
        assert trying
        until(driver, lambda: len(trying.samples) >= 30)
        screen.perform(Act.LEAVE)
        assert screen.dialog and screen.dialog.title == "Leave this attempt?"
        driver.press("Leave it")
        until(driver, lambda: hosted.door.here == ())
        done = len(trying.samples)
        runtime = at_the_table(driver, hosted, 1).control.runtime
        until(driver, lambda: runtime.phase is Phase.READY)
        runtime.begin_attempt()
        assert runtime.attempts.running and len(runtime.attempts.running.trace.samples) == done
        runtime.attempts.give_up()
        until(driver, lambda: len(runtime.match.played) == 1)
        assert hosted.match.played[0].action[1] == "gave_up"


def test_who_was_away_while_another_tried_sees_it_all_the_same(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", "faraday", attempts=1, first_player=2)
    with served(hosted):
        going = (other := Other(hosted, hosted.kept.invitations[2])).try_for(12)
        next(going)
        runtime = at_the_table(driver, hosted, 1).control.runtime
        until(driver, lambda: runtime.attempts.running is not None)
        seen = runtime.attempts.running
        assert seen
        until(driver, lambda: len(seen.trace.samples) == 12)  # from its beginning
        driver.app.go_to(destinations.Home())
        until(driver, lambda: hosted.door.here == (2,))
        assert going.send(False) == 24
        with pytest.raises(StopIteration):
            going.send(True)

        screen = at_the_table(driver, hosted, 1)
        control, runtime = screen.control, screen.control.runtime
        until(driver, lambda: runtime.can_replay and runtime.phase is Phase.READY)
        screen.perform(Act.REPLAY)
        assert runtime.attempts.running
        until(driver, lambda: runtime.attempts.running is None or len(runtime.attempts.running.trace.samples) == 24)
        control.end_replay()
        control.begin_attempt()
        driver.frames(9)
        screen.perform(Act.GIVE_UP)
        screen.perform(Act.GIVE_UP)
        until(driver, lambda: control.kept is not None)
        assert control.kept
        record = read_record(control.kept)
        assert str(record) == str(hosted.match.record)
        assert check_record(record, control.kept.parent) == []  # with both traces
        other.guest.close()


def test_a_trace_that_comes_when_the_match_is_kept_already_is_kept_with_it(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", "faraday", ("human", "random"), attempts=1, first_player=1)
    with served(hosted):
        screen = at_the_table(driver, hosted, 1)
        control, runtime = screen.control, screen.control.runtime
        until(driver, lambda: runtime.phase is Phase.READY)
        control.begin_attempt()
        driver.frames(9)
        screen.perform(Act.GIVE_UP)
        screen.perform(Act.GIVE_UP)
        until(driver, lambda: control.card is not None)
        driver.until_card()
        screen.cards.close()
        until(driver, lambda: control.kept is not None)
        assert control.kept and len(hosted.match.played) == 2  # and the bot has tried
        record, folder = read_record(control.kept), control.kept.parent
        until(driver, lambda: check_record(record, folder) == [])


@pytest.mark.parametrize("is_alike", [False, True])
def test_what_the_host_finds_counts_and_is_told(driver: Driver, tmp_path, monkeypatch, is_alike: bool) -> None:
    if not is_alike:
        monkeypatch.setattr("skill.net.joined.hands_here", lambda: "another processor")
    hosted = begun(tmp_path / "host", "faraday", attempts=1, first_player=1)
    with served(hosted):
        screen = at_the_table(driver, hosted, 1)
        control, runtime = screen.control, screen.control.runtime
        if not is_alike:
            until(driver, lambda: "may compute attempts otherwise" in control.message)
        until(driver, lambda: runtime.phase is Phase.READY)
        said: list[str] = []
        say = control.say
        monkeypatch.setattr(control, "say", lambda text: (said.append(text), say(text)))
        control.begin_attempt()
        driver.frames(20)
        running = runtime.attempts.running
        assert running
        report = type(running).report
        monkeypatch.setattr(type(running), "report", lambda run: lied(report(run)) if run is running else report(run))
        runtime.attempts.give_up()
        until(driver, lambda: len(runtime.match.played) == 1)
        assert runtime.match.played[0].action[1] == "gave_up"
        until(driver, lambda: "that one counts" in "".join(said))


def lied(report):
    return type(report)((report[0], "success", *report[2:]))
