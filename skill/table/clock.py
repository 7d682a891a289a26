"""The clock of a match: how long each seat has thought, and how long the match has run. It can be paused."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from skill.rules.game import Seat


class Clock:
    """Counts the seconds of whoever is to move. `now` is any steadily rising count of seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._spent: defaultdict[Seat | None, float] = defaultdict(float)
        self._seat: Seat | None = None
        self._since: float | None = None

    def turn(self, seat: Seat | None) -> None:
        """From now on the time counts for `seat`, or for nobody; starts the clock the first time."""
        self._book()
        self._seat = seat
        self._since = self._now()

    def pause(self) -> None:
        """Stops the clock; the next `resume` or `turn` starts it again."""
        self._book()
        self._since = None

    def resume(self) -> None:
        """Goes on for the seat that was to move."""
        self.turn(self._seat)

    @property
    def is_running(self) -> bool:
        """Whether time is being counted."""
        return self._since is not None

    def spent_s(self, seat: Seat | None) -> float:
        """Seconds that `seat` has used; None is the time of chance and bots' tables."""
        running = self._now() - self._since if self._since is not None and seat == self._seat else 0.0
        return self._spent[seat] + running

    def total_s(self) -> float:
        """Seconds of the whole match, pauses left out."""
        return sum(self._spent.values()) + (self._now() - self._since if self._since is not None else 0.0)

    def _book(self) -> None:
        if self._since is not None:
            self._spent[self._seat] += self._now() - self._since
