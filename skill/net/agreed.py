"""What seats agree on while they play: to take something back, which all others must allow, and to pause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skill.env.protocol import BadRequest, Table
from skill.errors import IllegalMove
from skill.rules.game import Seat


class Agreed:
    """The wish to take something back that stands, if any, and the pause.

    A wish names how many actions had been played (`at`), so that one that is said twice is one, and it lapses as soon
    as anything else is done.
    """

    def __init__(self, table: Table, on_undo: Callable[[], object]) -> None:
        """`on_undo` is called when something has been taken back, before anybody acts again."""
        self._table, self._on_undo = table, on_undo
        self.paused: Seat = 0
        """Who has paused; 0 while the match goes on."""
        self._by: Seat = 0
        self._allowed: set[Seat] = set()
        self._revision = -1

    @property
    def now(self) -> object:
        """Another value whenever anything was agreed on."""
        return self.paused, self._by, len(self._allowed)

    @property
    def seen(self) -> dict[str, Any]:
        """What all may see of it."""
        return {"paused": self.paused or None, "undo": self._wish}

    def check_goes_on(self) -> None:
        """Raises `IllegalMove` in a pause."""
        if self.paused:
            raise IllegalMove("seat {seat} has paused; expected resume", seat=self.paused)

    def pause(self, seat: Seat) -> None:
        """Lets all stand still, until anybody resumes."""
        if self._table.match.turn is None:
            raise IllegalMove("pause: the match is over")
        self.paused = self.paused or seat

    def resume(self, _seat: Seat) -> None:
        """Goes on, whoever has paused."""
        self.paused = 0
        self.go_on()

    def go_on(self) -> None:
        """Lets chance and bots act, unless all stand still. Raises what bots do that cannot act."""
        if not self.paused:
            self._table.settle()

    def undo(self, seat: Seat, at: int) -> None:
        """A seat wants to take back the last action of a person and what came after it."""
        match = self._table.match
        if at != len(match.played):
            return  # said once more, and done already, or others were quicker
        self.check_goes_on()
        if match.turn is None or not match.can_undo:
            raise IllegalMove("undo: nothing can be taken back now")
        if self._wish is None:
            self._by, self._allowed, self._revision = seat, {seat}, match.revision
        self._allow(seat)

    def agree(self, seat: Seat, at: int) -> None:
        """A seat allows it; once all do it is done."""
        if self._stands(at, "agree"):
            self._allow(seat)

    def refuse(self, _seat: Seat, at: int) -> None:
        """A seat does not allow it, or takes its own wish back."""
        if self._stands(at, "refuse"):
            self._by = 0

    def _stands(self, at: int, name: str) -> bool:
        played = len(self._table.match.played)
        if at < 0:
            raise BadRequest(f"{name}: at is {at}; expected {played}")
        if at == played and self._wish is None:
            raise IllegalMove("{do}: nobody wants to take anything back now", do=name)
        return at == played

    @property
    def _wish(self) -> dict[str, Any] | None:
        if not self._by or self._revision != self._table.match.revision:
            return None
        return {"by": self._by, "agreed": sorted(self._allowed)}

    def _allow(self, seat: Seat) -> None:
        self._allowed.add(seat)
        if not set(self._table.people) <= self._allowed:
            return
        self._by = 0
        self._table.match.undo()
        self._on_undo()
        self.go_on()
