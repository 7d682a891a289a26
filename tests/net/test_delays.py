"""Races over wires of different lengths, by simulated delays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from skill.env.protocol import Table
from skill.net.delays import LAST, MOST_S, Delay
from skill.net.door import Door, Guest
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE
from skill.table.match import Match

STEP_S = 0.01


class Between:
    """A race of two guests who want the same die, each with a wire of its own length."""

    def __init__(self, *half_trips_s: float, game: str = "clever-mole") -> None:
        self.match = Match(find_game(game), 2, None, ["human", "human"], 1)
        table = Table(self.match, "greedy")
        table.settle()
        assert self.match.turn is ANYONE
        self.door = Door(table, {1: "1", 2: "2"})
        self.guests: dict[int, Guest] = {}
        for seat, half_s in enumerate(half_trips_s, 1):
            _, guest = self.door.enter(json.dumps({"do": "join", "code": str(seat)}))
            assert guest
            guest.delay.note(2 * half_s)
            self.guests[seat] = guest
        self.action = str(self.match.moves(1)[0])
        self.now_s = 0.0

    def run(self, arrives_s: dict[int, float]) -> dict[int, dict[str, Any]]:
        """What each is answered whose claim comes in at that time."""
        asked = json.dumps({"do": "play", "action": self.action, "act": 1})
        told: dict[int, dict[str, Any]] = {}
        while len(told) < len(arrives_s) and self.now_s < 5:
            self.door.pass_time(STEP_S)
            self.now_s += STEP_S
            for seat, at_s in arrives_s.items():
                if seat not in told and at_s <= self.now_s and (reply := self.door.reply(self.guests[seat], asked)):
                    assert isinstance(reply, str)
                    told[seat] = json.loads(reply)
        return told

    @property
    def first(self) -> int | None:
        return next(line.by for line in self.match.played if str(line.action) == self.action)


def test_who_acts_first_is_first_however_long_its_wire_is() -> None:
    race = Between(0.2, 0.0)
    told = race.run({1: 1.0 + 0.2, 2: 1.1})  # made after 1.0 s and 1.1 s
    assert race.first == 1 and told[1]["acts"] == 1
    assert told[1]["delays_s"] == {"1": 0.2, "2": 0.0}


def test_who_acts_later_is_not_made_first_by_a_long_wire() -> None:
    race = Between(0.2, 0.0)
    race.run({1: 1.2 + 0.2, 2: 1.1})
    assert race.first == 2


@pytest.mark.parametrize("measured_s", [0.05, 0.2, 5.0, 1e9])
def test_nobody_gains_more_than_its_measured_delay(measured_s: float) -> None:
    """A liar that answers late on purpose, and claims over a wire that takes no time."""
    gain_s = min(measured_s, MOST_S)
    for late_s, first in ((gain_s - 0.02, 1), (gain_s + 0.02, 2)):
        race = Between(measured_s, 0.0)
        race.run({1: 1.0 + late_s, 2: 1.0})
        assert race.first == first


def test_a_pause_of_the_network_makes_nobody_earlier() -> None:
    delay = Delay()
    assert delay.s == 0
    for trip_s in (0.1, 3.0, 4.0):
        delay.note(trip_s)
    assert delay.s == 0.05
    for _ in range(LAST):
        delay.note(3.0)
    assert delay.s == MOST_S


def test_a_claim_is_judged_at_once_when_time_stops() -> None:
    """Nobody waits for an answer in a pause, and what was refused is not done later."""
    race = Between(0.2, 0.0)
    asked = json.dumps({"do": "play", "action": race.action, "act": 1})
    race.door.pass_time(1)
    assert race.door.reply(race.guests[2], asked) is None
    race.door.answer(race.guests[1], '{"do": "pause"}')
    race.door.pass_time(0.01)
    assert json.loads(race.door.answer(race.guests[2], asked))["acts"] == 1
    assert race.first == 2


def test_a_claim_that_is_said_again_before_it_is_judged_is_one_claim() -> None:
    race = Between(0.2, 0.0)
    asked = json.dumps({"do": "play", "action": race.action, "act": 1})
    race.door.pass_time(1)
    assert race.door.reply(race.guests[2], asked) is None
    race.door.leave(race.guests[2])
    race.guests[2] = again = race.door.enter('{"do": "join", "code": "2"}')[1] or race.guests[2]
    assert race.door.reply(again, asked) is None
    race.door.pass_time(0.3)
    assert json.loads(race.door.answer(again, asked))["ok"]
    assert sum(line.by == 2 for line in race.match.played) == 1


def test_a_claim_that_is_refused_is_not_done_later() -> None:
    race = Between(0.2, 0.0, game="vain-guinea-fowl")
    race.run({2: 1.0})
    count = len(race.match.played)
    asked = json.dumps({"do": "play", "action": race.action, "act": 2})
    assert race.door.reply(race.guests[2], asked) is None
    race.door.pass_time(0.3)
    told = json.loads(race.door.answer(race.guests[2], asked))
    assert "its hand was not free yet" in told["error"]["text"]
    race.door.pass_time(3)
    assert len(race.match.played) == count


def test_a_seat_has_one_claim_at_a_time() -> None:
    race = Between(0.2, 0.0)
    one, other = (json.dumps({"do": "play", "action": str(race.match.moves(2)[n]), "act": 1}) for n in (0, 1))
    race.door.pass_time(1)
    assert race.door.reply(race.guests[2], one) is None
    assert "is not judged yet" in json.loads(race.door.answer(race.guests[2], other))["error"]["text"]
    race.door.pass_time(0.3)
    assert json.loads(race.door.answer(race.guests[2], one))["acts"] == 1
    assert sum(line.by == 2 for line in race.match.played) == 1 and not race.door.race.pending
