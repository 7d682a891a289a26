"""18 Spotted Cow. Roll three dice; whoever first finds a funnel with their sum, or calls Blank, places a die.

Source: game 18 of the Kosmos edition, by Erika Wittig. Its text is silent on wrong funnels and on the orientation of
placed dice; both are taken from *Sums* of the Abacus edition. `penalty=blank_only` keeps to the letter: a wrong funnel
costs nothing, but its caller is out of the round. With `gm=program` equal time stamps go clockwise from the first seat.
"""

from __future__ import annotations

from skill.lattice.dice import BLACK, GREEN, RED
from skill.rules.game import NOBODY_BEGINS, RulesText
from skill.rules.options import one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.claims import FunnelRace


class SpottedCow(FunnelRace):
    number, slug, title = "18", "spotted-cow", "Spotted Cow"
    family = "construction"
    goal = "Be the first to have no dice left: find the rolled sum before the others do."
    turn_order = NOBODY_BEGINS
    deciding_rules = {
        "claim": "A call is right where the three numbers of a funnel add up to the sum rolled.",
        "place": "You were right: put a die into any funnel above the plate, for the next sums.",
        "turn": "Choose how the die lies that you have just placed, for the next sums.",
    }
    summary = "Find a funnel with the rolled sum before the others, or call Blank."
    profile = Profile(chance=2, skill=2, tactics=6, minutes=40, source="sums")
    options = (
        one_of(
            "gm",
            "program",
            "player",
            help="Who rolls.",
            meanings={"program": "the program", "player": "a player, who plays too and passes the dice on"},
        ),
        one_of(
            "penalty",
            "all_wrong",
            "blank_only",
            help="Which wrong call costs dice.",
            meanings={"all_wrong": "a wrong funnel and a wrong Blank", "blank_only": "only a wrong Blank"},
        ),
        *FunnelRace.options,
    )
    base, building, dice, rolls = BLACK, (GREEN, RED), 120, kit.rolls_of(GREEN, 3)
    text = RulesText(
        goal="Get rid of all your dice first.",
        setup="45 dice in any orientation fill the plate. 120 are shared out equally: with two to six players each "
        "has 60, 40, 30, 24 or 20. Three more are to roll.",
        turn="The three dice are rolled, by the program or, if you agree so, by a player, who plays too and passes "
        "the dice to the left after each round. All look for a funnel whose three numbers add up to what the three "
        "dice show. Call it: if it is right, place one of your dice there, in any orientation. Or call Blank: if no "
        "funnel has the sum, place one of your dice in any funnel. If your call is wrong, every other player gives "
        "you a die. The first call ends the round, unless you agree on the milder rule.",
        end="The game ends as soon as somebody has no dice left, by placing the last one or by giving it away: he "
        "wins.",
        ties="If several run out of dice at once they share the win.",
        readings=("Placed dice make new funnels.",),
        stuck=("When nobody has called for as long as agreed, by default 60 seconds, the dice are rolled again.",),
        variants=(
            (
                "penalty",
                "blank_only",
                "A wrong funnel costs nothing, but you may not call again in this round, and the round goes on.",
            ),
        ),
    )


GAME = SpottedCow()
