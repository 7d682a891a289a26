"""A5 Forced Memory. Roll three dice, lift a die: if the funnel under it has the same sum, keep it and go on.

Source: game A5 of the Abacus edition (Eintrichtern); the same as game 15 with other colours and a fixed end. The
header row says 2 to 6 players, the text goes on to 8. "Roll the 3rd pearl die" is a slip for "the 3": the French text
rolls all. With eight players nobody need reach six dice, so the most win when the red dice run out.
"""

from __future__ import annotations

from skill.lattice.dice import PEARL, RED, YELLOW
from skill.rules.game import RulesText
from skill.rules.profile import GIVEN, Profile
from skill.rules.shared import kit
from skill.rules.shared.memory import FunnelMemory


class ForcedMemory(FunnelMemory):
    number, slug, title = "A5", "forced-memory", "Forced Memory"
    goal = "Be the first to keep enough red dice: the faces below must make the rolled sum."
    deciding_rules = {
        "lift": "Lift a red die: it is yours if the three yellow numbers under it add up to the roll. All see them.",
        "reroll": "Leave the dice if you know where their sum lies; otherwise roll again for a sum that you remember.",
        "roll": "Roll three pearl dice, then lift a red die: it is yours if the yellow numbers below add up to that.",
    }
    summary = "Remember which funnel has which sum: find the one that equals three rolled dice. Abacus edition."
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source=GIVEN)
    base, lid, rolls = YELLOW, RED, kit.rolls_of(PEARL, 3)
    text = RulesText(
        goal="Remember which sum lies where, and collect red dice: the first with eight wins, with five and more "
        "players the first with six, unless you agree on another number.",
        setup="45 yellow dice in any orientation fill the plate, 36 red dice stand in the funnels between them. Three "
        "pearl dice are to roll.",
        turn="Choose: roll the three pearl dice, or leave them as the last player left them. At the very start of the "
        "game they must be rolled. Then lift any red die. All see the three numbers of the funnel under it, and their "
        "sum is said aloud. If it is the sum of the pearl dice you keep the red die, roll again and lift another. If "
        "not, put it back, and the next player has his turn.",
        end="The game ends as soon as somebody has enough red dice: he wins. If the red dice run out before, "
        "whoever has the most wins.",
        ties="Equal numbers share the win.",
        readings=(
            "After a hit you must roll all three dice.",
            "The funnel under a die that you keep stays open and is not used any more.",
            "You may lift a die although you know that its sum is wrong.",
        ),
    )


GAME = ForcedMemory()
