"""Bots that think keep nobody waiting: what guests ask meanwhile is answered, and what comes of it is the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from skill.bots.decision import AtOnce, Decision
from skill.env.protocol import Attempted, Table
from skill.errors import Unavailable
from skill.lattice.notation import ATTEMPT, Action
from skill.net.door import Door
from skill.net.guest import GuestSeat
from skill.rules.catalogue import find_game
from skill.rules.game import offered
from skill.table.attempts import begin_attempt
from skill.table.match import Match
from skill.table.store import Store
from tests.net.loopback import Loop, codes_of, joined
from tests.net.waiting import unhurried, until

__all__ = ["unhurried"]


class Slow(AtOnce):
    """Has thought once it is told so."""

    def __init__(self) -> None:
        self.has_thought = False
        self._asked: Hashable = None
        self._work: Callable[[], Any] = lambda: None

    @property
    def is_thinking(self) -> bool:  # type: ignore[override]
        return self._asked is not None

    def ask(self, key: Hashable, function: Callable[[Any], Any], piece: Callable[[], Any]) -> None:
        if key != self._asked:
            self._asked, self._work, self.has_thought = key, partial(function, piece()), False

    def answer(self, key: Hashable) -> Any:
        if not self.has_thought:
            return None
        self._asked = None
        return self._work()

    def drop(self) -> None:
        self._asked = None


class Slowly:
    """A table with a bot that thinks, whose turn it is once a guest has acted; and one guest, or two."""

    def __init__(self, game: str, *seats: str) -> None:
        found = find_game(game)
        self.match, self.thinker = Match(found, len(seats), None, seats, 5), Slow()
        table = Table(self.match, "greedy", thinker=self.thinker)
        self.door = Door(table, codes_of(self.match))
        table.settle()
        self.guests = joined(self.door, codes_of(self.match))
        while not (table.is_thinking and self.guests[1].seen["acts"]):
            self.thinker.has_thought = True
            self.door.go_on()
            for guest in self.guests.values():
                guest.wait(0)
                if guest.seen["legal"]:
                    assert guest.play(guest.seen["legal"][0])["ok"]
        self.guest = self.guests[1]
        self.count = len(self.match.played)


def test_a_guest_is_answered_while_a_bot_thinks() -> None:
    table = Slowly("rasanto", "human", "medium")
    seen = table.guest.ask(do="state")
    assert seen["ok"] and seen["legal"] == [] and seen["played"] == table.count
    refused = table.guest.ask(do="play", action=str(table.match.moves()[0]), act=seen["acts"] + 1)
    assert refused["error"]["kind"] == "IllegalMove"
    table.door.go_on()
    assert len(table.match.played) == table.count and table.thinker.is_thinking
    table.thinker.has_thought = True
    table.door.go_on()
    assert len(table.match.played) > table.count and not table.thinker.is_thinking
    assert table.match.played[table.count].by == 2
    table.guest.wait(0)
    assert table.guest.seen["legal"]


def test_what_a_bot_has_thought_waits_for_the_end_of_a_pause() -> None:
    table = Slowly("rasanto", "human", "medium")
    assert table.guest.ask(do="pause")["paused"] == 1
    table.thinker.has_thought = True
    table.door.go_on()
    assert len(table.match.played) == table.count
    assert table.guest.ask(do="resume")["played"] > table.count


def test_what_is_taken_back_is_thought_about_no_more() -> None:
    table = Slowly("rasanto", "human", "medium")
    own = table.match.played
    assert table.guest.undo()["acts"] == 0 and not table.thinker.is_thinking
    assert table.guest.play(str(own[-1].action))["ok"] and table.match.played == own
    assert table.thinker.is_thinking and not table.thinker.has_thought


def test_whoever_leaves_while_a_bot_thinks_is_told_of_it_later() -> None:
    table = Slowly("ruins", "human", "medium", "human")
    known = table.guest.seen["played"]
    for guest in table.guests.values():
        guest.close()
    assert table.door.here == ()
    table.thinker.has_thought = True
    table.door.go_on()
    again = GuestSeat(lambda: Loop(table.door), "code 1")
    assert again.seen["played"] > known


def test_a_bot_that_cannot_act_is_asked_once() -> None:
    table = Slowly("rasanto", "human", "medium")
    asked: list[int] = []

    def fails() -> None:
        asked.append(table.count)
        raise Unavailable("no engine")

    table.thinker._work, table.thinker.has_thought = fails, True
    for _ in range(3):
        table.door.go_on()
    with pytest.raises(Unavailable, match="no engine"):
        table.door.table.settle()
    assert asked == [table.count] and table.guest.ask(do="state")["ok"]


GO = "SKILLBOX_TEST_GO"
"""Names the file for which bots wait in another process."""


def wait_for_leave() -> None:
    while not Path(os.environ[GO]).exists():
        sleep(0.01)


def chosen(decision: Decision) -> Action:
    """What a bot chooses, who waits for leave."""
    wait_for_leave()
    return offered(decision.game, decision.view, decision.seat)[0]


def given_up(asked: Attempted) -> Action:
    """An attempt of hands that wait for leave."""
    wait_for_leave()
    running = begin_attempt(Match.resumed(asked.record))
    running.give_up()
    return ATTEMPT(*running.report()[1:-1], "-")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(("game", "seats"), [("ruins", "human medium human"), ("faraday", "human human")])
def test_a_host_answers_while_a_bot_thinks(
    game: str, seats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot cannot have thought before there is a file, and that comes after all that is answered."""
    pytest.importorskip("websockets")
    pytest.importorskip("cryptography")
    from tests.net.test_host import begun, guest_of, served

    monkeypatch.setenv(GO, str(go := tmp_path / "go"))
    monkeypatch.setattr("skill.env.protocol.decided", chosen)
    monkeypatch.setattr("skill.env.protocol.attempted", given_up)
    hosted = begun(tmp_path, game, tuple(seats.split()))
    match, invitations = hosted.match, hosted.kept.invitations
    with served(hosted):
        first, *others = (guest_of(invitations[seat]) for seat in hosted.door.table.people)
        while not hosted.door.table.is_thinking:
            for guest in (first, *others):
                guest.wait(0.01)
                if guest.seen["legal"]:
                    assert guest.play(guest.seen["legal"][0])["ok"]
        count = len(match.played)
        assert first.ask(do="state")["played"] == count
        assert first.ask(do="pause")["paused"] and others[0].ask(do="resume")["paused"] is None
        others[0].close()
        until(lambda: len(hosted.door.here) == 1, what="a seat that is left")
        assert first.ask(do="state")["here"] == [first.seen["seat"]]
        assert len(match.played) == count and hosted.door.table.is_thinking
        go.touch()
        while first.seen["played"] == count:
            first.wait(0.1)
        first.close()
    assert hosted.put_away(Store(tmp_path)) is None or match.result
