"""10 The Most Simple Game. Roll a die, place that many of your dice; most outside faces of the complete pyramid wins.

Source: game 10 of the Kosmos edition. "The number he may place" is read as the size of the permission, so the roll is
placed exactly; `placing=up_to` reads it as an upper limit, at least 1 so that nobody can stall. Dice of one turn may
stand on each other. A player without dice is passed over.
"""

from __future__ import annotations

from itertools import takewhile

from skill.lattice.cells import ZEROS, Cell
from skill.lattice.notation import Action
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import RulesText, Seat
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.rolled import PLACING, RollAndPlace, State, opened


class MostSimpleGame(RollAndPlace):
    number, slug, title = "10", "most-simple-game", "The Most Simple Game"
    family, players, teams = "chance", (2, 3), True
    deciding_rules = {
        "place": "A die goes into a funnel: on the plate, or between three dice.",
    }
    summary = "Roll, place that many dice; most outside faces of the complete pyramid wins."
    profile = Profile(chance=7, tactics=3)
    options = (PLACING,)
    horizon = 0
    text = RulesText(
        goal="When the pyramid is complete, show more of its 135 outside faces than anybody else.",
        setup="The plate is empty. Each player, or each team, has the 90 dice of one colour: red, green or black.",
        turn="Roll a die and place that many of your dice one after another, each in any funnel. Dice of the same turn "
        "may stand on one another.",
        end="The game ends when the pyramid is complete.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one.",
        wins="The player with the most faces wins.",
        ties="Equal numbers share the win.",
        readings=(
            "You place as many dice as you rolled. If you agree so, you may stop earlier, but you place one at least.",
        ),
        stuck=(
            "When the pyramid is complete or your dice run out, the rest of the roll is lost.",
            "Whoever has no dice left is passed over.",
        ),
    )

    def turn_over(self, state: State) -> State:
        after = super().turn_over(state)
        while not after.supplies[after.seat - 1]:
            after = after._replace(seat=kit.next_seat(after.seat, len(after.supplies)))
        return after

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        is_turn_over = before.left and not after.left and not after.pyramid.is_complete
        players = len(after.supplies)
        following = kit.clockwise(kit.next_seat(before.seat, players), players) if is_turn_over else ()
        over = takewhile(lambda seat: seat != after.seat, following)
        text, you = "{player} has no dice left and is passed over.", "You have no dice left and are passed over."
        return (*sentences, *(fact(text, you=you, player=Player(seat)) for seat in over))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The faces that the die shows, less a little for those that it opens to the next player; stopping is last."""
        if action.verb == "stop":
            return -1
        cell: Cell = action[2]
        return ZEROS[cell] - 0.2 * opened(state.pyramid, cell)


GAME = MostSimpleGame()
