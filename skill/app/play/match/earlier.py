"""The last acts of a match looked at again, one by one: nothing is taken back. No pygame."""

from __future__ import annotations

from typing import NamedTuple

from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.lattice.notation import FIRST, Action
from skill.lattice.pyramid import Pyramid

MOST_BACK = 24  # acts


class Look(NamedTuple):
    """One act that was done, as whoever has the screen may know it."""

    number: int
    """Which one, counted from 0."""
    action: Action
    before: Pyramid
    after: Pyramid


class Earlier:
    """Which act is looked at; None while it is now."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.look: Look | None = None
        self._revision = -1

    @property
    def is_possible(self) -> bool:
        """Whether nothing would be missed meanwhile, and nothing seen that is another's."""
        runtime = self._runtime
        return runtime.phase in (Phase.CHOICE, Phase.OVER) and not runtime.viewpoint.is_veiled and not runtime.paused

    def follow(self) -> None:
        """Looks at what is now once anything has been done."""
        if self.look is not None and self._revision != self._runtime.match.revision:
            self.look = None

    def step(self, *, back: bool) -> bool:
        """Looks at the act before or after; after the last one at what is now. Whether there was one."""
        if not self.is_possible:
            return False
        match, seat = self._runtime.match, self._runtime.viewpoint.seat
        last = len(match.played)
        number = (self.look.number if self.look else last) + (-1 if back else 1)
        if number >= last:
            was_back, self.look = self.look is not None, None
            return was_back
        if number < max(0, last - MOST_BACK) or match.played[number].action.verb == FIRST.name:
            return False
        before, after = (match.game.pyramid(match.game.view(match.state_at(n), seat)) for n in (number, number + 1))
        self.look, self._revision = Look(number, match.played[number].action, before, after), match.revision
        return True
