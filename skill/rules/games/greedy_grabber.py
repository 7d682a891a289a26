"""43 Greedy Grabber. All grab free dice showing the rolled number on their own side until "Stop".

Source: game 43 of the Kosmos edition, which names no end: all dice are taken, or, as in its sister game Pack Rat, all
above the base. An offender with fewer than two dice gives none (the sister game's rule). `idle_rolls` guards against
endless stopping. The three roll dice never score and are not modelled apart.
"""

from __future__ import annotations

from skill.lattice.dice import BLUE
from skill.rules.game import LOT_OF_THE_ROLLER, RulesText
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared.grabbing import PACE_OPTIONS, Grabbing


class GreedyGrabber(Grabbing):
    number, slug, title = "43", "greedy-grabber", "Greedy Grabber"
    teams = True
    roll_colour = BLUE
    goal = "Grab the most dice: those that show the rolled number on your side."
    turn_order = LOT_OF_THE_ROLLER
    summary = 'All grab free dice showing the rolled number on their own side until "Stop".'
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source="pack-rat")
    options = (
        one_of("end", "all", "base", help="Play until the heap is gone, or until only base dice are left."),
        *PACE_OPTIONS,
    )
    text = RulesText(
        goal="Grab the most dice. Their colours do not matter.",
        setup="Fill the plate to a complete pyramid, each die turned at random. Each player sees one side of it only.",
        turn="The roller rolls. From then on everybody, with one hand, may grab free dice that show the rolled number "
        "on his own side, one after another and as many as he can; dice laid bare on the way count at once. The "
        "roller may call stop whenever he likes, and the round closes by itself when nobody has such a die any more. "
        "Whoever grabs after the stop puts the die back and gives one of his dice to each other player. Then the "
        "next player clockwise rolls.",
        end="When the heap is gone, or when many rounds in succession brought nobody a die. Most dice win; equal "
        "numbers share.",
        readings=(
            "The first player looks at the orange side, the second at the violet one, the third at the white one.",
            "You may grab on your own roll, and stop at once.",
            "A grab at the moment of the stop is not late.",
            "With fewer than two dice you pay nothing for a late grab.",
            "A die of another number, or under others, cannot be grabbed; trying costs nothing.",
        ),
    )

    def ends_at_base(self, options: Options) -> bool:
        return options["end"] == "base"


GAME = GreedyGrabber()
