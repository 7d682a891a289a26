"""Races in real time: claims with time stamps, hands that need their time, bots that need theirs, and the clock.

The referee is told the time and never looks at one, so a race can be replayed and tested. What it plays goes into the
match in order, and that order alone is what records hold.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.notation import Action
from skill.rules.game import ANYONE, CHANCE, Seat
from skill.table.bots import HUMAN, REACTION_S
from skill.table.match import Match
from skill.table.record import Played


class Claim(NamedTuple):
    """What a seat wants to do, and when it said so."""

    at_s: float
    seat: Seat
    action: Action


class Referee:
    """Runs the race of a match. Call `claim` when a person acts and `advance` as time goes by."""

    def __init__(self, match: Match, now_s: float = 0.0) -> None:
        self.match = match
        self._claims: list[Claim] = []
        self._of_bots: list[Claim] = []
        self._acted_s: dict[Seat, float] = {}
        self._changed_s = now_s
        self._let_bots_look(now_s)

    @property
    def is_on(self) -> bool:
        """Whether the match is at a race now."""
        return self.match.turn is ANYONE

    def claim(self, seat: Seat, action: Action, at_s: float) -> bool:
        """Notes that `seat` wants to act; whether its hand was free to. It is judged at the next `advance`."""
        if not self.is_on or at_s < self._ready_s(seat):
            return False
        self._claims.append(Claim(at_s, seat, action))
        return True

    def advance(self, now_s: float) -> list[Played]:
        """Judges what has been claimed until now, first come first served, lets bots, the clock and chance act.

        Equal time stamps go by the game's own order. A claim that is not legal any more is dropped. Returns what was
        played.
        """
        before = len(self.match.played)
        if self.is_on:
            rank = {seat: n for n, seat in enumerate(self.match.game.race_order(self.match.state))}
            due = self._claims + [claim for claim in self._of_bots if claim.at_s <= now_s]
            for claim in sorted(due, key=lambda claim: (claim.at_s, rank[claim.seat])):
                self._judge(claim)
            self._claims.clear()
        self._run_clock(now_s)
        while self.match.turn is CHANCE:
            self.match.step()
            self._changed_s = now_s
        if len(self.match.played) > before:
            self._let_bots_look(now_s)
        return list(self.match.played[before:])

    def _ready_s(self, seat: Seat) -> float:
        """When the hand of `seat` is free again."""
        return self._acted_s.get(seat, -inf) + self.match.game.pause_of_s(self.match.state, seat)

    def _judge(self, claim: Claim) -> None:
        try:
            if self.is_on:
                self.match.play(claim.action, claim.seat)
                self._acted_s[claim.seat] = self._changed_s = claim.at_s
        except IllegalMove:
            return  # somebody was quicker

    def _run_clock(self, now_s: float) -> None:
        limit_s = self.match.game.clock_s(self.match.state) if self.is_on else None
        if limit_s is not None and now_s - self._changed_s >= limit_s and (table := self.match.moves()):
            self.match.play(table[0], CHANCE)
            self._changed_s = now_s

    def _let_bots_look(self, now_s: float) -> None:
        """After every change each bot looks anew and acts when its time has come, unless something changes again."""
        self._of_bots.clear()
        if not self.is_on:
            return
        order = self.match.game.race_order(self.match.state)
        bots = [seat for seat in order if self.match.player(seat) != HUMAN]
        for delay_s, seat, action in self.match.bot_claims(bots):
            self._of_bots.append(Claim(max(now_s + delay_s, self._ready_s(seat)), seat, action))
        is_stuck = not self._of_bots and bots == list(order) and self.match.game.clock_s(self.match.state) is None
        if is_stuck:
            self._of_bots.append(Claim(now_s + REACTION_S, *self.match.forced_claim()))
