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
    summary = "Roll, build that many dice as one connected group on your own; first to empty the supply wins."
    roll_colour = TURQUOISE
    profile = Profile(chance=8, tactics=2, minutes=30, source=GIVEN)
    seat_colours = (RED, YELLOW, PEARL)
    options = (
        one_of("start", "inner", "centre", help="Where the start may be: off the edge of the plate, or in the middle."),
        one_of(
            "finish",
            "roll_wins",
            "roll_over_wins",
            help="The roll that wins: at least as many as the dice you have left, or more.",
        ),
        one_of("bonus_partial", "off", "on", help="Whether fewer bonus dice than earned may be placed."),
    )
    text = RulesText(
        goal="Get rid of your 55 dice, and bury those of the others.",
        setup="The plate is empty. Roll in turn until somebody rolls a 4: he builds a small pyramid of four dice whose "
        "base stands in inner funnels of the plate. His left neighbour goes on.",
        turn="Roll. If the roll is at least the number of dice you have left you have won. Otherwise place exactly "
        "that many dice, all linked to one another by faces, at least one of them lying with a face on a die of yours "
        "from an earlier turn; as long as you have no die in the pyramid, on a die of anybody. If there is such a "
        "place you must build; otherwise your turn is over. A straight row of 4, 5 or 6 among these dice earns 1, 2 "
        "or 3 bonus dice, which you may place as one group linked by faces, on any die of yours, all or none. They "
        "earn no more. Until the owner of the start has built again, no other may leave it without a place to build "
        "on.",
        end="By a roll that covers your supply, or by placing your last die. Or when a player is to roll and nothing "
        "can be built on his dice: then the fewest dice left win; equals share.",
        readings=(
            "Faces on the outside of the pyramid do not count: nothing can be built on them.",
            "Before your first build you cannot be dead.",
            "The protection of the start holds for bonus dice as well.",
        ),
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
