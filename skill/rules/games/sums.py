"""A3 Sums. Roll three dice; whoever first finds a funnel with their sum, or calls blank, places a die.

Source: game A3 of the Abacus edition (Bunte Kuh), by Erika Wittig: game 18 with 60 dice, rolled by the players in turn.
That giving away the last die ends the game stands in the *Cui bono* section of the English booklet; the French puts it
here, where it belongs. The program judges every call: nobody has to show the funnel that refutes a blank.
"""

from __future__ import annotations

from skill.lattice.dice import PEARL, RED, YELLOW
from skill.rules.game import LOT_OF_THE_ROLLER, RulesText
from skill.rules.profile import GIVEN, Profile
from skill.rules.shared import kit
from skill.rules.shared.claims import FunnelRace


class Sums(FunnelRace):
    number, slug, title = "A3", "sums", "Sums"
    family = "construction"
    goal = "Be the first to have no dice left: find the rolled sum before the others do."
    turn_order = LOT_OF_THE_ROLLER
    deciding_rules = {
        "claim": "A call is right where the three numbers of a funnel add up to the sum rolled.",
        "place": "You were right: put a die into any funnel above the plate, for the next sums.",
        "turn": "Choose how the die lies that you have just placed, for the next sums.",
    }
    summary = "Find a funnel with the rolled sum before the others, or call blank. Abacus edition."
    profile = Profile(chance=2, skill=2, tactics=6, minutes=40, source=GIVEN)
    base, building, dice, rolls = PEARL, (YELLOW, RED), 60, kit.rolls_of(PEARL, 3)
    text = RulesText(
        goal="Get rid of all your dice first.",
        setup="45 pearl dice in any orientation fill the plate. 30 red and 30 yellow dice are shared out equally; "
        "their colours mean nothing. The player who begins has three pearl dice to roll.",
        turn="The roller throws the three dice. All players, the roller too, look at the same time for a funnel "
        "between three dice whose three numbers add up to the sum rolled. Call Stop and point at it: if it is right, "
        "place one of your dice there, in any orientation. Or call blank: if no funnel has the sum, place one of your "
        "dice in any funnel. If your call is wrong, take a die from every other player. The first call ends the "
        "round, and the three dice go to the left.",
        end="The game ends as soon as somebody has no dice left, by placing the last one or by giving it away: he "
        "wins.",
        wins="The others rank by their dice, fewest first.",
        ties="If several give away their last die at once, they share the win.",
        readings=(
            "Any funnel means any funnel of three dice: the plate itself is full and stays full.",
            "If two call at the same moment, the one who sits nearer on the roller's left comes first, "
            "the roller last.",
        ),
        stuck=("When nobody has called for as long as agreed, by default 60 seconds, the next player rolls.",),
    )


GAME = Sums()
