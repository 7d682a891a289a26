"""Races in real time: claims with time stamps, hands that need their time, bots that need theirs, and the clock.

The referee is told the time and never looks at one, so a race can be replayed and tested. What it plays goes into the
match in order, and that order alone is what records hold.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, nextafter
from typing import Any, NamedTuple

from skill.bots.bot import REACTION_S
from skill.bots.registry import HUMAN
from skill.errors import IllegalMove
from skill.lattice.notation import Action
from skill.rules.game import ANYONE, CHANCE, Seat
from skill.rules.race import Race, as_race
from skill.table.match import Match
from skill.table.record import Played


class Claim(NamedTuple):
    """What a seat wants to do, and when it said so."""

    at_s: float
    seat: Seat
    action: Action


class Intent(NamedTuple):
    """What a bot is about to claim, and what it went by when it made up its mind, as the game's `focus` says."""

    claim: Claim
    focus: Hashable


class Referee:
    """Runs the race of a match. Call `claim` when a person acts and `advance` as time goes by.

    Everything is judged in the order of its time stamps and as of them, however seldom anybody looks: claims of persons
    and of bots, the clock, and what chance adds to each. With `deals=False` what chance does between two rounds is left
    to the caller, who then makes another referee.
    """

    def __init__(self, match: Match, now_s: float = 0.0, *, deals: bool = True) -> None:
        self.match = match
        self._deals = deals
        self._claims: list[Claim] = []
        self._of_bots: dict[Seat, Intent] = {}
        self._acted_s: dict[Seat, float] = {}
        self._changed_s = now_s
        self._looked_s = -inf
        self._let_bots_look(now_s)

    @property
    def _game(self) -> Race[Any]:
        return as_race(self.match.game)

    @property
    def is_on(self) -> bool:
        """Whether the match is at a race now."""
        return self.match.turn is ANYONE

    def claim(self, seat: Seat, action: Action, at_s: float) -> bool:
        """Notes that `seat` wants to act; whether, by what is judged so far, it may and its hand was free to.

        It is judged at the next `advance` to that time or a later one. What comes after a look counts as later than it.
        """
        if not self.is_on or seat not in self._game.race_order(self.match.state):
            return False
        claim = Claim(at_s if at_s > self._looked_s else nextafter(self._looked_s, inf), seat, action)
        self._claims.append(claim)
        return claim.at_s >= self._ready_s(seat, action)

    def advance(self, now_s: float) -> list[Played]:
        """Judges what has been claimed until now, first come first served, lets bots, the clock and chance act.

        Equal time stamps go by the game's own order; a call comes after what hands do, and the clock last. A claim is
        dropped that is not legal when its time has come, or for which the hand is not free yet. Returns what was
        played.
        """
        before = len(self.match.played)
        self._go_on(now_s, before)
        while self.is_on and (event := self._next(now_s)) is not None:
            count = len(self.match.played)
            if isinstance(event, Claim):
                self._judge(event)
                at_s = event.at_s
            else:
                at_s = self._changed_s = event
                self.match.play(self.match.moves()[0], CHANCE)
            self._go_on(at_s, count)
        if not self.is_on:
            self._claims.clear()
        self._looked_s = max(self._looked_s, now_s)
        return list(self.match.played[before:])

    def _next(self, now_s: float) -> Claim | float | None:
        """What comes next until now: a claim, or the moment at which the clock has run out."""
        rank = {seat: n for n, seat in enumerate(self._game.race_order(self.match.state))}
        bots = [intent.claim for intent in self._of_bots.values() if self._stands(intent.claim.seat)]
        due = [claim for claim in (*self._claims, *bots) if claim.at_s <= now_s and claim.seat in rank]
        calls = self._game.calls
        first = min(due, key=lambda claim: (claim.at_s, claim.action.verb in calls, rank[claim.seat]), default=None)
        limit_s = self._game.clock_s(self.match.state)
        if limit_s is not None:
            ends_s = self._changed_s + limit_s
            if ends_s <= now_s and (first is None or ends_s < first.at_s) and self.match.moves():
                return ends_s
        return first

    def left_s(self, now_s: float, seat: Seat) -> float | None:
        """Seconds until the clock of the race runs out, as far as `seat` may know; None where none runs."""
        limit_s = self._game.clock_s(self.match.view(seat)) if self.is_on else None
        return None if limit_s is None else max(0.0, self._changed_s + limit_s - now_s)

    def _ready_s(self, seat: Seat, action: Action) -> float:
        """When the hand of `seat` is free for that action."""
        if not self._needs_hand(action):
            return -inf
        return self._acted_s.get(seat, -inf) + self._game.pause_of_s(self.match.state, seat)

    def _needs_hand(self, action: Action) -> bool:
        return action.verb not in self._game.calls and action.verb not in self._game.unpaced

    def _judge(self, claim: Claim) -> None:
        if claim in self._claims:
            self._claims.remove(claim)
        else:
            del self._of_bots[claim.seat]
        if claim.at_s < self._ready_s(claim.seat, claim.action):
            return
        try:
            before = self.match.state
            self.match.play(claim.action, claim.seat)
        except IllegalMove:
            return  # somebody was quicker
        if self._needs_hand(claim.action):
            self._acted_s[claim.seat] = claim.at_s
        if not self._game.clock_runs_on(before, self.match.state):
            self._changed_s = claim.at_s
        self._of_bots.pop(claim.seat, None)

    def _go_on(self, at_s: float, count: int) -> None:
        """Lets chance act, and bots look if anything was played since there were `count` actions."""
        while self.match.turn is CHANCE and (self._deals or self._game.rolls_in_round):
            self.match.step()
            self._changed_s = at_s
        if len(self.match.played) > count:
            self._let_bots_look(at_s)

    def _let_bots_look(self, now_s: float) -> None:
        """After a change each bot looks anew, but for those whose intent it leaves as it was: the quickness of the
        others must not keep a bot from acting."""
        if not self.is_on:
            self._of_bots.clear()
            return
        order = self._game.race_order(self.match.state)
        bots = [seat for seat in order if self.match.player(seat) != HUMAN]
        self._of_bots = {seat: self._of_bots[seat] for seat in bots if self._stands(seat)}
        for delay_s, seat, action in self.match.bot_claims([seat for seat in bots if seat not in self._of_bots]):
            self._intend(Claim(max(now_s + delay_s, self._ready_s(seat, action)), seat, action))
        is_stuck = not self._of_bots and bots == list(order) and self._game.clock_s(self.match.state) is None
        if is_stuck:
            self._intend(Claim(now_s + REACTION_S, *self.match.forced_claim()))

    def _intend(self, claim: Claim) -> None:
        self._of_bots[claim.seat] = Intent(claim, self._focus(claim.seat))

    def _focus(self, seat: Seat) -> Hashable:
        return self._game.focus(self.match.view(seat), seat)

    def _stands(self, seat: Seat) -> bool:
        """Whether what the bot at `seat` intends is still legal, and what it saw then has not changed."""
        intent = self._of_bots.get(seat)
        if intent is None or not self.is_on:
            return False
        return intent.focus == self._focus(seat) and intent.claim.action in self.match.moves(seat)
