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
    deciding_rules = {
        "grab": "Right is a free die that shows the rolled number on your own side.",
        "stop": "No free die shows the rolled number on your own side: say stop.",
    }
    summary = 'All grab free dice showing the rolled number on their own side until "Stop".'
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source="pack-rat")
    options = (
        one_of(
            "end",
            "all",
            "base",
            help="When the game ends.",
            meanings={
                "all": "when the heap is gone",
                "base": "when after a round only dice of the bottom layer are left",
            },
        ),
        *PACE_OPTIONS,
    )
    text = RulesText(
        goal="Grab the most dice. Their colours do not matter.",
        setup="Fill the plate to a complete pyramid of 55 red, 55 green and 55 black dice, each turned at random. One "
        "more die is to roll; it never counts. Each player sits at one side and looks at that side only.",
        turn="The roller rolls. From then on everybody, with one hand, may grab free dice that show the rolled number "
        "on his own side, one after another and as many as he can. A die that becomes free may be grabbed at once. "
        "The roller may call stop whenever he likes, and the round closes by itself a second and a half, or as long as "
        "agreed, after nobody has such a die any more. Whoever grabs a right die too late, within a second after the "
        "stop or as long as agreed, "
        "puts it back and gives one of his dice to each other player. If he has fewer than two dice he gives none. "
        "Then the next player "
        "clockwise rolls.",
        end="The game ends when the heap is gone, or, if you agree so, when only dice of the bottom layer are "
        "left; or when the agreed number of rounds in succession, by default 30, brought nobody a die.",
        wins="Whoever has the most dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Player 1 looks at the orange side, player 2 at the violet one, player 3 at the white one.",
            "You may grab on your own roll, and stop at once.",
            "A grab at the moment of the stop is not late.",
            "A die of another number, or under others, cannot be grabbed; trying costs nothing, and a still later "
            "grab costs nothing either.",
        ),
    )

    def ends_at_base(self, options: Options) -> bool:
        return options["end"] == "base"


GAME = GreedyGrabber()
