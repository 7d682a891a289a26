"""Clicks that come too soon: right after a bot or chance has changed something, a click was aimed at what was there
before, so it chooses nothing. No pygame."""

from __future__ import annotations

from skill.app.play.match.choices import Place
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.lattice.cells import CELLS
from skill.lattice.pyramid import Pyramid
from skill.rules.race import as_race

SETTLES_S = 0.4
"""After a roll, a bot's act, another phase or the end of a time: nobody sees something new and clicks on it in less.
It holds for clicks and keys that choose; records hold none of them."""
ROUND_SETTLES_S = 1.0
"""The same after a round of a race has opened: a hand that was on its way to what was looked for before arrives within
it, and nobody finds anything new in less."""


class Settling:
    """Follows a match, and tells what a choice at a place would be meant for."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.left_s = 0.0
        """For how long choices are still meant for what was there before."""
        self._fresh: frozenset[Place] | None = None
        """The only places that have changed or come to lie free; None where everything has changed."""
        self._stood: tuple[object, Pyramid] = (None, Pyramid())

    def follow(self) -> None:
        """The match may have changed."""
        runtime = self._runtime
        match, is_race = runtime.match, runtime.phase is Phase.RACE
        focus: object = (match.revision, runtime.phase)
        is_by_others = runtime.is_round
        if is_race:
            # What others take leaves all else as it was: while bots act all the time, a person must come to it as well.
            game, people = as_race(match.game), runtime.viewpoint.people
            focus = tuple(game.focus(match.view(seat), seat) for seat in people)
            is_by_others = not match.played or match.played[-1].by not in people
        before, self._stood = self._stood, (focus, runtime.viewpoint.pyramid())
        was, now = before[1], self._stood[1]
        changed = frozenset(cell for cell in CELLS if was[cell] != now[cell]) | {*now.free()} - {*was.free()}
        if is_by_others and (before[0] != focus or changed):
            self._fresh = None if before[0] != focus else changed
            self.left_s = ROUND_SETTLES_S if is_race and self._fresh is None else SETTLES_S
        elif not is_by_others:
            self.left_s = 0.0

    def advance(self, elapsed_s: float) -> None:
        """Lets time pass."""
        self.left_s = max(0.0, self.left_s - elapsed_s)

    def is_fresh(self, place: Place | None) -> bool:
        """Whether a choice now, at that place if at any, is meant for what was there before."""
        return self.left_s > 0 and (self._fresh is None or place in self._fresh)
