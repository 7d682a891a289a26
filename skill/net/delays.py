"""Races over wires of different lengths: what a seat says counts from when it left the seat.

The host measures how long a frame takes to each guest and back; half of that is how late its claims come. No guest says
when it acted, so none can lie about it: a guest that answers late on purpose gains no more than its measured delay, and
no more than `MOST_S`. The referee judges a moment only when the claims of that moment can have arrived from every
guest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from skill.env.protocol import Table
from skill.lattice.notation import Action
from skill.rules.game import ANYONE, Seat

MOST_S = 0.3
"""The latest that a claim may come and still count as of when it was made."""
LAST = 5
"""So many round trips are kept, and the shortest of them counts: a pause of the network makes nobody earlier."""


class Delay:
    """How late the frames of a guest come."""

    def __init__(self) -> None:
        self._trips_s = deque[float](maxlen=LAST)

    def note(self, round_trip_s: float) -> None:
        """A frame has been there and back."""
        self._trips_s.append(round_trip_s)

    @property
    def s(self) -> float:
        """Seconds, at most `MOST_S`."""
        return min(MOST_S, max(0.0, min(self._trips_s, default=0.0) / 2))


class Pending(NamedTuple):
    """A claim that is not judged yet, and which act of its seat it is."""

    act: int
    action: Action
    at_s: float


class Race:
    """The clock of a race among guests, which runs ahead of what is judged by as much as the latest of them is late."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.clock_s = table.now_s
        """What the time is at the host's table."""
        self.pending: dict[Seat, Pending] = {}

    def pass_time(self, seconds: float, delays_s: Collection[float]) -> None:
        """Lets time pass, and judges what nobody can come before any more."""
        latest_s = max(delays_s, default=0.0)
        self.clock_s = max(self.clock_s, self._table.now_s) + seconds
        self._table.advance(self.clock_s - latest_s)
        self.clock_s = min(self.clock_s, self._table.now_s + latest_s)  # less where the race is over before

    def stand_still(self) -> None:
        """Judges all that was claimed, since no time will pass now."""
        self._table.advance(self.clock_s)

    def is_past(self, late_s: float) -> bool:
        """Whether what was said so long ago is of a moment that was judged already: it counts as of now then."""
        return self.clock_s - late_s <= self._table.now_s

    def claim(self, action: Action, seat: Seat, act: int, late_s: float) -> None:
        """Notes a claim that was made so long ago. Raises `IllegalMove`."""
        at_s = self.clock_s - late_s
        self._table.claim(action, seat, at_s)
        self.pending[seat] = Pending(act, action, at_s)

    def is_judged(self, pending: Pending) -> bool:
        """Whether it is clear what came of a claim."""
        return self._table.match.turn is not ANYONE or self._table.now_s >= pending.at_s
