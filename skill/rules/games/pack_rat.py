"""A2 Pack Rat. Grab free dice whose face on your own side shows the roll, until the roller says stop.

Source: Raffzahn in the Abacus edition. Greedy Grabber (43) without the apex, in Abacus colours, which mean nothing; it
ends after a turn that leaves dice on the base only, when at least 119 of the 164 have been taken.
"""

from __future__ import annotations

from skill.lattice.cells import cells
from skill.lattice.dice import ABACUS, PEARL, RED, TURQUOISE, YELLOW
from skill.rules.game import LOT_OF_THE_ROLLER, RulesText
from skill.rules.profile import GIVEN, Profile
from skill.rules.shared.grabbing import Grabbing


class PackRat(Grabbing):
    number, slug, title = "A2", "pack-rat", "Pack Rat"
    goal = "Grab the most dice: free ones that show the rolled number on your side."
    turn_order = LOT_OF_THE_ROLLER
    deciding_rules = {
        "grab": "Right is a free die that shows the rolled number on your own side.",
        "stop": "No free die shows the rolled number on your own side: say stop.",
    }
    summary = "Grab free dice whose face on your own side shows the roll, until the roller says stop."
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source=GIVEN)
    box = {colour: ABACUS[colour] for colour in (RED, YELLOW, PEARL)}
    roll_colour = TURQUOISE
    without = cells("000")
    text = RulesText(
        goal="Grab the most dice. Their colours do not matter.",
        setup="Fill the plate to a complete pyramid, each die turned at random, and take the top die away. Each "
        "player sits at one side and looks at that side only.",
        turn="The roller throws the turquoise die. From then on everybody, with one hand, may take free dice that "
        "show this number on his own side, one at a time and as many as he can. A die that becomes free may be taken "
        "at once. The roller may call stop whenever he likes, and the turn ends by itself a second and a half, or as "
        "long as agreed, after nobody has such a die any more. Whoever grabs a right die too late, within a second "
        "after the stop or as long as agreed, puts it back and gives one of his dice to each other player. Then the "
        "left neighbour throws.",
        end="The game ends after a turn that leaves only dice of the bottom layer, or when the agreed number of "
        "turns in succession, by default 30, brought nobody a die.",
        wins="Whoever has the most dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Player 1 looks at the orange side, player 2 at the violet one, player 3 at the white one.",
            "Dice of the bottom layer may be taken too.",
            "Each late grab costs you two dice, one for each other player. If you have fewer than two you give none.",
            "A grab at the moment of the stop is not late.",
            "A die of another number, or under others, cannot be grabbed; trying costs nothing, and a still later "
            "grab costs nothing either.",
        ),
    )


GAME = PackRat()
