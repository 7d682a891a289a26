"""How a person chooses on the plate: points at a place and clicks, the same way as the mouse over a match does."""

from __future__ import annotations

from random import Random

from skill.app.input.actions import Act
from skill.app.play.match.board import Board
from skill.app.play.match.choices import Place
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.draw.camera import home
from skill.lattice.notation import Action
from tests.app.persons.person import PIXELS_OFF, SIZE


class Clicks:
    """The pointer over the heap of one match; `slips` counts clicks that meant another place than they should."""

    def __init__(self, runtime: Runtime, seed: int) -> None:
        self.turn = Turn(runtime)
        self._board = Board(runtime, self.turn)
        self._rng = Random(seed)
        self.slips = 0

    def click(self, place: Place) -> bool:
        """Clicks at a place; whether what it settled, if anything, was played."""
        self.turn.follow()
        camera = home()
        x, y = self._board.seen(camera, SIZE)[place]
        at = (x + self._rng.gauss(0, PIXELS_OFF), y + self._rng.gauss(0, PIXELS_OFF))
        found = self._board.under(camera, at, SIZE)
        self.slips += found != place
        self.turn.chooser.look_at(found)
        return self._play(self.turn.perform(Act.ACCEPT, dict))

    def call(self, verb: str) -> bool:
        """Chooses an action without a place from the list by its number; whether it was played."""
        self.turn.follow()
        numbers = (Act.NUMBER_1, Act.NUMBER_2, Act.NUMBER_3, Act.NUMBER_4, Act.NUMBER_5)
        listed = [action.verb for action in self.turn.chooser.listed]
        return self._play(self.turn.perform(numbers[listed.index(verb)], dict))

    def _play(self, action: Action | None) -> bool:
        return action is not None and self.turn.play(action)
