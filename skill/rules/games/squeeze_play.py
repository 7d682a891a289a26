"""A1 Squeeze Play. Roll, build that many dice as one connected group on your own; a roll that covers the rest wins.

Source: game 1 of the Abacus edition, sibling of 31; the machine is `skill.rules.shared.squeeze`. All dice of a build
are linked, as the booklet's note says, not only each to some other. The start is protected until its owner has built
again, not just for a round. A bonus follows the building rules: all of it or none. Dead means without a contact cell,
even if an outer face still shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.lattice.cells import LEVELS, ZEROS, Cell, cells
from skill.lattice.dice import PEARL, RED, TURQUOISE, YELLOW
from skill.rules.game import RulesText
from skill.rules.options import Options, one_of
from skill.rules.profile import GIVEN, Profile
from skill.rules.shared.connected_sets import longest_row
from skill.rules.shared.squeeze import SqueezeGame, State

START_APEXES = {"inner": tuple(c for c in LEVELS[1] if not ZEROS[c]), "centre": cells("322 232 223")}


class SqueezePlay(SqueezeGame):
    number, slug, title, teams = "A1", "squeeze-play", "Squeeze Play", True
    goal = "Be the first to place all your dice; build so that the others cannot."
    deciding_rules = {
        "place": "The dice must hang together by faces, and one must lie on a die of yours, if you have any.",
        "pass": "No die can be built on any of yours: you are squeezed in.",
    }
    summary = "Roll, build that many dice as one connected group on your own; first to empty the supply wins."
    roll_colour = TURQUOISE
    profile = Profile(chance=8, tactics=2, minutes=30, source=GIVEN)
    seat_colours = (RED, YELLOW, PEARL)
    options = (
        one_of(
            "start",
            "inner",
            "centre",
            help="Where the start pyramid may be.",
            meanings={"inner": "anywhere off the rim of the plate", "centre": "in the middle of the plate"},
        ),
        one_of(
            "finish",
            "roll_wins",
            "roll_over_wins",
            help="The roll that wins.",
            meanings={
                "roll_wins": "at least as many as the dice you have left",
                "roll_over_wins": "more than the dice you have left",
            },
        ),
        one_of("bonus_partial", "off", "on", help="Whether fewer bonus dice than earned may be placed."),
    )
    text = RulesText(
        goal="Get rid of your 55 dice, and bury those of the others.",
        setup="The plate is empty. Roll in turn until somebody rolls a 4: he builds a small pyramid of four dice "
        "whose base stands in funnels that are not at the rim of the plate, or, if you agree so, round its middle. "
        "His left neighbour goes on.",
        turn="Roll the turquoise die. If the roll is at least the number of dice that you have left you have "
        "won, even if another player has fewer and whether or not you could build; if you agree so, the "
        "roll must be higher. Otherwise place exactly that many dice, all linked to one another by faces. "
        "At least one of them must lie with a face against a die of yours from an earlier turn. If you "
        "have no die in the pyramid yet, anybody's die will do. A straight row of 4, 5 or 6 among these "
        "dice earns 1, 2 or 3 bonus dice. You may place all of them or none, or also fewer if you agree "
        "so, as one group linked by faces, against any die of yours, even one just placed. Bonus dice "
        "earn no further dice.",
        end="You win by a roll that covers your dice, or by placing your last one. The game also ends when it is "
        "the turn of a player on whose dice nothing can be built any more.",
        wins="Then whoever has the fewest dice left wins.",
        ties="Equal numbers share the win.",
        readings=(
            "A face on the outside does not help you: no die can lie on it.",
            "A player who has not built yet cannot end the game in this way.",
            "The start pyramid is protected until its owner has built again: the others must leave at least one place "
            "where he can build on it. This holds for bonus dice as well.",
        ),
        stuck=("If there is a place where you can build you must build; otherwise your turn is over.",),
    )

    def start_apexes(self, options: Options) -> Sequence[Cell]:
        return START_APEXES[str(options["start"])]

    def wins_by_roll(self, state: State, roll: int) -> bool:
        stock = state.stocks[state.seat - 1]
        return roll > stock or (roll == stock and state.options["finish"] == "roll_wins")

    def dice_to_build(self, state: State, roll: int) -> int:
        return roll

    def turn_of_squeezed(self, state: State) -> State:
        return state._replace(phase="over", ended="dead")

    def row_length(self, state: State) -> int:
        return longest_row(state.built)

    def bonus_sizes(self, state: State, earned: int) -> Sequence[int]:
        return range(1 if state.options["bonus_partial"] == "on" else max(earned, 1), earned + 1)


GAME = SqueezePlay()
