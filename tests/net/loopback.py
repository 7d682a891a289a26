"""Guests without sockets: a wire that ends in a door, and matches that they play over it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from skill.bots.registry import HUMAN, find_bot
from skill.env.playing import by_planner
from skill.env.protocol import TICK_S, Table
from skill.errors import IllegalMove
from skill.net.door import Door, Guest
from skill.net.guest import GuestSeat, Lost
from skill.rules.game import ANYONE, AttemptSpec, Seat
from skill.table.attempts import attempt_in, begin_attempt, bot_attempt, finish_attempt
from skill.table.match import Match

HANDS = "random"
STROKE = 30
"""Samples of an attempt that a guest makes itself and then gives up: half a second."""


class Loop:
    """A wire to a door in this process. `fault`, asked before and after each frame, may break it."""

    def __init__(self, door: Door, fault: Callable[[], bool] = lambda: False) -> None:
        self.door, self.fault = door, fault
        self.guest: Guest | None = None
        self.frames: deque[str] = deque()
        self.is_open = True
        self.sent: list[str] = []

    def send(self, line: str) -> None:
        self._break()
        if self.guest is None:
            answer, self.guest = self.door.enter(line)
        else:
            answer = self.door.answer(self.guest, line)
        self._break()
        self.frames.append(answer)

    def receive(self, timeout_s: float | None) -> str | None:
        self._break()
        if not self.frames and self.guest and (news := self.door.news(self.guest)):
            self.frames.append(news)
        return self.frames.popleft() if self.frames else None

    def close(self) -> None:
        self.is_open = False
        if self.guest:
            self.door.leave(self.guest)

    def _break(self) -> None:
        if not self.is_open or self.fault():
            self.close()
            raise Lost("broken")


def codes_of(match: Match) -> dict[Seat, str]:
    return {seat: f"code {seat}" for seat, who in enumerate(match.seats, 1) if who == HUMAN}


def joined(door: Door, codes: dict[Seat, str], hands: str = "") -> dict[Seat, GuestSeat]:
    return {seat: GuestSeat(lambda: Loop(door), code, hands=hands) for seat, code in codes.items()}


def chooser(seat: Seat, acts: int) -> Random:
    return Random(f"{seat}:{acts}")


def by_wire(match: Match, most: int, hands: str = "") -> None:
    """Plays a match through a door, by guests that know no more than they are sent.

    With `hands` they make their attempts on their own machine, each a stroke without a plan.
    """
    codes = codes_of(match)
    table = Table(match, HANDS)
    door = Door(table, codes)
    table.settle()
    guests = joined(door, codes, hands)
    for _ in range(most):
        if match.turn is None:
            return
        if match.turn is ANYONE:
            for seat, guest in guests.items():
                guest.wait(0)
                if guest.seen["legal"] and (
                    action := wanted(seat, guest.seen["acts"], guest.seen["legal"], table.now_s)
                ):
                    guest.play(action)
            door.pass_time(5 * TICK_S)
            continue
        if isinstance(match.turn, AttemptSpec):
            assert tried(guests[match.turn.seat], match.turn) is True
            continue
        for seat, guest in guests.items():
            guest.wait(0)
            if guest.seen["legal"]:
                told = guest.play(chooser(seat, guest.seen["acts"]).choice(guest.seen["legal"]))
                assert told["ok"], told
                break
        else:
            raise AssertionError("nobody may act")


def tried(guest: GuestSeat, spec: AttemptSpec) -> Any:
    """Makes the attempt that is asked of a guest; whether the host has found the same."""
    while guest.wait(0):
        pass  # what others have tried
    running = attempt_in(spec, guest.begin_attempt())
    for sample in stroke(running, spec, guest.seen["played"]):
        guest.add_samples([sample])
    told = guest.end_attempt(str(running.report()))
    running.close()
    return told["same"]


def stroke(running: Any, spec: AttemptSpec, number: int) -> Iterator[Any]:
    """What hands of a guest do in the attempt that had so many actions before it, until they give up."""
    seed = Random(f"{spec.seat}:{number}").getrandbits(31)
    for sample in islice(find_bot(HANDS).samples(spec, running, seed), STROKE):
        running.tick(sample)
        yield sample
        if running.done:
            return
    running.give_up()


def wanted(seat: Seat, acts: int, legal: list[str], now_s: float) -> str | None:
    """What a guest does in a race, if anything yet."""
    rng = Random(f"{seat}:{acts}:{now_s:.2f}")
    return rng.choice(legal) if rng.random() < 0.3 else None


def at_one_table(match: Match, most: int, hands: str = "") -> None:
    """The same match without a door; a race by the table that the text protocol has too."""
    table = Table(match, HANDS)
    people, done = codes_of(match), 0
    while match.turn is not None and done < most:
        turn = match.turn
        if turn is ANYONE and people:
            done += 1
            for seat in people:
                legal = legal_of(match, seat)
                if legal and (action := wanted(seat, acts_of(match, seat), legal, table.now_s)):
                    with suppress(IllegalMove):
                        table.play(match.game.parse(action), seat)
            if match.turn is ANYONE:
                table.wait(5 * TICK_S)
        elif isinstance(turn, AttemptSpec):
            if turn.seat in people and hands:
                done += 1
                running = begin_attempt(match)
                for _ in stroke(running, turn, len(match.played)):
                    pass
                finish_attempt(match, running)
                running.close()
            elif turn.seat in people:
                seed = match.generator("attempt").getrandbits(31)
                match.play(by_planner(turn, seed, HANDS), turn.seat)
            else:
                bot_attempt(match)
        elif isinstance(turn, int) and turn in people:
            done += 1
            match.play(match.game.parse(chooser(turn, acts_of(match, turn)).choice(legal_of(match, turn))))
        elif turn is ANYONE:
            table.settle()
        else:
            match.step()
    table.settle()


def acts_of(match: Match, seat: Seat) -> int:
    return sum(line.by == seat for line in match.played)


def legal_of(match: Match, seat: Seat) -> list[str]:
    return [*map(str, match.moves(seat))] if match.turn == seat or match.turn is ANYONE else []
