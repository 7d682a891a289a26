"""31 Squeezing. Add as many face-connected dice as rolled, grown on your own; the first without dice wins.

Source: game 31 of the Kosmos edition; the machine is `skill.rules.shared.squeeze`. A newcomer's group needs face
contact with some die: with it the second player can build with 3, 5 and 6 only, as the source says. It also follows
that a roll is built in full or not at all. Protection holds for bonus dice too. Rounds without a die are counted as
turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.lattice.cells import LEVELS, Cell
from skill.lattice.dice import BLACK, GREEN, RED
from skill.rules.game import RulesText
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared.connected_sets import longest_row
from skill.rules.shared.squeeze import SEATS, SqueezeGame, State

IDLE_ROUNDS = 20  # without a placed die, after which the game ends


class Squeezing(SqueezeGame):
    number, slug, title = "31", "squeezing", "Squeezing"
    goal = "Be the first to place all your dice; build so that the others cannot."
    deciding_rules = {
        "place": "The dice must hang together by faces, and one must lie on a die of yours, if you have any.",
        "pass": "No die can be built on any of yours: you are squeezed in.",
    }
    summary = "Add as many face-connected dice as rolled, grown on your own; first out wins."
    profile = Profile(chance=8, tactics=2, minutes=30, source="squeeze-play")
    seat_colours = (RED, GREEN, BLACK)
    options = (
        one_of("reroll_one", "off", "on", help="Whether a player who rolls 1 may roll again instead of using it."),
        one_of(
            "column",
            "contains",
            "all",
            help="What counts as the row for the bonus.",
            meanings={
                "contains": "the longest straight row among the dice just added",
                "all": "all the dice just added, and only if they form one straight row",
            },
        ),
        one_of(
            "finish",
            "at_most",
            "exact",
            help="Whether a roll above the dice that you have left places the rest, or nothing.",
            meanings={"at_most": "you place the dice that you have left", "exact": "you place nothing"},
        ),
    )
    text = RulesText(
        goal="Be the first to use up your 55 dice. Squeeze the others in, so that nothing can be built on their dice.",
        setup="The plate is empty. Roll in turn until somebody rolls a 4: he builds a small pyramid of four dice "
        "anywhere on the plate. His left neighbour goes on.",
        turn="Roll a die and place exactly that many dice. If you cannot, you place none. The dice must be linked to "
        "one another by faces. One of them at least must lie with a face on one of your own dice from an earlier "
        "turn, or, while you have none, on anybody's. If four of these dice stand in one straight row you may place a "
        "bonus die, for five up to two, for six up to three. Bonus dice too must be linked to one another and lie on "
        "a die of yours. A row made with bonus dice earns nothing. If there is a place where you can build you must "
        "build.",
        end="Whoever places his last die wins at once. If the pyramid is complete, or after 20 rounds running "
        "without a placed die, the player with the fewest dice left wins.",
        ties="Equal numbers share the win.",
        readings=(
            "The first four dice are protected: until their owner has built again, nobody may cover them "
            "so that he can build nowhere. This holds for bonus dice as well.",
            "If you roll more than you have, you place what is left, or, if you agree so, nothing.",
            "A face on the outside does not help you: no die can lie on it.",
        ),
        stuck=(
            "If nothing can be built on any of your dice you are squeezed in: you place no more dice in this game.",
        ),
        variants=(
            ("column", "all", "All dice that you added must form the row of a bonus."),
            ("reroll_one", "on", "Whoever rolls a 1 may roll again, as often as it comes."),
        ),
    )

    def start_apexes(self, options: Options) -> Sequence[Cell]:
        return LEVELS[1]

    def wins_by_roll(self, state: State, roll: int) -> bool:
        return False

    def dice_to_build(self, state: State, roll: int) -> int:
        stock = state.stocks[state.seat - 1]
        return 0 if roll > stock and state.options["finish"] == "exact" else min(roll, stock)

    def turn_of_squeezed(self, state: State) -> State:
        return state._replace(phase="squeezed")

    def row_length(self, state: State) -> int:
        row = longest_row(state.built)
        return 0 if state.options["column"] == "all" and row < state.built.bit_count() else row

    def bonus_sizes(self, state: State, earned: int) -> Sequence[int]:
        return range(1, earned + 1)

    def is_stalled(self, state: State) -> bool:
        return state.idle >= IDLE_ROUNDS * SEATS


GAME = Squeezing()
