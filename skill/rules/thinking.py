"""What a game tells bots that think ahead: the part of its contract that a search uses. Nothing here is a rule.

A search plays on in thought, chance included, and must then say who is better off. If `scores` tell that, a game
declares nothing, or only `score_order` if fewer is better. If scores tell little, it defines `outlook`; if playing to
the end tells little or takes too long, it declares `horizon`. A game with its own `view` also defines `determinized`; a
game in which hands throw dice defines `without_hands`.
"""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import ClassVar, Generic, Literal

from skill.rules.turn import Seat, State


class Thinking(Generic[State]):
    """The part of `Game` for those who think ahead."""

    score_order: ClassVar[Literal["most", "fewest"]] = "most"
    """Whether more or fewer is better in `scores`, usually: see `fewer_wins`."""
    horizon: ClassVar[int | None] = None
    """After how many changes of turn a search stops playing on and goes by `outlook`; None to play to the end.

    It stops as soon as the seat that thinks is to move again; with 0 it does not play on where it is to move.
    """
    calls_a_second: ClassVar[int] = 30_000
    """How many calls of these rules a search makes in a second where they take longest; fewer where rules are dear.

    Bots that promise how long they think make no more of them. A constant, not a clock: the same seed gives the same
    action on any machine.
    """
    shared_by: ClassVar[int] = 1
    """Among how many acts of a turn the time for one is shared, where a turn takes many; 1 for each to have its own."""

    def fewer_wins(self, state: State) -> bool:
        """Whether fewer is better in `scores` with the options of this match."""
        return self.score_order == "fewest"

    def outlook(self, state: State) -> tuple[float, ...]:
        """How well each seat stands, in any unit: the more the better. By default what `scores` say.

        Not asked before the set-up is drawn.
        """
        scores = self.scores(state)
        return tuple(-score for score in scores) if self.fewer_wins(state) else scores

    @abstractmethod
    def scores(self, state: State) -> tuple[float, ...]:
        """See `Game`."""

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """A whole state of which `view` is the view of `seat`, drawn among all that there may be.

        `view` itself where nothing is hidden in it. Not asked before the lot for who begins is drawn.
        """
        return view

    def without_hands(self, state: State) -> State:
        """The same state in a match in which chance decides where thrown dice lie; by default as it is."""
        return state
